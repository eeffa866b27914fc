"""Published: figures that others have printed, ours under the same rules beside them, and what rule changes are worth.

``python -m houseway.lab.published`` writes docs/published.md; a test finds every figure anew and holds it against the page and
the page against what was printed. Where a figure differs in a digit that was printed, a note says why, as far as anybody knows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from houseway.lab.exact import study
from houseway.lab.whatif import answer
from houseway.odds.distribution import WagerOdds

EDGE, CHANGE, RISK, DEVIATION, ONE_IN = "edge", "change", "on all staked", "deviation", "one in"

WIZARD = "Wizard of Odds"
LOOKS = "before the players, face down; under an ace or a ten the dealer looks for blackjack"
AMERICAN = {"hole_card": LOOKS}
NO_EVEN_MONEY = {"even_money": "0 to 1"}
LATE, EARLY = "for half, unless the dealer has blackjack", "for half, whatever the dealer has"
NOT_ACE = "for half, whatever the dealer has, but not against an ace"
PAYS_SIX_FIVE = {"settling.blackjack": "6 to 5", "settling.at_once": "6 to 5"} | NO_EVEN_MONEY
PAYS_ONE = {"settling.blackjack": "1 to 1", "settling.at_once": "1 to 1"} | NO_EVEN_MONEY
PAYS_TWO = {"settling.blackjack": "2 to 1", "settling.at_once": "2 to 1"}
LAST = "the last digit; the source does not say for how many decks, or of which rules, it was rounded"


@dataclass(frozen=True)
class Printed:
    """One figure as somebody printed it, and where ours is found."""

    game: str
    what: str
    figure: str  # with its digits: "1.0579"
    source: str
    book: str
    wager: str
    set: Mapping[str, str] = field(default_factory=dict)
    kind: str = EDGE
    beside: Mapping[str, str] | None = None  # of a change: what it is a change of
    note: str = ""

    @property
    def digits(self) -> int:
        return len(self.figure.partition(".")[2])

    @property
    def ours(self) -> float:
        """In the printed unit: per cent, or one in so many."""
        one = worth(self.book, tuple(self.set.items()), self.wager)
        if self.kind == CHANGE:
            assert self.beside is not None
            return 100 * float(one.expectation - worth(self.book, tuple(self.beside.items()), self.wager).expectation)
        if self.kind == RISK:
            return 100 * float(one.edge_on_all)
        if self.kind == DEVIATION:
            return one.outcomes.deviation
        if self.kind == ONE_IN:
            chances = one.outcomes.chances
            return 1 / float(chances[max(chances)])
        return 100 * float(one.house_edge)

    @property
    def difference(self) -> float:
        return self.ours - float(self.figure.replace(",", ""))

    @property
    def met(self) -> bool:
        """Whether ours is what was printed, to its last digit."""
        return abs(self.difference) <= 0.5000001 * 10.0**-self.digits


@cache
def worth(book: str, changes: tuple[tuple[str, str], ...], wager: str) -> WagerOdds:
    """A wager as it is best played under some changes: in fractions, or in double precision where those take long."""
    listed = answer(study(book), study(book, dict(changes))).after if changes else list(study(book).odds())
    return max((one for one in listed if one.wager == wager), key=lambda one: one.expectation)


def _baccarat() -> Iterator[Printed]:
    for decks, figures in (("8", ("1.0579", "1.2351", "14.3596")), ("6", ("1.0558", "1.2374", "14.4382")),
                           ("1", ("1.01", "1.29", "15.75"))):  # fmt: skip
        for wager, figure in zip(("banker", "player", "tie"), figures, strict=True):
            of = {} if decks == "8" else {"decks": decks}
            yield Printed("Baccarat", f"{wager}, {_decks(decks)}", figure, WIZARD, "act-1992-baccarat", wager, of)
    yield Printed(
        "Baccarat", "banker, commission of 4 %", "0.60", WIZARD, "act-1992-baccarat", "banker", {"commission": "4%"}
    )
    yield Printed("Baccarat", "tie at 9 to 1", "4.84", WIZARD, "act-1992-baccarat", "tie", {"tie.pays": "9 to 1"})


def _decks(count: str) -> str:
    return "one deck" if count == "1" else f"{count} decks"


def _red_dog() -> Iterator[Printed]:
    for decks, figure in (("1", "3.155"), ("2", "3.077"), ("4", "2.884"), ("6", "2.798"), ("8", "2.751")):
        yield Printed("Red Dog", _decks(decks), figure, WIZARD, "vic-1997-red-dog", "original", {"decks": decks})


def _stud() -> Iterator[Printed]:
    book, of = "vic-1999-caribbean-stud", {"bet_pays.royal flush": "100 to 1"}
    words = "100 to 1 for a royal flush"
    yield Printed("Caribbean Stud", f"ante, {words}", "5.224", f"{WIZARD}; Griffin and Gwynn", book, "ante", of)
    yield Printed("Caribbean Stud", f"element of risk, {words}", "2.555", WIZARD, book, "ante", of, RISK)
    yield Printed("Caribbean Stud", f"standard deviation, {words}", "2.24", WIZARD, book, "ante", of, DEVIATION)


def _blackjack() -> Iterator[Printed]:
    book, game, source = "act-1992-blackjack", "Blackjack", f"{WIZARD}, rule variations"
    yield Printed(game, "8 decks, hole card, stands on soft 17", "0.43", WIZARD, book, "wager", AMERICAN)
    yield Printed(
        game, "6 decks, hole card, stands on soft 17", "0.40", WIZARD, book, "wager", AMERICAN | {"decks": "6"}
    )
    for what, figure, changes, note in (
        ("dealer draws to soft 17", "-0.22", {"stands_on_soft": "18"}, LAST),
        ("blackjack pays 6 to 5", "-1.36", PAYS_SIX_FIVE, ""),
        ("blackjack pays 1 to 1", "-2.27", PAYS_ONE, LAST),
        ("blackjack pays 2 to 1", "+2.27", PAYS_TWO, LAST),
        ("no double after a split", "-0.14", {"double_after_split": "no"}, ""),
        ("double on 9 to 11 only", "-0.09", {"double_on": "nine, ten or eleven"}, ""),
        ("double on 10 and 11 only", "-0.18", {"double_on": "ten or eleven"}, LAST),
        ("splits to three hands", "-0.01", {"hands.split": "3"}, ""),
        ("aces are split again", "+0.08", {"resplit_aces": "yes"}, LAST),
        ("cards are drawn to split aces", "+0.19", {"split_aces": "no"}, ""),
        ("late surrender", "+0.08", {"surrender": LATE}, ""),
        ("early surrender", "+0.63", {"surrender": EARLY}, ""),
        ("early surrender, not against an ace", "+0.24", {"surrender": NOT_ACE}, ""),
    ):
        yield Printed(
            game, f"8 decks, {what}", figure, source, book, "wager", AMERICAN | changes, CHANGE, AMERICAN, note
        )
    yield Printed(game, "8 decks, no hole card", "-0.11", source, book, "wager", {}, CHANGE, AMERICAN)
    for decks, figure in (("8", "7.47"), ("6", "7.40"), ("1", "5.88")):
        yield Printed(
            game, f"insurance, {_decks(decks)}", figure, f"{WIZARD}; Griffin", book, "insurance", {"decks": decks}
        )
    for wager, figure in (("over", "6.55"), ("under", "10.07")):
        yield Printed(game, f"{wager} 13, 6 decks", figure, WIZARD, f"{book}+over-under", wager, {"decks": "6"})


def _chance() -> Iterator[Printed]:
    wheel, dice = "act-1992-american-roulette", "act-1992-sic-bo"
    yield Printed("Roulette", "one zero", "2.70", "any textbook", wheel, "red")
    yield Printed("Roulette", "two zeros", "5.26", "any textbook", wheel, "red", {"zeros.second": "yes"})
    yield Printed(
        "Roulette", "one zero, half is lost to it", "1.35", "any textbook", wheel, "red", {"zeros.halves": "yes"}
    )
    both = {"zeros.second": "yes", "zeros.halves": "yes"}
    yield Printed(
        "Roulette", "two zeros, half is lost to them (Atlantic City)", "2.63", "New Jersey's rules", wheel, "red", both
    )
    for what, figure, wager, of in (
        ("small", "2.78", "small", {}),
        ("a triple at 180 to 1", "16.20", "triple:1", {}),
        ("any triple at 30 to 1", "13.89", "any_triple", {"pays.any_triple": "30 to 1"}),
        ("any triple at 24 to 1", "30.56", "any_triple", {"pays.any_triple": "24 to 1"}),
        ("a double at 10 to 1", "18.52", "double:1", {"pays.double": "10 to 1"}),
        ("a double at 11 to 1", "11.11", "double:1", {}),
        ("total of 4 at 60 to 1", "15.28", "total:4", {"pays.total.4": "60 to 1"}),
        ("total of 4 at 62 to 1", "12.50", "total:4", {}),
        ("total of 4 at 50 to 1", "29.17", "total:4", {"pays.total.4": "50 to 1"}),
        ("total of 9 at 6 to 1", "18.98", "total:9", {"pays.total.9": "6 to 1"}),
        ("total of 9 at 7 to 1", "7.41", "total:9", {}),
        ("two faces at 5 to 1", "16.67", "domino:1/2", {"pays.domino": "5 to 1"}),
        ("two faces at 6 to 1", "2.78", "domino:1/2", {}),
        ("one face at 1, 2 and 3 to 1", "7.87", "single:1", {"pays.single.3": "3 to 1"}),
        ("one face at 1, 2 and 12 to 1", "3.70", "single:1", {}),
    ):
        yield Printed("Sic-Bo", what, figure, WIZARD, dice, wager, of)
    yield Printed("Money Wheel", "52 segments, Australia", "7.69", WIZARD, "act-1992-money-wheel", "$1")
    for spots, figure in (("5", "1550.57"), ("6", "7752.84"), ("7", "40979.31"), ("8", "230114.61"), ("9", "1380687.65"),
                          ("10", "8911711.18")):  # fmt: skip
        yield Printed(
            "Keno",
            f"all of {spots} spots, one in",
            figure,
            "any textbook",
            "act-1992-keno",
            f"standard:{spots}",
            {},
            ONE_IN,
        )


def _pai_gow() -> Iterator[Printed]:
    other = "another house way than Victoria's; in its range"
    book, source = "vic-2000-pai-gow", "an analysis of another casino's house way"
    yield Printed("Pai Gow", "not banking, best play", "1.67", source, book, "wager", note=other)
    yield Printed("Pai Gow", "banking, best play", "-0.20", source, book, "bank", note="")


def printed() -> list[Printed]:
    """Every figure, game by game."""
    return [*_baccarat(), *_red_dog(), *_stud(), *_blackjack(), *_chance(), *_pai_gow()]


# What rule changes are worth


@dataclass(frozen=True)
class Changed:
    """One provision turned, and what it is worth to a wager."""

    book: str
    wager: str
    set: Mapping[str, str]

    @property
    def gain(self) -> float:
        """To the player, per cent of the wager, best play found anew."""
        after = worth(self.book, tuple(self.set.items()), self.wager).expectation
        return 100 * float(after - worth(self.book, (), self.wager).expectation)


def changes() -> list[Changed]:
    """Rule changes that houses make, of every game, each against the book as it stands."""
    jack, dog, stud, dice = "act-1992-blackjack", "vic-1997-red-dog", "vic-1999-caribbean-stud", "act-1992-sic-bo"
    wheel, cards, keno, tiles = "act-1992-american-roulette", "act-1992-baccarat", "act-1992-keno", "vic-2000-pai-gow"
    natural = {"settling.blackjack": "6 to 5", "settling.at_once": "6 to 5"}
    turned: dict[tuple[str, str], list[dict[str, str]]] = {
        (jack, "wager"): [
            *({"decks": decks} for decks in ("1", "2", "4", "6")), AMERICAN, {"stands_on_soft": "18"},
            {"double_on": "nine, ten or eleven"}, {"double_on": "ten or eleven"}, {"double_after_split": "no"},
            *({"hands.split": hands} for hands in ("1", "2", "3")), {"resplit_aces": "yes"}, {"split_aces": "no"},
            {"surrender": LATE}, {"surrender": EARLY}, natural,
        ],
        (dog, "original"): [
            *({"decks": decks} for decks in ("1", "2", "6")), {"three_alike": "12 to 1"}, {"spread_pays.1": "4 to 1"},
            {"spread_pays.2": "3 to 1"},
        ],
        (cards, "banker"): [{"decks": "6"}, {"commission": "4%"}],
        (cards, "player"): [{"decks": "6"}],
        (cards, "tie"): [{"decks": "6"}, {"tie.pays": "9 to 1"}],
        (stud, "ante"): [{"bet_pays.royal flush": "100 to 1"}, {"bet_pays.flush": "6 to 1"}],
        (wheel, "red"): [{"zeros.second": "yes"}, {"zeros.halves": "yes"}],
        (wheel, "straight:7"): [{"pays.straight": "34 to 1"}],
        (dice, "total:4"): [{"pays.total.4": "60 to 1"}],
        (dice, "single:1"): [{"pays.single.3": "3 to 1"}],
        (dice, "double:1"): [{"pays.double": "10 to 1"}],
        ("act-1992-money-wheel", "Flag"): [{"pays.flag": "45 to 1"}],
        (keno, "standard:4"): [{"schedules.standard.4.4": "120"}],
        (tiles, "wager"): [{"settling.commission": "4%"}],
        (tiles, "bank"): [{"settling.commission": "4%"}],
    }  # fmt: skip
    return [Changed(book, wager, one) for (book, wager), several in turned.items() for one in several]


# The page


def page() -> str:
    """docs/published.md."""
    figures = printed()
    lines = [
        "# Published figures, and ours",
        "",
        f"{len(figures)} figures that others have printed, as they are remembered, and ours under the same rules. "
        f"{sum(one.met for one in figures)} are met to their last digit; where one is not, the reason follows. "
        "Edges are to the house, changes to the player, in per cent; exact fractions, but for blackjack under another setting, "
        "which is in double precision. Made by `python -m houseway.lab.published`; `pytest tests/test_published.py` finds "
        "them anew.",
        "",
        "| game | figure | source | printed | ours | difference | |",
        "|---|---|---|---:|---:|---:|---|",
    ]
    for one in figures:
        digits = max(4, one.digits)
        told = f"{one.figure} | {one.ours:.{digits}f} | {one.difference:+.{digits}f} | {one.note}"
        lines.append(f"| {one.game} | {one.what} | {one.source} | {told} |")
    lines += [
        "",
        "## What rule changes are worth",
        "",
        "Against the book as it stands, best play found anew, to the player, in per cent of the wager. "
        "`houseway odds BOOK --set …` tells every wager that a change moves.",
        "",
        "| book | wager | change | worth |",
        "|---|---|---|---:|",
    ]
    for change in changes():
        words = ", ".join(f"`{name}={value}`" for name, value in change.set.items())
        lines.append(f"| `{change.book}` | {change.wager} | {words} | {change.gain:+.4f} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    Path(__file__).parents[2].joinpath("docs", "published.md").write_text(page(), encoding="utf-8")
    wrong = [one for one in printed() if not one.met and not one.note]
    for one in wrong:
        print(f"{one.game}, {one.what}: {one.figure} printed, {one.ours:.6f} here", file=sys.stderr)
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
