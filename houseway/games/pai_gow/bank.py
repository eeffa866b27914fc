"""The bank: to whom it is offered, who takes it, and how its money is settled."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.games.pai_gow.carry import Carry
from houseway.games.pai_gow.cuts import AREAS
from houseway.games.pai_gow.events import BankHeld, BankOffered, BankSettled
from houseway.games.pai_gow.prompts import OfferBank
from houseway.games.pai_gow.terms import Terms
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.decision import Refused
from houseway.play.events import Settled
from houseway.play.prompts import Choose, Option
from houseway.play.script import Script, ask_each, choose
from houseway.play.states import Outcome
from houseway.play.wagers import Sign, Wager
from houseway.values import value

YES_OR_NO = (Option("no", "No"), Option("yes", "Yes"))


def offered(terms: Terms, carry: Carry, sign: Sign) -> Script[None]:
    """Settles who holds the bank in the coming round. A bank is two rounds, the House's too; then it is offered on."""
    rule, bank = terms.bank, carry.bank
    if bank is not None and bank.played < rule.length.value:
        return
    if bank is None and carry.rounds and carry.house_rounds < rule.length.value:
        return
    again = ""
    if bank is not None and bank.banks < rule.at_most.value and bank.player in carry.played:
        answer = yield from choose(
            rule.length.by + rule.at_most.by, "supervisor", f"Another bank for {bank.player}?", YES_OR_NO, "no"
        )
        again = bank.player if answer == "yes" else ""
    start = 0 if terms.places.bank_from_one.value else carry.last_area
    order = _in_order(carry, sign, again, start) if rule.offered.value else []
    taken = yield from _taken(terms, order, sign)
    if taken is None:
        yield BankHeld(rule.house.by, "", rule.house_chung.value, "house")
        return
    player, area, method = taken
    banks = bank.banks + 1 if bank is not None and player == again else 1
    shaker = player
    if banks > 1 and bank is not None:
        shaker = yield from _shaker(terms, sign, player, bank.shakers)
    how = rule.player.by if method == "bank" else rule.co.by + rule.co_bank.by
    yield BankHeld(how + rule.chung.by + rule.controllers.by, player, area, method, banks, shaker)


def _in_order(carry: Carry, sign: Sign, again: str, start: int) -> list[tuple[str, int]]:
    """Counter clockwise, from area one when play commences and then on from the last bank, or from area one each time. Whoever
    has just banked is passed over unless another bank was allowed."""
    eligible = dict(carry.played) if carry.rounds else dict(sign.seated)
    order = sorted(eligible.items(), key=lambda seat: ((seat[1] - start - 1) % AREAS, seat[0]))
    last = carry.bank.player if carry.bank is not None else ""
    return [seat for seat in order if seat[0] == again] + [seat for seat in order if seat[0] not in (last, again)]


def _taken(terms: Terms, order: Sequence[tuple[str, int]], sign: Sign) -> Script[tuple[str, int, str] | None]:
    rule = terms.bank
    if not order:
        return None
    by = rule.offer.by + rule.played_before.by + rule.funds.by
    yield BankOffered(by, tuple(area for _, area in order))
    least = max(1, sign.limits.minimum)
    options = (
        Option("pass", "Leave the bank"),
        Option("co-bank", "Bank half with the House", Wager("", 0, "bank", -(-least // 2)), by=rule.co_bank.by),
        Option("bank", "Take the bank", Wager("", 0, "bank", least), by=rule.player.by),
    )
    players = tuple(player for player, _ in order)
    entitled, funds = rule.played_before.by + rule.controllers.by, rule.funds.by
    answers = yield from ask_each(
        OfferBank(by, "The bank is offered: two rounds, covering the wagers", players, options, "pass",
                  entitled=entitled, funds=funds)
    )  # fmt: skip
    return next(((player, area, answers[player]) for player, area in order if answers[player] != "pass"), None)


def _shaker(terms: Terms, sign: Sign, player: str, before: tuple[str, ...]) -> Script[str]:
    """For another bank somebody else shakes the cup each time."""
    by = terms.bank.at_most.by
    shook = Refused(by, "each further bank somebody else shakes the cup")
    people = (*(name for name in sign.seated if name != player), "dealer", "supervisor")  # enough for three banks
    options = tuple(
        Option(f"shaker {name}", f"{name} shakes", closed=shook if name in before else None)
        for name in (player, *people)
    )
    usual = next((option.value for option in options if option.closed is None), "shaker dealer")
    answer = yield Choose(by, f"player {player}", "Who shakes the dice cup?", options, usual)
    return str(answer).removeprefix("shaker ")


@value
class Share:
    """What a bank's money came to."""

    back: Cents  # to the banker, stake and share of the surplus, commission taken
    commission: Cents
    told: BankSettled


def settled(
    terms: Terms, method: str, stake: Cents, lost: Cents, won: Cents, from_losing: Cents, from_bank: Cents, chip: Cents
) -> Share:
    """The end of a player's bank. Winners were paid from what losers left and then from the bank's stake; what is left over is
    the banker's less commission, or shared with the House; a shortfall has come off the stake."""
    rules = terms.settling
    over = lost - won
    if method == "bank":
        by = rules.player_pays.by if over >= 0 else rules.player_shortfall.by
        share, kept = max(0, over), stake - max(0, -over)
        commission = rules.taken(share, chip)
        told = BankSettled(by, lost, from_losing, from_bank, max(0, over), kept, share, commission)
        return Share(kept + share - commission, commission, told)
    half = rules.odd_half.by
    if over >= 0:
        share = _half(over, chip, rules.odd_half.value)
        commission = rules.taken(share, chip)
        house = stake + over - share
        told = BankSettled(
            rules.co_surplus.by + half, lost, from_losing, from_bank, over, stake, share, commission, house
        )
        return Share(stake + share - commission, commission, told)
    left = 2 * stake + over
    kept = _half(left, chip, rules.odd_half.value)
    told = BankSettled(rules.co_shortfall.by + half, lost, from_losing, from_bank, 0, kept, 0, 0, left - kept)
    return Share(kept, 0, told)


def _half(cents: Cents, chip: Cents, odd_to_house: bool) -> Cents:
    """The banker's half in whole chips; an odd chip goes to the House, or otherwise to the banker."""
    half = cents // 2 // chip * chip
    return half if odd_to_house else cents - half


def lines(by: Basis, wagers: Sequence[Wager], back: Cents, chip: Cents) -> list[Settled]:
    """What goes back to each who staked in the bank. Players who share one share its result as they staked, in whole chips;
    an odd rest is for the largest of them."""
    staked = sum(wager.cents for wager in wagers)
    result = back - staked
    unit = chip if result > 0 else 1
    parts = [abs(result) * wager.cents // max(1, staked) // unit * unit for wager in wagers]
    largest = max(range(len(wagers)), key=lambda n: wagers[n].cents)
    parts[largest] += abs(result) - sum(parts)
    made = []
    for wager, part in zip(wagers, parts, strict=True):
        if result > 0 and part:
            made.append(Settled(by, wager, Outcome.WON, wager.cents, part, wager.cents + part, "surplus"))
        elif result < 0 and part:
            made.append(Settled(by, wager, Outcome.LOST, part, 0, wager.cents - part))
        else:
            made.append(Settled(by, wager, Outcome.VOID, wager.cents, 0, wager.cents))
    return made
