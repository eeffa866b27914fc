"""In words: the conditions of a tournament as players read them and papers print them, item by item."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from houseway import games
from houseway.money import show
from houseway.play.conditions import Conditions, Item, Stage, Tie

PREVAIL = {
    "rules": "where they differ, the rules prevail",
    "conditions": "where they differ, these conditions prevail while it is played",
}


def conditions_in_words(told: Conditions) -> list[tuple[Item, str, tuple[str, ...]]]:
    """Every item that is stated, with its title and its sentences."""
    found = [(item, title, tuple(words(told))) for item, title, words in _ITEMS]
    return [(item, title, words) for item, title, words in found if words]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd."""
    last = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")
    return f"{number}{last}"


def _fee(told: Conditions) -> Iterator[str]:
    fee = told.fee
    if fee is None:
        return
    yield f"The fee is {show(fee.cents)}." if fee.cents else "No fee is charged."
    if fee.cents:
        yield f"The house keeps {fee.keeps} % of the fees; all the rest is prize money."
    if fee.guaranteed:
        yield f"The prizes come to {show(fee.guaranteed)} at the least."


def _structure(told: Conditions) -> Iterator[str]:
    for stage in told.stages:
        yield stage_in_words(stage, stage is told.stages[-1])


def _hands(numbers: tuple[int, ...]) -> str:
    *first, last = map(str, numbers)
    return f"hands {', '.join(first)} and {last}" if first else f"hand {last}"


def stage_in_words(stage: Stage, last: bool = False) -> str:
    """What is played in a stage, for how long, and who goes on."""
    rulebook, variant = games.book(stage.book)
    named = f", {variant}" if variant and not any(map(str.isdigit, variant)) else ""
    length = f"{stage.hands} hands" if stage.hands else f"{stage.minutes} minutes"
    sessions = f"{stage.sessions} sessions, each player in one of them, " if stage.sessions > 1 else ""
    tables = f"{stage.tables} tables" if stage.tables > 1 else "one table"
    words = [f"{stage.name}: {rulebook.title}{named}, {sessions}{length} at {tables} of up to {stage.seats}."]
    if stage.out_at:
        goes = "lowest goes" if stage.out == 1 else f"lowest {stage.out} go"
        words.append(f"After {_hands(stage.out_at)} the {goes} out.")
    if not last:
        best = "best one of each table goes" if stage.advance == 1 else f"best {stage.advance} of each table go"
        rest = f", and of the rest the best {stage.best_of_rest}" if stage.best_of_rest else ""
        words.append(f"The {best} on{rest}.")
    if stage.played_by == "who is out":
        words.append("It is for those who are out: its best come back in.")
    if stage.starts:
        words.append(f"It starts at {stage.starts.replace('T', ' ')}.")
    return " ".join(words)


def _credit(told: Conditions) -> Iterator[str]:
    for stage in told.stages:
        if stage.credit is not None and stage.disposition is not None:
            bought = f", for a buy-in of {show(stage.buy_in)}" if stage.buy_in else ""
            chips = f"{stage.name}: {show(stage.credit)} in tournament chips{bought}"
            yield f"{chips}; at its end {stage.disposition.words}."


def _compulsory(told: Conditions) -> Iterator[str]:
    for stage in told.stages:
        if stage.compulsory_wager:
            amount = f"{'exactly' if stage.exactly else 'at least'} {show(stage.compulsory_wager)}"
            yield f"{stage.name}: each hand is wagered {amount}; who lays less {stage.consequence.words}."
        elif stage.compulsory_wager == 0:
            yield f"{stage.name}: none."


def _secret(told: Conditions) -> Iterator[str]:
    for stage in told.stages:
        if stage.secret_wagers:
            yield f"{stage.name}: {stage.secret_wagers} to each player in a session, on the form of the house."
        elif stage.secret_wagers == 0:
            yield f"{stage.name}: none."


def _buying_back(told: Conditions) -> Iterator[str]:
    back = told.buying_back
    if back is not None and back.allowed:
        times = "once" if back.times == 1 else f"{back.times} times"
        yield f"Who is out may buy back {times} for {show(back.cents)}, before {back.before} is drawn."
    elif back is not None:
        yield "Nobody buys back."


def _eligibility(told: Conditions) -> Iterator[str]:
    if told.eligibility is None:
        return
    yield "Only persons entitled to enter the casino and gamble may enter."
    if told.eligibility.may_refuse:
        yield "The operator may refuse any application."
    if told.eligibility.criteria:
        yield told.eligibility.criteria


def _entry(told: Conditions) -> Iterator[str]:
    entry = told.entry
    if entry is None:
        return
    closes = f"at {entry.closes.replace('T', ' ')}" if entry.closes else "when the draw is made"
    yield f"{entry.least} to {entry.most} players. Entries close {closes}."
    free = f"until {entry.withdraw_until.replace('T', ' ')}" if entry.withdraw_until else "until entries close"
    later = f"{entry.refund_after} % of the fee go back" if entry.refund_after else "nothing goes back"
    yield f"One withdraws without loss {free}; later {later}."
    yield f"The application asks for {entry.form}."


def _disqualification(told: Conditions) -> Iterator[str]:
    rule = told.disqualification
    if rule is not None:
        back = f"{rule.refund} % of the fee go back" if rule.refund else "no fee goes back"
        yield f"A player is disqualified for {' or '.join(rule.grounds)}; {back}."
        yield "A player may retire at any time." if rule.may_retire else "Nobody retires."


def _lateness(told: Conditions) -> Iterator[str]:
    late = told.lateness
    if late is not None:
        kept = f"A place is kept for {late.kept_for} minutes; then whoever" if late.kept_for else "Whoever"
        yield f"{kept} is late {late.then.words}."


def _prizes(told: Conditions) -> Iterator[str]:
    prizes = told.prizes
    if prizes is None:
        return
    if prizes.parts:
        parts = (f"{ordinal(at)} {part} %" for at, part in enumerate(prizes.parts, 1))
        yield f"Of the prize money: {', '.join(parts)}."
    if any(prizes.others):
        things = (f"{ordinal(at)} {thing}" for at, thing in enumerate(prizes.others, 1) if thing)
        yield f"To be won: {', '.join(things)}."
    yield f"Equal players are told apart by {ties_in_words(told.ties)}."


def ties_in_words(ties: tuple[Tie, ...]) -> str:
    return ", then ".join(tie.words for tie in ties) or "nothing: they share their place"


def _prevail(told: Conditions) -> Iterator[str]:
    if told.prevail is not None:
        who = "The Tournament Director conducts it by these conditions and the rules of the game"
        yield f"{who}; {PREVAIL[told.prevail]}."


def _also(told: Conditions) -> Iterator[str]:
    if told.substitutes:
        yield "A substitute may take a player’s place for a session, if the director agrees."
    else:
        yield "There are no substitutes."
    if told.early_end:
        yield "A session may end before its last hand."
    if told.changes:
        yield f"Changed for the tournament: chapter {', '.join(told.changes)} of the rules."


_ITEMS: tuple[tuple[Item, str, Callable[[Conditions], Iterator[str]]], ...] = (
    (Item.FEE, "Entry fee", _fee),
    (Item.STRUCTURE, "Structure", _structure),
    (Item.CREDIT, "Chips", _credit),
    (Item.COMPULSORY_WAGER, "Compulsory wagers", _compulsory),
    (Item.SECRET_WAGERS, "Secret wagers", _secret),
    (Item.BUYING_BACK, "Buying back", _buying_back),
    (Item.ELIGIBILITY, "Who may enter", _eligibility),
    (Item.ENTRY, "Entry and withdrawal", _entry),
    (Item.DISQUALIFICATION, "Disqualified or retired", _disqualification),
    (Item.LATENESS, "Late or away", _lateness),
    (Item.PRIZES, "Prizes", _prizes),
    (Item.RULES_PREVAIL, "What prevails", _prevail),
    (Item.STRUCTURE, "Also", _also),
)
