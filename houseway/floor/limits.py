"""Limits: the sign at a table, changed inside what the law allows.

Sign times are recorded facts: what was posted stands in the record with the house's own time of the order, and the general
chapter compares it with the moment of the change. What a client says of the time counts for nothing, and no clock is read here.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from houseway.floor import authority, card_checks, checking, rounds, terminals
from houseway.floor.acts import ActsOf
from houseway.floor.changing_over import unfit_at
from houseway.floor.entries import write_event
from houseway.floor.fitting import sign_prompt
from houseway.floor.seats import NO_CARDS
from houseway.forms import Doc, Misread, canonical, read, write
from houseway.law.clause import Basis, Provision
from houseway.money import Cents, Odds
from houseway.play.chapters import BetterOdds
from houseway.play.dealing import Dealing, NewCards
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.deck import FreshDeck
from houseway.play.events import CardsBrought, GivenBack, ShuffleDue
from houseway.play.general import HigherLimit, Places
from houseway.play.prompts import TakeWagers
from houseway.play.wagers import Limits, Marker

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def post_minimum(table: Table, draft: Draft, order: Order) -> Decision:
    """Puts up the sign that announces a new minimum."""
    cents: Cents = read(int, order.details.get("cents"), "cents")
    if cents <= 0:
        return Refused(table.general.higher_minimum.by, "a minimum is a positive amount")
    draft.note("posted-minimum", what=str(cents), since=order.at.isoformat())
    return Accepted(table.general.higher_minimum.by)


def limits(table: Table, draft: Draft, order: Order) -> Decision:
    """Changes minimum, maximum or unit, of the table or of one kind of wager; a change holds from the next round."""
    kind = read(str, order.details.get("kind", ""), "kind")
    if kind and kind not in _kinds(table):
        known = ", ".join(_kinds(table))
        return Refused(table.general.limits.by, f"{kind!r} is no kind of wager of this layout; there are {known}")
    now = table.state.sign.limits_for(kind) if kind else table.state.sign.limits
    changes: dict[str, Doc] = {}
    for name in ("minimum", "maximum", "unit"):
        if name in order.details:
            changes[name] = read(int | None if name == "maximum" else int, order.details[name], name)
    then: Limits = replace(now, **changes)
    posted = table.state.posted_minimum
    shown = (int(posted.what), datetime.fromisoformat(posted.since)) if posted else None
    decision = table.general.change_limits(now, then, shown, order.at)
    if isinstance(decision, Accepted):
        draft.note("limits", **changes, **({"kind": kind} if kind else {}))
        return _holds(table, draft, decision.by)
    return decision


def _holds(table: Table, draft: Draft, by: Basis) -> Accepted:
    """A change of the sign holds at once while nobody has laid anything, and else from the next round: chips that lie were
    laid by the sign as it stood."""
    now = table.untouched(table.state) and not table.begun(table.state)
    rounds.begin_again(table, draft)
    return Accepted(by, "" if now or table.state.script == "prepare" else "from the next round")


def _kinds(table: Table) -> list[str]:
    """The kinds of wager a layout has."""
    asked = [table.prompt, *(prompt for prompt, _ in table.progress.answers)]
    window = next((prompt for prompt in asked if isinstance(prompt, TakeWagers)), None)
    return list(dict.fromkeys(spot.partition(":")[0] for spot in window.spots)) if window is not None else []


def differential(table: Table, draft: Draft, order: Order, rule: Provision[None]) -> Decision:
    """How far two sides of the table may differ; without a figure, as far as they like."""
    cents: Cents | None = read(int | None, order.details.get("cents"), "cents")
    if cents is not None and cents <= 0:
        return Refused(rule.by, "a differential is a positive amount")
    draft.note("differential", cents=cents)
    return _holds(table, draft, rule.by)


def marker(table: Table, draft: Draft, order: Order) -> Decision:
    """A marker lets one player go above the maximum; a marker of nothing takes it away. Who allows it is whoever gives the order:
    what it says of somebody else counts for nothing."""
    rule = table.general.higher_limit
    details = order.details
    player = read(str, details.get("player"), "player")
    cents = read(int, details.get("maximum"), "maximum")
    if rule.value is HigherLimit.NONE:
        return Refused(rule.by, "this book knows no higher limit; a marker would have no effect")
    top = table.state.sign.limits.maximum
    if cents and rule.value is not HigherLimit.OWN and (top is None or cents <= top):
        return Refused(rule.by, "a higher limit is above the sign's maximum")
    own = read(int, details.get("minimum") or 0, "minimum")
    if own and rule.value is not HigherLimit.OWN:
        return Refused(rule.by, "this book knows a higher limit with a marker, and no minimum of a player's own")
    if own > cents:
        return Refused(rule.by, "a player's own minimum is not above that player's maximum")
    placed = Marker(player, read(int, details.get("area", 0), "area"), cents, order.who.role, own)
    draft.note("marker", marker=write(placed))
    others = any(w.player != player and placed.area in (0, w.area) for w in table.state.chips)
    if not cents or others or not table.untouched(table.state):
        return _holds(table, draft, rule.by)
    # It lets one player go further and takes nothing from anybody: it holds at once.
    rounds.begin_again(table, draft, replace(table.sign, markers=draft.state.sign.markers))
    return Accepted(rule.by)


def share(table: Table, draft: Draft, order: Order, places: Places) -> Decision:
    players = read(int, order.details.get("players"), "players")
    decision = places.judge_sign(replace(table.state.sign, players_per_area=players))
    if isinstance(decision, Refused):
        return decision
    draft.note("shared", players=players)
    return _holds(table, draft, places.sharing.by)


def odds(table: Table, draft: Draft, order: Order, better: BetterOdds) -> Decision:
    """Better odds than the book's, where it lets the house offer them; lowering them again needs notice."""
    wanted: dict[str, Odds] = read(dict[str, Odds], order.details.get("odds"), "odds")
    sign = replace(table.state.sign, odds=wanted)
    decision = sign_prompt(table.chapters).judge(sign) if wanted else Accepted(table.general.limits.by)
    if isinstance(decision, Refused):
        return decision
    lowered = [
        name for name, now in table.state.sign.odds.items() if wanted.get(name, better.book[name]).ratio < now.ratio
    ]
    posted = table.state.posted_odds
    if lowered and (posted is None or posted.what != canonical(write(wanted))):
        return Refused(
            better.rule.by, "lowering the odds needs the prior notice that the rules of the game demand", "notice"
        )
    draft.note("odds", odds=write(wanted))
    return _holds(table, draft, better.rule.by)


def post_odds(table: Table, draft: Draft, order: Order, better: BetterOdds) -> Decision:
    wanted = read(dict[str, Odds], order.details.get("odds"), "odds")
    draft.note("posted-odds", what=canonical(write(wanted)), since=order.at.isoformat())
    return Accepted(better.rule.by)


def post_closing(table: Table, draft: Draft, order: Order) -> Decision:
    """Puts up the sign that announces the hour of closing."""
    at = read(str, order.details.get("at"), "at")
    draft.note("posted-closing", what=_hour(at).isoformat(), since=order.at.isoformat())
    return Accepted(table.general.closing.by)


def tell_inspector(table: Table, draft: Draft, order: Order) -> Decision:
    """An inspector hears of a closing before it: the notice is on the inspector's screen."""
    draft.note("inspector-told")
    posted = table.state.posted_closing
    when = f" at {datetime.fromisoformat(posted.what):%H:%M}" if posted is not None else ""
    authority.tell(table, draft, table.general.closing.by, f"{table.name} closes{when}")
    return Accepted(table.general.closing.by)


def close(table: Table, draft: Draft, order: Order) -> Decision:
    """Closes the table, after the notice the book demands where players are present. One that the law of the moment does not let
    stand any more is cleared and closed at once; one that is frozen for another reason is released first."""
    state = table.state
    if state.status.is_frozen:
        unfit = unfit_at(table, order.at)
        if unfit is None:
            return Refused(table.general.disorder.by, f"{table.name} is frozen until a supervisor releases it")
        return _clear_away(table, draft, unfit)
    if not table.untouched(state) and state.script == "play":
        return Refused(table.general.closing.by, "finish the round first")
    if state.chips or state.forms:
        return Refused(table.general.closing.by, "wagers lie on the table")
    posted = state.posted_closing
    shown = (datetime.fromisoformat(posted.what), datetime.fromisoformat(posted.since)) if posted else None
    present = state.seats or _playing(table) or order.details.get("players_present")
    if present or table.general.closing.value.inspector:
        decision = table.general.close_table(shown, state.inspector_told, order.at)
        if isinstance(decision, Refused):
            return decision
    if (unchecked := checking.due(table)) is not None:
        return unchecked
    checking.put_away(table, draft)
    if table.remembered().lying:  # taken back, and not missed by a round yet
        rounds.begin_cleared(table, draft)
    to_check: dict[str, Doc] = {"unchecked": True} if card_checks.due_after_gaming(table) else {}
    draft.note("closed", **to_check)
    return Accepted(table.general.closing.by)


def _clear_away(table: Table, draft: Draft, unfit: Refused) -> Decision:
    """A table that cannot go on is closed: whatever players have on it is theirs again, by the book's own rule for refunds."""
    general, chips = table.general, table.state.chips
    if table.begun(table.state) and not table.untouched(table.state):
        return Refused(general.closing.by, "finish the round first, or invalidate it")
    running = table.ledger.balance(table.till.held) - sum(wager.cents for wager in chips)
    if running or table.state.forms:
        return Refused(general.closing.by, "wagers that are not in the open window lie here; void them first")
    terminals.release(table, draft)
    if terminals.accounts_of(table) is not None:
        terminals.pay_everybody(table, draft, chips)
    rounds.begin_cleared(table, draft)
    events = [GivenBack(general.refund.by, chips)] if chips else []
    draft.events.extend(events)
    why = f"the law that holds now does not fit this table: {unfit.because}"
    draft.note("closed", events=[write_event(event) for event in events], why=why)
    return Accepted(general.closing.by + unfit.by)


def _playing(table: Table) -> bool:
    """Whether somebody plays here without a seat: had a wager in the last round since the table opened, and has not left."""
    ledger, name = table.ledger, table.state.table
    over, shut = ledger.newest(name, "round-over", 1), ledger.newest(name, "closed", 1)
    if not over or (shut and shut[0].number > over[0].number):
        return False
    left = {entry.body["player"] for entry in ledger.newest(name, "left", 50) if entry.number > over[0].number}
    return any(line["wager"]["player"] not in left for line in over[0].body["lines"])


def _hour(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Misread("at", f"{text!r} is no hour of a day, such as 2026-11-16T23:00:00") from None


def reopen(table: Table, draft: Draft, order: Order) -> Decision:
    if not table.state.status.is_closed:
        return Refused(table.general.closing.by, f"{table.state.table} is not closed")
    rule, dealing = card_checks.rule_of(table), table.dealing
    if rule is not None and table.state.cards_unchecked:
        return Refused(rule.by, "the cards have not been checked since gaming ended here")
    draft.note("reopened")
    if rule is not None and rule.value.at_closing and dealing is not None:
        draft.tell(card_checks.brought(table, dealing, again=True))
        rounds.begin_again(table, draft)
    elif not table.same_law(order.at):
        rounds.begin_again(table, draft)
    return Accepted(table.general.closing.by)


def shuffle(table: Table, draft: Draft, order: Order, dealing: Dealing | FreshDeck) -> Decision:
    """The house shuffles between rounds, where the book lets it choose to."""
    rule = dealing.shuffle_at_will
    if rule is None:
        return Refused(dealing.shuffle.by, "this book says when to shuffle; it leaves no choice")
    return _shuffle_due(table, draft, ShuffleDue(rule.by, "now"))


def replace_cards(table: Table, draft: Draft, order: Order, dealing: Dealing | FreshDeck) -> Decision:
    """New cards come to the table between rounds; they are checked where the book asks for it, and shuffled before play."""
    rule = dealing.replace_cards
    if rule.value is NewCards.BEFORE_A_SHUFFLE and not _about_to_shuffle(table):
        return Refused(rule.by, "new cards come when a shoe is over and before it is shuffled, not in the midst of one")
    return _shuffle_due(table, draft, card_checks.brought(table, dealing))


def _about_to_shuffle(table: Table) -> bool:
    """Whether the round is over and the shuffle that is due has not begun."""
    return table.state.script == "prepare" and not table.state.tape


def _shuffle_due(table: Table, draft: Draft, event: ShuffleDue | CardsBrought) -> Decision:
    by = event.by
    if not _about_to_shuffle(table) and (not table.untouched(table.state) or table.state.chips):
        return Refused(by, "only between rounds, with no wager on the table")
    draft.tell(event)
    rounds.begin_again(table, draft)
    return Accepted(by)


ACTS = {
    "post minimum": post_minimum,
    "limits": limits,
    "marker": marker,
    "post closing": post_closing,
    "tell inspector": tell_inspector,
    "close": close,
    "reopen": reopen,
}

OF_CARDS = ActsOf[Dealing | FreshDeck](
    lambda book: book.dealing, lambda general, act: NO_CARDS, {"shuffle": shuffle, "replace cards": replace_cards}
)
OF_PLACES = ActsOf(
    lambda book: book.places,
    lambda general, act: Refused(general.limits.by, "this layout has no areas to share"),
    {"share": share},
)
OF_SIDES = ActsOf(
    lambda book: book.differential,
    lambda general, act: Refused(general.limits.by, "this book sets no bound between sides of a table"),
    {"differential": differential},
)
OF_BETTER_ODDS = ActsOf(
    lambda book: book.better_odds,
    lambda general, act: Refused(general.limits.by, "this book fixes the odds; the house may not better them"),
    {"odds": odds, "post odds": post_odds},
)
