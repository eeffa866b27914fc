"""Red Dog under three gazettes: Victoria 1997, the ACT 1992 and Massachusetts."""

from collections.abc import Sequence

from houseway.games.red_dog.carry import Carry, begin, move
from houseway.games.red_dog.round import play, prepare
from houseway.games.red_dog.terms import Terms
from houseway.play.chapters import BetterOdds, Chapters
from houseway.play.decision import Refused
from houseway.play.events import Called, Dealt
from houseway.play.general import Lock
from houseway.play.script import Game, Step
from houseway.play.shoeful import due, ready


def _not_open(terms: Terms, spot: str, steps: Sequence[Step]) -> Refused | None:
    """Why an original or a raise is not open: each has its moment, and the clause that names it."""
    if spot not in ("original", "raise"):
        return None
    dealt = sum(isinstance(step, Dealt) for step in steps)
    if spot == "original":
        closed = terms.original.by if terms.no_more_bets is None else terms.original.by + terms.no_more_bets.by
        if not dealt:
            return Refused(closed, "original wagers are closed; nothing was charged")
        by = terms.original.by + terms.general.lock.by if terms.general.lock.value is Lock.FIRST_CARD else closed
        return Refused(by, "the first card is out, so no original is laid; nothing was charged")
    if any(isinstance(step, Called) and step.meaning.startswith("spread ") for step in steps):
        by = terms.second_wager.by + terms.raises_closed.by + terms.general.lock.by
        return Refused(by, "raises are closed; nothing was charged")
    if dealt > 1:
        return Refused(terms.no_raise.by, "no spread was announced, so nothing is raised; nothing was charged")
    return Refused(terms.second_wager.by, "a raise comes after the spread; nothing was charged", "too_early")


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
    not_open=_not_open,
)
