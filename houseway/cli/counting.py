"""Counting at the terminal: effects of removal, and what a system earns through shoes."""

from __future__ import annotations

from pathlib import Path

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, print_json, table
from houseway.cli.simulating import rounds_of
from houseway.lab import counting
from houseway.lab.exact import Study


def count(
    of: Study, file: Path | None, wager: str, penetration: float, rounds: str, seed: int, exactly: bool, json: bool
) -> None:
    if seed < 0:
        raise BadUsage(f"--seed takes a whole number from 0, not {seed}")
    played = rounds_of(rounds)
    by = None if file is None else counting.system(file)
    removed = counting.removal(of, wager, exactly)
    earned = None if by is None else counting.earns(of, by, penetration, played, seed, wager)
    if json:
        print_json(
            {
                "schema": "houseway.removal/1", "book": of.edition.book, "edition": of.edition.digest,
                "set": dict(of.edition.studied), "wager": removed.wager, "expectation": str(removed.value),
                "exact": not removed.double, "effects": {rank: str(effect) for rank, effect in removed.effects.items()},
                **({} if earned is None or by is None else
                   {"system": earned.document(), "correlation": by.correlation(removed)}),
            }
        )  # fmt: skip
        return
    print(bold(of.title) + dim(f"   {removed.wager}, {float(removed.value):+.6f} from this shoe"))
    table(
        ("one card less", "worth to the player"),
        [(rank, f"{float(effect):+.5%}") for rank, effect in removed.effects.items()],
        right=(1,),
    )
    print(
        dim(
            "In double precision; --exactly waits for fractions."
            if removed.double
            else "Exact; --json has the fractions."
        )
    )
    if earned is None or by is None:
        return
    print(bold(f"\n{by.name}") + dim(f"   penetration {penetration:.0%}, correlation {by.correlation(removed):.4f}"))
    print(
        f"{earned.units:+.5f} ± {earned.error:.5f} units a round, {earned.wagered:.4f} wagered, deviation {earned.deviation:.4f}."
    )
    rows = [
        (str(one.count), f"{one.share:.3%}", f"{one.advantage:+.3%}", f"{one.error:.3%}")
        for one in earned.buckets
        if one.share >= 0.0005
    ]
    table(("true count from", "of rounds", "advantage", "standard error"), rows, right=(0, 1, 2, 3))
    print(dim(f"{earned.method[:1].upper()}{earned.method[1:]}."))
