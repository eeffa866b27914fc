"""Rapid Roulette (Victoria 2000): one wheel, up to 24 terminals, and bets on sequences of spins."""

from collections.abc import Sequence

from houseway.games.rapid_roulette.carry import Carry, begin, move
from houseway.games.rapid_roulette.round import play
from houseway.games.rapid_roulette.sequences import BETS, LENGTHS
from houseway.games.rapid_roulette.terms import Terms
from houseway.kit.spots import find
from houseway.law.clause import Basis
from houseway.play.chapters import Chapters
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.script import Game, Step
from houseway.play.terminals import Terminals
from houseway.play.wagers import SetUp


def _spot_named(text: str) -> str:
    """A spot by any of its names: ``17/20`` is ``split:17/20``."""
    found = find(text)
    return found.name if found is not None else text


def _spot_rule(terms: Terms, spot: str) -> Basis | None:
    """A sequence that runs takes no further chips and gives none back."""
    return terms.sequence_wagers.by if "#" in spot else None


def _not_open(terms: Terms, spot: str, steps: Sequence[Step]) -> Refused | None:
    """What is no bet of the game is never open; one that runs on from an earlier spin is no new one."""
    if spot in BETS or "#" in spot:
        return None
    kind = spot.partition(":")[0]
    if kind in LENGTHS:
        return Refused(
            terms.sequences.offered.by, f"{spot} is no bet: a {kind} names {LENGTHS[kind]} numbers from 0 to 36"
        )
    return Refused(terms.wagers.by + terms.pays.straight.by, f"{spot} is no bet of this layout")


def _judge_set_up(terms: Terms, set_up: SetUp) -> Decision:
    if set_up.sign.aggregate < 0:
        return Refused(terms.aggregate.by, "an aggregate minimum cannot be negative")
    if not 1 <= set_up.sign.areas <= terms.accounts.stations.value:
        return Refused(terms.accounts.stations.by, f"a table has 1 to {terms.accounts.stations.value} terminals")
    return Accepted(terms.accounts.table.by + terms.accounts.stations.by)


GAME: Game[Terms, Carry] = Game(
    name="rapid_roulette",
    title="Rapid Roulette",
    cloth="wheels",
    terms=Terms,
    carry_type=Carry,
    begin=begin,
    judge_set_up=_judge_set_up,
    play=play,
    carry=move,
    spot_named=_spot_named,
    spot_rule=_spot_rule,
    not_open=_not_open,
    chapters=lambda terms: Chapters(
        terms.general,
        terminals=Terminals(terms.accounts, terms.faults, terms.period, terms.wagers, terms.by_appearance, terms.spin),
        competition=terms.competition,
    ),
)
