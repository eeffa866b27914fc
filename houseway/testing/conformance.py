"""Conformance: what every game gets for nothing.

Each check takes an edition and raises ``AssertionError`` with the round in notation if the game breaks it. The tests run
every check over every edition of every folder under ``games``.
"""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from datetime import datetime
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, get_args, get_origin, get_type_hints

from houseway import games
from houseway.floor import jackpots, taking_part
from houseway.floor.authority import right_one
from houseway.floor.coverage import coverage
from houseway.floor.entries import read_event, write_event
from houseway.floor.people import HOUSE, ROLES_OF_ACT, Person, player
from houseway.floor.story import Rehearsal, lines
from houseway.floor.table import Order, Table
from houseway.forms import canonical, digest, write
from houseway.games import chapters_of
from houseway.kit.cards import Unseen
from houseway.lab.agree import agree
from houseway.lab.exact import study
from houseway.lab.modules import figures
from houseway.law.rulebook import Edition
from houseway.ledger import Post, Transfer, audit, notepad
from houseway.odds.chance import by_card, by_rank
from houseway.odds.surface import Analysis
from houseway.play.chapters import Chapters
from houseway.play.colours import Colours
from houseway.play.competition import Competition
from houseway.play.dealing import Dealing
from houseway.play.decision import Accepted
from houseway.play.deck import FreshDeck
from houseway.play.driver import drive, run, standing
from houseway.play.events import Burned, Dealt, Event, Handed, KeptAsNext, Settled, Turned
from houseway.play.felt import felt, redacted
from houseway.play.general import General, Places
from houseway.play.irregular import Irregularity
from houseway.play.jackpot import JackpotTerms
from houseway.play.notation import write_round
from houseway.play.prompts import Choose, ChooseEach, Prompt, Stack, TakeWagers
from houseway.play.remembering import Remembered, memories
from houseway.play.script import Game, Settlement
from houseway.play.secret import Secret
from houseway.play.surfaces import Cloth
from houseway.play.terminals import Accounts, Faults
from houseway.play.tournament import Tournament
from houseway.play.wagers import Jackpot, SetUp, Sign
from houseway.testing.tapes import Tape

MANY = 300


def editions() -> Iterator[tuple[str, Edition[Any]]]:
    """Every edition of the house that can be played: each book, each variant."""
    for id, book in games.library().items():
        for variant in book.over if book.missing else ("", *book.variants):
            name = f"{id}+{variant}" if variant else id
            yield name, book.as_commenced(variant=variant)


def game_of(edition: Edition[Any]) -> Game[Any, Any]:
    return games.game(games.book(edition.book)[0].game)


def _set_up(edition: Edition[Any], turn: int, sign: Sign) -> SetUp:
    """Where a book leaves the way of dealing to the house, each has its turn."""
    ways = chapters_of(edition).ways_of_dealing or ("",)
    return SetUp(sign=sign, method=ways[turn % len(ways)])


def _carry(edition: Edition[Any], seed: int = 0) -> Any:
    game = game_of(edition)
    return game.ready(game.begin(edition.terms, _set_up(edition, seed, Sign())))


def random_round(edition: Edition[Any], seed: int, mishaps: bool = True) -> tuple[Tape, list[Any], Settlement]:
    tape = Tape(random.Random(seed).randrange, mishaps)
    steps, settlement = drive(game_of(edition).play(edition.terms, _carry(edition, seed)), tape)
    return tape, standing(steps), settlement


def rounds_end_and_replay(edition: Edition[Any]) -> None:
    """Random rounds end; the same tape gives the same steps; every prompt admits an answer."""
    game = game_of(edition)
    for seed in range(MANY):
        tape, steps, settlement = random_round(edition, seed)
        again = run(game.play(edition.terms, _carry(edition, seed)), tape.docs, edition.terms.general)
        assert again.over, "the tape did not bring the round to its end"
        assert again.result == settlement
        assert [_told(step) for step in again.steps] == [_told(step) for step in steps]
        told = write_round(edition.book, _carry(edition, seed), again)
        money_is_conserved(steps, settlement, told)


def _told(step: Any) -> Any:
    """A step as the record has it: an answer read from a tape cites what was written of its basis."""
    return write_event(step) if isinstance(step, Event) else step


def money_is_conserved(steps: list[Any], settlement: Settlement, told: str) -> None:
    lines_told = [step for step in steps if isinstance(step, Settled)]
    assert tuple(lines_told) == settlement.lines, told
    assert len({line.wager.key for line in lines_told}) == len(lines_told), f"settled twice: {told}"
    for line in lines_told:
        assert 0 <= line.live <= line.wager.cents, told
        excess = line.wager.cents - line.live
        expected = {"won": line.live + line.won, "lost": 0, "void": line.live, "returned": 0}[line.outcome]
        assert line.back == expected + excess, told


def steps_cite(edition: Edition[Any]) -> None:
    """Every event and prompt names its basis, and every clause it names has words."""
    book, _ = games.book(edition.book)
    for seed in range(MANY // 3):
        for step in random_round(edition, seed)[1]:
            assert step.by.clauses or step.by.readings, f"{step!r} cites nothing"
            for clause in step.by.clauses:
                assert book.words_of(clause) is not None, f"no words for {clause}"
            for reading in step.by.readings:
                assert reading in book.readings, f"no reading {reading}"


def scripts_do_not_depend_on_hashing(edition: Edition[Any]) -> str:
    """A digest of many rounds, to be compared between processes with other hash seeds."""
    told = []
    for seed in range(MANY // 6):
        _, steps, _ = random_round(edition, seed)
        told.append([write_event(step) for step in steps if isinstance(step, Event)])
    return digest(told)


def events_have_forms(edition: Edition[Any]) -> None:
    """Every event is read back from its plain form as it was written; what is not written, the terms know."""
    for seed in range(MANY // 3):
        for step in random_round(edition, seed)[1]:
            if isinstance(step, Event):
                doc = write_event(step)
                again = read_event(doc)
                assert type(again) is type(step) and write_event(again) == doc, f"{step!r}"


def chances_sum_to_one(edition: Edition[Any]) -> None:
    """Where luck answers, all it may say is listed once, can be taken, and comes to one."""
    for seed in range(MANY // 10):
        for prompt in random_round(edition, seed)[0].prompts:
            if isinstance(prompt, Stack):  # too many to add up: each order as likely as any other
                shares = {share for _, share in islice(prompt.chances(), 100)}
                assert shares == {Fraction(1, prompt.orders)}
            elif prompt.by_luck:
                for chances in (by_rank(prompt), by_card(prompt)):
                    assert sum((share for _, share in chances), Fraction(0)) == 1
                    assert len({answer for answer, _ in chances}) == len(chances)
                    assert all(prompt.admits(answer) for answer, _ in chances)


def figures_agree(edition: Edition[Any]) -> None:
    """The script, run to every ending, gives the odds that are told; and the fast form settles as the script does."""
    agree(study(edition.book), rounds=20)


def nothing_hidden_leaks(edition: Edition[Any]) -> None:
    """No felt and no redacted event shows a card that lies face down."""
    for seed in range(MANY // 3):
        _, steps, _ = random_round(edition, seed)
        events = [step for step in steps if isinstance(step, Event)]
        for audience in ("", "P1", "staff"):
            for event in events:
                seen = redacted(event, audience)
                if isinstance(event, Burned) and not event.shown:
                    assert isinstance(seen, Burned)
                    assert isinstance(seen.card, Unseen)
                if isinstance(event, KeptAsNext) and not event.seen:
                    assert isinstance(seen, KeptAsNext)
                    assert isinstance(seen.card, Unseen)
                if isinstance(event, Dealt) and not event.up:
                    assert isinstance(seen, Dealt)
                    assert isinstance(seen.card, Unseen)
            if any(isinstance(event, Dealt) and not event.up for event in events):
                _down_stays_down(events, audience)


def _down_stays_down(events: list[Event], audience: str) -> None:
    """At every moment, as many cards lie face down as were dealt so and not turned, whoever looks; only who was given
    cards to look at knows them."""
    down, given = Counter[str](), set[str]()
    for n, event in enumerate(events, 1):
        if isinstance(event, Dealt) and not event.up:
            down[event.place] += 1
        elif isinstance(event, Turned):
            down[event.place] -= 1
        elif isinstance(event, Handed) and event.player == audience:
            given.update(event.places)
        for box in felt(events[:n], audience).boxes:
            assert box.cards.count(None) == down[box.place], box
            assert not box.looked or box.place in given, box


def suits_do_not_matter(edition: Edition[Any]) -> None:
    """Where the lab treats cards of a rank as one, other suits must give the same settlement."""
    if chapters_of(edition).dealing is None:
        return
    game = game_of(edition)
    for seed in range(MANY // 6):
        tape, _, settlement = random_round(edition, seed, mishaps=False)
        turned = [_other_suit(doc) for doc in tape.docs]
        try:
            again = run(game.play(edition.terms, _carry(edition, seed)), turned, edition.terms.general)
        except ValueError:
            continue  # a card twice where one deck has it once
        assert again.result == settlement


def _other_suit(doc: Any) -> Any:
    if isinstance(doc, str) and len(doc) == 2 and doc[1] in "SHDC":
        return doc[0] + "HDCS"["SHDC".index(doc[1])]
    return doc


def policies_can_be_flipped(edition: Edition[Any]) -> None:
    """Each policy, set the other way by itself, still gives a game that ends."""
    book, variant = games.book(edition.book)
    from houseway.law.provision_names import names

    for name, kind, _ in names(book.terms):
        value = edition.terms
        for part in name.split("."):
            value = None if value is None else getattr(value, part)
        if value is None or not value.policy or kind is not bool:
            continue
        flipped = book.as_commenced({name: not value.value}, variant)
        assert flipped.digest != edition.digest
        for seed in range(20):
            random_round(flipped, seed)


def open_table(edition: Edition[Any], cards_from: str = "rng") -> Table:
    """A table of this edition with a ledger of its own, and credit for two."""
    ledger = notepad()
    chapters = chapters_of(edition)
    places = chapters.places
    sign = Sign() if places is None else Sign(areas=places.areas.value[0], players_per_area=places.sharing.value)
    if chapters.jackpot is not None:
        one = Jackpot("one", 10_000, 70, 30, 5_000_000)
        approved = jackpots.Opened(one, "One", "for a rehearsal", "M", SUPERVISOR.name)
        assert isinstance(jackpots.open_jackpot(ledger, approved, NOON), Accepted)
        sign = replace(sign, jackpot=one, most_won=5_000_000)
    opened = Table.open(ledger, "T", edition.book, _set_up(edition, -1, sign), HOUSE, NOON, cards_from)
    assert isinstance(opened, Table), opened
    for name in ("P1", "P2"):
        move = Transfer("cage", f"player:{name}", 10**9, "buy-in")
        ledger.post([Post("cage", "buy-in", "", name, {}, (move,))])
        if chapters.terminals is not None:  # players sit at terminals
            for act, details in (("attach", {}), ("buy in", {"cents": 10**9})):
                assert opened.do(Order(SUPERVISOR, act, {"station": name, **details}, at=NOON)).accepted
    return opened


def tables_keep_their_books(edition: Edition[Any], rounds: int = 12) -> None:
    """An evening at a real table: random orders, some of them wrong; the ledger balances, the table can be loaded again
    at any moment and stands at the same prompt, and every recorded round replays from its notation."""
    rng = random.Random(edition.book)
    table = open_table(edition)
    ledger = table.ledger
    orders = 0
    while table.state.round <= rounds and orders < 2000:
        orders += 1
        if table.state.status.is_closed:  # by a rule of the game
            table.do(Order(SUPERVISOR, "reopen", at=NOON))
        prompt = table.prompt
        assert prompt is not None
        some_order(table, prompt, rng)
        if table.untouched(table.state):  # nothing is held but what lies in the open window
            assert ledger.balance(table.till.held) == sum(held for held, _ in table.position().values()), (
                table.state.tape
            )
        if orders % 25 == 0:
            ledger.settle_down()
            again = Table.load(ledger, "T")
            assert canonical(write(again.state)) == canonical(write(table.state))
            assert again.prompt == table.prompt
    assert ledger.balance(table.till.held) == sum(held for held, _ in table.position().values())
    result = audit(ledger)
    assert result.sound, result.findings
    for entry in ledger.newest("T", "round-over", rounds):
        replayed_as_recorded(entry.body)
    ledger.close()


def some_order(table: Table, prompt: Prompt, rng: random.Random) -> None:
    if isinstance(prompt, TakeWagers):
        for wager in prompt.some(rng.randrange).wagers:
            details = {"spot": wager.spot, "area": wager.area, "cents": wager.cents}
            table.do(Order(player(wager.player), "place", details, at=NOON))
        if not rng.randrange(6) and table.state.chips:
            table.do(Order(player(table.state.chips[0].player), "withdraw", {}, at=NOON))
        table.do(Order(HOUSE, "answer", {}, at=NOON))
        return
    if _without_the_excluded(table, prompt):
        return
    answer = Tape(rng.randrange)(prompt)
    doc = prompt.write(answer)
    if prompt.asks == "players":
        for name, choice in doc.items():
            table.do(Order(player(name), "choose", {"value": choice}, at=NOON))
    else:
        who = right_one(table, SUPERVISOR, "answer", {}) if prompt.asks == "supervisor" else HOUSE
        reply = table.do(Order(who, "answer", {"value": doc}, at=NOON))
        if not reply.accepted and isinstance(answer, Irregularity):  # the table knows that it did not go wrong
            doc = prompt.write(Tape(rng.randrange, mishaps=False)(prompt))
            reply = table.do(Order(who, "answer", {"value": doc}, at=NOON))
        assert reply.accepted, reply.decision


def _without_the_excluded(table: Table, prompt: Prompt) -> bool:
    """Goes on for a player who was excluded, as the house's own dealer does, or who has no wager any more and puts up nothing;
    whether there was one to go on for."""
    if isinstance(prompt, ChooseEach) and any(taking_part.barred(table, player) for player in prompt.players):
        for player_ in prompt.players:
            if taking_part.barred(table, player_) is None and player_ not in table.state.choices:
                choice = prompt.some(random.Random(player_).randrange)[player_]
                table.do(Order(player(player_), "choose", {"value": choice}, at=NOON))
        return table.prompt is not prompt or table.do(Order(HOUSE, "answer", at=NOON)).accepted
    out = (
        isinstance(prompt, Choose)
        and prompt.player
        and (taking_part.barred(table, prompt.player) or taking_part.without_wagers(table, prompt.player))
    )
    if out and isinstance(prompt, Choose):
        orders = [Order(HOUSE, "answer", {"value": option.value}, at=NOON) for option in prompt.open]
        orders += [Order(HOUSE, "irregularity", {"kind": taking_part.ABSENT}, at=NOON)]
        assert any(table.do(order).accepted for order in orders), f"the round stands still without {prompt.player}"
        return True
    return False


def orders_are_decided(edition: Edition[Any]) -> None:
    """Every act there is, by everybody who may try it, with details and with none: a yes or a no, and nothing breaks."""
    for act, roles in ROLES_OF_ACT.items():
        table = open_table(edition)
        for role in roles:
            for details in (_DETAILS, {}):
                decision = table.do(Order(Person("P1", role), act, details, at=NOON)).decision
                assert isinstance(decision, Accepted) or decision.because, act
        table.ledger.close()


_DETAILS = {
    "player": "P1", "area": 1, "dealer": "M", "odds": {}, "cents": 500, "minimum": 500, "players": 2, "ground": "fraud",
    "words": "late", "decision": "paid", "dispute": 1, "colour": "blue", "with": "chips", "at": "2026-11-15T13:00:00",
    "fee": 100, "entrants": 10, "keeps": 0, "approval": "A-1", "conditions": {}, "kind": "burnt", "answer": 0, "value": None,
}  # fmt: skip


def replayed_as_recorded(body: dict[str, Any], in_order: bool = True) -> None:
    """The notation of a recorded round, played again, settles as the record says; in another order where it was ruled on
    after the payments had been made."""
    book, *story = lines(body["notation"])
    rehearsal = Rehearsal(book)
    for line in story:
        rehearsal.line(line)
    told = rehearsal.finish()
    assert not told.unexpected, (body["notation"], told.unexpected)
    replayed: list[Any] = [write_event(line) for line in told.lines]
    if in_order:
        assert replayed == body["lines"], body["notation"]
    else:
        assert sorted(replayed, key=canonical) == sorted(body["lines"], key=canonical), body["notation"]
    rehearsal.ledger.close()


def enforced_clauses_are_exercised(book: str) -> None:
    missing = [entry.number for entry in coverage(book).values() if entry.missing]
    assert not missing, f"{book}: enforced and not exercised by any worked case: {', '.join(missing)}"


def not_obeyed(book: str) -> list[str]:
    """The enforced clauses of a book that are cited at most: no case would differ if the house did otherwise."""
    return [entry.number for entry in coverage(book).values() if entry.disobeyed]


def chapters_are_declared(edition: Edition[Any]) -> None:
    """A chapter that a game's terms have is one that the game says it has: as it stands there, and under its own name."""
    chapters = chapters_of(edition)
    groups = [getattr(chapters, item.name) for item in fields(chapters)]
    if chapters.terminals is not None:
        groups.extend(getattr(chapters.terminals, item.name) for item in fields(chapters.terminals))
    for item in fields(edition.terms):
        own = getattr(edition.terms, item.name)
        if isinstance(own, CHAPTERS):
            assert any(own is group for group in groups), (
                f"{edition.game} has {item.name}, and declares no such chapter"
            )
        if item.name in DECLARED and own is not None and item.name != "better_odds":
            assert getattr(chapters, item.name) is own, (
                f"{edition.game} declares another {item.name} than its terms have"
            )


CHAPTERS = (
    General, Places, Dealing, FreshDeck, Accounts, Faults, Colours, Secret, Tournament, Competition, JackpotTerms
)  # fmt: skip
DECLARED = {item.name for item in fields(Chapters)}


def memories_have_their_kinds(edition: Edition[Any]) -> None:
    """What the house asks of a carry has the same type in every game that remembers it."""
    carry = game_of(edition).carry_type
    own, asked = get_type_hints(carry), get_type_hints(Remembered)
    for name in memories(carry):
        kind = own.get(name) or get_type_hints(getattr(carry, name).fget)["return"]
        known = asked[name]
        fits = kind == known or kind in get_args(known) or name == "running" or issubclass(get_origin(kind), Mapping)
        assert fits, f"a carry of {edition.game} has {name}: {kind}, and the house asks for {known}"


def surfaces_are_known(edition: Edition[Any]) -> None:
    """What a game's cloth and analysis bring can be called as the house calls it, and a cloth offers nothing nobody asks for."""
    name = f"houseway.games.{edition.game}.cloth"
    cloth = import_module(name) if find_spec(name) is not None else None
    offered = set(getattr(cloth, "__all__", ()))
    assert offered <= {item.name for item in fields(Cloth)}, f"{name} offers {offered}"
    for kind, module in ((Cloth, cloth), (Analysis, figures(edition.game, "analysis"))):
        for item, known in get_type_hints(kind).items():
            brought = getattr(module, item, None)
            call = next((one for one in get_args(known) if get_origin(one) is Callable), None)
            if brought is not None and call is not None:
                inspect.signature(brought).bind(*get_args(call)[0])


def carry_has_a_form(edition: Edition[Any]) -> None:
    game = game_of(edition)
    carry = _carry(edition)
    for seed in range(MANY // 10):
        for step in random_round(edition, seed)[1]:
            if isinstance(step, Event):
                moved = game.carry(carry, step)
                assert game.read_carry(game.write_carry(moved)) == moved


NOON = datetime(2026, 11, 15, 12, 0)
SUPERVISOR = Person("S", "casino supervisor")

CHECKS = (
    rounds_end_and_replay,
    steps_cite,
    events_have_forms,
    carry_has_a_form,
    chapters_are_declared,
    memories_have_their_kinds,
    surfaces_are_known,
    chances_sum_to_one,
    figures_agree,
    nothing_hidden_leaks,
    suits_do_not_matter,
    policies_can_be_flipped,
    tables_keep_their_books,
    orders_are_decided,
)
