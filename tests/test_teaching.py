"""Drills: every question comes from a round that the script played, and its key is what the script told."""

from __future__ import annotations

import random
from functools import cache

import pytest

from houseway import games
from houseway.money import cents, show_net
from houseway.play.driver import drive, standing
from houseway.teaching import (
    NoSuchDrill,
    NoSuchQuestion,
    NotAnAnswer,
    Question,
    books,
    drills_of,
    edition_of,
    question,
)
from houseway.teaching.dealing import deal
from houseway.teaching.drills import following
from houseway.teaching.questions import Form, Part

EVERY = ("payouts", "calls", "order", "irregularities")  # what a folder with a game in it has for nothing
FEW = 2  # questions of each drill that are looked at


@cache
def asked(book: str, drill: str, number: int) -> Question:
    return question(edition_of(book), drill, number)


def test_every_playable_book_is_there() -> None:
    assert len(books()) == 18
    assert not [book for book in games.library() if not any(name.split("+")[0] == book for name in books())
                and not games.library()[book].missing]  # fmt: skip


@pytest.mark.parametrize("book", books())
def test_what_a_book_has_is_found_by_asking(book: str) -> None:
    edition = edition_of(book)
    names = [drill.name for drill in drills_of(edition)]
    assert set(EVERY) <= set(names)
    for drill in drills_of(edition):
        assert drill.title and drill.about and drill.par > 0
        if drill.name == "decisions":
            continue  # tests of the figures
        for number in range(FEW):
            put = asked(book, drill.name, number)
            assert put.by.clauses or put.by.readings, f"{book} {drill.name} {number} cites nothing"
            assert put.topic and put.parts and put.why
            verdict = put.judge([_key(part) for part in put.parts])
            assert verdict.right
            for part in put.parts:
                assert part.form is Form.AMOUNT or len(part.options) > 1, "there is nothing to choose"
                assert len({label for _, label in part.options}) == len(part.options), "two answers read alike"
    assert asked.cache_info().currsize


def _key(part: Part) -> str:
    right = part.right[0]
    return f"{int(right) // 100}.{int(right) % 100:02d}" if part.form is Form.AMOUNT else right


@pytest.mark.parametrize(
    "book", ["act-1992-baccarat", "vic-2000-pai-gow+bonanza", "act-1992-american-roulette", "act-1992-keno"]
)
def test_the_same_number_asks_the_same(book: str) -> None:
    for drill in drills_of(edition_of(book)):
        if drill.name != "decisions":
            assert question(edition_of(book), drill.name, 7).document() == asked(book, drill.name, 7).document()


def test_a_payout_is_what_a_second_run_of_the_script_pays() -> None:
    """The round of a question is driven once more from its answers alone: no other arithmetic."""
    for book in books():
        edition = edition_of(book)
        dealt = deal(edition, random.Random(11))
        given = iter([answer for _, answer in dealt.answers])
        steps, settlement = drive(
            games.game(edition.game).play(edition.terms, dealt.carry), lambda prompt, given=given: next(given)
        )  # type: ignore[misc]
        assert settlement == dealt.settlement
        assert [type(step) for step in standing(steps)] == [type(step) for step in dealt.steps]
        assert all(prompt.admits(answer) for prompt, answer in dealt.answers)


def test_payouts_ask_for_the_winnings_of_a_line() -> None:
    paid = set()
    for number in range(60):
        put = asked("vic-1997-red-dog", "payouts", number)
        paid.add(put.topic)
        told = put.why[0][0]
        amount = put.parts[0].right[0]
        assert (f"+${int(amount) // 100:,}" in told) == (int(amount) > 0)
    odds = {topic.partition(" at ")[2].partition(",")[0] for topic in paid}
    assert {"1 to 1", "2 to 1", "4 to 1", "5 to 1", "11 to 1"} <= odds  # three alike come once in a lesson


def test_pictures_add_up_what_each_stack_is_paid() -> None:
    for number in range(12):
        put = asked("act-1992-american-roulette", "pictures", number)
        won = [cents(words.rpartition("+$")[2]) for words, _ in put.why]
        assert sum(won) == int(put.parts[0].right[0]) and len(won) >= 2


def test_a_ticket_is_checked_as_the_game_pays_it() -> None:
    for number in range(12):
        put = asked("act-1992-keno", "payouts", number)
        winner, due = put.parts
        prizes = sum(cents(words.rpartition("$")[2]) for words, _ in put.why)
        assert (winner.right == ("yes",)) == (prizes > 0)
        assert int(due.right[0]) == prizes


def test_third_cards_are_what_the_table_of_play_says() -> None:
    """Held against the rule as everybody knows it: the player draws to five or less, unless somebody has a natural."""
    seen = set()
    for number in range(60):
        put = asked("act-1992-mini-baccarat", "next", number)
        calls = [
            words
            for line in put.told
            for words in line.split("; ")
            if words.startswith(("Player ", "Banker ")) and words[7:].isdigit()
        ]
        if len(calls) != 2:
            continue  # the banker's third card
        player, banker = (int(words.split()[1]) for words in calls)
        draws = put.parts[0].right == ("Deal the player's third card",)
        seen.add(draws)
        assert draws == (player <= 5 and banker < 8 and player < 8)
    assert seen == {True, False}


def test_what_comes_next_is_asked_where_the_cards_decide() -> None:
    assert not following.has(edition_of("act-1992-money-wheel")) and not following.has(edition_of("act-1992-keno"))
    put = asked("ma-red-dog", "next", 0)
    assert len(put.parts[0].options) == 3  # a raise, a third card at once, or no more cards


def test_a_remedy_is_what_the_script_tells_after_the_mishap() -> None:
    clauses = {}
    for number in range(30):
        put = asked("vic-1997-red-dog", "irregularities", number)
        assert put.told[-1].startswith("Now: ")
        if len(put.parts) > 1:
            clauses[put.topic] = put.parts[1].right[0]
    assert clauses["Two cards were burned"] == "9.1" and clauses["Shuffle was missed"] == "9.6"


def test_the_houseway_is_asked_with_every_way_to_set_the_tiles() -> None:
    for number in range(12):
        put = asked("vic-2000-pai-gow", "houseway", number)
        assert len(put.tiles[0][1]) == 4 and 2 <= len(put.parts[0].options) <= 3
        assert put.topic.startswith("line ") and "App2" in str(put.by)


def test_commission_is_what_the_house_keeps() -> None:
    put = asked("act-1992-mini-baccarat", "commission", 0)
    assert put.parts[0].asks.endswith("how much commission on Banker?")
    assert [clause.number for clause in put.by.clauses] == ["6.2", "Terms:Banker"]


# Bad input: one line each


@pytest.mark.parametrize(
    ("part", "text", "because"),
    [
        (Part("?", Form.AMOUNT, ("100",)), "a lot", "'a lot' is not an amount of dollars, such as 25 or 12.50"),
        (Part("?", Form.AMOUNT, ("100",)), "1.005", "'1.005' has a fraction of a cent; money is whole cents"),
        (Part("?", Form.AMOUNT, ("100",)), " ", "an answer is wanted: an amount of dollars, such as 25 or 12.50"),
        (
            Part("?", Form.CHOICE, ("yes",), (("yes", "It is"), ("no", "It is not"))),
            "c",
            "'c' is none of the choices: one of a, b",
        ),
        (
            Part("?", Form.ORDER, ("b a",), (("a", "one"), ("b", "two"))),
            "a a",
            "'a a' is no order of them: the letters a b, each once, in their order",
        ),
    ],
)
def test_what_is_no_answer_is_refused_with_a_word(part: Part, text: str, because: str) -> None:
    with pytest.raises(NotAnAnswer) as wrong:
        part.read(text)
    assert str(wrong.value) == because


def test_answers_may_be_written_in_several_ways() -> None:
    order = Part("?", Form.ORDER, ("b a c",), (("a", "one"), ("b", "two"), ("c", "three")))
    assert {order.read(text) for text in ("bac", "B A C", "b, a, c", "b-a-c")} == {"b a c"}
    choice = Part("?", Form.CHOICE, ("no",), (("yes", "It is"), ("no", "It is not")))
    assert {choice.read(text) for text in ("b", "B", "no", "NO ")} == {"no"}
    assert Part("?", Form.AMOUNT, ("125000",)).read("$1,250") == "125000"


def test_what_is_not_there_is_named() -> None:
    edition = edition_of("act-1992-money-wheel")
    with pytest.raises(NoSuchDrill, match="no drill is called 'juggling'; act-1992-money-wheel has payouts, "):
        question(edition, "juggling", 1)
    with pytest.raises(NoSuchDrill, match="act-1992-money-wheel has no drill 'commission'; it has payouts, "):
        question(edition, "commission", 1)
    with pytest.raises(NoSuchQuestion, match="-1 is not the number of a question"):
        question(edition, "payouts", -1)
    with pytest.raises(NoSuchDrill, match="vic-1999-baccarat-notice-26 is played over another book: "):
        edition_of("vic-1999-baccarat-notice-26")


def test_nothing_that_decides_the_answer_is_told_before_it() -> None:
    for book in ("act-1992-mini-baccarat", "vic-2000-pai-gow", "act-1992-blackjack"):
        for number in range(8):
            put = asked(book, "payouts", number)
            assert not any(": paid " in line or " commission" in line for line in put.told), put.told
            assert put.view is not None
            settled = [f"{line.wager.player}, {show_net(line.won)}" for line in put.view.felt.lines]
            assert f"{put.why[0][0].partition(',')[0]}, {put.why[0][0].rpartition(', ')[2]}" not in settled
