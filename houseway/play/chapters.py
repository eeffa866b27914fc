"""Chapters: what a book may say beyond the play of its game, as far as the house asks for it.

A game's own rules are its own: only its script reads them. What the floor, the pages and the premises need of a book stands
here, by name and with its type; None (or nothing) is a book that does not speak of it. A game says in ``Game.chapters`` which
of them its terms have, and mypy holds that to the types; ``testing.conformance`` finds one that a game's terms have and does
not say. The house resolves them once for each edition (``floor/law.py``) and never looks into a game's terms itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from houseway.law.clause import Basis, Provision
from houseway.money import Cents, Odds
from houseway.play.checking import Checking
from houseway.play.colours import Colours
from houseway.play.competition import Competition
from houseway.play.dealing import Dealing, Decks
from houseway.play.decision import Refused
from houseway.play.deck import FreshDeck
from houseway.play.general import General, Places
from houseway.play.jackpot import JackpotTerms
from houseway.play.script import Game, HasGeneral
from houseway.play.secret import Secret
from houseway.play.terminals import Terminals
from houseway.play.tournament import Tournament
from houseway.play.wagers import Sign

TermsT = TypeVar("TermsT", bound=HasGeneral)

# What a called wager amounts to: its basis and pieces, a refusal, or None if it is no called wager.
Called: TypeAlias = Callable[[str, Cents, Sign], tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused | None]


@dataclass(frozen=True)
class BetterOdds:
    """Odds that the house may better, and the sign then states."""

    rule: Provision[None]
    book: Mapping[str, Odds]  # the book's own, by the name on the sign


@dataclass(frozen=True)
class CashPlays:
    """Cash on the layout under a button."""

    button: Provision[tuple[str, ...]]  # the wagers it may lie on
    call: Provision[str]


@dataclass(frozen=True)
class Chapters:
    general: General
    places: Places | None = None  # numbered areas of the layout
    dealing: Dealing | FreshDeck | None = None  # cards
    checking: Checking | None = None  # of a set that is looked at before gaming and after it
    ways_of_dealing: tuple[str, ...] = ()  # where the book leaves it to the house
    terminals: Terminals | None = None  # accounts, faults and wagering periods, where players sit at terminals
    colours: Colours | None = None  # chips without a value on them
    secret: Secret | None = None  # wagers on forms
    tournament: Tournament | None = None
    unstated: Callable[[Mapping[str, object]], Refused | None] | None = None  # what a tournament's terms leave unsaid
    competition: Competition | None = None  # a tournament by conditions
    jackpot: JackpotTerms | None = None
    judge_odds: Callable[[Sign], Refused | None] | None = None  # of odds on a sign, where a game can have any there
    better_odds: BetterOdds | None = None
    judge_notice: Callable[[Sign], Refused | None] | None = None  # what a sign must show before a table opens
    differential: Provision[None] | None = None  # a bound between the sides of a table
    houses_area: Provision[int] | None = None  # where the House plays, when it banks; nobody is drawn to it
    gives_up_box: Provision[None] | None = None  # a player with several, when seats are too few
    cash: CashPlays | None = None  # None: cash is changed first
    winners_stay: Provision[bool] | None = None  # on the layout, for the next round, where they are not taken back
    maximum_marker: Provision[tuple[str, ...]] | None = None
    commencement: Provision[None] | None = None  # when the first table may open
    called: Called | None = None  # wagers by name that stand for several on the layout
    way_of_setting: Basis | None = None  # hands, as the house sets them and tells players who ask
    players_open: bool = False  # players may be given cards to open
    on_the_sign: tuple[tuple[str, str], ...] = ()  # what it says beside the limits, for players to read

    @property
    def decks(self) -> Provision[Decks] | None:
        """How many decks are in the shoe, where there is one."""
        return None if self.dealing is None else self.dealing.decks


def chapters_of(game: Game[TermsT, Any], terms: TermsT) -> Chapters:
    """The chapters of a book by its terms; every book has the general ones."""
    return Chapters(terms.general) if game.chapters is None else game.chapters(terms)
