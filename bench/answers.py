"""Time to answer: every verb on every book as it stands, as a person at a terminal waits for it.

Each is a process of its own, asked twice, of which the second is warm, and measured in processor time and as a ratio to
``python -c "import numpy, numba"`` measured beside it in the same run: that alone is half a second on a quiet machine, so two
of it are a second. A verb that plays a million rounds has that work in it.
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
TRIES = 2
LIMIT = 2.0  # times as long as the imports alone: a second, where they take half of one

ROUNDS = "1e6"
PLAIN = {
    "rules": ("rules", "{book}"),
    "odds": ("odds", "{book}"),
    "odds --json": ("odds", "{book}", "--json"),
    "odds --par": ("odds", "{book}", "--par", "{folder}/sheet.pdf"),
    "strategy": ("strategy", "{book}"),
    f"simulate {ROUNDS}": ("simulate", "{book}", "--rounds", ROUNDS, "--seed", "1", "--quiet"),
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
    """Processor seconds of one process, least of some; it must not fail."""
    best = float("inf")
    for _ in range(TRIES):
        before = os.times()
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        after = os.times()
        assert done.returncode in (0, 130), (words, done.stderr[-400:])
        best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
    return best


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


def warm(words: tuple[str, ...], book: str = "", folder: str = "") -> float:
    house = [
        sys.executable,
        "-m",
        "houseway",
        *(w.format(book=book, other=other(book) if book else "", folder=folder) for w in words),
    ]
    return spent(house)


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
    worst, command = 0.0, " ".join(("python -m bench answers", *only))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOUSEWAY_CACHE"] = str(Path(folder) / "cache")
        unit = spent(BESIDE)
        lines = [
            "", "## Time to answer", "",
            f"`{command}` on {date.today().isoformat()}, load average {os.getloadavg()[2]:.1f}: processor time of every verb "
            f"on {'these books' if only else 'every book'} as they stand, warm, as a ratio to `python -c "
            f'"import numpy, numba"` ({unit:.2f} s here, about half a second on a quiet machine; so 2.0 is a second). A million '
            "rounds are in the simulations.", "",
            "| book | " + " | ".join(PLAIN) + " |", "|---|" + "---|" * len(PLAIN),
        ]  # fmt: skip
        for book in only or books():
            unit = spent(BESIDE)  # anew for each row: what else the machine does changes
            ratios = [warm(words, book, folder) / unit for words in PLAIN.values()]
            worst = max(worst, *ratios)
            print(f"{book} {' '.join(f'{ratio:.2f}' for ratio in ratios)}", file=sys.stderr, flush=True)
            lines.append(f"| `{book}` | " + " | ".join(f"{ratio:.2f}" for ratio in ratios) + " |")
        lines += ["", "| verb | ratio |", "|---|---|"]
        small_house(Path(folder) / "house.db")
        unit = spent(BESIDE)
        for name, words in ONCE.items():
            lines.append(f"| `{name}` | {warm(words, folder=folder) / unit:.2f} |")
    lines += [
        "",
        f"The slowest verb on a book takes {worst:.2f}; not above {LIMIT}. Measured in {time.perf_counter() - began:.0f} s.",
    ]
    return lines
