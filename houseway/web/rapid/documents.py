"""Documents: what a terminal, the console and the display are told, as plain documents.

A document is the whole of what its screen shows, so a page that missed some needs nothing special: the next one is enough.
"""

from __future__ import annotations

from typing import Any

from houseway.floor import hand_pays, terminals
from houseway.floor.owing import owed_account
from houseway.floor.periods import Periods
from houseway.floor.table import Table
from houseway.floor.views import state_of
from houseway.kit.wheel import colour
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.money import Cents
from houseway.play.events import Called, Laid, Settled, WentWrong
from houseway.play.prompts import Spin
from houseway.play.states import Outcome
from houseway.premises.premises import Premises
from houseway.premises.recent import Past
from houseway.web.player.desk import notices


def clock_of(premises: Premises, name: str) -> Periods:
    clock = premises.dealers[name]
    assert isinstance(clock, Periods)
    return clock


def _by(by: Basis) -> dict[str, Any]:
    return {"book": by.clauses[0].book if by.clauses else "", "clauses": [c.number for c in by.clauses]}


def common(premises: Premises, table: Table) -> dict[str, Any]:
    """What everybody at the table may know."""
    clock, state = clock_of(premises, table.name), table.state
    left, kept = clock.seconds_left(), table.remembered()
    return {
        "t": "state",
        "table": table.name,
        "number": premises.sequence(table.name),
        "spin": state.round,
        "phase": clock.phase,
        "words": clock.phase.words,
        **_by(state_of(table)[1]),
        "left": None if left is None else round(left, 2),
        "period": terminals.seconds_of(table),
        "last": list(kept.last),
        "notices": [{"words": notice.words, **_by(notice.by)} for notice in notices(table, premises.house.clock())],
        "tournament": state.tournament is not None,
        "no_spin": no_spin(table),
        "recalculated": recalculated(premises, table),
    }


def no_spin(table: Table) -> dict[str, Any] | None:
    """That the last spin of this round came to nothing, on which ground, and how often; nothing once the ball is spun again."""
    ground, times, by = "", 0, NO_CLAUSE
    for step in table.progress.steps:
        if isinstance(step, WentWrong):
            ground = step.label
        elif isinstance(step, Called):  # the call that follows such a ground; the outcome ends the round
            times, by = times + 1, step.by
    return {"ground": ground, "times": times, **_by(by)} if times and not table.state.terminals.spun else None


def recalculated(premises: Premises, table: Table) -> list[dict[str, Any]]:
    """Spins among the last results that were recalculated, newest first: as they were, and as they are."""
    shown = table.state.round - len(table.remembered().last)
    return [
        {"spin": body["spin"], "was": body["was"], "is": body["is"]}
        for body in reversed(premises.recent[table.name].recalculated)
        if body.get("was") != body.get("is") and body["spin"] >= shown
    ]


def owed(premises: Premises, table: Table) -> dict[str, Cents]:
    """What recalculations at this table left to settle at the cage, by person: less than nothing is owed by them."""
    told = premises.recent[table.name].recalculated
    people = dict.fromkeys(one["person"] for body in told for one in body.get("owed", ()))
    return {person: cents for person in people if (cents := premises.ledger.balance(owed_account(person)))}


def terminal(premises: Premises, table: Table, station: str) -> dict[str, Any]:
    """Everything one terminal shows."""
    state = table.state
    one = state.stations[station]
    own = {wager.spot: wager.cents for wager in state.chips if wager.player == station}
    locked = _locked(table, station)
    past = premises.recent[table.name].last
    return {
        **common(premises, table),
        "station": station,
        "open": one.account,
        "control": one.control,
        "faulty": one.faulty,
        "closing": one.closing,
        "ready": station in state.ready,
        "credit": premises.ledger.balance(table.purse(station)),
        "chips": own or locked,
        "running": running(table, station),
        "result": result(past, station),
        "seen": state.terminals.seen.get(station, {}),
    }


def _locked(table: Table, station: str) -> dict[str, Cents]:
    """Chips that lie locked while the ball runs."""
    steps = table.progress.steps
    settled = {step.wager.key for step in steps if isinstance(step, Settled)}
    laid = [wager for step in steps if isinstance(step, Laid) for wager in step.wagers]
    return {wager.spot: wager.cents for wager in laid if wager.player == station and wager.key not in settled}


def running(table: Table, station: str = "") -> list[dict[str, Any]]:
    return [
        {
            "station": one.wager.player,
            "kind": one.kind,
            "numbers": list(one.numbers),
            "came": list(one.came),
            "cents": one.wager.cents,
            "next": one.next_number,
        }
        for one in table.remembered().running
        if station in ("", one.wager.player)
    ]


def result(past: Past | None, station: str) -> dict[str, Any] | None:
    """The last spin as this terminal had it: the number, what was won, and what each bet came to."""
    if past is None:
        return None
    lines = [line for line in past.lines if line.wager.player == station]
    last = past.progress.result
    number = _number(past)
    return {
        "spin": past.round,
        "number": number,
        "colour": colour(number) if number is not None else "",
        "won": sum(line.won for line in lines),
        "back": sum(line.back for line in lines),
        "staked": sum(line.wager.cents for line in lines) if last is not None else 0,
        "winners": [line.wager.spot for line in lines if line.outcome == Outcome.WON],
        "returned": sum(line.back for line in lines if line.outcome in (Outcome.VOID, Outcome.RETURNED)),
        "wagers": {line.wager.spot: line.wager.cents for line in lines if "#" not in line.wager.spot},
        "clauses": _by(sum((line.by for line in lines), NO_CLAUSE))["clauses"],
    }


def _number(past: Past) -> int | None:
    for prompt, answer in reversed(past.progress.answers):
        if isinstance(prompt, Spin):
            return int(answer) if isinstance(answer, str) else None
    return None


def limits(table: Table) -> list[dict[str, Any]]:
    """The sign, in groups of bets with the same limits."""
    groups = (
        ("Straight-up", "straight"),
        ("Split", "split"),
        ("Street", "street"),
        ("Corner", "corner"),
        ("Line", "six_line"),
        ("Dozen, column", "dozen"),
        ("Even chances", "red"),
        ("Double", "double"),
        ("Treble", "treble"),
        ("Quad", "quad"),
    )
    rows: list[dict[str, Any]] = []
    for words, kind in groups:
        found = table.sign.limits_for(kind)
        row = {"words": words, "min": found.minimum, "max": found.maximum, "unit": found.unit, "kind": kind}
        same = rows and (rows[-1]["min"], rows[-1]["max"]) == (row["min"], row["max"]) and kind not in ("double",)
        if same:
            rows[-1]["words"] += f", {words.lower()}"
        else:
            rows.append(row)
    return rows


def console(premises: Premises, table: Table) -> dict[str, Any]:
    """Everything the dealer's console shows."""
    state, prompt = table.state, table.prompt
    layout = table.open_layout()
    on_table = table.position()
    held: Cents = 0
    stations = []
    for name, one in state.stations.items():
        mine = on_table.get(name, (0, 0))[0]
        held += mine
        stations.append(
            {
                "name": name,
                "open": one.account,
                "control": one.control,
                "faulty": one.faulty,
                "closing": one.closing,
                "credit": premises.ledger.balance(table.purse(name)),
                "staked": layout.staked.get(name, 0) or mine,
                "running": sum(1 for item in table.remembered().running if item.wager.player == name),
                "here": premises.presence.is_here(table.name, name),
            }
        )
    mishaps = prompt.may_go_wrong if prompt is not None else ()
    past = premises.recent[table.name].last
    return {
        **common(premises, table),
        "stations": stations,
        "staked": held,
        "asks": "spin" if isinstance(prompt, Spin) else "wagers",
        "spun": state.terminals.spun,
        "by_house": premises.house.dealt_by.get(table.name) == "house",
        "grounds": [{"kind": m.kind, "label": m.label, **_by(m.by)} for m in mishaps],
        "dealer": state.dealer,
        "float": premises.ledger.balance(table.till.bank),
        "previous": None if past is None else {"spin": past.round, "number": _number(past)},
        "limits": limits(table),
        "calls": [{"at": f"{line.at:%H:%M:%S}", "words": line.words} for line in premises.recent[table.name].latest(8)],
        "wanted": [{"player": player, "since": at[11:16]} for player, at in state.calls.items()],
        "hand_pays": [
            {"round": round, "player": player, "cents": cents} for round, player, cents in hand_pays.due(table)
        ],
        "disputes": state.disputes,
        "prompt": state.prompt,
        "running_all": running(table),
        "owed": owed(premises, table),
    }


def display(premises: Premises, table: Table) -> dict[str, Any]:
    """What hangs on the wall: the last effective outcome, never a no-spin, and whether wagers are open."""
    return common(premises, table)
