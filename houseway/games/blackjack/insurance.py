"""Insurance: even money for a blackjack against an ace, and insurance against the dealer's."""

from __future__ import annotations

from houseway.games.blackjack.hand import Hand
from houseway.games.blackjack.terms import Terms
from houseway.money import show
from houseway.play.decision import Refused
from houseway.play.general import Raising
from houseway.play.layout import Layout
from houseway.play.prompts import Option
from houseway.play.script import Script, choose_each
from houseway.play.wagers import ChipSums, Wager

WAIT_OR_TAKE = (Option("wait", "Wait for the dealer's card"), Option("even money", "Take even money now"))


def even_money(terms: Terms, hands: list[Hand], layout: Layout) -> Script[None]:
    """Against an ace, whoever has a blackjack may be paid the amount of the wager at once; each for himself."""
    holding = [hand for hand in hands if hand.blackjack]
    players = tuple(dict.fromkeys(player for hand in holding for player in hand.players))
    if not players:
        return
    rule = terms.settling.even_money
    by = rule.by + terms.settling.each_even_money.by
    chosen = yield from choose_each(by, players, "Even money?", WAIT_OR_TAKE, "wait")
    for hand in holding:
        for line, wagers in hand.wagers.items():
            taken = [wager for wager in wagers if chosen[wager.player] == "even money"]
            yield from layout.settle(taken, rule.value, by=by)
            hand.wagers[line] = [wager for wager in wagers if wager not in taken]


def insurance(terms: Terms, hands: list[Hand], layout: Layout) -> Script[tuple[Wager, ...]]:
    """Up to half the initial wager that the dealer's second card counts ten; a wager taken away is not insured."""
    originals = tuple(wager for hand in hands for wager in hand.all_wagers())
    if not originals:
        return ()
    rule = terms.insurance
    backing = Raising(originals, share=rule.most.value, backs=terms.insurance_spots)
    by = rule.pays.by + rule.each.by

    def payable(lying: ChipSums, wager: Wager) -> Refused | None:
        """What it would win must be an amount that the float can pay."""
        would_win = rule.pays.value.win(lying.of.get(wager.key, 0) + wager.cents)
        chip = layout.sign.smallest_chip
        if would_win % chip:
            return Refused(rule.pays.by, f"it would win {show(int(would_win))}, and the smallest chip is {show(chip)}")
        return None

    return (yield from layout.take("insurance", by, tuple(terms.insurance_spots), raising=backing, judge_each=payable))
