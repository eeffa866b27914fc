"""Documentation: every link leads somewhere, every command can be typed, and the house serves what ``make docs`` builds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from docs.site import building, law, reference, staged
from houseway import games, replay
from houseway.cli.app import app
from houseway.cli.verbs import verbs
from houseway.law.standing import standing
from houseway.web import documentation
from tests.web.served import Served
from tests.web.test_api import problem

PAGES = staged.written()
NAMES = [str(page) for page in PAGES]
VERBS = verbs(app)
BOOK, DAY = "ma-red-dog", datetime(2026, 11, 17)
FRONTS = ("index", f"{law.WHERE}/index", f"{reference.WHERE}/index", "sheets/index")
SHOWN = (f"{law.WHERE}/{BOOK}", f"{reference.WHERE}/replay", "architecture")
DRAWINGS = (staged.ROOT / "docs/architecture.md").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", (staged.ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def commands(text: str) -> Iterator[str]:
    """Every command that a page shows, in a fence or within a line, with what continues it."""
    whole = text.replace("\\\n", " ")
    for line in whole.splitlines():
        if found := re.match(r"\$? ?((?:[A-Z_]+=\S+ )*(?:houseway|make|pytest|python -m) .+)", line):
            yield found[1]
        for inline in re.findall(r"`((?:houseway|make|pytest|python -m) [^`]+)`", line):
            yield inline.replace("\\|", "|")  # as a table writes it


def complaint(words: list[str]) -> str | None:
    """What is wrong with a command as a page shows it; places for a word, such as BOOK or …, are left as they are."""
    match words:
        case ["make", *targets]:
            return next((f"make has no {one}" for one in targets if one.isalpha() and one not in TARGETS), None)
        case ["python", "-m", module, *_]:
            return None if find_spec(module) else f"there is no module {module}"
        case ["pytest", *options]:
            named = [one.partition("::")[0] for one in options if "/" in one and " " not in one]
            return next((f"there is no {one}" for one in named if not (staged.ROOT / one).exists()), None)
        case ["houseway", *rest]:
            return _verb(rest)
    return None


def _verb(words: list[str]) -> str | None:
    at: Any = VERBS
    known = {name for one in at.params for name in one.opts}
    for word in words:
        if word in getattr(at, "commands", ()):
            at = at.commands[word]
            known |= {name for one in at.params for name in (*one.opts, *one.secondary_opts)}
        elif re.match(r"--[a-z]", word) and word.partition("=")[0] not in {*known, "--help"}:
            return f"{at.name} has no {word}"
    return f"houseway has no verb {words[0]}" if at is VERBS and words[0].isalpha() else None


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_of_a_page_leads_somewhere(page: PurePosixPath) -> None:
    assert staged.broken(page) == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_command_of_a_page_can_be_typed(page: PurePosixPath) -> None:
    for line in commands(staged.text_of(page)):
        assert complaint(shlex.split(line, comments=True)) is None, line


def test_a_link_and_a_command_that_lead_nowhere_are_found() -> None:
    here = PurePosixPath("docs", "odds.md")
    assert [link.target for link in staged.links(here, "[a](no-such.md) ![b](../README.md#games)")] == [
        PurePosixPath("docs/no-such.md"),
        PurePosixPath("README.md"),
    ]
    assert not (staged.ROOT / "docs/no-such.md").exists()
    for line in (
        "houseway bet 5",
        "houseway odds BOOK --luck",
        "make money",
        "python -m bench.money",
        "pytest tests/test_money_tree.py",
    ):
        assert complaint(shlex.split(line)), line
    assert complaint(["houseway", "staff", "add", "…", "--role", "dealer"]) is None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One page of every kind, as Sphinx builds them."""
    folder = tmp_path_factory.mktemp("site")
    texts = {name: f"# {name}\n" for name in FRONTS}
    texts[f"{law.WHERE}/{BOOK}"] = law.book_page(games.library()[BOOK], DAY)
    texts |= {name: text for name, text in reference.pages() if name == f"{reference.WHERE}/replay"}
    texts["architecture"] = re.sub(r"\]\([^)]+\)", "](index.md)", DRAWINGS)
    building.stage(folder / "pages", [(name, building.turned(name, text)) for name, text in texts.items()], {})
    building.sphinx(folder / "pages", folder / "site")
    return folder / "site"


@pytest.mark.long
def test_pages_show_the_law_the_reference_and_drawings(site: Path) -> None:
    book, replayed, drawn = ((site / f"{name}.html").read_text(encoding="utf-8") for name in SHOWN)
    assert book.count('class="law"') == sum(1 for _ in standing(games.library()[BOOK], DAY))
    for name in replay.__all__:
        assert f'id="houseway.replay.{name}"' in replayed
    assert drawn.count('<svg class="drawing"') == DRAWINGS.count("```mermaid") > 0
    assert "architecture" in (site / "searchindex.js").read_text(encoding="utf-8")


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    texts = {name: f"# {name}\n\n[there](nowhere.md)\n" for name in FRONTS}
    building.stage(tmp_path / "pages", texts.items(), {})
    with pytest.raises(building.Unbuilt, match="nowhere"):
        building.sphinx(tmp_path / "pages", tmp_path / "site")


def test_the_house_serves_what_was_built_and_says_where_nothing_was(
    house: Served, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = house.client(follow_redirects=True)
    monkeypatch.setattr(documentation, "SITE", tmp_path)
    assert "make docs" in client.get("/docs").text, "where nothing is built, it says how, and shows the API"
    problem(client.get("/docs/odds.html"), 404, "unknown")
    monkeypatch.setattr(documentation, "SITE", site)
    front = client.get("/docs")
    assert (
        front.url.path == "/docs/"
        and "Search" in front.text
        and "unsafe" not in front.headers["content-security-policy"]
    )
    for path in ("search.html", "searchindex.js", "_static/palette.css", *(f"{name}.html" for name in SHOWN)):
        answer = client.get(f"/docs/{path}")
        assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache", path
        assert not re.search(r"<script(?![^>]* src=)|style=", answer.text if path.endswith("html") else ""), path
    for path in ("nowhere.html", "../app.py", "%2e%2e/app.py", "_static"):
        problem(client.get(f"/docs/{path}"), 404, "unknown")
