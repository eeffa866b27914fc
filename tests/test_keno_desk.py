"""The keno computer as a whole: sold, drawn, paid exactly once, and agreeing with the ledger; on both databases."""

import random
import threading
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from houseway import games
from houseway.floor.keno import running
from houseway.floor.keno.desk import Keno, Order
from houseway.floor.keno.masks import evaluate
from houseway.floor.keno.papers import packed, unpacked
from houseway.floor.keno.paying import due, expires
from houseway.floor.keno.reports import changed_papers, days, proofs, unclaimed
from houseway.floor.keno.selling import catalogue, entry_of, picked
from houseway.floor.people import HOUSE, Person, player
from houseway.games.keno.entry import Way, judge, mask
from houseway.games.keno.prizes import Bonus, prize, pro_rate
from houseway.ledger import Post, Transfer, audit, open_ledger
from houseway.play.decision import Accepted, Refused
from tests.stores import fresh_database

NOON = datetime(2026, 11, 15, 12, 0)
WRITER, BOSS, INSPECTOR = Person("W", "dealer"), Person("B", "casino supervisor"), Person("I", "inspector")
TERMS = games.library()["act-1992-keno"].as_commenced().terms


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def address(request, tmp_path):
    if request.param == "postgresql":
        return fresh_database()
    return "sqlite:///:memory:" if request.param == "memory" else f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def keno(address):
    ledger = open_ledger(address)
    yield Keno(ledger)
    ledger.close()


def do(keno, who, act, at=NOON, **details):
    """An order; nobody waits for the disk, so that what is asked next must be right before the flush as well."""
    return keno.do(Order(who, act, details, at=at))


def must(keno, who, act, at=NOON, **details):
    answer = do(keno, who, act, at, **details)
    assert answer.accepted, answer.decision
    return answer.paper


def game(keno, numbers=None, at=NOON):
    """Closes the open game, draws it, and evaluates it."""
    must(keno, BOSS, "close game", at)
    must(keno, *((WRITER, "key draw") if numbers else (HOUSE, "draw")), at, **({"numbers": numbers} if numbers else {}))
    if numbers:
        must(keno, WRITER, "confirm draw", at)
    assert running.settle(keno, at) is not None


def sound(keno):
    for proof in proofs(keno):
        assert proof.agrees, proof
    for report in days(keno):
        assert report.agrees, report
    assert list(changed_papers(keno)) == []
    found = audit(keno.ledger)
    assert found.sound, found.findings


def test_a_random_keno_day_agrees_with_the_ledger_to_the_cent(keno):
    """Everything a counter does in a day, by chance; papers and ledger are held together after every game."""
    rng = random.Random(7)
    keno.ledger.post([Post("cage", "buy-in", "", "", {}, (Transfer("cage", "player:Heron", 10**8, "x"),))]).result()
    must(keno, BOSS, "open day")
    papers = []
    for number in range(1, 15):
        for _ in range(12):
            kind = rng.randrange(6)
            details = {"games": rng.choice([1, 1, 2, 5, 50]), "special": rng.choice([0, 0, 0, 1])}
            if kind == 0:
                details |= {"mystery": True, "cents": 200}
            elif kind == 1:
                details |= {"quick_pick": rng.randrange(1, 16), "cents": 200}
            elif kind == 2:
                details |= {"set_bet": rng.choice(list(catalogue())), "mode": "random"}
            else:
                details |= {
                    "numbers": rng.sample(range(1, 81), rng.randrange(1, 16)),
                    "cents": 100 * rng.randrange(2, 9),
                }
            who, tender = (player("Heron"), "chips") if rng.randrange(3) == 0 else (WRITER, "cash")
            sold = do(keno, who, "sell", tender=tender, **details)
            if sold.accepted:
                papers.append(sold.paper["code"])
        if papers and rng.randrange(2):
            do(keno, WRITER, "cancel", paper=rng.choice(papers))
        must(keno, BOSS, "bonus", spots=4, matched=2, cents=100, approval="A-1")
        game(keno)
        for code in rng.sample(papers, min(5, len(papers))):
            paid = do(keno, WRITER, "pay", paper=code, how=rng.choice(["cash", "voucher"]))
            if "continues" in paid.paper:
                papers.append(paid.paper["continues"])
        if number % 7 == 0:
            sound(keno)
    must(keno, BOSS, "close day", hours_over=True)
    sound(keno)
    again = Keno(keno.ledger)
    assert again.standing == keno.standing
    assert again.tickets == keno.tickets


def test_a_desk_whose_snapshot_is_damaged_stands_where_it_stood(keno):
    must(keno, BOSS, "open day")
    must(keno, WRITER, "sell", numbers=[1, 2], cents=100)
    game(keno, list(range(1, 21)))
    keno.ledger.settle_down()
    with keno.ledger.changing() as connection:
        connection.exec_driver_sql("UPDATE snapshot SET body = replace(body, 'house', 'mouse')")
    assert "snapshot" in audit(keno.ledger).findings[0].what
    assert Keno(keno.ledger).standing == keno.standing


def test_papers_that_somebody_changed_are_named(keno):
    must(keno, BOSS, "open day")
    for numbers in ([1, 2], [3, 4], [70]):
        must(keno, WRITER, "sell", numbers=numbers, cents=200, games=2)
    must(keno, WRITER, "deposit", cents=500)
    game(keno, list(range(1, 21)))
    keno.ledger.settle_down()
    for table, column, value, where in (
        ("keno_ticket", "ways", "(SELECT ways FROM keno_ticket WHERE number = 1)", "ticket 2"),
        ("keno_ticket", "last", "last + 1", "ticket 3"),
        ("keno_ticket", "paid", "1", "ticket 1"),
        ("keno_ticket", "per_game", "per_game * 2", "ticket 2"),
        ("keno_ticket", "status", "'void'", "ticket 3"),
        ("keno_voucher", "cents", "50000", "voucher 1"),
        ("keno_voucher", "used", "'x'", "voucher 1"),
        ("keno_game", "numbers", "'1 2 3'", "game 1"),
    ):
        number = int(where.split()[1])
        with keno.ledger.reading() as connection:
            was = connection.exec_driver_sql(f"SELECT {column} FROM {table} WHERE number = {number}").scalar()
        with keno.ledger.changing() as connection:
            connection.exec_driver_sql(f"UPDATE {table} SET {column} = {value} WHERE number = {number}")
        assert list(changed_papers(keno)) == [where], (table, column)
        with keno.ledger.changing() as connection:
            back = sa.text(f"UPDATE {table} SET {column} = :was WHERE number = {number}")
            connection.execute(back, {"was": was})
    assert list(changed_papers(keno)) == []


def test_a_claim_is_paid_once_however_many_ask_at_the_same_moment(keno):
    must(keno, BOSS, "open day")
    code = must(keno, WRITER, "sell", numbers=[1, 2], cents=100)["code"]
    game(keno, list(range(1, 21)))
    start, answers = threading.Barrier(12), []

    def claim(n):
        start.wait()
        answers.append(do(keno, Person(f"W{n}", "dealer"), "pay", paper=code))

    threads = [threading.Thread(target=claim, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    paid = [answer for answer in answers if answer.accepted]
    assert [answer.paper["cents"] for answer in paid] == [1200]
    assert {c.number for a in answers if not a.accepted for c in a.decision.by.clauses} == {"11.5"}
    sound(keno)


def test_a_key_has_one_effect_and_one_answer(keno):
    must(keno, BOSS, "open day")
    order = Order(WRITER, "sell", {"numbers": [1, 2], "cents": 100}, "k-1", NOON)
    first, second = keno.do(order), keno.do(order)
    assert second.again
    assert second.paper == first.paper
    assert keno.tickets == 1
    changed = keno.do(Order(WRITER, "sell", {"numbers": [1, 3], "cents": 100}, "k-1", NOON))
    assert changed.fault == "key"
    sound(keno)


def test_refused_orders_change_nothing(keno):
    must(keno, BOSS, "open day")
    sold = must(keno, WRITER, "sell", numbers=[1, 2], cents=100)
    head = keno.ledger.head("desk:keno")
    number, serial = sold["code"].split("-", 1)
    wrong = [
        ("sell", {"numbers": list(range(1, 17)), "cents": 100}, "1(l)"),
        ("sell", {"numbers": [3, 3], "cents": 100}, "1(l)"),
        ("sell", {"numbers": [81], "cents": 100}, "3.2"),
        ("sell", {"numbers": [3], "cents": 150}, "6.2"),
        ("sell", {"numbers": [3], "cents": 100, "games": 0}, "1(m)"),
        ("sell", {"numbers": [3], "cents": 100, "game": 99}, "9.2"),
        ("sell", {"numbers": [3], "cents": 100, "tender": "credit card"}, "6.1"),
        ("sell", {"numbers": [3], "cents": 100, "tender": "voucher", "paper": "1-0000000000000000"}, "1(n)"),
        ("pay", {"paper": f"{number}-{'0' * 16}"}, "11.4"),
        ("pay", {"paper": "torn"}, "14"),
        ("pay", {"paper": sold["code"]}, "11.3"),
        ("cancel", {"paper": f"9{number}-{serial}"}, "11.4"),
        ("redeem", {"paper": "nothing"}, "1(n)"),
    ]
    for act, details, clause in wrong:
        decision = do(keno, WRITER, act, **details).decision
        assert isinstance(decision, Refused), (act, details)
        assert clause in {c.number for c in decision.by.clauses}, (act, details, decision)
    for bad in ({"numbers": "all"}, {"numbers": [1.5]}, {"cents": "1"}, {"games": None}, {"groups": 3}):
        details = {"numbers": [1], "cents": 100} | bad
        assert do(keno, WRITER, "sell", **details).fault == "misread"
        assert keno.do(Order(WRITER, "sell", details, "a-key", NOON)).fault == "misread"
    for who, act in ((player("Heron"), "draw"), (WRITER, "bonus"), (BOSS, "decide claim"), (INSPECTOR, "sell")):
        assert isinstance(do(keno, who, act).decision, Refused)
    must(keno, BOSS, "close game")
    assert isinstance(do(keno, WRITER, "key draw", numbers=list(range(1, 20))).decision, Refused)
    assert keno.ledger.head("desk:keno")[0] == head[0] + 1  # the closing alone


def test_a_draw_goes_on_from_its_last_ball_after_a_restart_and_is_never_made_again(address):
    ledger = open_ledger(address)
    keno = Keno(ledger)
    must(keno, BOSS, "open day")
    must(keno, WRITER, "sell", numbers=[1, 2], cents=100)
    must(keno, BOSS, "close game")
    for ball in (1, 2, 3):
        must(keno, WRITER, "answer", value=ball)
    if ":memory:" not in address:  # another process takes over
        ledger.close()
        ledger = open_ledger(address)
    keno = Keno(ledger)
    assert running.standing_numbers(keno, keno.game(1)) == [1, 2, 3]
    must(keno, HOUSE, "draw")
    numbers = keno.game(1).numbers
    assert numbers[:3] == (1, 2, 3)
    keno = Keno(ledger)
    refused = do(keno, HOUSE, "draw").decision
    assert isinstance(refused, Refused)
    assert "10.1" in {clause.number for clause in refused.by.clauses}
    assert running.settle(keno, NOON) is not None
    keno.ledger.settle_down()
    assert Keno(ledger).game(1).numbers == numbers
    assert running.settle(keno, NOON) is None, "a game is settled once"
    sound(keno)
    ledger.close()


def test_twelve_months_later(keno):
    must(keno, BOSS, "open day")
    code = must(keno, WRITER, "sell", numbers=[1, 2], cents=100)["code"]
    game(keno, list(range(1, 21)))
    must(keno, BOSS, "close day", hours_over=True)
    assert expires(keno, "2026-11-15").isoformat() == "2027-11-15"
    assert expires(keno, "2028-02-29").isoformat() == "2029-03-01"
    later = NOON + timedelta(days=366)
    must(keno, BOSS, "open day", later)
    assert isinstance(do(keno, WRITER, "pay", later, paper=code).decision, Refused)
    must(keno, BOSS, "release unclaimed", later)
    assert days(keno)[0].owed == 1200
    claim = must(keno, WRITER, "file claim", later, reason="old", name="A", address="B", signature="C", ticket=1)[
        "claim"
    ]
    must(keno, BOSS, "use unclaimed", later, **{"cents": 1200, "for": "bonus prize", "approval": "A"})
    assert must(keno, INSPECTOR, "decide claim", later, claim=claim, approve=True)["cheque"] == 1200
    sound(keno)


def test_a_writer_cannot_touch_a_players_credit(keno):
    keno.ledger.post([Post("cage", "buy-in", "", "", {}, (Transfer("cage", "player:Heron", 5000, "x"),))]).result()
    must(keno, BOSS, "open day")
    must(keno, WRITER, "sell", numbers=[1], cents=100, tender="chips", player="Heron")
    must(keno, WRITER, "deposit", cents=100, player="Heron")
    assert keno.ledger.balance("player:Heron") == 5000
    must(keno, player("Heron"), "sell", numbers=[1], cents=100)
    assert keno.ledger.balance("player:Heron") == 4900
    poor = do(keno, player("Heron"), "sell", numbers=[1], cents=500_000)
    assert poor.fault == "funds"
    sound(keno)


def test_serials_are_long_and_never_repeat(keno):
    must(keno, BOSS, "open day")
    codes = [must(keno, WRITER, "sell", numbers=[1], cents=100)["code"] for _ in range(60)]
    serials = {code.split("-", 1)[1].replace(" ", "") for code in codes}
    assert len(serials) == 60
    assert {len(serial) for serial in serials} == {16}


def test_no_order_breaks_the_desk():
    """Every act there is, by everybody who may try it, with strange details: a yes or a no, and nothing breaks."""
    from houseway.floor.keno.acts import ACTS, ROLES_OF_ACT

    strange = [None, True, -1, 0, 7, 10**30, 1.5, "", "x", "1/1", [], [[]], [1, "a"], {}, {"a": 1}, [[1, 2], [2, 3]]]
    names = ("numbers", "cents", "games", "special", "groups", "ways", "listed", "paper", "value", "irregularity", "claim",
             "ticket", "approval", "spots", "matched", "closes", "columns", "for", "player", "words", "errand", "game",
             "dispute", "decision", "quick_pick", "set_bet", "tender", "printed", "voucher")  # fmt: skip
    rng, keno = random.Random(2), Keno(open_ledger())
    must(keno, BOSS, "open day")
    for turn in range(1500):
        act = rng.choice(list(ACTS))
        details = {name: rng.choice(strange) for name in rng.sample(names, 6)}
        key = f"k{turn}" if turn % 2 else ""
        who = Person("P", rng.choice(ROLES_OF_ACT[act]))
        answer = keno.do(Order(who, act, details, key, NOON))
        assert answer.accepted or answer.decision.because, (act, details)
    keno.ledger.settle_down()
    assert audit(keno.ledger).sound
    keno.ledger.close()


# Arithmetic, by a second method


def test_arrays_and_ways_count_alike():
    """The evaluation by bit masks over arrays, way by way, and by the rule itself."""
    rng = random.Random(3)
    page = []
    for _ in range(400):
        special = rng.choice([0, 0, 1, 2])
        spots = rng.randrange(3, 7) if special == 2 else rng.randrange(1, 16)
        ways = tuple(
            Way(tuple(sorted(rng.sample(range(1, 81), spots))), rng.choice([100, 200, 1000, 50]))
            for _ in range(rng.randrange(1, 9))
        )
        page.append((special, packed(ways), sum(way.cents for way in ways) * rng.randrange(2)))
    bonuses = (Bonus("A", 4, 2, 300), Bonus("A", 5, 1, 100, least=200))
    for seed in range(20):
        drawn = mask(random.Random(seed).sample(range(1, 81), 20))
        one, other = (evaluate(TERMS, drawn, [page], bonuses, arrays) for arrays in (True, False))
        for tally in (one, other):
            for stakes in tally.full.values():
                stakes.sort()
        assert one == other
        by_rule = 0
        for special, blob, _ in page:
            for way in unpacked(blob):
                found = prize(TERMS, special, way.spots, (way.mask & drawn).bit_count(), way.cents)
                by_rule += found.cents
        assert by_rule == one.small + sum(cents * count for cents, count in one.majors.items())


def plainly(prizes):
    """The register's words, prize by prize: pin to the floor until nobody falls below."""
    from fractions import Fraction

    limit, floor = Fraction(5_000_000), Fraction(20_000)
    if sum(prizes) <= limit:
        return [Fraction(p) for p in prizes]
    pinned = set()
    while True:
        rest = [n for n in range(len(prizes)) if n not in pinned]
        money = limit - floor * len(pinned)
        if not rest or money <= 0:
            return [floor] * len(prizes)
        ratio = money / sum(prizes[n] for n in rest)
        low = {n for n in rest if prizes[n] * ratio < floor}
        if not low:
            return [floor if n in pinned else prizes[n] * ratio for n in range(len(prizes))]
        pinned |= low


@pytest.mark.long
def test_pro_rating_is_the_registers_algorithm():
    rng = random.Random(11)
    for _ in range(300):
        kinds = [
            rng.choice([20_000, 25_000, 60_000, 500_000, 3_000_000, 5_000_000]) for _ in range(rng.randrange(1, 5))
        ]
        prizes = [rng.choice(kinds) for _ in range(rng.randrange(1, 400))]
        cut = pro_rate(TERMS, {cents: prizes.count(cents) for cents in set(prizes)})
        exact = plainly(prizes)
        assert [cut.exact(cents, 20_000) for cents in prizes] == exact
        assert [cut.paid(cents, 20_000) for cents in prizes] == [int(share) for share in exact]
        if len(prizes) <= 250 and sum(prizes) > 5_000_000:
            assert sum(exact) == 5_000_000


def test_the_round_script_and_the_desk_pay_alike(keno):
    """One game at a table by the script, the same entries at the desk: the same prizes."""
    from houseway.games.keno.carry import begin
    from houseway.games.keno.entry import spot_of
    from houseway.games.keno.round import play
    from houseway.play.driver import drive
    from houseway.play.prompts import Ball, ClosedWindow, ReadSign, TakeWagers
    from houseway.play.wagers import SetUp, Sign, Wager

    rng = random.Random(5)
    must(keno, BOSS, "open day")
    for number in range(1, 6):
        wagers, tickets = [], []
        drawn = rng.sample(range(1, 81), 20)
        for n in range(40):
            spots = rng.randrange(1, 16)
            hits = rng.randrange(spots + 1)
            missed = [x for x in range(1, 81) if x not in drawn]
            numbers = rng.sample(drawn, hits) + rng.sample(missed, spots - hits)
            cents = 100 * rng.randrange(2, 5)
            wagers.append(Wager(f"P{n}", 0, spot_of(numbers), cents))
            tickets.append(must(keno, WRITER, "sell", numbers=numbers, cents=cents)["ticket"])
        pools = keno.pools()
        carry = begin(TERMS, SetUp())
        carry = type(carry)(pools, carry.minimum, carry.device)
        balls = iter(drawn)

        def answer(prompt, wagers=wagers, balls=balls):
            if isinstance(prompt, TakeWagers):
                return ClosedWindow(tuple(wagers))
            if isinstance(prompt, Ball):
                return next(balls)
            return Sign() if isinstance(prompt, ReadSign) else prompt.usually()

        settlement = drive(play(TERMS, carry), answer)[1]
        game(keno, drawn)
        backs = {line.wager.player: line.back for line in settlement.lines}
        for n, ticket in enumerate(tickets):
            wins, _ = due(keno, keno.ticket(ticket))
            assert sum(win.cents for win in wins if win.game == number) == backs[f"P{n}"], (number, wagers[n])


def test_a_catalogue_bet_is_a_ticket(keno):
    for name in catalogue():
        for mode in ("fixed", "random"):
            entry = entry_of(TERMS, {"set_bet": name, "mode": mode})
            assert isinstance(judge(TERMS, entry), Accepted), name


def test_picks_are_fair():
    """Every number is as likely as any other, by a count over many picks with a seeded chooser."""
    rng, seen = random.Random(1), [0] * 81
    for _ in range(20_000):
        for number in picked(6, 80, rng.randrange):
            seen[number] += 1
    expected = 20_000 * 6 / 80
    chi = sum((count - expected) ** 2 / expected for count in seen[1:])
    assert chi < 124.8  # 79 degrees of freedom, one in a thousand


def test_unclaimed_prizes_are_found_from_the_tickets(keno):
    must(keno, BOSS, "open day")
    one = must(keno, WRITER, "sell", numbers=[1, 2], cents=100)
    other = must(keno, WRITER, "sell", numbers=[1, 2, 3], cents=100)
    game(keno, list(range(1, 21)))
    found = {ticket.number: sum(win.cents for win in wins) for ticket, wins in unclaimed(keno, "2026-11-15")}
    assert found == {one["ticket"]: 1200, other["ticket"]: 4200}
    must(keno, WRITER, "pay", paper=one["code"])
    assert [ticket.number for ticket, _ in unclaimed(keno, "2026-11-15")] == [other["ticket"]]
