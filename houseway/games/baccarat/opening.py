"""Dealing and opening: cards come to two hands, and each is turned by whom the method says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from houseway.games.baccarat.events import CardOpened
from houseway.games.baccarat.hand import POINTS
from houseway.games.baccarat.irregular import GivenToPlayer, Shoe
from houseway.games.baccarat.terms import Equal, Method, Opening, Terms
from houseway.kit.cards import Card, Unseen
from houseway.law.clause import Basis
from houseway.play.events import Called, Dealt, Handed, Marked
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Choose, Option, Reveal
from houseway.play.script import Script, call, put_right
from houseway.play.wagers import Wager

UP, OPENED = Method.UP, Method.OPENED
OPEN_OR_LEAVE = (Option("open", "Open the card"), Option("dealer", "Let the dealer open"))


class Clauses:
    """What the steps of one hand rest on, under one method of dealing, and what is called when it is opened."""

    def __init__(
        self, terms: Terms, deal: Basis, opened: Basis, draws: Basis, third: Basis, announced: Basis, side: str
    ) -> None:
        self.places = {ordinal: f"{side}'s {ordinal} card" for ordinal in ("first", "second", "third")}
        self.deal, self.open, self.third, self.wrong_hand = deal, opened, draws + third, terms.wrong_hand.by
        name = side.capitalize()
        self.called, self.called_then = (
            tuple(
                call(terms.announce, f"{side} {total}", by=by + terms.values, side=name, points=total)
                for total in range(10)
            )
            for by in (announced, third)  # of two cards, and of three
        )

    @classmethod
    def of(cls, terms: Terms, method: Method, free: bool) -> tuple[Clauses, Clauses]:
        """Of Player and of Banker, worked out once for each way of dealing."""
        alike = (method is OPENED, free)
        known: tuple[Clauses, Clauses] | None = terms.clauses.get(alike)
        if known is None:
            known = cls._of(terms, "player", method, free), cls._of(terms, "banker", method, free)
            terms.clauses[alike] = known
        return known

    @classmethod
    def _of(cls, terms: Terms, side: str, method: Method, free: bool) -> Clauses:
        draws = terms.tableau.player_draws_to.by if side == "player" else terms.tableau.with_card
        rule = terms.opening
        if method is not OPENED or rule is None:
            third = terms.player_third if side == "player" else terms.banker_third
            deal = terms.initial.by + terms.free_hand if free else terms.initial.by
            return cls(terms, deal, terms.initial.by, draws, third.by, terms.announce.by, side)
        opens, third = (rule.player, rule.player_third) if side == "player" else (rule.banker, rule.banker_third)
        deal = rule.deal.by + terms.free_hand if free else rule.deal.by
        return cls(terms, deal, opens.by, draws, third.by, rule.announced.by, side)


class Hand:
    """One of the two hands while it is dealt: its cards in order, and who opens them."""

    def __init__(self, shoe: Shoe, clauses: Clauses, method: Method, opener: str) -> None:
        self.shoe, self.clauses, self.opener = shoe, clauses, opener
        self.up, self.opened = method is UP, method is OPENED
        self.cards: list[Card] = []
        self.count = 0  # of the cards that lie open
        self._closed: list[tuple[str, Card | Unseen]] = []  # lying face down: where, and what if anybody knows

    def draw(self, ordinal: str, mishaps: tuple[Mishap, ...]) -> Script[Card]:
        """One of the first two cards."""
        clauses = self.clauses
        return self.shoe.lay(clauses.places[ordinal], clauses.deal, mishaps, None, "", self.up)

    def show(self, card: Card) -> None:
        """A card lies open in this hand."""
        self.cards.append(card)
        self.count = (self.count + POINTS[card.rank]) % 10

    def cover(self, ordinal: str, card: Card) -> None:
        """A card lies in this hand face down."""
        self._closed.append((self.clauses.places[ordinal], card))

    def third(self, mishaps: tuple[Mishap, ...], also: Basis | None = None) -> Script[None]:
        """A third card: face down to whoever opens this hand, else face up. ``also`` is what this draw rests on besides."""
        clauses, up = self.clauses, not self.opened
        by = clauses.third if also is None else clauses.third + also
        place = clauses.places["third"]
        try:
            card = yield from self.shoe.lay(place, by, mishaps, None, "", up)
            if up:
                self.show(card)
            else:
                self.cover("third", card)
        except GivenToPlayer as given:
            yield self.shoe.tell(Dealt(by + clauses.wrong_hand, place, given.card))
            self.show(given.card)
        if self._closed:
            yield from self.open(by)

    @property
    def announced(self) -> Called:
        """The dealer's call of what the hand counts."""
        clauses = self.clauses
        return (clauses.called if len(self.cards) == 2 else clauses.called_then)[self.count]

    def open(self, by: Basis | None = None) -> Script[None]:
        """Turns what lies face down: the opener card by card if there is one, else the dealer."""
        if not self._closed:
            return
        who, by = self.opener or "dealer", by or self.clauses.open
        if self.opener:
            yield Handed(by, tuple(place for place, _ in self._closed), self.opener)
        for place, card in self._closed:
            if who != "dealer" and not (yield from self._opens(who, place, by)):
                who = "dealer"
            yield from self._turn(place, card, who, by)
        self._closed.clear()

    def _opens(self, who: str, place: str, by: Basis) -> Script[bool]:
        """Whether the opener turns the card or leaves it to the dealer."""
        mishaps = self.shoe.rules.mishaps_opening
        while True:
            question = f"Open the {place}"
            answer = yield Choose(by, f"player {who}", question, OPEN_OR_LEAVE, "open", mishaps, place)
            if not isinstance(answer, Irregularity):
                return bool(answer == "open")
            yield from put_right(answer, mishaps, self.shoe.mend)

    def _turn(self, place: str, card: Card | Unseen, who: str, by: Basis) -> Script[None]:
        found = isinstance(card, Unseen)
        if isinstance(card, Unseen):
            left = self.shoe.state.shoe
            card = yield Reveal(by, place, replace(left, unseen=left.unseen - 1), cut_card=None)
            assert isinstance(card, Card)
        yield self.shoe.tell(CardOpened(by, place, card, found, who))
        self.show(card)


def openers(terms: Terms, wagers: Iterable[Wager], also: Basis | None = None) -> Script[dict[str, str]]:
    """Who opens each hand: the puck goes to the highest wager on it; where nobody backs a hand, the dealer opens."""
    rule = terms.opening
    assert rule is not None
    found: dict[str, str] = {}
    wagers = tuple(wagers)
    for side, clause in (("player", rule.player), ("banker", rule.banker)):
        backing = [wager for wager in wagers if wager.spot == side]
        if not backing:
            yield Marked(rule.nobody.by + rule.deal.by, "dealer", f"opens {side}")
            continue
        found[side] = _highest(rule, backing).player
        by = clause.by + rule.puck.by + rule.equal.by
        yield Marked(by if also is None else by + also, found[side], f"opens {side}")
    return found


def _highest(rule: Opening, backing: list[Wager]) -> Wager:
    most = max(wager.cents for wager in backing)
    equal = [wager for wager in backing if wager.cents == most]
    return min(equal, key=lambda wager: wager.area) if rule.equal.value is Equal.LOWEST_PLACE else equal[0]
