"""Trials: rounds that are run to every ending, and what must come of them.

A trial holds three forms of one game against each other: the script, which is enumerated; the mathematics, which says how a
wager's results are distributed; and the fast form, which says what one round brings. A game whose whole kit has too many
orders names a smaller one: a short shoe, a few tiles, or the ways of dealing that differ in more than the order of a hand.
``lab.agree`` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from houseway.odds.chance import ONE, Choices, by_card, certain
from houseway.odds.distribution import Distribution
from houseway.odds.endings import Ending, every_ending
from houseway.play.prompts import Prompt
from houseway.play.script import Round, Settlement, Step
from houseway.play.wagers import Sign

Nets: TypeAlias = Mapping[str, Fraction]  # what each wager brings, per unit
Kit: TypeAlias = Sequence[
    tuple[Fraction, Sequence[Any]]
]  # the answers of luck in a round, with the chance of all together

PLAIN = Sign()  # a table without limits or anything else on its sign


@dataclass(frozen=True)
class Trial:
    about: str
    begin: Callable[[], Round]  # a fresh round from the kit that is gone through
    people: Callable[[Prompt, list[Step]], Any]  # what players and dealer answer
    nets: Callable[[Settlement], Nets]  # what a settlement brings
    exact: Mapping[str, Distribution | Fraction] = field(default_factory=dict)  # by wager; a fraction is an expectation
    fast: Callable[[Ending[Settlement]], Nets] | None = None  # what the fast form says of a round
    luck: Callable[[Prompt], Choices] = by_card
    kit: Kit | None = None  # None: everything luck may answer, prompt by prompt; empty: only rounds at random
    whole: Callable[[], Round] | None = None  # a fresh round from the whole kit, for rounds at random
    sign: Sign = PLAIN

    def endings(self) -> Iterator[Ending[Settlement]]:
        """Every ending of the script, by what luck may bring."""
        if self.kit is None:
            yield from every_ending(self.begin, self._chances)
            return
        for weight, drawn in self.kit:
            yield self._run(self.begin, _in_order(drawn), weight)

    def at_random(self, pick: Callable[[int], int]) -> Ending[Settlement]:
        """A round from the whole kit, luck's answers picked fairly."""
        assert self.whole is not None
        return self._run(self.whole, lambda prompt: prompt.some(pick), ONE)

    def _run(self, begin: Callable[[], Round], luck: Callable[[Prompt], Any], weight: Fraction) -> Ending[Settlement]:
        script, steps, drawn = begin(), list[Step](), list[Any]()
        reply: Any = None
        while True:
            try:
                step = script.send(reply)
            except StopIteration as end:
                return Ending(weight, steps, tuple(drawn), end.value)
            reply = None
            steps.append(step)
            if isinstance(step, Prompt):
                if step.by_luck:
                    reply = luck(step)
                    assert step.admits(reply), f"{self.about}: {reply} cannot come at {step.title!r}"
                    drawn.append(reply)
                else:
                    reply = self._answered(step, steps)

    def _chances(self, prompt: Prompt, steps: list[Step]) -> Choices:
        if not prompt.by_luck:
            return [(self._answered(prompt, steps), ONE)]
        choices = self.luck(prompt)
        assert sum((share for _, share in choices), Fraction(0)) == 1, f"{self.about}: chances at {prompt.title!r}"
        return choices

    def _answered(self, prompt: Prompt, steps: list[Step]) -> Any:
        sure = certain(prompt, self.sign)
        return sure[0][0] if sure is not None else self.people(prompt, steps)


def _in_order(drawn: Iterable[Any]) -> Callable[[Prompt], Any]:
    """Luck's answers as they are listed, and not one more."""
    coming = iter(drawn)

    def luck(prompt: Prompt) -> Any:
        answer = next(coming, coming)
        assert answer is not coming, f"nothing is listed for {prompt.title!r}"
        return answer

    return luck


def spot_nets(spots: Iterable[str], unit: int) -> Callable[[Settlement], Nets]:
    """What a settlement brings to each of these spots."""
    listed = tuple(spots)

    def nets(settlement: Settlement) -> Nets:
        found = dict.fromkeys(listed, Fraction(0))
        for line in settlement.lines:
            found[line.wager.spot] += Fraction(line.net, unit)
        return found

    return nets


def all_together(name: str, unit: int) -> Callable[[Settlement], Nets]:
    """What a settlement brings in all, under one name."""
    return lambda settlement: {name: Fraction(settlement.net, unit)}
