"""Scenario: worked cases as data, run at a real table and compared.

A file of cases is TOML: the book, then ``[[case]]`` tables, each with an id, a story and what must come of it. Everything
a case states is compared and nothing else: payments and returned stakes exactly, calls in order, clauses and readings as
a subset of those cited, advice by player, facts by name. A case that differs is shown with both sides.

A case speaks of the law of one moment: its own ``at`` or the file's, or else the book as it commenced. So a later notice
breaks no case of the law before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from houseway import games
from houseway.complaint import Complaint
from houseway.floor.story import Rehearsal, Told, teller
from houseway.floor.story.stated import state
from houseway.forms import Doc, read_toml
from houseway.law.clause import Basis
from houseway.law.moments import NotAMoment, moment
from houseway.money import Cents, NotMoney, cents, plain
from houseway.play.events import Decided, Settled
from houseway.play.states import Outcome

KEYS = {
    "id", "book", "story", "payments", "returned", "calls", "clauses", "readings", "advice", "outcome", "facts", "note",
    "refusals", "codes", "net", "staked", "cites_exactly", "at", "happens", "papers",
}  # fmt: skip

_TABLES = ("payments", "returned", "net", "staked", "facts", "cites_exactly")
_LISTS = ("codes", "calls", "clauses", "readings", "advice", "happens", "papers")


class BadCase(Complaint, ValueError):
    """A scenario file that cannot be run: which file, which case and why."""


@dataclass(frozen=True)
class Case:
    id: str
    book: str
    story: str
    expect: dict[str, Doc]
    file: str
    wrong: str = ""  # why it cannot be told at all
    at: datetime | None = None  # of whose law it speaks; without one, the book as it commenced


@dataclass
class Verdict:
    case: Case
    differences: list[str] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    untold: str = ""  # why it could not be told to its end: a line that is not understood, or that cannot be
    mistake: str = ""  # ours, in telling it

    @property
    def holds(self) -> bool:
        return not self.differences


def read_cases(path: Path) -> list[Case]:
    """The cases of a file. A file that is no list of cases is refused; a case that cannot be told says why, and keeps its
    place among the others."""
    doc = read_toml(path, BadCase)
    if unknown := set(doc) - {"at", "book", "case", "about"}:
        raise BadCase(f"{path}: {', '.join(sorted(unknown))} is not at, book, about or case")
    listed = doc.get("case", [])
    if not isinstance(listed, list):
        raise BadCase(f"{path}: write each case as [[case]]")
    cases: list[Case] = []
    for number, item in enumerate(listed, 1):
        if not isinstance(item, dict):
            raise BadCase(f"{path}: case {number}: write each case as [[case]]")
        id, book, story = item.get("id"), item.get("book", doc.get("book")), item.get("story")
        known = isinstance(id, str) and bool(id)
        where = f"{path}: case {id if known else number}"
        at, wrong = _moment(item.get("at", doc.get("at")))
        wrong = _wrong_in(item, book) or wrong or _wrong_at(at, str(book), str(story))
        wrong = wrong or ("the id is used twice" if any(case.id == id for case in cases) else "")
        expect = {key: value for key, value in item.items() if key not in ("id", "book", "story", "note", "at")}
        told = f"{where}: {wrong}" if wrong else ""
        name = str(id) if known else f"case {number}"
        cases.append(Case(name, str(book), str(story), expect, str(path), told, None if wrong else at))
    return cases


def _wrong_in(item: dict[str, Doc], book: Doc) -> str:
    """Why a case cannot be told; "" if it can."""
    if not isinstance(item.get("id"), str) or not item["id"]:
        return "it needs an id"
    if unknown := set(item) - KEYS:
        return f"{', '.join(sorted(unknown))} is unknown; known are {', '.join(sorted(KEYS))}"
    if not isinstance(book, str):
        return "name the book, in the file's first line or in the case"
    if not isinstance(item.get("story"), str):
        return "it needs a story"
    for keys, kind, written in (
        (_TABLES, dict, 'a table of names and values, such as {{ "P1 original" = 10 }}'),
        (_LISTS, list, 'a list of texts, such as ["5.4"]'),
        (("outcome",), str, "a text"),
        (("refusals",), int, "a whole number"),
    ):
        for key in keys:
            value = item.get(key, kind())
            texts = not isinstance(value, list) or all(isinstance(each, str) for each in value)
            if not isinstance(value, kind) or isinstance(value, bool) or not texts:
                return f"{key} is {written}, not {value!r}"
    try:
        games.book(book)
    except games.NoSuchBook as wrong:
        return str(wrong)
    return ""


def _moment(at: Doc) -> tuple[datetime | None, str]:
    """The moment whose law a case speaks of, as TOML or a text spells it; and why it cannot be one."""
    if at is None:
        return None, ""
    try:
        return moment(at if isinstance(at, str) else at.isoformat()), ""
    except (NotAMoment, AttributeError):  # with an offset, no date, or no moment at all
        return None, f"at is an hour of the venue, such as 1999-11-08T04:00:00, not {at!r}"


_ASKS_WHETHER = re.compile(
    r"(?:^|\|)\s*(open the table|offers )", re.MULTILINE
)  # what can be asked before a book held, too


def _wrong_at(at: datetime | None, book: str, story: str) -> str:
    """Why a case cannot speak of the law of a moment."""
    if at is None or _ASKS_WHETHER.search(story):
        return ""
    try:
        rulebook, variant = games.book(book)
        rulebook.in_force(at, variant)
    except Complaint as wrong:
        return str(wrong)
    return ""


def run_case(
    case: Case, at: datetime | None = None, look: Callable[[Rehearsal], None] = lambda rehearsal: None
) -> Verdict:
    """Tells a case and compares. Whatever is wrong with it is a difference of its own: other cases are told all the same. Who
    wants to ``look`` round where it was told does so in the end, before everything is put away."""
    verdict = Verdict(case)
    if case.wrong:
        verdict.differences.append(case.wrong)
        return verdict
    rehearsal = teller(case.book)
    rehearsal.moment = at or case.at or rehearsal.moment
    rehearsal.watched = tuple(case.expect.get("facts", ()))
    try:
        verdict.untold = _tell(case, rehearsal)
        verdict.differences.extend([verdict.untold] if verdict.untold else [])
        verdict.differences.extend(rehearsal.told.unexpected)
        verdict.differences.extend(_compare(case, rehearsal.told, rehearsal))
        if verdict.holds:
            state(case.expect, rehearsal)
    except Exception as wrong:  # no rule and no writer is to blame; it is named, and the other cases go on
        verdict.mistake = f"{type(wrong).__name__}: {wrong}"
        verdict.differences.append(f"a mistake of ours: {verdict.mistake}")
    verdict.told = rehearsal.told
    verdict.told.accounts = rehearsal.ledger.held_by_now()
    look(rehearsal)
    rehearsal.ledger.close()
    return verdict


def _tell(case: Case, rehearsal: Rehearsal) -> str:
    """Tells the story as far as it can be told; why it cannot, or nothing."""
    try:
        rehearsal.tell(case.story)
        rehearsal.finish()
    except Complaint as wrong:
        return str(wrong)
    return ""


def _compare(case: Case, told: Told, rehearsal: Rehearsal) -> Iterator[str]:
    expect = case.expect
    facts = list(_facts(case, rehearsal))  # asked first: what is due says by which clauses
    if "payments" in expect:
        yield from _money("payments", expect["payments"], payments(told.lines, expect["payments"]))
    if "returned" in expect:
        yield from _money("returned", expect["returned"], returned(told.lines, expect["returned"]))
    if "net" in expect:
        net = _by_player(told.lines, lambda line: line.back - line.wager.cents)
        spoken = [name for name in expect["net"] if name in net or re.search(rf"\b{re.escape(name)}\b", case.story)]
        yield from (f"net: nobody is called {name!r} in this story" for name in expect["net"] if name not in spoken)
        yield from _money("net", expect["net"], dict.fromkeys(expect["net"], 0) | net)  # without a wager it is nil
    if "staked" in expect:
        yield from _money("staked", expect["staked"], _by_player(told.lines, lambda line: line.wager.cents))
    if "calls" in expect:
        made = [call.said for call in told.calls]
        wanted = list(expect["calls"])
        same = len(made) == len(wanted) and all(
            want.strip("<>") == call.meaning if want.startswith("<") else want == call.said
            for want, call in zip(wanted, told.calls, strict=True)
        )
        if not same:
            heard = [f"<{call.meaning}>" if call.meaning else call.said for call in told.calls]
            yield f"calls: expected {wanted}, heard {heard}"
    for key, cited in (("clauses", told.clauses), ("readings", told.readings)):
        missing = [number for number in expect.get(key, ()) if not rehearsal.names(number, cited)]
        if missing:
            yield f"{key}: {', '.join(missing)} not cited; cited were {', '.join(sorted(cited))}"
    for what, numbers in expect.get("cites_exactly", {}).items():
        yield from _cites(what, numbers, told)
    if "refusals" in expect and len(told.refusals) != expect["refusals"]:
        yield f"refusals: expected {expect['refusals']}, there were {[refused.because for _, refused in told.refusals]}"
    if "codes" in expect and list(expect["codes"]) != [refused.code for _, refused in told.refusals]:
        yield f"codes: expected {expect['codes']}, refused by {[refused.code for _, refused in told.refusals]}"
    if "advice" in expect and list(expect["advice"]) != told.advised:
        yield f"advice: expected to {expect['advice']}, given to {told.advised}"
    if "happens" in expect:
        yield from _in_turn("happens", list(expect["happens"]), [event.words for event in told.events])
    if "papers" in expect:
        yield from _in_turn("papers", list(expect["papers"]), [paper.words for paper in told.papers])
    if "outcome" in expect and expect["outcome"] != told.outcome:
        yield f"outcome: expected {expect['outcome']!r}, it was {str(told.outcome)!r}"
    yield from facts


def _facts(case: Case, rehearsal: Rehearsal) -> Iterator[str]:
    for name, wanted in case.expect.get("facts", {}).items():
        try:
            found = rehearsal.fact(name)
        except Complaint as wrong:
            yield f"fact {name!r}: {wrong}"
            continue
        if found != wanted and str(found) != str(wanted) and not _within(found, wanted):
            yield f"{name}: expected {wanted!r}, it is {found!r}"


def _within(found: Doc, wanted: Doc) -> bool:
    """Whether a number lies where the case says, ``from 1 to 15``: for what chance decides."""
    ends = re.fullmatch(r"from ([0-9.]{1,12}) to ([0-9.]{1,12})", str(wanted))
    if ends is None or not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,2})?", str(found)):
        return False
    low, high = (cents(end) for end in ends.groups())
    return low <= cents(str(found)) <= high


def _in_turn(what: str, wanted: list[str], told: list[str]) -> Iterator[str]:
    """What happened, or was written, in words, one after the other; other things may come between."""
    ahead = iter(told)
    for words in wanted:
        if not any(words in each for each in ahead):
            yield f"{what}: {words!r} is not there, or not at its place; there is {'; '.join(told) or 'nothing'}"
            return


def _cites(what: str, numbers: Doc, told: Told) -> Iterator[str]:
    """What something rests on and nothing else: a wager's settlement, a call, how the hand came out, or the last refusal."""
    if not isinstance(numbers, list) or not all(isinstance(number, str) for number in numbers):
        yield f'cites_exactly: {what}: write a list of clauses and readings, such as ["5.4"], not {numbers!r}'
        return
    found: dict[str, Basis] = {_key(line, (what,)): line.by for line in told.lines}
    found |= {call.meaning or call.said: call.by for call in told.calls}
    for event in told.events:
        if isinstance(event, Decided):
            found["outcome"] = event.by
    if told.refusals:
        found["refusal"] = told.refusals[-1][1].by
    if what not in found:
        yield f"cites_exactly: nothing here is called {what!r}; there are {', '.join(found) or 'none'}"
        return
    cited = {*(clause.number for clause in found[what].clauses), *found[what].readings}
    if cited != set(numbers):
        more, less = ", ".join(sorted(cited - set(numbers))), ", ".join(sorted(set(numbers) - cited))
        yield f"cites_exactly: {what}: {'; '.join(filter(None, (more and f'falsely {more}', less and f'not {less}')))}"


def _key(line: Settled, named: Container[str] = ()) -> str:
    """A wager by player and spot; by its area too where a case names it so."""
    wager = line.wager
    on_area = f"{wager.player}@{wager.area} {wager.spot}"
    return on_area if on_area in named else f"{wager.player} {wager.spot}"


def payments(lines: list[Settled], named: Container[str] = ()) -> dict[str, Cents]:
    """What each wager won or lost, by player and spot."""
    net: dict[str, Cents] = {}
    for line in lines:
        won = line.won if line.outcome == Outcome.WON else -line.live if line.outcome == Outcome.LOST else 0
        net[_key(line, named)] = net.get(_key(line, named), 0) + won
    return net


def returned(lines: list[Settled], named: Container[str] = ()) -> dict[str, Cents]:
    """What of each stake came back unsettled, by player and spot."""
    back: dict[str, Cents] = {}
    for line in lines:
        if line.excess:
            back[_key(line, named)] = back.get(_key(line, named), 0) + line.excess
    return back


def _by_player(lines: list[Settled], what: Callable[[Settled], Cents]) -> dict[str, Cents]:
    sums: dict[str, Cents] = {}
    for line in lines:
        sums[line.wager.player] = sums.get(line.wager.player, 0) + what(line)
    return sums


def _amount(value: Doc) -> Cents:
    text = str(value).replace("−", "-").lstrip("+")
    return -cents(text[1:]) if text.startswith("-") else cents(text)


def _money(what: str, expected: dict[str, Doc], found: dict[str, Cents]) -> Iterator[str]:
    wanted: dict[str, Cents] = {}
    for key, value in expected.items():
        try:
            wanted[key] = _amount(value)
        except NotMoney as wrong:
            yield f"{what}: {key}: {wrong}"
            return
    if wanted != found:
        both = sorted(wanted.keys() | found.keys())
        shown = [
            f"{key} {_side(wanted, key)} expected, {_side(found, key)} found"
            for key in both
            if wanted.get(key) != found.get(key)
        ]
        yield f"{what}: {'; '.join(shown)}"


def _side(amounts: dict[str, Cents], key: str) -> str:
    return plain(amounts[key]) if key in amounts else "nothing"


def every_case(game: str | None = None) -> Iterator[Case]:
    """The worked cases of the house, game by game."""
    for name in games.names() if game is None else (game,):
        for path in sorted((games.folder(name) / "scenarios").glob("*.toml")):
            yield from read_cases(path)
