"""Sitting at the terminal: an exact session, told in a table and drawn."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, print_json, table
from houseway.cli.simulating import rounds_of
from houseway.lab import sessions
from houseway.lab.bankroll import SHARES, drawable, plotting
from houseway.lab.exact import Study


def session(
    of: Study, bankroll: str, rounds: str, goal: str, stop_loss: str, wager: str, play: str, plot: Path | None, json: bool
) -> None:  # fmt: skip
    count = None if rounds == "forever" else rounds_of(rounds)
    if plot is not None:  # what is missing is said now
        drawable(plot)
        plotting()
    if bankroll == "unlimited":
        _without_barriers(of, count, bool(goal or stop_loss), wager, play, plot, json)
        return
    sat = sessions.session(of, bankroll, count, goal or None, stop_loss or None, wager, play)
    if plot is not None:
        try:
            sessions.plot(sat, plot)
        except OSError as wrong:
            raise BadUsage(str(wrong)) from None
    if json:
        print_json(
            {"book": of.edition.book, "edition": of.edition.digest, "set": dict(of.edition.studied), **sat.document()}
        )
        return
    until = "until it ends" if count is None else f"{count:,} rounds"
    print(bold(sat.title) + dim(f"   {until} from {float(sat.start):g} units"))
    rows: list[tuple[str, Any]] = [("ruined, less than a unit left", sat.ruin)]
    if sat.stop is not None:
        rows.append((f"stopped by the loss, {float(sat.stop):g} or less left", sat.stopped))
    if sat.goal is not None:
        rows.append((f"reached the goal of {float(sat.goal):g}", sat.reached))
    rows.append(("ended ahead", sat.ahead))
    table(
        ("a session", "chance", "exactly"),
        [(name, _chance(chance), _exactly(chance)) for name, chance in rows],
        right=(1,),
    )
    ends = ", ".join(f"{value:g}" for value in sat.quantiles)
    print(f"Mean length {float(sat.length):,.2f} rounds; left in the mean {float(sat.mean):,.4f} units,")
    print(f"by 5, 25, 50, 75 and 95 %: {ends}.")
    print(dim(f"{sat.method[:1].upper()}{sat.method[1:]}."))


def _without_barriers(
    of: Study, count: int | None, barred: bool, wager: str, play: str, plot: Path | None, json: bool
) -> None:
    """What many rounds bring together, nobody stopping."""
    if count is None or barred:
        raise BadUsage("an unlimited bankroll knows no end but a number of rounds: no goal, no stop-loss, not forever")
    played, law = sessions.law_of(of, wager, play)
    found, title = sessions.sum_law(law, count), f"{of.title}: {played}"
    if plot is not None:
        try:
            sessions.sum_figure(found, title).savefig(plot)
        except OSError as wrong:
            raise BadUsage(str(wrong)) from None
    if json:
        print_json(
            {**found.document(), "book": of.edition.book, "edition": of.edition.digest, "set": dict(of.edition.studied)}
        )
        return
    print(bold(title) + dim(f"   {count:,} rounds, nobody stops"))
    print(f"Ahead {found.ahead:.4%}; {float(law.expectation * count):+,.2f} units in the mean, deviation "
          f"{law.deviation * count**0.5:,.2f}.")  # fmt: skip
    table(("no more than", "chance"), [(f"{float(found.quantile(s)):+,g}", f"{s:.0%}") for s in SHARES], right=(0, 1))
    print(dim(f"By a Fourier transform; all chances together are off by no more than {found.error:.1g}."))


def _chance(chance: Any) -> str:
    return f"{float(chance):.4%}" if not chance or float(chance) > 1e-5 else f"{float(chance):.3e}"


def _exactly(chance: Any) -> str:
    text = str(chance) if isinstance(chance, Fraction) else ""
    return text if len(text) < 60 else ""
