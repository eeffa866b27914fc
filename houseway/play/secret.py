"""Secret wagers: in a tournament a player may write a wager on a form, which is read out only when the hand is over.

``Secret`` names the provisions. A form is judged when it is handed in; one that slipped through and is found later to break
a rule is *deemed* to be for another amount. The forms of a hand reach its script as one reading, like a sign or a meter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from houseway.forms import Doc
from houseway.forms import read as read_form
from houseway.law.clause import Basis, Provision
from houseway.money import Cents, plain, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.prompts.base import Pick, Prompt
from houseway.play.prompts.choices import Confirm
from houseway.play.wagers import Sign, Wager
from houseway.values import value

_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"""
_NUMBERS = dict(zip(_WORDS.split(), [*range(20), *range(20, 100, 10)], strict=True))


def amount_in_words(text: str) -> Cents | None:
    """``four hundred and fifty`` as cents; None where the words are no whole number of dollars."""
    total = part = 0
    words = [
        word for word in text.lower().replace("-", " ").split() if word not in ("and", "dollars", "dollar", "only")
    ]
    for word in words:
        number = _NUMBERS.get(word, 0)
        follows_tens = number < 10 and part % 100 >= 20 and not part % 10  # twenty-five, not ten five or fifty thirty
        if number and (not part % 100 or follows_tens):
            part += number
        elif word == "hundred" and 0 < part < 100:
            part *= 100
        elif word == "thousand" and part and not total:
            total, part = total + part * 1000, 0
        else:
            return None
    return (total + part) * 100 if words else None


@value
class Form:
    """A secret wager as it was written, and the chips its player held then."""

    player: str
    area: int
    kind: str  # "player"; "" where it was left out
    words: str
    figures: Cents
    chips: Cents
    held: Cents = 0  # of the player's credit, from the moment it is in; the first records held nothing

    def __str__(self) -> str:
        held = f" holding {plain(self.chips)}" if self.figures > self.chips else ""
        kind = f" {self.kind}" if self.kind else ""
        return f"{self.player} secret{kind} {plain(self.figures)}{held}: {self.words} unexamined"


@value
class Forms:
    """The forms handed in for one hand; whether it is the last of a final, and who plays it."""

    forms: tuple[Form, ...] = ()
    last: bool = False
    players: tuple[str, ...] = ()

    @property
    def all_secret(self) -> bool:
        """Whether this is the last hand of a final and everybody has handed in a form."""
        return self.last and bool(self.forms) and set(self.players) <= {form.player for form in self.forms}


@value
class ReadForms(Prompt):
    """The forms handed in for this hand; the table itself answers."""

    @property
    def asks(self) -> str:
        return "house"

    @property
    def title(self) -> str:
        return "Collect the forms"

    def _judge(self, answer: Any) -> Decision:
        return Accepted(self.by) if isinstance(answer, Forms) else Refused(self.by, "the forms of this hand are wanted")

    def _read(self, doc: Doc) -> Forms:
        forms: Forms = read_form(Forms, doc, "forms")
        return forms

    def some(self, pick: Pick) -> Forms:
        return Forms()


@value
class ReadOut(Confirm):
    """Type and amount of every secret wager are announced, by whom the book names; records from before it was asked hold none."""

    act: str = "Read out the secret wagers"
    who: str = "supervisor"

    added: ClassVar[bool] = True

    def is_answer(self, doc: Doc) -> bool:
        return isinstance(doc, Mapping) and ("read_out" in doc or "irregularity" in doc)

    def _write(self, answer: Any) -> Doc:
        return {"read_out": answer}

    def _read(self, doc: Doc) -> bool:
        return super()._read(doc.get("read_out") if isinstance(doc, Mapping) else doc)


@dataclass(frozen=True)
class Secret:
    """The provisions about secret wagers."""

    allowed: Provision[int]  # in a session, as the tournament's terms have it; 0 where none is being played
    form: Provision[None]
    beside_chips: Provision[None]
    within_limits: Provision[None]
    within_chips: Provision[None]
    tie_counts: Provision[None]
    marked: Provision[None]
    examined: Provision[None]
    read_out: Provision[None]
    inspected: Provision[None]
    too_small: Provision[None]
    too_large: Provision[None]
    beyond_chips: Provision[None]
    badly_filled: Provision[None]
    last_hand: Provision[None]
    last_read_out: Provision[None]
    last_chips: Provision[None]
    last_cards: Provision[None]

    @property
    def taken(self) -> Basis:
        """What a form that is accepted rests on."""
        return self.allowed.by + self.form.by + self.beside_chips.by + self.marked.by + self.examined.by

    def judge(
        self, form: Form, used: int, chips: Iterable[Wager], sign: Sign, kinds: tuple[str, ...], examined: bool = True
    ) -> Decision:
        """May this form be handed in, beside the player's chips on the layout? A form that nobody examines passes if
        only the number allowed has not been used up; what is wrong with it comes out after the hand."""
        most = self.allowed.value
        if not most:
            return Refused(self.allowed.by, "secret wagers belong to a tournament whose terms allow them")
        if used >= most:
            return Refused(self.allowed.by, f"the {most} secret wagers allowed have been used")
        if not examined:
            return Accepted(self.taken)
        wrong = self.wrongly_filled(form, kinds)
        if wrong:
            return Refused(self.form.by + self.examined.by, wrong)
        limits = sign.limits_for(form.kind)
        if form.figures < limits.minimum:
            by = self.within_limits.by + self.examined.by
            return Refused(by, f"{show(form.figures)} is below the minimum of {show(limits.minimum)}")
        if limits.maximum is not None and form.figures > limits.maximum:
            by = self.within_limits.by + self.examined.by
            return Refused(by, f"{show(form.figures)} is above the maximum of {show(limits.maximum)}")
        if form.figures > form.chips:
            by = self.within_chips.by + self.examined.by
            return Refused(by, f"{show(form.figures)} is more than the chips held, {show(form.chips)}")
        return self.together(form, (wager for wager in chips if wager.player == form.player), sign) or Accepted(
            self.taken
        )

    def together(self, form: Form, chips: Iterable[Wager], sign: Sign) -> Refused | None:
        """A form and chips of one player on one hand: within the maximum together, and not on both sides."""
        chips = tuple(chips)
        spots = {wager.spot for wager in chips} | {form.kind}
        if {"player", "banker"} <= spots:
            return Refused(self.beside_chips.by, "Banker and Player may not both be backed")
        limit, both = sign.limits_for(form.kind).maximum, form.figures + sum(wager.cents for wager in chips)
        if limit is not None and both > limit:
            return Refused(self.beside_chips.by, f"{show(both)} together is above the maximum of {show(limit)}")
        return None

    def wrongly_filled(self, form: Form, kinds: tuple[str, ...]) -> str:
        """What is wrong with how a form was filled in; nothing if it is right."""
        if form.kind not in kinds:
            return f"the form must say on what: {' or '.join(kinds)}"
        if amount_in_words(form.words) != form.figures:
            return f"{form.words!r} and {show(form.figures)} are not the same amount"
        return ""

    def deemed(self, form: Form, sign: Sign, kinds: tuple[str, ...]) -> tuple[Cents, Basis | None, bool]:
        """What a form is taken to be for once the hand is over: the amount, why it is not what was written, and whether
        it is a wager at all or only costs the minimum."""
        limits = sign.limits_for(form.kind)
        if self.wrongly_filled(form, kinds):
            return min(limits.minimum, form.chips), self.badly_filled.by, False
        amount, why = form.figures, []
        if amount < limits.minimum:
            amount, why = limits.minimum, [self.too_small.by]
        if limits.maximum is not None and amount > limits.maximum:
            amount, why = limits.maximum, [self.too_large.by]
        if amount > form.chips:
            amount, why = form.chips, [*why, self.beyond_chips.by]
        by: Basis | None = None
        for each in why:
            by = each if by is None else by + each
        return amount, by, True
