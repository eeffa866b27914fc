"""Insurance: even money for a blackjack against an ace, and insurance against the dealer's."""

from __future__ import annotations

from dataclasses import field, replace
from itertools import combinations
from typing import Any

from houseway.games.blackjack.hand import Hand
from houseway.games.blackjack.shoe import Shoe
from houseway.games.blackjack.terms import Terms
from houseway.money import show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.general import Raising
from houseway.play.layout import Layout
from houseway.play.prompts import ChooseEach, Option, Pick, Prompt
from houseway.play.script import Script, ask_each
from houseway.play.wagers import ChipSums, Wager
from houseway.values import value

WAIT, TAKE = "wait", "even money"
WAIT_OR_TAKE = (Option(WAIT, "Wait for the dealer's card"), Option(TAKE, "Take even money now"))


@value
class EvenMoney(ChooseEach):
    """Even money for a blackjack. Who has several such wagers may take it on all of them or on some, by what each stands on."""

    held: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by player: "box 1", "hand-2"

    def judge_one(self, player: str, value: Any) -> Decision:
        named = taken_on(str(value))
        if player in self.players and named and not {*named} <= {*self.held[player]}:
            return Refused(self.by, f"{player} has a blackjack on {' and '.join(self.held[player])}, and on no other")
        return Accepted(self.by) if player in self.players and named else ChooseEach.judge_one(self, player, value)

    def closed_to(self, player: str, value: str) -> Refused | None:
        decision = self.judge_one(player, value)
        return decision if isinstance(decision, Refused) else None

    def seen_by(self, viewer: str) -> Prompt:
        if viewer not in self.players:
            return self
        return replace(self, options=tuple(o for o in self.options if self.closed_to(viewer, o.value) is None))

    def some(self, pick: Pick) -> dict[str, str]:
        mine = {p: [o.value for o in self.options if self.closed_to(p, o.value) is None] for p in self.players}
        return {player: values[pick(len(values))] for player, values in mine.items()}


def taken_on(choice: str) -> tuple[str, ...]:
    """What even money is taken on, where a choice names it."""
    return tuple(choice.removeprefix(f"{TAKE} on ").split(" and ")) if choice.startswith(f"{TAKE} on ") else ()


def even_money(terms: Terms, hands: list[Hand], layout: Layout, cards: Shoe) -> Script[None]:
    """Against an ace, whoever has a blackjack may be paid the amount of the wager at once; each for himself, and each wager for
    itself."""
    holding = [hand for hand in hands if hand.blackjack]
    held = _by_name(terms, [wager for hand in holding for wager in hand.all_wagers()])
    if not held:
        return
    rule = terms.settling.even_money
    by = rule.by + terms.settling.each_even_money.by
    parts = dict.fromkeys(part for own in held.values() if len(own) > 1 for part in _parts(tuple(own)))
    options = (*WAIT_OR_TAKE, *(Option(f"{TAKE} on {part}", f"Even money on {part} alone") for part in parts))
    names = {player: tuple(own) for player, own in held.items()}
    asked = EvenMoney(by, "Even money?", tuple(held), options, WAIT, mishaps=terms.dealing.mishaps, held=names)
    chosen = yield from ask_each(asked, cards.mend)
    wanted = [own[name] for player, own in held.items() for name in taken_on(chosen[player]) or own]
    for hand in holding:
        for line, wagers in hand.wagers.items():
            taken = [wager for wager in wagers if chosen[wager.player] != WAIT and wager in wanted]
            yield from layout.settle(taken, rule.value, by=by)
            hand.wagers[line] = [wager for wager in wagers if wager not in taken]


def _by_name(terms: Terms, wagers: list[Wager]) -> dict[str, dict[str, Wager]]:
    """The blackjacks of each player by what they are called: by the box, by the line, or by both where it takes both."""
    held: dict[str, dict[str, Wager]] = {}
    for wager in wagers:
        name = f"box {wager.area}"
        if len(terms.lines.value) > 1:
            elsewhere = any(other.player == wager.player and other.area != wager.area for other in wagers)
            name = f"{name} {wager.spot}" if elsewhere else wager.spot
        held.setdefault(wager.player, {})[name] = wager
    return held


def _parts(names: tuple[str, ...]) -> list[str]:
    """Each alone and, of three, each two together; more of them can be named, and need no button."""
    pairs = [f"{one} and {other}" for one, other in combinations(names, 2)] if len(names) == 3 else []
    return [*names, *pairs]


def insurance(terms: Terms, hands: list[Hand], layout: Layout, cards: Shoe) -> Script[tuple[Wager, ...]]:
    """Up to half the initial wager that the dealer's second card counts ten; a wager taken away is not insured. A card that comes
    out wrong meanwhile is dealt with as at any other moment."""
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

    return (
        yield from layout.take(
            "insurance",
            by,
            tuple(terms.insurance_spots),
            terms.dealing.mishaps,
            cards.mend,
            cards,
            payable,
            raising=backing,
        )
    )
