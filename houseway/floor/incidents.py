"""Incidents: rulings, corrections and disputes, with their papers.

A ruling goes into the tape of the round it concerns, so the record replays with it. A correction says "answer 5 was the
king" (``floor/correcting.py``). Nothing is erased; both versions stay in the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor import reviews, rounds, seats, secrets, withholding
from houseway.floor.acts import Act, ActsOf
from houseway.floor.brought import Brought, InWords, read_brought
from houseway.floor.cage.places import OUTSTANDING
from houseway.floor.correcting import correction, in_common
from houseway.floor.entries import write_event
from houseway.floor.judged_again import enter_beside, enter_rejudged, followed, judge_again
from houseway.floor.last_judged import as_played, over_of, played_last, recorded
from houseway.floor.law import law_doc
from houseway.floor.meters import Judged
from houseway.floor.owing import Owing, owed_account
from houseway.floor.people import same_name
from houseway.floor.refitting import wanting
from houseway.floor.state_after import chosen_still
from houseway.floor.terminals import NO_TERMINALS
from houseway.floor.terminals import release as release_chips
from houseway.floor.windows import chips_in_window
from houseway.forms import Doc, read
from houseway.law.clause import Basis, Clause, Kind
from houseway.ledger import Transfer
from houseway.money import show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Progress, ruling_doc, stakes
from houseway.play.events import Event, Settled
from houseway.play.irregular import Exclude, Invalidate, VoidWagers
from houseway.play.prompts import ChooseEach, ClosedWindow, TakeWagers
from houseway.play.terminals import Terminals

if TYPE_CHECKING:
    from houseway.floor.state import State
    from houseway.floor.table import Draft, Order, Table

JUDGING = (
    "correct", "invalidate", "void wagers", "warn", "exclude", "readmit", "hold winnings", "release winnings",
    "forfeit winnings", "complain", "decide dispute", "ask for review", "review", "ask for rules",
    "ask", "allow", "decline", "acknowledge", "sign hand pay", "call dealer", "answer call",
)  # fmt: skip
# What is found out later is judged later: whether the table is frozen, or closed for the night.
WHILE_FROZEN = (*JUDGING, "release", "recalculate", "leave", "close", "fault", "record")
WHILE_CLOSED = (*JUDGING, "reopen", "redeem", "take chips", "check cards", "record", "settle owed")


def freeze(table: Table, draft: Draft, order: Order) -> Decision:
    draft.note("frozen", why=order.details.get("why", ""))
    return Accepted(table.general.disorder.by)


def release(table: Table, draft: Draft, order: Order) -> Decision:
    if not table.state.status.is_frozen:
        return Refused(table.general.disorder.by, f"{table.state.table} is not frozen")
    draft.note("released")
    if not table.same_law(order.at):
        rounds.begin_again(table, draft)
        if draft.state.status.is_frozen:
            return Refused(table.general.disorder.by, draft.state.frozen_why)
    return Accepted(table.general.disorder.by)


def warn(table: Table, draft: Draft, order: Order) -> Decision:
    player = read(str, order.details.get("player"), "player")
    draft.note("warned", player=player, ground=_ground(order))
    return Accepted(table.general.exclude.by)


def exclude(table: Table, draft: Draft, order: Order) -> Decision:
    """Keeps a player who broke the rules out of the game from now on. Chips that lie in an open window go back; what has
    been called in is played out, and nothing of it stays on the layout afterwards. The seat, and the bank if that player
    holds it, are free as soon as nothing of the player's is in play."""
    player, ground = read(str, order.details.get("player"), "player"), _ground(order)
    if not ground:
        return Refused(table.general.exclude.by, "say what the player did")
    draft.note("excluded", player=player, ground=ground)
    chips = [wager for wager in table.state.chips if wager.player == player] if table.window is not None else []
    if chips:
        back = Transfer(table.till.held, table.purse(player), sum(w.cents for w in chips), "release")
        draft.note("withdrawn", (back,), wagers=[[w.player, w.area, w.spot, w.cents] for w in chips])
    secrets.give_back(table, draft, player)
    if _others_wager_beside(table, player):
        doc = ruling_doc(Exclude(player, ground, order.who.name))
        decision = _rule(table, draft, doc, table.general.exclude.by, draft)
        assert isinstance(decision, Accepted)
    if seats.is_here(table, player) and not seats.in_play(table, draft.state, player):
        seats.gone(table, draft, player)
    return Accepted(table.general.exclude.by)


def _others_wager_beside(table: Table, player: str) -> bool:
    """Whether somebody else has a wager in this round where an excluded player has one, and may have to decide there now. What
    was decided before stands."""
    if table.state.script != "play" or table.chapters.terminals is not None or player in table.state.choices:
        return False
    settled = {step.wager.key for step in table.progress.steps if isinstance(step, Settled)}
    laid = [wager for wager in stakes(table.progress.steps) if wager.key not in settled]
    own = {wager.area for wager in laid if wager.player == player}
    return any(wager.area in own for wager in laid if wager.player != player)


def readmit(table: Table, draft: Draft, order: Order) -> Decision:
    player = read(str, order.details.get("player"), "player")
    if player not in table.state.excluded:
        return Refused(table.general.exclude.by, f"{player} is not excluded")
    draft.note("readmitted", player=player)
    return Accepted(table.general.exclude.by)


def record(table: Table, draft: Draft, order: Order) -> Decision:
    """Something that people do and the rules want done, put on record under its clause."""
    number = read(str, order.details.get("clause"), "clause")
    words = read(str, order.details.get("words", ""), "words")
    clause = Clause(table.book.id, number)
    try:
        kind = table.book.kind(number)
    except KeyError:
        return Refused(Basis(()), f"{table.book.id} has no clause {number}", "no_clause")
    if kind is not Kind.PROCEDURE:
        return Refused(
            Basis((clause,)), f"clause {number} is {kind.value}; only a procedure is recorded by hand", "no_procedure"
        )
    draft.note("recorded", clause=number, words=words)
    return Accepted(Basis((clause,)))


def _ground(order: Order) -> str:
    return str(read(str, order.details.get("ground", ""), "ground")).strip()


def void_wagers(table: Table, draft: Draft, order: Order) -> Decision:
    """One player's wagers in a round are void, and the others' stand: in the one named, or else in the last one where that
    player wagered."""
    rule = table.general.void_wagers
    player, ground = read(str, order.details.get("player"), "player"), _ground(order)
    if not ground:
        return Refused(rule.by, "say what the player did")
    number = read(int | None, order.details.get("round"), "round")
    doc = ruling_doc(VoidWagers(player, ground, order.who.name))
    wagered = player in table.position() or any(form.player == player for form in table.state.forms)
    if number is None and _only_left_lying(table, player):
        wagered = False  # nothing of this round's yet: what lies there is the round before's
    if number in (None, table.state.round) and wagered:
        if _same_ruling(table.state.tape, doc):
            return Refused(rule.by, f"{player}'s wagers of this round are void already")
        return _rule(table, draft, doc, rule.by)
    past = played_last(table, player) if number is None else number
    if past is None or past >= table.state.round:
        return Refused(rule.by, f"{player} has no wager in this round")
    return _rule_past(table, draft, past, doc, rule.by, read_brought(order.details.get("answers", [])))


def _only_left_lying(table: Table, player: str) -> bool:
    """Whether a player has nothing in this round but winners that the round before left where they lay."""
    own = [wager for wager in table.state.chips if wager.player == player]
    return (
        bool(own)
        and table.untouched(table.state)
        and own == [w for w in chips_in_window(table.progress) if w.player == player]
    )


def invalidate(table: Table, draft: Draft, order: Order) -> Decision:
    """The outcome of the round does not stand: everybody's wagers are refunded."""
    general, ground = table.general, _ground(order)
    if ground not in ("disorder", "fraud"):
        return Refused(general.disorder.by + general.fraud.by, "the ground must be disorder or fraud")
    by = (general.disorder if ground == "disorder" else general.fraud).by + general.refund.by
    number = read(int | None, order.details.get("round"), "round")
    if number is None:  # the round being played, or the last one while nothing has happened in this
        nothing_yet = table.state.script != "play" or (
            table.untouched(table.state) and not (table.state.chips or table.state.forms)
        )
        number = max(1, table.state.round - 1) if nothing_yet else table.state.round
    if number == table.state.round and table.state.script == "play":
        window, chips = table.window, table.state.chips
        if window is not None and chips and isinstance(window.judge(_book(table)), Refused):
            # they could not be laid, as a bank that nobody has wagered against: they go back from where they lie
            release_chips(table, draft)
            return _rule(table, draft, ruling_doc(Invalidate(ground, order.who.name)), by)
        if window is not None and chips:
            # chips in an open window are wagers of this round: they are laid, then refunded with the rest
            table.continue_with(draft, window.write(_book(table)))
            if draft.over:
                return Accepted(by)
            return _rule(table, draft, ruling_doc(Invalidate(ground, order.who.name)), by, draft)
        return _rule(table, draft, ruling_doc(Invalidate(ground, order.who.name)), by)
    answers = read_brought(order.details.get("answers", []))
    return _rule_past(table, draft, number, ruling_doc(Invalidate(ground, order.who.name)), by, answers)


def _book(table: Table) -> ClosedWindow:
    return ClosedWindow(table.state.chips)


def _rule(table: Table, draft: Draft, doc: dict[str, Doc], by: Basis, onto: Draft | None = None) -> Decision:
    state = draft.state if onto is not None else table.state
    before = table.run(state) if onto is not None else table.progress
    docs = [doc]
    after = table.run(replace(state, tape=(*state.tape, *docs)))
    others = chosen_still(state.choices, docs)
    chosen = after.prompt.chosen(others) if isinstance(after.prompt, ChooseEach) else None
    if after.prompt is not None and chosen is not None:  # only the one who is waited for no more had not decided yet
        docs, after = table.run_on(state, [doc, after.prompt.write(chosen)])
    tape = [*state.tape, *docs]
    one = Judged(table, {**as_played(table), "tape": list(state.tape)}, before, after, tape, state.carry)
    judged = followed(table, [one])
    if one.followed:  # what its own meter showed rests on it too
        _enter(table, draft, "corrected", before, one.now, **_whole(state, one.tape))
    else:
        _enter(table, draft, "answered", before, after, tape=docs)
    enter_beside(table, draft, judged, state.round)
    return Accepted(by)


def _whole(state: State, tape: list[Doc]) -> dict[str, Doc]:
    """A round being played as an entry has it that goes back into its tape."""
    return dict(script="play", round=state.round, carry=state.carry, tape=tape, law=law_doc(state.law))


def _enter(
    table: Table, draft: Draft, kind: str, before: Progress[object], after: Progress[object], **body: Doc
) -> None:
    """Puts a move on record that may also take back what was told before."""
    open_still = kind == "answered" and isinstance(after.prompt, TakeWagers)
    chips = draft.state.chips if open_still else chips_in_window(after)
    moves = table.moves(
        table.standing(draft.state, before),
        table.standing(draft.state, after, chips),
        correcting=kind == "corrected",
        ruling=True,
    )
    same = in_common(before.steps, after.steps)
    events = [step for step in after.steps[same:] if isinstance(step, Event)]
    taken_back = [step for step in before.steps[same:] if isinstance(step, Event)]
    draft.events.extend(events)
    draft.taken_back.extend(taken_back)
    draft.note(
        kind,
        moves,
        events=[write_event(event) for event in events],
        taken_back=[write_event(event) for event in taken_back],
        chips=[[w.player, w.area, w.spot, w.cents] for w in chips],
        **body,
    )
    if after.over:
        rounds.finish(table, draft, after)


# Corrections


def correct(table: Table, draft: Draft, order: Order) -> Decision:
    """A supervisor signs a correction that the dealer asked for."""
    by = table.general.dispute.by
    details = order.details
    at = read(int, details.get("answer"), "answer")
    number = read(int | None, details.get("round"), "round")
    asked_by = read(str, details.get("asked_by", table.state.dealer), "asked_by")
    if same_name(asked_by, order.who.name):
        return Refused(by, "whoever asks for a correction cannot sign it")
    struck = read(bool, details.get("struck", False), "struck")
    answers = read_brought(details.get("answers", []))
    found = correction(table, at, details.get("value"), number, struck, answers)
    if isinstance(found, Refused):
        return found
    if found.short is not None:
        return wanting(*found.short, by)
    told = {"answer": at, "was": found.was, "value": found.value, **({"struck": True} if struck else {})}
    told |= {"asked_by": asked_by, "signed_by": order.who.name, "face_down": found.face_down}
    if found.again is not None:
        told |= {"answers": list(found.brought[: found.own])} if found.own else {}
        return enter_rejudged(table, draft, found.round, found.again, by, **told)
    past = found.round != table.state.round
    if past:
        draft.state = replace(draft.state, chips=())
    over = over_of(table, found.round) if past else None
    doc = {"law": found.law, "carry": found.carry, "tape": list(found.tape_was), "round": found.round}
    one = Judged(table, doc, found.before, found.after, list(found.tape), found.carry, over)
    judged = followed(table, [one])
    _enter(
        table, draft, "corrected", found.before, one.now,
        script="play", round=found.round, carry=found.carry, tape=one.tape, law=found.law, dropped=found.dropped, **told,
    )  # fmt: skip
    enter_beside(table, draft, judged, found.round)
    return Accepted(by)


def amend(table: Table, draft: Draft, at: int, doc: Doc, **told: Doc) -> None:
    """The round being played with one answer otherwise, where the book lets it still be changed: nothing was keyed wrongly."""
    state = table.state
    tape = [*state.tape[:at], doc, *state.tape[at + 1 :]]
    after = table.run(replace(state, tape=tuple(tape)))
    judged = followed(table, [Judged(table, as_played(table), table.progress, after, tape, state.carry)])
    _enter(table, draft, "corrected", table.progress, after, **_whole(state, tape), **told)
    enter_beside(table, draft, judged, state.round)


def _rule_past(
    table: Table, draft: Draft, number: int, doc: dict[str, Doc], by: Basis, answers: Sequence[Doc | InWords]
) -> Decision:
    """A ruling on a round that has been paid: it is judged again with the ruling, the cards as they were dealt. ``answers`` are
    those to what later rounds that rest on it ask otherwise now."""
    rounds = recorded(table, number)
    if rounds and rounds[0]["round"] == number:
        if _same_ruling(rounds[0]["tape"], doc):
            return Refused(by, f"round {number} has been ruled on already")
        player = doc.get("player")
        if player is not None and all(line["wager"]["player"] != player for line in rounds[0]["lines"]):
            return Refused(by, f"{player} had no wager in round {number}")
    brought = Brought(answers, table.game.spot_named)
    return judge_again(table, draft, number, lambda tape: [*tape, doc], by, brought, ruling=doc)


def _same_ruling(tape: Iterable[Doc], doc: dict[str, Doc]) -> bool:
    """Whether that was ruled before: an invalidated round stays so, and a player's wagers are void once."""
    ruled = [one for one in tape if isinstance(one, dict) and "ruling" in one]
    return any(
        one["ruling"] == "invalidate" or (one["ruling"], one.get("player")) == (doc["ruling"], doc.get("player"))
        for one in ruled
    )


# Disputes


def complain(table: Table, draft: Draft, order: Order) -> Decision:
    """A complaint that is not settled on the spot: the complainant is told of the inspector, and the papers are kept."""
    general = table.general
    number = read(int, order.details.get("round", max(1, table.state.round - 1)), "round")
    words = read(str, order.details.get("words", ""), "words")
    if not words:
        return Refused(general.complaint.by, "say what the complaint is")
    who = (
        order.who.name
        if order.who.role == "player"
        else read(str, order.details.get("player", order.who.name), "player")
    )
    draft.note("complained", round=number, words=words, dispute=table.state.disputes + 1, complainant=who)
    return Accepted(
        general.complaint.by + general.dispute.by,
        "An inspector is present and may be consulted. The round is on record and can be replayed.",
    )


def decide_dispute(table: Table, draft: Draft, order: Order) -> Decision:
    general = table.general
    decision = read(str, order.details.get("decision", ""), "decision")
    number = read(int, order.details.get("dispute"), "dispute")
    if not 1 <= number <= table.state.disputes:
        return Refused(general.dispute.by, f"there is no dispute {number}")
    if not decision:
        return Refused(general.dispute.by, "say what was decided")
    if (standing := reviews.final(table, number)) is not None:
        return standing
    if same_name(table.state.complainants.get(str(number), ""), order.who.name):
        return Refused(general.dispute.by, f"{order.who.name} complained; somebody else decides", "same_person")
    draft.note("decided", dispute=number, decision=decision, name=order.who.name, badge=order.who.badge)
    return Accepted(general.dispute.by, "The decision may be reviewed by the Chief Casino Inspector on request.")


def settle_owed(table: Table, draft: Draft, order: Order) -> Decision:
    """At the cage: what a ruling or a correction left owed to a person is paid, or what they owe is taken."""
    rules = table.chapters.terminals
    by = table.general.dispute.by if rules is None else rules.faults.recalculate.by + rules.accounts.pay_out.by
    person = read(str, order.details.get("person"), "person")
    account = owed_account(person)
    cents = table.ledger.balance(account)
    if not cents:
        return Refused(by, f"nothing is owed to {person}, and nothing by {person}")
    owing = Owing(table.ledger.balance, "settle")
    if table.takes_cash:  # in chips, out of the float or into it
        owing.move(account, f"float:{table.state.table}", cents)
        owing.move(f"float:{table.state.table}", OUTSTANDING, cents)
    else:
        owing.move(account, "cage", cents)
    draft.note("owed-settled", tuple(owing.moves), person=person, cents=cents)
    return Accepted(by, f"{show(abs(cents))} is {'paid to' if cents > 0 else 'taken from'} {person}")


def judging(act: Act) -> Act:
    """An act by which a round is judged otherwise: afterwards no more is kept back of anybody than they have won."""

    def judge(table: Table, draft: Draft, order: Order) -> Decision:
        decision = act(table, draft, order)
        if isinstance(decision, Accepted):
            withholding.no_more_than_won(table, draft)
        return decision

    return judge


AT_TERMINALS = {
    "void wagers": "here wagers are void only for a fault",
    "invalidate": "here a spin is recalculated, or void for a fault",
    "correct": "here a wrong outcome is recalculated with every later one",
}


def recalculated_instead(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """Where wagers are electronic, a wrong outcome or a fault has remedies of its own."""
    return Refused(rules.faults.recalculate.by, AT_TERMINALS[order.act])


OF_FAULTS = ActsOf(
    lambda book: book.terminals, lambda general, act: NO_TERMINALS, dict.fromkeys(AT_TERMINALS, recalculated_instead)
)
ACTS = {
    "freeze": freeze,
    "release": release,
    "warn": warn,
    "exclude": exclude,
    "readmit": readmit,
    "record": record,
    "void wagers": judging(void_wagers),
    "invalidate": judging(invalidate),
    "correct": judging(correct),
    "settle owed": settle_owed,
    "complain": complain,
    "decide dispute": decide_dispute,
}
