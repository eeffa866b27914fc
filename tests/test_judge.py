"""One judge of a wager: what a touch takes a placed chip takes, and what was accepted can always be closed.

At terminals three tables stand side by side and get the same: one by touches as they come over a line, one by the order
``touch``, one by chips placed and withdrawn. Every other game is played by orders alone. The sign is changed with chips lying.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.floor.authority import right_one
from houseway.floor.betting import cannot_close
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.story import Rehearsal, lines
from houseway.floor.table import Order, Reply, Table
from houseway.floor.touching import Touch, touch_many
from houseway.law.rulebook import Edition
from houseway.ledger import Post, Transfer, audit, notepad
from houseway.play.decision import Accepted, Refused
from houseway.play.prompts import TakeWagers
from houseway.play.wagers import Limits, Marker, SetUp, Sign
from houseway.testing.conformance import editions
from houseway.testing.tapes import Tape

NOON = datetime(2026, 11, 16, 12)
BOSS = Person("L. Brandt", "casino supervisor")
SPOTS = ("straight:17", "split:16/17", "red", "dozen:1", "double:17/5", "nonsense")
RICH = 10**7

amounts = st.sampled_from([1, 49, 50, 100, 150, 151, 200, 250, 300, 500, 999, 1000, 1050, 2000, 10_000, 10**16])


@st.composite
def limits(draw: st.DrawFn) -> Limits:
    least = draw(st.sampled_from([0, 50, 100, 150, 500]))
    most = draw(st.sampled_from([None, least, least + 130, least * 3, 1000, 2001]))
    step = draw(st.sampled_from([0, 0, 50, 70, 100, 500]))
    return Limits(least, most if most is None else max(most, least), step)


@st.composite
def signs(draw: st.DrawFn) -> Sign:
    return Sign(
        draw(limits()),
        draw(st.dictionaries(st.sampled_from(["straight", "red", "double"]), limits(), max_size=2)),
        areas=3,
        units_required=draw(st.sampled_from([None, True, True, False])),
        multiples_notice=draw(st.booleans()),
        markers=draw(
            st.sampled_from([(), (), (Marker("ATS-1", 0, 5000, "L. Brandt"), Marker("pia", 0, 900, "x", 300))])
        ),
    )


STATIONS = ("ATS-1", "ATS-2")
moves = st.tuples(st.sampled_from(STATIONS), st.sampled_from(SPOTS), amounts, st.sampled_from([1, 1, 1, -1]))
rulings = st.sampled_from(
    [
        *(("exclude", name) for name in ("pia", "ATS-1", "ATS-2", "tom")),
        *(("readmit", name) for name in ("pia", "ATS-1", "ATS-2", "tom")),
        *(("fault", name) for name in STATIONS),
        *(("mended", name) for name in STATIONS),
    ]
)
changes = st.fixed_dictionaries(
    {},
    optional={
        "maximum": st.sampled_from([500, 1000, 5000]),
        "unit": st.sampled_from([0, 50, 500]),
        "kind": st.just("red"),
    },
)


@contextmanager
def terminals(sign: Sign) -> Iterator[Table]:
    ledger = notepad()
    table = Table.open(ledger, "RR-1", "vic-2000-rapid-roulette", SetUp(sign=sign), HOUSE, NOON, "shoe")
    assert isinstance(table, Table)
    for name, control in zip(STATIONS, ("pia", "tom"), strict=True):
        must(table, BOSS, "attach", station=name)
        must(table, BOSS, "buy in", station=name, cents=20_000, player=control)
    try:
        yield table
        assert ledger.balance("held:RR-1") == sum(held for held, _ in table.position().values())
        assert Table.load(ledger, "RR-1").state == table.state
    finally:
        ledger.close()


def do(table: Table, who: Person, act: str, **details: Any) -> Reply:
    return table.do(Order(who, act, details, at=NOON))


def must(table: Table, who: Person, act: str, **details: Any) -> Reply:
    reply = do(table, who, act, **details)
    assert reply.accepted, (act, details, reply.decision)
    return reply


def by_line(table: Table, station: str, spot: str, change: int) -> tuple[bool, str]:
    (result,), _ = touch_many(table, [Touch(station, "", table.state.round, ((spot, change),))], NOON)
    return result.accepted, result.answer.get("because", "")


def by_touch(table: Table, station: str, spot: str, change: int) -> tuple[bool, str]:
    decision = do(table, player(station), "touch", bets=[[spot, change]]).decision
    return isinstance(decision, Accepted), getattr(decision, "because", "")


def by_chip(table: Table, station: str, spot: str, change: int) -> tuple[bool, str]:
    decision = do(table, player(station), "place" if change > 0 else "withdraw", spot=spot, cents=abs(change)).decision
    return isinstance(decision, Accepted), getattr(decision, "because", "")


DOORS: tuple[Callable[[Table, str, str, int], tuple[bool, str]], ...] = (by_line, by_touch, by_chip)


def stories(longest: int) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.one_of(moves, moves, moves, rulings, changes), max_size=longest)


@pytest.mark.long
@settings(max_examples=60)
@given(signs(), stories(14))
def test_a_touch_is_taken_exactly_if_the_chip_is(sign: Sign, steps: list[Any]) -> None:
    judged_alike(sign, steps)


def judged_alike(sign: Sign, steps: list[Any]) -> None:
    """Three tables of one sign, each by its own door, told the same."""
    with terminals(sign) as one, terminals(sign) as two, terminals(sign) as three:
        tables = (one, two, three)
        for step in steps:
            if isinstance(step, dict):
                heard = {do(table, BOSS, "limits", **step).accepted for table in tables}
            elif len(step) == 2:
                act, name = step
                named = {"station": name} if act in ("fault", "mended") else {"player": name, "ground": "x"}
                heard = {do(table, BOSS, act, **named).accepted for table in tables}
            else:
                station, spot, cents, sign_of = step
                lies = next((w.cents for w in one.state.chips if w.player == station and w.spot == spot), 0)
                change = cents if sign_of > 0 else -min(cents, lies)
                if not change:
                    continue
                answers = [door(table, station, spot, change) for door, table in zip(DOORS, tables, strict=True)]
                heard = {accepted for accepted, _ in answers}
                assert len(heard) == 1, (step, answers)
            assert len(heard) == 1, step
            assert len({tuple(sorted((w.key, w.cents) for w in table.state.chips)) for table in tables}) == 1, step
            for table in tables:
                assert cannot_close(table) is None, step
        for table in tables:
            must(table, HOUSE, "answer")


def test_units_on_the_sign_are_kept_at_every_door() -> None:
    """The case that locked a table: units of a dollar required by the sign, and a dollar and a half touched."""
    for door in DOORS:
        with terminals(Sign(Limits(100, 1000), areas=3, units_required=True)) as table:
            assert door(table, "ATS-1", "red", 150) == (True, "")
            assert [wager.cents for wager in table.state.chips] == [100]
            must(table, HOUSE, "answer")


@pytest.mark.parametrize("who", ["pia", "ATS-1"])
def test_who_is_excluded_bets_at_no_door(who: str) -> None:
    for door in DOORS:
        with terminals(Sign(Limits(100, 1000), areas=3)) as table:
            must(table, BOSS, "exclude", player=who, ground="a device")
            assert door(table, "ATS-1", "red", 100) == (False, f"{who} is excluded: a device")
            assert door(table, "ATS-2", "red", 100)[0]
            must(table, BOSS, "exclude", player="ATS-2", ground="a device")
            assert door(table, "ATS-2", "red", -100) == (False, "ATS-2 is excluded: a device")  # what lies there lies
            decision = do(table, player("pia"), "place", spot="red", cents=100).decision
            assert isinstance(decision, Refused) and [c.number for c in decision.by.clauses] == ["6.6(b)"]


def test_nobody_moves_the_chips_of_a_terminal_but_whoever_has_it() -> None:
    with terminals(Sign(Limits(100, 1000), areas=3)) as table:
        assert by_line(table, "ATS-1", "red", 200)[0]
        for who in (Person("M. Okafor", "dealer"), HOUSE):
            for act in ("place", "withdraw"):
                decision = do(table, who, act, player="ATS-1", spot="red", cents=100).decision
                assert isinstance(decision, Refused)
                assert {"3.3", "3.4", "3.8"} <= {clause.number for clause in decision.by.clauses}


def test_a_frozen_table_refuses_a_touch_by_the_clause_that_froze_it() -> None:
    for door in DOORS:
        with terminals(Sign(Limits(100, 1000), areas=3)) as table:
            must(table, BOSS, "freeze", why="x")
            assert door(table, "ATS-1", "red", 100) == (False, "RR-1 is frozen until a supervisor releases it")
            decision = do(table, player("ATS-1"), "touch", bets=[["red", 100]]).decision
            assert [clause.number for clause in decision.by.clauses] == ["8.4"]


# Every game, and every change of the sign with chips lying

BOOKS = dict(editions())
PLAYERS = ("P1", "P2", "P3")


def opened(name: str, edition: Edition[Any], rng: random.Random) -> Table:
    """A table of this book with players and a sign of its own."""
    terms, ledger = edition.terms, notepad()
    places = getattr(terms, "places", None)
    least = rng.choice([0, 100, 500])
    sign = Sign(
        Limits(least, rng.choice([None, 2000, 5000]), rng.choice([0, 0, 100])),
        areas=7 if places is None else rng.choice(places.areas.value),
        players_per_area=1 if places is None else rng.randint(1, places.sharing.value),
        units_required=rng.choice([None, True, False]),
        differential=rng.choice([None, 3000]),
        most_won=5_000_000,
    )
    methods = getattr(terms, "methods", None)
    set_up = SetUp(sign=sign, method="" if methods is None else methods.value[0].value)
    table = Table.open(ledger, "T", name, set_up, HOUSE, NOON, ready=True)
    if isinstance(table, Refused):  # this book sets no such bound
        plain = Sign(sign.limits, areas=sign.areas, players_per_area=sign.players_per_area, most_won=sign.most_won)
        table = Table.open(ledger, "T", name, SetUp(sign=plain, method=set_up.method), HOUSE, NOON, ready=True)
    assert isinstance(table, Table), table
    for each in PLAYERS:
        ledger.post([Post("cage", "buy-in", "", "", {}, (Transfer("cage", f"player:{each}", RICH, "x"),))])
        if hasattr(terms, "accounts"):
            must(table, BOSS, "attach", station=each)
            must(table, BOSS, "buy in", station=each, cents=RICH)
    return table


def to_a_window(table: Table, rng: random.Random) -> bool:
    """Answers whatever comes before wagers are taken."""
    for _ in range(60):
        prompt = table.prompt
        if table.state.status != "open" or prompt is None:
            return False
        if isinstance(prompt, TakeWagers):
            return True
        doc = prompt.write(Tape(rng.randrange)(prompt))
        if prompt.asks == "players":
            for name, choice in doc.items():
                do(table, player(name), "choose", value=choice)
        else:
            who = right_one(table, BOSS, "answer", {}) if prompt.asks == "supervisor" else HOUSE
            do(table, who, "answer", value=doc)
    return False


def some_wager(table: Table, window: TakeWagers, rng: random.Random) -> Reply:
    spots = list(window.spots)
    if window.raising is not None:
        originals = window.raising.originals
        if not originals:
            return do(table, player("P1"), "place", spot=spots[0], cents=100)
        on = rng.choice(originals)
        return do(
            table, player(on.player), "place", spot=rng.choice(spots), area=on.area, cents=rng.choice([100, on.cents])
        )
    area = rng.randint(1, min(3, table.sign.areas))
    cents = rng.choice([100, 100, 150, 500, 500, 1000, 1000, 2500])
    return do(table, player(rng.choice(PLAYERS)), "place", spot=rng.choice(spots), area=area, cents=cents)


def some_withdrawal(table: Table, rng: random.Random) -> Reply | None:
    if not table.state.chips:
        return None
    wager = rng.choice(table.state.chips)
    details: dict[str, Any] = {"spot": wager.spot, "area": wager.area}
    if rng.randrange(2):
        details["cents"] = rng.choice([100, wager.cents])
    return do(table, player(wager.player), "withdraw", **details)


CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("limits", {"maximum": 1000}),
    ("limits", {"maximum": None}),
    ("limits", {"maximum": 100_000}),
    ("limits", {"unit": 700}),
    ("limits", {"unit": 0}),
    ("limits", {"minimum": 50}),
    ("limits", {"minimum": 1500}),
    ("share", {"players": 1}),
    ("share", {"players": 2}),
    ("share", {"players": 3}),
    ("marker", {"player": "P1", "area": 1, "maximum": 9_000}),
    ("marker", {"player": "P2", "area": 0, "maximum": 0}),
    ("differential", {"cents": 100}),
    ("odds", {"odds": {}}),
    ("post minimum", {"cents": 1500, "since": "2026-11-16T10:00:00"}),
    ("relieve", {"dealer": "Another"}),
    ("replace cards", {}),
    ("shuffle", {}),
    ("colour", {"player": "P3", "colour": "blue", "cents": 100}),
    ("exclude", {"player": "P2", "ground": "x"}),
    ("readmit", {"player": "P2"}),
    ("warn", {"player": "P1", "ground": "x"}),
    ("void wagers", {"player": "P1", "ground": "x"}),
    ("freeze", {"why": "x"}),
    ("sit", {"area": 2}),
    ("leave", {}),
)  # fmt: skip


def change(table: Table, act: str, details: dict[str, Any], rng: random.Random) -> None:
    who = {"sit": player(rng.choice(PLAYERS)), "leave": player("P3"), "relieve": HOUSE, "colour": HOUSE}.get(act, BOSS)
    decision = do(table, who, act, **details).decision
    assert isinstance(decision, Accepted) or decision.because
    if table.state.status == "frozen":
        must(table, BOSS, "release")


def held(table: Table) -> bool:
    return table.ledger.balance("held:T") == sum(cents for cents, _ in table.position().values())


@pytest.mark.long
@pytest.mark.parametrize("name", BOOKS)
def test_what_was_accepted_can_be_closed_whatever_is_changed_meanwhile(name: str) -> None:
    rng = random.Random(name)
    for turn in range(2):
        table = opened(name, BOOKS[name], rng)
        for act, details in rng.sample(CHANGES, len(CHANGES)):
            if not to_a_window(table, rng):
                break
            for _ in range(rng.randint(0, 4)):
                window = table.window
                assert window is not None
                some_wager(table, window, rng)
                if not rng.randrange(4):
                    some_withdrawal(table, rng)
                assert cannot_close(table) is None and held(table)
            change(table, act, details, rng)
            assert cannot_close(table) is None and held(table), (act, details)
            closes(table, rng)
            assert held(table), (act, details)
        table.ledger.settle_down()
        assert Table.load(table.ledger, "T").state == table.state, turn
        result = audit(table.ledger)
        assert result.sound, result.findings
        table.ledger.close()


def closes(table: Table, rng: random.Random) -> None:
    """The window closes, or everybody takes everything back, or the round is invalidated: each of them works."""
    window = table.window
    if window is None:
        return
    way = rng.randrange(3)
    if way == 0 and not hasattr(table.terms, "faults"):
        chips, before = table.state.chips, {each: table.ledger.balance(f"player:{each}") for each in PLAYERS}
        must(table, BOSS, "invalidate", ground="disorder", round=table.state.round)
        if window.raising is None and not hasattr(table.carry(), "colours"):  # those go to an account of their own
            for each in PLAYERS:
                laid = sum(wager.cents for wager in chips if wager.player == each)
                assert table.ledger.balance(f"player:{each}") >= before[each] + laid
    elif way == 1 and window.judge_always is None and window.raising is None:  # a raise may have to lie where it is
        for each in dict.fromkeys(wager.player for wager in table.state.chips):
            must(table, player(each), "withdraw")
        assert not table.state.chips
    elif window.unfinished(table.state.chips) is None:
        must(table, HOUSE, "answer")


def test_chips_left_lying_go_back_where_the_next_sign_has_no_place_for_them() -> None:
    """Two share an area and stand off; the supervisor has said meanwhile that areas are no longer shared."""
    story = Rehearsal("vic-2000-pai-gow")
    for line in lines(
        "sign share 2 | brought bank P9@5 round 1 | bank P9@5:100 | wager P1@3:20 P2@3:10 | share 1 | dice 1 2 3 "
        "| P1 set | P9 set | bank: T 9 / H8 L8 | area 3: 5 5 / 9 GJ"
    ):
        story.line(line)
    story.finish()
    table, rng = story.table, random.Random(1)
    assert to_a_window(table, rng) and table.sign.players_per_area == 1 and table.state.round == 2
    assert [(wager.player, wager.cents) for wager in table.state.chips] == [("P1", 2000)]
    (began,) = table.ledger.newest(table.name, "began", 1)
    assert [doc["wagers"][0]["player"] for doc in began.body["events"] if doc["event"] == "GivenBack"] == ["P2"]
    assert table.ledger.balance(f"held:{table.name}") == 2000 and cannot_close(table) is None
    story.ledger.close()
