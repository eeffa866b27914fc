"""Keno (ACT 1992): twenty numbers of eighty, tickets of one way or two thousand, for one game or a hundred."""

from houseway.games.keno.carry import Carry, begin, move
from houseway.games.keno.entry import named
from houseway.games.keno.round import play
from houseway.games.keno.terms import Terms
from houseway.law.clause import Basis
from houseway.play.decision import Accepted
from houseway.play.script import Game

GAME: Game[Terms, Carry] = Game(
    name="keno",
    title="Keno",
    cloth="balls",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=lambda terms, set_up: Accepted(Basis(())),
    play=play,
    carry=move,
    spot_named=named,
)
