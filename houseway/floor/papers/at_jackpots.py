"""At the jackpots' desk: the approval that an arrangement has, and the adjustment of a meter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway import games
from houseway.floor.papers.paper import ENTRY, Lines, Paper, write_paper
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import Post
from houseway.money import Cents, show, show_net

if TYPE_CHECKING:
    from houseway.floor.jackpots import Opened


def approval(entry: Post, opened: Opened) -> Post:
    """The approval that two people put on record, to go there with what it is for."""
    jackpot = opened.jackpot
    lines: Lines = (
        ("Jackpot", f"{opened.title} ({jackpot.name})"), ("Approved as", opened.approval),
        ("A wager costs", show(jackpot.price)), ("Of every hundred to the meter", str(jackpot.to_meter)),
        ("To the reserve", str(jackpot.to_reserve)), ("The meter begins from", show(jackpot.reseed)),
        ("Asked for by", opened.asked_by), ("Signed by", opened.signed_by),
    )  # fmt: skip
    says = ("Every table that offers this jackpot has these figures and no others.",)
    return _filed(entry, Paper("approval of a jackpot", _asked_for(), "", lines, says))


def adjustment(entry: Post, name: str, cents: Cents, reason: str, asked_by: str, signed_by: str) -> Post:
    lines: Lines = (
        ("Jackpot", name), ("The meter changes by", show_net(cents)), ("Reason", reason), ("Asked for by", asked_by),
        ("Signed by", signed_by),
    )  # fmt: skip
    return _filed(entry, Paper("adjustment of a meter", NO_CLAUSE, "", lines, ()))


def _asked_for() -> Basis:
    """What the books that know a jackpot say of its approval."""
    by = NO_CLAUSE
    for book in games.library().values():
        by = by + (NO_CLAUSE if book.missing else book.as_commenced().basis_of("jackpot.approved"))
    return by


def _filed(entry: Post, paper: Paper) -> Post:
    return Post(entry.stream, ENTRY, entry.at, entry.by, write_paper(paper))
