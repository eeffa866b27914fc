"""What if, as a page: controls for what moves figures, and figures for whatever they are set to."""

from __future__ import annotations

from tests.web.served import Served

RED_DOG = "vic-1997-red-dog"


def test_figures_follow_the_provisions(house: Served) -> None:
    anna = house.someone().client
    page = anna.get(f"/odds/{RED_DOG}/what-if").text
    assert 'data-name="spread_pays.1"' in page and "general." not in page and "Not shown at tables" in page
    law = anna.get(f"/odds/{RED_DOG}/what-if.json").json()
    assert law["schema"] == "houseway.whatif/1" and not any(row["moves"] for row in law["wagers"])
    changed = anna.get(
        f"/odds/{RED_DOG}/what-if.json", params={"set": ["spread_pays.1=6 to 1", "dealing.decks=8"]}
    ).json()
    first = changed["wagers"][0]
    assert changed["figures"] == "exact" and changed["chart"].startswith("<svg")
    assert (first["before"]["edge_percent"], first["after"]["edge_percent"]) == (2.7509, 1.7423)
    for wrong, status in (
        ("spread_pays.1=6", 422),
        ("nothing=1", 422),
        ("dealing.decks", 422),
        ("dealing.decks=0", 422),
    ):
        said = anna.get(f"/odds/{RED_DOG}/what-if.json", params={"set": wrong})
        assert said.status_code == status and said.headers["content-type"].startswith("application/problem+json"), wrong
    assert anna.get("/odds/red-cat/what-if").status_code == 404
