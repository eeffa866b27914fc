"""Settlement: hands against the dealer's, then the jackpot."""

from __future__ import annotations

from houseway.games.stud.boxes import Boxes
from houseway.games.stud.hand import Hand, Stands, compared_by, prize_for
from houseway.games.stud.terms import Terms
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.money import Cents
from houseway.play.events import Noted
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.jackpot import Awarded, Sharing, award, prize_line, read_meter
from houseway.play.layout import LOSES, VOID
from houseway.play.prompts import Option
from houseway.play.script import Script, choose, confirm, measure
from houseway.play.wagers import Jackpot


def settle_hands(
    boxes: Boxes, dealer: int | None, no_hand: Basis | None = None, antes: Basis = NO_CLAUSE
) -> Script[None]:
    """Antes and bets, from the dealer's right. ``dealer`` is the strength of a dealer who has a hand; ``no_hand`` what it
    rests on where the dealer's cards were wrong, ``antes`` that every ante is then paid and folded ones come back."""
    rules, layout = boxes.terms.settling, boxes.layout
    for hand in boxes.from_the_right:
        ante, bet = (hand.ante,), (hand.bet,) if hand.bet is not None else ()
        if hand.stands is Stands.FOLDED and no_hand is not None:
            yield from layout.settle(ante, rules.ante_pays.value, no_hand + antes + rules.ante_pays.by)
        elif hand.stands is not Stands.IN:
            yield from _settle_out(boxes, hand)
        elif no_hand is not None:
            yield from layout.settle(ante, rules.ante_pays.value, no_hand + antes + rules.ante_pays.by)
            yield from layout.settle(bet, VOID, no_hand + rules.no_hand.by)
        elif dealer is None:
            yield from layout.settle(ante, rules.ante_pays.value, rules.antes_paid.by + rules.ante_pays.by)
            yield from layout.settle(bet, VOID, rules.no_hand.by)
        else:
            yield from _compare(boxes, hand, dealer)


def _settle_out(boxes: Boxes, hand: Hand) -> Script[None]:
    """A hand that is no longer in play."""
    layout, why = boxes.layout, hand.why
    assert why is not None
    bet = (hand.bet,) if hand.bet is not None else ()
    ante_lost = hand.stands in (Stands.FOLDED, Stands.DEAD) or (hand.stands is Stands.CANNOT_BET and hand.forfeits)
    yield from layout.settle((hand.ante,), LOSES if ante_lost else VOID, why)
    yield from layout.settle(bet, VOID, why)


def _compare(boxes: Boxes, hand: Hand, dealer: int) -> Script[None]:
    terms, layout = boxes.terms, boxes.layout
    rules = terms.settling
    bet = (hand.bet,) if hand.bet is not None else ()
    by = rules.from_the_right.by + compared_by(terms, hand.strength, dealer)
    if hand.strength > dealer:
        odds = rules.pays(hand.strength)
        yield from layout.settle((hand.ante,), rules.ante_pays.value, rules.higher.by + rules.ante_pays.by + by)
        paid = rules.higher.by + rules.bet_pays.by + by
        yield from layout.settle(bet, odds, _found(hand, paid), rules.most_won)
    elif hand.strength < dealer:
        yield from layout.settle((hand.ante, *bet), LOSES, _found(hand, rules.lower.by + by))
    else:
        # Equality is by cards, whatever the kinds are called.
        yield from layout.settle((hand.ante, *bet), VOID, _found(hand, rules.equal.by + terms.ranking.by_cards.by + by))


def _found(hand: Hand, by: Basis) -> Basis:
    return by if hand.bet_found is None else by + hand.bet_found


# The jackpot


def settle_jackpots(boxes: Boxes, folded_too: Basis | None, qualifies: bool = False) -> Script[None]:
    """Every hand with a jackpot wager is looked at, prizes are registered and paid, and the wagers are kept. ``qualifies``: the
    dealer has a hand; ``folded_too``: the dealer's cards were wrong, and what it rests on that every hand is looked at."""
    terms, sign, rules = boxes.terms, boxes.layout.sign, boxes.terms.settling
    checked = rules.for_prize(qualifies) if folded_too is None else folded_too
    looked_at = (Stands.IN,) if folded_too is None else (Stands.IN, Stands.FOLDED, Stands.CANNOT_BET)
    if sign.jackpot is not None:
        shares: list[Hand] = []
        for hand in boxes.from_the_right:
            shown = (
                hand.stands in looked_at
                and hand.strength >= 0
                and not hand.checked
                and not _beside_nothing(boxes, hand)
            )
            prize = prize_for(terms, hand.strength) if shown else None
            hand.checked = hand.checked or shown
            if prize is None:
                continue
            if terms.jackpot.prizes.value[prize].percent:
                shares.append(hand)
            elif hand.jackpot is not None and boxes.layout.not_void((hand.jackpot,)):
                by = terms.jackpot.prizes.by + checked
                yield from _pay(boxes, hand, award(terms.jackpot, sign.jackpot, hand.jackpot, prize, by, None))
        yield from _shares(boxes, sign.jackpot, shares, checked)
    for hand in boxes.from_the_right:
        if hand.jackpot is None:
            continue
        # Without a live ante the jackpot wager goes back, whatever the hand was found to be worth; forfeit is the ante alone.
        no_ante = hand.stands is Stands.CANNOT_BET
        alone = _beside_nothing(boxes, hand)
        if hand.stands is Stands.VOID or no_ante or alone:
            why = terms.jackpot.needs_wager.by if alone else hand.why or rules.chip_kept.by
            yield from boxes.layout.settle((hand.jackpot,), VOID, why)
            continue
        by = rules.chip_kept.by if hand.why is None else hand.why + rules.chip_kept.by
        if folded_too is not None:
            by = by + folded_too
        elif hand.stands is Stands.FOLDED:
            by = by + rules.check_jackpot.by
        elif hand.stands is Stands.IN and prize_for(terms, hand.strength) is None:
            by = by + rules.without_prize(qualifies) + terms.jackpot.prizes.by
        yield from boxes.layout.settle((hand.jackpot,), LOSES, by)


def _beside_nothing(boxes: Boxes, hand: Hand) -> bool:
    """A jackpot wager whose ante goes back whatever happens has no ante beside it, where the book asks for one that plays."""
    return boxes.terms.jackpot.needs_wager.value is not None and boxes.layout.comes_back(hand.ante)


def _pay(boxes: Boxes, hand: Hand, awarded: Awarded) -> Script[None]:
    yield awarded
    yield boxes.layout.pay(prize_line(awarded, hand.area))


def _shares(boxes: Boxes, jackpot: Jackpot, hands: list[Hand], checked: Basis) -> Script[None]:
    """Hands worth a share of the meter: registered one by one, each paid as the policy on sharing has it."""
    terms = boxes.terms.jackpot
    by = terms.prizes.by + checked
    if len(hands) > 1:
        by = by + terms.sharing.by
    entered = [hand for hand in hands if hand.jackpot is not None]
    if not entered:
        return
    order = yield from _registered(boxes.terms, entered, by)
    if len(order) > 1 and terms.sharing.value is Sharing.EQUALLY:
        yield from _equal_parts(boxes, jackpot, order, by)
        return
    first: Cents | None = None
    left: Cents = 0
    won: Cents = 0  # off the meter, by the prizes of this round that stand
    for hand in order:
        assert hand.jackpot is not None
        prize = prize_for(boxes.terms, hand.strength)
        assert prize is not None
        key = terms.register.by if terms.register is not None else by
        yield from confirm(key, f"Press the key for {hand.player}'s {prize}")
        shown = yield from read_meter(key + by, jackpot, won)
        if not boxes.layout.not_void((hand.jackpot,)):
            continue  # registered and read as it was, and it wins nothing
        awarded = award(terms, jackpot, hand.jackpot, prize, key + by, shown)
        if terms.sharing.value is Sharing.SAME_METER:
            if first is None:
                first, left = shown, shown
            awarded = award(terms, jackpot, hand.jackpot, prize, key + by, first, left)
            left -= awarded.off_meter
        won += awarded.off_meter - awarded.refill
        yield from _pay(boxes, hand, awarded)


def _equal_parts(boxes: Boxes, jackpot: Jackpot, order: list[Hand], by: Basis) -> Script[None]:
    """The largest prize among them, in equal parts; an odd cent goes with the hand registered first."""
    terms = boxes.terms.jackpot
    names = {hand.area: prize_for(boxes.terms, hand.strength) or "" for hand in order}
    key = terms.register.by if terms.register is not None else by
    for hand in order:
        yield from confirm(key, f"Press the key for {hand.player}'s {names[hand.area]}")
    shown = yield from read_meter(key + by, jackpot)
    order = [hand for hand in order if hand.player not in boxes.layout.void]
    if not order:
        return
    best = max((names[hand.area] for hand in order), key=lambda name: terms.prizes.value[name].due(shown))
    assert order[0].jackpot is not None
    whole = award(terms, jackpot, order[0].jackpot, best, key + by, shown)
    part, odd = divmod(whole.prize, len(order))
    for n, hand in enumerate(order):
        off, refill = (whole.off_meter, whole.refill) if n == 0 else (0, 0)
        prize = part + odd if n == 0 else part
        yield from _pay(
            boxes, hand, Awarded(key + by, hand.player, jackpot.name, names[hand.area], shown, prize, off, refill)
        )


def _registered(terms: Terms, hands: list[Hand], by: Basis) -> Script[list[Hand]]:
    """The order of registration: as the dealer presses the keys, from the right unless told otherwise; when the system is
    down, by the times that surveillance finds."""
    rules = terms.jackpot
    key = rules.register.by if rules.register is not None else by
    mishaps: tuple[Mishap, ...] = ()
    if rules.failed is not None:
        mishaps = (Mishap("meter-failed", "The jackpot system fails", rules.failed.by),)
    times: dict[int, int] = {}

    def failed(answer: Irregularity) -> Script[None]:
        assert rules.failed is not None
        yield Noted(rules.failed.by, "The jackpot system has failed: surveillance finds the times")
        for hand in hands:
            what = f"Second of the day at which {hand.player}'s hand was registered or exposed"
            because = "a day has 86,400 seconds"
            times[hand.area] = yield from measure(rules.failed.by, what, 0, 86_399, because, 0, "supervisor")

    yield from confirm(key, "Register the jackpot hands", "dealer", mishaps, failed)
    if times:
        return sorted(hands, key=lambda hand: times[hand.area])
    waiting, order = list(hands), list[Hand]()
    while len(waiting) > 1:
        options = tuple(Option(hand.player, f"{hand.player}'s hand") for hand in waiting)
        question = "Whose hand is registered next?" if order else "Whose hand is registered first?"
        player = yield from choose(key, "dealer", question, options, waiting[0].player)
        order.append(next(hand for hand in waiting if hand.player == player))
        waiting.remove(order[-1])
    return order + waiting
