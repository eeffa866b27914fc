"""Stud against the dealer: Caribbean Stud Poker (Victoria 1999) and Canberra Poker (ACT 1992)."""

from houseway.games.stud.carry import Carry, begin, move
from houseway.games.stud.round import play, prepare
from houseway.games.stud.terms import ANTE, BET, JACKPOT, Terms
from houseway.law.clause import Basis
from houseway.play.chapters import Chapters
from houseway.play.script import Game
from houseway.play.shoeful import due, ready


def _rule_of(terms: Terms, spot: str) -> Basis | None:
    """What a wager rests on that is not open now."""
    if spot == BET:
        return terms.deal.bet.by
    return terms.jackpot.wager.by if spot == JACKPOT else None


GAME: Game[Terms, Carry] = Game(
    name="stud",
    title="Stud",
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
    spot_rule=_rule_of,
    spot_named=lambda name: ANTE if name == "original" else name,
    chapters=lambda terms: Chapters(
        terms.general,
        places=terms.places,
        dealing=terms.dealing,
        jackpot=terms.jackpot,
        judge_notice=terms.judge_notice,
        commencement=terms.commencement,
    ),
)
