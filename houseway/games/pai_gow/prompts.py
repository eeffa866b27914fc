"""Questions of a Pai Gow table: how players set their tiles, and what lies there when the dealer opens a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from houseway.forms import Doc
from houseway.forms import read as read_form
from houseway.games.pai_gow.cuts import other_cut
from houseway.games.pai_gow.hands import Setting, four, kinds, settings
from houseway.kit.tiles import TILES, Kind, NotTiles, Tile
from houseway.law.clause import Basis
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Mishap
from houseway.play.prompts import Choose, ChooseEach, Confirm, OutOfTurn, Pick, Prompt
from houseway.values import field, value

SET = "set"
TO_SET = (SET, "houseway", "concede")
CLOSED = ""  # a hand that is not opened
OTHER = "other"  # a cut that is none of the traditional ones
AS_IT_GOES_OUT = "tell it as it goes out: other, and four rows of eight figures with each lot from 1 to 8 four times"


def _own_setting(player: str, text: str, own: tuple[Tile, ...], by: Basis) -> Decision:
    """May a player set these tiles so? Of real tiles, which nobody else has seen, it is said only that they are set."""
    if not own:
        return Refused(by, "the tiles lie face down; say only that they are set") if text else Accepted(by)
    try:
        setting = Setting.parse(text)
    except NotTiles as wrong:
        return Refused(by, str(wrong))
    if Counter(kinds(setting.tiles)) != Counter(kinds(own)):
        return Refused(by, f"{player} does not hold {text}")
    return Accepted(by)


@value
class OfferBank(ChooseEach):
    """The bank, offered to those who may take it."""

    entitled: Basis = Basis(())  # who they are
    funds: Basis = Basis(())  # what they must have

    @property
    def funds_by(self) -> Basis:
        return self.funds

    def judge_one(self, player: str, value: Any) -> Decision:
        if player not in self.players:
            return Refused(self.entitled, f"the bank is not offered to {player}, who did not control an area last")
        return ChooseEach.judge_one(self, player, value)


@value
class SetTiles(ChooseEach):
    """Each player sets high and low hand, asks for the Houseway, or concedes.

    ``set T 9 / H8 H10`` sets tiles the house can see; with real tiles, which nobody but their player has seen, the word ``set``
    says that they lie ready."""

    held: dict[str, tuple[Tile, ...]] = field(default_factory=dict)  # a player's own tiles; none: nobody has seen them
    areas: dict[str, int] = field(default_factory=dict)
    closed: dict[str, dict[str, Refused]] = field(default_factory=dict)  # what a player may not do here, and why
    touched: Basis = Basis(())  # who touches tiles after asking for the Houseway answers for them
    controllers: Basis = Basis(())  # who handles the tiles of an area, and nobody else

    def seen_by(self, viewer: str) -> Prompt:
        return replace(self, held={player: tiles for player, tiles in self.held.items() if player == viewer})

    def judge_one(self, player: str, value: Any) -> Decision:
        if player not in self.players:
            return Refused(self.controllers, f"{player} has no tiles to set")
        word, _, text = str(value).partition(" ")
        if word in self.closed.get(player, {}):
            return self.closed[player][word]
        if word != SET or not text:
            known = [option.value for option in self.options]
            if value not in known or (word == SET and self.held.get(player)):
                return Refused(self.by, f"{value!r} is not one of {', '.join(known)}; a setting is: set T 9 / H8 H10")
            return Accepted(next(option.by for option in self.options if option.value == value) or self.by)
        return _own_setting(player, text, self.held.get(player, ()), self.by)

    def closed_to(self, player: str, value: str) -> Refused | None:
        return self.closed.get(player, {}).get(value)

    def arranged_by(self, player: str) -> bool:
        return bool(self.held.get(player))

    def judge_change(self, player: str, before: str, value: Any) -> Refused | None:
        """After asking for the Houseway a player may still set the tiles, and then answers for them alone."""
        if before == "houseway" and not str(value).startswith(SET):
            return Refused(self.touched, "the Houseway was asked for: who touches the tiles now answers for them alone")
        return Refused(self.by, f"{player} has conceded") if before == "concede" else None

    def usually(self) -> dict[str, str] | None:
        return {player: self._usual(player) for player in self.players}

    def _usual(self, player: str) -> str:
        """Whoever does not set is taken to ask for the Houseway; who may not ask has the tiles as they lie."""
        if "houseway" not in self.closed.get(player, {}):
            return "houseway"
        own = self.held.get(player, ())
        return f"{SET} {Setting.of((own[0], own[1]), (own[2], own[3]))}" if own else SET

    def some(self, pick: Pick) -> dict[str, str]:
        return {player: self._some(player, pick) for player in self.players}

    def _some(self, player: str, pick: Pick) -> str:
        own = self.held.get(player, ())
        ways = [f"{SET} {way}" for way in settings(own)] if own else [SET]
        ways += [o.value for o in self.options if o.value != SET and o.value not in self.closed.get(player, {})]
        return ways[pick(len(ways))]


@value
class ChooseCut(Choose):
    """Which cut: a traditional one by its name, or another that the casino supervisor may accept. That is told as it goes out,
    ``other`` and four rows of eight from the top of the stacks, each figure the lot in which that tile is delivered."""

    other: Basis = Basis(())

    def _judge(self, answer: Any) -> Decision:
        word, _, rows = str(answer).partition(" ")
        if word != OTHER or not rows:
            return super()._judge(answer)
        try:
            other_cut(rows)
        except ValueError:
            return Refused(self.other, AS_IT_GOES_OUT)
        return Accepted(self.other)


@value
class TakeChung(Confirm):
    """The Chung comes off the bank's tiles, and no setting changes after that. Until then whoever asked for the Houseway may
    touch the tiles, and then answers for them alone."""

    asked: dict[str, int] = field(default_factory=dict)  # who asked for the Houseway, and at which area
    held: dict[str, tuple[Tile, ...]] = field(default_factory=dict)
    touched: Basis = Basis(())
    co_banker: str = ""  # whose tiles the dealer sets, as the House has half the bank
    co_bank: Basis = Basis(())

    ends: ClassVar[bool] = False

    def seen_by(self, viewer: str) -> Prompt:
        return replace(self, held={player: tiles for player, tiles in self.held.items() if player == viewer})

    def out_of_turn(self, player: str, value: str) -> OutOfTurn | None:
        known = player in self.asked or player == self.co_banker != ""
        return OutOfTurn(player, value) if known and value.partition(" ")[0] == SET else None

    def room_for(self, player: str) -> tuple[str, str, str, Basis] | None:
        if not self.arranged_by(player):
            return None
        told = "The dealer set your hands by the Houseway. Touch the tiles, and you answer for the setting alone."
        return told, SET, "Set them myself", self.touched

    def arranged_by(self, player: str) -> bool:
        return player in self.asked and bool(self.held.get(player))

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, OutOfTurn):
            return super()._judge(answer)
        text = answer.value.removeprefix(SET).strip()
        if answer.player == self.co_banker:
            return Refused(self.co_bank, "the House has half of this bank: the dealer sets its hands by the Houseway")
        if answer.player not in self.asked:
            return Refused(self.touched, f"{answer.player} did not ask for the Houseway")
        return _own_setting(answer.player, text, self.held.get(answer.player, ()), self.touched)

    def _write(self, answer: Any) -> Doc:
        if isinstance(answer, OutOfTurn):
            return {"touched": answer.player, "set": answer.value}
        return super()._write(answer)

    def _read(self, doc: Doc) -> Any:
        if isinstance(doc, Mapping):
            player = read_form(str, doc.get("touched"), "touched")
            return OutOfTurn(player, read_form(str, doc.get("set"), "set"))
        return super()._read(doc)


@value
class OfASetting(Confirm):
    """What a supervisor does about a hand that was set by the Houseway; records from before it was asked do not hold it."""

    who: str = "supervisor"
    area: int = 0

    added: ClassVar[bool] = True
    ends: ClassVar[bool] = False
    done: ClassVar[str]

    def is_answer(self, doc: Doc) -> bool:
        return isinstance(doc, Mapping) and (self.done in doc or "irregularity" in doc)

    def _write(self, answer: Any) -> Doc:
        return {self.done: self.area}

    def _read(self, doc: Doc) -> bool:
        if isinstance(doc, Mapping):
            return bool(read_form(int, doc.get(self.done), self.done) == self.area)
        return super()._read(doc)


@value
class CheckSetting(OfASetting):
    """A hand that the dealer set by request is checked by the game supervisor."""

    act: str = "Check the setting"
    done: ClassVar[str] = "checked"


@value
class AlterSetting(OfASetting):
    """A hand that lies otherwise than the Houseway has it is altered, by the game supervisor or above and nobody else."""

    act: str = "Alter the setting to the Houseway's"
    done: ClassVar[str] = "altered"


@value
class OpenTiles(Prompt):
    """A hand as it lies on the table when it is opened: ``T 9 / H8 H10``, or four tiles that the Houseway is to set."""

    place: str  # "bank", "area 3"
    seen: tuple[Kind, ...] = ()  # tiles already open on the table
    houseway: bool = False  # it is set by the Houseway, so four tiles will do
    mishaps: tuple[Mishap, ...] = ()
    needless: bool = False  # nobody wagers against it any more: it may stay closed

    @property
    def due_at(self) -> str:
        return self.place

    @property
    def title(self) -> str:
        return f"Open the tiles of the {self.place}, then key them" if self.place == "bank" else (
            f"Open the tiles of {self.place}, then key them"
        )  # fmt: skip

    def usually(self) -> str | None:
        return CLOSED if self.needless else None

    def _judge(self, answer: Any) -> Decision:
        if answer == CLOSED and self.needless:
            return Accepted(self.by)
        try:
            tiles = self.tiles_of(answer)
        except NotTiles as wrong:
            return Refused(self.by, str(wrong))
        open_too = Counter((*self.seen, *kinds(tiles)))
        for kind, count in open_too.items():
            if count > 2:
                return Refused(self.by, f"two of {kind.name} ({kind.code}) are open already")
        if "/" not in answer and not self.houseway:
            return Refused(
                self.by, "say how the hands were set: two tiles, a stroke, and two tiles, such as T 9 / H8 H10"
            )
        return Accepted(self.by)

    @staticmethod
    def tiles_of(answer: Any) -> tuple[Tile, ...]:
        text = str(answer)
        return Setting.parse(text).tiles if "/" in text else four(text)

    def _read(self, doc: Doc) -> str:
        return str(read_form(str, doc, "tiles"))

    def some(self, pick: Pick) -> str:
        left = [tile for tile in TILES if Counter(self.seen)[tile.kind] + tile.twin < 2]
        chosen = []
        for _ in range(4):
            chosen.append(left.pop(pick(len(left))))
        return str(Setting.of((chosen[0], chosen[1]), (chosen[2], chosen[3])))
