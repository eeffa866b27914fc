"""One coup, in the order the rules tell it."""

from __future__ import annotations

from houseway.games.baccarat.carry import Carry
from houseway.games.baccarat.events import Came, FurtherHand
from houseway.games.baccarat.hand import ACE, points
from houseway.games.baccarat.irregular import Exposed, Shoe, Voided
from houseway.games.baccarat.opening import OPENED, Clauses, Hand, openers
from houseway.games.baccarat.secret import Secrets
from houseway.games.baccarat.settle import TIE, outcome, settle
from houseway.games.baccarat.tableau import NO_CARD, banker_draws, player_draws
from houseway.games.baccarat.tableau import ended as natural
from houseway.games.baccarat.terms import SPOTS, Ended, Further, Terms
from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.money import show
from houseway.play.decision import Refused
from houseway.play.events import Burned, Decided, ShuffleDue
from houseway.play.layout import VOID, Layout
from houseway.play.prompts import Draw
from houseway.play.script import Round, Script, call, confirm, read_sign
from houseway.play.states import RoundResult
from houseway.play.wagers import ChipSums, Sign, Wager
from houseway.values import value


def prepare(terms: Terms, carry: Carry) -> Script[None]:
    """Shuffle, cut, and burn as many cards as the first one says."""
    shoe = Shoe(terms, carry.shoe)
    yield from shoe.prepare(_burn(terms, shoe))


def _burn(terms: Terms, shoe: Shoe) -> Script[None]:
    rule = terms.burn_by_value
    first: Card = yield Draw(rule.by, "first card of the shoe", shoe.shoe, cut_card=None)
    yield shoe.tell(Burned(rule.by, first, shown=True))
    for _ in range(1 if first.rank == ACE else min(first.rank, rule.value)):
        yield from shoe.burn(rule.by)


def play(terms: Terms, carry: Carry) -> Round:
    shoe = Shoe(terms, carry.shoe)
    sign = yield from read_sign(terms.general, terms.places)
    layout = Layout(terms.general, terms.places, sign, carry.advised)
    if carry.further:
        yield shoe.tell(ShuffleDue(terms.further_hand.by, "after this round"))

    wagers, free = yield from _wagers(terms, carry, shoe, layout)
    secrets = Secrets(terms, layout)
    if secrets.rules is not None and not free:
        yield from secrets.collect()
    method = terms.method(carry.method)
    opens: dict[str, str] = {}
    if secrets.opened_by_players is not None:
        method = OPENED
    if method is OPENED:
        backing = [wager for wager in secrets.backing(wagers) if wager.player not in layout.ruled]
        opens = yield from openers(terms, backing, secrets.opened_by_players)
    of_player, of_banker = Clauses.of(terms, method, free)
    player = Hand(shoe, of_player, method, opens.get("player", ""))
    banker = Hand(shoe, of_banker, method, opens.get("banker", ""))
    try:
        ended = yield from _coup(terms, player, banker)
        ours, theirs = player.count, banker.count
        came = outcome(ours, theirs)
        yield Came(terms.decided[ended], came, ours, theirs)
        if came is TIE:
            yield call(terms.egalite)
        if secrets.rules is not None:
            yield from secrets.read_out()
        yield from confirm(
            terms.settling, "Take and pay", mishaps=terms.mishaps_settling, mend=shoe.mend_after, cards=shoe
        )
    except Voided as void:
        came = RoundResult.VOID
        yield Decided(void.by, came)
        yield from layout.settle(wagers, VOID, void.by)
    else:
        yield from settle(terms, layout, wagers, came)
    if secrets.staked:
        yield from secrets.settle(came)
    yield from shoe.pick_up(terms.pick_up.by)
    if came is TIE and _hand_to_follow(terms, carry, shoe):
        yield FurtherHand(terms.further_hand.by)
    return layout.finish()


def _hand_to_follow(terms: Terms, carry: Carry, shoe: Shoe) -> bool:
    """A tie in the last coup of the shoe brings a further hand."""
    again = not carry.further or terms.further_hand.value is Further.UNTIL_DECIDED
    return shoe.notes.cut_card is None and again


def _wagers(terms: Terms, carry: Carry, shoe: Shoe, layout: Layout) -> Script[tuple[tuple[Wager, ...], bool]]:
    """Wagers until the call; none on a coup that begins with a card everybody has seen: that coup is free."""
    if not carry.exposed:
        rules = Wagering(terms, layout.sign)
        try:
            wagers = yield from layout.take(
                "wagers",
                rules.window,
                SPOTS,
                mishaps=terms.mishaps_in_window,
                mend=shoe.mend_in_window,
                cards=shoe,
                judge_each=rules.wager,
                judge_always=rules.together,
            )
        except Exposed:
            for player in dict.fromkeys(wager.player for wager in layout.open):
                yield from layout.give_back(player, terms.free_hand, layout.open)
        else:
            yield terms.bets_closed
            return wagers, False
    yield from confirm(terms.free_hand, "See that no wager lies: this coup is played without any")
    return (), True


def _coup(terms: Terms, player: Hand, banker: Hand) -> Script[Ended]:
    """Four cards in turn, then a third to each hand as the table of play has it."""
    both, mishaps = (player, banker), terms.mishaps_dealing
    for ordinal in ("first", "second"):
        for hand in both:
            card = yield from hand.draw(ordinal, mishaps)
            if hand.up:
                hand.show(card)
            else:
                hand.cover(ordinal, card)
    for hand in both:
        if not hand.up:
            yield from hand.open()
        yield hand.announced

    two, against, third = player.count, banker.count, NO_CARD
    if player_draws(terms.tableau, two, against):
        yield from player.third(mishaps)
        yield player.announced
        third = points(player.cards[2])
    if banker_draws(terms.tableau, two, against, third):
        yield from banker.third(terms.mishaps_for_banker, terms.tableau.banker.by if third == NO_CARD else None)
        yield banker.announced
    if third != NO_CARD:
        return Ended.WITH_CARD
    return Ended.BY_NATURAL if natural(terms.tableau, two, against) else Ended.WITHOUT_CARD


@value
class Wagering:
    """Baccarat's own word on wagers: both sides at once, and how far the two sides of the table may differ."""

    terms: Terms
    sign: Sign

    @property
    def window(self) -> Basis:
        """What the window for wagers rests on at this table."""
        by = self.terms.window
        return by if self.sign.differential is None else by + self.terms.differential.by

    def wager(self, lying: ChipSums, wager: Wager) -> Refused | None:
        rule, other = self.terms.forbid_both_sides, {"player": "banker", "banker": "player"}.get(wager.spot, "")
        if rule.value and lying.of.get((wager.player, wager.area, other)):
            return Refused(rule.by, f"{wager.player} backs {other.capitalize()} already; not both sides")
        return None

    def together(self, lying: ChipSums) -> Refused | None:
        most = self.sign.differential
        banker, player = lying.on_spot("banker"), lying.on_spot("player")
        if most is None or abs(banker - player) <= most:
            return None
        higher, lower = ("Banker", "Player") if banker > player else ("Player", "Banker")
        apart = f"{higher} would stand {show(abs(banker - player))} above {lower}"
        return Refused(self.terms.differential.by, f"{apart}; the table's differential is {show(most)}")
