"""Red Dog under three gazettes: Victoria 1997, the ACT 1992 and Massachusetts."""

from houseway.games.red_dog.carry import Carry, begin, move
from houseway.games.red_dog.round import play, prepare
from houseway.games.red_dog.terms import Terms
from houseway.play.chapters import BetterOdds, Chapters
from houseway.play.dealing import due, ready
from houseway.play.script import Game

GAME: Game[Terms, Carry] = Game(
    name="red_dog",
    title="Red Dog",
    cloth="cards",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=lambda terms, set_up: terms.dealing.judge_set_up(set_up),
    play=play,
    prepare=prepare,
    due=due,
    carry=move,
    ready=ready,
    chapters=lambda terms: Chapters(
        terms.general,
        places=terms.places,
        dealing=terms.dealing,
        judge_odds=terms.judge_odds,
        better_odds=None if terms.better_odds is None else BetterOdds(terms.better_odds, terms.printed_odds),
        on_the_sign=(("Raise, at most", "the original"),),
    ),
)
