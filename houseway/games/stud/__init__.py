"""Stud against the dealer: Caribbean Stud Poker (Victoria 1999) and Canberra Poker (ACT 1992)."""

from collections.abc import Sequence
from typing import Any

from houseway.games.stud.carry import Carry, begin, move
from houseway.games.stud.round import play, prepare
from houseway.games.stud.terms import ANTE, BET, JACKPOT, Terms
from houseway.law.clause import Basis, Provision
from houseway.play.chapters import Chapters
from houseway.play.decision import Refused
from houseway.play.events import Dealt
from houseway.play.script import Game, Step
from houseway.play.shoeful import due, ready


def _not_open(terms: Terms, spot: str, steps: Sequence[Step]) -> Refused | None:
    """Why a wager is not open: antes and jackpot wagers end with the call, a bet waits for the cards."""
    if spot == BET:
        return Refused(terms.deal.bet.by, "a bet is made when its player has looked at the cards; nothing was charged")
    if spot == JACKPOT:
        by = terms.jackpot.wager.by + terms.deal.no_more_bets.by
        return Refused(by, "jackpot wagers are closed; nothing was charged")
    if spot != ANTE:
        return None
    by = terms.deal.ante.by + terms.deal.no_more_bets.by
    if any(isinstance(step, Dealt) for step in steps):
        by = by + terms.general.lock.by
    return Refused(by, "antes are closed; nothing was charged")


def _choice_rule(terms: Terms, choice: str) -> Basis | None:
    """What a choice rests on, asked for when it is not open."""
    wrong = terms.irregular
    rules: dict[str, Provision[Any] | None] = {
        "bet": terms.deal.bet,
        "fold": terms.deal.fold,
        "cannot bet": wrong.cannot_bet,
        "retract": wrong.hand_void,
        "stay": wrong.hand_void,
    }
    rule = rules.get(choice)
    return None if rule is None else terms.deal.look.by + rule.by if choice in ("bet", "fold") else rule.by


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
    not_open=_not_open,
    choice_rule=_choice_rule,
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
