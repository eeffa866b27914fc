"""Entry: what a player asks for. Ways, how they are written, what they cost, and why not.

A *way* is a set of numbers with an amount; a ticket is one or more ways under one schedule for one or more games. Ways
may be listed, or told as groups of numbers and how they combine: ``4/8 2/4`` on groups means four ways of eight
numbers and two of four.
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.complaint import Complaint
from houseway.games.keno.terms import Terms
from houseway.law.clause import Basis
from houseway.money import Cents, plain, show
from houseway.money import cents as read_cents
from houseway.play.decision import Accepted, Decision, Refused
from houseway.values import value

MOST_WAYS = 2_000  # what a terminal takes on one ticket; the law names no figure
MOST_GAMES = 9_999


@value
class Way:
    numbers: tuple[int, ...]  # ascending
    cents: Cents

    @property
    def spots(self) -> int:
        return len(self.numbers)

    @property
    def mask(self) -> int:
        """The numbers as bits: number n is bit n − 1."""
        return mask(self.numbers)


def mask(numbers: Iterable[int]) -> int:
    """Numbers as bits, the first of them lowest."""
    bits = 0
    for number in numbers:
        bits |= 1 << (number - 1)
    return bits


def unmask(bits: int) -> tuple[int, ...]:
    """The numbers that bits stand for, in order."""
    return tuple(n + 1 for n in range(bits.bit_length()) if bits >> n & 1)


@value
class Entry:
    """What goes on one receipt."""

    ways: tuple[Way, ...]
    games: int = 1
    special: int = 0  # 0: the standard schedule
    kind: str = "standard"  # standard, quick pick, mystery, way, set bet
    terminal_chose: bool = False  # the numbers are the terminal's

    @property
    def per_game(self) -> Cents:
        return sum(way.cents for way in self.ways)

    @property
    def lines(self) -> tuple[tuple[int, int, Cents], ...]:
        """Ways, spots and amount, as a receipt prints them."""
        found: dict[tuple[int, Cents], int] = {}
        for way in self.ways:
            found[way.spots, way.cents] = found.get((way.spots, way.cents), 0) + 1
        return tuple((ways, spots, cents) for (spots, cents), ways in found.items())


def is_jackpot(terms: Terms, special: int, spots: int) -> bool:
    """Six and eight numbers take part in their jackpot unless a special schedule is marked."""
    return special == 0 and spots in terms.jackpots.guaranteed.value


def charged_games(terms: Terms, games: int) -> int:
    """Long tickets have one or two games for nothing: the last ones."""
    if games >= terms.prices.two_free.value:
        return games - 2
    return games - 1 if games >= terms.prices.one_free.value else games


def price(terms: Terms, entry: Entry) -> Cents:
    """What an entry costs."""
    return charged_games(terms, entry.games) * entry.per_game


def to_go(terms: Terms, games: int) -> bool:
    """Whether so many games make a ticket that may be taken home."""
    return games >= terms.prices.to_go.value


def judge_numbers(terms: Terms, numbers: Iterable[int], special: int = 0) -> Refused | None:
    """Why these numbers are no way; None if they are one."""
    numbers, kinds = tuple(numbers), terms.kinds
    low, high = kinds.standard.value
    by = kinds.standard.by
    for number in numbers:
        if type(number) is not int or not 1 <= number <= terms.draws.device.value:
            return Refused(terms.draws.device.by + by, f"{number} is not a number from 1 to {terms.draws.device.value}")
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        return Refused(by, f"{twice[0]} is marked twice; a number counts once")
    if not low <= len(numbers) <= high:
        return Refused(by, f"{low} to {high} numbers may be chosen, not {len(numbers)}")
    if special not in (0, *kinds.special.value):
        return Refused(kinds.special.by, f"there is no Special {special}; the form has {_list(kinds.special.value)}")
    provision, columns = terms.schedule(special)
    if special and not columns:
        return Refused(
            provision.by + kinds.special.by, f"Special {special} has no approved promotion schedule loaded today"
        )
    if len(numbers) not in columns:
        return Refused(
            provision.by + kinds.special.by,
            f"Special {special} covers {min(columns)} to {max(columns)} numbers, not {len(numbers)}",
        )
    return None


def way_minimum(terms: Terms, ways: int) -> tuple[Cents, Basis]:
    """The least that a way costs on a ticket of so many ways."""
    least, by = terms.prices.minimum.value, terms.prices.minimum.by
    for step in (terms.prices.from_four, terms.prices.from_twenty, terms.prices.from_fifty):
        count, cents = step.value
        if ways >= count:
            least, by = cents, step.by + terms.prices.ways.by
    return least, by + terms.prices.ways.by if ways > 1 else by


def judge_amount(terms: Terms, way: Way, ways: int, special: int) -> Refused | None:
    """Why this way may not cost that much."""
    prices, cents = terms.prices, way.cents
    if type(cents) is not int or cents <= 0:
        return Refused(prices.minimum.by, "a price is a positive amount of whole cents")
    if is_jackpot(terms, special, way.spots):
        if cents < prices.jackpot.value:
            return Refused(
                prices.jackpot.by + terms.kinds.jackpot.by + terms.schedules.special_1.by,
                f"{way.spots} numbers without Special 1 are a jackpot entry: at least {show(prices.jackpot.value)} a way",
            )
        if (cents - prices.jackpot.value) % prices.jackpot_unit.value:
            return Refused(prices.jackpot_unit.by, f"a jackpot way goes up in {show(prices.jackpot_unit.value)} steps")
        return None
    least, by = way_minimum(terms, ways)
    if cents < least:
        return Refused(by, f"the minimum is {show(least)} {'per way' if ways > 1 else 'a game'}, not {show(cents)}")
    unit = prices.unit.value
    if cents > unit or ways == 1:
        if cents % unit:
            return Refused(
                prices.unit.by if ways == 1 else prices.small_unit.by,
                f"{show(cents)} is off its unit: {'whole dollars' if unit == 100 else f'steps of {show(unit)}'}",
            )
    elif (cents - least) % prices.small_unit.value:
        return Refused(
            prices.small_unit.by,
            f"{show(cents)} is not an allowed step: {show(least)}, then 10 cents up to {show(unit)}",
        )
    return None


def judge(terms: Terms, entry: Entry) -> Decision:
    """May this go on a receipt? The basis of a yes names the kind of every entry on it."""
    kinds, prices = terms.kinds, terms.prices
    if type(entry.games) is not int or not 1 <= entry.games <= MOST_GAMES:
        return Refused(prices.charge.by, f"1 to {MOST_GAMES} games may be played on one ticket, not {entry.games}")
    if not 1 <= len(entry.ways) <= MOST_WAYS:
        return Refused(kinds.way.by, f"a ticket has 1 to {MOST_WAYS} ways, not {len(entry.ways)}")
    if entry.special not in (0, *kinds.special.value):
        return Refused(
            kinds.special.by, f"there is no Special {entry.special}; the form has {_list(kinds.special.value)}"
        )
    by = terms.kind_by(entry.special) + kind_basis(terms, entry)
    for way in entry.ways:
        refused = judge_numbers(terms, way.numbers, entry.special) or judge_amount(
            terms, way, len(entry.ways), entry.special
        )
        if refused is not None:
            return Refused(refused.by + kinds.way.by if len(entry.ways) > 1 else refused.by, refused.because)
        if is_jackpot(terms, entry.special, way.spots):
            by = by + kinds.jackpot.by + prices.jackpot.by + prices.jackpot_unit.by
    if len(entry.ways) > 1:
        by = by + kinds.way.by + kinds.way_form.by + way_minimum(terms, len(entry.ways))[1]
    else:
        by = by + prices.minimum.by
    total = price(terms, entry)
    if total > prices.most.value:
        return Refused(prices.most.by, f"{show(total)} exceeds {show(prices.most.value)} for one receipt ticket")
    if entry.games >= prices.two_free.value:
        by = by + prices.two_free.by
    elif entry.games >= prices.one_free.value:
        by = by + prices.one_free.by
    if to_go(terms, entry.games):
        by = by + prices.to_go.by
    return Accepted(by + prices.charge.by)


def kind_basis(terms: Terms, entry: Entry) -> Basis:
    kinds = terms.kinds
    if entry.kind == "quick pick":
        return kinds.quick_pick.by
    if entry.kind == "mystery":
        return kinds.mystery.by
    if entry.kind == "set bet":
        return kinds.set_bet.by
    return kinds.way.by if len(entry.ways) > 1 else kinds.mark_form.by


# Groups


def grouped(groups: Iterable[Iterable[int]], spots: int, most: int = MOST_WAYS) -> list[tuple[int, ...]]:
    """Every set of groups that together has so many numbers, as one way each; no more than ``most`` and one over.

    What the groups from here on can add up to is known beforehand, so no path is followed that leads nowhere."""
    kept = [tuple(group) for group in groups if tuple(group)]
    reach = [{0}]  # sums of the groups from the last one back
    for group in reversed(kept):
        reach.append(reach[-1] | {total + len(group) for total in reach[-1] if total + len(group) <= spots})
    reach.reverse()
    found: list[tuple[int, ...]] = []

    def follow(at: int, left: int, chosen: tuple[int, ...]) -> None:
        if left == 0:
            found.append(tuple(sorted(chosen)))
        elif len(found) <= most and at < len(kept):
            if left - len(kept[at]) in reach[at + 1]:
                follow(at + 1, left - len(kept[at]), chosen + kept[at])
            if left in reach[at + 1]:
                follow(at + 1, left, chosen)

    if spots > 0 and spots in reach[0]:
        follow(0, spots, ())
    return found


class NotWays(Complaint, ValueError):
    """Words for ways that these groups do not make."""


def ways_of(groups: Iterable[Iterable[int]], asked: str, cents: Cents) -> tuple[Way, ...]:
    """What a writer types for a way ticket, ``4/8 2/4``: ways and spots, each group of them with its own amount if
    one follows (``4/8$1``), from groups of marked numbers."""
    kept = [tuple(group) for group in groups]
    held = [number for group in kept for number in group]
    twice = sorted({number for number in held if held.count(number) > 1})
    if twice:
        raise NotWays(f"{twice[0]} stands in two groups")
    found: list[Way] = []
    for word in asked.split():
        count, slash, rest = word.partition("/")
        spots, dollar, amount = rest.partition("$")
        if not slash or not count.isdigit() or not spots.isdigit():
            raise NotWays(f"ways are written 4/8: so many ways of so many numbers; {word!r} is not")
        each = read_cents(amount) if dollar else cents
        made = grouped(kept, int(spots[:3]))
        if len(made) > MOST_WAYS:
            raise NotWays(f"these groups make more than {MOST_WAYS} ways of {spots} numbers")
        if len(made) != int(count):
            raise NotWays(f"these groups make {len(made)} ways of {spots} numbers, not {count}")
        found.extend(Way(numbers, each) for numbers in made)
    if not found:
        raise NotWays("no ways were asked for")
    return tuple(found)


# How a way is written where chips would name a spot: ``3-17-24``, ``special-1:3-17-24``


def spot_of(numbers: Iterable[int], special: int = 0) -> str:
    text = "-".join(str(number) for number in sorted(numbers))
    return f"special-{special}:{text}" if special else text


def read_spot(spot: str) -> tuple[int, tuple[int, ...]] | None:
    """The special and the numbers of a spot; None for a text that names none."""
    kind, colon, text = spot.rpartition(":")
    special = 0
    if colon:
        if not kind.startswith("special-") or not kind[8:].isdigit():
            return None
        special = int(kind[8:])
    words = text.split("-")
    if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        return None
    return special, tuple(int(word) for word in words)


def named(text: str) -> str:
    """The one name of a spot: numbers ascending."""
    found = read_spot(text.strip().lower().replace(" ", "-").replace("s1:", "special-1:").replace("s2:", "special-2:"))
    return spot_of(found[1], found[0]) if found is not None else text


def told(entry: Entry) -> str:
    """An entry in a few words: ``6 numbers, $2``, ``4 ways of 8 and 2 of 4``."""
    parts = [f"{ways}/{spots} at {plain(cents)}" for ways, spots, cents in entry.lines]
    return ", ".join(parts) + (f", Special {entry.special}" if entry.special else "")


def _list(items: Iterable[int]) -> str:
    return ", ".join(str(item) for item in items)
