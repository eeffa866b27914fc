"""Keep: finds what the house keeps of every book as it stands, and writes it into ``figures.json`` of each game.

Everything the verbs and pages ask of a book is asked once; whatever was looked for in ``houseway.figures.kept`` on the way is
what is written. So there is no list of questions, and a game that keeps something new is kept by the same command.

    python -m houseway.lab.keep            what is missing is found, what no book asks for any more goes
    python -m houseway.lab.keep --anew     all of it is found anew
    python -m houseway.lab.keep --check    writes nothing; exit code 3 if anything is missing, not asked for or different
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from houseway import games
from houseway.figures import kept
from houseway.lab.exact import NoAnalysis, Study, analysis, chart, decisions, study, wager_odds
from houseway.lab.sheet import par_sheet
from houseway.lab.simulate import NoKernel, kernels_once

MAKE = "python -m houseway.lab.keep"


def standing(game: str) -> Iterator[Study]:
    """The books of a game as they stand, each with its variants."""
    for book in games.shelf(game).values():
        for variant in (*(() if book.missing else ("",)), *book.variants):
            yield study(book.id + (f"+{variant}" if variant else ""))


def ask(of: Study) -> None:
    """Everything that verbs and pages ask of a book as it stands."""
    try:
        wager_odds(of)
        decisions(of)
        par_sheet(of)
        if analysis(of.book.game).chart is not None:
            for how in ("by totals", "by the cards"):
                chart(of, how)
        kernels_once(of)
    except (NoAnalysis, NoKernel):
        pass


def results(studies: Iterable[Study], anew: bool = False) -> dict[str, dict[str, Any]]:
    """What was looked for, by key, as it is written."""
    found: dict[str, dict[str, Any]] = {}
    for of in studies:
        with kept.recorded(anew) as asked:
            ask(of)
        for question, answer in asked:
            entry = {
                "key": question.key,
                "book": of.edition.book,
                "question": question.name,
                "result": kept.plain(answer),
            }
            found.setdefault(question.key, entry)
    return found


def written(found: dict[str, dict[str, Any]]) -> str:
    """One result to a line."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in found.values())
    return f'{{"schema": "houseway.kept/1", "made_by": "{MAKE}", "results": [\n{lines}\n]}}\n'


def differences(game: str, found: dict[str, dict[str, Any]]) -> list[str]:
    """Where the package has other results than these, in words."""
    shipped = kept.shipped(game)
    said = [
        f"{entry['book']}: {entry['question']} is {'not kept' if key not in shipped else 'kept otherwise than it is found'}"
        for key, entry in found.items()
        if not same(shipped.get(key), entry["result"])
    ]
    stale = len(shipped.keys() - found.keys())
    return said + ([f"{game}: {stale} results that no book asks for"] if stale else [])


def same(one: Any, other: Any) -> bool:
    """Whether two results say the same, in the same order; of charts in double precision, the last digit is the machine's own."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def main(words: list[str]) -> int:
    check, anew = "--check" in words, "--anew" in words
    wanted = [word for word in words if not word.startswith("--")] or list(games.names())
    wrong = []
    for game in wanted:
        found = results(standing(game), anew)
        told = differences(game, found)
        wrong += told
        path: Path = games.folder(game) / kept.SHIPPED
        if not check and (told or path.read_text(encoding="utf-8") != written(found)):
            path.write_text(written(found), encoding="utf-8")
        print(f"{game}: {len(found)} results, {len(told)} {'differ' if check else 'written anew'}", flush=True)
    if check and wrong:
        print("\n".join([*wrong, f"run {MAKE}"]), file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
