"""Settlement: which segments win on a throw, and what each is paid."""

from __future__ import annotations

from houseway.games.sic_bo.glass import Segment, glass
from houseway.games.sic_bo.terms import Terms
from houseway.kit.dice import Throw
from houseway.money import Odds


def winning(terms: Terms, dice: Throw) -> dict[str, Odds]:
    """The winning segments by name, with the odds of each: what lights up on the glass."""
    paid = {segment.name: odds_of(terms, segment, dice) for segment in glass().values()}
    return {name: odds for name, odds in paid.items() if odds is not None}


def odds_of(terms: Terms, segment: Segment, dice: Throw) -> Odds | None:
    """What a segment is paid on these dice; None if it loses."""
    pays, total, three_alike = terms.pays, sum(dice), len(set(dice)) == 1
    match segment.kind:
        case "small" | "big":
            least, most = getattr(terms.catalogue, segment.kind).value
            won = least <= total <= most and not three_alike
        case "triple":
            won = dice.count(segment.numbers[0]) == 3
        case "double":
            won = dice.count(segment.numbers[0]) >= 2
        case "any_triple":
            won = three_alike
        case "total":
            return pays.total.value[total] if total == segment.numbers[0] else None
        case "domino":
            won = all(face in dice for face in segment.numbers)
        case _:  # a single face, by the dice that show it
            return pays.single.value.get(dice.count(segment.numbers[0]))
    odds: Odds = getattr(pays, segment.kind).value
    return odds if won else None
