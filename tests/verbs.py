"""Verbs: each as a person types it, what it then says, and the extra that it asks for, if it asks for any."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.floor.people import HOUSE, Person, player
from houseway.floor.table import Order, Table
from houseway.ledger import Post, Transfer, open_ledger
from houseway.ledger.heads import Notary, key_in
from houseway.play.wagers import Limits, SetUp, Sign
from tests.environments import run_lines

NOON = datetime(2026, 11, 15, 12)


@dataclass(frozen=True)
class Verb:
    words: tuple[str, ...]
    tells: str  # a part of what it prints when it has what it needs
    extra: str = ""
    stdin: str = ""
    code: int = 0
    stays: bool = False  # until it is told to stop

    def __str__(self) -> str:
        return " ".join(self.words)


def houseway(line: str, tells: str, extra: str = "", **more: Any) -> Verb:
    """A line with no quoted words in it."""
    return Verb(tuple(line.split()), tells, extra, **more)


CASES = Path(__file__).parent.parent / "houseway" / "games"
ROUND = "vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D"

# In this order, in a folder that a_house() has furnished.
EVERY = (
    houseway("--help", "Exit codes"),
    houseway("rules", "act-1992-keno"),
    houseway("rules vic-1997-red-dog 8.1.1", "enforced"),
    houseway("odds vic-1997-red-dog", "2.7509%"),
    houseway("odds act-1992-blackjack", "Blackjack"),
    houseway("strategy vic-1999-caribbean-stud", "Caribbean Stud"),
    houseway("odds vic-1997-red-dog --par sheet.html", "sheet.html"),
    houseway("odds vic-1997-red-dog --par sheet.pdf", "sheet.pdf", "pdf"),
    houseway("strategy vic-1997-red-dog", "raise from spread 7"),
    houseway("simulate vic-1997-red-dog --rounds 1e5 --seed 1", "seed 1, 100,000 rounds"),
    houseway("simulate vic-1997-red-dog --rounds 1e5 --seed 1 --parquet counts.parquet", "100,000 rounds", "data"),
    houseway("simulate vic-1997-red-dog --rounds 1e5 --seed 1 --bankroll 20 --plot plot.svg", "Mean length", "plot"),
    houseway("simulate vic-1997-red-dog --cluster tcp://127.0.0.1:9", "no Dask scheduler answers", "cluster", code=2),
    houseway("session vic-1997-red-dog --bankroll 20 --rounds 100 --plot session.svg", "Mean length", "plot"),
    houseway("study --begin vic-1997-red-dog", "houseway.study/1"),
    houseway("count act-1992-baccarat --wager tie", "worth to the player"),
    houseway("paytable act-1992-money-wheel pays.one --edge 5%", "127/120 to 1"),
    houseway("compare vic-1997-red-dog ma-red-dog", "2.7509%"),
    Verb(("amend", "act-1992-money-wheel", "--draft", "n-7", "--instrument", "Notice 7", "--commences", "2099-01-01",
          "--set", "pays.one=2 to 1", "--into", "."), "could be published"),
    houseway("judge act-1992-money-wheel n-7.toml", "end otherwise"),
    houseway("play vic-1997-red-dog", "You leave with $", stdin="10\n" + "q\n" * 3),
    Verb(("replay", ROUND), "P1: +$56"),
    houseway("train act-1992-keno payouts --json --seed 3 --questions 1", "houseway.questions/1"),
    houseway("replay RD-1 --database house.db --round 1", "raise"),
    houseway(f"scenario {CASES}/red_dog/scenarios/vic_1997.toml", " 0 differ"),
    houseway(f"settings check {CASES.parent}/premises/first_floor.toml", "vic-2000-rapid-roulette"),
    houseway("new-game coin --into .", "coin is laid"),
    houseway("audit --database house.db", "Sound."),
    houseway("audit --database postgresql://nobody@localhost:9/none", "cannot be used", "postgres", code=2),
    houseway("audit --database house.db --heads signed.jsonl", "Sound.", "serve"),
    houseway("audit --database house.db --heads signed.jsonl --key heads.key --accept --by A --second B --reason moved",
             "on record", "serve"),
    houseway("evidence proof.jsonl --stream cage --database house.db", "what the house wrote"),
    houseway("verify proof.jsonl", "what the house wrote"),
    houseway("report 2026-11-15 --database house.db --so-far", "RD-1"),
    houseway("report 2026-11-15 --database house.db --so-far --to day.pdf", "day.pdf", "pdf"),
    houseway("report 2026-11-15 --database house.db --so-far --to day.xlsx", "day.xlsx", "serve"),
    houseway("backup copy.db --database house.db", "sound"),
    houseway("archive old.jsonl --database house.db", "say which table", code=2),
    houseway("restore copy.db --database new.db --by A --second B --reason moved", "sound"),
    houseway("staff add Okafor --role dealer --database house.db --password correct-horse-battery", "may sign in", "serve"),
    houseway("device add RR-1 ATS-3 --database house.db", "", "serve"),
    houseway("serve --port 0 --database house.db", "The house is open at", "serve", stays=True),
)  # fmt: skip


def a_house(folder: Path) -> None:
    """A ledger with a round on record, and its heads signed and kept beside it."""
    ledger = open_ledger(f"sqlite:///{folder / 'house.db'}")
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 100_000, "buy-in"),))])
    sign = SetUp(sign=Sign(Limits(500, 50_000), players_per_area=1))
    table = Table.open(ledger, "RD-1", "vic-1997-red-dog", sign, HOUSE, NOON, ready=True, cards_from="shoe")
    dealer, anna = Person("Okafor", "dealer"), player("anna")
    for who, act, details in (
        (anna, "place", {"cents": 1000, "area": 4}),
        (dealer, "answer", {}),
        (dealer, "answer", {"value": "7S"}),
        (dealer, "answer", {"value": "4H"}),
        (anna, "place", {"spot": "raise", "cents": 500}),
        (dealer, "answer", {}),
        (dealer, "answer", {"value": "5D"}),
        (dealer, "answer", {"value": True}),
    ):
        reply = table.do(Order(who, act, details, "", None, NOON))
        assert reply.accepted, reply.decision
    assert Notary(ledger, folder / "signed.jsonl", key_in(folder / "heads.key")).begin(NOON.isoformat())
    ledger.close()


def verbs_work(folder: Path, *extras: str) -> None:
    """Runs every verb in the environment that has these extras: it works, or names in one line the extra that it needs."""
    a_house(folder)
    has = {"", *extras, *(["pdf"] if "serve" in extras else [])}
    verbs = [verb for verb in EVERY if not (verb.stays and verb.extra in has)]
    for verb, done in zip(verbs, run_lines([(verb.words, verb.stdin) for verb in verbs], folder), strict=True):
        told = f"houseway {verb}: {done.returncode}, {done.stdout}{done.stderr}"
        if verb.extra in has:
            assert done.returncode == verb.code and verb.tells in done.stdout + done.stderr, told
        else:
            line = rf"houseway: .* needs houseway\[{verb.extra}\]: pip install 'houseway\[{verb.extra}\]'\n"
            assert done.returncode == 2 and not done.stdout and re.fullmatch(line, done.stderr), told
