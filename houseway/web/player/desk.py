"""Desk: everything a player's page shows, worked out from the view and what was recent. Templates only lay it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from houseway import games
from houseway.draw.chips import tray
from houseway.floor.secrets import left_of
from houseway.floor.table import Table
from houseway.floor.tournament import gate
from houseway.law.clause import Basis, Clause, Provision
from houseway.law.moments import moment_words
from houseway.law.rulebook import Rulebook
from houseway.law.standing import to_come, will_change
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.events import Advised, Settled
from houseway.play.felt import Felt
from houseway.play.general import HigherLimit, LimitsOn, Outside, Units
from houseway.play.prompts import Choose, ChooseEach, Option, stake_of
from houseway.play.secret import Form, Secret
from houseway.play.states import Outcome, RoundResult
from houseway.play.surfaces import Said
from houseway.play.wagers import ChipSums, Limits, Wager
from houseway.premises.premises import Premises
from houseway.premises.recent import Past, RecentLine
from houseway.web import cloths
from houseway.web.cloths import Chart
from houseway.web.how.worked import aim_of
from houseway.web.pages import listed
from houseway.web.player.many_spots import ManySpots
from houseway.web.table_page import AtTable
from houseway.web.tournaments.view import TournamentView


@dataclass(frozen=True)
class Banner:
    """Something everybody at the table must see: a shape, a word and what it means."""

    shape: str
    head: str
    words: str
    by: Basis


@dataclass(frozen=True)
class Notice:
    """A sign that announces something to come: in full, in a few words, and what it rests on."""

    words: str
    short: str
    by: Basis


@dataclass(frozen=True)
class Rise:
    """A second wager that rests on one that stands: where it goes, how much it may be and how much lies there."""

    original: Wager
    spot: str
    most: Cents
    down: Cents

    @property
    def left(self) -> Cents:
        return self.most - self.down

    @property
    def name(self) -> str:
        """Which of several it is: "hand 2"."""
        return self.original.spot.replace("-", " ")


@dataclass(frozen=True)
class PaidLine:
    """One wager of a round that is over: what it is called, how its figure comes about, and the figure."""

    what: str
    sum: str
    net: Cents
    by: Basis


@dataclass(frozen=True)
class SecretForm:
    """What the page needs to offer a secret wager."""

    rules: Secret
    used: int
    kinds: tuple[str, ...]
    handed_in: Form | None  # for the coming hand


RAISE_WORDS = {
    "yours": "Your raise",
    "most": "once, up to your {}",
    "none": "No raise",
    "all": "Match {}",
    "lay": "Place raise",
    "down": "raised, of {}",
}


class PlayerPage(AtTable):
    def __init__(self, premises: Premises, table: Table, player: str) -> None:
        super().__init__(premises, table, player)
        self.player = player

    # The table

    @property
    def aim(self) -> str:
        """What the game is about, in one line."""
        return aim_of(self.table)

    @property
    def drawn(self) -> bool:
        """Whether the game has a cloth of its own."""
        return games.cloth(self.table.game.name) is not None

    def cloth(self, side: str) -> Markup:
        return Markup(cloths.picture(self.table.game.name, side, self.view))

    @cached_property
    def spread(self) -> ManySpots | None:
        """Where a drawn layout has many spots and no areas of players' own."""
        return ManySpots(self) if self.table.places is None and self.drawn else None

    @property
    def secrets(self) -> SecretForm | None:
        """The form for a secret wager, while a tournament allows any."""
        rules = self.table.chapters.secret
        if rules is None or not rules.allowed.value:
            return None
        handed_in = next((form for form in self.table.state.forms if form.player == self.player), None)
        used = self.table.remembered().secret_used.get(self.player, 0)
        return SecretForm(rules, used, ("player", "banker", "tie"), handed_in)

    @property
    def stay(self) -> Provision[bool] | None:
        """That winners stay on the layout until they are taken back, where they do."""
        rule = self.table.chapters.winners_stay
        return rule if rule is not None and rule.value else None

    @property
    def squeezes(self) -> bool:
        """Whether players may be given cards to open."""
        return self.table.chapters.players_open

    @property
    def results(self) -> list[Markup]:
        """The last results, newest first, for a game that has marks for them."""
        game = self.table.game.name
        return [Markup(mark) for past in self.recent.newest(12) if (mark := cloths.result(game, past.felt))]

    @cached_property
    def banners(self) -> list[Banner]:
        return banners(self.table, self.recent.status_at, self.view.felt)

    # The player

    @property
    def credit(self) -> Cents:
        """What the player may wager here: play credit, or in a tournament its chips."""
        if self.tournament is not None and self.tournament.own is not None:
            return self.table.ledger.balance(self.table.purse(self.player))
        return self.premises.house.credit(self.player) if self.player else 0

    @cached_property
    def tournament(self) -> TournamentView | None:
        """The tournament whose session is played here."""
        found = self.premises.office.at_table(self.table)
        return None if found is None else TournamentView(self.premises, found, self.player)

    @property
    def to_lay(self) -> Cents:
        """What of a compulsory wager the player has still to lay."""
        return gate.owed(self.table).get(self.player, 0)

    @property
    def secrets_left(self) -> int | None:
        """How many secret wagers the player may still make in this session."""
        return left_of(self.table, self.player) if self.secrets is not None and self.player else None

    @property
    def seat_by(self) -> Basis:
        """What a seat rests on: the areas of the layout, where it has any."""
        places = self.table.places
        return places.areas.by if places is not None else self.table.general.limits.by

    @property
    def spots(self) -> list[str]:
        """The spots of the open window."""
        return list(self.table.window.spots) if self.table.window is not None else []

    @property
    def raising(self) -> bool:
        return self.table.window is not None and self.table.window.backing is not None

    @property
    def main(self) -> str:
        """The spot a chip goes to unless another is meant: the first of the window."""
        return self.spots[0] if self.spots else ""

    @cached_property
    def rises(self) -> list[Rise]:
        """What the player may put beside wagers that stand, where such a window is open."""
        window = self.table.window
        raising = window.raising if window is not None and self.view.window else None
        if raising is None:
            return []
        lying = ChipSums(self.table.state.chips)
        found = []
        for original in raising.originals:
            spot = next((s for s, o in raising.backs.items() if o == original.spot), self.main)
            if original.player == self.player:
                down = lying.of.get((self.player, original.area, spot), 0)
                found.append(Rise(original, spot, int(original.cents * raising.share), down))
        return found

    @property
    def area_word(self) -> str:
        """What the game calls a playing area: "Area", "Box"."""
        return str(cloths.page(self.table.game.name, "words").get("area", "Area"))

    @property
    def window_words(self) -> dict[str, str]:
        """What the page calls the open window and its buttons; a game may have its own words."""
        own = cloths.page(self.table.game.name, "words").get("window", {}).get(self.view.window, {})
        return {**RAISE_WORDS, **own}

    @property
    def own(self) -> dict[str, Cents]:
        """What the player has down, by spot."""
        down: dict[str, Cents] = {}
        for wager in self.view.lying:
            if wager.player == self.player:
                down[wager.spot] = down.get(wager.spot, 0) + wager.cents
        return down

    @property
    def broke(self) -> bool:
        """Whether the player has nothing left to play with, and may ask for more."""
        return (
            bool(self.player)
            and self.premises.identity.door is None
            and self.premises.house.is_out_of_credit(self.player)
        )

    @property
    def on_table(self) -> Cents:
        """What the ledger holds of the player's at this table."""
        return self.table.position().get(self.player, (0, 0))[0]

    @property
    def where(self) -> str:
        """Where the player's wagers lie, in words: "on box 5", "on areas 2 and 5"; before there are any, the seat."""
        areas = sorted({wager.area for wager in self.view.lying if wager.player == self.player and wager.area})
        areas = areas or ([self.view.area] if self.view.area else [])
        word = self.area_word.lower()
        if not areas:
            return "on the layout"
        return f"on {word} {areas[0]}" if len(areas) == 1 else f"on {word}s {listed(map(str, areas))}"

    @property
    def over(self) -> bool:
        """Whether this player's part of the round is decided: a result, and nothing of it still to come."""
        waits = any(wager.player == self.player for wager in self.view.felt.wagers)
        return bool(self.result) and not waits

    @property
    def excluded(self) -> str:
        return self.table.state.excluded.get(self.player, "")

    @property
    def warned(self) -> str:
        return self.table.state.warned.get(self.player, "")

    @property
    def ready(self) -> bool:
        return self.player in self.table.state.ready

    def stake_for(self, option: Option) -> Cents:
        """What choosing an option puts on the table."""
        prompt = self.deciding
        return 0 if prompt is None else stake_of(prompt, self.player, option.value)

    def costs(self, option: Option) -> str:
        """The same after an option's label, where that does not say it already."""
        stake = self.stake_for(option)
        if not stake or f" {show(stake)}" in option.label:
            return ""
        return f", {show(stake)} in all" if "$" in option.label else f", {show(stake)}"

    @property
    def deciding(self) -> Choose | ChooseEach | None:
        """The question this player has to answer, with its options."""
        prompt = self.view.prompt
        return prompt if isinstance(prompt, (Choose, ChooseEach)) else None

    @property
    def room(self) -> tuple[str, str, str, Basis] | None:
        """What this player may do while somebody else is asked: the sentence, the word, its label and its clause."""
        return None if self.view.prompt is None else self.view.prompt.room_for(self.player)

    def closed(self, option: Option) -> Refused | None:
        """Why an option of the question is not open to this player."""
        prompt = self.deciding
        own = prompt.closed_to(self.player, option.value) if isinstance(prompt, ChooseEach) else None
        return option.closed or own

    @property
    def arranges(self) -> bool:
        """Whether the player sets something on the cloth that the answer then says."""
        return isinstance(self.deciding, ChooseEach) and self.deciding.arranged_by(self.player)

    @property
    def chart(self) -> Chart | None:
        """What the game prints beside its cloth, if it has anything."""
        return cloths.chart(self.table.game.name, self.view)

    @property
    def choice(self) -> str:
        return self.table.state.choices.get(self.player, "")

    @property
    def result(self) -> list[Settled]:
        return [line for line in self.view.felt.lines if line.wager.player == self.player]

    @property
    def explained(self) -> list[Said]:
        """How it came out, before the figures."""
        return cloths.explains(self.table.game.name, self.view)

    @property
    def paid(self) -> list[PaidLine]:
        """What each wager came to, in words that add up."""
        game = self.table.game.name
        return [
            PaidLine(
                games.wager_called(game, self.table.terms, line.wager),
                cloths.payment(game, self.view, line) if line.outcome == Outcome.WON else _not_won(line),
                line.net,
                line.by,
            )
            for line in self.result
        ]

    @property
    def net(self) -> Cents:
        return sum(line.net for line in self.result)

    @property
    def advice(self) -> list[Advised]:
        """What the dealer told this player in the round on the table."""
        events = self.table.progress.events
        return [event for event in events if isinstance(event, Advised) and event.player == self.player]

    @property
    def chips(self) -> list[Cents]:
        """The chips offered in the tray: for a raise, none larger than what may still be added."""
        limits = self.view.sign.limits
        if self.raising:
            most = self.raisable
            fitting = [cents for cents in tray(limits.minimum, limits.maximum) if cents <= most]
            return fitting or [cents for cents in tray(100, limits.maximum) if cents <= most]
        kinds = [own for kind, own in self.view.sign.kinds.items() if kind in self.spots]
        low = min((each.minimum for each in kinds), default=limits.minimum)
        offered = tray(min(low, limits.minimum), limits.maximum, 6)
        if self._in_units and not kinds:
            offered = [cents for cents in offered if cents % limits.minimum == 0] or offered
        return offered[: 4 if low >= limits.minimum else 5]

    @property
    def _in_units(self) -> bool:
        """Whether this table takes whole minimums only."""
        sign, rule = self.view.sign, self.table.general.units.value
        required = sign.units_required if sign.units_required is not None else rule is not Units.IF_STATED
        return bool(required and sign.limits.minimum and not sign.limits.unit)

    @property
    def raisable(self) -> Cents:
        return max((rise.left for rise in self.rises), default=0)

    @property
    def again(self) -> list[dict[str, Any]]:
        """Everything the player laid in the round before, area by area, to lay it again: all of it, side wagers too."""
        past = self.recent.last
        slips: dict[int, list[tuple[str, Cents]]] = {}
        for line in past.lines if past is not None else ():
            wager = line.wager
            if wager.player == self.player and wager.spot in self.spots:
                slips.setdefault(wager.area, []).append((wager.spot, wager.cents))
        return [{"area": area, "wagers": wagers} for area, wagers in sorted(slips.items())]

    @property
    def usual(self) -> Cents:
        """What that comes to."""
        return sum(cents for slip in self.again for _, cents in slip["wagers"])

    # The sign

    @property
    def sign_rows(self) -> list[tuple[str, str]]:
        limits = self.view.sign.limits
        rows = [("Minimum", show(limits.minimum) if limits.minimum else "none")]
        rows.append(("Maximum", show(limits.maximum) if limits.maximum is not None else "none"))
        return [*rows, *self.table.chapters.on_the_sign]

    @property
    def kind_rows(self) -> list[tuple[str, str]]:
        """Limits that the sign states for some kinds of wager, those alike in one row."""
        alike: dict[Limits, list[str]] = {}
        for kind, limits in self.view.sign.kinds.items():
            alike.setdefault(limits, []).append(kind.replace("_", " "))
        return [(", ".join(kinds).capitalize(), _range(limits)) for limits, kinds in alike.items()]

    @property
    def per(self) -> str:
        if self.table.places is None:
            return "Per player, each wager"
        return "Per player, per area" if self.table.general.limits.value is LimitsOn.PLAYER else "Per area, all players"

    @property
    def notices(self) -> list[Notice]:
        return notices(self.table, self.premises.house.clock())

    @property
    def small_print(self) -> list[tuple[str, Basis]]:
        """What the book does with a wager outside the limits, and what else the sign says."""
        general, sign = self.table.general, self.view.sign
        told = []
        if general.below_minimum.value is Outside.SETTLED_ONCE:
            told.append(("Below: settled once, then returned", general.below_minimum.by))
        if general.above_maximum.value is Outside.TO_MAXIMUM:
            told.append(("Above: settled to the maximum", general.above_maximum.by))
        marker = sign.marker_for(self.player, self.view.area)
        if marker is not None and general.higher_limit.value is not HigherLimit.NONE:
            told.append((f"Your marker: up to {show(marker.maximum)}", general.higher_limit.by))
        return told

    # The record

    def calls(self, count: int = 11) -> list[RecentLine]:
        return self.recent.latest(count)

    def rounds(self, count: int = 4) -> list[tuple[Past, Felt, str, Cents]]:
        game = self.table.game.name
        return [
            (
                past,
                cloths.brief(game, past.felt, self.player),
                cloths.summary(game, past.felt),
                past.net_of(self.player) or 0,
            )
            for past in self.recent.rounds_of(self.player, count)
        ]

    @property
    def may_ask_burn(self) -> bool:
        """Whether this game burns a card that a player may ask to see."""
        dealing = self.table.dealing
        return dealing is not None and dealing.burn_shown is not None and dealing.burn_shown.value


def _not_won(line: Settled) -> str:
    if line.outcome == Outcome.LOST:
        over = f", {show(line.excess)} came back" if line.excess else ""
        return f"{show(line.live)} lost{over}"
    return f"{show(line.wager.cents)} came back"


def _range(limits: Limits) -> str:
    top = f" to {show(limits.maximum)}" if limits.maximum is not None else " and up"
    return show(limits.minimum) + top


def notices(table: Table, now: datetime) -> list[Notice]:
    """What is announced at a table, with the hour: by a sign, and by a notice that is published and does not hold yet."""
    state, general = table.state, table.general
    told: list[Notice] = []
    if state.posted_minimum is not None:
        since = datetime.fromisoformat(state.posted_minimum.since)
        figure = show(int(state.posted_minimum.what))
        words = f"Minimum becomes {figure}. Shown since {since:%H:%M}"
        told.append(Notice(words, f"min {figure} to come", general.higher_minimum.by))
    if state.posted_closing is not None:
        at = datetime.fromisoformat(state.posted_closing.what)
        told.append(Notice(f"The table closes at {at:%H:%M}", f"closes {at:%H:%M}", general.closing.by))
    if not state.moment:  # a table may be held to one law
        told.extend(published(table.book, now, table.variant))
    return told


def published(book: Rulebook[Any], now: datetime, variant: str = "") -> Iterator[Notice]:
    """What the notices of a book that do not hold yet will change, and from when."""
    for coming in to_come(book, now, variant):
        assert coming.commences is not None
        what = "; ".join(will_change(book, coming, variant))
        until = f" to {moment_words(coming.expires)}" if coming.expires else ""
        words = f"From {moment_words(coming.commences)}{until}: {coming.citation}{f' ({what})' if what else ''}"
        by = Basis(tuple(Clause(coming.id, clause.number) for clause in coming.words))
        yield Notice(words, f"rules change {coming.commences:%H:%M}", by)


def banners(table: Table, since: datetime | None, felt: Felt) -> list[Banner]:
    state, general = table.state, table.general
    if state.status.is_frozen:
        at = f" at {since:%H:%M:%S}" if since else ""
        words = "A supervisor has been called. Wagers and credit stay as they are."
        return [Banner("frozen", f"Frozen{at}", words, general.disorder.by)]
    if state.status.is_closed:
        return [
            Banner("closed", "Closed", f"{table.game.title} {state.table} takes no wagers now.", general.closing.by)
        ]
    if felt.fact("outcome") == RoundResult.VOID and felt.lines:
        head = f"Void: {cloths.summary(table.game.name, felt).partition(',')[0].lower()}"
        return [Banner("void", head, "No result. All stakes returned, net $0.", felt.lines[0].by)]
    return []
