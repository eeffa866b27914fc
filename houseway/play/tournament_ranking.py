"""Ranking: who is ahead of whom, who goes on, and what each place wins. Plain functions of what is on record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from houseway.money import Cents
from houseway.play.conditions import Prizes, Stage, Tie
from houseway.values import value

Key = tuple[int, ...]
LAST = 10**9


@value
class Standing:
    """Somebody to be ranked. Whoever came further is ahead; then whoever went out later; then whoever has more chips."""

    entrant: str
    chips: Cents
    hand: int = 0  # after which they went out; 0: played to the end
    stage: int = 0
    number: int = 0  # of the entry
    earlier: Cents = 0  # chips at the end of the stage before

    @property
    def came(self) -> Key:
        return (-self.stage, -(self.hand or LAST), -self.chips)


def in_order(
    players: Iterable[Standing], ties: Sequence[Tie], lots: Mapping[str, int] | None = None
) -> list[list[Standing]]:
    """Those ahead first; who cannot be told apart by the stated ways stand together. ``lots`` are as they fell."""
    groups: dict[Key, list[Standing]] = {}
    for one in players:
        groups.setdefault((*one.came, *_told_apart(one, ties, lots or {})), []).append(one)
    return [groups[key] for key in sorted(groups)]


def _told_apart(one: Standing, ties: Sequence[Tie], lots: Mapping[str, int]) -> Key:
    keys: list[int] = []
    for tie in ties:
        match tie:
            case Tie.EARLIER_CHIPS:
                keys.append(-one.earlier)
            case Tie.EARLIER_ENTRY:
                keys.append(one.number)
            case Tie.LOT:
                keys.append(lots.get(one.entrant, 0))
            case Tie.SHARED:
                break
    return tuple(keys)


def to_the_end(ties: Sequence[Tie]) -> tuple[Tie, ...]:
    """The stated ways where somebody must be told apart, because only one of two goes on: at last by lot."""
    before = tuple(tie for tie in ties if tie is not Tie.SHARED)
    return before if Tie.LOT in before or Tie.EARLIER_ENTRY in before else (*before, Tie.LOT)


def flat(groups: Iterable[Iterable[Standing]]) -> list[Standing]:
    return [one for group in groups for one in group]


def going_on(
    stage: Stage,
    tables: Mapping[tuple[int, str], Sequence[Standing]],
    ties: Sequence[Tie],
    lots: Mapping[str, int],
) -> list[str]:
    """Who goes on from a stage: the best of each table, and of all others together as many as the conditions say."""
    order, on, rest = to_the_end(ties), list[str](), list[Standing]()
    for players in tables.values():
        ranked = flat(in_order(players, order, lots))
        on.extend(one.entrant for one in ranked[: stage.advance])
        rest.extend(ranked[stage.advance :])
    on.extend(one.entrant for one in flat(in_order(rest, order, lots))[: stage.best_of_rest])
    return on


def lowest(players: Iterable[Standing], count: int, ties: Sequence[Tie], lots: Mapping[str, int]) -> list[str]:
    """Who goes out at a marked hand: the last of them, one after the other."""
    ranked = flat(in_order(players, to_the_end(ties), lots))
    return [one.entrant for one in ranked[max(0, len(ranked) - count) :]]


def needs_lots(players: Iterable[Standing], ties: Sequence[Tie]) -> list[list[str]]:
    """Those whom only a draw of lots tells apart."""
    if Tie.LOT not in ties:
        return []
    before = tuple(ties)[: tuple(ties).index(Tie.LOT)]
    return [[one.entrant for one in group] for group in in_order(players, before) if len(group) > 1]


def divided(pool: Cents, prizes: Prizes, groups: Sequence[Sequence[str]]) -> dict[str, Cents]:
    """What everybody wins of a pool: nothing of it is left over. Where there are fewer players than places with a prize, the
    parts that are left are divided in proportion; those who share a place share what its places win together, and odd cents go
    to the better places, and among equals to the earlier name in the list."""
    count = sum(len(group) for group in groups)
    parts = list(prizes.parts[:count])
    if not parts or pool <= 0:
        return {}
    whole = sum(parts)
    amounts = [pool * part // whole for part in parts]
    for turn in range(pool - sum(amounts)):
        amounts[turn % len(amounts)] += 1
    won: dict[str, Cents] = {}
    at = 0
    for group in groups:
        together = sum(amounts[at : at + len(group)])
        each, odd = divmod(together, len(group))
        for turn, name in enumerate(group):
            if each or turn < odd:
                won[name] = each + (turn < odd)
        at += len(group)
    return won


def things_won(prizes: Prizes, groups: Sequence[Sequence[str]]) -> dict[str, str]:
    """What else is won: a thing is one's who has its place alone; those who share one have it between them."""
    won: dict[str, str] = {}
    at = 0
    for group in groups:
        things = [thing for thing in prizes.others[at : at + len(group)] if thing]
        for name in group if things else ():
            won[name] = ", ".join(things) if len(group) == 1 else f"{', '.join(things)}, shared by {len(group)}"
        at += len(group)
    return won
