"""Dealing: the provisions of the chapters on cards, shuffle, cut and irregular cards, for every game that has a shoe."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from houseway.kit.shoe import LARGEST_SHOE
from houseway.law.clause import Provision
from houseway.play.card_checks import CardChecks
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Mishap
from houseway.play.wagers import SetUp
from houseway.values import derived, value

DECK = 52


class CutFirst(enum.Enum):
    """The cutting card comes out before the first card of a round."""

    SHUFFLE = "shuffle before the round"
    PLAY = "play the round, then shuffle"


class WhoCuts(enum.Enum):
    """Who is offered the cut, and in which order."""

    A_PLAYER = "a player, if the dealer offers"
    ONE_PLAYER = "one of the players"
    ROUND_THE_TABLE = "players from the dealer's far right, counter-clockwise"
    BY_CUTTING_CARD = "the player on whose box the cutting card came, then clockwise"
    CLOCKWISE = "one of the players, then each in turn clockwise"
    ANTICLOCKWISE = "one of the players, then each in turn anti-clockwise"


class SeenInError(enum.Enum):
    """A card drawn in error whose face was seen."""

    DISCARDED = "discarded"
    NEXT_CARD = "used as the next card, unless it is refused"
    UNLESS_NEXT_HAND = "burnt, unless it is one of the first two cards of the next hand"
    FREE_HAND = "first card of the next hand, on which nobody wagers"


class NewCards(enum.Enum):
    """When cards are taken from the table for new ones."""

    AFTER_ANY_ROUND = "after any round"
    BEFORE_A_SHUFFLE = "after the last round of a shoe, before it is shuffled"


class Depth(enum.Enum):
    """Where the dealer puts the cutting card, counted from the back."""

    AT_MOST_HALF = "at most half way"
    ABOUT_A_QUARTER = "about a quarter"  # as rounds on record until November 2026 were played: a target
    NEAREST_A_QUARTER = "nearer to a quarter than to the half or the end"
    FOURTEEN = "at least fourteen cards"


@value
class Decks:
    """How many decks: how many are used here, and how many the book allows."""

    count: int
    allowed: tuple[int, ...]  # the numbers the book names; with ``or_more``, the least
    or_more: bool = False

    @classmethod
    def parse(cls, text: str) -> Decks:
        """``8``, or ``1 of at least 1``, or ``8 of 6 or 8``."""
        words = str(text).split()
        found: Decks | None = None
        try:
            if len(words) == 1:
                found = cls(int(words[0]), (int(words[0]),))
            elif len(words) == 5 and words[1:4] == ["of", "at", "least"]:
                found = cls(int(words[0]), (int(words[4]),), True)
            elif len(words) >= 3 and words[1] == "of" and set(words[3::2]) <= {"or"}:
                found = cls(int(words[0]), tuple(int(word) for word in words[2::2]))
        except ValueError:
            pass
        if found is not None and min(found.count, *found.allowed) > 0 and found.count <= LARGEST_SHOE:
            return found
        raise ValueError(f"{text!r} is not a number of decks, such as '8', '8 of 6 or 8' or '1 of at least 1'")

    def __str__(self) -> str:
        if self.or_more:
            return f"{self.count} of at least {self.allowed[0]}"
        if self.allowed == (self.count,):
            return str(self.count)
        return f"{self.count} of {self.required}"

    @property
    def required(self) -> str:
        return f"at least {self.allowed[0]}" if self.or_more else " or ".join(str(count) for count in self.allowed)

    def allows(self, count: int) -> bool:
        return count >= self.allowed[0] if self.or_more else count in self.allowed


@dataclass(frozen=True)
class Dealing:
    """The provisions about cards, shuffle, cut, burn, and cards gone wrong."""

    decks: Provision[Decks]
    ranks: Provision[None]
    from_shoe: Provision[None]
    replace_cards: Provision[NewCards | None]  # the first editions do not say when
    shuffle: Provision[None]
    shuffle_at_will: Provision[None] | None  # the house may shuffle after any round
    shuffler: Provision[int] | None  # least decks with an automated shuffler
    continuous: Provision[None] | None  # a device that reshuffles by itself, without cut and burn
    steps: Provision[tuple[str, ...]] | None  # the manual shuffle, step by step
    strip_after: Provision[int] | None  # riffles that must come before a strip
    offer_cut: Provision[WhoCuts]
    staff_cut: Provision[tuple[str, ...]]  # who cuts when no player does
    cut_at: Provision[int]  # cards from either end, at least or about
    cut_exactly: Provision[bool]  # the figure is a bound (true) or a target (false)
    cut_card_at: Provision[Depth]
    recut: Provision[None] | None
    burn: Provision[int]
    burn_new_dealer: Provision[bool]
    burn_shown: Provision[bool]  # to a player who asks
    burn_wrong: Provision[None] | None
    cut_first: Provision[CutFirst]
    cut_seen: Provision[None]
    abnormal: Provision[None] | None
    face_up: Provision[None] | None
    unseen: Provision[None]
    burnt_in_error: Provision[None] | None
    seen: Provision[SeenInError]
    shuffle_missed: Provision[None] | None
    short: Provision[None]
    burn_after_rescue: Provision[bool] | None  # silent where a short shoe voids the round
    checked: Provision[CardChecks] | None = None  # cards, before they are used; the first editions do not say
    cut_within: Provision[int] | None = None  # of where the book says to cut, where it says "about"; likewise

    def judge_set_up(self, set_up: SetUp) -> Decision:
        decks = self.decks
        count = decks.value.count if set_up.decks is None else set_up.decks
        if not decks.value.allows(count):
            return Refused(decks.by, f"{decks.value.required} decks of {DECK} cards are required, not {count}")
        if set_up.shuffling == "continuous":
            if self.continuous is None:
                return Refused(decks.by + self.shuffle.by, "this book knows no continuous shuffler")
            if not set_up.approval.strip():
                return Refused(
                    self.continuous.by,
                    "the Commission approves the device and how cards are dealt with it; name its approval",
                )
            return Accepted(decks.by + self.continuous.by)
        if set_up.shuffling == "shuffler":
            if self.shuffler is None:
                return Refused(decks.by + self.shuffle.by, "this book knows no automated shuffler")
            if count < self.shuffler.value or count % 2:
                least = self.shuffler.value
                return Refused(
                    self.shuffler.by, f"an automated shuffler needs two equal batches of at least {least} decks in all"
                )
            return Accepted(decks.by + self.shuffler.by)
        return Accepted(decks.by)

    @derived
    def mishaps(self) -> tuple[Mishap, ...]:
        """What may go wrong with a card, and the clause for each."""
        listed = []
        if self.face_up is not None:
            listed.append(Mishap("face-up", "Card face up in the shoe", self.face_up.by, "must"))
        listed.append(Mishap("unseen", "Drawn in error, not seen", self.unseen.by, "may"))
        listed.append(Mishap("seen", "Drawn in error and seen", self.seen.by, "must"))
        if self.burn_wrong is not None:
            listed.append(Mishap("burn-omitted", "The burn was forgotten", self.burn_wrong.by))
            listed.append(Mishap("burned-two", "Two cards were burned", self.burn_wrong.by, "may"))
        if self.burnt_in_error is not None:
            listed.append(Mishap("burnt", "Drawn in error and burnt", self.burnt_in_error.by, "may"))
        if self.abnormal is not None:
            listed.append(Mishap("abnormal", "The sequence is abnormal", self.abnormal.by))
        if self.shuffle_missed is not None:
            listed.append(Mishap("shuffle-missed", "Shuffle was missed", self.shuffle_missed.by))
        return tuple(listed)

    @derived
    def mishaps_in_window(self) -> tuple[Mishap, ...]:
        """Before the first card of a round the cutting card may also stand at the mouth of the shoe."""
        return (*self.mishaps, Mishap("cut-card", "The cutting card is next", self.cut_first.by))

    @derived
    def mishaps_of_draw(self) -> tuple[Mishap, ...]:
        """When a card is due the shoe may also turn out to be short."""
        return (*self.mishaps, Mishap("short", "Shoe cannot finish the round", self.short.by))

    @derived
    def mishaps_between(self) -> tuple[Mishap, ...]:
        return tuple(m for m in self.mishaps if m.kind in ("seen", "unseen", "burnt", "abnormal"))

    @derived
    def mishaps_of_burn(self) -> tuple[Mishap, ...]:
        return tuple(m for m in self.mishaps if m.kind in ("face-up", "burn-omitted", "burned-two"))
