"""Irregularities: a deal gone wrong, and the remedy each book prescribes."""

from __future__ import annotations

from collections.abc import Callable

from houseway.games.stud.boxes import Boxes
from houseway.games.stud.events import ToldTheBet
from houseway.games.stud.hand import Hand, Stands
from houseway.games.stud.terms import BET
from houseway.law.clause import Basis, Provision
from houseway.law.roles import listed
from houseway.money import show
from houseway.play.dealing import DECK
from houseway.play.events import Noted, Ruled, Shuffled
from houseway.play.irregular import Irregularity
from houseway.play.prompts import Option
from houseway.play.script import Script, choose, choose_each, confirm, measure
from houseway.play.wagers import Wager

MOST_MISCOUNTED = 10  # a bet found at settlement is taken for a slip up to so many times what it should be


class NoResult(Exception):
    """The round has no result; after a misdeal the next deal takes its place, and jackpot wagers stay in."""

    def __init__(self, by: Basis, misdeal: bool) -> None:
        self.by, self.misdeal = by, misdeal


class DealerHasNoHand(Exception):
    """The dealer's own cards were wrong: no hand, and every ante is paid."""


class Mending:
    """The remedies for one round."""

    def __init__(self, boxes: Boxes) -> None:
        self.boxes, self.terms, self.wrong = boxes, boxes.terms, boxes.terms.irregular
        self.dealer_without = False  # the dealer has been declared without a hand

    def in_window(self, answer: Irregularity) -> Script[None]:
        """While antes are placed."""
        if answer.kind == "wrong-button":
            rule = _held(self.wrong.wrong_button)
            inside = sorted(w.player for w in self.boxes.layout.open if w.spot == "jackpot")
            yield Noted(rule.by, f"Marker buttons show who is in the jackpot: {', '.join(inside) or 'nobody yet'}")
            return
        assert answer.kind == "shoe-failed"
        dealing = self.terms.dealing
        rule = _held(dealing.shoe_failed)
        yield from confirm(rule.by + dealing.shuffle.by, "Shuffle the cards again")
        yield self.boxes.deck.tell(Shuffled(rule.by, "all", dealing.decks.value.count))

    def in_deal(self, answer: Irregularity) -> Script[None]:
        """Before players decide."""
        match answer.kind:
            case "wrong-number":
                raise NoResult(self.wrong.wrong_number.by + self.wrong.misdeal.by, misdeal=True)
            case "empty-box":
                raise NoResult(_held(self.wrong.empty_box).by + self.wrong.misdeal.by, misdeal=True)
            case "deck-wrong":
                raise NoResult(_held(self.wrong.not_52).by, misdeal=False)
            case "shoe-failed":  # in the midst of the deal: the cards are shuffled and dealt again
                raise NoResult(_held(self.terms.dealing.shoe_failed).by + self.wrong.misdeal.by, misdeal=True)
            case "not-verified":
                rule = _held(self.wrong.not_verified)
                if not (yield from self._complete(rule.by)):
                    raise NoResult(rule.by, misdeal=False)
            case other:
                raise AssertionError(f"no remedy for {other}")

    def later(self, answer: Irregularity) -> Script[None]:
        """Once players decide."""
        remedies: dict[str, Callable[[Irregularity], Script[None]]] = {
            "hand-count": self._hand_count,
            "dealer-count": self._dealer_count,
            "empty-box-later": self._empty_box,
            "dead-hand": self._dead_hand,
            "bet-amount": self._bet_amount,
        }
        if answer.kind == "wrong-number":
            raise NoResult(_held(self.wrong.wrong_number_later).by + self.wrong.misdeal.by, misdeal=True)
        if answer.kind == "deck-wrong":
            raise NoResult(_held(self.wrong.not_52).by, misdeal=False)
        yield from remedies[answer.kind](answer)

    def _hand_count(self, answer: Irregularity) -> Script[None]:
        """A player's cards are not five: if the deck is complete that hand is void, and the others may retract."""
        yield from self._count_or_misdeal(_held(self.wrong.hand_later), _held(self.wrong.hand_discrepancy))
        rule = _held(self.wrong.hand_void)
        hand = self._hand(answer.area)
        hand.out(Stands.VOID, rule.by)
        yield Noted(rule.by, f"{hand.player}'s hand is void and its wagers go back")
        yield from self._retract(rule.by)

    def _dealer_count(self, answer: Irregularity) -> Script[None]:
        yield from self._count_or_misdeal(_held(self.wrong.dealer_later), _held(self.wrong.dealer_discrepancy))
        raise DealerHasNoHand

    def _empty_box(self, answer: Irregularity) -> Script[None]:
        rule = _held(self.wrong.empty_box_later)
        yield Noted(rule.by, f"The cards on box {answer.area}, which has no ante, are burnt")
        yield from self._retract(rule.by)

    def _dead_hand(self, answer: Irregularity) -> Script[None]:
        rule, hand = _held(self.wrong.dead_hand), self._hand(answer.area)
        options = (Option("dead", "The hand is dead"), Option("stands", "The hand stands"))
        ruling = yield from choose(rule.by, "supervisor", f"Is {hand.player}'s hand dead?", options)
        if ruling == "dead":
            hand.out(Stands.DEAD, rule.by)
            yield Ruled(rule.by, "dead hand", f"{hand.player}'s hand is dead")

    def _bet_amount(self, answer: Irregularity) -> Script[None]:
        """What lies on a bet is counted while settling: too much goes back, too little is settled as it lies."""
        hand = self._hand(answer.area)
        assert hand.bet is not None
        due, over, under = self.boxes.bet_due(hand), _held(self.wrong.bet_over), _held(self.wrong.bet_under)
        most = MOST_MISCOUNTED * due
        because = f"a bet is counted in cents, from 1 to {most}"
        found = yield from measure(over.by + under.by, f"Count {hand.player}'s bet, in cents", 1, most, because, due)
        rule = over if found > due else under
        hand.bet_found = rule.by
        staked = self.boxes.stake(hand, Wager(hand.player, hand.area, BET, found), rule.by)
        if found > due:  # those chips lie on the felt and go back from there: no account has to hold them
            yield Noted(rule.by, f"{show(found - due)} above twice the ante goes back to {hand.player}")
        else:
            yield staked
        if found < due:
            told = f"the bet is {show(due)} beside an ante of {show(hand.ante.cents)}, from the next round on"
            yield ToldTheBet(under.by, hand.player, told)

    def _retract(self, by: Basis) -> Script[None]:
        """Every player at the table may take the wagers back, whoever has folded too."""
        playing = self.boxes.standing(Stands.IN, Stands.FOLDED)
        if not playing:
            return
        options = (Option("stay", "Leave the wagers"), Option("retract", "Take them back"))
        players = tuple(hand.player for hand in playing)
        chosen = yield from choose_each(by, players, "Wagers may be taken back", options, "stay")
        for hand in playing:
            if chosen[hand.player] == "retract":
                hand.out(Stands.VOID, by)

    def _count_or_misdeal(self, rule: Provision[None], discrepancy: Provision[None]) -> Script[None]:
        if rule.who.decides and rule.who.told:
            decides, told = listed(rule.who.decides), listed(rule.who.told, "and the")
            yield Noted(rule.by, f"The {decides} directs a count, and the {told} is notified")
        if not (yield from self._complete(rule.by)):
            raise NoResult(discrepancy.by + self.wrong.misdeal.by, misdeal=True)

    def _complete(self, by: Basis) -> Script[bool]:
        """All the cards are counted."""
        because = "a deck has no more than a hundred cards"
        by = by + self.terms.dealing.count_cards.by
        count = yield from measure(by, "Count all the cards", 0, 100, because, DECK)
        yield Noted(by, f"{count} cards were counted")
        return count == DECK

    def _hand(self, area: int) -> Hand:
        return next(hand for hand in self.boxes.hands if hand.area == area)


def _held(provision: Provision[None] | None) -> Provision[None]:
    assert provision is not None, "a mishap was offered that the book does not know"
    return provision
