"""Script, Settlement, Game: the shape of a round, and the verbs rounds are written with."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from houseway.forms import Doc, read, write
from houseway.law.clause import Basis, Provision
from houseway.money import Cents
from houseway.play.decision import Decision, Refused
from houseway.play.events import Called, Chosen, Event, Settled, WentWrong
from houseway.play.general import General, Places
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Choose, ChooseEach, Confirm, Number, Option, Prompt, ReadSign
from houseway.play.states import Asked
from houseway.play.wagers import SetUp, Sign, Wager
from houseway.values import value
from houseway.versions import Upgrade, upgraded, versioned

if TYPE_CHECKING:
    from houseway.play.chapters import Chapters

T = TypeVar("T")
C = TypeVar("C")

Step: TypeAlias = Event | Prompt
Script: TypeAlias = Generator[Step, Any, T]
Answerer: TypeAlias = Callable[[Prompt], Any]


@value
class Settlement:
    """What goes back across the felt for each wager, stake included."""

    lines: tuple[Settled, ...] = ()

    @property
    def returns(self) -> tuple[tuple[Wager, Cents], ...]:
        return tuple((line.wager, line.back) for line in self.lines)

    @property
    def net(self) -> Cents:
        """The players' result, all together."""
        return sum(line.net for line in self.lines)

    def net_of(self, player: str) -> Cents:
        return sum(line.net for line in self.lines if line.wager.player == player)


Round: TypeAlias = Script[Settlement]


class HasGeneral(Protocol):
    """The terms of any game: at the least, the general chapters of a book."""

    @property
    def general(self) -> General: ...


TermsT = TypeVar("TermsT", bound=HasGeneral)


@dataclass(frozen=True)
class Game(Generic[TermsT, C]):
    """A game as the house sees it: its terms, its scripts, and what a table of it remembers."""

    name: str  # the folder: "red_dog"
    title: str
    cloth: str  # "cards", "wheels", "tiles", "balls"
    terms: type[TermsT]
    carry_type: type[C]
    begin: Callable[[TermsT, SetUp], C]  # what a newly opened table remembers
    judge_set_up: Callable[[TermsT, SetUp], Decision]
    play: Callable[[TermsT, C], Round]  # one round, from "place your bets" to the last payout
    carry: Callable[[C, Event], C]  # what the table remembers, moved on by one event
    prepare: Callable[[TermsT, C], Script[None]] | None = None  # shuffle, cut and burn; None where nothing is prepared
    due: Callable[[C], bool] = lambda carry: False  # must ``prepare`` run before the next round?
    ready: Callable[[C], C] = lambda carry: carry  # the same table with its shoe ready, for studies
    record: Callable[[C], str] | None = None  # what a table's display keeps of earlier rounds, for everybody to see
    spot_named: Callable[[str], str] = lambda name: name  # a spot by any name people use
    brought: Callable[[C, str], C] = lambda carry, words: carry  # what a table remembers, told in its carry's own words
    spot_rule: Callable[[TermsT, str], Basis | None] = lambda terms, spot: None  # what a wager not open now rests on
    # what locks a wager that is put up after the first card, once the dealer has confirmed it; None: what locks all of them
    spot_lock: Callable[[TermsT, str], Basis | None] = lambda terms, spot: None
    chapters: Callable[[TermsT], Chapters] | None = (
        None  # what else its books speak of; None: the general chapters alone
    )
    # why a wager is not open where nothing is locked: it was never offered in this round
    not_open: Callable[[TermsT, str, Sequence[Step]], Refused | None] = lambda terms, spot, steps: None
    choice_rule: Callable[[TermsT, str], Basis | None] = lambda terms, choice: (
        None
    )  # what a choice not open now rests on
    # what a later round remembers once an earlier one left something else behind: as it left it, as it does now, the later one;
    # None where only the cards that are out can be others
    remembers_again: Callable[[C, C, C], C] | None = None
    carry_upgrades: tuple[Upgrade, ...] = ()  # how what an earlier version wrote is read now, one step to a version

    def write_carry(self, carry: C) -> Doc:
        """What a table remembers as the record has it, with the version of its shape."""
        return versioned(write(carry), self.carry_upgrades)

    def read_carry(self, doc: Doc) -> C:
        """What a table remembered, as any version wrote it."""
        carry: C = read(self.carry_type, upgraded(doc, self.carry_upgrades, "carry"), "carry")
        return carry

    def memory_now_called(self, name: str) -> str:
        """What a memory is called now; a story may know it by the name it had when the story was written."""
        now: dict[str, Doc] = upgraded({name: None}, self.carry_upgrades, "carry")
        return next(iter(now))


# The verbs. Each is a line of a script: ``yield call(…)``, ``card = yield from …``.


def call(provision: Provision[str], meaning: str = "", by: Basis | None = None, **parts: object) -> Called:
    """The dealer's call, in the words the book prescribes, or ours where it fixes only the meaning."""
    said = provision.value.format(**parts) if parts else provision.value
    return Called(by or provision.by, said, meaning)


def read_sign(
    general: General,
    places: Places | None = None,
    better_odds: Callable[[Sign], Refused | None] | None = None,
    jackpots: bool = False,
) -> Script[Sign]:
    """What the sign at this table says; it goes on record with the round."""
    sign = yield ReadSign(general.limits.by, general, places, better_odds, jackpots)
    return sign  # type: ignore[no-any-return]


def confirm(
    by: Basis,
    act: str,
    who: str = "dealer",
    mishaps: tuple[Mishap, ...] = (),
    mend: Mend | None = None,
    cards: Any = None,
) -> Script[None]:
    """A step that people perform; ``cards`` is the shoe in hand, where a card may go wrong meanwhile."""
    while True:
        answer = yield Confirm(by, act, who, mishaps, None if cards is None else cards.shoe)
        if type(answer) is not Irregularity:
            return
        yield from put_right(answer, mishaps, mend)


def choose(
    by: Basis, who: str, question: str, options: tuple[Option, ...], usual: str = "", asked: str = ""
) -> Script[str]:
    """Asks one person to choose; gives the answer."""
    answer = yield Choose(by, who, question, options, usual, asked=asked)
    return answer  # type: ignore[no-any-return]


def choose_each(
    by: Basis,
    players: tuple[str, ...],
    question: str,
    options: tuple[Option, ...],
    usual: str = "",
    stakes: dict[str, Wager] | None = None,
) -> Script[dict[str, str]]:
    """Asks several players the same; gives what each chose, and tells it."""
    return ask_each(ChooseEach(by, question, players, options, usual, stakes or {}))


def ask_each(asked: ChooseEach, mend: Mend | None = None) -> Script[dict[str, str]]:
    """The same with a question that is put together already, and with what may go wrong meanwhile."""
    while type(answer := (yield asked)) is Irregularity:
        yield from put_right(answer, asked.mishaps, mend)
    for player in asked.players:
        yield Chosen(asked.by, player, answer[player])
    return answer  # type: ignore[no-any-return]


def measure(
    by: Basis,
    what: str,
    low: int,
    high: int,
    because: str,
    usual: int,
    who: str = "dealer",
    gaps: tuple[tuple[int, int], ...] = (),
    aims: tuple[tuple[int, int], ...] = (),
) -> Script[int]:
    """Asks for a number between two bounds; a question that others look for is named, and has its words beside its name."""
    words, asked = (what.words, what) if isinstance(what, Asked) else (what, "")
    answer = yield Number(by, words, low, high, because, usual, who, gaps, aims, asked=asked)
    return answer  # type: ignore[no-any-return]


Mend: TypeAlias = Callable[[Irregularity], Script[Any]]


def put_right(answer: Irregularity, mishaps: tuple[Mishap, ...], mend: Mend | None) -> Script[Any]:
    """Puts an irregularity on record and applies its remedy."""
    mishap = next(item for item in mishaps if item.kind == answer.kind)
    yield WentWrong(mishap.by, mishap.kind, mishap.label)
    assert mend is not None, f"{answer.kind} was offered, and nothing mends it"
    return (yield from mend(answer))
