"""Pai Gow: what worked cases cannot say. Every hand, every cut, secrets, money that adds up, and figures found a second way."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from typer.testing import CliRunner

from houseway import games
from houseway.cli.app import app
from houseway.floor.views import prompt_for
from houseway.games.pai_gow.carry import Bank, Carry, ready
from houseway.games.pai_gow.checker import NoHand, check
from houseway.games.pai_gow.cuts import box, counted
from houseway.games.pai_gow.events import BankSettled, CommissionTaken, HandShown, TilesDealt, TilesSet
from houseway.games.pai_gow.figures import analysis
from houseway.games.pai_gow.hands import Setting, settings
from houseway.games.pai_gow.houseway import HouseWay, Switches, every_four, tiles_of
from houseway.games.pai_gow.prompts import SetTiles
from houseway.games.pai_gow.round import play
from houseway.games.pai_gow.seating import callers
from houseway.kit.tiles import KINDS, TILES, NotTiles, tiles
from houseway.lab.agree import agree
from houseway.lab.exact import study
from houseway.lab.simulate import simulate
from houseway.play.decision import Refused
from houseway.play.driver import drive
from houseway.play.felt import felt, redacted
from houseway.play.prompts import ClosedWindow, TakeWagers
from houseway.play.wagers import Sign, Wager
from houseway.testing.tapes import Tape

BOOK = "vic-2000-pai-gow"


@pytest.fixture(scope="module")
def terms():
    return games.library()[BOOK].as_commenced().terms


@pytest.fixture(scope="module")
def bonanza():
    return games.library()[BOOK].as_commenced(variant="bonanza").terms


# Tiles and hands


def test_the_set_has_thirty_two_tiles_of_sixteen_kinds():
    assert len(TILES) == 32
    assert Counter(tile.kind for tile in TILES) == dict.fromkeys(KINDS, 2)
    assert sorted(kind.single_rank for kind in KINDS) == list(range(1, 17))
    assert KINDS[0].single_rank == 16
    for tile in TILES:  # the pips on a tile are its count, but for Gee Jun and the Teen and Day kinds alike
        assert sum(tile.pips) == tile.kind.count or tile.kind.code == "GJ"
    with pytest.raises(NotTiles, match="three of Teen"):
        tiles("T T T 5")


@pytest.mark.long
def test_every_hand_has_one_setting_and_names_its_line(terms):
    way = terms.houseway.way
    hands = Counter()
    for hand in combinations(TILES, 4):
        found = way.set(hand)
        assert Counter(found.setting.tiles) == Counter(hand)
        assert found.setting.strengths[0] >= found.setting.strengths[1]
        hands[found.rule] += 1
    assert sum(hands.values()) == 35_960
    assert hands["1"] == 120
    assert set(hands) == {
        "1", "2", "3-split", "3-keep", "4.1", "4.2", "4.3", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.2-residual",
        *(f"5.4-X{n}" for n in range(1, 8)), "5.5-X1", *(f"5.6-X{n}" for n in range(1, 6)),
    }  # fmt: skip


def test_no_hand_is_set_worse_on_both_counts_than_it_could_be(terms):
    for four, _ in every_four():
        found = terms.houseway.way.set(tiles_of(four)).setting
        for other in settings(tiles_of(four)):
            high, low = other.strengths
            assert not (high > found.strengths[0] and low > found.strengths[1]), found


@pytest.mark.parametrize(
    ("switch", "kinds", "hands"),
    [
        ("gee_jun_splits", 10, 40), ("gee_jun_excepted", 2, 32), ("teen_day_apart", 18, 288), ("teen_leads", 8, 128),
        ("two_best_apart", 17, 272), ("rest_apart", 74, 1184),
    ],
)  # fmt: skip
def test_each_doubtful_passage_touches_as_many_hands_as_were_counted(terms, switch, kinds, hands):
    base: HouseWay = terms.houseway.way
    other = replace(base, switches=Switches(**{switch: not getattr(Switches(), switch)}), _set={})
    changed = [
        weight for four, weight in every_four() if other.decide(four)[0].strengths != base.decide(four)[0].strengths
    ]
    assert (len(changed), sum(changed)) == (kinds, hands)


def test_the_checker_says_why_and_refuses_what_is_no_hand(terms):
    found = check(terms, "T D H8 L7")
    assert (found.chosen.rule, found.chosen.high_is, found.chosen.low_is) == ("4.3", "Teen Gong", "Day High Nine")
    assert {way.rule for way in found.others} == {"4.1", "4.3"}
    for text, clause in (("T H6 L4 5 9", "12.1.1"), ("T T T 5", "2.2")):
        with pytest.raises(NoHand) as refused:
            check(terms, text)
        assert clause in {each.number for each in refused.value.by.clauses}


# Cuts


def test_every_cut_is_eight_lots_of_four_and_sides_mirror_each_other(terms):
    deliveries = terms.cuts.deliveries
    assert len(deliveries) == 18
    for name, cut in deliveries.items():
        dealt = cut.dealt(TILES, 5)
        assert sorted(tile.index for lot in dealt.values() for tile in lot) == list(range(32))
        if "right" in name:
            mirror = deliveries[name.replace("right", "left")]
            assert tuple(row[::-1] for row in mirror.lots) == cut.lots, name


def test_totals_count_round_from_the_chung_also_after_stealing():
    totals = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))
    chances = Counter()
    for total, ways in totals.items():
        chances[box(total)] += ways
    assert [chances[n] for n in range(1, 9)] == [28, 28, 28, 28, 27, 25, 25, 27]
    assert (box(0), box(-1), box(19), box(22)) == (8, 7, 3, 6)
    assert counted(7, 12) == 2


# Who calls


def test_who_calls_for_a_shared_area():
    sign = Sign(seated={"A": 3, "B": 4})
    wagers = [
        Wager("A", 3, "wager", 50),
        Wager("C", 3, "wager", 80),
        Wager("A", 6, "wager", 10),
        Wager("B", 4, "tie", 5),
    ]
    assert callers(wagers, sign) == {3: "C", 4: "B", 6: "A"}
    alone = [Wager("A", 3, "wager", 50), Wager("A", 6, "wager", 90)]
    assert callers(alone, sign) == {3: "A", 6: ""}
    mixed = [Wager("D", 5, "bonus", 500), Wager("E", 5, "tie", 90), Wager("F", 5, "wager", 5)]
    assert callers(mixed, sign) == {5: "F"}


# Secrets and money


def _round(terms, carry: Carry, seed: int, wagers: tuple[Wager, ...] = ()):
    tape = Tape(random.Random(seed).randrange)

    def answer(prompt):
        if wagers and isinstance(prompt, TakeWagers):
            return ClosedWindow(wagers)
        return tape(prompt)

    return drive(play(terms, carry), answer)


def test_nobody_sees_tiles_that_are_not_theirs(bonanza):
    for seed in range(120):
        steps, _ = _round(bonanza, ready(Carry()), seed)
        shown_at = next((n for n, step in enumerate(steps) if isinstance(step, HandShown)), len(steps))
        for audience in ("", "staff", "dealer", "P1", "P2"):
            for step in steps[:shown_at]:
                if isinstance(step, (TilesDealt, TilesSet)) and step.to != audience:
                    seen = redacted(step, audience)
                    assert not getattr(seen, "tiles", ()) and not getattr(seen, "setting", "")
                if isinstance(step, SetTiles):
                    assert set(prompt_for(step, audience).held if prompt_for(step, audience) else ()) <= {audience}
            facts = dict(felt(steps[:shown_at], audience).facts)
            for name, value in facts.items():
                if name.startswith(("tiles ", "setting ")) and value not in ("?", ""):
                    area = int(name.split(" ")[1])
                    assert facts[f"caller {area}"] == audience


@pytest.mark.parametrize("method", ["bank", "co-bank"])
def test_a_players_bank_pays_and_takes_every_cent(terms, method):
    """Players, banker and House: what one has the others have not; alone, a banker leaves the House its commission only."""
    wagers = (
        Wager("P9", 4, "bank", 100_00), Wager("P1", 2, "wager", 33_35), Wager("P2", 5, "wager", 20_00),
        Wager("P3", 5, "wager", 10_15), Wager("P1", 7, "wager", 12_25),
    )  # fmt: skip
    seen = set()
    for seed in range(200):
        carry = replace(ready(Carry()), bank=Bank("P9", 4, method, 1, ("P9",)))
        steps, settlement = _round(terms, carry, seed, wagers)
        taken = [step for step in steps if isinstance(step, CommissionTaken)]
        if not taken:
            continue  # void
        house = -settlement.net
        banker = settlement.net_of("P9")
        seen.add(banker > 0)
        if method == "bank":
            assert house == taken[0].cents
        else:
            own = next(step.commission for step in steps if isinstance(step, BankSettled))
            assert house - taken[0].cents - (banker + own) in (0, 1)  # an odd cent is the House's
    assert seen == {True, False}


def test_after_asking_for_the_houseway_the_tiles_are_set_at_own_risk_and_not_given_up():
    table = _table()
    prompt = _until(table, SetTiles)
    assert prompt.judge_change("P1", "houseway", "set T 9 / H8 H10") is None
    refused = prompt.judge_change("P1", "houseway", "concede")
    assert isinstance(refused, Refused)
    assert "12.1.4.1" in {clause.number for clause in refused.by.clauses}


def _table():
    return games.library()[BOOK].as_commenced().terms


def _until(terms, kind):
    found = []

    def answer(prompt):
        if isinstance(prompt, kind):
            found.append(prompt)
        if isinstance(prompt, TakeWagers):
            return ClosedWindow((Wager("P1", 3, "wager", 1000),))
        return prompt.some(random.Random(1).randrange)

    drive(play(terms, ready(Carry())), answer)
    return found[0]


# Figures


def test_weights_and_deals_add_up():
    assert sum(weight for _, weight in every_four()) == 35_960
    assert len(list(every_four())) == 3_620
    assert analysis.DEALS == 736_281_000


def test_counts_of_a_hand_are_those_of_every_deal_played_out(terms):
    """A second way: real tiles, one by one, for a few hands of each sort."""
    of = analysis.worth(terms)
    rng = random.Random(7)
    for n in rng.sample(range(len(of.hands.fours)), 3):
        own = tiles_of(of.hands.fours[n])
        rest = [tile for tile in TILES if tile not in own]
        ways = [of.hands.strengths[n][way] for way in range(3)]
        wins, losses = [0, 0, 0], [0, 0, 0]
        for hand in combinations(rest, 4):
            bank = terms.houseway.way.decide(tuple(sorted(tile.kind.index for tile in hand)))[0].strengths
            for way, (high, low) in enumerate(ways):
                wins[way] += high > bank[0] and low > bank[1]
                losses[way] += high <= bank[0] and low <= bank[1]
        assert wins == of.hands.played[0][n]
        assert losses == of.hands.played[1][n]


@pytest.mark.long
def test_edges_are_those_worked_out_before(terms):
    """The register's figures for a bank by the Houseway against players who set every hand to its best."""
    edges = {reading.name: reading for reading in analysis.readings(terms)}
    assert f"{float(edges['as we read it'].best):.6f}" == "0.015817"
    assert f"{float(edges['gee_jun_splits = true'].best):.6f}" == "0.016200"
    assert f"{float(edges['teen_day_apart = false'].best):.6f}" == "0.015003"


def test_what_the_bank_wins_the_player_loses(terms):
    odds = {(one.wager, one.strategy): one for one in analysis.wagers(terms)}
    player = odds["wager", analysis.HOUSEWAY].outcomes.chances
    bank = odds["bank", analysis.BANK_HOUSEWAY].outcomes.chances
    win = 1 - terms.settling.commission.value
    assert (bank[win], bank[Fraction(-1)]) == (player[Fraction(-1)], player[win])


def test_lines_give_away_exactly_what_the_best_setting_gains(terms):
    odds = {(one.wager, one.strategy): one for one in analysis.wagers(terms)}
    gained = odds["wager", analysis.BEST].expectation - odds["wager", analysis.HOUSEWAY].expectation
    assert sum((line.gives_away for line in analysis.lines(terms)), Fraction(0)) == gained
    assert sum(line.hands for line in analysis.lines(terms)) == 35_960


@pytest.mark.long
def test_script_and_tables_agree():
    """At random; every ending is run by the conformance suite."""
    for book in (BOOK, f"{BOOK}+bonanza"):
        assert agree(study(book), rounds=125, endings=False).rounds == 250


@pytest.mark.long
def test_turning_a_figure_turns_tables_and_script_alike():
    for changes in ({"commission": "1/40"}, {"teen_day_apart": "false"}):
        assert agree(study(BOOK, changes), rounds=30, endings=False).rounds == 60
        assert analysis.wagers(study(BOOK, changes).edition.terms) != analysis.wagers(study(BOOK).edition.terms)
    changed = study(f"{BOOK}+bonanza", {"bonus_pays.Wong": "3 to 1", "gong_tie_pays": "9 to 1"})
    assert agree(changed, rounds=30, endings=False).rounds == 60


def test_simulation_comes_within_three_standard_errors():
    report = simulate(study(f"{BOOK}+bonanza"), 4_000_000, seed=11)
    assert {tally.wager for tally in report.tallies} == {"wager", "bank", "tie", "bonus"}
    for tally in report.tallies:
        assert tally.z is not None and abs(tally.z) < 3, (tally.wager, tally.strategy, tally.z)


# The command line


def test_the_command_line_sets_a_hand():
    run = CliRunner()
    done = run.invoke(app, ["strategy", BOOK, "--hand", "H10 L10 11 H7", "--json"])
    doc = json.loads(done.stdout)
    assert (doc["rule"], doc["high_is"], doc["low_is"]) == ("5.4-X1", "8", "0")
    assert len(doc["others"]) == 2


@pytest.mark.parametrize("hand", ["T H6 L4 5 9", "T T T 5", "T H6 L4 Q"])
def test_the_command_line_refuses_what_is_no_hand(hand, capsys):
    from houseway.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["strategy", BOOK, "--hand", hand])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.count("\n") == 1 and "§" in said


def test_a_setting_is_read_in_either_order():
    assert str(Setting.parse("H8 H10 / T 9")) == "T 9 / H8 H10"
    with pytest.raises(NotTiles):
        Setting.parse("T 9 H8 H10")
