"""Secrets at a table: forms handed in while wagers are open, the last hand of a final, and forms looked at afterwards.

A form is a wager from the moment it is in: its amount is held, the marker lies at its place, and only how much it is for and
on what is secret until it is read out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor import authority, entrants, taking_part
from houseway.floor.acts import ActsOf
from houseway.floor.tournament import gate
from houseway.forms import read, write
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Progress
from houseway.play.events import Dealt, Decided, Marked, Staked
from houseway.play.secret import Form, Forms, Secret
from houseway.play.wagers import Sign, Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


SPOT = "secret"  # where a form's wager lies


def hand_in(table: Table, draft: Draft, order: Order, rules: Secret) -> Decision:
    """A player's form for the coming hand. One that staff take in unexamined is judged after the hand."""
    details, state = order.details, table.state
    by_player = order.who.role == "player"
    player = order.who.name if by_player else read(str, details.get("player"), "player")
    barred = taking_part.barred(table, player) or entrants.admit(table, draft, player)
    barred = barred or taking_part.without_wagers(table, player)
    if barred is not None:
        return barred
    window = table.window
    if window is None or window.backing is not None:
        return Refused(rules.examined.by + table.general.lock.by, "forms are handed in before the hand begins")
    if any(form.player == player for form in state.forms):
        return Refused(rules.allowed.by, f"{player} has handed in a form for this hand")
    chips = entrants.holding(table, draft, table.purse(player))
    if not by_player and "chips" in details:  # as staff counted them; nobody wagers more than the house holds for them
        chips = min(chips, read(int, details["chips"], "chips"))
    seat = state.seat_of(player)
    lying = next((wager.area for wager in state.chips if wager.player == player), 0)
    form = Form(
        player,
        seat.area if seat is not None else lying,
        read(str, details.get("kind", ""), "kind"),
        read(str, details.get("words", ""), "words"),
        read(int, details.get("figures", 0), "figures"),
        chips,
    )
    used = table.remembered().secret_used.get(player, 0)
    examined = by_player or not details.get("unexamined")
    decision = rules.judge(form, used, state.chips, window.sign, tuple(window.spots), examined)
    odd = table.general.odd_amount(window.sign, window.sign.limits_for(form.kind), form.figures) if examined else ""
    if odd and isinstance(decision, Accepted):
        return Refused(rules.within_limits.by + table.general.units.by, odd)
    if (
        isinstance(decision, Accepted)
        and (beyond := gate.too_much(table, gate.laid(table, player) + form.figures)) is not None
    ):
        return beyond
    if isinstance(decision, Accepted):
        form = replace(form, held=rules.deemed(form, window.sign, tuple(window.spots))[0])
        hold = Transfer(table.purse(player), table.till.held, form.held, "hold")
        draft.events.append(Marked(rules.marked.by, player, f"secret {player}"))
        draft.note("form", (hold,) if form.held else (), form=write(form))
        authority.tell(table, draft, rules.marked.by, f"A secret wager of {player} is in, to be recorded and examined")
    return decision


def held(forms: Iterable[Form], progress: Progress[object]) -> tuple[Wager, ...]:
    """What forms hold of their players' credit until they are read out; then it is a wager like any other, and when the hand
    is over nothing is held."""
    if progress.over:
        return ()
    read_out = {step.wager.player for step in progress.steps if isinstance(step, Staked) and step.wager.spot == SPOT}
    waiting = (form for form in forms if form.held and form.player not in read_out)
    return tuple(Wager(form.player, form.area, SPOT, form.held) for form in waiting)


def give_back(table: Table, draft: Draft, player: str) -> None:
    """A player who takes no further part has the form back while wagers are open, and what it held."""
    form = next((form for form in table.state.forms if form.player == player), None)
    if form is None or table.window is None:
        return
    back = Transfer(table.till.held, table.purse(player), form.held, "release")
    draft.note("form-back", (back,) if form.held else (), player=player)


def short_of(table: Table, player: str, cents: Cents) -> Refused | None:
    """Whether chips beside a form are chips that the form holds."""
    rules = table.chapters.secret
    if rules is None or all(form.player != player for form in table.state.forms):
        return None
    left = table.ledger.balance(table.purse(player))
    return Refused(rules.within_chips.by, f"beside the form {player} holds {show(left)}") if cents > left else None


def beside(table: Table, wagers: tuple[Wager, ...], sign: Sign) -> Refused | None:
    """Chips laid after a form was handed in keep to the same rule as the form beside chips."""
    rules = table.chapters.secret
    if rules is None:
        return None
    for form in table.state.forms:
        own = tuple(wager for wager in wagers if wager.player == form.player)
        refused = rules.together(form, own, sign) if own else None
        if refused is not None:
            return refused
    return None


def examine(table: Table, draft: Draft, order: Order, rules: Secret) -> Decision:
    """The game supervisor has looked at a form before the hand: it stands, or it goes back to its player."""
    player = read(str, order.details.get("player"), "player")
    by = rules.examined.by
    form = next((form for form in table.state.forms if form.player == player), None)
    if form is None:
        return Refused(by, f"no form of {player} is in for this hand")
    window = table.window
    if window is None or window.backing is not None:
        return Refused(by, "forms are examined before the hand begins")
    if player in table.state.secrets.examined:
        return Refused(by, f"the form of {player} has been examined")
    wrong = read(str, order.details.get("wrong", ""), "wrong").strip()
    if wrong:
        give_back(table, draft, player)
        draft.events.append(Marked(rules.marked.by, player, ""))
        return Accepted(by, f"the form goes back to {player}: {wrong}")
    found = rules.wrongly_filled(form, tuple(window.spots))
    if found:
        return Refused(by + rules.form.by, f"{found}; hand it back, and say what is wrong")
    draft.note("form-examined", player=player, by=order.who.name)
    return Accepted(by)


def unexamined(table: Table, order: Order) -> Refused | None:
    """Why a hand cannot begin: in a tournament with staff, a game supervisor examines every form first. Where the house deals,
    the house has examined each as it came."""
    rules, here = table.chapters.secret, table.state.tournament
    if rules is None or here is None or not here.name or order.who.role == "house":
        return None
    left = [form.player for form in table.state.forms if form.player not in table.state.secrets.examined]
    if not left:
        return None
    return Refused(
        rules.examined.by, f"the game supervisor examines the form of {', '.join(left)} before the hand begins"
    )


def left_of(table: Table, player: str) -> int:
    """How many secret wagers somebody may still make in this session, with the one that is in."""
    rules = table.chapters.secret
    if rules is None:
        return 0
    used = table.remembered().secret_used.get(player, 0) + any(form.player == player for form in table.state.forms)
    return max(0, rules.allowed.value - used)


def last_hand(table: Table, draft: Draft, order: Order, rules: Secret) -> Decision:
    """The coming hand is the last of a final."""
    if not rules.allowed.value and table.state.tournament is None:
        return Refused(rules.last_hand.by, "no tournament is being played")
    if table.window is None:
        return Refused(rules.last_hand.by, "say so before wagers are closed")
    draft.note("last-hand")
    return Accepted(rules.last_hand.by)


def see(table: Table, draft: Draft, order: Order, rules: Secret) -> Decision:
    """A player asks to see another's form: from the conclusion of its hand, and until the next hand's first card."""
    player = read(str, order.details.get("player"), "player")
    steps, forms = table.progress.steps, table.state.secrets.past_forms
    if any(isinstance(step, Decided) for step in steps):  # this hand is over, though its cards still lie there
        forms = table.state.forms
    elif any(isinstance(step, Dealt) for step in steps):
        return Refused(rules.inspected.by, "a form may be seen between one hand and the first card of the next")
    form = next((form for form in forms if form.player == player), None)
    if form is None:
        return Refused(rules.inspected.by, f"{player} had no secret wager on the last hand")
    written = f"{form.player}: {form.kind or 'no kind'}, {form.words}, {form.figures / 100:,.2f}"
    draft.note("recorded", words=f"{order.who.name} saw the form of {player}")
    return Accepted(rules.inspected.by, written)


def forms_of(table: Table) -> Forms:
    """What the table answers when its script asks for the forms of the hand."""
    state = table.state
    players = [seat.player for seat in state.seats] or [wager.player for wager in state.chips]
    return Forms(state.forms, state.secrets.last_hand, tuple(dict.fromkeys(players)))


ACTS = ActsOf(
    lambda book: book.secret,
    lambda general, act: Refused(general.dispute.by, "this book knows no secret wagers"),
    {"secret": hand_in, "last hand": last_hand, "see form": see, "examine form": examine},
)
