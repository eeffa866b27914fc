"""What a mutant showed that nobody looked at, in the law, in play and in the rules of the games (``make mutants``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway import games
from houseway.complaint import BadInput
from houseway.floor.judged_again import _fits
from houseway.floor.orders import Order
from houseway.floor.people import Person
from houseway.floor.refitting import _fitting
from houseway.floor.story import teller
from houseway.floor.views import view_of
from houseway.games.baccarat.settle import commission_on
from houseway.games.baccarat.tableau import Row
from houseway.games.keno.carry import Carry as KenoCarry
from houseway.games.keno.drawing import Device, draw
from houseway.games.keno.entry import Entry, Way, is_jackpot, judge, judge_numbers, read_spot
from houseway.games.keno.round import Spots, judge_way
from houseway.games.keno.terms import Terms as KenoTerms
from houseway.games.pai_gow.bank import _shaker
from houseway.games.pai_gow.carry import Bank, brought
from houseway.games.stud.irregular import Mending
from houseway.kit.cards import card
from houseway.law import repealing
from houseway.law.building import Leaf
from houseway.law.clause import Basis, Clause, Provision
from houseway.law.library import BadBook, _want
from houseway.law.repealing import clause_told
from houseway.law.roles import Authority
from houseway.law.rulebook import Instrument
from houseway.law.standing import will_change
from houseway.law.studying import _tabled
from houseway.play.conditions import Conditions, Item
from houseway.play.dealing import Decks
from houseway.play.decision import Accepted, Refused
from houseway.play.driver import Inadmissible, ruling_doc, run
from houseway.play.events import Dealt, Outcome, Settled
from houseway.play.headline import window_headline
from houseway.play.irregular import VoidWagers
from houseway.play.layout import Layout
from houseway.play.notation import write_round
from houseway.play.prompts import Choose, ChooseEach, Draw, Option
from houseway.play.shoeful import Shoeful
from houseway.play.view import View
from houseway.play.wagers import ChipSums, Limits, Marker, SetUp, Sign, Wager

from .own_books import RED_DOG, own_books


def keno() -> KenoTerms:
    return cast(KenoTerms, games.book("act-1992-keno")[0].as_commenced().terms)


def test_a_row_of_the_tableau_is_eleven_letters_and_each_is_one_of_two() -> None:
    assert str(Row.parse("DDDDDSSSSSD")) == "DDDDDSSSSSD"
    for text in ("D" * 10, "D" * 12, "D" * 10 + "X"):
        with pytest.raises(BadInput, match="not a row of the tableau"):
            Row.parse(text)


def test_decks_are_written_with_those_that_the_book_names() -> None:
    assert Decks.parse("8 of 8") == Decks(8, (8,)) and Decks.parse("8 of 6 or 8") == Decks(8, (6, 8))
    for text in ("8 of 6 and 8", "8 of", "0"):
        with pytest.raises(ValueError, match="not a number of decks"):
            Decks.parse(text)


def test_conditions_without_a_stage_have_no_structure() -> None:
    assert Conditions("Cup").unstated(Item.STRUCTURE) is True


def test_a_round_of_keno_tells_pools_that_are_not_where_they_begin() -> None:
    assert KenoCarry({10: 500}, {10: 500}).tells == () and KenoCarry({10: 600}, {10: 500}).tells == ("pools",)


def test_keno_numbers_are_a_way_of_a_special_that_the_form_has() -> None:
    terms = keno()
    refused = judge_numbers(terms, (1, 2, 3), 9)
    assert isinstance(refused, Refused) and refused.by == terms.kinds.special.by


def test_every_column_of_the_schedules_has_a_way_that_marks_as_many_numbers() -> None:
    terms = keno()
    marked = [(special, len(set(numbers))) for special, numbers in filter(None, map(read_spot, Spots(terms)))]
    assert marked == [(special, spots) for special in (0, 1, 2) for spots in terms.schedule(special)[1]]


def test_a_single_keno_entry_costs_as_much_as_a_ticket_may_and_no_more() -> None:
    terms = keno()
    most = terms.prices.most.value
    wager = Wager("P1", 0, "1-2-3", 0)
    assert read_spot(wager.spot) is not None
    assert judge_way(terms, wager, most) is None
    refused = judge_way(terms, wager, most + terms.prices.unit.value)
    assert refused is not None and refused.by == terms.prices.most.by


def test_two_ways_are_a_way_ticket_and_rest_on_its_clauses() -> None:
    terms = keno()
    one, two = (Entry(tuple(Way((n, n + 1, n + 2), 500) for n in range(1, 1 + count))) for count in (1, 2))
    told = judge(terms, one), judge(terms, two)
    assert all(isinstance(each, Accepted) for each in told)
    assert ["kinds.way_form" in each.by.provisions for each in told] == [False, True]
    eleven = next(spots for spots in terms.schedule(0)[1] if is_jackpot(terms, 0, spots))
    jackpot = judge(terms, Entry((Way(tuple(range(1, eleven + 1)), terms.prices.jackpot.value),)))
    assert {"prices.jackpot", "prices.jackpot_unit"} <= set(jackpot.by.provisions)


def test_a_bank_that_is_brought_into_a_round_is_the_first_in_a_row() -> None:
    carry = games.game("pai_gow").begin(games.book("vic-2000-pai-gow")[0].as_commenced().terms, SetUp())
    assert brought(cast(Any, carry), "bank anna@4 round 2").bank == Bank("anna", 4, "bank", 1, ("anna",), 1)


def test_a_wheel_with_one_zero_may_be_set_up() -> None:
    terms = games.book("act-1992-american-roulette")[0].as_commenced().terms
    assert isinstance(games.game("roulette").judge_set_up(terms, SetUp()), Accepted)


def test_nobody_chooses_what_is_neither_an_option_nor_the_short_way() -> None:
    asked = ChooseEach(Basis(()), "Stay?", ("P1",), (Option("stay", "Stay"),), short=Option("less", "Less"))
    assert [isinstance(asked.judge_one("P1", value), Accepted) for value in ("stay", "less", "more")] == [
        True, True, False,
    ]  # fmt: skip
    assert isinstance(replace(asked, short=None).judge_one("P1", "less"), Refused)


def test_a_window_says_that_the_round_before_came_to_nothing() -> None:
    view = SimpleNamespace(last=SimpleNamespace(calls=(("No spin", "", Basis(())),)), by=Basis(()))
    told = window_headline(cast(View, view), "on the layout", "No spin", "No spin")
    assert told.second == "No spin before: every wager went back"


def test_whoever_sits_and_has_wagered_nothing_plays_where_they_sit() -> None:
    told = teller("vic-1997-red-dog")
    told.tell("sign 10 to 500")
    assert told.table.do(Order(Person("anna", "player"), "sit", {"area": 3}, at=told.now)).accepted
    assert [view_of(told.table, name).own_areas for name in ("anna", "ben")] == [(3,), ()]
    told.ledger.close()


def test_what_lies_is_what_was_dealt_since_the_cards_were_picked_up() -> None:
    dealing = games.book("act-1992-blackjack")[0].as_commenced().terms.dealing
    shoe = Shoeful.new(dealing, SetUp()).ready()
    earlier, later = card("4H"), card("9S")
    lying = replace(shoe.without([earlier]), on_table=()).after(Dealt(Basis(()), "first card", later))
    assert lying.on_table == (later,)


def test_a_notice_that_keeps_a_value_keeps_it() -> None:
    notice = cast(Instrument, SimpleNamespace(path=Path("notice.toml"), id="notice"))
    below = Leaf(notice, False, {"clauses": ["1"], "value": 8})
    assert Leaf(notice, False, {"clauses": ["2"], "keep": True}, below).value(int, "high") == 8


def test_the_first_section_of_a_book_names_what_it_must_in_a_text() -> None:
    assert _want(Path("book.toml"), {"id": "one"}, "id") == "one"
    for wrong in ({}, {"id": ""}, {"id": 7}):
        with pytest.raises(BadBook, match="'id' is missing"):
            _want(Path("book.toml"), wrong, "id")


def test_a_clause_of_an_earlier_notice_is_named_with_it() -> None:
    layers = [cast(Instrument, SimpleNamespace(id=id, words={"1": "", "2": ""})) for id in ("book", "notice-7")]
    assert clause_told(layers, "1") == Clause("book", "1")
    assert clause_told(layers, "notice-7:1") == Clause("notice-7", "1")
    assert clause_told(layers, "notice-8:1") is None and clause_told(layers, "3") is None


def test_an_instrument_is_blamed_by_the_name_of_its_file() -> None:
    base = games.library()["vic-1997-red-dog"].base
    assert base.source == base.path.name


def test_a_notice_says_what_it_changes_at_its_hour(tmp_path: Path) -> None:
    with own_books(tmp_path) as books:
        books.notice("n1", "2027-01-01T04:00:00", 'spread_pays = { BY, value = { 1 = "6 to 1" } }')
        book = games.book(RED_DOG)[0]
        told = [will_change(book, notice) for notice in book.amendments]
    assert len(told) == 1 and len(told[0]) == 1 and "6 to 1" in told[0][0]


def test_one_place_of_a_list_is_changed() -> None:
    assert _tabled((5, 6, 7), tuple[int, ...], "2", "9", "some.list.2", False) == (5, 9, 7)


def test_a_marker_of_a_players_own_lowers_the_maximum_where_the_book_says_so() -> None:
    """Stud of Victoria, 6.5: limits of one's own are above or below the sign's. Red Dog of Victoria, 6.5: above it."""
    for book, most in (("vic-1999-caribbean-stud", 20_000), ("vic-1997-red-dog", 50_000)):
        general = games.book(book)[0].as_commenced().terms.general
        sign = Sign(Limits(1_000, 50_000), markers=(Marker("anna", 0, 20_000, "gaming shift manager"),))
        assert general.maximum(sign, Wager("anna", 1, "ante", 0)) == most
        assert general.maximum(sign, Wager("ben", 1, "ante", 0)) == 50_000


def test_a_doubled_hand_rests_on_the_clause_of_its_one_card_too() -> None:
    hands = games.book("act-1992-blackjack")[0].as_commenced().terms.hands
    assert {*hands.double.by.clauses, *hands.one_card.by.clauses} == set(hands.doubling.clauses)
    assert set(hands.one_card.by.clauses) - set(hands.double.by.clauses)


def test_a_card_of_the_subsequent_deal_may_be_laid_in_the_wrong_place() -> None:
    terms = games.book("act-1992-blackjack")[0].as_commenced().terms
    assert [mishap.by for mishap in terms.mishaps_later if mishap.kind == "misplaced"] == [terms.misplaced_later.by]


def test_commission_is_taken_of_what_is_won_on_banker_and_of_nothing_else() -> None:
    terms = games.book("act-1992-baccarat")[0].as_commenced().terms
    sign = Sign(Limits(1_000, 50_000))
    for spot, outcome, due in (("banker", Outcome.WON, 50), ("banker", Outcome.LOST, 0), ("player", Outcome.WON, 0)):
        line = Settled(Basis(()), Wager("anna", 1, spot, 1_000), outcome, 1_000, 950, 1_950)
        assert commission_on(terms, sign, line) == due, (spot, outcome)


# Wagers


def told(book: str, story: str) -> Any:
    house = teller(book)
    house.tell(story)
    assert not house.told.unexpected, house.told.unexpected
    return house


def test_a_terminal_that_shows_less_than_was_touched_says_how_much_lies_there() -> None:
    window = told("vic-2000-rapid-roulette", "sign 5 to 100\nATS-1 places 60 on red").table.window
    lying = ChipSums([Wager("ATS-1", 0, "red", 6_000)])
    taken, accepted = window.take(lying, Wager("ATS-1", 0, "red", 9_000))
    assert taken.cents == 4_000 and "$150 is not permitted here; it is $100" in accepted.advice


def test_where_a_record_cannot_be_told_again_is_counted_with_the_rulings() -> None:
    table = told("ma-red-dog", "original P1:10\n7S").table
    ruled = ruling_doc(VoidWagers("P1", "a device"))
    tape = (*table.state.tape, ruled, "7S")
    with pytest.raises(Inadmissible) as found:
        table.run(replace(table.state, tape=tape))
    assert found.value.at == len(tape) - 1


def test_wagers_without_what_they_rest_on_are_left_out_of_a_window_where_that_is_asked() -> None:
    prompt = told("vic-1997-red-dog", "original P1:10 P2:10\n3S 8H").table.prompt
    mine, others = ["P1", 1, "raise", 1_000], ["P9", 7, "raise", 1_000]
    doc = {"wagers": [mine, others]}
    fitting = _fitting(prompt, doc, True)
    assert isinstance(fitting, dict) and [row[0] for row in fitting["wagers"]] == ["P1"]
    assert isinstance(_fitting(prompt, doc, False), Refused)
    assert _fitting(prompt, {"wagers": [mine]}, False) == {"wagers": [mine]}


def test_another_memory_fits_what_was_answered_or_it_does_not() -> None:
    table = told("vic-1997-red-dog", "new shoe\ncut 80").table
    carry = table.state.carry
    assert _fits(table, carry) and not _fits(table, {"shoe": "nonsense"})


def blackjack_layout(share: int = 1) -> Layout:
    general = games.book("act-1992-blackjack")[0].as_commenced().terms.general
    return Layout(general, None, Sign(Limits(1_000, 10_000), players_per_area=share), frozenset())


def test_half_of_a_wager_that_lies_above_the_maximum_rests_on_that_clause_too() -> None:
    layout, wager = blackjack_layout(), Wager("P1", 1, "wager", 15_000)
    layout._judge_live((wager,), None)
    own = Basis((Clause("own", "1"),))
    (line,) = (step for step in layout.halve((wager,), own) if isinstance(step, Settled))
    assert {*own.clauses, *layout.general.above_maximum.by.clauses} <= {*line.by.clauses} and line.live == 5_000


def test_two_who_share_an_area_are_settled_to_its_maximum_together() -> None:
    layout = blackjack_layout(2)
    laid = tuple(Wager(player, 1, "wager", 6_000) for player in ("P1", "P2"))
    layout._judge_live(laid, None)
    assert [layout._on[wager.key].cents for wager in laid] == [6_000, 4_000]


# Rules


BLACKJACK = "act-1992-blackjack"
LATER = "date 2027-01-01 12:00\nsign 10 to 500\n"


def test_a_dealer_draws_to_a_soft_total_that_a_notice_names_and_stands_on_the_hard_one(tmp_path: Path) -> None:
    with own_books(tmp_path) as books:
        books.notice(
            "n1", "2027-01-01T04:00:00", "[provisions.dealer]\nstands_on_soft = { BY, value = 18 }", of=BLACKJACK
        )
        soft = told(BLACKJACK, f"{LATER}wager P1@1:10\nTS AS 8D\nP1 stand\n6C 2D")
        hard = told(BLACKJACK, f"{LATER}wager P1@1:10\nTS TH 8D\nP1 stand\n7C\npick up")
    assert [line.outcome for line in soft.told.lines] == [Outcome.LOST], "a soft seventeen takes a two"
    assert [line.outcome for line in hard.told.lines] == [Outcome.WON], "and a hard one stands"


def test_aces_are_split_again_to_four_hands_and_no_further_where_a_notice_lets_them(tmp_path: Path) -> None:
    with own_books(tmp_path) as books:
        books.notice(
            "n1", "2027-01-01T04:00:00", "[provisions.hands]\nresplit_aces = { BY, value = true }", of=BLACKJACK
        )
        story = f"{LATER}wager P1@1:10\nAS 9S AH\nP1 split\nAC\nP1 split\nAD\nP1 split\nAS"
        table = told(BLACKJACK, story).table
    assert isinstance(table.prompt, Draw), "the fifth ace makes no hand of its own: the next hand gets its card"


def test_a_cutting_card_usually_lies_a_quarter_from_the_back(tmp_path: Path) -> None:
    with own_books(tmp_path) as books:
        value = '[provisions.dealing]\ncut_card_at = { BY, value = "about a quarter" }'
        books.notice("n1", "2027-01-01T04:00:00", value)
        table = told(RED_DOG, "date 2027-01-01 12:00\nnew shoe\ncut 80").table
        assert table.prompt.usual == 416 // 4


def test_a_count_is_noted_by_who_directs_it_where_somebody_is_told_too() -> None:
    def counted(self: Any, by: Basis) -> Any:
        yield "counted"
        return True

    fake: Any = SimpleNamespace(_complete=lambda by: counted(None, by), wrong=None)
    for who, steps in (
        (Authority(decides=("game supervisor",), told=("pit boss",)), 2),
        (Authority(decides=("game supervisor",)), 1),
        (Authority(told=("pit boss",)), 1),
    ):
        rule = Provision(None, Basis((Clause("own", "1"),)), who=who)
        assert len([*Mending._count_or_misdeal(fake, rule, rule)]) == steps


def test_whoever_shook_the_cup_for_one_bank_is_not_who_usually_shakes_it_for_the_next() -> None:
    terms: Any = games.book("vic-2000-pai-gow")[0].as_commenced().terms
    asked = next(_shaker(terms, Sign(seated={"P1": 1, "P2": 2}), "P1", ()))
    assert isinstance(asked, Choose) and asked.usual == "shaker P1"
    again = next(_shaker(terms, Sign(seated={"P1": 1, "P2": 2}), "P1", ("P1",)))
    assert again.usual == "shaker P2" and again.options[0].closed is not None


def test_tiles_may_be_touched_by_whoever_asked_for_the_houseway_and_by_nobody_else() -> None:
    story = "wager P1@2:10 P2@3:10\ndice 1 2 3\nP1 {}\nP2 set"
    for way, may in (("set", False), ("houseway", True)):
        prompt = told("vic-2000-pai-gow", story.format(way)).table.prompt
        assert ("touched" in {mishap.kind for mishap in prompt.may_go_wrong}) == may


def test_a_card_in_excess_that_nobody_saw_lets_the_next_coup_be_wagered_on() -> None:
    seen, unseen = (
        told("act-1992-baccarat", f"player P1:10\n9S 2H TD 3C\n{what}\npick up").table
        for what in ("!seen 5C", "!unseen")
    )
    assert seen.carry().exposed and not unseen.carry().exposed


def test_balls_stand_together_in_notation_and_apart_from_what_came_between() -> None:
    script = draw(keno(), Device())
    progress = run(script, [7, 8, {"irregularity": "malfunction"}, 9], keno().general)
    assert write_round("act-1992-keno", KenoCarry(), progress) == "act-1992-keno | balls 7 8 | !malfunction | balls 9"


def test_what_is_repealed_by_a_clause_is_told_with_that_clause_alone() -> None:
    layer: Any = SimpleNamespace(repeals=("5.4", "5.5"), repealed_by={"5.5": "2"}, replaces={"5.6": "3"})
    assert [*repealing._said(layer)] == [("5.4", "", False), ("5.5", "2", False), ("5.6", "3", True)]
