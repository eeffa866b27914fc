"""Taking part: who may lay or decide anything at a table now.

An excluded player takes no further part: lays nothing, decides nothing, puts up nothing more. What is on the table already is
played out, and where the round asks that player it goes as the rules have it for somebody who says nothing or is not there; staff
key it. A player whose wagers of the round were declared void has lost the wagers and not the place: the cards that lie there are
played, alone by that player's word, but nothing more is laid on them. What would be put up rests on a wager that is not there.
Where nothing depends on that word, as in a hand against the dealer, nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.forms import Doc
from houseway.play.decision import Refused
from houseway.play.driver import ruling_of
from houseway.play.irregular import VoidWagers
from houseway.play.prompts import Choose, ChooseEach, Prompt, stake_of

if TYPE_CHECKING:
    from houseway.floor.table import Order, Table

ABSENT = "absent"  # the mishap of a player who is not there to decide, where a book has it


def barred(table: Table, name: str) -> Refused | None:
    """The one place where exclusion is asked, by person and by terminal: the terminal of an excluded person is excluded."""
    excluded, station = table.state.excluded, table.state.stations.get(name)
    for one in (name, station.control if station is not None else ""):
        if one in excluded:
            return Refused(table.general.exclude.by, f"{one} is excluded: {excluded[one]}")
        if one and (why := table.why_out(one)):
            return Refused(table.general.exclude.by, why, "house")
    return None


def without_wagers(table: Table, name: str) -> Refused | None:
    """Why a player lays nothing more in this round: whatever was laid in it has been declared void."""
    if any(isinstance(ruling, VoidWagers) and ruling.player == name for _, ruling in table.progress.rulings):
        return _nothing_more(table, name)
    return None


def void_by_then(table: Table, prompt: Prompt | None, tape: Sequence[Doc], at: int, value: Doc) -> Refused | None:
    """The same of a round that is put right: what nobody may have put up there, because it had been declared void by then. A
    ruling while a window is open comes after what lay in it."""
    for place, ruling in enumerate(map(ruling_of, tape[:at])):
        before_it_was_asked = any(ruling_of(doc) is None for doc in tape[place + 1 : at])
        if isinstance(ruling, VoidWagers) and before_it_was_asked:
            name = ruling.player
            was, now = (_put_up(prompt, name, doc) for doc in (tape[at], value))
            if now and now != was:
                return _nothing_more(table, name)
    return None


def _put_up(prompt: Prompt | None, name: str, doc: Doc) -> Doc:
    """What a player puts on the table by an answer, as far as it can be told from another answer."""
    if isinstance(doc, dict) and "wagers" in doc:
        return [wager for wager in doc["wagers"] if wager[0] == name]
    choice = doc.get(name) if isinstance(doc, dict) else doc if isinstance(prompt, Choose) else None
    return choice if prompt is not None and stake_of(prompt, name, choice) else None


def _nothing_more(table: Table, name: str) -> Refused:
    return Refused(table.general.void_wagers.by, f"{name}'s wagers of this round are void; nothing more is laid in it")


def judge_choice(table: Table, order: Order, prompt: Prompt, player: str, value: Doc) -> Refused | None:
    """Why a choice is not made so: by an excluded player, or for one otherwise than the rules have it for somebody who is not
    there."""
    puts_up = stake_of(prompt, player, value)
    out = barred(table, player)
    if out is None:
        return without_wagers(table, player) if puts_up else None
    if order.who.role == "player" or puts_up:
        return out
    if any(mishap.kind == ABSENT for mishap in prompt.may_go_wrong):
        return Refused(out.by, f"{out.because}; it goes on as for a player who is not there")
    usual = prompt.usually() if isinstance(prompt, ChooseEach) else None
    if usual is None or usual.get(player) == value:
        return None
    return Refused(out.by, f"{out.because}; who says nothing has {usual[player]}")


def all_barred(table: Table, prompt: Prompt) -> bool:
    """Whether nobody is left who could still answer: all who are asked are excluded."""
    asked = prompt.players if isinstance(prompt, ChooseEach) else (prompt.player,) if isinstance(prompt, Choose) else ()
    left = [player for player in asked if player not in table.state.choices]
    return bool(left) and all(barred(table, player) is not None for player in left)
