"""Time to answer: every verb on every book as it stands, as a person at a terminal waits for it.

Each is a process of its own, asked twice: first with empty caches of its figures and of what is compiled, then warm. Both are
measured in processor time and as a ratio to ``python -c "import numpy, numba"`` measured beside it in the same run: that alone
is half a second on a quiet machine, so two of it are a second. A verb that plays rounds has that work in it; where a million
take longer than that, fewer are played and the cell says how many.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from houseway import games
from houseway.ledger import Post, Transfer, open_ledger

BESIDE = [sys.executable, "-c", "import numpy, numba"]
TITLE = "## Time to answer"
LIMIT = 2.0  # times as long as the imports alone: a second, where they take half of one

ROUNDS = {"stud": "1e5", "pai_gow": "1e5"}  # of games whose rounds are long
MILLION = "1e6"
PLAIN = {
    "rules": ("rules", "{book}"),
    "odds": ("odds", "{book}"),
    "odds --json": ("odds", "{book}", "--json"),
    "odds --par": ("odds", "{book}", "--par", "{folder}/sheet.pdf"),
    "strategy": ("strategy", "{book}"),
    f"simulate {MILLION}": ("simulate", "{book}", "--rounds", "{rounds}", "--seed", "1", "--quiet"),
    "compare": ("compare", "{book}", "{other}"),
    "play": ("play", "{book}"),
}
ONCE = {
    "--help": ("--help",),
    "rules": ("rules",),
    "rules ma-red-dog '6(c)'": ("rules", "ma-red-dog", "6(c)"),
    "rules coverage": ("rules", "coverage"),
    "replay": ("replay", "vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D"),
    "audit": ("audit", "--database", "{folder}/house.db"),
    "scenario": ("scenario", "houseway/games/red_dog/scenarios/vic_1997.toml"),
    "simulate vic-1997-red-dog 1e7": ("simulate", "vic-1997-red-dog", "--rounds", "1e7", "--seed", "1", "--quiet"),
    "simulate act-1992-blackjack 1e7": ("simulate", "act-1992-blackjack", "--rounds", "1e7", "--seed", "1", "--quiet"),
}


def spent(words: list[str]) -> float:
    """Processor seconds of one process; it must not fail."""
    before = os.times()
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    after = os.times()
    assert done.returncode in (0, 130), (words, done.stderr[-400:])
    return after.children_user + after.children_system - before.children_user - before.children_system


def unit() -> float:
    """The imports alone, the lesser of two."""
    return min(spent(BESIDE), spent(BESIDE))


def books() -> list[str]:
    """Every book that can be played, with its variants."""
    return [
        book.id + (f"+{variant}" if variant else "")
        for book in games.library().values()
        for variant in (*(() if book.missing else ("",)), *book.variants)
    ]


def other(book: str) -> str:
    """A book of the same game to compare with: the next one, or itself."""
    game = games.book(book)[0].game
    return next((id for id in books() if id != book and games.book(id)[0].game == game), book)


def rounds(book: str) -> str:
    return ROUNDS.get(games.book(book)[0].game, MILLION) if book else ""


def asked_twice(words: tuple[str, ...], book: str = "", folder: str = "") -> tuple[float, float]:
    """Processor seconds at first use, and warm."""
    given = {"book": book, "other": other(book) if book else "", "folder": folder, "rounds": rounds(book)}
    house = [sys.executable, "-m", "houseway", *(word.format(**given) for word in words)]
    return spent(house), spent(house)


def cell(first: float, warm: float, fewer: str = "") -> str:
    return f"{warm:.2f} ({first:.2f})" + (f" at {fewer}" if fewer else "")


def small_house(path: Path) -> None:
    """A thousand entries to audit."""
    ledger = open_ledger(f"sqlite:///{path}")
    ledger.post([Post("cage", "buy-in", "t", "a", {}, (Transfer("cage", "player:a", 10**6, "buy-in"),))]).result()
    held = Transfer("player:a", "held:T", 1, "hold")
    ledger.post([Post("T", "placed", "t", "a", {"n": n}, (held,)) for n in range(1000)]).result()
    ledger.close()


def page(only: Sequence[str] = ()) -> list[str]:
    """The tables, each cell the ratio to the imports measured beside it."""
    began = time.perf_counter()
    above: list[str] = []
    command = " ".join(("python -m bench answers", *only))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = str(Path(folder) / "cache")
        os.environ["NUMBA_CACHE_DIR"] = str(Path(folder) / "numba")
        lines = [
            "", TITLE, "",
            f"`{command}` on {date.today().isoformat()}, load average {os.getloadavg()[2]:.1f}: processor time of every verb "
            f"on {'these books' if only else 'every book'} as they stand, warm and (in brackets) at first use with empty caches, "
            f'as a ratio to `python -c "import numpy, numba"` ({unit():.2f} s here, about half a second on a quiet machine; so '
            f"{LIMIT} is a second). The rounds that are played are in the simulations: a million, or as many as the cell says. "
            "Books of one game share what is compiled, so that only the first of them compiles.", "",
            "| book | " + " | ".join(PLAIN) + " |", "|---|" + "---|" * len(PLAIN),
        ]  # fmt: skip
        for book in only or books():
            beside = unit()  # anew for each row: what else the machine does changes
            cells = []
            for name, words in PLAIN.items():
                first, warm = (seconds / beside for seconds in asked_twice(words, book, folder))
                fewer = rounds(book) if words[0] == "simulate" and rounds(book) != MILLION else ""
                cells.append(cell(first, warm, fewer))
                if warm > LIMIT:
                    above.append(f"`{name}` on `{book}` {warm:.2f}")
            print(book, *cells, file=sys.stderr, flush=True)
            lines.append(f"| `{book}` | " + " | ".join(cells) + " |")
        lines += ["", "| verb | ratio |", "|---|---|"]
        small_house(Path(folder) / "house.db")
        beside = unit()
        for name, words in ONCE.items():
            first, warm = (seconds / beside for seconds in asked_twice(words, folder=folder))
            lines.append(f"| `{name}` | {cell(first, warm)} |")
            if warm > LIMIT:
                above.append(f"`{name}` {warm:.2f}")
    told = f"Above {LIMIT} when warm: {', '.join(above)}." if above else f"No verb is above {LIMIT} when warm."
    lines += ["", f"{told} Measured in {time.perf_counter() - began:.0f} s."]
    return lines


def written_into(text: str, lines: Sequence[str]) -> str:
    """The page of benchmarks with these tables in place of those it had; they are its last part."""
    return text.partition(f"\n{TITLE}\n")[0].rstrip("\n") + "\n" + "\n".join(lines) + "\n"
