"""Facts: what may be asked of the table as a story leaves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from houseway.floor import terminals
from houseway.floor.owing import owed_account
from houseway.floor.seats import may_vacate
from houseway.floor.settling import meter_account
from houseway.floor.story import tournaments
from houseway.floor.story.stations import seconds_left
from houseway.floor.story.told import BadStory
from houseway.forms import Doc
from houseway.law.clause import Basis
from houseway.money import plain
from houseway.play.events import Advised, Event, KeptAsNext, Laid, Opened, SignRead, ToldOfSeat
from houseway.play.felt import STAFF, Felt, felt
from houseway.play.prompts import ChooseEach
from houseway.play.remembering import remembered
from houseway.play.script import Step
from houseway.play.shoeful import Shoeful
from houseway.play.states import FIRST_WINDOWS
from houseway.play.terminals import Station

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


def _shoe(self: Rehearsal) -> Shoeful:
    shoe = remembered(self.table.carry_by_now()).shoe
    if shoe is None:
        raise BadStory(f"no shoe stands at a table of {self.game.title}")
    return shoe


def _box(box: str) -> Callable[[Rehearsal], Doc]:
    def ask(self: Rehearsal) -> Doc:
        seen = last_felt(self)
        return next((str(b.card) for b in seen.boxes if b.box == box), None)

    return ask


def last_felt(self: Rehearsal) -> Felt:
    """The felt of the round being played, or of the last one if nothing lies there now. A case states many facts of one
    moment: it is looked at once."""
    moment = (self.table.progress, len(self.told.events), self.without)
    if self.looked is None or self.looked[0][0] is not moment[0] or self.looked[0][1:] != moment[1:]:
        self.looked = (moment, _seen_last(self))
    return self.looked[1]


def _seen_last(self: Rehearsal) -> Felt:
    now = felt(_looked_at(self, self.table.progress.steps))
    if now.boxes or (now.facts and self.table.state.round == 1):
        return now
    started = _rounds_began(self.told.events)
    if started and self.table.state.script == "prepare":  # the round is over, and the next has not begun
        return felt(_looked_at(self, self.told.events[started[-1] :]))
    earlier = self.told.events[: started[-1]] if started else self.told.events
    began = _rounds_began(earlier)
    return felt(_looked_at(self, earlier[began[-1] :] if began else earlier))


def _looked_at(self: Rehearsal, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps of a round, or all but those that rest on one clause."""
    if self.without is None:
        return steps
    return [step for step in steps if self.without not in step.by.clauses]


def _rounds_began(events: list[Event]) -> list[int]:
    return [n for n, event in enumerate(events) if isinstance(event, Opened) and event.window in FIRST_WINDOWS]


def _next_card(self: Rehearsal) -> str | None:
    held = _shoe(self).next_cards
    if held:
        return str(held[0])
    kept = [event for event in self.told.events if isinstance(event, KeptAsNext)]
    return str(kept[-1].card) if kept else None


def _somebody(self: Rehearsal, name: str) -> str:
    """The name of somebody in this story, or of a terminal."""
    known = sorted(self.purses | {seat.player for seat in self.table.state.seats} | set(self.table.state.stations))
    if name not in known:
        raise BadStory(f"nobody in this story is called {name!r}; there are {', '.join(known) or 'no players'}")
    return name


def _at_station(self: Rehearsal, name: str) -> Station:
    stations = self.table.state.stations
    if name not in stations:
        raise BadStory(f"no terminal is called {name!r}; there are {', '.join(stations) or 'none at this table'}")
    return stations[name]


def _laid(self: Rehearsal, name: str) -> str:
    """A player's chips in the last window: spot and dollars, in the order placed."""
    _somebody(self, name)
    laid = next((event.wagers for event in reversed(self.told.events) if isinstance(event, Laid)), ())
    return ", ".join(f"{w.spot} {plain(w.cents)}" for w in self.table.state.chips or laid if w.player == name)


def _hands(self: Rehearsal, place: str) -> str:
    """The cards of every hand at a place of the last round, as ranks: "T 8 / 8 3 T"."""
    boxes = last_felt(self).boxes
    single = [card for box in boxes if box.place.startswith(f"{place}'s ") for card in box.cards]
    if single:  # a hand whose cards have a place each: "player's first card"
        return " ".join(str(card)[0] if card else "?" for card in single)
    piles = [box for box in boxes if box.place.startswith(f"{place} hand ") or box.place == place]
    if not piles:
        places = dict.fromkeys(box.place.partition("'s ")[0].partition(" hand ")[0] for box in boxes)
        raise BadStory(f"no hand lies at {place!r}; cards lie at {', '.join(places) or 'no place'}")
    return " / ".join(" ".join(str(card)[0] if card else "?" for card in box.cards) for box in piles)


def _balance(self: Rehearsal, name: str) -> str:
    return plain(self.ledger.balance(self.table.purse(_somebody(self, name))))


def _station(self: Rehearsal, name: str) -> str:
    one = _at_station(self, name)
    return "faulty" if one.faulty else "closing" if one.closing else "open" if one.account else "closed"


def _sequences(self: Rehearsal, name: str) -> str:
    """The sequences that run at a terminal."""
    running = self.table.remembered().running
    _at_station(self, name)
    return ", ".join(one.wager.spot for one in running if one.wager.player == name)


def _period(self: Rehearsal) -> int:
    if terminals.accounts_of(self.table) is None:
        raise BadStory("no terminals stand at this table; no period runs")
    return terminals.seconds_of(self.table)


def _told(self: Rehearsal, name: str) -> str:
    """What was called or marked last: "told player" is the count announced for Player."""
    seen = dict(last_felt(self).facts)
    if name not in seen:
        raise BadStory(f"nothing was told of {name!r}; told were {', '.join(seen) or 'no facts'}")
    return str(seen[name])


def _remembers(self: Rehearsal, name: str) -> Doc:
    """Something a table of this game keeps in mind between rounds."""
    carry, name = self.table.carry_by_now(), self.game.memory_now_called(name)
    known = [word for word in dir(carry) if not word.startswith("_") and not callable(getattr(carry, word))]
    if name not in known:
        raise BadStory(f"a table of {self.game.title} remembers {', '.join(known)}, not {name!r}")
    return getattr(carry, name)


def _heard(self: Rehearsal, name: str) -> str:
    """What a player was told last, about a limit, a bet or the seat."""
    _somebody(self, name)
    told = (event for event in reversed(self.told.events) if isinstance(event, (Advised, ToldOfSeat)))
    return next((event.words for event in told if event.player == name), "")


def _sees(self: Rehearsal, who: str) -> str:
    """The cards as somebody sees them on a screen: "first card 7S, second card ?"; what one alone may look at is named."""
    audience = "" if who == "onlooker" else who if who == STAFF else _somebody(self, who)
    seen = felt(self.table.progress.steps, audience)
    shown = []
    for box in seen.boxes:
        looked = list(box.looked)
        cards = [str(card) if card else str(looked.pop(0)) if looked else "?" for card in box.cards]
        shown.append(f"{box.place} {' '.join(cards)}")
    return ", ".join(shown)


def _owed(self: Rehearsal, name: str) -> str:
    """What the cage owes somebody: a player, whoever plays at a terminal, or whoever left one."""
    if name not in self.people:
        _somebody(self, name)
    return plain(self.ledger.balance(owed_account(name)))


FACTS_ABOUT: dict[str, Callable[[Rehearsal, str], Doc]] = {
    "laid": _laid,
    "hands": _hands,
    "heard": _heard,
    "balance": _balance,
    "owed": _owed,
    "station": _station,
    "sequences": _sequences,
    "control": lambda self, name: _at_station(self, name).control,
    "told": _told,
    "sees": _sees,
    "remembers": _remembers,
    **tournaments.FACTS_ABOUT,
}


def _recorded(self: Rehearsal) -> str:
    """What was put on record last, in words."""
    self.ledger.settle_down()
    entries = self.ledger.newest(self.table.state.table, "recorded", 1)
    if not entries:
        return ""
    words, clause = entries[0].body["words"], entries[0].body.get("clause", "")
    return f"{words} ({clause})" if clause else str(words)


def _paper(self: Rehearsal) -> str:
    """The paper that was written last, in one line."""
    papers = self.written()
    return papers[-1].paper.words if papers else ""


FACTS: dict[str, Callable[[Rehearsal], Doc]] = {
    "recorded": _recorded,
    "paper": _paper,
    "minimum": lambda self: plain(self.table.state.sign.limits.minimum),
    "maximum": lambda self: plain(self.table.state.sign.limits.maximum or 0),
    "shuffle": lambda self: _shoe(self).notes.shuffle or "none",
    "next_card": _next_card,
    "cards_out": lambda self: _shoe(self).notes.decks * 52 - _shoe(self).shoe.size,
    "burned": lambda self: str(_shoe(self).notes.burned),
    "left": _box("left"),
    "right": _box("right"),
    "centre": _box("centre"),
    "spread": lambda self: last_felt(self).fact("spread"),
    "marker": lambda self: last_felt(self).fact("marker"),
    "third_card": lambda self: _box("centre")(self) is not None,
    "may_vacate": lambda self: may_vacate(self.table),
    "withdrawable": lambda self: bool(self.table.state.chips),
    "status": lambda self: self.table.state.status,
    "meter": lambda self: (
        plain(self.ledger.balance(meter_account(self.set_up.sign.jackpot.name))) if self.set_up.sign.jackpot else None
    ),
    "period": _period,
    "seconds_left": seconds_left,
    "sign": lambda self: SignRead(Basis(()), self.table.state.sign).words,
    "last": lambda self: list(self.table.remembered().last),
    "stations": lambda self: len(self.table.state.stations),
    "round": lambda self: self.table.state.round,
    "asks": lambda self: self.table.prompt.title if self.table.prompt else "",
    **tournaments.FACTS,
    "deciding": lambda self: list(self.table.prompt.players) if isinstance(self.table.prompt, ChooseEach) else [],
}
