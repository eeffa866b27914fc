"""Money Wheel (ACT 1992): 52 stops, seven symbols, one wager on each."""

from houseway.games.money_wheel.round import play
from houseway.games.money_wheel.terms import SYMBOLS, Terms
from houseway.law.clause import Basis
from houseway.play.between_rounds import Carry, begin, move
from houseway.play.chapters import Chapters
from houseway.play.decision import Accepted
from houseway.play.script import Game


def _symbol_named(text: str) -> str:
    """A symbol by any of its names: ``5`` is ``$5``, ``flag`` is ``Flag``."""
    names = {symbol.lower().removeprefix("$"): symbol for symbol in SYMBOLS.values()}
    return names.get(text.strip().lower().removeprefix("$"), text)


GAME: Game[Terms, Carry] = Game(
    name="money_wheel",
    title="Money Wheel",
    cloth="wheels",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=lambda terms, set_up: Accepted(Basis(())),
    play=play,
    carry=move,
    spot_named=_symbol_named,
    chapters=lambda terms: Chapters(terms.general, colours=terms.colours, winners_stay=terms.winners_stay),
)
