"""Taking part: who may lay or decide anything at a table now.

An excluded player takes no further part: lays nothing, decides nothing, puts up nothing more. What is on the table already is
played out, and where the round asks that player it goes as the rules have it for somebody who says nothing or is not there; staff
key it. A player whose wagers of the round were declared void has lost the wagers and not the place: the cards that lie there are
played, alone by that player's word, but nothing more is laid on them. What would be put up rests on a wager that is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.forms import Doc
from houseway.play.decision import Refused
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
        return Refused(
            table.general.void_wagers.by, f"{name}'s wagers of this round are void; nothing more is laid in it"
        )
    return None


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
