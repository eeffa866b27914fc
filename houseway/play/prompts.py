"""Prompts: questions to the world, each complete with the answers it admits.

A prompt can be judged, shown as buttons, enumerated, sampled and fuzzed without running the script that asked it:
``judge`` says yes or no with a reason, ``write`` and ``read`` give an answer its plain form, ``some`` picks an admitted
answer with a chooser from outside. Who may answer is named by ``asks``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.forms import Doc, Misread
from houseway.forms import read as read_form
from houseway.forms import write as write_form
from houseway.kit.cards import CARDS, CUT, UNSEEN, Card, CutCard, Unseen
from houseway.kit.dice import Throw, is_throw
from houseway.kit.shoe import Shoe
from houseway.kit.wheel import Wheel
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.wagers import Lying, Sign, Wager
from houseway.values import value

if TYPE_CHECKING:
    from houseway.play.general import General, Places, Raising

Pick: TypeAlias = Callable[[int], int]  # a number below n, from outside

# What a called wager stands for: (name, value of a piece, sign) to the spots and amounts it is made of, with the clause;
# a refusal; or None for a name that is no called wager.
Pieces: TypeAlias = Callable[[str, Cents, Sign], "tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused | None"]

NOTHING = Basis(())


@value
class Prompt:
    by: Basis

    @property
    def asks(self) -> str:
        """Who answers: "dealer", "house", "supervisor", or "player P1"."""
        return "dealer"

    @property
    def may_go_wrong(self) -> tuple[Mishap, ...]:
        return getattr(self, "mishaps", ())

    @property
    def title(self) -> str:
        """The next step, as an instruction."""
        raise TypeError

    def judge(self, answer: Any) -> Decision:
        if isinstance(answer, Irregularity):
            return self._judge_mishap(answer)
        return self._judge(answer)

    def admits(self, answer: Any) -> bool:
        return isinstance(self.judge(answer), Accepted)

    def write(self, answer: Any) -> Doc:
        if isinstance(answer, Irregularity):
            return {"irregularity": answer.kind, **({"card": str(answer.card)} if answer.card else {})}
        return self._write(answer)

    def read(self, doc: Doc) -> Any:
        if isinstance(doc, Mapping) and "irregularity" in doc:
            card = read_form(Card, doc["card"], "card") if "card" in doc else None
            return Irregularity(read_form(str, doc["irregularity"], "irregularity"), card)
        return self._read(doc)

    def some(self, pick: Pick) -> Any:
        """An admitted answer, chosen by ``pick``; the fair one where chance decides."""
        raise TypeError

    def usually(self) -> Any | None:
        """What is answered when nobody has anything particular to say; None where somebody must."""
        return None

    def _judge(self, answer: Any) -> Decision:
        raise TypeError

    def _write(self, answer: Any) -> Doc:
        return write_form(answer)

    def _read(self, doc: Doc) -> Any:
        raise TypeError

    def _judge_mishap(self, answer: Irregularity) -> Decision:
        for mishap in self.may_go_wrong:
            if mishap.kind == answer.kind:
                if mishap.card == "must" and answer.card is None:
                    return Refused(mishap.by, f"say which card: {mishap.label.lower()}")
                if mishap.card == "no" and answer.card is not None:
                    return Refused(mishap.by, f"no card is named here: {mishap.label.lower()}")
                shoe: Shoe | None = getattr(self, "shoe", None)
                if answer.card is not None and shoe is not None and not shoe.has(answer.card):
                    return Refused(mishap.by, f"no {answer.card.words} is left in the shoe")
                return Accepted(mishap.by)
        return Refused(self.by, f"{answer.kind!r} is not an irregularity of this moment")


@value
class ReadSign(Prompt):
    """What the sign at the table says; the table itself answers."""

    general: General
    places: Places | None = None
    better_odds: Callable[[Sign], Refused | None] | None = None  # the game's own check of odds the house has bettered

    @property
    def asks(self) -> str:
        return "house"

    @property
    def title(self) -> str:
        return "Read the sign"

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, Sign):
            return Refused(self.by, "the sign with the limits is wanted here")
        if answer.odds:
            if self.better_odds is None:
                return Refused(self.by, "this book fixes the odds; the house may not better them")
            refused = self.better_odds(answer)
            if refused is not None:
                return refused
        if self.places is not None:
            decision = self.places.judge_sign(answer)
            if isinstance(decision, Refused):
                return decision
        return self.general.judge_sign(answer)

    def _read(self, doc: Doc) -> Sign:
        sign: Sign = read_form(Sign, doc, "sign")
        return sign

    def some(self, pick: Pick) -> Sign:
        return Sign() if self.places is None else Sign(areas=self.places.areas.value[0])


@value
class Book:
    """The wagers lying in a window, when it closed or when something interrupted it."""

    wagers: tuple[Wager, ...] = ()
    stopped_by: Irregularity | None = None


@value
class TakeWagers(Prompt):
    """A window for wagers. The open layout lives at the table; closing it gives the answer."""

    window: str
    spots: tuple[str, ...] | Mapping[str, Any]
    sign: Sign
    general: General
    places: Places | None = None
    raising: Raising | None = None  # in a window for raises, what they rest on
    laid: tuple[Wager, ...] = ()  # what already lay here when the window reopened
    mishaps: tuple[Mishap, ...] = ()
    shoe: Shoe | None = None
    pieces: Pieces | None = None  # what a called wager of several pieces amounts to

    @property
    def title(self) -> str:
        return "Call for wagers, then close them" if self.raising is None else "Offer the raise, then close it"

    @property
    def backing(self) -> tuple[Wager, ...] | None:
        """The originals a raise may match; None in a window that is not for raises."""
        return None if self.raising is None else self.raising.originals

    def offer(self, lying: Iterable[Wager] | Lying, wager: Wager) -> Decision:
        """May this wager be added to what lies in the window now?"""
        return self.general.judge_wager(self, lying if isinstance(lying, Lying) else Lying(lying), wager)

    def _judge_mishap(self, answer: Irregularity) -> Decision:
        return Refused(self.by, "an irregularity in a window comes with the wagers lying there")

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, Book):
            return Refused(self.by, "the wagers on the layout are wanted here")
        lying = Lying()
        for wager in answer.wagers:
            decision = self.offer(lying, wager)
            if isinstance(decision, Refused):
                return decision
            lying.add(wager)
        if answer.stopped_by is not None:
            return Prompt._judge_mishap(self, answer.stopped_by)
        return Accepted(self.by)

    def _write(self, answer: Any) -> Doc:
        doc: dict[str, Doc] = {"wagers": [[w.player, w.area, w.spot, w.cents] for w in answer.wagers]}
        if answer.stopped_by is not None:
            doc["stopped_by"] = Prompt.write(self, answer.stopped_by)
        return doc

    def _read(self, doc: Doc) -> Book:
        if not isinstance(doc, Mapping) or not isinstance(doc.get("wagers"), (list, tuple)):
            raise Misread("wagers", f"{doc!r} is not a list of wagers")
        wagers = tuple(
            Wager(*read_form(tuple[str, int, str, int], item, f"wagers[{n}]")) for n, item in enumerate(doc["wagers"])
        )
        stop = doc.get("stopped_by")
        return Book(wagers, Prompt.read(self, stop) if stop is not None else None)

    def some(self, pick: Pick) -> Book:
        wagers: tuple[Wager, ...] = ()
        players = ("P1", "P2") if self.backing is None else tuple(wager.player for wager in self.backing)
        for player in players[: 1 + pick(2)]:
            spot = list(self.spots)[pick(len(self.spots))]
            if self.backing is None:
                area, most = 1 + int(player[1:]) if self.places is not None else 0, 10_000
            else:
                backed = next(wager for wager in self.backing if wager.player == player)
                area, most = backed.area, backed.cents
                if pick(2):
                    continue
            wager = Wager(player, area, spot, most if pick(2) else max(100, most // 200 * 100))
            if isinstance(self.offer(wagers, wager), Accepted):
                wagers = (*wagers, wager)
        return Book(wagers)


@value
class Draw(Prompt):
    """The next card from the shoe."""

    place: str  # "first card"
    shoe: Shoe
    box: str = ""  # "right"
    up: bool = True
    next_card: Card | Unseen | None = None  # already out of the shoe, by an earlier error
    cut_card: int | None = 0  # cards behind the cutting card, 0 where nobody has said; None: it is out
    mishaps: tuple[Mishap, ...] = ()

    @property
    def title(self) -> str:
        if not self.up:
            return "Burn a card, face down"
        return (
            f"Deal the {self.place} to the {self.box} box, then key it"
            if self.box
            else f"Deal the {self.place}, then key it"
        )

    def _judge(self, answer: Any) -> Decision:
        if isinstance(answer, Card):
            if isinstance(self.next_card, Card) and answer is not self.next_card:
                return Refused(self.by, f"the {self.next_card.words} is already out and is the next card")
            if not self.shoe.has(answer):
                return Refused(self.by, f"no {answer.words} is left in the shoe")
            return Accepted(self.by)
        if isinstance(answer, CutCard):
            return (
                Accepted(self.by)
                if self.cut_card is not None
                else Refused(self.by, "the cutting card has come out already")
            )
        if isinstance(answer, Unseen) and not self.up:
            if self.shoe.size < 1:
                return Refused(self.by, "the shoe is empty")
            return Accepted(self.by)
        return Refused(self.by, f"{answer} is not a card for the {self.place}")

    def _write(self, answer: Any) -> Doc:
        return str(answer)

    def _read(self, doc: Doc) -> Card | CutCard | Unseen:
        text = read_form(str, doc, "card").strip().upper()
        if text == CUT.text:
            return CUT
        return UNSEEN if text == UNSEEN.text else read_form(Card, text, "card")

    def some(self, pick: Pick) -> Card | Irregularity:
        if isinstance(self.next_card, Card):
            return self.next_card
        total = sum(self.shoe.counts)
        if total <= self.shoe.unseen:
            return Irregularity(next(mishap.kind for mishap in self.mishaps if mishap.kind == "short"))
        return CARDS[bisect_right(list(accumulate(self.shoe.counts)), pick(total))]


@value
class Spin(Prompt):
    """Where the ball, or the indicator, comes to rest."""

    what: str  # "ball"
    wheel: Wheel
    mishaps: tuple[Mishap, ...] = ()

    @property
    def title(self) -> str:
        return f"Spin, then enter where the {self.what} rests"

    def _judge(self, answer: Any) -> Decision:
        if answer in self.wheel.weights:
            return Accepted(self.by)
        return Refused(self.by, f"{answer!r} is not on the wheel")

    def _read(self, doc: Doc) -> str:
        return str(doc) if type(doc) is int else str(read_form(str, doc, "result"))

    def some(self, pick: Pick) -> str:
        return self.wheel.pockets[pick(len(self.wheel.pockets))]


@value
class Roll(Prompt):
    """What the dice show."""

    dice: int
    mishaps: tuple[Mishap, ...] = ()

    @property
    def title(self) -> str:
        return "Uncover the dice, then enter what they show"

    def _judge(self, answer: Any) -> Decision:
        if is_throw(answer, self.dice):
            return Accepted(self.by)
        return Refused(self.by, f"{self.dice} faces from 1 to 6 are wanted, not {answer!r}")

    def _read(self, doc: Doc) -> Throw:
        faces: Throw = read_form(tuple[int, ...], doc, "dice")
        return tuple(sorted(faces))

    def some(self, pick: Pick) -> Throw:
        return tuple(sorted(1 + pick(6) for _ in range(self.dice)))


@value
class Option:
    value: str
    label: str
    stake: Wager | None = None  # what choosing it puts on the table


@value
class Choose(Prompt):
    """One of a few ways on, chosen by one person."""

    who: str  # "supervisor", "dealer", "player P1"
    question: str
    options: tuple[Option, ...]
    usual: str = ""
    mishaps: tuple[Mishap, ...] = ()

    @property
    def asks(self) -> str:
        return self.who

    def usually(self) -> str | None:
        return self.usual or None

    @property
    def title(self) -> str:
        return self.question

    def _judge(self, answer: Any) -> Decision:
        if any(answer == option.value for option in self.options):
            return Accepted(self.by)
        return Refused(self.by, f"{answer!r} is not one of {', '.join(option.value for option in self.options)}")

    def _read(self, doc: Doc) -> str:
        text: str = read_form(str, doc, "choice")
        return text

    def some(self, pick: Pick) -> str:
        return self.options[pick(len(self.options))].value


@value
class ChooseEach(Prompt):
    """Several players decide at once; the table collects, the answer is one mapping."""

    question: str
    players: tuple[str, ...]
    options: tuple[Option, ...]
    mishaps: tuple[Mishap, ...] = ()

    @property
    def asks(self) -> str:
        return "players"

    @property
    def title(self) -> str:
        return self.question

    def judge_one(self, player: str, value: Any) -> Decision:
        if player not in self.players:
            return Refused(self.by, f"{player} has nothing to decide here")
        if any(value == option.value for option in self.options):
            return Accepted(self.by)
        return Refused(self.by, f"{value!r} is not one of {', '.join(option.value for option in self.options)}")

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, Mapping):
            return Refused(self.by, "one choice per player is wanted here")
        for player in self.players:
            if player not in answer:
                return Refused(self.by, f"{player} has not chosen yet")
        for player, choice in answer.items():
            decision = self.judge_one(player, choice)
            if isinstance(decision, Refused):
                return decision
        return Accepted(self.by)

    def _read(self, doc: Doc) -> dict[str, str]:
        choices: dict[str, str] = read_form(dict[str, str], doc, "choices")
        return choices

    def some(self, pick: Pick) -> dict[str, str]:
        return {player: self.options[pick(len(self.options))].value for player in self.players}


@value
class Confirm(Prompt):
    """A step people perform; the answer only says that it is done."""

    act: str
    who: str = "dealer"
    mishaps: tuple[Mishap, ...] = ()
    shoe: Shoe | None = None

    @property
    def asks(self) -> str:
        return self.who

    @property
    def title(self) -> str:
        return self.act

    def _judge(self, answer: Any) -> Decision:
        return (
            Accepted(self.by) if answer is True else Refused(self.by, f"say only that it is done: {self.act.lower()}")
        )

    def _read(self, doc: Doc) -> bool:
        return bool(read_form(bool, doc, "done"))

    def some(self, pick: Pick) -> bool:
        return True

    def usually(self) -> bool:
        return True


@value
class Number(Prompt):
    """A measured place or count between bounds."""

    what: str
    low: int
    high: int
    because: str  # what a number outside the bounds is told
    usual: int
    who: str = "dealer"
    gaps: tuple[tuple[int, int], ...] = ()  # stretches inside the bounds that are not allowed
    mishaps: tuple[Mishap, ...] = ()

    @property
    def asks(self) -> str:
        return self.who

    @property
    def title(self) -> str:
        return self.what

    def _judge(self, answer: Any) -> Decision:
        if type(answer) is not int:
            return Refused(self.by, f"{answer!r} is not a whole number of cards")
        if not self.low <= answer <= self.high or any(low <= answer <= high for low, high in self.gaps):
            return Refused(self.by, self.because)
        return Accepted(self.by)

    def _read(self, doc: Doc) -> int:
        return int(read_form(int, doc, "number"))

    def usually(self) -> int:
        return self.usual

    def some(self, pick: Pick) -> int:
        allowed = [n for n in range(self.low, self.high + 1) if self.admits(n)]
        return allowed[pick(len(allowed))]


@value
class Steps(Prompt):
    """A procedure logged step by step, judged as a whole."""

    act: str
    known: tuple[str, ...]
    rule: Callable[[tuple[str, ...]], str]  # why these steps will not do; "" if they will
    usual: tuple[str, ...]
    who: str = "dealer"
    mishaps: tuple[Mishap, ...] = ()

    @property
    def asks(self) -> str:
        return self.who

    @property
    def title(self) -> str:
        return self.act

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, tuple) or not answer:
            return Refused(self.by, f"the steps are wanted, from {', '.join(self.known)}")
        for step in answer:
            if step not in self.known:
                return Refused(self.by, f"{step!r} is not a step; known are {', '.join(self.known)}")
        wrong = self.rule(answer)
        return Refused(self.by, wrong) if wrong else Accepted(self.by)

    def _read(self, doc: Doc) -> tuple[str, ...]:
        steps: tuple[str, ...] = read_form(tuple[str, ...], doc, "steps")
        return steps

    def some(self, pick: Pick) -> tuple[str, ...]:
        return self.usual

    def usually(self) -> tuple[str, ...]:
        return self.usual


def stake_of(prompt: Prompt, answer: Any) -> Cents:
    """What an answer puts on the table, to be checked against funds before it is taken."""
    if isinstance(prompt, Choose):
        for option in prompt.options:
            if option.value == answer and option.stake is not None:
                return option.stake.cents
    return 0
