"""Running the games: days, opening and closing, the draw and its evaluation, bonuses and promotions.

The draw is the script of the rules over the answers recorded so far. Each answer is on disk before anybody sees it, so a
draw interrupted by a crash goes on from its last number and is never made again. Evaluation needs only what is stored:
if the house falls between draw and evaluation, it is evaluated at the next start.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime

from houseway.floor.authority import named, not_theirs
from houseway.floor.keno import tables
from houseway.floor.keno.desk import FLOAT, HELD, Draft, Keno, Order, jackpot_account, prizes_account
from houseway.floor.keno.masks import Outcome, Tally, evaluate
from houseway.floor.keno.papers import Facts, KenoGame
from houseway.floor.keno.states import GameState, TicketStatus
from houseway.floor.people import HOUSE, Person
from houseway.floor.sources import generate
from houseway.forms import Doc, Misread, read, write
from houseway.games.keno.drawing import SOUND, BallDrawn, Device, Drawn, DrawVoid, draw, moved
from houseway.games.keno.prizes import Bonus, guaranteed
from houseway.games.keno.terms import Column
from houseway.law.roles import listed, standing_for
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Progress, run
from houseway.play.irregular import Irregularity
from houseway.play.prompts import Ball, Prompt

MOST_BONUS: Cents = 100_000_000  # what this house offers as one bonus; the law names no figure

# Days


def open_day(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A Keno day begins; it has the date on which it begins, however late it runs."""
    by, standing = keno.terms.desk.keno_day.by, keno.standing
    if standing.day:
        return Refused(by, f"the Keno day of {standing.day} still runs")
    day = order.at.date().isoformat()
    with keno.ledger.reading() as connection:
        if connection.execute(tables.day_table.select().where(tables.day_table.c.day == day)).first():
            return Refused(by, f"there has been a Keno day of {day} already; a day is named by its start")
    draft.rows.append((tables.new_day, {"day": day, "opened": order.at.isoformat(timespec="seconds"), "closed": ""}))
    draft.standing = replace(draft.standing, day=day, told_players=False, told_inspector=False)
    game, closes = keno.game(standing.game), _closes(order)
    if game is None:
        draft.set_game(draft.pin(keno, KenoGame(standing.game, day, closes=closes)), new=True)
    else:  # it was left open when the last day ended
        draft.set_game(replace(game, day=day, closes=closes))
    draft.note("day opened", day=day, game=standing.game, edition=_digest(keno, draft, standing.game))
    draft.paper = {"day": day, "game": standing.game}
    return Accepted(by)


def _digest(keno: Keno, draft: Draft, number: int) -> str:
    """The digest of the edition that a game of this draft is pinned to."""
    return keno.edition_of(draft.games[number]).digest


def _closes(order: Order) -> str:
    closes = read(str, order.details.get("closes", ""), "closes")
    try:
        return datetime.fromisoformat(closes).isoformat(timespec="seconds") if closes else ""
    except ValueError:
        raise Misread("closes", f"{closes!r} is no date and hour, such as 2026-11-15T21:35") from None


def tell_players(keno: Keno, draft: Draft, order: Order) -> Decision:
    draft.standing = replace(draft.standing, told_players=True)
    draft.note("closing announced")
    return Accepted(keno.terms.general.closing.by)


def tell_inspector(keno: Keno, draft: Draft, order: Order) -> Decision:
    draft.standing = replace(draft.standing, told_inspector=True)
    draft.note("inspector told")
    return Accepted(keno.terms.general.closing.by)


def close_day(keno: Keno, draft: Draft, order: Order) -> Decision:
    standing, closing = keno.standing, keno.terms.general.closing
    if not standing.day:
        return Refused(keno.terms.desk.keno_day.by, "no Keno day runs")
    if standing.drawing:
        return Refused(keno.terms.draws.after_closing.by, f"game {standing.drawing} is closed and not settled yet")
    if order.details.get("hours_over"):
        if keno.hours_run():
            return Refused(closing.by, "the hours of gaming are not over; closing early needs notice", "hours")
    else:
        early = standing_for(closing.who.decides)
        if order.who.role not in (*early, "house"):
            return not_theirs(closing.by, early, order.who, "closing early")
        if not standing.told_players:
            return Refused(closing.by, "closing early needs notice to the players first")
        if closing.value.inspector and not standing.told_inspector:
            return Refused(closing.by, "an inspector must be told before Keno closes early")
    draft.rows.append((tables.end_day, tables.bound(day=standing.day, closed=order.at.isoformat(timespec="seconds"))))
    draft.standing = replace(draft.standing, day="", told_players=False, told_inspector=False)
    draft.note("day closed", day=standing.day)
    draft.paper = {"day": standing.day}
    return Accepted(closing.by + keno.terms.desk.keno_day.by)


def take_over(keno: Keno, draft: Draft, order: Order) -> Decision:
    """An operator runs the games from now on, or hands them back to the house."""
    wanted = order.details.get("run_by", "operator")
    if wanted not in ("operator", "house"):
        return Refused(keno.terms.draws.record.by, f"games are run by an operator or by the house, not by {wanted!r}")
    draft.standing = replace(draft.standing, run_by=wanted)
    draft.note("run by", run_by=wanted)
    return Accepted(keno.terms.draws.record.by)


# The clock


def clock_jumped(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The wall clock went on or back by more than anybody would not notice: what goes by it waits."""
    seconds = read(int, order.details.get("seconds"), "seconds")
    on = f"{abs(seconds)} seconds {'on' if seconds > 0 else 'back'}"
    draft.standing = replace(
        draft.standing, clock=f"it went {on}, to {order.at.isoformat(sep=' ', timespec='seconds')}"
    )
    draft.note("clock jumped", seconds=seconds)
    return Accepted(keno.terms.draws.record.by)


def confirm_clock(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A supervisor has compared the clock with another, and it is right now."""
    by = keno.terms.draws.record.by
    if not keno.standing.clock:
        return Refused(by, "nobody doubts the clock")
    draft.standing = replace(draft.standing, clock="")
    draft.note("clock confirmed", was=keno.standing.clock)
    return Accepted(by)


# Opening and closing games


def close_game(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The game that was sold closes, and the next one opens."""
    draws, game = keno.terms.draws, keno.selling
    by = draws.closing_shown.by
    if game is None:
        return Refused(keno.terms.desk.keno_day.by, "no Keno day runs; no game is open")
    if keno.standing.drawing:
        return Refused(draws.after_closing.by, f"game {keno.standing.drawing} is still to be drawn and settled")
    facts = replace(game.facts, bonuses=keno.standing.bonuses, promotion=keno.standing.promotion)
    draft.set_game(replace(game, state=GameState.CLOSED, facts=facts))
    following = keno.game(game.number + 1)
    if following is None:
        draft.set_game(draft.pin(keno, KenoGame(game.number + 1, keno.standing.day, closes=_closes(order))), new=True)
    else:
        draft.set_game(replace(following, day=keno.standing.day, closes=_closes(order)))
    draft.standing = replace(draft.standing, game=game.number + 1, drawing=game.number, bonuses=())
    opened = _digest(keno, draft, game.number + 1)
    draft.note("game closed", game=game.number, edition=keno.edition_of(game).digest, opened=opened)
    draft.paper = {"closed": game.number, "open": game.number + 1}
    return Accepted(by)


def offer_bonus(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A set prize on top, for the game that is open."""
    by, details = keno.terms.kinds.bonus.by, order.details
    if not details.get("approval"):
        return Refused(by, "a bonus prize needs the Authority's approval first")
    bonus = Bonus(
        read(str, details["approval"], "approval"), read(int, details.get("spots"), "spots"),
        read(int, details.get("matched"), "matched"), read(int, details.get("cents"), "cents"),
        read(int, details.get("special", 0), "special"), read(int, details.get("least", 0), "least"),
    )  # fmt: skip
    low, high = keno.terms.kinds.standard.value
    if not low <= bonus.spots <= high or not 0 <= bonus.matched <= bonus.spots or not 0 < bonus.cents <= MOST_BONUS:
        return Refused(by, f"a bonus is a sum up to {show(MOST_BONUS)} for so many numbers matched of so many chosen")
    draft.standing = replace(draft.standing, bonuses=(*keno.standing.bonuses, bonus))
    draft.note("bonus", bonus=write(bonus), game=keno.standing.game)
    return Accepted(by)


def load_promotion(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The columns of Special 3, approved beforehand; an empty schedule ends a promotion."""
    by, details = keno.terms.schedules.special_3.by, order.details
    if not details.get("approval"):
        return Refused(by, "a promotion needs the Authority's approval")
    columns: dict[int, Column] = read(dict[int, dict[int, int]], details.get("columns", {}), "columns")
    low, high = keno.terms.kinds.standard.value
    most = keno.terms.prizes.way_limit.value
    for spots, column in columns.items():
        if not low <= spots <= high or not all(0 <= m <= spots and 0 < d <= most for m, d in column.items()):
            return Refused(by, f"column {spots} is no schedule for {low} to {high} numbers")
    ticket = tables.ticket_table.c
    keno.ledger.settle_down()
    runs = (
        (ticket.special == 3)
        & (ticket.last >= (keno.standing.drawing or keno.standing.game))
        & (ticket.status == TicketStatus.LIVE)
    )
    with keno.ledger.reading() as connection:
        if connection.execute(tables.ticket_table.select().where(runs).limit(1)).first() is not None:
            return Refused(by, "tickets sold under the promotion that is loaded are still to be played")
    draft.standing = replace(
        draft.standing, promotion=columns, promotion_approval=read(str, details["approval"], "approval")
    )
    draft.note("promotion", approval=details["approval"])
    return Accepted(by)


# The draw


def progress(keno: Keno, game: KenoGame) -> Progress[Drawn]:
    return _run(keno, game, game.tape)


def _run(keno: Keno, game: KenoGame, tape: Sequence[Doc]) -> Progress[Drawn]:
    """How far a tape brings the draw of a game, by its own law and on the device as that draw found it."""
    terms = keno.terms_of(game)
    return run(draw(terms, _found(keno, game)), tape, terms.general)


def _found(keno: Keno, game: KenoGame) -> Device:
    """The device as the draw of a game found it, which a later draw may have found otherwise."""
    if game.facts.device is not None:
        return game.facts.device
    return SOUND if game.drawn else keno.standing.device


def to_draw(keno: Keno) -> KenoGame | Refused:
    """The game that is closed and waits for its numbers."""
    draws, standing = keno.terms.draws, keno.standing
    game = keno.game(standing.drawing) if standing.drawing else None
    if game is None:
        return Refused(draws.after_closing.by, "no game is closed; a draw follows the closing")
    if game.drawn:
        return Refused(draws.record.by, f"game {game.number} has been drawn, and is not drawn again")
    return game


def standing_numbers(keno: Keno, game: KenoGame) -> list[int]:
    """The numbers that stand so far in a draw that goes on, in order."""
    events = progress(keno, game).events
    begun = max((n for n, event in enumerate(events) if isinstance(event, DrawVoid)), default=0)
    return [event.number for event in events[begun:] if isinstance(event, BallDrawn)]


def prompt(keno: Keno) -> Prompt | None:
    """What the draw waits for."""
    game = to_draw(keno)
    return None if isinstance(game, Refused) else progress(keno, game).prompt


def draw_by_generator(keno: Keno, draft: Draft, order: Order) -> Decision:
    """All that is left of the draw, by the operating system's generator. It is no device with balls: what is to be done to one
    before it draws again still is."""
    game = to_draw(keno)
    if isinstance(game, Refused):
        return game
    begun, device = bool(game.tape), keno.standing.device
    if not begun:
        game = replace(game, facts=replace(game.facts, device=SOUND))
    at = progress(keno, game)
    tape = list(game.tape)
    if at.prompt is not None and at.prompt.asks == "supervisor":
        return Refused(at.prompt.by, f"first: {at.prompt.title.lower()}")
    while at.prompt is not None:
        answer = generate(at.prompt)
        tape.append(at.prompt.write(answer))
        at = _run(keno, game, tape)
    drawn = _drawn(keno, draft, order, game, tape, at, GameState.CONFIRMED)
    if not begun:
        draft.standing = replace(draft.standing, device=device)
    return drawn


def answer(keno: Keno, draft: Draft, order: Order) -> Decision:
    """One ball from the device, something that went wrong, or a supervisor's word."""
    game = to_draw(keno)
    if isinstance(game, Refused):
        return game
    at = progress(keno, game)
    assert at.prompt is not None
    if at.prompt.asks == "supervisor":
        if order.who.role not in (*standing_for(("keno supervisor", "operator")), "house"):
            return Refused(at.prompt.by, f"a supervisor decides this: {at.prompt.title.lower()}", "authority")
        if (alone := _unattested(keno, at.prompt, order)) is not None:
            return alone
    if "irregularity" in order.details:
        value: object = Irregularity(read(str, order.details["irregularity"], "irregularity"))
    else:
        value = at.prompt.read(order.details.get("value"))
    decision = at.prompt.judge(value)
    if isinstance(decision, Refused):
        return decision
    if keno.standing.attested:
        draft.standing = replace(draft.standing, attested="", attested_badge="")
    tape = [*game.tape, at.prompt.write(value)]
    after = _run(keno, game, tape)
    for step in after.steps[len(at.steps) :]:
        keno.cited(step.by, type(step).__name__)
    drawn = _drawn(keno, draft, order, game, tape, after)
    return drawn if isinstance(drawn, Refused) else Accepted(decision.by + drawn.by)


def _unattested(keno: Keno, prompt: Prompt, order: Order) -> Refused | None:
    """Why it is not done yet: the book wants an inspector there, or an inspector's approval, and none has given their word."""
    part = named(keno.edition, prompt.by)
    wanted = part.present or part.approves
    if not wanted:
        return None
    if not keno.standing.attested:
        what = "presence" if part.present else "approval"
        return Refused(prompt.by, f"the {listed(wanted)} says first that they are there: {prompt.title.lower()}", what)
    if order.who.is_same_as(Person(keno.standing.attested, "inspector", keno.standing.attested_badge)):
        return Refused(prompt.by, f"{order.who.name} was the inspector; somebody else does it", "same_person")
    return None


def attest(keno: Keno, draft: Draft, order: Order) -> Decision:
    """An inspector is there and approves of what the draw waits for."""
    waiting = prompt(keno)
    part = named(keno.edition, waiting.by) if waiting is not None and waiting.asks == "supervisor" else None
    if waiting is None or part is None or not (part.present or part.approves):
        return Refused(keno.terms.draws.record.by, "nothing waits for an inspector", "attest")
    draft.standing = replace(draft.standing, attested=order.who.name, attested_badge=order.who.badge)
    draft.note("attested", what=waiting.title, clauses=waiting.by.cited[1])
    return Accepted(waiting.by)


def key_draw(keno: Keno, draft: Draft, order: Order) -> Decision:
    """Twenty numbers from a machine at once; nineteen are none."""
    game = to_draw(keno)
    if isinstance(game, Refused):
        return game
    draws = keno.terms.draws
    numbers = read(tuple[int, ...], order.details.get("numbers"), "numbers")
    if len(numbers) != draws.drawn.value:
        return Refused(draws.drawn.by, f"a draw is {draws.drawn.value} numbers, not {len(numbers)}; nothing was taken")
    if standing_numbers(keno, game):
        return Refused(draws.malfunction.by, "this draw has begun; key the rest of it ball by ball")
    tape: list[Doc] = list(game.tape)
    for number in numbers:
        at = _run(keno, game, tape)
        while at.prompt is not None and not isinstance(at.prompt, Ball):
            return Refused(at.prompt.by, f"first: {at.prompt.title.lower()}")
        assert at.prompt is not None
        decision = at.prompt.judge(number)
        if isinstance(decision, Refused):
            return Refused(decision.by, f"{decision.because}; nothing was taken")
        tape.append(number)
    return _drawn(keno, draft, order, game, tape, _run(keno, game, tape))


def _drawn(
    keno: Keno,
    draft: Draft,
    order: Order,
    game: KenoGame,
    tape: list[Doc],
    at: Progress[Drawn],
    state: GameState = GameState.DRAWN,
) -> Decision:
    """Puts the draw, or as much of it as there is, on record. A generator's numbers need no confirming."""
    new = tape[len(game.tape) :]
    found = _found(keno, game)
    game = replace(game, facts=replace(game.facts, device=None if found == SOUND else found))
    if at.result is None:
        draft.set_game(replace(game, state=GameState.DRAWING, tape=tuple(tape)))
        draft.note("answered", game=game.number, tape=new)
        draft.paper = {"game": game.number}
        return Accepted(at.prompt.by if at.prompt is not None else keno.terms.draws.drawn.by)
    device = found
    for event in at.events:
        device = moved(device, event)
        keno.cited(event.by, type(event).__name__)
    record: Drawn = at.result
    facts = replace(game.facts, void=record.void)
    draft.set_game(
        replace(
            game,
            state=state, tape=tuple(tape), numbers=record.numbers, facts=facts,
            drawn_at=order.at.isoformat(timespec="milliseconds"),
        )
    )  # fmt: skip
    draft.standing = replace(draft.standing, device=device)
    draft.note("drawn", game=game.number, tape=new, numbers=list(record.numbers))
    draft.paper = {"game": game.number, "numbers": list(record.numbers)}
    return Accepted(record.by + keno.terms.draws.watched.by)


def confirm_draw(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The numbers keyed in are those on the balls; from here on they decide."""
    by, standing = keno.terms.prizes.winner.by + keno.terms.draws.record.by, keno.standing
    game = keno.game(standing.drawing) if standing.drawing else None
    if game is None or game.state != GameState.DRAWN:
        return Refused(by, "no twenty numbers wait to be confirmed")
    draft.set_game(replace(game, state=GameState.CONFIRMED))
    draft.note("confirmed", game=game.number)
    draft.paper = {"game": game.number, "numbers": list(game.numbers)}
    return Accepted(by)


# Evaluation


def settle(keno: Keno, at: datetime) -> Future[None] | None:
    """Evaluates the game that has been drawn and posts it; None where there is none to settle.

    Reading and counting go on beside the selling; only the posting holds the desk. Whoever comes second finds the game
    settled."""
    with keno.evaluating:
        return _evaluated(keno, at)


def _evaluated(keno: Keno, at: datetime) -> Future[None] | None:
    while True:
        with keno.lock:
            game = keno.game(keno.standing.drawing) if keno.standing.drawing else None
            if game is None or game.state != GameState.CONFIRMED:
                return None
            terms, pools, rulings = keno.terms_of(game), keno.pools(), keno.standing.rulings
        tally = evaluate(terms, game.mask, keno.pages(game.number), game.facts.bonuses)
        outcome = tally.outcome(terms, pools)
        with keno.lock:
            if keno.standing.rulings == rulings:  # a ticket voided meanwhile has no part in it
                return _posted(keno, at, game, tally, outcome)


def _posted(keno: Keno, at: datetime, game: KenoGame, tally: Tally, outcome: Outcome) -> Future[None] | None:
    terms = keno.terms_of(game)
    draft = Draft(keno, Order(HOUSE, "settle", at=at))
    settled = replace(game, state=GameState.SETTLED, facts=evaluated_facts(game, tally, outcome))
    draft.set_game(settled)
    draft.standing = replace(draft.standing, drawing=0)
    draft.note(
        "settled",
        tuple(settling(game, guaranteed(terms), tally.taken, outcome)),
        game=game.number, tickets=tally.tickets, ways=tally.ways, taken=tally.taken, prizes=settled.facts.prizes,
        edition=keno.edition_of(game).digest,
    )  # fmt: skip
    if outcome.fed:
        keno.cited(terms.jackpots.feed.by + terms.jackpots.guaranteed.by, "JackpotFed")
    cite_prizes(keno, settled)
    return keno.save(draft, Accepted(terms.prizes.by_schedule.by)).saved


def cite_prizes(keno: Keno, settled: KenoGame) -> None:
    """What the prizes of a game rest on, as it was evaluated or evaluated again."""
    terms = keno.terms_of(settled)
    prizes = terms.prizes
    keno.cited(prizes.by_schedule.by + prizes.winner.by + prizes.each_way.by, "Settled")
    if settled.facts.floor:
        keno.cited(prizes.aggregate.by + prizes.floor.by + prizes.proportion.by, "ProRated")
    if settled.facts.pools:
        keno.cited(terms.jackpots.shared.by + terms.jackpots.guaranteed.by, "JackpotWon")


def evaluated_facts(game: KenoGame, tally: Tally, outcome: Outcome) -> Facts:
    """What a game's evaluation found, by which any way of it is paid."""
    return replace(
        game.facts,
        ratio=outcome.cut.ratio,
        floor=outcome.cut.floor,
        pools=outcome.pools,
        staked={spots: sum(tally.full[spots]) for spots in outcome.pools},
        tickets=tally.tickets,
        ways=tally.ways,
        winning=tally.winning,
        taken=tally.taken,
        prizes=outcome.prizes + sum(outcome.jackpots.values()),
        fed=outcome.fed,
    )


def settling(game: KenoGame, least: dict[int, Cents], taken: Cents, outcome: Outcome) -> list[Transfer]:
    """The money of one game: stakes taken, jackpots fed, prizes set aside for whoever holds the tickets."""
    fed, day = sum(outcome.fed.values()), game.day
    moves = [Transfer(HELD, FLOAT, taken - fed, "take")] if taken > fed else []
    for spots, cents in outcome.fed.items():
        moves.append(Transfer(HELD, jackpot_account(spots), cents, "feed"))
    if outcome.prizes:
        moves.append(Transfer(FLOAT, prizes_account(day), outcome.prizes, "prizes"))
    for spots, paid in outcome.jackpots.items():
        account, pool = jackpot_account(spots), outcome.pools[spots]
        if paid:
            moves.append(Transfer(account, prizes_account(day), paid, "jackpot"))
        if pool > paid:  # fractions of a cent that were dropped
            moves.append(Transfer(account, FLOAT, pool - paid, "dropped"))
        moves.append(Transfer(FLOAT, account, least[spots], "guaranteed"))
    return moves
