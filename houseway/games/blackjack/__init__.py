"""Blackjack (ACT 1992), with Over/Under 13 and Triple Play as variants, and Victoria's notice 24 of 1999."""

from houseway.games.blackjack.carry import UPGRADES, Carry, begin, move
from houseway.games.blackjack.round import play, prepare
from houseway.games.blackjack.terms import Terms
from houseway.law.clause import Basis
from houseway.play.chapters import Chapters
from houseway.play.script import Game
from houseway.play.shoeful import due, ready


def _rule_of(terms: Terms, spot: str) -> Basis | None:
    """What a wager rests on that is not open now."""
    if spot.startswith("insurance"):
        return terms.insurance.pays.by
    return terms.over_under.wager.by if spot in ("over", "under") and terms.over_under is not None else None


def _lock_of(terms: Terms, spot: str) -> Basis | None:
    """What locks insurance, a double or a split."""
    return None if spot in terms.spots else terms.hands.locked.by


GAME: Game[Terms, Carry] = Game(
    name="blackjack",
    title="Blackjack",
    cloth="cards",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=lambda terms, set_up: terms.dealing.judge_set_up(set_up),
    play=play,
    carry=move,
    prepare=prepare,
    due=due,
    ready=ready,
    carry_upgrades=UPGRADES,
    spot_rule=_rule_of,
    spot_lock=_lock_of,
    chapters=lambda terms: Chapters(
        terms.general,
        places=terms.places,
        dealing=terms.dealing,
        tournament=terms.tournament,
        gives_up_box=terms.gives_up_box,
        on_the_sign=(("Insurance, at most", f"{terms.insurance.most.value} of the wager".replace("1/2", "half")),),
    ),
)
