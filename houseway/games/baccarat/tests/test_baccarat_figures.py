"""Baccarat's figures against published ones, against a second method, and against the script."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.figures.random_streams import seeded
from houseway.games.baccarat.figures.analysis import OUTCOMES, VALUES, Weighed, cells
from houseway.games.baccarat.figures.kernel import kernels
from houseway.kit.shoe import Shoe
from houseway.lab.agree import agree
from houseway.lab.exact import document, study, wager_odds
from houseway.lab.sheet import par_sheet
from houseway.lab.simulate import simulate

BOOKS = ("act-1992-baccarat", "act-1992-mini-baccarat")

# The published counts of the orders in which six cards come: player, banker, tie.
PUBLISHED = {
    8: (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
}

# Published chances of player, banker and tie once Player's two cards are known, eight decks, six decimals.
AFTER_TWO = {
    0: ("0.278792", "0.654627", "0.066581"),
    1: ("0.282833", "0.647252", "0.069915"),
    2: ("0.290303", "0.634207", "0.075490"),
    3: ("0.303386", "0.615539", "0.081075"),
    4: ("0.322084", "0.579983", "0.097933"),
    5: ("0.358488", "0.537849", "0.103663"),
    6: ("0.430362", "0.427801", "0.141838"),
    7: ("0.572657", "0.285046", "0.142297"),
    8: ("0.810911", "0.094938", "0.094151"),
    9: ("0.905475", "0.000000", "0.094525"),
}


@pytest.fixture(scope="module")
def terms():
    return study(BOOKS[0]).edition.terms


@pytest.mark.parametrize("decks", PUBLISHED)
def test_every_order_of_six_cards_as_published(terms, decks):
    found = Weighed.by(terms, Shoe.of(decks))
    assert tuple(found.ways[came] for came in OUTCOMES) == PUBLISHED[decks]
    assert sum(found.ways.values()) == found.total


def test_after_players_two_cards_as_published(terms):
    for count, ways in Weighed.by(terms).by_player_count.items():
        assert tuple(f"{way / sum(ways):.6f}" for way in ways) == AFTER_TWO[count]


@pytest.mark.parametrize("book", BOOKS)
def test_the_edges(book):
    odds = {one.wager: one for one in wager_odds(study(book))}
    assert odds["banker"].expectation == Fraction(-114753351728, 10847218479825)
    assert odds["player"].expectation == Fraction(-241149546272, 19524993263685)
    assert odds["tie"].expectation == Fraction(-103841353768, 723147898655)
    assert [f"{float(odds[spot].house_edge) * 100:.2f}" for spot in ("banker", "player", "tie")] == [
        "1.06",
        "1.24",
        "14.36",
    ]
    doc = document(study(book))
    assert {row["wager"] for row in doc["wagers"]} == {"banker", "player", "tie"}
    assert [outcome["net"] for outcome in doc["wagers"][0]["outcomes"]] == ["-1", "0", "19/20"]


def _by_brute_force(terms, counts):
    """Six cards in every order of values, weighed one by one: a method with no sums over pairs in it."""
    shape = [1] * 6
    ways = np.ones([VALUES] * 6, np.int64)
    index = np.indices([VALUES] * 6)
    for n in range(6):
        gone = sum((index[m] == index[n]).astype(np.int64) for m in range(n)) if n else 0
        shape[n] = VALUES
        ways *= np.maximum(np.array(counts).reshape(shape) - gone, 0)
        shape[n] = 1
    own, other = (index[0] + index[2]) % VALUES, (index[1] + index[3]) % VALUES
    came = np.array(cells(terms))[((own * VALUES + other) * VALUES + index[4]) * VALUES + index[5]]
    return tuple(int(ways[came == n].sum()) for n in range(3))


@pytest.mark.parametrize("counts", [(128, *[32] * 9), (7, 0, 3, 1, 1, 2, 0, 5, 1, 1), (0, 6, 0, 0, 0, 0, 0, 0, 0, 0)])
def test_any_shoe_by_a_second_method(terms, counts):
    found = Weighed(Weighed.by(terms).play, counts)
    assert tuple(found.ways[came] for came in OUTCOMES) == _by_brute_force(terms, counts)


def test_a_used_shoe_from_the_terminals_words():
    rich = {one.wager: one.expectation for one in wager_odds(study(BOOKS[0], shoe="4:0 5:0 6:0"))}
    full = {one.wager: one.expectation for one in wager_odds(study(BOOKS[0]))}
    assert rich["player"] != full["player"]
    with pytest.raises(ValueError, match="six may be needed"):
        wager_odds(study(BOOKS[0], shoe=" ".join(f"{rank}:0" for rank in "23456789TJQK") + " A:5"))


@pytest.mark.parametrize("book", BOOKS)
def test_sums_kernel_and_script_are_one_game(book):
    found = agree(study(book), rounds=200)
    assert found.endings > 2000
    assert found.rounds == 200


KNOBS = {
    "commission": "1/25",
    "tie.pays": "9 to 1",
    "player.pays": "6 to 5",
    "banker.pays": "2 to 1",
    "tableau.natural": "9",
    "tableau.player_draws_to": "4",
    "tableau.banker.6": "SSSSSSDDSSD",
    "tableau.banker.3": "DDDDDDDDDDD",
    "decks": "6",
}


@pytest.mark.parametrize("name", KNOBS)
def test_a_changed_provision_moves_script_and_figures_alike(name):
    """The knob turn: no figure hides in the sums or in the kernel."""
    of = study(BOOKS[0], {name: KNOBS[name]})
    agree(of, rounds=60)
    plain = [one.outcomes.chances for one in wager_odds(study(BOOKS[0]))]
    assert [one.outcomes.chances for one in wager_odds(of)] != plain


def test_a_row_of_the_tableau_has_eleven_letters():
    with pytest.raises(ValueError, match="eleven letters"):
        study(BOOKS[0], {"tableau.banker.3": "DDDDDDDDSD"})


def test_simulation_finds_the_exact_value():
    report = simulate(study(BOOKS[0]), 20_000_000, seed=20261115)
    assert [tally.wager for tally in report.tallies] == ["banker", "player", "tie"]
    for tally in report.tallies:
        assert abs(tally.z) < 4, tally


def test_a_small_shoe_is_sampled_without_replacement(terms):
    """Seven cards: every coup of them is known, so the kernel's shares must be the exact ones."""
    left = [0] * 52
    for n in (0, 5, 11, 22, 30, 43, 51):
        left[n] = 1
    shoe = Shoe(tuple(left))
    counts = kernels(terms, shoe)[0].run(seeded(5, 0), 400_000)
    for came, count in zip(OUTCOMES, counts, strict=True):
        chance = float(Weighed.by(terms, shoe).chance(came))
        assert abs(count / 4e5 - chance) < 5 * (chance * (1 - chance) / 4e5) ** 0.5 + 1e-12


def test_the_sheet():
    sheet = par_sheet(study(BOOKS[1]))
    assert sheet.rows[0][:4] == ("Banker", "45.8597", "19 to 20", "1.0579")
    assert "4,998,398,275,503,360" in sheet.method
