"""Baccarat and Mini-Baccarat (ACT 1992), and Victoria's notice 26 of 1999 over a chosen base."""

from houseway.games.baccarat.carry import Carry, begin, move, remembers_again
from houseway.games.baccarat.round import play, prepare
from houseway.games.baccarat.terms import Terms
from houseway.play.chapters import Chapters
from houseway.play.script import Game
from houseway.play.shoeful import due, ready

GAME: Game[Terms, Carry] = Game(
    name="baccarat",
    title="Baccarat",
    cloth="cards",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=lambda terms, set_up: terms.judge_set_up(set_up),
    play=play,
    carry=move,
    prepare=prepare,
    due=due,
    ready=ready,
    record=lambda carry: carry.coups,
    remembers_again=remembers_again,
    chapters=lambda terms: Chapters(
        terms.general,
        places=terms.places,
        dealing=terms.dealing,
        ways_of_dealing=tuple(method.value for method in terms.methods.value),
        secret=terms.secret,
        tournament=terms.tournament,
        unstated=terms.unstated,
        differential=terms.differential,
        players_open=terms.opening is not None,
    ),
)
