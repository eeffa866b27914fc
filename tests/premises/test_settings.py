"""A floor in a file: every table of every book can be named there, and what cannot be is refused by line and clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway import games
from houseway.floor.house import House
from houseway.floor.jackpots import jackpots
from houseway.ledger import open_ledger
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.opening import open_house, open_missing
from houseway.premises.plans import BadSettings
from houseway.premises.settings import RAPID, Settings, first_floor, load, of_text


def settings(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "floor.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


FLOOR = """
[house]
open_house = true

[signs.small]
limits = "2.50 to 100 step 2.50"

[[jackpot]]
name = "reef"
title = "Reef Jackpot"
approval = "minute 4 of 2 November"
asked_by = "M. Okafor"
signed_by = "L. Brandt"
price = "1"
to_meter = 70
reseed = "500"

[[table]]
name = "BJ-10 to BJ-12"
book = "act-1992-blackjack+over-under"
dealt_by = "dealer"
equipment = "real"
sign = "small"

[[table]]
name = "RD-9"
book = "vic-1997-red-dog"
policies = { raise_counts_to_maximum = true }
sign = { limits = "from 5", kinds = { raise = "up to 50" }, areas = 9 }

[[table]]
name = "CS-2"
book = "vic-1999-caribbean-stud"
shuffling = "shuffler"
sign = { limits = "5 to 200", most_won = "50000", jackpot = "reef" }

[[table]]
name = "RR-7"
book = "vic-2000-rapid-roulette"
wagering_period = 45
sign = { limits = "1 to 100", areas = 5 }
"""


def test_a_file_names_tables_of_any_book(tmp_path: Path) -> None:
    found = settings(tmp_path, FLOOR)
    assert found.names == ["BJ-10", "BJ-11", "BJ-12", "RD-9", "CS-2", "RR-7"]
    ledger = open_ledger(f"sqlite:///{tmp_path}/house.db")
    try:
        house = House(ledger)
        open_missing(house, found)
        blackjack, red_dog, stud, rapid = (house.tables[name].state for name in ("BJ-11", "RD-9", "CS-2", "RR-7"))
        assert (blackjack.book, blackjack.cards_from) == ("act-1992-blackjack+over-under", "shoe")
        assert blackjack.sign.limits == Limits(250, 10_000, 250) and house.dealt_by["BJ-11"] == "dealer"
        assert red_dog.policies == {"raise_counts_to_maximum": True} and red_dog.sign.areas == 9
        assert red_dog.sign.limits == Limits(500) and red_dog.sign.limits_for("raise") == Limits(0, 5_000)
        assert stud.set_up.shuffling == "shuffler" and stud.sign.jackpot is not None
        assert jackpots(ledger)["reef"].approval == "minute 4 of 2 November"
        assert rapid.terminals.period == 45 and list(rapid.terminals.stations) == [f"ATS-{n}" for n in range(1, 6)]
        ledger.settle_down()
        before = {stream: ledger.head(stream) for stream in ledger.streams()}
        open_missing(House(ledger), found)  # all of it is on record
        ledger.settle_down()
        assert {stream: ledger.head(stream) for stream in ledger.streams()} == before
    finally:
        ledger.close()


def test_the_first_floor_is_such_a_file(tmp_path: Path) -> None:
    path = Path(first_floor.__wrapped__.__code__.co_filename).with_name("first_floor.toml")
    of_text(path.read_text(encoding="utf-8"))  # every table of it is judged by its book
    ledger = open_ledger("sqlite:///:memory:")
    try:
        house = House(ledger)
        open_house(house)
        assert list(house.tables) == first_floor().names
        served = {table.book.game for table in house.tables.values()}
        assert served == {name for name in games.names() if games.game(name).cloth != "balls"}  # keno has its desk
    finally:
        ledger.close()


def test_the_older_section_for_terminals_means_the_same_tables(tmp_path: Path) -> None:
    older = """
[rapid]
tables = 2
first = 3
terminals = 6
wagering_period = 40
wheel = "generator"
limits = { straight = "1 to 100", red = "5 to 2500 step 5", other = "2 to 200" }
"""
    kinds = {"straight": Limits(100, 10_000, 100), "red": Limits(500, 250_000, 500)}
    set_up = SetUp(sign=Sign(Limits(200, 20_000, 200), kinds, areas=6))
    for plan, name in zip(settings(tmp_path, older).tables, ("RR-3", "RR-4"), strict=True):
        assert (plan.name, plan.book, plan.set_up, plan.dealt_by, plan.cards_from) == (
            name,
            RAPID,
            set_up,
            "house",
            "rng",
        )
        assert plan.wagering_period == 40


RED_DOG = '[[table]]\nname = "RD-5"\nbook = "vic-1997-red-dog"\n'
REFUSED = {
    "an unknown section": ("[tables]\n", "[tables] is not house, cage, keno"),
    "one table instead of a list": ('[table]\nname = "RD-5"\n', "table: write [[table]], once for each"),
    "an unknown key": (RED_DOG + 'colour = "red"\n', "table RD-5: there is no 'colour' here"),
    "no name": ('[[table]]\nbook = "vic-1997-red-dog"\n', "table number 1: 'name' is missing"),
    "a name that is none": ('[[table]]\nname = "red"\nbook = "x"\n', "table red.name: a table is called RD-5"),
    "rows that end before they begin": (RED_DOG.replace("RD-5", "RD-5 to RD-3"), "'RD-5 to RD-3' is no row of tables"),
    "the same table twice": (RED_DOG * 2, "table RD-5: named twice"),
    "a table of both sections": ('[rapid]\n[[table]]\nname = "RR-1"\nbook = "ma-red-dog"\n', "table RR-1: named twice"),
    "an unknown book": (RED_DOG.replace("red-dog", "red-cat"), "table RD-5: no rulebook is called 'vic-1997-red-cat'"),
    "an unknown variant": (RED_DOG.replace("red-dog", "red-dog+x"), "table RD-5: vic-1997-red-dog has no variant 'x'"),
    "an unknown policy": (RED_DOG + "policies = { x = 1 }\n", "table RD-5: vic-1997-red-dog has no policy 'x'"),
    "areas that the book does not have": (
        RED_DOG + "sign = { areas = 12 }\n",
        "table RD-5: a layout has 7 or 9 areas, not 12  vic-1997-red-dog § 2.1.1",
    ),
    "too few decks": (RED_DOG + "decks = 5\n", "table RD-5: 8 decks of 52 cards are required, not 5  vic-1997-red-dog § 3.1"),
    "decks at a wheel": (
        '[[table]]\nname = "AR-5"\nbook = "act-1992-american-roulette"\ndecks = 5\n',
        "table AR-5: no cards are dealt at this table",
    ),
    "too many terminals": (
        '[[table]]\nname = "RR-5"\nbook = "vic-2000-rapid-roulette"\nsign = { areas = 25 }\n',
        "table RR-5: a table has 1 to 24 terminals  vic-2000-rapid-roulette § 2.2(a)",
    ),
    "a period where there are none": (RED_DOG + "wagering_period = 30\n", "table RD-5: no terminals stand at this table"),
    "a book that opens no table": (
        '[[table]]\nname = "BN-1"\nbook = "vic-1999-baccarat-notice-26"\n',
        "table BN-1: vic-1999-baccarat-notice-26 opens no game",
    ),
    "keno": ('[[table]]\nname = "KE-1"\nbook = "act-1992-keno"\n', "table KE-1: Keno is sold at its own desk"),
    "limits without a wager": (RED_DOG + 'sign = { limits = "50 to 5" }\n', "table RD-5.sign.limits: '50 to 5' has no wager"),
    "limits in other words": (RED_DOG + 'sign = { limits = "5-50" }\n', 'write "1 to 100" or "5 to 500 step 5", not \'5-50\''),
    "half a cent": (RED_DOG + 'sign = { limits = "0.005 to 5" }\n', "table RD-5.sign.limits: '0.005' has a fraction of a cent"),
    "money as a number": (RED_DOG + "sign = { most_won = 5 }\n", "most_won: 5 is not text"),
    "a jackpot nobody has": (RED_DOG + 'sign = { jackpot = "reef" }\n', "table RD-5.sign.jackpot: there is no jackpot 'reef'"),
    "a sign nobody has": (RED_DOG + 'sign = "small"\n', "table RD-5.sign: there is no sign 'small'"),
    "the house at a real shoe": (RED_DOG + 'equipment = "real"\n', "table RD-5.dealt_by: the house deals by the generator"),
    "a jackpot that keeps more than it takes": (
        '[[jackpot]]\nname = "reef"\ntitle = "Reef"\napproval = "-"\nprice = "1"\nto_meter = 90\nto_reserve = 20\n',
        "jackpot reef: to_meter and to_reserve are parts of every hundred wagered",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, what: str) -> None:
    text, told = REFUSED[what]
    with pytest.raises(BadSettings) as wrong:
        settings(tmp_path, text)
    line = str(wrong.value)
    assert line.startswith(f"{tmp_path / 'floor.toml'}: ") and told in line and "\n" not in line
