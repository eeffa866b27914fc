"""Settlement: from the outcome of a coup to what each wager gets, and the commission on Banker."""

from __future__ import annotations

from houseway.games.baccarat.events import Commission
from houseway.games.baccarat.terms import SPOTS, Terms
from houseway.law.clause import Basis
from houseway.money import Cents, Odds
from houseway.play.events import Settled
from houseway.play.layout import LOSES, VOID, Layout, Result
from houseway.play.script import Script
from houseway.play.states import Outcome, RoundResult
from houseway.play.wagers import Sign, Wager

PLAYER, BANKER, TIE, WON = RoundResult.PLAYER, RoundResult.BANKER, RoundResult.TIE, Outcome.WON


def outcome(player: int, banker: int) -> RoundResult:
    """The higher count wins; equal counts are a tie."""
    if player == banker:
        return TIE
    return PLAYER if player > banker else BANKER


def due_to(terms: Terms, came: str, spot: str) -> tuple[Odds | Result, Basis]:
    """What a wager gets, and why."""
    if spot == "tie":
        rule = terms.tie
        if came == TIE:
            return rule.pays.value, rule.paid + terms.egalite.by
        return LOSES, rule.decided.by
    side = terms.player if spot == "player" else terms.banker
    if came == TIE:
        return VOID, side.void.by + terms.egalite.by
    if came != spot:
        return LOSES, side.loses.by
    if spot == "banker":
        return terms.banker_odds, side.paid + terms.commission.by
    return side.pays.value, side.paid


def settle(terms: Terms, layout: Layout, wagers: tuple[Wager, ...], came: str) -> Script[None]:
    """Takes the losing wagers, pays the winning ones, and tells the commission with each payment on Banker."""
    due = terms.due_when.get(came)
    if due is None:
        due = terms.due_when[came] = {spot: due_to(terms, came, spot) for spot in SPOTS}
    for step in layout.losers_first(wagers, due.__getitem__):
        yield step
        if type(step) is Settled and step.outcome is WON and step.wager.spot == "banker":
            yield Commission(terms.commission.by, step.wager, commission_on(terms, layout.sign, step))


def commission_on(terms: Terms, sign: Sign, line: Settled) -> Cents:
    """What a winner on Banker would have had without it, less what was paid; nothing on any other line."""
    if line.outcome != WON or line.wager.spot != "banker":
        return 0
    stake, minimum = line.live, sign.limits.minimum
    net = terms.banker_odds
    if line.won * net.on < stake * net.wins:  # paid as a lower multiple, because the float could not pay it in full
        stake -= stake % minimum
    return terms.banker.pays.value.whole(stake) - line.won
