"""Seats: who sits where, who deals, who must go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor import colours, entrants, rounds, taking_part
from houseway.floor.acts import ActsOf
from houseway.floor.entries import read_event, write_event, write_wager
from houseway.floor.tournament.here import law_of
from houseway.forms import read
from houseway.kit.cards import UNSEEN, Card, Unseen
from houseway.kit.shoe import NotInShoe
from houseway.law.clause import NO_CLAUSE, Basis, Provision
from houseway.ledger import Transfer
from houseway.play.conditions import Item
from houseway.play.dealing import Dealing
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.deck import FreshDeck
from houseway.play.driver import Inadmissible, stakes
from houseway.play.events import BurnShown, DealerChanged, PlayerLeft, Settled
from houseway.play.general import AreasEach, Places
from houseway.play.prompts import Draw
from houseway.play.remembering import remembered
from houseway.play.shoeful import Shoeful
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.state import State
    from houseway.floor.table import Draft, Order, Table


def sit(table: Table, draft: Draft, order: Order) -> Decision:
    general, places, player = table.general, table.places, order.who.name
    area = read(int, order.details.get("area"), "area")
    by = general.limits.by if places is None else places.areas.by
    barred = taking_part.barred(table, player) or entrants.shut_out(table, player)
    if barred is not None:
        return barred
    if not 1 <= area <= table.state.sign.areas:
        return Refused(by, f"this layout has areas 1 to {table.state.sign.areas}, not {area}")
    own = table.state.seat_of(player)
    if places is not None and own is not None and own.area != area and in_play(table, table.state, player):
        return Refused(places.areas_each.by, f"{player} has a wager on area {own.area}")
    here = [seat for seat in table.state.seats if seat.area == area and seat.player != player]
    if len(here) >= (1 if places is None else table.state.sign.players_per_area):
        return Refused(by if places is None else places.sharing.by, f"area {area} is taken")
    draft.note("sat", player=player, area=area)
    rounds.begin_again(table, draft)
    return Accepted(by)


def in_play(table: Table, state: State, player: str) -> list[Wager]:
    """What a player has on the table, in the open window of a state or called in."""
    settled = {step.wager.key for step in table.progress.steps if isinstance(step, Settled)}
    laid = [w for w in stakes(table.progress.steps) if w.key not in settled]
    return [w for w in (*state.chips, *laid) if w.player == player]


def is_here(table: Table, player: str) -> bool:
    """Whether somebody plays at a table: sits there, or had a wager in this round or the last."""
    last = table.ledger.newest(table.state.table, "round-over", 1)
    played = {line["wager"]["player"] for over in last for line in over.body["lines"]}
    return table.state.seat_of(player) is not None or player in played or player in table.position()


def leave(table: Table, draft: Draft, order: Order) -> Decision:
    player, here = order.who.name, table.state.tournament
    if here is not None and here.name and player in (here.entrants or ()):
        by = law_of(table).by(Item.DISQUALIFICATION)
        return Refused(by, f"{player} plays in a tournament: who gives up retires at its desk")
    entries = _entries_left_in(table, player)
    if entries:
        back = Transfer(table.till.held, table.purse(player), sum(w.cents for w in entries), "release")
        draft.note("withdrawn", (back,), wagers=[write_wager(wager) for wager in entries])
    if in_play(table, draft.state, player) or any(form.player == player for form in table.state.forms):
        return Refused(table.general.lock.by, "a wager is still on the table; it must be settled or taken back first")
    rules = table.chapters.colours
    if rules is not None and colours.chips_of(table, player) is not None:  # worth nothing elsewhere: changed first
        colours.hand_back(table, draft, player, rules)
    gone(table, draft, player)
    return Accepted(table.general.lock.by)


def _entries_left_in(table: Table, player: str) -> list[Wager]:
    """Jackpot wagers that a round without a result left in: a player who wishes to leave has them back."""
    rules = table.chapters.jackpot
    if rules is None or rules.returned is None or table.window is None:
        return []
    left = remembered(table.carried(table.state)).lying
    return [wager for wager in table.state.chips if wager.player == player and wager in left]


def gone(table: Table, draft: Draft, player: str) -> None:
    stands_up(table, draft, player)
    rounds.begin_again(table, draft)


def stands_up(table: Table, draft: Draft, player: str) -> None:
    """Somebody has no seat any more, and everybody hears it."""
    event = PlayerLeft(table.general.below_minimum.by, player)
    draft.events.append(event)
    draft.note("left", player=player, event=write_event(event))


def vacate(table: Table, draft: Draft, order: Order) -> Decision:
    rule = table.general.idle_seat
    if rule is None:
        return Refused(table.general.lock.by, "this book takes no seat from an idle player")
    player = read(str, order.details.get("player"), "player")
    seat = table.state.seat_of(player)
    if seat is None:
        return Refused(rule.by, f"{player} has no seat here")
    if in_play(table, table.state, player):
        return Refused(rule.by, f"{player} has a wager on the table and abstains no longer")
    if seat.idle < rule.value:
        because = f"{player} has sat out {seat.idle} rounds with every other area in use; {rule.value} are needed"
        return Refused(rule.by, because)
    gone(table, draft, player)
    return Accepted(rule.by)


def may_vacate(table: Table) -> list[str]:
    """Players who may be asked to give up their seat: an option of the house, never automatic."""
    rule = table.general.idle_seat
    return [] if rule is None else [seat.player for seat in table.state.seats if seat.idle >= rule.value]


def call_in_box(table: Table, draft: Draft, order: Order, rule: Provision[None]) -> Decision:
    """A player with several boxes gives one of them up to others: at once if it lies in an open window, whose chips go back, and
    else from the next round. Whether seats are too few in the whole casino, whoever calls it in says."""
    player, area = _box_of(order)
    ground = read(str, order.details.get("ground", ""), "ground")
    boxes = boxes_of(table, player)
    if area not in boxes:
        return Refused(rule.by, f"{player} has no box {area}")
    if len(boxes) < 2:
        return Refused(rule.by, f"{player} has one box only, and keeps it")
    if not ground:
        return Refused(rule.by, "say who wants to play and has no seat")
    draft.note("box-given-up", player=player, area=area, called_in=True, ground=ground)
    lie = [w for w in table.state.chips if w.player == player and w.area == area] if table.window is not None else []
    if lie:
        back = Transfer(table.till.held, table.purse(player), sum(w.cents for w in lie), "release")
        draft.note("withdrawn", (back,), wagers=[[w.player, w.area, w.spot, w.cents] for w in lie])
    return Accepted(rule.by)


def allow_box(table: Table, draft: Draft, order: Order, places: Places) -> Decision:
    """A player may use a box beside another: one that was called in, since seats are enough again, or one more than the sign
    gives everybody. It holds at once, since it takes nothing from anybody."""
    player, area = _box_of(order)
    sign, rule = table.state.sign, places.areas_each
    if area in table.state.given_up.get(player, ()):
        by = rule.by if table.chapters.gives_up_box is None else table.chapters.gives_up_box.by
        draft.note("box-given-up", player=player, area=area, called_in=False)
        return Accepted(by)
    if rule.value is AreasEach.ONE:
        return Refused(rule.by, "a player has one area only")
    if sign.several_areas or rule.value is AreasEach.SEVERAL:
        return Refused(rule.by, f"nobody has to let {player} use area {area}: all may use several here", "on_record")
    if not 1 <= area <= sign.areas:
        return Refused(places.areas.by, f"this layout has areas 1 to {sign.areas}, not {area}")
    if area in sign.let_have.get(player, ()):
        return Refused(rule.by, f"{player} may use area {area} already", "on_record")
    draft.note("area-let", player=player, area=area)
    untouched = table.untouched(table.state)
    rounds.begin_again(table, draft, replace(table.sign, let_have=draft.state.sign.let_have) if untouched else None)
    return Accepted(rule.by, "" if untouched else "from the next round")


def gave_up(table: Table, player: str, area: int) -> Refused | None:
    """Why a player may not wager on a box: it was called in for others."""
    rule = table.chapters.gives_up_box
    if rule is None or area not in table.state.given_up.get(player, ()):
        return None
    return Refused(rule.by, f"{player} had several boxes and gave up box {area} to others")


def boxes_of(table: Table, player: str) -> set[int]:
    """The boxes a player uses and has not given up: with wagers now, or in the round before while this has none."""
    now = {wager.area for wager in in_play(table, table.state, player)}
    if not now:
        last = table.ledger.newest(table.state.table, "round-over", 1)
        now = {
            line["wager"]["area"] for over in last for line in over.body["lines"] if line["wager"]["player"] == player
        }
    return now - set(table.state.given_up.get(player, ()))


def _box_of(order: Order) -> tuple[str, int]:
    return read(str, order.details.get("player"), "player"), read(int, order.details.get("area"), "area")


def sign_on(table: Table, draft: Draft, order: Order) -> Decision:
    """A dealer comes to a table. Where nobody has dealt yet that changes nothing but the name; else it is a change of dealer."""
    dealer = order.who.name if order.who.role == "dealer" else read(str, order.details.get("dealer"), "dealer")
    if dealer == table.state.dealer:
        return Refused(NO_CLAUSE, f"{dealer} deals here already", "on_record")
    if table.state.dealer == "house":
        draft.note("signed-on", dealer=dealer)
        return Accepted(NO_CLAUSE)
    return relieve(table, draft, replace(order, details={**order.details, "dealer": dealer}))


def relieve(table: Table, draft: Draft, order: Order) -> Decision:
    """Another dealer takes over, between rounds."""
    if not table.untouched(table.state) and table.state.script == "play":
        return Refused(table.general.lock.by, "finish the round first")
    dealer = read(str, order.details.get("dealer"), "dealer")
    rule = None if table.dealing is None else table.dealing.burn_new_dealer
    by = Basis(()) if rule is None else rule.by
    draft.tell(DealerChanged(by, dealer))
    rounds.begin_again(table, draft)
    return Accepted(by)


def ask_burn(table: Table, draft: Draft, order: Order, dealing: Dealing | FreshDeck) -> Decision:
    """A player asks to see the burned card."""
    rule = dealing.burn_shown
    if rule is None:
        return Refused(dealing.shuffle.by, "no card is burned at this table")
    asked_by = (
        order.who.name if order.who.role == "player" else read(str, order.details.get("player", "A player"), "player")
    )
    if not rule.value:
        return Refused(rule.by, "the burned card is not shown")
    shoe = _shoe_by_now(table)
    burned = None if shoe is None else shoe.notes.burned
    if "card" in order.details:
        card = read(Card, order.details["card"], "card")
        if isinstance(burned, Card) and burned is not card:
            return Refused(rule.by, f"the burned card is the {burned.words}")
        if shoe is not None and shoe.notes.shuffling == "continuous":
            return Refused(rule.by, "no card is burned from a shoe that shuffles by itself")
    elif isinstance(burned, Card):
        card = burned
    else:
        missing = "no card was burned from this shoe" if burned is None else "the dealer turns the card and keys it"
        return Refused(rule.by, missing)
    shown = BurnShown(rule.by, card, asked_by)
    if isinstance(burned, Unseen):
        return _turn_burned(table, draft, shown)
    draft.tell(shown)
    rounds.begin_again(table, draft)
    return Accepted(rule.by)


def _turn_burned(table: Table, draft: Draft, shown: BurnShown) -> Decision:
    """The burned card that nobody knew is known: the round goes on with it out of the shoe. It was burned before the round, or is
    an answer of this one."""
    state, card = table.state, shown.card
    carry, tape = table.carried(state), list(state.tape)
    burns = [
        (at, prompt)
        for at, (prompt, answer) in enumerate(table.progress.answers)
        if isinstance(prompt, Draw) and prompt.is_burn and answer is UNSEEN
    ]
    if burns:
        at, prompt = burns[-1]
        at += sum(before <= at for before, _ in table.progress.rulings)
        tape[at] = prompt.write(card)
    else:
        carry = table.game.carry(carry, shown)
    turned = replace(state, carry=table.game.write_carry(carry), tape=tuple(tape))
    try:
        table.run(turned)
    except (Inadmissible, NotInShoe):
        return Refused(shown.by, f"every {card.words} of this shoe lies elsewhere; it cannot have been burned")
    draft.events.append(shown)
    draft.note("burn-turned", event=write_event(shown), carry=turned.carry, tape=tape)
    return Accepted(shown.by)


def _shoe_by_now(table: Table) -> Shoeful | None:
    """The shoe with every burn so far: those of this round too, whether a new dealer's or after a shuffle in its midst, and the
    card of one that was turned since."""
    carry = table.carry_by_now()
    for doc in table.state.waiting:
        carry = table.game.carry(carry, read_event(doc))
    return remembered(carry).shoe


ACTS = {
    "sit": sit,
    "leave": leave,
    "vacate": vacate,
    "relieve": relieve,
    "sign on": sign_on,
}

OF_BOXES = ActsOf[Provision[None]](
    lambda book: book.gives_up_box,
    lambda general, act: Refused(general.limits.by, "this book takes no box from a player with several"),
    {"call in box": call_in_box},
)
OF_PLACES = ActsOf[Places](
    lambda book: book.places,
    lambda general, act: Refused(general.limits.by, "this layout has no areas of which a player has one"),
    {"allow box": allow_box},
)
NO_CARDS = Refused(NO_CLAUSE, "no cards are dealt at this table", "no_cards")
OF_CARDS = ActsOf[Dealing | FreshDeck](lambda book: book.dealing, lambda general, act: NO_CARDS, {"ask burn": ask_burn})
