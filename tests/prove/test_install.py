"""``pip install "houseway[extra]"``: every verb with each extra, and the house in a browser with ``serve`` alone."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from houseway import games
from tests.environments import environment, run, start
from tests.verbs import verbs_work
from tests.waiting import END

EXTRAS = ("lab", "pdf", "plot", "data", "cluster", "rl", "postgres", "serve", "all")
EACH = ("pdf", "plot", "data", "cluster", "rl", "postgres", "serve")
LEARN = """
from houseway.lab import learning
print(learning.environment("act-1992-blackjack").reset(seed=1))
learning.table("act-1992-blackjack").reset(seed=1)
"""
WALK = """
import importlib, pkgutil, houseway
names = [module.name for module in pkgutil.walk_packages(houseway.__path__, "houseway.") if not module.name.endswith("__main__")]
for name in names:
    importlib.import_module(name)
print(len(names), "modules")
"""


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_verb_with_each_extra(extra: str, tmp_path: Path) -> None:
    environment(extra)
    has = {"all": EACH, "lab": ()}.get(extra, (extra,))
    verbs_work(tmp_path, *has)
    learned = run("python", "-c", LEARN, where=tmp_path)
    assert (learned.returncode == 0) == ("rl" in has), learned.stderr
    if "rl" not in has:
        assert learned.stderr.endswith("needs houseway[rl]: pip install 'houseway[rl]'\n")
    if extra == "all":
        walked = run("python", "-c", WALK, where=tmp_path)
        assert walked.returncode == 0 and walked.stdout.endswith("modules\n"), walked.stderr


@pytest.mark.parametrize("book", ["act-1992-blackjack", "act-1992-canberra-poker", "vic-1999-caribbean-stud"])
def test_the_games_that_need_compiled_sums_are_valued_without_extras(book: str, tmp_path: Path) -> None:
    environment()
    for verb in ("odds", "strategy"):
        done = run("houseway", verb, book, where=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "%" in done.stdout


def test_the_house_opens_with_serve_alone_and_shows_its_pages(tmp_path: Path) -> None:
    environment("serve")
    with start("houseway", "serve", "--port", "0", where=tmp_path) as house:
        assert house.stderr is not None
        line = next(said for said in house.stderr if "The house is open at" in said)
        address = re.search(r"http://\S+", line)[0]
        pages = ["/", "/books", "/train", "/docs", "/api", "/openapi.json", "/health"]
        pages += [f"/odds/{book}" for book in games.library()]
        failed = {page: code for page in pages if (code := _asked(address + page)) >= 500}
        house.terminate()
        assert house.wait(END) in (0, -15)
    assert failed == {}


def _asked(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=END) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code
