"""Irregularities: the shoe with Baccarat's own remedies.

Every card that comes is used: one given to the wrong hand goes where the table of play wants it, one in excess begins the
next coup. A coup that cannot be put right is void.
"""

from __future__ import annotations

from houseway.games.baccarat.terms import Terms
from houseway.kit.cards import UNSEEN, Card
from houseway.law.clause import Basis
from houseway.play.cards import PICK_UP, Cards
from houseway.play.events import KeptAsNext, Noted, PickedUp, ShuffleDue
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.script import Mend, Script, call, confirm
from houseway.play.shoeful import Shoeful


class Voided(Exception):
    """The coup has no outcome."""

    def __init__(self, by: Basis) -> None:
        self.by = by


class Exposed(Exception):
    """A card was seen while wagers were open: the coup it begins is played without any."""


class GivenToPlayer(Exception):
    """Banker's third card lies open on Player's hand."""

    def __init__(self, card: Card) -> None:
        self.card = card


class Shoe(Cards):
    """The shoe in the hands of a Baccarat dealer."""

    def __init__(self, rules: Terms, state: Shoeful) -> None:
        Cards.__init__(self, rules.dealing, state)
        self.rules = rules

    def cutting_card(self, place: str = "") -> Script[None]:
        yield from super().cutting_card(place)
        yield call(self.rules.last_coup)

    def pick_up(self, by: Basis, extra: tuple[Mishap, ...] = (), mend: Mend | None = None) -> Script[None]:
        """The end of a coup; a card that comes out now is one too many."""
        mishaps = self.rules.mishaps_after + extra
        yield from confirm(by, PICK_UP, "dealer", mishaps, mend or self.mend_after, self)
        yield PickedUp(by)  # the script is over: only the table's memory moves on

    def mend_in_window(self, answer: Irregularity) -> Script[None]:
        yield from self.keep(answer)
        if answer.card is not None:
            raise Exposed

    def mend(self, answer: Irregularity) -> Script[None]:
        """While cards are dealt."""
        rules = self.rules
        match answer.kind:
            case "out-of-sequence":
                yield Noted(rules.rebuilt.by, "The cards are laid again in the order they were drawn")
            case "misdeal":
                raise Voided(rules.misdeal.by)
            case "short":
                yield self.tell(ShuffleDue(rules.dealing.short.by, "after this round"))
                raise Voided(rules.dealing.short.by)
            case "to-player":
                yield Noted(rules.wrong_hand.by, "The card given to Player goes to Banker, who must draw")
                if answer.card is not None:
                    raise GivenToPlayer(answer.card)
            case other:
                raise AssertionError(f"no remedy for {other}")

    def mend_after(self, answer: Irregularity) -> Script[None]:
        """When no card is due any more."""
        if answer.kind in ("to-player", "seen", "unseen"):
            yield from self.keep(answer)
        else:
            yield from self.mend(answer)

    def keep(self, answer: Irregularity) -> Script[None]:
        """A card in excess is the first of the next coup; if it was exposed, nobody wagers on that coup."""
        terms = self.terms
        by = terms.unseen.by if answer.card is None else terms.seen.by
        if answer.kind == "to-player":
            by = self.rules.wrong_hand.by + self.rules.excess.by + by
        yield self.tell(KeptAsNext(by, answer.card or UNSEEN, answer.card is not None))
