"""Notation: a round as one line of text, to paste into a report, a scenario or ``houseway replay``.

``vic-1997-red-dog | original P1@1:10 | 7S 4H | raise P1@1:4 | 5D`` is a whole round. Segments are separated by bars and
stand in the order things happened: wagers by the window they lay in (player, area, amount in dollars), cards,
``!irregularities`` and ``P1 choices``; ``= value`` answers any other question. What goes without saying (a window that
stayed empty, a step merely confirmed) is left out. The same words, one to a line, tell the
stories of worked scenarios.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from houseway.complaint import BadInput
from houseway.forms import canonical, write
from houseway.kit.cards import UNSEEN, Card, CutCard, Unseen
from houseway.money import plain
from houseway.play.decision import Refused
from houseway.play.driver import Progress, stakes
from houseway.play.irregular import Irregularity, VoidWagers
from houseway.play.prompts import (
    Ball,
    Choose,
    ChooseEach,
    ClosedWindow,
    Confirm,
    Draw,
    OutOfTurn,
    Prompt,
    Reading,
    ReadMeter,
    ReadSign,
    Roll,
    Spin,
    Stack,
    TakeWagers,
)
from houseway.play.remembering import remembered
from houseway.play.secret import ReadForms
from houseway.play.wagers import ChipSums, Jackpot, Sign, Wager

NAME = r"[A-Za-z][A-Za-z0-9_.-]*"
WAGER = re.compile(rf"({NAME})(?:@(\d+))?:(-?[$0-9.,]+)")


def write_round(
    book: str,
    carry: object,
    progress: Progress[Any],
    policies: Mapping[str, Any] | None = None,
    corrections: Sequence[str] = (),
) -> str:
    """A recorded round as one line, with the policies that were chosen otherwise than the book has them. Behind # stands who
    corrected it: the line itself is the round as it is."""
    chosen = [f"policy {name} {_policy(value)}" for name, value in (policies or {}).items()]
    segments = [book, *chosen, *_remembered(carry)]
    read = [answer for prompt, answer in progress.answers if isinstance(prompt, ReadMeter)]
    shown = [plain(answer.shown if isinstance(answer, Reading) else answer) for answer in read]
    if shown:  # told first: a table reads its meter by itself, in the midst of other things
        segments.append(f"meter {' '.join(shown)}")
    rulings: dict[int, list[tuple[str, bool]]] = {}
    aside = list[str]()
    for count, ruling in progress.rulings:
        if isinstance(ruling, VoidWagers) and ruling.player not in _wagered(progress):
            aside.append(f"{ruling}, who took everything back before the call")
        else:
            rulings.setdefault(count, []).append((str(ruling), False))
    for segment, joins in _told(progress, rulings):
        if joins and segments and _cards(segments[-1]):
            segments[-1] += f" {segment}"
        elif segment.startswith("balls ") and segments[-1].startswith("balls "):
            segments[-1] += segment.removeprefix("balls")
        else:
            segments.append(segment)
    told = [*(one for one in aside if not any(one in told for told in corrections)), *corrections]
    return " | ".join(segments) + (f" # {'; '.join(told)}" if told else "")


def _wagered(progress: Progress[Any]) -> set[str]:
    """Who has had anything in a round: chips, or a form."""
    forms = (form for prompt, answer in progress.answers if isinstance(prompt, ReadForms) for form in answer.forms)
    return {wager.player for wager in stakes(progress.steps)} | {form.player for form in forms}


def _told(progress: Progress[Any], rulings: Mapping[int, list[tuple[str, bool]]]) -> Iterable[tuple[str, bool]]:
    """Answers and rulings in their order. A ruling made while a window was open is told after the wagers that lay in it."""
    closed_empty = False  # a window closed with nothing in it goes without saying, unless something goes wrong next
    closed: Prompt | None = None  # so does any that what goes wrong next could not have stopped
    done: list[
        Prompt
    ] = []  # steps confirmed since the last that is told: those too, unless it could have gone wrong there
    for count, (prompt, answer) in enumerate(progress.answers):
        ruled, answered = rulings.get(count, []), _segments(prompt, answer)
        if isinstance(answer, Irregularity) and any(_could_be(answer, step) for step in done):
            answered = [*(("= true", False) for _ in done), *answered]
        done = [*done, prompt] if isinstance(prompt, Confirm) and answer is True and not ruled else []
        went_wrong = isinstance(answer, Irregularity) and closed is not None and _could_be(answer, closed)
        if went_wrong or (closed_empty and (ruled or isinstance(answer, Irregularity))):
            yield "no more bets", False
        closed_empty = isinstance(prompt, TakeWagers) and not answered and not ruled
        closed = prompt if isinstance(prompt, TakeWagers) and answer.stopped_by is None else None
        yield from (*answered, *ruled) if isinstance(prompt, TakeWagers) else (*ruled, *answered)
    yield from rulings.get(len(progress.answers), ())


def _could_be(happened: Irregularity, step: Prompt) -> bool:
    return any(mishap.kind == happened.kind for mishap in step.may_go_wrong)


def _policy(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _remembered(carry: object) -> list[str]:
    """What the table brought into the round, as far as it can matter."""
    told, known = [], remembered(carry)
    if known.secret_used:
        used = sorted(known.secret_used.items())
        told.append("secrets used " + " ".join(f"{player}:{count}" for player, count in used))
    if known.method:
        told.append(f"set up method {known.method}")
    if known.in_sets:
        told.append("set up shuffler")
    for chips in known.colours:
        told.append(f"colour {chips.player} {chips.colour} {plain(chips.cents)}")
    lying: dict[str, list[str]] = {}
    for wager in known.lying:
        lying.setdefault(wager.spot, []).append(str(wager))
    told.extend(f"lying {spot} {' '.join(wagers)}" for spot, wagers in lying.items())
    for one in known.running:
        told.append(f"running {one.wager.spot} {one.wager} came {'/'.join(map(str, one.came))}")
    if known.advised:
        told.append("advised " + " ".join(sorted(known.advised)))
    if known.warned:
        told.append("warned " + " ".join(sorted(known.warned)))
    told.extend(f"brought {words}" for words in known.brings)
    for name in known.tells:
        told.append(f"remember {name} {canonical(write(getattr(carry, name)))}")
    shoe = known.shoe
    if shoe is not None:
        if shoe.next_cards:
            told.append("next " + " ".join(str(card) for card in shoe.next_cards))
        if shoe.notes.new_dealer:
            told.append("new dealer")
        if shoe.notes.cut_card is None:
            told.append("cut seen")
    return told


def _segments(prompt: Prompt, answer: Any) -> list[tuple[str, bool]]:
    if isinstance(prompt, ReadSign):
        text = write_sign(answer)
        return [(text, False)] if text else []
    if isinstance(prompt, TakeWagers):
        assert isinstance(answer, ClosedWindow)
        lines, placed = _withdrawn(prompt.laid, answer.wagers)
        beyond = _beyond(prompt, answer) if answer.found else ()
        found = [wager for wager in placed if wager.key in beyond]
        placed = [wager for wager in placed if wager.key not in beyond]
        for spot, wagers in groupby(placed, key=lambda wager: wager.spot):  # in the order they were placed
            lines.append((f"{spot} {' '.join(str(wager) for wager in wagers)}", False))
        if answer.stopped_by is not None:
            lines.append((str(answer.stopped_by), False))
        elif answer.meanwhile is not None:
            lines.append((f"= {answer.meanwhile}", False))
        elif prompt.laid and not placed:  # nobody added anything to what lay there
            lines.append(("no more bets", False))
        for spot, wagers in groupby(found, key=lambda wager: wager.spot):
            lines.append((f"found {spot} {' '.join(str(wager) for wager in wagers)}", False))
        return lines
    if isinstance(answer, (Irregularity, OutOfTurn)):
        return [(str(answer), False)]
    if isinstance(prompt, Draw):
        return [(str(answer), True)]
    if isinstance(prompt, Spin):
        return [(f"spin {answer}", False)]
    if isinstance(prompt, Ball):
        return [(f"balls {answer}", False)]
    if isinstance(prompt, Stack):
        return [(f"stacked {' '.join(map(str, answer)) or 'face down'}", False)]
    if isinstance(prompt, Roll):
        return [(f"dice {' '.join(map(str, answer))}", False)]
    if isinstance(prompt, ChooseEach):
        waited_for = {player: item for player, item in answer.items() if player not in prompt.not_waited_for}
        return [(f"{player} {choice}", False) for player, choice in waited_for.items()]
    if isinstance(prompt, (Confirm, ReadMeter)):
        return []
    if isinstance(prompt, ReadForms):
        told = [("last hand of the final", False)] if answer.last else []
        return [*told, *((str(form), False) for form in answer.forms)]
    if isinstance(prompt, Choose) and prompt.player:
        return [(f"{prompt.player} {answer}", False)]
    return [(f"= {canonical(prompt.write(answer))}", False)]


def _beyond(prompt: TakeWagers, answer: ClosedWindow) -> set[tuple[str, int, str]]:
    """The wagers of a window from the first on that was found there and could not have been laid."""
    lying = ChipSums()
    for count, wager in enumerate(answer.wagers):
        if isinstance(prompt.offer(lying, wager), Refused):
            return {wager.key for wager in answer.wagers[count:]}
        lying.add(wager)
    return set()


def _withdrawn(laid: Iterable[Wager], wagers: Iterable[Wager]) -> tuple[list[tuple[str, bool]], list[Wager]]:
    """What was taken back of wagers that lay in a window when it opened, and what was placed then. A wager that lay there
    and is not where it was among the others was taken back and placed anew."""
    before = list(laid)
    rest, kept = list(wagers), dict[tuple[str, int, str], int]()
    while before and rest:
        if before[0].key == rest[0].key:
            kept[rest[0].key] = rest[0].cents
            rest.pop(0)
        before.pop(0)
    taken, placed = [], []
    for wager in laid:
        less = wager.cents - kept.get(wager.key, 0)
        if less > 0:
            taken.append(
                (
                    f"{wager.player} withdraws {plain(less)} from {wager.spot}"
                    + (f"@{wager.area}" if wager.area else ""),
                    False,
                )
            )
        elif less < 0:
            placed.append(replace(wager, cents=-less))
    return taken, [*placed, *rest]


def _cards(segment: str) -> bool:
    return all(is_card(word) for word in segment.split())


def is_card(word: str) -> bool:
    """Whether a word of notation is a card."""
    try:
        read_card(word)
    except ValueError:
        return False
    return True


def read_card(word: str) -> Card | CutCard | Unseen:
    """A card, the cutting card or an unseen one, from notation."""
    text = word.strip().upper()
    if text == CutCard.text:
        return CutCard()
    return UNSEEN if text == Unseen.text else Card.parse(text)


def write_sign(sign: Sign) -> str:
    """The sign as a segment, or nothing if it states nothing."""
    words = []
    if sign.limits.minimum or sign.limits.maximum is not None:
        words.append(plain(sign.limits.minimum))
        if sign.limits.maximum is not None:
            words.append(f"to {plain(sign.limits.maximum)}")
    if sign.limits.unit:
        words.append(f"unit {plain(sign.limits.unit)}")
    if sign.areas != 7:
        words.append(f"areas {sign.areas}")
    if sign.players_per_area != 1:
        words.append(f"share {sign.players_per_area}")
    if sign.several_areas:
        words.append("several")
    if sign.multiples_notice:
        words.append("multiples")
    if sign.units_required is not None:
        words.append("units" if sign.units_required else "no-units")
    if sign.aggregate:
        words.append(f"aggregate {plain(sign.aggregate)}")
    if sign.smallest_chip != 1:
        words.append(f"chip {plain(sign.smallest_chip)}")
    for effect in sign.late_entry:
        words.append(f"late-{effect.replace(' ', '-')}")
    for player, area in sign.seated.items():
        words.append(f"seat {player}@{area}")
    for player, let in sign.let_have.items():
        words.extend(f"box {player}@{area}" for area in let)
    for marker in sign.markers:
        own = f"{plain(marker.minimum)}-" if marker.minimum else ""
        words.append(f"marker {marker.player}@{marker.area}:{own}{plain(marker.maximum)}")
    if sign.most_won is not None:
        words.append(f"payout {plain(sign.most_won)}")
    if sign.jackpot is not None:
        pot = sign.jackpot
        words.append(f"jackpot {pot.name}:{plain(pot.price)}:{pot.to_meter}:{pot.to_reserve}:{plain(pot.reseed)}")
    for name, odds in sign.odds.items():
        words.append(f"odds {name}={str(odds).replace(' to ', '-')}")
    if sign.differential is not None:
        words.append(f"differential {plain(sign.differential)}")
    if sign.colours_required:
        words.append("colours")
    for kind, limits in sign.kinds.items():
        top = "" if limits.maximum is None else f" to {plain(limits.maximum)}"
        words.append(
            f"kind {kind} {plain(limits.minimum)}{top}" + (f" unit {plain(limits.unit)}" if limits.unit else "")
        )
    return "sign " + " ".join(words) if words else ""


def read_sign(words: list[str], sign: Sign) -> Sign:
    """Reads what ``write_sign`` writes, on top of a sign."""
    from houseway.money import Odds, cents
    from houseway.play.wagers import Limits, Marker

    limits: dict[str, Any] = {"minimum": sign.limits.minimum, "maximum": sign.limits.maximum, "unit": sign.limits.unit}
    general, kinds = limits, {kind: _plain_limits(own) for kind, own in sign.kinds.items()}
    changes: dict[str, Any] = {}
    markers, odds = list(sign.markers), dict(sign.odds)
    rest = iter(words)

    def following(word: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise BadInput(f"sign: something must follow {word!r}") from None

    for word in rest:
        if word in ("to", "maximum"):
            limits["maximum"] = cents(following(word))
        elif word == "minimum":
            limits["minimum"] = cents(following(word))
        elif word == "unit":
            limits["unit"] = cents(following(word))
        elif word == "kind":
            limits = kinds.setdefault(following(word), {"minimum": 0, "maximum": None, "unit": 0})
        elif word == "differential":
            changes["differential"] = cents(following(word))
        elif word == "colours":
            changes["colours_required"] = True
        elif word == "seat":
            name, _, area = following(word).partition("@")
            changes["seated"] = {**changes.get("seated", sign.seated), name: int(area)}
        elif word == "box":
            name, _, area = following(word).partition("@")
            let = changes.setdefault("let_have", dict(sign.let_have))
            let[name] = (*let.get(name, ()), int(area))
        elif word.startswith("late-"):
            effect = word.removeprefix("late-").replace("-", " ")
            changes["late_entry"] = (*changes.get("late_entry", sign.late_entry), effect)
        elif word == "areas":
            changes["areas"] = int(following(word))
        elif word == "share":
            changes["players_per_area"] = int(following(word))
        elif word == "several":
            changes["several_areas"] = True
        elif word == "multiples":
            changes["multiples_notice"] = True
        elif word in ("units", "no-units"):
            changes["units_required"] = word == "units"
        elif word == "aggregate":
            changes["aggregate"] = cents(following(word))
        elif word == "chip":
            changes["smallest_chip"] = cents(following(word))
        elif word == "marker":
            who, _, amount = following(word).partition(":")
            player, _, area = who.partition("@")
            own, _, top = amount.rpartition("-")
            markers.append(Marker(player, int(area or 0), cents(top), "shift manager", cents(own or 0)))
        elif word == "payout":
            changes["most_won"] = cents(following(word))
        elif word == "jackpot":
            changes["jackpot"] = _jackpot(following(word))
        elif word == "odds":
            name, _, text = following(word).partition("=")
            odds[name] = Odds.parse(text.replace("-", " to ") if "-" in text else f"{text} to 1")
        elif word[:1].isdigit() or word[:1] == "$":
            limits["minimum"] = cents(word)
        else:
            raise BadInput(f"sign: {word!r} is not understood")
    changes["kinds"] = {kind: Limits(**own) for kind, own in kinds.items()}
    return replace(sign, limits=Limits(**general), markers=tuple(markers), odds=odds, **changes)


def _jackpot(text: str) -> Jackpot:
    """``reef:1:70:10:75000``: the meter, what a wager costs, of a hundred to the meter and to the reserve, the reseed."""
    from houseway.money import cents

    name, price, *rates = text.split(":")
    meter, reserve, reseed, *_ = [*rates, "0", "0", "0"] if rates else ["0", "100", "0"]  # nothing said: to the reserve
    return Jackpot(name, cents(price), int(meter), int(reserve), cents(reseed))


def _plain_limits(limits: Any) -> dict[str, Any]:
    return {"minimum": limits.minimum, "maximum": limits.maximum, "unit": limits.unit}
