"""One round of stud, in the order the rules tell it."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.stud.boxes import DEALER, Boxes
from houseway.games.stud.carry import Carry
from houseway.games.stud.events import Declared, WarnedOfBet
from houseway.games.stud.hand import Hand, Stands, ranked_by
from houseway.games.stud.irregular import DealerHasNoHand, Mending, NoResult
from houseway.games.stud.settle import settle_hands, settle_jackpots
from houseway.games.stud.terms import ANTE, BET, JACKPOT, Terms
from houseway.kit.ranking import strength, words
from houseway.law.clause import Basis
from houseway.money import show
from houseway.play import deck
from houseway.play.decision import Decision
from houseway.play.deck import Deck
from houseway.play.events import Chosen, Handed, Noted, PickedUp
from houseway.play.irregular import Irregularity
from houseway.play.jackpot import EntryReturned, enter
from houseway.play.layout import VOID, Layout
from houseway.play.prompts import ChooseEach, Confirm, Option
from houseway.play.script import Round, Script, call, confirm, put_right, read_sign
from houseway.play.wagers import ChipSums, Limits, Wager

COLLECT = "Count and collect the cards"


def prepare(terms: Terms, carry: Carry) -> Script[None]:
    """Shuffle and cut, before every round."""
    yield from deck.prepare(terms.dealing, carry.shoe)


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general, terms.places, jackpots=True)
    sign = replace(sign, kinds={**sign.kinds, JACKPOT: Limits()})  # a jackpot wager has a price and no limits
    layout = Layout(terms.general, terms.places, sign, carry.advised)
    boxes = Boxes(terms, layout, Deck(carry.shoe))
    mending = Mending(boxes)
    wagers = yield from _wagers(boxes, mending, carry)

    left: tuple[Wager, ...] = ()
    try:
        if boxes.hands:
            yield from _hands(boxes, mending, carry)
        yield from _collected(boxes, mending)
    except NoResult as nothing:
        yield Noted(nothing.by, "Misdeal: the round has no result" if nothing.misdeal else "The round is void")
        yield from layout.undo(nothing.by)
        yield from layout.settle(wagers + layout.undecided, VOID, nothing.by)
        if nothing.misdeal:
            left = tuple(wager for wager in wagers if wager.spot == JACKPOT)
        yield from confirm(terms.settling.pick_up.by, COLLECT)
    yield boxes.deck.tell(PickedUp(terms.settling.pick_up.by))
    if left:
        assert terms.jackpot.returned is not None
        yield layout.stay(left, terms.jackpot.returned.by)
    return layout.finish()


def _collected(boxes: Boxes, mending: Mending) -> Script[None]:
    """The dealer counts and collects. What comes to light now undoes what has been paid and taken."""
    terms, layout = boxes.terms, boxes.layout
    by = terms.settling.pick_up.by
    while True:
        mishaps = terms.mishaps_at_the_count(boxes.playing(), boxes.empty) if boxes.hands else ()
        if mending.dealer_without:
            mishaps = tuple(mishap for mishap in mishaps if mishap.kind != "dealer-count")
        answer = yield Confirm(by, COLLECT, "dealer", mishaps)
        if not isinstance(answer, Irregularity):
            return
        standing = boxes.standing(Stands.IN, Stands.FOLDED)
        try:
            yield from put_right(answer, mishaps, mending.later)
        except DealerHasNoHand:
            assert terms.irregular.dealer_no_hand is not None
            yield from layout.undo(terms.irregular.dealer_no_hand.by, spots=(ANTE, BET))
            yield from _dealer_without(boxes, mending)
            continue
        for hand in standing:
            if hand.stands is Stands.VOID:
                assert hand.why is not None
                yield from layout.undo(hand.why, (hand.player,))
                yield from layout.settle(hand.wagers, VOID, hand.why)


def _wagers(boxes: Boxes, mending: Mending, carry: Carry) -> Script[tuple[Wager, ...]]:
    """Antes, and jackpot wagers beside them; those that a misdeal left in lie there already."""
    terms, layout = boxes.terms, boxes.layout

    def judge_each(lying: ChipSums, wager: Wager) -> Decision | None:
        if wager.spot != JACKPOT or (wager in carry.lying and wager.key not in lying.of):
            return None
        return terms.jackpot.judge_wager(layout.sign, lying, wager, ANTE)

    layout.lay_open(ANTE, carry.lying)
    wagers = yield from layout.take(
        ANTE,
        terms.window,
        (ANTE, JACKPOT),
        mishaps=terms.mishaps_in_window,
        mend=mending.in_window,
        judge_each=judge_each,
    )
    boxes.seat(wagers)
    yield from _jackpot_wagers(boxes, wagers, carry)
    yield call(terms.deal.no_more_bets)
    return tuple(wager for wager in wagers if wager not in boxes.alone(wagers))


def _jackpot_wagers(boxes: Boxes, wagers: tuple[Wager, ...], carry: Carry) -> Script[None]:
    """Who is in: newcomers, and those still in since a misdeal; who left, or plays no ante, gets the wager back."""
    rules, jackpot = boxes.terms.jackpot, boxes.layout.sign.jackpot
    if jackpot is None:
        return
    alone = boxes.alone(wagers)
    inside = [wager for wager in wagers if wager.spot == JACKPOT and wager not in alone]
    already = frozenset(wager.player for wager in carry.lying)
    if already and rules.markers is not None:
        shown = sorted(wager.player for wager in inside if wager.player in already)
        yield Noted(rules.markers.by, f"Marker buttons show who was in already: {', '.join(shown) or 'nobody'}")
        new = sorted(wager.player for wager in inside if wager.player not in already)
        if new:
            yield Noted(rules.markers.by, f"Game-over is pushed, {', '.join(new)} put theirs in, and coin-in is pushed")
    yield from enter(rules, jackpot, boxes.layout.not_void(inside), already)
    for wager in inside:  # one that a ruling declares void was never made, in the round that had no result either
        if wager.player in already and wager.player in boxes.layout.void:
            void, parts = boxes.terms.general.void_wagers.by, jackpot.split(wager.cents)
            yield EntryReturned(void, wager.player, jackpot.name, *parts, undone=True)
    gone = [wager for wager in carry.lying if wager.key not in {one.key for one in inside}]
    for wager in gone:
        assert rules.returned is not None
        yield EntryReturned(rules.returned.by, wager.player, jackpot.name, *jackpot.split(wager.cents))
        told = f"Error notification: {wager.player} leaves the jackpot after a misdeal, {show(wager.cents)} goes back"
        yield Noted(rules.returned.by, told)
    assert rules.returned is not None
    yield from boxes.layout.settle(alone, VOID, rules.returned.by)


def _hands(boxes: Boxes, mending: Mending, carry: Carry) -> Script[None]:
    terms = boxes.terms
    rules, wrong = terms.deal, terms.irregular

    def too_many() -> NoResult:
        return NoResult(wrong.too_many_exposed.by + wrong.misdeal.by, misdeal=True)

    yield from boxes.deal(mending.in_deal, too_many)
    yield from _checked(boxes, mending)
    if rules.bet_or_fold is not None:
        yield call(rules.bet_or_fold)
    for hand in boxes.hands:
        yield Handed(rules.look.by, (hand.place,), hand.player)
    try:
        yield from _decisions(boxes, mending, carry)
        dealer = yield from _reveal(boxes, mending)
    except DealerHasNoHand:
        yield from _dealer_without(boxes, mending)
        return
    yield from settle_hands(boxes, dealer)
    yield from settle_jackpots(boxes, None, dealer is not None)


def _checked(boxes: Boxes, mending: Mending) -> Script[None]:
    """The deal is checked, or the rest of the deck put away, before anybody looks."""
    rules = boxes.terms.deal
    mishaps = boxes.terms.mishaps_of_deal(boxes.empty, False, True, boxes.by_shoe)
    if rules.stub is not None:
        yield from confirm(rules.stub.by, "Put the rest of the deck in the rack", "dealer", mishaps, mending.in_deal)
        return
    assert rules.bet_or_fold is not None
    act = "See that the shoe verifies its count" if boxes.by_shoe else "See that everybody has five cards"
    yield from confirm(rules.bet_or_fold.by, act, "dealer", mishaps, mending.in_deal)


def _decisions(boxes: Boxes, mending: Mending, carry: Carry) -> Script[None]:
    """Each player folds or bets; where something comes to light meanwhile, those still in decide afterwards."""
    terms = boxes.terms
    cannot = terms.irregular.cannot_bet
    short = None if cannot is None else Option("cannot bet", "The bet cannot be made exactly", by=cannot.by)
    options = (Option("fold", "Fold", by=terms.deal.fold.by), Option("bet", "Bet", by=terms.deal.bet.by))
    while playing := boxes.standing(Stands.IN):
        players = tuple(hand.player for hand in playing)
        stakes = {hand.player: boxes.bet_wager(hand) for hand in playing}
        mishaps = terms.mishaps_later(boxes.playing(), boxes.empty)
        by = terms.deciding + terms.deal.fold.by
        void = tuple(player for player in players if player in boxes.layout.ruled)
        answer = yield ChooseEach(by, "Fold or bet", players, options, "fold", stakes, short, mishaps, void)
        if isinstance(answer, Irregularity):
            yield from put_right(answer, mishaps, mending.later)
            continue
        for hand in playing:
            yield from _decided(boxes, hand, answer[hand.player], carry)
        return


def _decided(boxes: Boxes, hand: Hand, choice: str, carry: Carry) -> Script[None]:
    rules, cannot = boxes.terms.deal, boxes.terms.irregular.cannot_bet
    if choice == "bet":
        yield Chosen(rules.bet.by, hand.player, choice)
        yield boxes.stake(hand, boxes.bet_wager(hand), rules.bet.by)
    elif choice == "fold":
        yield Chosen(rules.fold.by, hand.player, choice)
        hand.out(Stands.FOLDED, rules.fold.by)
    else:
        assert cannot is not None
        yield Chosen(cannot.by, hand.player, choice)
        hand.out(Stands.CANNOT_BET, cannot.by)
        hand.forfeits = hand.player in carry.warned
        if not hand.forfeits:
            told = "whoever cannot bet exactly twice the ante again loses the ante and the cards"
            yield WarnedOfBet(cannot.by, hand.player, told)


def _reveal(boxes: Boxes, mending: Mending) -> Script[int | None]:
    """The dealer's hand, the players' hands, and a last look before the chips move. None: the dealer has no hand."""
    terms = boxes.terms
    rules = terms.settling
    if not boxes.standing(Stands.IN, Stands.FOLDED):
        return None
    folded = tuple(hand.area for hand in boxes.standing(Stands.FOLDED))
    act = "Collect the folded hands, five cards each, and turn your own" if folded else "Turn your own cards"
    by = rules.reveal.by + terms.deal.collect.by if folded else rules.reveal.by
    mishaps = terms.mishaps_later(boxes.playing(), boxes.empty, folded=folded)
    yield from confirm(by, act, "dealer", mishaps, mending.later)
    assert boxes.up is not None
    cards = yield from boxes.deck.show(DEALER, boxes.dealer, rules.reveal.by, (boxes.up,))
    dealer = strength(cards)
    yield Declared(rules.reveal.by + ranked_by(terms, dealer), DEALER, words(dealer))
    qualifies = dealer >= rules.lowest_qualifying
    if not qualifies:
        yield call(rules.no_hand, by=rules.qualifies.by + rules.no_hand.by)
    else:
        yield Noted(rules.qualifies.by, "The dealer's hand qualifies")
    for hand in boxes.from_the_right:
        if hand.stands is Stands.IN:
            without = rules.show if rules.show_without is None else rules.show_without
            yield from _show(boxes, hand, rules.show.by if qualifies else without.by)
    playing = tuple(hand.area for hand in boxes.standing(Stands.IN) if hand.bet is not None)
    mishaps = terms.mishaps_later(playing, boxes.empty, settling=True)
    by = rules.from_the_right.by if qualifies else rules.antes_paid.by
    yield from confirm(by, "Settle from the right", "dealer", mishaps, mending.later)
    return dealer if qualifies else None


def _show(boxes: Boxes, hand: Hand, by: Basis) -> Script[None]:
    hand.strength = strength((yield from boxes.deck.show(hand.place, hand.cards, by)))
    yield Declared(
        boxes.terms.settling.declare.by + ranked_by(boxes.terms, hand.strength), hand.place, words(hand.strength)
    )


def _dealer_without(boxes: Boxes, mending: Mending) -> Script[None]:
    """The dealer's cards were not five: no hand, every ante is put back and paid, every jackpot hand looked at."""
    wrong = boxes.terms.irregular
    assert wrong.dealer_no_hand is not None
    assert wrong.reinstated is not None
    assert wrong.all_checked is not None
    mending.dealer_without = True
    yield call(boxes.terms.settling.no_hand, by=wrong.dealer_no_hand.by)
    unseen = [hand for hand in boxes.from_the_right if hand.jackpot is not None and hand.strength < 0]
    for hand in unseen:
        if hand.stands in (Stands.IN, Stands.FOLDED, Stands.CANNOT_BET):
            yield from _show(boxes, hand, wrong.all_checked.by)
    yield from settle_hands(boxes, None, wrong.dealer_no_hand.by, wrong.reinstated.by)
    yield from settle_jackpots(boxes, wrong.all_checked.by)
