"""Refitting: the answers of a round long paid, put to the questions that it asks once something in it is otherwise.

A card put right may end a round sooner, or ask somebody who was not asked then. What was answered then answers the same question
now. A step that people merely perform has been performed, and in a window for second wagers nobody has laid what is not on
record. What answers no question any more counts for nothing. What is asked and was never answered has to be brought: whoever
rules says how it was answered, in the order in which it is asked; until then the round wants it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.floor.brought import Brought
from houseway.forms import Doc, Misread
from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.play.decision import Refused
from houseway.play.driver import Inadmissible, Progress, ruling_of
from houseway.play.irregular import Invalidate, VoidWagers
from houseway.play.prompts import Choose, ChooseEach, ClosedWindow, Confirm, Draw, Prompt, TakeWagers
from houseway.play.states import Asked as Question
from houseway.play.wagers import ChipSums

Asked = tuple[Doc, Prompt | None]  # an answer on record with the question it was given to; None for a ruling
Run = Callable[[list[Doc]], Progress[object]]
Known = Callable[[Prompt], Doc]


@dataclass(frozen=True)
class Refitted:
    """A round as its answers bring it on: to its end, or to a question that is not answered."""

    tape: list[Doc]
    after: Progress[object]
    dropped: tuple[Asked, ...] = ()  # answers that no longer answer anything
    refused: Refused | None = None  # why what was said to the question does not answer it
    empty: tuple[str, ...] = ()  # windows for second wagers that nobody was offered then, and in which nothing lies now

    @property
    def wants(self) -> Prompt | None:
        return self.after.prompt

    @property
    def surplus(self) -> tuple[Card, ...]:
        """The cards that came out of the shoe, and lie nowhere in the round."""
        cards = [prompt.read(doc) for doc, prompt in self.dropped if isinstance(prompt, Draw)]
        return tuple(card for card in cards if isinstance(card, Card))


def question_of(asked: Prompt) -> str:
    """What is asked, of whom, and what may be said, for somebody who was not there."""
    if isinstance(asked, Choose):
        return f"{asked.title}, {asked.player or asked.who} says one of {', '.join(one.value for one in asked.open)}"
    if isinstance(asked, ChooseEach):
        said = ", ".join(option.value for option in asked.options)
        each = "each say" if len(asked.players) > 1 else "says"
        return f"{asked.title}, {' and '.join(asked.players)} {each} one of {said}"
    return asked.title


def wanting(number: int, found: Refitted, by: Basis) -> Refused:
    """A round long paid asks what nobody was asked then: which round, which question, and how its answer comes along."""
    asked, no = found.wants, found.refused
    assert asked is not None, f"round {number} comes to its end"
    because = f"round {number} would ask what nobody was asked then: {question_of(asked)}"
    why = "" if no is None else f" ({no.because})"
    return Refused(
        by + (asked.by if no is None else no.by),
        f"{because}{why}; bring the answer along, or invalidate round {number}",
        "answers",
    )


def asked_then(progress: Progress[object], tape: Sequence[Doc]) -> list[Asked]:
    """The answers of a tape, each with the question it was given to."""
    prompts = iter([prompt for prompt, _ in progress.answers])
    return [(doc, None if ruling_of(doc) is not None else next(prompts, None)) for doc in tape]


def refit(
    run: Run,
    sure: Iterable[Doc],
    rest: Sequence[Asked],
    brought: Brought,
    known: Known,
    without_backing: bool = False,
) -> Refitted:
    """Runs a round on with the answers it had after the ``sure`` ones, and with those that are ``brought`` as far as it asks for
    them. ``known`` answers what nobody has to be asked for. ``without_backing`` takes wagers out of a window that rest on
    what does not lie there."""
    tape, rest = list(sure), list(rest)

    def come_to() -> Progress[object]:
        """What is asked now; wagers that are declared void later were never made."""
        return run([*tape, *_ruled(rest)])

    dropped, empty = list[Asked](), list[str]()
    after, refused = come_to(), None
    while (prompt := after.prompt) is not None:
        doc, asked = rest[0] if rest else (None, None)
        if (
            rest and asked is None
        ):  # what was ruled is no answer to a question: it stands, whatever is asked otherwise now
            reply = doc
            rest.pop(0)
        elif asked is not None and (surplus := _surplus(prompt, doc, asked)) is not None:
            reply = surplus
            rest.pop(0)
        elif asked is not None and _same_question(asked, prompt):
            fitting = _fitting(prompt, doc, without_backing)
            if not isinstance(fitting, Refused):
                reply = fitting
                rest.pop(0)
            elif brought:
                dropped.append(rest.pop(0))
                reply = _beside(prompt, doc, brought.take(prompt, after))
            else:
                refused = fitting
                break
        elif (reply := known(prompt)) is not None:
            pass
        elif (
            isinstance(prompt, TakeWagers)
            and prompt.raising is not None
            and not _is_window(brought.next_for(prompt, after))
        ):
            reply = prompt.write(ClosedWindow(prompt.laid))
            empty.append(prompt.window)
        elif brought:
            reply = brought.take(prompt, after)
        else:
            # A decision that is not asked for any more is passed over, where the round comes to its end without it. A card is
            # not: it lies on the table, and is the next one as long as any is asked for.
            if asked is not None and not isinstance(asked, Draw):
                without = refit(run, tape, rest[1:], Brought(), known, without_backing)
                if without.wants is None:
                    gone = (*dropped, rest[0], *without.dropped)
                    return Refitted(without.tape, without.after, gone, empty=(*empty, *without.empty))
            break
        if ruling_of(reply) is None and (refused := _refused(prompt, reply)) is not None:
            break
        tape.append(reply)
        after = come_to()
    if after.prompt is not None and any(isinstance(ruling_of(doc), Invalidate) for doc, _ in rest):
        # everybody's wagers go back, whatever would have been answered
        after = run([*tape, *(doc for doc, asked in rest if asked is None)])
        refused = None
    if after.prompt is None:
        ruled = [doc for doc, asked in rest if asked is None]
        dropped.extend(one for one in rest if one[1] is not None)
        if ruled:
            tape.extend(ruled)
            after = run(tape)
    return Refitted(tape, after, tuple(dropped), refused, tuple(empty))


def fit_on(run: Run, answered: Sequence[Asked], sure: Sequence[Doc] = (), without_backing: bool = True) -> Refitted:
    """Runs a round that is being played on from the ``sure`` answers, as far as what was answered after them answers what it asks
    now. A decision that is not asked for any more is passed over; where something else is asked, it is asked at the table, and so
    is what came after it. ``without_backing`` takes wagers out of a window that rest on what does not lie there, and holds that a
    card on record lay where it lay: where it cannot have, nothing is judged so."""
    tape, rest = list(sure), list(answered)
    dropped = list[Asked]()
    after = run([*tape, *_ruled(rest)])
    while rest and (prompt := after.prompt) is not None:
        at = _answers(prompt, rest, without_backing)
        if at is None:
            break
        dropped.extend(one for one in rest[:at] if one[1] is not None)
        tape.extend(doc for doc, asked in rest[:at] if asked is None)
        doc, asked = rest[at]
        tape.append(doc if asked is None else _surplus(prompt, doc, asked) or _fitting(prompt, doc, without_backing))
        rest = rest[at + 1 :]
        after = run([*tape, *_ruled(rest)])
    # What was ruled is no answer to a question: it stands, whatever is asked otherwise now.
    ruled = [doc for doc, asked in rest if asked is None]
    dropped.extend(one for one in rest if one[1] is not None)
    return Refitted([*tape, *ruled], run([*tape, *ruled]) if ruled else after, tuple(dropped))


def _answers(prompt: Prompt, rest: Sequence[Asked], lay_there: bool) -> int | None:
    """Which of the answers on record is the first that answers a question, or rules before it. A card is never passed over: it
    lies on the table, and where it cannot, what was judged before it was not so, if it ``lay_there`` indeed."""
    for at, (doc, asked) in enumerate(rest):
        if asked is None:
            if at == 0:
                return at
            continue
        if _surplus(prompt, doc, asked) is not None:
            return at
        if _same_question(asked, prompt):
            fitting = _fitting(prompt, doc, lay_there)
            if isinstance(fitting, Refused) and asked.by_luck and lay_there:
                raise Inadmissible(at, prompt, fitting)
            return None if isinstance(fitting, Refused) else at
        if asked.by_luck:
            return None
    return None


def _ruled(rest: Sequence[Asked]) -> list[Doc]:
    """Wagers that are declared void later were never made."""
    return [doc for doc, asked in rest if asked is None and isinstance(ruling_of(doc), VoidWagers)]


def _same_question(asked: Prompt, prompt: Prompt) -> bool:
    """Whether what was asked then is what is asked now. A card is the next one out of the shoe, wherever it is laid."""
    if type(asked) is not type(prompt):
        return False
    if isinstance(asked, Draw):
        return True
    if isinstance(asked, Choose) and isinstance(prompt, Choose):
        return (asked.who, asked.place) == (prompt.who, prompt.place)
    if isinstance(asked, TakeWagers) and isinstance(prompt, TakeWagers):
        return asked.window == prompt.window
    return (asked.title, asked.due_at) == (prompt.title, prompt.due_at)


def _surplus(prompt: Prompt, doc: Doc, asked: Prompt) -> Doc:
    """A card on record that came to a place which had all its cards, as what went wrong there, where the book has a rule for it:
    it is not the next card of another place."""
    if not isinstance(asked, Draw) or asked.due_at == prompt.due_at:
        return None
    wrong = next((one.kind for one in prompt.may_go_wrong if one.surplus_of and one.surplus_of == asked.due_at), None)
    told = None if wrong is None else {"irregularity": wrong, "card": doc}
    return None if told is None or _refused(prompt, told) is not None else told


def _fitting(prompt: Prompt, doc: Doc, without_backing: bool) -> Doc | Refused:
    """An answer on record as it answers the same question now; why it does not."""
    refused = _refused(prompt, doc)
    if refused is None:
        return doc
    if isinstance(prompt, ChooseEach) and isinstance(doc, dict):  # who has nothing there now decides nothing
        own = {player: choice for player, choice in doc.items() if player in prompt.players}
        return own if _refused(prompt, own) is None else refused
    if isinstance(prompt, TakeWagers) and isinstance(doc, dict) and "wagers" in doc:
        tried = found_to_lie(doc)
        if _refused(prompt, tried) is None:
            return tried
        if without_backing:
            backed = _backed(prompt, doc)
            if _refused(prompt, backed) is None:
                return backed
    return refused


def _beside(prompt: Prompt, doc: Doc, reply: Doc) -> Doc:
    """What is brought, beside what others decided then who are asked still."""
    if isinstance(prompt, ChooseEach) and isinstance(doc, dict) and isinstance(reply, dict):
        return {**{player: choice for player, choice in doc.items() if player in prompt.players}, **reply}
    return reply


def found_to_lie(doc: dict[str, Doc]) -> dict[str, Doc]:
    """The wagers of a window as they are found on the layout afterwards, more than it would have taken."""
    return {**doc, "found": True}


def _backed(prompt: TakeWagers, doc: dict[str, Doc]) -> dict[str, Doc]:
    """The wagers of a window without those that cannot lie there, such as a raise of what does not lie."""
    lying, rows = ChipSums(), list[Doc]()
    book: Any = prompt.read(doc)
    for wager, row in zip(book.wagers, doc["wagers"], strict=True):
        if not isinstance(prompt.offer(lying, wager, book.found), Refused):
            lying.add(wager)
            rows.append(row)
    return {**doc, "wagers": rows}


def _refused(prompt: Prompt, doc: Doc) -> Refused | None:
    try:
        decision = prompt.judge(prompt.read(doc))
    except (Misread, ValueError, TypeError, LookupError) as wrong:
        return Refused(prompt.by, str(wrong))
    return decision if isinstance(decision, Refused) else None


def _is_window(doc: Doc) -> bool:
    return isinstance(doc, dict) and "wagers" in doc


def was_done(prompt: Prompt) -> Doc:
    """What a step answers that people merely perform, in a round that is long over; and whether somebody wanted to look."""
    if isinstance(prompt, Choose) and prompt.asked == Question.LOOK:
        return prompt.usually()
    return prompt.write(True) if isinstance(prompt, Confirm) else None
