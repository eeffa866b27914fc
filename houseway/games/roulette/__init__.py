"""American Roulette (ACT 1992): one zero, 157 single wagers, a racetrack."""

from houseway.games.roulette.round import play
from houseway.games.roulette.spots import rule_of
from houseway.games.roulette.terms import Terms
from houseway.kit.spots import find
from houseway.law.clause import Basis
from houseway.play.between_rounds import Carry, begin, move
from houseway.play.chapters import CashPlays, Chapters
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.script import Game
from houseway.play.wagers import SetUp


def _spot_named(text: str) -> str:
    """A spot by any of its names: ``17/20`` is ``split:17/20``."""
    found = find(text)
    return found.name if found is not None else text


def _judge_set_up(terms: Terms, set_up: SetUp) -> Decision:
    """A wheel with two zeros is for studies: our cloths are drawn with one."""
    if terms.zeros.second.value:
        return Refused(terms.zeros.second.by, "no cloth of this house has a double zero; such a wheel can be studied")
    return Accepted(Basis(()))


GAME: Game[Terms, Carry] = Game(
    name="roulette",
    title="American Roulette",
    cloth="wheels",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=_judge_set_up,
    play=play,
    carry=move,
    spot_named=_spot_named,
    spot_rule=rule_of,
    chapters=lambda terms: Chapters(
        terms.general,
        colours=terms.colours,
        tournament=terms.tournament,
        cash=CashPlays(terms.stake_button, terms.cash_plays),
        winners_stay=terms.winners_stay,
        maximum_marker=terms.maximum_marker,
        called=terms.pieces_of,
    ),
)
