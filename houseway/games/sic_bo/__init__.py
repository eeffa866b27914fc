"""Sic-Bo (ACT 1992): three dice under a cover, and 50 segments of glass to wager on."""

from houseway.games.sic_bo.glass import named
from houseway.games.sic_bo.round import play
from houseway.games.sic_bo.terms import Terms
from houseway.law.clause import Basis
from houseway.play.between_rounds import Carry, begin, move
from houseway.play.chapters import Chapters
from houseway.play.decision import Accepted
from houseway.play.script import Game

GAME: Game[Terms, Carry] = Game(
    name="sic_bo",
    title="Sic-Bo",
    cloth="wheels",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=lambda terms, set_up: Accepted(Basis(())),
    play=play,
    carry=move,
    spot_named=named,
    chapters=lambda terms: Chapters(terms.general, colours=terms.colours, winners_stay=terms.winners_stay),
)
