"""A tournament's desk: whole ones by every book that knows tournaments, and everything that is refused on the way."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.floor.people import HOUSE, Person, player
from houseway.floor.sources import generate
from houseway.floor.table import Order, Table
from houseway.floor.tills import chips_of, issue_of
from houseway.floor.tournament.desk import TournamentDesk, pool_of
from houseway.floor.tournament.office import Office, accounts, balances
from houseway.floor.tournament.state import Phase
from houseway.forms import write
from houseway.ledger import audit
from houseway.ledger.postings import CHIPS
from houseway.play import tournament_ranking as ranking
from houseway.play.conditions import Disposition, Fee, Prizes, Tie
from houseway.play.decision import Refused
from houseway.play.prompts import TakeWagers
from tests.tournament_play import AT, BOOKS, BOSS, Played, conditions, ok, stage


def _chips(at: Played) -> dict[str, int]:
    at.ledger.settle_down()
    with at.ledger.reading() as connection:
        kept = dict(connection.exec_driver_sql("SELECT name, cents FROM account").fetchall())
    assert sum(kept.values()) == 0
    return {name: cents for name, cents in kept.items() if name.startswith(CHIPS) and cents}


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_tournament_comes_to_its_prizes_and_to_nil(book: str) -> None:
    at = Played(book, tables=2)
    heats = stage(book, "Heats", hands=2, sessions=2, tables=2, seats=4, advance=2, compulsory_wager=500)
    told = conditions(heats, stage(book, hands=3, seats=6, out_at=(1,), tables=2))
    desk = at.begun(told, [f"P{number}" for number in range(1, 13)])

    def watch() -> None:
        """A desk and tables loaded from the record are those that stand."""
        if at.rng.random() < 0.05:
            assert TournamentDesk.load(at.office, desk.name).state == desk.state
            for name, table in at.house.tables.items():
                assert Table.load(at.ledger, name).state == table.state

    at.played(desk, watch)
    money = accounts(desk)
    assert money["paid in"] == 60_000 and money["kept"] == 6_000 and money["prizes paid"] == 54_000
    assert balances(desk) and desk.pool() == 0
    assert [place.cents for place in desk.state.places[:4]] == [32_400, 16_200, 5_400, 0]
    assert len(desk.state.places) == 12 and not _chips(at)
    found = audit(at.ledger)
    assert found.sound, found.findings


def test_a_house_that_falls_in_mid_hand_goes_on_with_it() -> None:
    at = Played("act-1992-blackjack", tables=2)
    told = conditions(stage("act-1992-blackjack", hands=4, tables=2, seats=4))
    desk = at.begun(told, [f"P{number}" for number in range(1, 7)])
    for _ in range(7):
        for table in desk.playing():
            at.tick(table)
    under_way = [table.state for table in desk.playing()]
    assert any(state.tape for state in under_way)
    again = Played("act-1992-blackjack", 0, at.ledger)
    again.house.load_floor()
    again.names, again.office = at.names, Office(again.house, takes_no_money=True)
    loaded = again.office.desks[desk.name]
    assert loaded.state == desk.state and [table.state for table in loaded.playing()] == under_way
    again.played(loaded)
    assert balances(loaded) and not _chips(again)


def _refused(decision: object, words: str) -> None:
    assert isinstance(decision, Refused), decision
    assert words in decision.because and decision.code


def test_what_the_issue_lists_is_refused() -> None:
    """A non-entrant's wager, chips carried out, a form after the call, a fourth secret wager, a prize paid twice, conditions with
    an item missing, a director who is not one."""
    book = "vic-1999-baccarat-notice-26+act-1992-baccarat"
    at = Played(book)
    bare = conditions(stage(book, secret_wagers=None))
    desk, _ = at.office.draft(Order(BOSS, "draft", {"conditions": write(bare)}, at=AT))
    authority = Person("the authority", "commission")
    missing = desk.do(Order(authority, "approve", {"reference": "A-1"}, at=AT)).decision
    _refused(missing, "do not state how many secret wagers")
    assert isinstance(missing, Refused) and "14.2.8" in str(missing.by)

    desk = at.begun(conditions(stage(book, hands=5, secret_wagers=3)), ["Ann", "Ben"])
    table = at.house.tables["T-1"]
    at.house.welcome("Cat")
    stranger = table.do(Order(player("Cat"), "place", {"spot": "player", "cents": 1_000}, at=AT)).decision
    _refused(stranger, "no entrant")
    _refused(table.do(Order(player("Ann"), "leave", at=AT)).decision, "retires at its desk")
    with pytest.raises(ValueError, match="no money"):
        from houseway.ledger import Transfer

        Transfer(chips_of(desk.name, "Ann"), "player:Ann", 1)
    form = {"kind": "player", "words": "ten", "figures": 1_000}
    for hand in range(3):
        at.to_wagers(table)
        ok(table.do(Order(player("Ann"), "secret", form, at=AT)))
        ok(table.do(Order(HOUSE, "answer", at=AT)))
        _refused(table.do(Order(player("Ben"), "secret", form, at=AT)).decision, "before the hand begins")
        played = table.state.tournament.played if table.state.tournament else 0
        while table.state.tournament is not None and table.state.tournament.played == played:
            at.tick(table)
        assert at.step(desk) and hand < 3
    at.to_wagers(table)
    _refused(table.do(Order(player("Ann"), "secret", form, at=AT)).decision, "3 secret wagers allowed have been used")
    at.played(desk)
    first = desk.state.places[0].entrant
    _refused(desk.do(Order(BOSS, "pay prize", {"player": first}, at=AT)).decision, "has had the prize")
    _refused(desk.do(Order(BOSS, "pay prize", at=AT)).decision, "every prize has been paid")

    rapid = Played("vic-2000-rapid-roulette")
    desk = rapid.entered(rapid.announced(conditions(stage(rapid.book)), "director"), ["Ann", "Ben"])
    ok(desk.do(Order(BOSS, "close entries", at=AT)))
    for stranger_to_it in (Person("R. Tan", "tournament director"), Person("R. Tan", "game supervisor")):
        no = desk.do(Order(stranger_to_it, "designate", {"tables": ["T-1"]}, at=AT)).decision
        _refused(no, "the tournament director does this, who is L. Brandt")
        assert isinstance(no, Refused) and "9.1.2(a)" in str(no.by)
    _refused(desk.do(Order(HOUSE, "designate", {"tables": ["T-1"]}, at=AT)).decision, "a director runs this tournament")


def test_books_of_two_jurisdictions_have_no_one_who_approves_them() -> None:
    at = Played("act-1992-blackjack")
    told = conditions(stage("act-1992-blackjack", "Heat"), stage("vic-2000-rapid-roulette"))
    desk, _ = at.office.draft(Order(BOSS, "draft", {"conditions": write(told)}, at=AT))
    no = desk.do(Order(Person("A", "commission"), "approve", {"reference": "A-1"}, at=AT)).decision
    _refused(no, "one authority approves a tournament")


@pytest.mark.parametrize("book", ["ma-red-dog", "act-1992-sic-bo", "act-1992-mini-baccarat", "no-such-book"])
def test_a_book_without_rules_for_tournaments_is_played_in_none(book: str) -> None:
    at = Played("act-1992-blackjack")
    desk, _ = at.office.draft(Order(BOSS, "draft", {"conditions": write(conditions(stage(book)))}, at=AT))
    decision = desk.do(Order(Person("A", "commission"), "approve", {"reference": "A-1"}, at=AT)).decision
    assert isinstance(decision, Refused) and decision.code in ("no_tournaments", "misread")


def test_orders_sent_twice_have_one_effect() -> None:
    at = Played("act-1992-baccarat")
    desk = at.announced(conditions(stage(at.book)))
    at.house.welcome("Ann")
    enter = Order(player("Ann"), "enter", {}, "a-key-of-ann", at=AT)
    first, again = desk.do(enter), desk.do(enter)
    assert first.accepted and again.accepted and again.again and desk.pool() == 5_000
    other = desk.do(replace(enter, act="withdraw"))
    assert other.fault == "key" and desk.pool() == 5_000


def test_somebody_who_is_excluded_or_has_not_the_fee_does_not_enter() -> None:
    at = Played("act-1992-baccarat")
    desk = at.announced(conditions(stage(at.book), fee=Fee(100_001)))
    at.house.welcome("Ann")
    _refused(desk.do(Order(player("Ann"), "enter", at=AT)).decision, "the fee is $1,000.01")
    ok(at.house.tables["T-1"].do(Order(BOSS, "exclude", {"player": "Bea", "ground": "cheating"}, at=AT)))
    at.house.welcome("Bea")
    _refused(desk.do(Order(player("Bea"), "enter", at=AT)).decision, "may not enter the casino and gamble")
    _refused(desk.do(Order(player(BOSS.name), "enter", at=AT)).decision, "directs the tournament")
    _refused(desk.do(Order(player("x" * 50), "enter", at=AT)).decision, "at most 40 characters")


def test_a_table_of_the_ordinary_game_is_left_before_a_session_begins() -> None:
    at = Played("act-1992-baccarat")
    desk = at.entered(at.announced(conditions(stage(at.book))), ["Ann", "Ben"])
    table = at.house.tables["T-1"]
    while not isinstance(table.prompt, TakeWagers):
        prompt = table.prompt
        assert prompt is not None
        ok(table.do(Order(HOUSE, "answer", {"value": prompt.write(generate(prompt))}, at=AT)))
    at.house.welcome("Cat")
    ok(table.do(Order(player("Cat"), "sit", {"area": 3}, at=AT)))
    ok(table.do(Order(player("Cat"), "place", {"spot": "player", "cents": 1_000}, at=AT)))
    for act, details in (("close entries", {}), ("designate", {"tables": ["T-1"]}), ("draw", {})):
        ok(desk.do(Order(BOSS, act, details, at=AT)))  # type: ignore[arg-type]
    _refused(desk.do(Order(BOSS, "begin session", at=AT)).decision, "leave T-1 first")
    ok(table.do(Order(player("Cat"), "withdraw", at=AT)))
    ok(desk.do(Order(BOSS, "begin session", at=AT)))
    assert {seat.player for seat in table.state.seats} == {"Ann", "Ben"}


def test_minutes_that_a_pause_took_are_played_all_the_same() -> None:
    at = Played("act-1992-baccarat")
    desk = at.begun(conditions(stage(at.book, hands=0, minutes=10)), ["Ann", "Ben"])
    five = AT + timedelta(minutes=5)
    ok(desk.do(Order(BOSS, "pause", {"why": "a lamp fell"}, at=five)))
    ok(desk.do(Order(BOSS, "resume", at=five + timedelta(minutes=3))))
    early = desk.do(Order(BOSS, "call time", at=AT + timedelta(minutes=12))).decision
    _refused(early, "the time is not up")
    ok(desk.do(Order(BOSS, "call time", at=AT + timedelta(minutes=13))))
    ok(desk.do(Order(BOSS, "end table", {"table": "T-1"}, at=AT + timedelta(minutes=13))))
    assert desk.state.phase is Phase.PLAYED


def test_chips_that_are_paid_in_cash_are_paid_by_the_cage_and_go_back() -> None:
    at = Played("act-1992-baccarat")
    told = conditions(stage(at.book, hands=1, buy_in=1_000, credit=1_000, disposition=Disposition.CASH))
    desk = at.begun(told, ["Ann", "Ben"])
    assert at.house.credit("Ann") == 94_000
    at.played(desk)
    assert not _chips(at) and at.ledger.balance(issue_of(desk.name)) == 0
    assert at.house.credit("Ann") + at.house.credit("Ben") - 188_000 >= 9_000  # prizes, and what their chips came to


def test_a_session_that_is_called_off_gives_everything_back() -> None:
    at = Played("act-1992-blackjack", tables=2)
    desk = at.begun(conditions(stage(at.book, hands=9, tables=2)), ["Ann", "Ben", "Cat", "Dan"])
    for table in desk.playing():
        at.tick(table)
    blocked = desk.do(Order(BOSS, "cancel", {"why": "fire"}, at=AT)).decision
    if isinstance(blocked, Refused):
        assert "finish the hand" in blocked.because
        while not all(table.untouched(table.state) for table in desk.playing()):
            for table in desk.playing():
                if not table.untouched(table.state):
                    at.tick(table)
        ok(desk.do(Order(BOSS, "cancel", {"why": "fire"}, at=AT)))
    assert desk.pool() == 0 and at.house.credit("Ann") == 100_000 and not _chips(at)
    assert all(table.state.tournament is None for table in at.house.tables.values())


# Dividing and ranking


@given(
    pool=st.integers(0, 10**9),
    parts=st.sampled_from([(100,), (60, 40), (50, 30, 20), (34, 33, 33), (40, 30, 20, 10)]),
    groups=st.lists(st.integers(1, 4), min_size=1, max_size=6),
)
@pytest.mark.long
def test_a_pool_is_divided_to_the_last_cent_and_no_worse_place_has_more(
    pool: int, parts: tuple[int, ...], groups: list[int]
) -> None:
    names = [[f"{at}-{n}" for n in range(count)] for at, count in enumerate(groups)]
    won = ranking.divided(pool, Prizes(parts), names)
    assert sum(won.values()) == pool
    shares = [Fraction(sum(won.get(name, 0) for name in group), len(group)) for group in names]
    assert all(better >= worse for better, worse in pairwise(shares))
    for group in names:
        assert max(won.get(name, 0) for name in group) - min(won.get(name, 0) for name in group) <= 1


@given(
    chips=st.lists(st.integers(0, 5), min_size=1, max_size=8),
    earlier=st.lists(st.integers(0, 3), min_size=8, max_size=8),
    ties=st.sampled_from(
        [(Tie.LOT,), (Tie.EARLIER_CHIPS, Tie.LOT), (Tie.EARLIER_ENTRY,), (Tie.SHARED,), (Tie.EARLIER_CHIPS,)]
    ),
)
def test_who_is_ahead_has_more_chips_and_nobody_is_lost(
    chips: list[int], earlier: list[int], ties: tuple[Tie, ...]
) -> None:
    players = [
        ranking.Standing(f"P{n}", has, number=n, earlier=before)
        for n, (has, before) in enumerate(zip(chips, earlier, strict=False))
    ]
    lots = {name: at for group in ranking.needs_lots(players, ties) for at, name in enumerate(group, 1)}
    groups = ranking.in_order(players, ties, lots)
    flat = ranking.flat(groups)
    assert sorted(one.entrant for one in flat) == sorted(one.entrant for one in players)
    assert [one.chips for one in flat] == sorted(chips, reverse=True)
    if Tie.LOT in ties or Tie.EARLIER_ENTRY in ties:
        assert all(len(group) == 1 for group in groups)
    out = ranking.lowest(players, 2, ties, lots)
    assert len(out) == min(2, len(players))
    assert all(
        one.chips <= min((two.chips for two in players if two.entrant not in out), default=10**9)
        for one in players
        if one.entrant in out
    )


def test_the_tournaments_pool_is_its_own_account() -> None:
    at = Played("act-1992-baccarat")
    one, two = at.announced(conditions(stage(at.book))), at.announced(conditions(stage(at.book)))
    at.entered(one, ["Ann"])
    assert at.ledger.balance(pool_of(one.name)) == 5_000 and at.ledger.balance(pool_of(two.name)) == 0
