"""Exact: odds of every wager of a book as fractions.

A game's ``figures/analysis.py`` gives its wagers and, where there are any, its decisions; this module asks for them by
convention and puts them into one JSON document. ``sheet.py`` makes a page of them. What was found once is kept
(``houseway.figures.kept``): for the books as they stand it comes with the house.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway import games
from houseway.complaint import BadInput, Complaint
from houseway.extras import import_extra
from houseway.figures import kept
from houseway.lab.modules import figures
from houseway.lab.notebook_tables import BestPlay, Odds
from houseway.law.moments import moment_words
from houseway.law.moving import moving
from houseway.law.rulebook import Edition, Rulebook
from houseway.money import cents
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.one_draw import slip
from houseway.odds.surface import Analysis
from houseway.play.decision import Refused
from houseway.play.layout import merged
from houseway.play.surfaces import surface_of
from houseway.play.wagers import Sign, Wager

if TYPE_CHECKING:
    from pathlib import Path

    from houseway.lab.compare import Comparison
    from houseway.lab.sessions import Session
    from houseway.lab.sheet import ParSheet
    from houseway.lab.simulate import Report
    from houseway.lab.strategies import Made, Strategy
    from houseway.odds.own_play import Choose, Cost


def polars() -> Any:
    """The library for frames, where it is installed."""
    return import_extra("polars", "a frame or a Parquet file")


class NoAnalysis(Complaint, LookupError):
    """The game has no exact analysis yet."""


@dataclass(frozen=True)
class Study:
    """A book, the edition of it that is studied, and what was changed for the study."""

    book: Rulebook[Any]
    edition: Edition[Any]
    shoe: Any = None
    given: tuple[tuple[str, str], ...] = ()  # what the figures suppose beside the rules, such as a jackpot's meter
    at: datetime | None = None  # for when the law was asked; None where an edition was given without a moment
    today: bool = False  # nobody named a moment: it is the day the study was made
    own: Strategy | None = None  # a way of playing beside the game's own

    def __repr__(self) -> str:
        played = f", played {self.own.name!r}" if self.own is not None else ""
        return f"Study of {self.edition.book} (edition {self.edition.digest[:12]}{played})"

    @property
    def title(self) -> str:
        changed = ", ".join(f"{name} = {value}" for name, value in self.edition.studied)
        return f"{self.book.title}, {self.book.jurisdiction}" + (f" ({changed})" if changed else "")

    @property
    def law(self) -> str:
        """Which law the figures speak of: the day that was asked, and what amends the book on it."""
        asked = f"as on {self.day}" if self.at is not None else ""
        amended = f"amended by {'; '.join(self.edition.notices)}" if self.edition.notices else ""
        return ", ".join(filter(None, (asked, amended)))

    @property
    def day(self) -> str:
        """The moment asked about; only its day, where that is today's."""
        if self.at is None:
            return ""
        return f"{self.at.day} {self.at:%B %Y}" if self.today else moment_words(self.at)

    def dated(self) -> dict[str, Any]:
        """Of which law a document speaks."""
        if self.at is None:
            return {}
        at = self.at.date().isoformat() if self.today else self.at.isoformat()
        return {"at": at, "amended_by": list(self.edition.amended_by)}

    # What a notebook asks of a study

    def odds(self) -> Odds:
        """Every wager with its exact odds.

        >>> study("act-1992-money-wheel").odds()["$1"].expectation
        Fraction(-1, 13)
        """
        return Odds(self, tuple(wager_odds(self)))

    def strategy(self) -> BestPlay:
        """The best play, decision by decision.

        >>> study("ma-red-dog").strategy().decisions[0]["best"]
        'no raise'
        """
        return BestPlay(self, book_odds(self)[0], tuple(decisions(self)))

    def costs(self) -> list[Cost]:
        """What the strategy of this study gives away, decision by decision, the dearest first.

        >>> study("ma-red-dog", strategy={"raise": "from spread 6"}).costs()[0].decision
        'a spread of 6'
        """
        return self._made.costs()

    @property
    def _made(self) -> Made:
        from houseway.lab.strategies import made_for

        if self.own is None:
            raise BadInput("this study has no strategy of its own; give it one: study(book, strategy=…)")
        return made_for(self, self.own)

    def chart(self, how: str = "by totals") -> Any:
        """The chart of hands against upcards, where the game has one."""
        return chart(self, how)

    def sheet(self) -> ParSheet:
        """The figures on one page, with the edition's digest.

        >>> study("ma-red-dog").sheet().exact
        Fraction(-523, 16575)
        """
        from houseway.lab.sheet import par_sheet

        return par_sheet(self)

    def simulate(self, rounds: int = 10_000_000, seed: int = 1, workers: int = 1) -> Report:
        """So many rounds, played by the fast form; the seed decides the result.

        >>> study("ma-red-dog").simulate(1000).rounds
        1000
        """
        from houseway.lab.simulate import simulate

        return simulate(self, rounds, seed, workers)

    def session(
        self,
        bankroll: Fraction | int | str,
        rounds: int | None = 1000,
        goal: Fraction | int | str | None = None,
        stop_loss: Fraction | int | str | None = None,
        wager: str = "",
    ) -> Session:
        """What so many rounds do to a bankroll, by the exact law of one; ``rounds=None`` plays until it ends.

        >>> study("act-1992-money-wheel").session(3, 4, goal=6).ruin
        Fraction(343, 2197)
        """
        from houseway.lab.sessions import session

        return session(self, bankroll, rounds, goal, stop_loss, wager)

    def compare(self, *others: str) -> Comparison:
        """This book beside others of the same game.

        >>> [one.book.id for one in study("ma-red-dog").compare("vic-1997-red-dog").studies]
        ['ma-red-dog', 'vic-1997-red-dog']
        """
        from houseway.lab.compare import compare

        return compare([self, *(study(other, at=self.at) for other in others)])


def study(
    book: str,
    changes: Mapping[str, str] | None = None,
    shoe: str = "",
    given: Mapping[str, str] | None = None,
    at: datetime | None = None,
    strategy: Strategy | Choose | Mapping[str, Any] | str | Path | None = None,
) -> Study:
    """The study of a book by id as it is in force at a moment (today's, where none is named), with provisions set to other
    values and, if given, what is left of a shoe, what else the figures suppose, or a strategy of one's own.

    >>> study("ma-red-dog").odds()["original"].house_edge
    Fraction(523, 16575)
    >>> study("ma-red-dog", {"decks": "2"}).title
    'Red Dog, Massachusetts (decks = 2)'
    >>> study("ma-red-dog", strategy={"raise": "from spread 6"}).odds()["original"].house_edge
    Fraction(571, 16575)
    """
    rulebook, variant = games.book(book)
    moment = datetime.now() if at is None else at
    edition = rulebook.at(moment, variant=variant)
    if changes:
        edition = edition.study(changes)
    if given:
        known = analysis(rulebook.game).GIVEN
        for name in given:
            if name not in known:
                raise BadInput(f"the figures of {rulebook.title} do not depend on a {name}")
    left = remaining(edition, shoe) if shoe else None
    own = None
    if strategy is not None:
        from houseway.lab.strategies import strategy as read_strategy

        own = read_strategy(strategy)
    return Study(rulebook, edition, left, tuple((given or {}).items()), moment, at is None, own)


def remaining(edition: Edition[Any], text: str) -> Any:
    """A remaining shoe: the full one without the cards named, as in ``-7S -7H``; with so many of a rank left, ``2:16 A:10``; or,
    after ``only``, with those ranks and no others."""
    from houseway.kit.cards import CARDS, RANKS, Card
    from houseway.kit.shoe import NotInShoe, Shoe

    dealing = games.chapters_of(edition).dealing
    if dealing is None:
        raise BadInput(f"shoe: no cards are dealt by {edition.book}")
    shoe = Shoe.of(dealing.decks.value.count)
    words = text.replace(",", " ").split()
    if words[:1] == ["only"]:
        named = {word.partition(":")[0] for word in words[1:]}
        words = [f"{rank}:0" for rank in RANKS if rank not in named] + words[1:]
    for word in words:
        rank, colon, count = word.partition(":")
        if colon and rank in RANKS and count.isdecimal() and len(count) < 6:
            most = sum(shoe.count(card) for card in CARDS if RANKS[card.rank - 2] == rank)
            if int(count) > most:
                raise BadInput(f"a shoe of this book has {most} of {rank}, not {count}")
            for card in CARDS:
                while RANKS[card.rank - 2] == rank and most > int(count) and shoe.count(card):
                    shoe, most = shoe.without(card), most - 1
        elif word.startswith("-"):
            try:
                shoe = shoe.without(Card.parse(word[1:]))
            except NotInShoe as wrong:
                raise BadInput(str(wrong)) from None
        else:
            raise BadInput(f"shoe: write -7S for a card that is gone, or A:10 for ten aces left; not {word!r}")
        shoe = shoe.settled()  # nobody who deals from it goes through all that is gone, card after card
    return shoe


def analysis(game: str) -> Analysis:
    """What a game tells of its own figures."""
    module = figures(game, "analysis")
    if module is None:
        raise NoAnalysis(f"{game} has no exact analysis")
    return surface_of(Analysis, module)


def wager_odds(of: Study) -> list[WagerOdds]:
    """Every wager of a study; where it has a strategy of its own, played so first."""
    own = of._made.odds() if of.own is not None else []
    return own + book_odds(of)


def book_odds(of: Study) -> list[WagerOdds]:
    """Every wager, played as the game's own figures know it: as it was kept or else as it is found."""

    def find() -> list[dict[str, Any]]:
        return [_plain(one) for one in found_odds(of)]

    docs = kept.kept(asked(of, "wagers", "exact odds"), find)
    return [_wager(doc, partial(_patiently, of, n)) for n, doc in enumerate(docs)]


def _patiently(of: Study, n: int) -> Fraction:
    """A variance that takes a while to find."""
    found = found_odds(of)[n].variance()
    assert found is not None
    return found


def found_odds(of: Study) -> list[WagerOdds]:
    """The same, found now."""
    return analysis(of.book.game).wagers(of.edition.terms, of.shoe, *_given(of))


def asked(of: Study, name: str, words: str) -> kept.Question:
    """A question about a study, with all that its answer depends on."""
    on = {
        "values": moving(of.edition.terms),
        "shoe": None if of.shoe is None else list(of.shoe.counts),
        "given": dict(of.given),
    }
    return kept.Question(of.book.game, name, on, f"finding {words} of {of.title}, kept for the next time")


def _plain(one: WagerOdds) -> dict[str, Any]:
    """A wager as it is kept: every field that says something."""
    spread = None if one.distribution is None else tuple(one.distribution.chances.items())
    return {
        "wager": one.wager, "outcomes": spread, "strategy": one.strategy, "mean_stake": one.mean_stake, "given": one.given,
        "notes": one.notes, "value": one.value, "squared": one.squared, "slowly": one.slowly is not None,
    }  # fmt: skip


def _wager(doc: dict[str, Any], slowly: Callable[[], Fraction]) -> WagerOdds:
    spread = None if doc["outcomes"] is None else Distribution(dict(doc["outcomes"]))
    rest = {name: item for name, item in doc.items() if name not in ("outcomes", "slowly")}
    return WagerOdds(distribution=spread, slowly=slowly if doc["slowly"] else None, **rest)


def _given(of: Study) -> tuple[dict[str, str], ...]:
    return (dict(of.given),) if of.given else ()


def chart(of: Study, how: str = "by totals") -> Any:
    """The chart of a study, where the game has one: it shows itself in a notebook, draws itself and lists its decisions."""
    make = analysis(of.book.game).chart
    if make is None:
        raise NoAnalysis(f"{of.book.title} has no chart of hands against upcards")
    return make(of.edition.terms, of.shoe, how, of.title)


def decisions(of: Study) -> list[dict[str, Any]]:
    """What each decision is worth, where the game has any."""
    ways = analysis(of.book.game)
    listed = ways.decisions
    if listed is None:
        return []

    def find() -> list[dict[str, Any]]:
        return list(listed(of.edition.terms, of.shoe, *_given(of)))

    if ways.chart is not None:  # whose cells are kept as they are
        return find()
    found: list[dict[str, Any]] = kept.kept(asked(of, "decisions", "the best play"), find)
    return found


def slip_odds(of: Study, text: str) -> WagerOdds:
    """A slip of several wagers on one draw, such as ``17:10, 17/20:5, red:20``: its net result in dollars."""
    ways = analysis(of.book.game)
    if ways.slip is not None:
        try:
            return ways.slip(of.edition.terms, text)
        except ValueError as wrong:
            raise NoSlip(str(wrong)) from None
    if ways.begin is None:
        raise NoSlip(f"{of.book.title} is not decided by one draw; a slip has no fixed odds there")
    game = games.game(of.book.game)
    wagers: list[Wager] = []
    for part in text.split(","):
        name, colon, amount = part.strip().rpartition(":")
        spot = game.spot_named(name.strip())
        if not colon or (staked_on := cents(amount.strip())) <= 0:
            raise NoSlip(f"slip: {part.strip()!r} is not a wager and an amount, such as 17:10 or red:20")
        wagers.extend(Wager("P1", 0, *piece) for piece in _pieces(of, spot, staked_on))
    spread = slip(ways.begin(of.edition.terms), merged(wagers), Sign())
    staked = sum(wager.cents for wager in wagers)
    dollars = Distribution({net / 100: chance for net, chance in spread.chances.items()})
    return WagerOdds(
        "slip", dollars, mean_stake=Fraction(staked, 100), notes=tuple(f"{w.spot} {w.cents}" for w in wagers)
    )


def _pieces(of: Study, spot: str, amount: int) -> tuple[tuple[str, int], ...]:
    """The single wagers that a name stands for: itself, or the pieces of one that is called."""
    calls, ways = games.chapters_of(of.edition).called, analysis(of.book.game)
    called = None if calls is None else calls(spot, amount, Sign())
    if isinstance(called, Refused):
        raise NoSlip(f"slip: {called.because} ({called.by})")
    if called is not None:
        return tuple(called[1])
    if ways.table_of is None or spot not in ways.table_of(of.edition.terms).nets:
        raise NoSlip(f"slip: {spot!r} is no wager of {of.book.title}, such as 17:10 or red:20")
    return ((spot, amount),)


def has_house_way(of: Study) -> bool:
    """Whether the game has a way of its own to set a hand by."""
    return (games.folder(of.book.game) / "checker.py").exists()


def checked(of: Study, text: str) -> Any:
    """A hand set by the house's own way, with the line that decided and why the others were not taken."""
    checker = import_module(f"houseway.games.{of.book.game}.checker")
    try:
        return checker.check(of.edition.terms, text)
    except ValueError as wrong:
        raise NoSlip(f"hand: {wrong}") from wrong


class NoSlip(Complaint, ValueError):
    """A slip that names no wagers of the game."""


# As one JSON document


def document(of: Study, slip_text: str = "", patient: bool = False) -> dict[str, Any]:
    """Every wager of a study. To be patient is to wait for variances that take a while to find."""
    return {
        "schema": "houseway.odds/1",
        "book": of.edition.book,
        "edition": of.edition.digest,
        **of.dated(),
        "set": dict(of.edition.studied),
        **({"given": dict(of.given)} if of.given else {}),
        **({"slip": wager_document(slip_odds(of, slip_text))} if slip_text else {}),
        "wagers": [wager_document(odds, patient) for odds in wager_odds(of)],
    }


def wager_document(odds: WagerOdds, patient: bool = False) -> dict[str, Any]:
    """One wager as a document has it."""
    spread = odds.distribution
    doc: dict[str, Any] = {"wager": odds.wager}
    if odds.strategy:
        doc["strategy"] = odds.strategy
    if odds.given:
        doc["given"] = odds.given
    if odds.notes:
        doc["notes"] = list(odds.notes)
    doc.update(expectation=str(odds.expectation), house_edge=str(odds.house_edge))
    if spread is not None:
        doc.update(
            variance=str(spread.variance),
            mean_stake=str(odds.mean_stake),
            edge_on_all_staked=str(odds.edge_on_all),
            outcomes=[{"net": str(net), "probability": str(chance)} for net, chance in spread.chances.items()],
        )
    else:
        found = odds.variance(patient)
        doc.update(variance=None if found is None else str(found), outcomes=None)  # what is not exact is not given here
        if odds.squared is not None:
            doc.update(mean_stake=str(odds.mean_stake), edge_on_all_staked=str(odds.edge_on_all))
    if odds.notes:
        doc["notes"] = list(odds.notes)
    return doc


# As words


def percent(value: Fraction, digits: int = 3) -> str:
    """A share as people read it: ``2.751%``."""
    return f"{float(value) * 100:.{digits}f}%"


def signed(value: Fraction, digits: int = 4) -> str:
    """A value with its sign, as people read it."""
    return f"{float(value):+.{digits}f}".replace("-", "−")


def net_words(net: Fraction) -> str:
    """A net result with its sign: ``+4``, ``−1/2``, ``0``."""
    return "0" if net == 0 else f"+{net}" if net > 0 else f"−{-net}"


def alike(listed: list[WagerOdds]) -> list[tuple[str, WagerOdds]]:
    """Wagers of one kind with the same odds, as one: "total 4, 17", or "straight (37)" where there are many."""
    groups: dict[Any, list[WagerOdds]] = {}
    for one in listed:
        groups.setdefault(likeness(one), []).append(one)
    return [(several_named(key[0], [one.wager for one in group]), group[0]) for key, group in groups.items()]


def likeness(one: WagerOdds) -> tuple[Any, ...]:
    """What wagers that share a row have in common: their kind, how they are played, and every chance."""
    worth = one.expectation if one.distribution is None else tuple(one.distribution.chances.items())
    return one.wager.partition(":")[0], one.strategy, one.given, worth


def several_named(kind: str, wagers: list[str]) -> str:
    """Several wagers of a kind in one name."""
    words = kind.replace("_", " ")
    if len(wagers) > 3:
        return f"{words} ({len(wagers)})"
    which = [wager.partition(":")[2] for wager in wagers]
    return f"{words} {', '.join(which)}" if all(which) else words
