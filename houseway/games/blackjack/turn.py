"""A box's turn: drawing, standing, doubling, splitting, by the player who calls for the box.

``Turn.box`` plays a box to its end and gives the hands it made, from the left. A split is two hands in a row, the first
finished before the second gets its second card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from houseway.forms import Doc
from houseway.games.blackjack.hand import POINTS, Hand, count, place_of, points
from houseway.games.blackjack.shoe import CardShown, Shoe
from houseway.games.blackjack.terms import Follow, Hands, Surrender, Terms
from houseway.games.blackjack.wagering import caller_of
from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.events import Chosen, Moved, Noted, NothingToDecide, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.layout import LOSES, Layout
from houseway.play.prompts import Choose, Option
from houseway.play.script import Script, choose_each
from houseway.play.wagers import Sign, Wager
from houseway.values import value

Questions: TypeAlias = dict[tuple[Any, ...], Choose]  # by what makes hands alike

WAYS = ("hit", "stand", "double", "split")
STAY_OR_FOLLOW = (Option("stay", "Leave the wager as it is"), Option("follow", "Put up the same again"))
PLAY_OR_GIVE_UP = (Option("play", "Play the hand"), Option("surrender", "Give it up for half the wager"))
ACCEPT_OR_REFUSE = (Option("accept", "Take the card"), Option("refuse", "Refuse it: no more cards this round"))


@value
class Offered(Choose):
    """Whether a player takes a card that was drawn in error and seen. Records from before it was asked of cards that come without
    being asked for have it dealt."""

    card: Card | None = None

    added: ClassVar[bool] = True

    def is_answer(self, doc: Doc) -> bool:
        return isinstance(doc, Mapping) or any(option.value == doc for option in self.options)

    def before_it_was_asked(self) -> str:
        return "accept"

    def told_by_dealing(self, card: Card) -> str | None:
        return "accept" if card == self.card else None


class Turn(Struct, eq=False):
    terms: Terms
    cards: Shoe
    layout: Layout
    sign: Sign
    up: Card
    refused: tuple[
        str, ...
    ] = ()  # players who refused a card that was shown: no hand of theirs takes one more this round

    @property
    def rules(self) -> Hands:
        return self.terms.hands

    def caller(self, hand: Hand) -> str:
        """Who calls for the box: the player seated there, else the highest wager, else the one nearest the dealer. A wager that
        was declared void gives no right to call while another lies there, nor does that of a player who is excluded."""
        players, layout = hand.players, self.layout
        if layout.ruled or layout.out:
            players = layout.may_call(players)
        return caller_of(hand.box, [wager for player in players for _, wager in hand.own(player)], self.sign)

    def box(self, first: Hand) -> Script[list[Hand]]:
        """Plays a box to its end, hand by hand."""
        terms, shoe, hands, wagers = self.terms, self.cards, [first], first.all_wagers()
        if first.blackjack or not wagers:  # its players were told so when it lay, or have been paid
            return hands
        rules, alone, layout = terms.hands, len(wagers) == 1, self.layout
        caller = wagers[0].player if alone else self.caller(first)
        # what the caller's double or split costs, line by line
        amounts = (wagers[0].cents,) if alone else tuple([wager.cents for _, wager in first.own(caller)])
        asked = self._questions(caller, first.box, amounts)
        may_give_up = rules.surrender.value is not Surrender.NONE and self._gives_up(first)
        taken = False  # a card that was shown, by the split that it goes to
        for hand in hands:  # a split puts its new hand behind the one in turn
            if caller in self.refused:
                yield self._no_more(caller, hand)
                continue
            cards = hand.cards
            while True:
                if len(cards) == 1:
                    if not (yield from self._draws(hand, caller, rules.split_order.by, taken)):
                        break
                    taken = False
                    if hand.split_ace and rules.split_aces.value:
                        by = rules.split_aces.by
                        if (yield from self._resplits(hand, caller, hands)):
                            continue
                        note = "A split ace takes one card only"
                        why = by + rules.split_is_no_blackjack.by if hand.total == 21 else by
                        yield NothingToDecide(why, note, hand.players, dict.fromkeys(WAYS, by))
                        break
                total, soft = count(cards)
                yield terms.called_soft[total] if soft else terms.called_hard[total]
                if total > 21:
                    yield from self.layout.settle(hand.all_wagers(), LOSES, rules.bust.by)
                    break
                if total == 21:
                    by = why = rules.no_draw.by
                    if hand.from_split and len(cards) == 2:
                        why = by + rules.split_is_no_blackjack.by
                    yield NothingToDecide(why, "Twenty-one takes no card", hand.players, dict.fromkeys(WAYS, by))
                    break
                if hand.doubled:
                    break
                if (caller in layout.ruled or caller in layout.out) and (instead := self.caller(hand)) != caller:
                    caller, amounts = instead, tuple([wager.cents for _, wager in hand.own(instead)])
                    asked = self._questions(caller, first.box, amounts)
                giving_up = may_give_up and len(hands) == 1 and len(cards) == 2
                question = self._asked(asked, hand, len(hands), caller, total, amounts, giving_up)
                shown = shoe.shown if shoe.seen else None
                answer = yield question if shown is None else self._offer(shown, hand, caller, question.options)
                if type(answer) is Irregularity:
                    if (yield from self._mended(answer, hand)):
                        break
                    continue
                by = (rules.chosen_after_split if hand.from_split else rules.chosen)[answer]
                yield Chosen(by if shown is None else rules.exposed.by + by, caller, answer)
                if answer == "refuse":
                    self.refused += (caller,)
                if answer in ("stand", "refuse"):
                    break
                if answer == "surrender":
                    yield from self._give_up(hand)
                    break
                if answer == "split":
                    yield from self._split(hand, caller, hands)
                    taken = shown is not None
                    continue
                if answer == "double":
                    yield from self._double(hand, caller)
                if not (yield from self._draws(hand, caller, by, shown is not None)):
                    break
        return hands

    # What may be chosen

    def _questions(self, caller: str, box: int, amounts: tuple[Cents, ...]) -> Questions:
        """What a caller has been asked at a box with wagers of these amounts."""
        made, alike = self.terms.asked, (caller, box, amounts)
        asked = made.get(alike)
        if asked is None:
            if len(made) > 1_000:
                made.clear()
            asked = made[alike] = {}
        return asked

    def _asked(
        self,
        made: Questions,
        hand: Hand,
        hands: int,
        caller: str,
        total: int,
        amounts: tuple[Cents, ...],
        giving_up: bool,
    ) -> Choose:
        """What the player is asked. Hands that are alike are asked the same, so it is made once."""
        cards = hand.cards
        drawn = len(cards) > 2
        pair = not drawn and POINTS[cards[0].rank] == POINTS[cards[1].rank]
        alike = (total, drawn, pair, hand.from_split, hands, hand.split_ace, giving_up, hand.number)
        asked = made.get(alike)
        if asked is None:
            where = f"Box {hand.box}" if hands == 1 else f"Box {hand.box}, hand {hand.number}"
            options = self._options(*alike[:-1], caller, hand.box, amounts)
            asked = made[alike] = Choose(
                self.rules.asking, f"player {caller}", f"{where}: {total}", options,
                "", self.terms.mishaps_deciding, hand.place,
            )  # fmt: skip
        return asked

    def _options(
        self,
        total: int,
        drawn: bool,
        pair: bool,
        from_split: bool,
        hands: int,
        split_ace: bool,
        giving_up: bool,
        caller: str,
        box: int,
        amounts: tuple[Cents, ...],
    ) -> tuple[Option, ...]:
        """The four ways on, those that are closed with the reason; and, where a hand may be given up, a fifth."""
        rules, triple = self.rules, self.terms.triple
        must = no_double = no_split = None
        if total < rules.must_draw.value:
            must = Refused(rules.must_draw.by, f"below {rules.must_draw.value} a card must be drawn")
        if drawn:
            no_double = Refused(rules.double.by, "only the first two cards of a hand can be doubled")
            no_split = Refused(rules.no_late_split.by, "a pair is split before a third card")
        elif not pair:
            no_split = Refused(rules.split.by, "only two cards of one count can be split")
        elif split_ace and not rules.resplit_aces.value:
            no_split = Refused(rules.resplit_aces.by, "split aces are not split again")
        elif hands >= rules.split.value:
            no_split = Refused(rules.split.by, f"at most {rules.split.value} hands are made from a pair")
        low, high = rules.double_on.value.totals
        if not drawn and not low <= total <= high:
            no_double = Refused(rules.double_on.by, f"only {rules.double_on.value.value} can be doubled")
        if from_split and not drawn and not rules.double_after_split.value:
            no_double = Refused(rules.double_after_split.by, "a split hand cannot be doubled")
        stake, listed = Wager(caller, box, "more", sum(amounts)), ", ".join(show(cents) for cents in amounts)
        double_by = rules.double.by if triple is None else rules.double.by + triple.double_all.by
        return (
            Option("hit", "Draw a card", by=rules.draw.by),
            Option("stand", f"Stand on {total}", closed=must, by=rules.turn.by),
            Option("double", f"Double for one card: {listed}", stake, no_double, double_by),
            Option("split", f"Split: {listed}", stake, no_split, rules.split.by),
            *((Option("surrender", "Give it up for half the wager", by=rules.surrender.by),) if giving_up else ()),
        )

    # Giving up

    def _gives_up(self, hand: Hand) -> bool:
        """Whether a first hand may be given up in its turn. Against an ace or a ten, where the dealer has looked under it, an
        early one was asked about before."""
        rule, looked = self.rules.surrender.value, self.terms.dealer.peeks and points(self.up) in (1, 10)
        return not hand.from_split and not (rule.early and looked) and self._allowed()

    def _allowed(self) -> bool:
        return self.rules.surrender.value is not Surrender.EARLY_NOT_ACE or points(self.up) != 1

    def before_the_look(self, hands: list[Hand]) -> Script[None]:
        """Where a hand may be given up whatever the dealer has, it is asked before the dealer looks for blackjack."""
        rule = self.rules.surrender
        if not (rule.value.early and points(self.up) in (1, 10) and self._allowed()):
            return
        for hand in hands:
            if hand.blackjack or not hand.all_wagers():
                continue
            caller, about = self.caller(hand), f"Box {hand.box}: {hand.total}"
            answer = yield Choose(rule.by, f"player {caller}", about, PLAY_OR_GIVE_UP, place=hand.place)
            yield Chosen(rule.by, caller, answer)
            if answer == "surrender":
                yield from self._give_up(hand)

    def _give_up(self, hand: Hand) -> Script[None]:
        """Half goes back at once; where a blackjack of the dealer may still take all of it, when the dealer has none."""
        rule, waits = self.rules.surrender, points(self.up) in (1, 10) and not self.terms.dealer.peeks
        if rule.value is Surrender.LATE and waits:
            hand.given_up = True
            yield Noted(rule.by, f"The hand on box {hand.box} is given up, and waits for the dealer's second card")
            return
        yield from self.layout.halve(hand.all_wagers(), rule.by)
        hand.wagers.clear()

    def _resplits(self, hand: Hand, caller: str, hands: list[Hand]) -> Script[bool]:
        """Another ace that comes to a split ace makes a hand of its own, where the book lets it and the player wants it."""
        rules = self.rules
        if not rules.resplit_aces.value or len(hands) >= rules.split.value or points(hand.cards[1]) != 1:
            return False
        by = rules.resplit_aces.by + rules.split.by
        where = f"Box {hand.box}, hand {hand.number}: another ace"
        cost = Wager(caller, hand.box, "more", sum(wager.cents for _, wager in hand.own(caller)))
        options = (Option("stand", "Leave it"), Option("split", "Split the aces again", cost))
        answer = yield Choose(by, f"player {caller}", where, options, place=hand.place)
        yield Chosen(by, caller, answer)
        if answer == "split":
            yield from self._split(hand, caller, hands)
        return bool(answer == "split")

    # What was chosen

    def _split(self, hand: Hand, caller: str, hands: list[Hand]) -> Script[None]:
        """The second card makes a hand of its own, with a wager equal to the first; the others may follow or stay."""
        number = max(other.number for other in hands) + 1
        others = self._others(hand, caller)
        matched = {player: self._matching(hand, player, caller, f"split{number}") for player in hand.players}
        by = self.rules.split.by + self.rules.follow.by
        followers = yield from self._followers(others, "Follow the split?", by, matched)
        place = place_of(hand.box, number)
        new = Hand(hand.box, number, place, [hand.cards.pop()], {}, True, points(hand.cards[0]) == 1)
        hand.from_split, hand.split_ace = True, new.split_ace
        for player in (caller, *followers):
            for line, wager, original in matched[player]:
                yield self.layout.add(wager, original, self.rules.split.by + self.rules.locked.by)
                new.wagers.setdefault(line, []).append(wager)
        yield Moved(self.rules.split.by, hand.place, new.place, new.cards[0])
        hands.insert(hands.index(hand) + 1, new)

    def _matching(self, hand: Hand, player: str, caller: str, what: str) -> list[tuple[str, Wager, Wager]]:
        """For each line, the wager that matches a player's first one, and the one it matches."""
        callers = dict(hand.own(caller))
        found = []
        for line, original in hand.own(player):
            cents = original.cents
            if self.rules.follow.value is Follow.CALLERS and player != caller and what.startswith("split"):
                cents = callers[line].cents
            found.append((line, Wager(player, hand.box, f"{line}.{what}", cents), original))
        return found

    def _double(self, hand: Hand, caller: str) -> Script[None]:
        """Twice the wager for one card; the others may double too, and the one card stands for all."""
        others = self._others(hand, caller)
        matched = {player: self._matching(hand, player, caller, f"double{hand.number}") for player in hand.players}
        followers = yield from self._followers(others, "Double too?", self.rules.double.by, matched)
        hand.doubled = True
        for player in (caller, *followers):
            for line, wager, original in matched[player]:
                yield self.layout.add(wager, original, self.rules.double.by + self.rules.locked.by)
                hand.wagers[line].append(wager)

    def _others(self, hand: Hand, caller: str) -> tuple[str, ...]:
        """Who may follow; a wager that was declared void is not matched."""
        ruled = self.layout.ruled
        return tuple(player for player in hand.players if player != caller and player not in ruled)

    def _followers(
        self,
        others: tuple[str, ...],
        question: str,
        by: Basis,
        matched: dict[str, list[tuple[str, Wager, Wager]]],
    ) -> Script[list[str]]:
        if not others:
            return []
        cost = {p: Wager(p, 0, "more", sum(wager.cents for _, wager, _ in matched[p])) for p in others}
        chosen = yield from choose_each(by, others, question, STAY_OR_FOLLOW, "stay", cost)
        return [player for player in others if chosen[player] == "follow"]

    # Cards, and what may go wrong with them

    def _mended(self, answer: Irregularity, hand: Hand) -> Script[bool]:
        """An irregularity while a player decides; True if it ends the hand."""
        mishap = next(item for item in self.terms.mishaps_deciding if item.kind == answer.kind)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        if answer.kind == "misplaced":
            yield from self.cards.rebuild(hand)
            return False
        if answer.kind != "absent":
            yield from self.cards.mend(answer)
            return False
        while hand.total < self.rules.must_draw.value:
            hand.cards.append((yield from self.cards.draw(hand, self.rules.absent.by)))
        if hand.total > 21:
            yield from self.layout.settle(hand.all_wagers(), LOSES, by=self.rules.bust.by)
        return True

    def _draws(self, hand: Hand, caller: str, by: Basis, taken: bool = False) -> Script[bool]:
        """A card to the hand; False if it is one that was shown and is refused. ``taken``: the one that lies there was not."""
        shoe, offers = self.cards, not taken
        while True:
            if offers and shoe.seen and (shown := shoe.shown) and not (yield from self._takes(shown, hand, caller)):
                return False
            try:
                hand.cards.append((yield from shoe.draw(hand, by, offers)))
                return True
            except CardShown:
                continue

    def _takes(self, shown: Card, hand: Hand, caller: str) -> Script[bool]:
        """A card that was shown falls to a hand to which one is due. Its player takes it or refuses it; for one who is not
        there it is dealt."""
        rules, answer = self.rules, None
        while not isinstance(answer, str):
            answer = yield self._offer(shown, hand, caller)
            if type(answer) is Irregularity:
                if answer.kind == "absent":
                    yield WentWrong(rules.absent.by, answer.kind, self.terms.mishaps_deciding[0].label)
                    return True
                yield from self._mended(answer, hand)
        yield Chosen(rules.exposed.by, caller, answer)
        if answer == "refuse":
            self.refused += (caller,)
        return answer != "refuse"

    def _no_more(self, player: str, hand: Hand) -> Noted:
        return Noted(self.rules.exposed.by, f"{player} refused the card that was shown: box {hand.box} takes no more")

    def _offer(self, shown: Card, hand: Hand, caller: str, ways: tuple[Option, ...] = ()) -> Offered:
        """The next card lies open: its player takes it, as it is or with a double or a split where the hand has a choice, or
        refuses it."""
        options = (*ACCEPT_OR_REFUSE, *(way for way in ways if way.value not in ("hit", "stand")))
        return Offered(
            self.rules.exposed.by, f"player {caller}", f"The {shown.words} was shown. Take it?", options,
            "", self.terms.mishaps_deciding, hand.place, card=shown,
        )  # fmt: skip
