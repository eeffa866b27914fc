"""Pai Gow (Victoria 2000), with Bonanza Pai Gow as a variant: thirty-two tiles, three dice, eight areas, three ways to bank."""

from houseway.games.pai_gow.carry import Carry, begin, brought, due, move, ready, remembers_again
from houseway.games.pai_gow.round import play, prepare
from houseway.games.pai_gow.terms import Terms
from houseway.kit.tiles import KINDS, TILES
from houseway.law.clause import Basis
from houseway.play.chapters import Chapters
from houseway.play.checking import Checking
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.script import Game
from houseway.play.wagers import SetUp


def _judge_set_up(terms: Terms, set_up: SetUp) -> Decision:
    """The commission a house takes is at most what the book allows."""
    most, taken = terms.settling.commission_at_most, terms.settling.commission
    if not 0 <= taken.value <= most.value:
        return Refused(most.by + taken.by, f"a commission of {taken.value} is above {most.value}")
    return Accepted(taken.by)


def _rule_of(terms: Terms, spot: str) -> Basis | None:
    """What a wager rests on that is not open now."""
    if spot == "bank":
        return terms.bank.stake.by
    if spot in ("tie", "bonus") and terms.bonanza is not None:
        return terms.bonanza.tie.by if spot == "tie" else terms.bonanza.bonus.by
    return None


GAME: Game[Terms, Carry] = Game(
    name="pai_gow",
    title="Pai Gow",
    cloth="tiles",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=_judge_set_up,
    play=play,
    carry=move,
    prepare=prepare,
    due=due,
    ready=ready,
    brought=brought,
    remembers_again=remembers_again,
    spot_rule=_rule_of,
    chapters=lambda terms: Chapters(
        terms.general,
        places=terms.places,
        competition=terms.competition,
        houses_area=terms.bank.house_chung,
        checking=Checking(
            "tiles",
            len(TILES),
            terms.tiles.checked,
            terms.tiles.put_away,
            terms.tiles.replaced,
            tuple(kind.code for kind in KINDS),
        ),
        on_the_sign=(("Commission on winnings", f"{float(terms.settling.commission.value * 100):g} %"),),
        way_of_setting=terms.houseway.computer.by + terms.houseway.applies.by,
    ),
)
