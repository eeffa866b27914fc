"""Papers in a browser and for programs: what hangs at a table, one's own, a copy of the rules, forms; and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.served import Served


def test_papers_from_the_table_to_the_inspector(house: Served, tab: Callable[..., Page]) -> None:
    house.open_table("RD-9", "vic-1997-red-dog")
    supervisor, inspector = house.staff("casino supervisor", "L. Brandt"), house.staff("inspector", "I. Spect")
    page = tab("/table/RD-9")
    page.goto(f"{house.base}/table/RD-9/papers")
    expect(page.get_by_role("heading", name="Papers at RD-9")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Sign of limits")
    page.get_by_role("button", name="Ask for a copy").click()
    copy = page.get_by_role("link", name="Copy of the rules RD-9/")
    expect(copy).to_be_visible()
    copy.click()
    expect(page.locator("main")).to_contain_text("A copy of the rules must be given to anyone who asks.")
    expect(page.locator("main")).to_contain_text("Part XVII, § 10.12")

    given = supervisor.client.get("/api/papers", params={"desk": "RD-9", "sort": "copy of the rules"}).json()
    (paper,) = given
    name = paper["for"]
    assert paper["clauses"][0]["number"] == "10.12" and paper["entry"]["stream"] == "RD-9"
    pdf = page.request.get(f"{house.base}{paper['pdf']}")
    assert pdf.ok and pdf.headers["content-type"] == "application/pdf" and pdf.body().startswith(b"%PDF-")
    assert house.client().get(paper["pdf"]).status_code == 404, "another's paper is not told to exist"
    assert house.client().get(f"/api/papers/{paper['reference']}").status_code == 404

    supervisor.must("RD-9", "exclude", player=name, ground="a computer in the sleeve")
    page.goto(f"{house.base}/papers")
    row = page.get_by_role("row").filter(has_text="Exclusion notice")
    expect(row).to_contain_text(name)
    row.get_by_role("link").first.click()
    expect(page.get_by_role("article")).to_contain_text("a computer in the sleeve")
    expect(page.get_by_role("article")).to_contain_text("§ 10.2.2")

    stranger = house.client().get("/api/papers", params={"desk": "RD-9"}).json()
    assert {paper["sort"] for paper in stranger} == {"sign of limits"}
    found = inspector.client.get("/api/papers", params={"desk": "RD-9", "words": "sleeve"}).json()
    assert [one["sort"] for one in found] == ["exclusion notice"] and found[0]["lines"][1][
        "says"
    ] == "a computer in the sleeve"
    listed = inspector.client.get("/papers", params={"person": name}).text
    assert "Exclusion notice" in listed and "Copy of the rules" in listed
    shown = inspector.client.get(f"/papers/{found[0]['reference']}").text
    assert "a computer in the sleeve" in shown and found[0]["entry"]["hash"][:16] in shown
    assert [one["sort"] for one in house.client().get("/api/tables/RD-9/papers").json()] == ["sign of limits"]


def test_what_cannot_be_asked_of_papers(house: Served) -> None:
    client = house.client()
    for path, status, says in (
        ("/papers/XX-1/3", 404, "No papers are written at 'XX-1'"),
        ("/papers/RD-1/99999", 404, "There is no paper RD-1/99999"),
        ("/papers/RD-1/1", 404, "There is no paper RD-1/1"),
        ("/papers/RD-1/none", 422, ""),
        ("/papers/RD-1/99999/pdf", 404, ""),
        ("/api/papers?sort=napkin", 422, "'napkin' is no sort of paper"),
        ("/api/papers?desk=XX", 404, "No papers are written at"),
        ("/api/papers?day=yesterday", 422, ""),
        ("/books/nothing/rules.pdf", 404, ""),
        ("/books/vic-1997-red-dog/rules.pdf?at=1901-01-01", 404, "says nothing of"),
        ("/keno/forms/napkin.pdf", 422, ""),
        ("/keno/reports.pdf", 401, "Sign in"),
    ):
        answer = client.get(path, headers={"accept": "application/json"})
        assert answer.status_code == status, (path, answer.status_code, answer.text[:200])
        assert says in answer.text, (path, answer.text[:300])


def test_keno_forms_and_reports_print(house: Served) -> None:
    someone, operator = house.someone(), house.staff("casino supervisor", "L. Brandt")
    for path in (
        "/keno/forms/entry.pdf",
        "/keno/forms/way.pdf",
        "/keno/forms/claim.pdf",
        "/books/act-1992-keno/rules.pdf",
    ):
        answer = someone.client.get(path)
        assert answer.status_code == 200 and answer.content.startswith(b"%PDF-"), path
    sold = someone.client.post(
        "/api/keno/orders", json={"key": "papers-sell", "act": "sell", "details": {"numbers": [3, 17], "cents": 200, "games": 2}}
    ).json()  # fmt: skip
    code = sold["paper"]["code"].replace(" ", "")
    for kind in ("form", "ticket"):
        answer = someone.client.get(f"/keno/papers/{code}.pdf", params={"kind": kind})
        assert answer.status_code == 200 and answer.content.startswith(b"%PDF-"), answer.text[:200]
    asked = someone.client.post("/api/keno/orders", json={"key": "papers-rules", "act": "ask for rules"})
    assert asked.status_code == 200, asked.text
    page = someone.client.get("/keno/papers")
    assert "Copy of the rules keno/" in page.text and "Entry form (PDF)" in page.text
    report = operator.client.get("/keno/reports.pdf")
    assert report.status_code == 200 and report.content.startswith(b"%PDF-")
