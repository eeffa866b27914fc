"""Betting: the open layout between "place your bets" and "no more bets", and every answer to a prompt.

Placing a chip runs no script; the window's own rules judge it. Closing the window hands the chips that lie there to the
script as the answer. A chip that comes when no window is open is refused by what locked it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor import (
    authority,
    changing_money,
    colours,
    cutting,
    entrants,
    seats,
    secrets,
    taking_part,
    terminals,
)
from houseway.floor.entries import write_event, write_wager
from houseway.floor.people import SUPERVISORS, same_name
from houseway.floor.sources import generate, mishap_card
from houseway.floor.tournament import gate
from houseway.forms import Doc, Misread, read
from houseway.kit.cards import Card
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.roles import Role, standing_for
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import ruling_of, stakes
from houseway.play.events import Dealt, NothingToDecide, Settled
from houseway.play.general import Lock
from houseway.play.irregular import Irregularity
from houseway.play.notation import is_card
from houseway.play.prompts import (
    Ball,
    Choose,
    ChooseEach,
    ClosedWindow,
    Confirm,
    Draw,
    Prompt,
    Roll,
    Spin,
    Stack,
    TakeWagers,
    stake_of,
)
from houseway.play.remembering import remembered
from houseway.play.script import call
from houseway.play.wagers import ChipSums, Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def _player(table: Table, order: Order) -> str:
    """Whose chips they are: the player's own, or those of the player the dealer acts for; at a terminal, the terminal's."""
    name = order.who.name if order.who.role == "player" else str(read(str, order.details.get("player"), "player"))
    return terminals.acting(table, name)


def _amount(order: Order, name: str = "cents") -> Cents:
    amount = order.details.get(name)
    if type(amount) is not int:
        raise Misread(name, f"{amount!r} is not an amount of whole cents")
    return amount


def place(table: Table, draft: Draft, order: Order) -> Decision:
    """Chips on the layout: one wager, or a slip of several; a called one is placed piece by piece. All of it or nothing."""
    state, player = table.state, _player(table, order)
    spot = table.game.spot_named(read(str, order.details.get("spot", "original"), "spot"))
    shut = terminals.shut(table, player) or terminals.not_now(table, order) or entrants.admit(table, draft, player)
    shut = shut or taking_part.without_wagers(table, player)
    if shut is not None:
        return shut
    window = table.window
    if window is None:
        prompt = table.prompt
        if isinstance(prompt, ChooseEach) and player in prompt.stakes and prompt.stakes[player].spot == spot:
            return _stake_asked(table, draft, prompt, player, _amount(order))
        return _no_window(table, spot, f"{spot} wagers are not open")
    if "wagers" in order.details:
        slip = read(tuple[tuple[str, int], ...], order.details["wagers"], "wagers")
        slip = tuple((table.game.spot_named(name), cents) for name, cents in slip)
    else:
        worth = _worth(table, order, player)
        if isinstance(worth, Refused):
            return worth
        slip = ((spot, worth),)
    called, pieces = NO_CLAUSE, list[tuple[str, Cents]]()
    for name, cents in slip:
        made_of = _made_of(table, window, order, player, name, cents)
        if isinstance(made_of, Refused):
            return made_of
        called, pieces = called + made_of[0], [*pieces, *made_of[1]]
    lying, area, decision = ChipSums(state.chips), _area(table, window, order, player), Accepted(window.by)
    if (called_in := seats.gave_up(table, player, area)) is not None:
        return called_in
    placed: list[Wager] = []
    confirmed = table.general.lock.value is Lock.CONFIRMED and player in state.confirmed
    if confirmed and any((player, area, name) in lying.of for name, _ in pieces):
        return Refused(table.general.lock.by, "the dealer has confirmed the wager; nothing is added to it")
    for name, amount in pieces:
        taken = window.take(lying, Wager(player, area, name, amount))
        if isinstance(taken, Refused):
            return taken
        wager, told = taken
        if not decision.advice:
            decision = told
        lying.add(wager)
        placed.append(wager)
    out_of_bounds = window.judge_always(lying) if window.judge_always is not None else None
    if out_of_bounds is None and state.forms:
        out_of_bounds = secrets.beside(table, (*state.chips, *placed), window.sign)
    if out_of_bounds is not None:
        return out_of_bounds
    total = sum(wager.cents for wager in placed)
    short = terminals.short_of(table, player, total) or secrets.short_of(table, player, total)
    short = (
        short or entrants.beyond(table, draft, player, total) or gate.too_much(table, gate.laid(table, player) + total)
    )
    if short is not None:
        return short
    paid_in: dict[str, Doc] = {}
    cash = table.chapters.cash
    if order.details.get("medium") == "cash" and cash is not None:
        called, called_out = called + cash.button.by, call(cash.call)
        draft.events.append(called_out)
        paid_in = {"medium": "cash", "events": [write_event(called_out)]}
    held = ((table.purse(player), table.till.held, total),)
    changed, moves = changing_money.with_cash(table, order, player, total)
    draft.note("placed", (*moves, *_moves(held, "hold")), wagers=[write_wager(wager) for wager in placed], **paid_in)
    called += changed
    return Accepted(called + decision.by, decision.advice) if called.clauses else decision


def _worth(table: Table, order: Order, player: str) -> Cents | Refused:
    """How much is laid: an amount, or so many of the player's colour chips."""
    if "chips" in order.details:
        return colours.value_of(table, player, read(int, order.details["chips"], "chips"))
    return _amount(order)


def _made_of(
    table: Table, window: TakeWagers, order: Order, player: str, spot: str, cents: Cents
) -> tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused:
    """The single wagers that a name stands for, and by which rule if it is a called one."""
    asked = window.pieces_of(spot, cents, window.sign) if window.pieces_of is not None else None
    if isinstance(asked, Refused):
        return asked
    if asked is None and spot not in window.spots:
        return _no_window(table, spot, f"{spot} wagers are not open")
    made_of = asked or (NO_CLAUSE, ((spot, cents),))
    return _medium(table, order, spot) or _in_chips(table, order, player, made_of[1]) or made_of


def _in_chips(table: Table, order: Order, player: str, pieces: tuple[tuple[str, Cents], ...]) -> Refused | None:
    """Whether each of these can be laid in the chips that the player has. A button stands for cash, not for chips."""
    if order.details.get("medium") == "cash" and colours.chips_of(table, player) is None:
        return None
    return next((no for _, cents in pieces if (no := colours.judge(table, player, cents)) is not None), None)


def _stake_asked(table: Table, draft: Draft, prompt: ChooseEach, player: str, cents: Cents) -> Decision:
    """Chips put down where a decision asks for them: the exact amount is the decision, any other is refused."""
    asked, by = prompt.stakes[player], prompt.options[-1].by or prompt.by
    if cents != asked.cents:
        return Refused(by, f"the {asked.spot} is exactly {show(asked.cents)}, not {show(cents)}")
    return _chosen(table, draft, prompt, player, prompt.options[-1].value, own_word=True)


def _medium(table: Table, order: Order, spot: str) -> Refused | None:
    """A wager is made of what the book says; cash may lie on the layout only where the book has a way for it."""
    medium, made_of = read(str, order.details.get("medium", "chips"), "medium"), table.general.chips
    cash = table.chapters.cash
    if medium in made_of.value:
        return None
    if medium != "cash" or cash is None:
        return Refused(made_of.by, f"wagers are made in {' or '.join(made_of.value)}, not in {medium}")
    rule = cash.button
    if spot.partition(":")[0] not in rule.value:
        return Refused(rule.by, f"cash plays on {', '.join(rule.value)} only")
    table.cited(rule.by, "decision")
    return None


def _area(table: Table, window: TakeWagers, order: Order, player: str) -> int:
    if window.places is None:
        return 0
    if "area" in order.details:
        return int(read(int, order.details["area"], "area"))
    lying = [w for w in (*table.state.chips, *(window.backing or ())) if w.player == player]
    if lying:
        return lying[0].area
    seat = table.state.seat_of(player)
    if seat is not None:
        return seat.area
    taken = {w.area for w in table.state.chips} | {s.area for s in table.state.seats}
    return next((area for area in range(1, window.sign.areas + 1) if area not in taken), 1)


def _no_window(table: Table, spot: str, because: str) -> Refused:
    """No wagers now: by the rule that locks them, the rule of that wager, and whatever the table is waiting for."""
    none_due = table.game.not_open(table.terms, spot, table.progress.steps)
    if none_due is not None:
        return none_due
    by = table.general.lock.by
    rule = table.game.spot_rule(table.terms, spot)
    if rule is not None:
        by = by + rule
    if table.prompt is not None:
        by = by + table.prompt.by
    return Refused(by, f"{because}; nothing was charged")


def withdraw(table: Table, draft: Draft, order: Order) -> Decision:
    """Takes chips back: from one spot, or everything the player has in the window."""
    state, player = table.state, _player(table, order)
    window, lock = table.window, table.general.lock
    late = terminals.dark(table, player) or terminals.not_now(table, order)
    if late is not None:
        return late
    called = None if window is not None else _called(table)
    if called is not None:
        return _after_the_call(table, draft, order, player, *called)
    spot = table.game.spot_named(order.details["spot"]) if order.details.get("spot") else None
    own = table.game.spot_lock(table.terms, spot) if spot else None  # of a wager put up after the first card
    if window is None:
        return Refused(own or lock.by, "wagers are locked until they are settled")
    area = order.details.get("area")
    lying = _own(state.chips, player, spot, area)
    if not lying:
        laid = any(w.player == player for w in stakes(table.progress.steps))
        locked, none = "that wager is locked until it is settled", f"{player} has no {spot or 'wager'} here"
        return Refused(own or lock.by, locked if laid else none)
    if window.raising is not None and lock.value is Lock.FIRST_CARD and _dealt(table):
        own = table.game.spot_lock(table.terms, lying[0].spot)
        if own is None:
            return Refused(lock.by, f"after the first card a {lying[0].spot} may be placed; no wager is taken back")
        if player in state.confirmed:
            return Refused(own, "the dealer has confirmed the wager; it stays")
    if lock.value is Lock.CONFIRMED and player in state.confirmed:
        return Refused(lock.by, "the dealer has confirmed the wager; it stays")
    off = _part(table, order, player, lying)
    if not isinstance(off, Refused):
        off = window.lift(state.chips, off)
    if isinstance(off, Refused):
        return off
    back = ((table.till.held, table.purse(player), sum(w.cents for w in off)),)
    draft.note("withdrawn", _moves(back, "release"), wagers=[write_wager(wager) for wager in off])
    return Accepted(lock.by)


def _dealt(table: Table) -> bool:
    """Whether a card of this round is out."""
    return any(isinstance(step, Dealt) for step in table.progress.steps)


def _own(chips: Iterable[Wager], player: str, spot: str | None, area: Doc) -> tuple[Wager, ...]:
    return tuple(w for w in chips if w.player == player and spot in (None, w.spot) and area in (None, w.area))


def _part(table: Table, order: Order, player: str, lying: tuple[Wager, ...]) -> tuple[Wager, ...] | Refused:
    """Of what lies there, as much as the order names, or all of it."""
    if "cents" not in order.details:
        return lying
    cents = _amount(order)
    if len(lying) > 1 or not 0 < cents <= lying[0].cents:
        return Refused(table.general.lock.by, f"{player} has {show(sum(w.cents for w in lying))} there")
    return (replace(lying[0], cents=cents),)


def _called(table: Table) -> tuple[TakeWagers, ClosedWindow, int] | None:
    """The window that was called closed, what lay in it and where that stands in the tape, while no card of the round is out:
    where the first card locks wagers, the call alone does not."""
    if table.general.lock.value is not Lock.FIRST_CARD or table.state.script != "play":
        return None
    if any(isinstance(step, (Dealt, Settled)) for step in table.progress.steps):
        return None
    places = [n for n, doc in enumerate(table.state.tape) if ruling_of(doc) is None]
    for at, (prompt, answer) in reversed(list(zip(places, table.progress.answers, strict=True))):
        if isinstance(prompt, TakeWagers):
            return (prompt, answer, at) if answer.stopped_by is None else None
    return None


def _after_the_call(
    table: Table, draft: Draft, order: Order, player: str, window: TakeWagers, book: ClosedWindow, at: int
) -> Decision:
    """Chips taken back before the first card: the window closes with what is left of them."""
    from houseway.floor.incidents import amend

    lock = table.general.lock
    spot = table.game.spot_named(order.details["spot"]) if order.details.get("spot") else None
    lying = _own(book.wagers, player, spot, order.details.get("area"))
    if not lying:
        return Refused(lock.by, f"{player} has no {spot or 'wager'} here")
    off = _part(table, order, player, lying)
    if not isinstance(off, Refused):
        off = window.lift(book.wagers, off)
    if isinstance(off, Refused):
        return off
    less = {wager.key: wager.cents for wager in off}
    stays = [replace(w, cents=w.cents - less.get(w.key, 0)) for w in book.wagers]
    doc = window.write(replace(book, wagers=tuple(w for w in stays if w.cents)))
    amend(table, draft, at, doc, withdrawn=[write_wager(wager) for wager in off])
    return Accepted(lock.by)


def say(table: Table, draft: Draft, order: Order) -> Decision:
    """A spoken wager: it counts only with what the book asks beside the words."""
    rule = table.general.oral
    beside = read(str, order.details.get("with", "nothing"), "with")
    if beside not in rule.value.accepts:
        needs = " or ".join(rule.value.accepts)
        because = f"a spoken wager needs {needs}" if needs else "no spoken wager is taken at this table"
        called = _by_name(table, order)
        if called is not None:
            return Refused(called, because)
        return Refused(rule.by + table.general.chips.by, because)
    window = table.window
    if window is None:
        named = table.game.spot_rule(table.terms, read(str, order.details.get("spot", ""), "spot"))
        return Refused(
            rule.by if named is None else rule.by + named, "a spoken wager must be down before wagers are closed"
        )
    confirmed = _confirming(table, order)
    missing = [role for role in rule.value.confirmed_by if not confirmed & {*standing_for((role,))}]
    if missing or (rule.value.confirmed_by and window.raising is not None):
        return Refused(rule.by, f"the {' and the '.join(rule.value.confirmed_by)} confirm it before the first card")
    if window.raising is not None and "spot" not in order.details:
        order = replace(order, details={**order.details, "spot": next(iter(window.spots))})
    decision = place(table, draft, order)
    return Accepted(rule.by, decision.advice) if isinstance(decision, Accepted) else decision


def _by_name(table: Table, order: Order) -> Basis | None:
    """The clause of a wager that is called by its name and stands for several, if the order names one."""
    window, spot = table.window, read(str, order.details.get("spot", ""), "spot")
    if window is None or window.pieces_of is None or not spot:
        return None
    asked = window.pieces_of(table.game.spot_named(spot), 1, window.sign)
    return asked[0] if isinstance(asked, tuple) else None


def _confirming(table: Table, order: Order) -> set[Role]:
    """Whose word the order is: of staff who give it, and of the dealer for whom a supervisor signs. Nobody confirms by
    saying that somebody else did."""
    asked_by = read(str, order.details.get("asked_by", ""), "asked_by")
    by_dealer = order.details.get("asked_role") == "dealer" and not same_name(asked_by, order.who.name)
    signs_for_dealer = order.who.role in SUPERVISORS and by_dealer
    return {order.who.role, "dealer"} if signs_for_dealer else {order.who.role}


def confirm(table: Table, draft: Draft, order: Order) -> Decision:
    player = read(str, order.details.get("player"), "player")
    if not any(wager.player == player for wager in table.state.chips):
        return Refused(table.general.lock.by, f"{player} has no wager to confirm")
    draft.note("confirmed", player=player)
    return Accepted(table.general.lock.by)


def answer(table: Table, draft: Draft, order: Order) -> Decision:
    """The person whom the prompt asks gives the answer; closing a window takes no value."""
    prompt = table.prompt
    assert prompt is not None
    if (refused := authority.judge_answer(table, order, prompt)) is not None:
        return refused
    if isinstance(prompt, TakeWagers):
        measured = order.details.get("value")
        if prompt.meanwhile is not None and type(measured) is int:
            return table.answer(draft, ClosedWindow(table.state.chips, meanwhile=measured))
        late = terminals.closes_itself(table, order) or secrets.unexamined(table, order)
        return late or _close(table, draft, prompt)
    if isinstance(prompt, ChooseEach):
        silent = prompt.usually()
        if silent is None:
            return Refused(prompt.by, "the players decide this, each for themselves")
        return table.answer(draft, {**silent, **table.state.choices})
    value: Doc = order.details.get("value")
    if isinstance(value, dict) and "irregularity" in value:
        return irregularity(table, draft, order)
    if isinstance(prompt, (Draw, Spin, Roll, Ball, Stack)) and _from_generator(table, order):
        # The order says only "draw", so that the same key sent twice is the same order, whatever card came.
        return table.answer(draft, generate(prompt)) if value is None else Refused(prompt.by, NOBODY_KEYS)
    if order.details.get("on") is True and isinstance(prompt, Draw) and not prompt.up:
        return table.deal_face_down(draft)
    if "value" not in order.details:
        return Refused(prompt.by, f"an answer is wanted: {prompt.title.lower()}")
    if isinstance(prompt, Confirm) and isinstance(value, str) and is_card(value):
        return _card_too_many(prompt, value)
    asked = prompt.player if isinstance(prompt, Choose) else ""
    if asked and (no_part := taking_part.judge_choice(table, order, prompt, asked, value)) is not None:
        return no_part
    by_a_player = value == "player" and cutting.is_offered(prompt)
    cutter = read(str, order.details.get("player", ""), "player")
    if by_a_player and (not_due := cutting.judge(table, cutter)) is not None:
        return not_due
    decision = table.answer(draft, prompt.read(value))
    if prompt.asks == "supervisor" and isinstance(decision, Accepted):
        authority.tell(table, draft, prompt.by, prompt.title)
    if by_a_player and isinstance(decision, Accepted):
        cutting.record(table, draft, cutter)
    return decision


def _close(table: Table, draft: Draft, window: TakeWagers) -> Decision:
    """No more bets: what lies there is the answer. In a tournament compulsory wagers are due by now."""
    missing = gate.still_to_lay(table) if window.backing is None else {}
    decision = table.answer(draft, ClosedWindow(table.state.chips))
    if isinstance(decision, Accepted) and window.backing is None:
        gate.forfeit(table, draft, missing)
    return decision


def _card_too_many(prompt: Prompt, card: str) -> Refused:
    """A card is keyed where none is due: the book may have a remedy, and then it is put on record as gone wrong."""
    remedies = [mishap for mishap in prompt.may_go_wrong if mishap.card != "no"]
    if not remedies:
        return Refused(prompt.by, f"no card is due, so {card} is not taken: {prompt.title.lower()}")
    by = remedies[0].by
    for mishap in remedies[1:]:
        by = by + mishap.by
    labels = " or ".join(f"“{mishap.label.lower()}”" for mishap in remedies)
    return Refused(by, f"no card is due; if {card} came all the same, record it as {labels}")


NOBODY_KEYS = "the results of this table come from the generator; nobody keys them"


def _from_generator(table: Table, order: Order) -> bool:
    """At a table without real equipment no person says what comes; the house's own dealer asks the generator too."""
    return table.state.cards_from == "rng" and order.who.role != "house"


def irregularity(table: Table, draft: Draft, order: Order) -> Decision:
    prompt = table.prompt
    assert prompt is not None
    value: Doc = order.details.get("value") or order.details
    kind = read(str, value.get("irregularity") or value.get("kind"), "irregularity")
    card = read(Card, value["card"], "card") if value.get("card") else None
    happened = Irregularity(kind, card, read(int, value.get("area", 0) or 0, "area"))
    mishap = next((one for one in prompt.may_go_wrong if one.kind == kind), None)
    if mishap is not None and (refused := authority.judge_mishap(table, order, mishap)) is not None:
        return refused
    if (contrary := _known_otherwise(table, prompt, kind, order, card)) is not None:
        return contrary
    if kind == "short" and (left := prompt.shoe_in_hand) is not None and left.size:
        words = f"The shoe is empty, and by the count {left.size} cards are left: {order.who.name} has looked"
        draft.note("recorded", clause=mishap.by.clauses[0].number if mishap and mishap.by.clauses else "", words=words)
    if _from_generator(table, order):
        if card is not None:
            return Refused(prompt.by, NOBODY_KEYS)
        happened = replace(mishap_card(prompt, kind), area=happened.area)
    asked_by = read(str, order.details.get("asked_by", ""), "asked_by")
    if asked_by:
        draft.note("recorded", clause="", words=f"asked for by {asked_by}, signed by {order.who.name}")
    draft.words = read(str, order.details.get("words", ""), "words")
    if draft.words:  # which card lay where, who saw it: what no list of irregularities can say
        draft.note("recorded", clause="", words=draft.words)
    said = ClosedWindow(table.state.chips, happened) if isinstance(prompt, TakeWagers) else happened
    decision = table.answer(draft, said)
    if mishap is not None and isinstance(decision, Accepted):
        authority.tell(table, draft, mishap.by, mishap.label)
    return decision


def _known_otherwise(table: Table, prompt: Prompt, kind: str, order: Order, card: Card | None) -> Refused | None:
    """What cannot have gone wrong by what the table knows itself: no card comes out that is out already, no shuffle is missed
    before the cutting card came, and no shoe is short while cards are left in it. A generator is never wrong about that; against
    the count of a real shoe a supervisor's eyes stand, not a dealer's alone."""
    mishap = next((one for one in prompt.may_go_wrong if one.kind == kind), None)
    if mishap is None:
        return None
    left = prompt.shoe_in_hand
    if card is not None and left is None and mishap.card != "no":
        shoe = remembered(table.carry_by_now()).shoe
        if shoe is not None and not shoe.shoe.has(card):
            return Refused(mishap.by, f"no {card.words} is left in the shoe")
    if kind == "short" and left is not None and left.size:
        if table.state.cards_from == "rng":
            return Refused(mishap.by, f"{left.size} cards are left, and the next one is due")
        if order.who.role not in SUPERVISORS:
            because = (
                f"by the count {left.size} cards are left in the shoe; a supervisor looks before it is called short"
            )
            return Refused(mishap.by, because)
    if kind == "shuffle-missed":
        shoe = remembered(table.carry_by_now()).shoe
        if shoe is not None and shoe.notes.cut_card is not None:
            return Refused(mishap.by, "the cutting card has not come out of this shoe, so no shuffle was due")
    return None


def choose(table: Table, draft: Draft, order: Order) -> Decision:
    """A player's decision; where several decide at once, the table waits for the last of them."""
    prompt, player = table.prompt, _player(table, order)
    value = read(str, order.details.get("value"), "value")
    if value == cutting.DECLINE and cutting.is_offered(prompt):
        return cutting.decline(table, draft, player)
    said = prompt.out_of_turn(player, value) if prompt is not None else None
    if said is not None:
        return taking_part.barred(table, player) or table.answer(draft, said)
    if prompt is not None and (no_part := taking_part.judge_choice(table, order, prompt, player, value)) is not None:
        return no_part
    if isinstance(prompt, ChooseEach):
        return _chosen(table, draft, prompt, player, value, own_word=order.who.role == "player")
    if isinstance(prompt, Choose) and prompt.player == player:
        return _short_of(table, prompt, player, value) or table.answer(draft, value)
    assert prompt is not None
    by = table.game.choice_rule(table.terms, value) or prompt.by
    for step in reversed(table.progress.steps):
        if isinstance(step, NothingToDecide) and player in step.players and value in step.closed:
            by = step.closed[value]
            break
    return Refused(by, f"{player} has nothing to decide now: {value!r} is not open")


def _chosen(table: Table, draft: Draft, prompt: ChooseEach, player: str, value: str, own_word: bool) -> Decision:
    """One of several who decide at once. Whoever cannot pay for a choice gets what the book has for that, if it has
    anything; nobody but the dealer says so of a player who can."""
    before = table.state.choices.get(player)
    changed = None if before is None else prompt.judge_change(player, before, value)
    decision: Decision = changed or prompt.judge_one(player, value)
    if isinstance(decision, Refused):
        return decision
    if prompt.short is not None and value == prompt.short.value and own_word:
        most = prompt.stakes[player].cents if player in prompt.stakes else 0
        if table.ledger.balance(table.purse(player)) >= most:
            return Refused(prompt.short.by or prompt.by, f"{player} has the {show(most)} it takes")
    short = _short_of(table, prompt, player, value)
    if short is not None:
        if prompt.short is None:
            return short
        value, decision = prompt.short.value, Accepted(prompt.short.by or prompt.by, prompt.short.label)
    draft.note("chose", player=player, choice=value)
    chosen = prompt.chosen(draft.state.choices)
    if chosen is not None:
        answered = table.answer(draft, chosen)
        return answered if isinstance(answered, Refused) else decision
    return decision


def _short_of(table: Table, prompt: Prompt, player: str, value: str) -> Refused | None:
    cost = stake_of(prompt, player, value)
    if cost > table.ledger.balance(table.purse(player)):
        return Refused(prompt.funds_by, f"{player} has not the {show(cost)} it takes")
    return None


def ready(table: Table, draft: Draft, order: Order) -> Decision:
    """A player needs no more time; at a table the house deals, it waits for nobody else."""
    if table.window is None and not isinstance(table.prompt, ChooseEach):
        return Refused(table.general.lock.by, "nothing is open")
    draft.note("ready", player=terminals.acting(table, order.who.name))
    return Accepted(table.general.lock.by)


def cannot_close(table: Table) -> Refused | None:
    """Why the open window will not close although every chip in it was accepted, and nothing is still to come that could
    mend it: a mistake of ours, or of whoever wrote the record."""
    window = table.window
    if window is None or not table.state.status.is_open:
        return None
    closing = window.judge(ClosedWindow(table.state.chips))
    return closing if isinstance(closing, Refused) and window.unfinished(table.state.chips) is None else None


def _moves(moves: Iterable[tuple[str, str, Cents]], memo: str) -> tuple[Transfer, ...]:
    return tuple(Transfer(source, target, cents, memo) for source, target, cents in moves)


ACTS = {
    "place": place,
    "withdraw": withdraw,
    "say": say,
    "confirm": confirm,
    "answer": answer,
    "irregularity": irregularity,
    "choose": choose,
    "ready": ready,
}
