"""Paper: what one holds, what sorts there are, and who may read each."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from houseway.floor.people import SUPERVISORS, Person
from houseway.forms import Doc, read, write
from houseway.law.clause import Basis
from houseway.law.roles import REGULATING, STAFF
from houseway.values import value

ENTRY = "paper"  # the kind of its entry


class Reader(enum.Enum):
    """Whom a paper is for, beside the staff who run the game and the inspectors."""

    EVERYBODY = "everybody"  # it hangs at the table
    PERSON = "the person it names"
    STAFF = "staff"
    SECRET = "supervisors, and the person it names"


@dataclass(frozen=True)
class Sort:
    """A sort of paper: what it is called, whom it is for, the provisions that call for it, and who signs it."""

    name: str
    reader: Reader
    rests_on: tuple[str, ...]
    signed: tuple[str, ...] = ()  # lines at its foot, in words
    whole: bool = False  # what calls for it asks for this paper, and for nothing that could be another


Lines: TypeAlias = tuple[tuple[str, str], ...]


@value
class Paper:
    sort: str
    by: Basis
    to: str  # a person, or roles; "" where it is for nobody in particular
    lines: Lines  # what is filled in, each with its label
    says: tuple[str, ...]  # what stands there in sentences
    round: int = 0
    edition: str = ""  # the digest of the law it was written by

    @property
    def title(self) -> str:
        return self.sort[:1].upper() + self.sort[1:]

    @property
    def words(self) -> str:
        """In one line, as a worked case names it: ``exclusion notice, for P1: Ground cheating (10.2.2)``."""
        told = "; ".join(f"{label} {said}" for label, said in self.lines)
        whom = f", for {self.to}" if self.to else ""
        cited = f" ({', '.join(clause.number for clause in self.by.clauses)})" if self.by.clauses else ""
        return f"{self.sort}{whom}{f': {told}' if told else ''}{cited}"


def write_paper(paper: Paper) -> dict[str, Doc]:
    doc: dict[str, Doc] = write(paper)
    return doc


def read_paper(doc: Doc) -> Paper:
    paper: Paper = read(Paper, doc, ENTRY)
    return paper


def _sorts(*each: Sort) -> dict[str, Sort]:
    return {sort.name: sort for sort in each}


_SUPERVISOR, _PLAYER = "Supervisor", "Player"

SORTS: dict[str, Sort] = _sorts(
    # what hangs at a table
    Sort("sign of limits", Reader.EVERYBODY,
         ("general.limits", "general.units", "jackpot.price", "settling.most_won_shown", "bonanza.limits"), whole=True),
    Sort("notice of a new minimum", Reader.EVERYBODY, ("general.higher_minimum",)),
    Sort("notice of closing", Reader.EVERYBODY, ("general.closing",)),
    Sort("notice of other odds", Reader.EVERYBODY, ("better_odds",)),
    Sort("marker", Reader.EVERYBODY, ("general.higher_limit",)),
    Sort("notice of a change of law", Reader.EVERYBODY, ()),
    Sort("tournament conditions", Reader.EVERYBODY, ("tournament.approval", "competition.approval"),
         ("Tournament director", "Entrant")),
    # what a player is given
    Sort("copy of the rules", Reader.PERSON, ("general.rules_copy",)),
    Sort("advice", Reader.PERSON, ("general.below_minimum", "general.idle_seat")),
    Sort("warning", Reader.PERSON, ("general.exclude",), (_SUPERVISOR,)),
    Sort("exclusion notice", Reader.PERSON, ("general.exclude",), (_SUPERVISOR,)),
    Sort("readmission", Reader.PERSON, ("general.exclude",), (_SUPERVISOR,)),
    Sort("receipt for winnings held back", Reader.PERSON, ("general.hold_winnings",), (_SUPERVISOR,)),
    Sort("end of holding back", Reader.PERSON, ("general.hold_winnings",), (_SUPERVISOR,)),
    Sort("call for a box", Reader.PERSON, ()),
    Sort("complaint", Reader.PERSON, ("general.complaint",), ("Complainant", "Taken by")),
    Sort("decision on a complaint", Reader.PERSON, ("general.dispute",), ("Decided by",)),
    Sort("request for a review", Reader.PERSON, ("general.dispute",), ("Asked for by",)),
    Sort("review", Reader.PERSON, ("general.dispute",), ("Inspector",)),
    Sort("ruling", Reader.PERSON, ("general.void_wagers", "general.disorder", "general.fraud"), (_SUPERVISOR,)),
    Sort("jackpot slip", Reader.PERSON, ("jackpot.prizes", "jackpot.register"), ("Dealer", _SUPERVISOR, _PLAYER)),
    Sort("hand-pay slip", Reader.PERSON, (), ("Paid by", "Signed by", _PLAYER)),
    Sort("error notification", Reader.PERSON, ("jackpot.returned",), ("Dealer", _SUPERVISOR)),
    Sort("secret wager form", Reader.SECRET, ("secret.form",), (_PLAYER, "Game supervisor")),
    # what staff write for each other and for the inspector
    Sort("notification", Reader.STAFF, ()),
    Sort("request", Reader.STAFF, ()),
    Sort("authorisation", Reader.STAFF, (), ("Allowed by",)),
    Sort("refusal of a request", Reader.STAFF, (), ("Declined by",)),
    Sort("incident report", Reader.STAFF, (), ("Reported by", _SUPERVISOR)),
    Sort("fault report", Reader.STAFF,
         ("faults.system_early", "faults.terminal_early", "faults.system_late", "faults.terminal_late"),
         ("Dealer", _SUPERVISOR)),
    Sort("correction", Reader.STAFF, ("general.dispute",), ("Asked for by", "Signed by")),
    Sort("recalculation", Reader.STAFF, ("faults.recalculate",), ("Asked for by", "Signed by")),
    Sort("check of cards", Reader.STAFF, ("dealing.checked",), ("Dealer",)),
    Sort("check of tiles", Reader.STAFF, ("tiles.checked", "tiles.put_away"), ("Game supervisor",)),
    Sort("procedure on record", Reader.STAFF, ()),
    Sort("substitution", Reader.STAFF, ("competition.substitutes",), ("Tournament director",)),
    Sort("record of closing", Reader.STAFF, ("general.closing",), (_SUPERVISOR,)),
    # at the keno computer
    Sort("claim form", Reader.STAFF, ("desk.lost", "desk.accessible", "desk.still_owned"), ("Claimant",)),
    Sort("decision on a claim", Reader.STAFF, ("desk.lost", "desk.by_cheque"), ("Inspector",)),
    Sort("cancellation slip", Reader.STAFF, ("desk.cancel", "desk.cancel_rest"), ("Keno writer",)),
    Sort("cheque slip", Reader.STAFF, ("desk.cash", "desk.by_cheque"), ("Keno supervisor", "Received by")),
    Sort("record of a draw", Reader.EVERYBODY, ("draws.record", "draws.watched")),
    Sort("attestation", Reader.STAFF, ("draws.broken", "draws.spill"), ("Inspector",)),
    Sort("approval", Reader.EVERYBODY, ("kinds.bonus", "schedules.special_3", "desk.unclaimed")),
    Sort("list of unclaimed prizes", Reader.STAFF, ("desk.unclaimed", "desk.still_owned")),
    # at a tournament's desk
    Sort("entry receipt", Reader.PERSON, ()),
    Sort("refund of an entry", Reader.PERSON, ()),
    Sort("signed conditions", Reader.PERSON, ("competition.signed",), ("Entrant",)),
    Sort("notice of another start", Reader.EVERYBODY, ("competition.starting_time",)),
    Sort("notice of cancellation", Reader.EVERYBODY, ()),
    Sort("list of places", Reader.EVERYBODY, ()),
    Sort("prize slip", Reader.PERSON, (), ("Paid by", "Received by")),
    # jackpots
    Sort("approval of a jackpot", Reader.EVERYBODY, ("jackpot.approved", "jackpot.pools"), ("Asked for by", "Signed by")),
    Sort("adjustment of a meter", Reader.STAFF, (), ("Asked for by", "Signed by")),
)  # fmt: skip

READ_SECRETS = (*SUPERVISORS, "keno supervisor", *REGULATING)


def may_read(paper: Paper, who: Person | None) -> bool:
    """Whether somebody may read a paper: everybody what hangs at the table, a person their own, staff what is theirs."""
    reader = SORTS[paper.sort].reader
    if reader is Reader.EVERYBODY:
        return True
    if who is None:
        return False
    if who.role in STAFF:
        return reader is not Reader.SECRET or who.role in READ_SECRETS
    return reader in (Reader.PERSON, Reader.SECRET) and paper.to == who.name
