"""At tables: which papers an act writes. What it changed is looked at entry by entry, what happened by it event by event.

A writer is given the table, the draft and the entry's body or the event, and gives the paper, or None where this one calls for
none. What is found here is put on record by ``written`` together with the act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

from houseway.floor import authority
from houseway.floor.papers.paper import ENTRY, Lines, Paper, write_paper
from houseway.floor.was_and_is import brought_words, in_words
from houseway.forms import Doc
from houseway.law.clause import NO_CLAUSE, Basis, Clause
from houseway.law.moments import moment_words
from houseway.law.roles import listed
from houseway.money import Cents, show, show_net
from houseway.play.events import Advised, Event, LawChanged, Settled, ToldOfSeat, WentWrong
from houseway.play.jackpot import Awarded, EntryReturned
from houseway.play.wagers import Limits, Sign

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table

Body: TypeAlias = dict[str, Doc]
OfEntry: TypeAlias = "Callable[[Table, Draft, Body], Paper | None]"
OfEvent: TypeAlias = "Callable[[Table, Draft, Event], Paper | None]"

MOST_REMEDIES = 6  # of what was done about an irregularity, told on its report


def write_papers(table: Table, draft: Draft) -> None:
    """Adds every paper that a draft calls for, its own and those at tables beside it."""
    for paper in list(_of(table, draft)):
        draft.note(ENTRY, **write_paper(paper))
    for other in draft.beside:
        write_papers(other.table, other)


def _of(table: Table, draft: Draft) -> Iterator[Paper]:
    sign_told = False
    for kind, body, _ in draft.entries:
        writer = _ENTRIES.get(kind)
        paper = None if writer is None or (writer is _sign and sign_told) else writer(table, draft, body)
        sign_told = sign_told or (paper is not None and writer is _sign)
        if paper is not None:
            yield paper
    before = list(draft.taken_back)  # where a round is told again, what was told alike has its papers
    for event in draft.events:
        if event in before:
            before.remove(event)
            continue
        found = _writer(type(event))(table, draft, event)
        if found is not None:
            yield found


def _writer(kind: type[Event]) -> OfEvent:
    """Who writes the paper of an event: of its kind, or of what it is a kind of."""
    if kind not in _writers:
        _writers[kind] = next((_EVENTS[one] for one in kind.__mro__ if one in _EVENTS), _checked)
    return _writers[kind]


_writers: dict[type[Event], OfEvent] = {}


def _paper(
    table: Table, draft: Draft, sort: str, by: Basis, lines: Lines = (), says: tuple[str, ...] = (), to: str = ""
) -> Paper:
    law = draft.state.law
    kept = tuple((label, said) for label, said in lines if said)
    return Paper(sort, by, to, kept, says, draft.state.round, law.digest if law is not None else "")


def _by(table: Table, draft: Draft, *provisions: str) -> Basis:
    """What some provisions rest on, in the law that the table is left with."""
    edition, by = table.edition_of(draft.state), NO_CLAUSE
    for name in provisions:
        by = by + edition.basis_of(name)
    return by


def _moment(text: str) -> str:
    return moment_words(datetime.fromisoformat(text))


# What hangs at the table


def _sign(table: Table, draft: Draft, body: Body) -> Paper:
    sign = draft.state.sign
    by = _by(table, draft, "general.limits", "general.units")
    if sign.jackpot is not None:
        by = by + _by(table, draft, "jackpot.price")
    if sign.most_won is not None:
        by = by + _by(table, draft, "settling.most_won_shown")
    if sign.kinds:
        by = by + _by(table, draft, "bonanza.limits")
    shown = tuple(
        (name.rpartition(".")[2].replace("_", " ").capitalize(), str(value))
        for name, value in draft.state.policies.items()
        if authority.told_of_policy(table.edition_of(draft.state), name)
    )
    return _paper(table, draft, "sign of limits", by, (*sign_lines(sign), *shown))


def sign_lines(sign: Sign) -> Lines:
    """What the sign at a table reads, line by line."""
    lines = [("Wagers", _limits(sign.limits)), *((kind.capitalize(), _limits(own)) for kind, own in sign.kinds.items())]
    if sign.multiples_notice or sign.units_required:
        lines.append(("Multiples", "wagers are made in multiples of the minimum"))
    elif sign.units_required is False:
        lines.append(("Multiples", "wagers need not be multiples of the minimum"))
    if sign.players_per_area > 1:
        lines.append(("Players to an area", f"up to {sign.players_per_area}"))
    if sign.aggregate:
        lines.append(("All wagers together", f"at least {show(sign.aggregate)}"))
    if sign.most_won is not None:
        lines.append(("Most that a wager is paid", show(sign.most_won)))
    if sign.differential is not None:
        lines.append(("Two sides differ by", f"at most {show(sign.differential)}"))
    if sign.jackpot is not None:
        lines.append(("Jackpot", f"{sign.jackpot.name}, a wager costs {show(sign.jackpot.price)}"))
    if sign.odds:
        lines.append(("Odds", ", ".join(f"{name} pays {odds}" for name, odds in sign.odds.items())))
    if sign.late_entry:
        lines.append(("Who comes late", f"is held to the {' and the '.join(sign.late_entry)}"))
    return tuple(lines)


def _limits(limits: Limits) -> str:
    top = f" to {show(limits.maximum)}" if limits.maximum is not None else ", no maximum stated"
    unit = f", in steps of {show(limits.unit)}" if limits.unit else ""
    return f"{show(limits.minimum)}{top}{unit}"


def _new_minimum(table: Table, draft: Draft, body: Body) -> Paper:
    notice = table.general.higher_minimum
    since, minutes = datetime.fromisoformat(body["since"]), notice.value.minutes
    lines: Lines = (
        ("New minimum", show(int(body["what"]))),
        ("Shown since", moment_words(since)),
        ("Holds at the earliest", moment_words(since + timedelta(minutes=minutes)) if minutes else ""),
    )
    return _paper(table, draft, "notice of a new minimum", notice.by, lines)


def _closing(table: Table, draft: Draft, body: Body) -> Paper:
    notice = table.general.closing
    lines: Lines = (("The table closes", _moment(body["what"])), ("Shown since", _moment(body["since"])))
    return _paper(table, draft, "notice of closing", notice.by, lines)


def _other_odds(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Odds from now on", str(body["what"])), ("Shown since", _moment(body["since"])))
    return _paper(table, draft, "notice of other odds", _by(table, draft, "better_odds"), lines)


def _marker(table: Table, draft: Draft, body: Body) -> Paper:
    marker = body["marker"]
    own = f"{show(marker['minimum'])} to {show(marker['maximum'])}" if marker.get("minimum") else ""
    limit = own or (f"up to {show(marker['maximum'])}" if marker["maximum"] else "taken away: the sign holds again")
    area = str(marker["area"]) if marker["area"] else ""
    lines: Lines = (("Player", marker["player"]), ("Area", area), ("Limit", limit), ("Allowed by", marker["by"]))
    return _paper(table, draft, "marker", table.general.higher_limit.by, lines, to=marker["player"])


def _law_changed(table: Table, draft: Draft, event: Event) -> Paper:
    assert isinstance(event, LawChanged)
    lines: Lines = (("Holds from now on", "; ".join(event.began)), ("Holds no more", "; ".join(event.ended)))
    return _paper(table, draft, "notice of a change of law", event.by, lines, event.changes)


def _conditions(table: Table, draft: Draft, body: Body) -> Paper:
    chapters = table.chapters
    rule = chapters.tournament.approval if chapters.tournament is not None else None
    by = rule.by if rule is not None else _by(table, draft, "competition.approval")
    stated = tuple(
        (str(name).replace("_", " "), _condition(name, said)) for name, said in body.get("conditions", {}).items()
    )
    lines: Lines = (
        ("Approved in writing as", str(body.get("approval", ""))),
        ("Tournament director", str(body.get("director", ""))),
        ("Fee", show(body["fee"]) if "fee" in body and "fee" not in body.get("conditions", {}) else ""),
        ("The house keeps", show(body["keeps"]) if "keeps" in body else ""),
        ("Prize money", show(body["prizes"]) if "prizes" in body else ""),
        ("Entrants", ", ".join(body.get("entrants", ())) or str(body.get("places", "") or "")),
        ("Chips to each", show(body["chips"]) if body.get("chips") else ""),
        *stated,
    )
    says = ("Entrants have read these conditions, and sign a copy where the director asks for it.",)
    return _paper(table, draft, "tournament conditions", by, lines, says)


def _condition(name: str, said: Doc) -> str:
    return show(said) if name in ("fee", "credit", "compulsory_wager") and type(said) is int else in_words(said)


# What a player is given


def _to_player(sort: str, provision: str, *says: str) -> OfEntry:
    def write(table: Table, draft: Draft, body: Body) -> Paper:
        lines: Lines = (
            ("Player", body["player"]),
            ("Amount", show(body["cents"]) if "cents" in body else ""),
            ("Ground", str(body.get("ground", ""))),
        )
        return _paper(table, draft, sort, _by(table, draft, provision), lines, says, body["player"])

    return write


def _held_back_no_more(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Player", body["player"]),
        ("Amount", show(body["cents"])),
        ("Found", str(body["ground"])),
        ("It goes", "to the house" if body["forfeited"] else "back to the player"),
    )
    by = _by(table, draft, "general.hold_winnings")
    return _paper(table, draft, "end of holding back", by, lines, to=body["player"])


def _box(table: Table, draft: Draft, body: Body) -> Paper | None:
    if not body["called_in"]:
        return None
    lines: Lines = (("Player", body["player"]), ("Box", str(body["area"])), ("Ground", str(body.get("ground", ""))))
    return _paper(table, draft, "call for a box", _by(table, draft, "places.areas_each"), lines, to=body["player"])


def _rules_given(table: Table, draft: Draft, body: Body) -> Paper:
    rule = table.general.rules_copy
    lines: Lines = (
        ("Given to", body["player"]), ("Rules of", f"{table.book.title}, {table.book.jurisdiction}"),
        ("The gazette", table.book.instrument), ("Amended by", "; ".join(table.edition_of(draft.state).notices)),
        ("Book", body["book"]), ("Law of", body["moment"]), ("Clauses", str(body["clauses"])),
        ("Digest of the words", body["text"][:16]),
    )  # fmt: skip
    by = NO_CLAUSE if rule is None else rule.by
    return _paper(table, draft, "copy of the rules", by, lines, to=body["player"])


def _advice(table: Table, draft: Draft, event: Event) -> Paper:
    assert isinstance(event, (Advised, ToldOfSeat))
    return _paper(table, draft, "advice", event.by, (("Player", event.player),), (event.words,), event.player)


def _complaint(table: Table, draft: Draft, body: Body) -> Paper:
    who = _complainant(draft, body)
    lines: Lines = (
        ("Dispute", str(body["dispute"])), ("Complainant", who), ("About round", str(body["round"])),
        ("In their own words", body["words"]),
    )  # fmt: skip
    says = ("An inspector is present in the casino, and the complainant has the right to consult one.",)
    return _paper(table, draft, "complaint", _by(table, draft, "general.complaint"), lines, says, who)


def _complainant(draft: Draft, body: Body) -> str:
    return draft.state.complainants.get(str(body["dispute"]), "")


def _on_complaint(sort: str, label: str, *says: str) -> OfEntry:
    """What follows a complaint, for whoever complained."""

    def write(table: Table, draft: Draft, body: Body) -> Paper | None:
        if "dispute" not in body:
            return None
        who = _complainant(draft, body)
        said = str(body.get("decision", "") or body.get("by", ""))
        lines: Lines = (("Dispute", str(body["dispute"])), ("Complainant", who), (label, said))
        return _paper(table, draft, sort, _by(table, draft, "general.dispute"), lines, says, who)

    return write


def _ruling(table: Table, draft: Draft, ruling: Body, round: int, brought: str = "") -> Paper:
    player, ground = ruling.get("player", ""), str(ruling["ground"])
    provision = "void_wagers" if player else ground if ground in ("disorder", "fraud") else "disorder"
    by = _by(table, draft, f"general.{provision}", *(() if player else ("general.refund",)))
    lines: Lines = (
        ("Round", str(round)),
        ("Player", player),
        ("Ruled", "this player's wagers are void" if player else "the round is invalid, all wagers go back"),
        ("Ground", ground),
        ("Brought along", brought),
        ("Money put right", _put_right(draft)),
    )
    return _paper(table, draft, "ruling", by, lines, to=player)


def _put_right(draft: Draft) -> str:
    """What settlements that stand now differ from those that stood, by player."""
    net: dict[str, Cents] = {}
    for sign, events in ((1, draft.events), (-1, draft.taken_back)):
        for event in events:
            if isinstance(event, Settled):
                net[event.wager.player] = net.get(event.wager.player, 0) + sign * event.net
    return ", ".join(f"{player} {show_net(cents)}" for player, cents in net.items() if cents)


def _answered(table: Table, draft: Draft, body: Body) -> Paper | None:
    ruling = next((doc for doc in body.get("tape", ())[-1:] if isinstance(doc, dict) and "ruling" in doc), None)
    if ruling is None or ruling["ruling"] == "exclude":  # who is excluded gets a notice
        return None
    return _ruling(table, draft, ruling, draft.state.round - draft.over)


def _judged_again(table: Table, draft: Draft, body: Body) -> Paper | None:
    if "ruling" in body:
        return _ruling(table, draft, body["ruling"], body["round"], brought_words(body))
    return _corrected(table, draft, body)


def _prize(table: Table, draft: Draft, event: Event) -> Paper:
    assert isinstance(event, Awarded)
    lines: Lines = (
        ("Player", event.player), ("Jackpot", event.jackpot), ("Hand", event.hand),
        ("The meter showed", "" if event.shown is None else show(event.shown)), ("Prize", show(event.prize)),
    )  # fmt: skip
    return _paper(table, draft, "jackpot slip", event.by, lines, to=event.player)


def _entry_returned(table: Table, draft: Draft, event: Event) -> Paper | None:
    assert isinstance(event, EntryReturned)
    if event.undone:
        return None  # the ruling has a paper of its own
    lines: Lines = (
        ("Player", event.player), ("Jackpot", event.jackpot), ("Had fed the meter", show(event.meter)),
        ("Off the reserve", show(event.meter + event.reserve)),
    )  # fmt: skip
    says = ("The player leaves after a round without a result; the jackpot wager goes back.",)
    return _paper(table, draft, "error notification", event.by, lines, says, event.player)


def _form(table: Table, draft: Draft, body: Body) -> Paper:
    form = body["form"]
    lines: Lines = (
        ("Player", form["player"]), ("Wager on", form["kind"]), ("In words", form["words"]),
        ("In figures", show(form["figures"])),
    )  # fmt: skip
    rules = table.chapters.secret
    by = NO_CLAUSE if rules is None else rules.form.by + rules.marked.by
    return _paper(table, draft, "secret wager form", by, lines, to=form["player"])


# What staff write


def _inspector_told(table: Table, draft: Draft, body: Body) -> Paper:
    posted = table.state.posted_closing
    lines: Lines = (("About", "this table is to close"), ("At", _moment(posted.what) if posted is not None else ""))
    return _paper(table, draft, "notification", table.general.closing.by, lines, to="inspector")


def _told(table: Table, draft: Draft, body: Body) -> Paper:
    by = Basis(tuple(Clause(table.book.id, number) for number in body["clauses"]))
    return _paper(table, draft, "notification", by, (("About", body["what"]),), to=listed(body["roles"], "and"))


def _asked(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Request", str(body["number"])), ("Wanted", body["act"]), ("Details", in_words(body["details"])),
        ("Asked for by", f"{body['role']} {body['asked_by']}"),
    )  # fmt: skip
    return _paper(table, draft, "request", authority.basis_of(table, body["act"], body["details"]), lines)


def _on_request(sort: str) -> OfEntry:
    def write(table: Table, draft: Draft, body: Body) -> Paper:
        found = next((one for one in table.state.people.asked if one.number == body["number"]), None)
        lines: Lines = (
            ("Request", str(body["number"])),
            ("Wanted", found.act if found is not None else ""),
            ("Asked for by", f"{found.role} {found.asked_by}" if found is not None else ""),
            ("Why not", str(body.get("why", ""))),
        )
        by = NO_CLAUSE if found is None else authority.basis_of(table, found.act, found.details)
        return _paper(table, draft, sort, by, lines)

    return write


def _went_wrong(table: Table, draft: Draft, event: Event) -> Paper:
    assert isinstance(event, WentWrong)
    after = draft.events[draft.events.index(event) + 1 :]
    remedies = "; ".join(one.words for one in after[:MOST_REMEDIES])
    lines: Lines = (("What went wrong", event.label), ("As it was told", draft.words), ("What was done", remedies))
    return _paper(table, draft, "incident report", event.by, lines)


def _frozen(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("What was done", "the table is frozen"), ("Why", str(body.get("why", ""))))
    return _paper(table, draft, "incident report", table.general.disorder.by, lines)


def _fault(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Terminal", str(body.get("station", ""))), ("Part of the system", str(body.get("part", ""))),
        ("Spin", str(body.get("spin", ""))),
        ("Records", "prove what lay there" if body["proven"] else "prove nothing: the wagers are void"),
        ("Asked for by", str(body.get("asked_by", ""))),
    )  # fmt: skip
    return _paper(table, draft, "fault report", draft.rests_on, lines)


def _corrected(table: Table, draft: Draft, body: Body) -> Paper | None:
    if "signed_by" not in body:
        return None
    lines: Lines = (
        ("Round", str(body["round"])), ("It was", in_words(body["was"])), ("It is", in_words(body["value"])),
        ("Brought along", brought_words(body)), ("Asked for by", body["asked_by"]), ("Signed by", body["signed_by"]),
        ("Money put right", _put_right(draft)),
    )  # fmt: skip
    return _paper(table, draft, "correction", table.general.dispute.by, lines)


def _recalculated(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Spin", str(body.get("spin", ""))), ("It was", str(body.get("was", ""))), ("It is", str(body.get("is", ""))),
        ("Found", str(body.get("reason", ""))), ("Asked for by", str(body.get("asked_by", ""))),
        ("Money put right", _put_right(draft)),
    )  # fmt: skip
    return _paper(table, draft, "recalculation", _by(table, draft, "faults.recalculate"), lines)


_CHECKS = {"dealing.checked": "check of cards", "tiles.checked": "check of tiles"}


def _checked(table: Table, draft: Draft, event: Event) -> Paper | None:
    """A step of looking over what is played with, where the event rests on the provision that asks for it."""
    found = next((name for name in event.by.provisions if name in _CHECKS), None)
    if found is None or isinstance(event, WentWrong) or len(event.by.provisions) > 1:
        return None
    return _paper(table, draft, _CHECKS[found], event.by, (("What was done", event.words),))


def _cards_checked(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("What was done", "checked when gaming was over"),
        ("Counted", f"{body['counted']} of {body['whole']}"),
    )
    return _paper(table, draft, "check of cards", _by(table, draft, "dealing.checked"), lines)


def _set_checked(table: Table, draft: Draft, body: Body) -> Paper:
    rules = table.chapters.checking
    by, whole = (NO_CLAUSE, "") if rules is None else (rules.after.by, f"{rules.pieces} {rules.what}")
    lines: Lines = (("What was done", "laid out and checked before the set leaves the table"), ("Counted", whole))
    return _paper(table, draft, "check of tiles", by, lines)


def _recorded(table: Table, draft: Draft, body: Body) -> Paper | None:
    if not body.get("clause"):
        return None
    by = Basis((Clause(table.book.id, body["clause"]),))
    return _paper(table, draft, "procedure on record", by, (("What was done", str(body["words"])),))


def _substituted(table: Table, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Entrant", body["player"]), ("Substitute", body["by"]))
    return _paper(table, draft, "substitution", _by(table, draft, "competition.substitutes"), lines)


def _at_station(table: Table, draft: Draft, body: Body) -> Paper | None:
    """A substitute takes over a terminal; nothing else that happens to one is written."""
    if draft.order.act != "substitute":
        return None
    before = table.state.stations[body["station"]["name"]]
    lines: Lines = (("Terminal", before.name), ("Entrant", before.control), ("Substitute", body["station"]["control"]))
    return _paper(table, draft, "substitution", _by(table, draft, "competition.substitutes"), lines)


def _closed(table: Table, draft: Draft, body: Body) -> Paper:
    cards = "to be checked before the table opens again" if body.get("unchecked") else ""
    lines: Lines = (("Closed", moment_words(draft.order.at)), ("Why", str(body.get("why", ""))), ("Cards", cards))
    return _paper(table, draft, "record of closing", table.general.closing.by, lines)


def _hand_pay(table: Table, draft: Draft, body: Body) -> Paper | None:
    """A win that two people signed for."""
    if body.get("withdrawn"):
        return None
    lines = (
        ("Round", str(body["round"])), ("Won", show(body["cents"])), ("Paid by", body["paid_by"]),
        ("Signed by", body["signed_by"]),
    )  # fmt: skip
    return _paper(table, draft, "hand-pay slip", NO_CLAUSE, lines, to=body["player"])


_ENTRIES: dict[str, OfEntry] = {
    "hand-pay-signed": _hand_pay,
    **dict.fromkeys(("opened", "limits", "shared", "differential", "odds", "jackpot"), _sign),
    "posted-minimum": _new_minimum,
    "posted-closing": _closing,
    "posted-odds": _other_odds,
    "marker": _marker,
    "tournament": _conditions,
    "warned": _to_player("warning", "general.exclude", "Further play against the rules may lead to exclusion."),
    "excluded": _to_player("exclusion notice", "general.exclude", "The player takes no further part in the game."),
    "readmitted": _to_player("readmission", "general.exclude", "The player may take part in the game again."),
    "held-winnings": _to_player(
        "receipt for winnings held back", "general.hold_winnings", "Kept back until the matter has been looked into."
    ),
    "withholding-over": _held_back_no_more,
    "box-given-up": _box,
    "rules-given": _rules_given,
    "complained": _complaint,
    "decided": _on_complaint(
        "decision on a complaint", "Decision", "The decision is final, unless a review is asked for."
    ),
    "review-asked": _on_complaint("request for a review", "Asked for by"),
    "reviewed": _on_complaint("review", "The review came to"),
    "answered": _answered,
    "form": _form,
    "inspector-told": _inspector_told,
    "told": _told,
    "asked": _asked,
    "allowed": _on_request("authorisation"),
    "declined": _on_request("refusal of a request"),
    "frozen": _frozen,
    "fault": _fault,
    "corrected": _corrected,
    "judged-again": _judged_again,
    "recalculated": _recalculated,
    "cards-checked": _cards_checked,
    "set-checked": _set_checked,
    "recorded": _recorded,
    "substituted": _substituted,
    "station": _at_station,
    "closed": _closed,
}
_EVENTS: dict[type[Event], OfEvent] = {
    LawChanged: _law_changed,
    Advised: _advice,
    ToldOfSeat: _advice,
    Awarded: _prize,
    EntryReturned: _entry_returned,
    WentWrong: _went_wrong,
}
