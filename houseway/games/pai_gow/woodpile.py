"""The woodpile: shuffle and Laja before a round; dice, cut and delivery in it."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.pai_gow import bank
from houseway.games.pai_gow.carry import Carry
from houseway.games.pai_gow.cuts import NAMES, Delivery, box, counted, other_cut
from houseway.games.pai_gow.events import (
    AreaBack,
    AreaOut,
    CutNamed,
    Ready,
    Shaken,
    Stolen,
    TilesChecked,
    TilesCut,
    TilesMixed,
)
from houseway.games.pai_gow.prompts import AS_IT_GOES_OUT, OTHER, ChooseCut
from houseway.games.pai_gow.terms import Terms
from houseway.kit.dice import Throw
from houseway.law.clause import Basis
from houseway.play.decision import Refused
from houseway.play.events import Noted, WentWrong
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Choose, Option, Roll
from houseway.play.script import Script, call, choose, confirm, read_sign
from houseway.values import value

ACCEPT_OR_NOT = (Option("no", "Not this cut"), Option("accept", "Accept it, and tell inspector and surveillance"))


def prepare(terms: Terms, carry: Carry) -> Script[None]:
    """Before each round: check a new set, shuffle and stack, and settle who holds the bank."""
    sign = yield from read_sign(terms.general, terms.places)
    tiles = terms.tiles
    if not carry.checked:
        yield from confirm(tiles.checked.by, "Lay the tiles out in rank order and check them", "supervisor")
        yield TilesChecked(tiles.checked.by)
    yield TilesMixed(tiles.shuffle.by, "The dealer", "shuffle")
    yield from _stacked(terms, carry)
    yield from bank.offered(terms, carry, sign)
    yield Ready(tiles.stacks.by)


def _stacked(terms: Terms, carry: Carry) -> Script[None]:
    """Eight stacks of four, with every further mix that somebody asks for or that the rules demand."""
    tiles, wrong = terms.tiles, terms.wrong
    by = tiles.shuffle.by + tiles.stacks.by + tiles.laja.by
    player_mixed = bank_due = False
    mishaps = [Mishap("tile-exposed", "A tile was exposed in stacking", wrong.stacking.by)]
    if carry.full and not carry.off:
        mishaps.append(signals(terms))
    while True:
        refused = Refused(
            tiles.no_shuffle_after_laja.by, "after a player's Laja the bank may not ask for another shuffle"
        )
        options = [
            Option("stacked", "The tiles are stacked"),
            Option("laja dealer", "Laja by the dealer", by=tiles.laja.by),
            Option("laja player", "Laja by a player, if the game supervisor allows it", by=tiles.laja.by),
            Option("laja bank", "The bank's own Laja"),
            Option("shuffle", "The bank asks for another shuffle", closed=refused if player_mixed else None),
            Option("reshuffle", "The game supervisor has them shuffled again", by=wrong.reshuffle.by),
        ]
        if carry.off:
            options.append(Option("area back", f"Area {carry.off} comes back into play", by=wrong.bring_back.by))
        title = "Shuffle the tiles and stack them"
        if bank_due:
            by, title = by + tiles.bank_laja.by, "Present the tiles to the bank for its own Laja, or go on"
        answer = yield Choose(by, "dealer", title, tuple(options), "stacked", tuple(mishaps))
        if isinstance(answer, Irregularity):
            mishap = next(item for item in mishaps if item.kind == answer.kind)
            yield WentWrong(mishap.by, mishap.kind, mishap.label)
            if answer.kind == "tile-exposed":
                yield TilesMixed(wrong.stacking.by, "the dealer", "laja")
                continue
            yield from take_out(terms)
            mishaps.remove(mishap)
            continue
        match answer:
            case "stacked":
                return
            case "laja player":
                player_mixed = bank_due = True
                yield TilesMixed(tiles.laja.by, "a player", "laja")
            case "laja bank" | "laja dealer":
                yield TilesMixed(tiles.laja.by, f"the {answer.removeprefix('laja ')}", "laja")
            case "area back":
                yield AreaBack(wrong.bring_back.by, carry.off)
                carry = replace(carry, off=0)
            case _:
                by_whom = wrong.reshuffle.by if answer == "reshuffle" else tiles.shuffle.by
                yield TilesMixed(by_whom, "The dealer", "shuffle")


def signals(terms: Terms) -> Mishap:
    """With every area in play against the House, players are believed to tell each other their tiles."""
    return Mishap("signals", "Players are believed to signal their tiles", terms.wrong.signals.by)


def take_out(terms: Terms) -> Script[None]:
    """An area leaves play for the rounds to come by the dice, counted from area one; where they point at the House, they are
    shaken again."""
    wrong = terms.wrong
    by = wrong.signals.by + wrong.notify.by
    answer = yield from choose(
        by,
        "supervisor",
        "Take an area out of play? The inspector is told",
        (Option("no", "Leave all areas in play"), Option("yes", "Take one out by the dice")),
        "no",
    )
    if answer == "no":
        yield Noted(by, "The casino supervisor leaves all areas in play; the inspector is told")
        return
    again: list[int] = []
    while True:
        dice = yield from shaken(terms, wrong.take_out.by)
        area = counted(1, sum(dice))
        if area != terms.bank.house_chung.value:
            yield AreaOut(wrong.take_out.by + wrong.notify.by + wrong.off.by, area, tuple(again))
            return
        again.append(sum(dice))
        yield Noted(wrong.house_indicated.by, f"A total of {sum(dice)} is the House: the dice are shaken again")


class Reshuffled(Exception):
    """The tiles are mixed again and the deal begins anew; the wagers stay."""


def reshuffle(terms: Terms) -> Mishap:
    """The game supervisor may have the tiles shuffled again at any time before a hand is opened."""
    label = "The game supervisor has the tiles shuffled again"
    return Mishap("reshuffle", label, terms.wrong.reshuffle.by)


def shuffled_again(terms: Terms, answer: Irregularity) -> Script[None]:
    """If that is what went wrong, the deal begins anew."""
    if answer.kind == "reshuffle":
        mishap = reshuffle(terms)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        raise Reshuffled


def shaken(terms: Terms, by: Basis, besides: tuple[Mishap, ...] = ()) -> Script[Throw]:
    """The dice, shaken until all of them lie flat."""
    while True:
        answer = yield Roll(by, terms.dice.shake.value, (*terms.not_flat, *besides))
        if not isinstance(answer, Irregularity):
            return tuple(answer)
        yield from shuffled_again(terms, answer)
        yield WentWrong(terms.dice.flat.by, answer.kind, "A die is not flat: the cup is shaken again")


@value
class Cut:
    delivery: Delivery
    first: int  # the area of the first lot


def cut(terms: Terms, chung: int, banker: str, shaker: str) -> Script[Cut]:
    """Who names the cut, what the dice show, and so which area is first. With no banker the dice decide both."""
    dice, cuts = terms.dice, terms.cuts
    named = ""
    steal = 0
    if banker:
        named = yield from _named(terms, banker)
        steal = yield from _steal(terms, banker)
    by = dice.shake.by + (dice.steal.by if steal else Basis(()))
    faces = yield from shaken(terms, by, (reshuffle(terms),))
    total = sum(faces) + steal
    counting = dice.total.by + dice.count.by
    if box(total) == 1:
        counting = counting + dice.at_chung.by
    if total < 1:
        counting = counting + dice.nought.by
    yield Shaken(counting, faces, total, box(total), counted(chung, total))
    way, by_whom = named, "banker"
    if not named:
        way, by_whom = yield from _unnamed(terms, total, steal if banker else None)
    first = counted(chung, total)
    if way.startswith(OTHER):
        found, told = other_cut(way.removeprefix(OTHER).strip()), "another cut"
        yield TilesCut(cuts.others.by, "Another cut", OTHER, by_whom, found.lots)
    else:
        found = cuts.deliveries[way]
        chinese, english = NAMES[found.cut]
        told = f"{chinese} ({english})"
        yield TilesCut(cuts.applies.by + cuts.by(found.cut), chinese, way, by_whom, found.lots)
    yield call(dice.announce, f"first area {first}", area=first, cut=told)
    return Cut(found, first)


def _which(terms: Terms, by: Basis, who: str, question: str, options: tuple[Option, ...], usual: str) -> Script[str]:
    """One of the traditional cuts, or another if the casino supervisor accepts it; then inspector and surveillance are told."""
    rule, mishaps = terms.cuts.others, (reshuffle(terms),)
    another = Option(OTHER, "Another cut", closed=Refused(rule.by, AS_IT_GOES_OUT), by=rule.by)
    while True:
        answer = yield ChooseCut(by, who, question, (*options, another), usual, mishaps, other=rule.by)
        if isinstance(answer, Irregularity):
            yield from shuffled_again(terms, answer)
        elif not answer.startswith(OTHER):
            return str(answer)
        else:
            found = yield from choose(
                rule.by, "supervisor", "Another cut is asked for. Accept it?", ACCEPT_OR_NOT, "no"
            )
            if found == "accept":
                yield Noted(rule.by, "The casino supervisor accepts another cut; inspector and surveillance are told")
                return str(answer)
            yield Noted(rule.by, "The casino supervisor does not accept another cut")


def _options(terms: Terms, names: list[str], on_cloth: bool = False) -> tuple[Option, ...]:
    labels = []
    for name in names:
        cut, _, way = name.partition(" ")
        chinese, english = NAMES[cut]
        label = f"{chinese}, {english}" + (f": {way}" if way else "")
        labels.append(Option(name, label, by=terms.cuts.by(cut), on_cloth=on_cloth))
    return tuple(labels)


def _named(terms: Terms, banker: str) -> Script[str]:
    """The banker may name a cut, in any of its orientations."""
    rule = terms.cuts.bank_chooses
    options = (Option("no cut", "Leave the cut to the dealer"), *_options(terms, list(terms.cuts.deliveries), True))
    answer = yield from _which(terms, rule.by, f"player {banker}", "Which cut?", options, "no cut")
    if answer == "no cut":
        return ""
    cut = answer.partition(" ")[0]
    by = rule.by + (terms.cuts.others.by if cut == OTHER else terms.cuts.applies.by)
    yield CutNamed(by, banker, "another cut" if cut == OTHER else NAMES[cut][0])
    return answer


def _steal(terms: Terms, banker: str) -> Script[int]:
    """Before the cup is shaken the banker may move the delivery by up to four boxes either way."""
    most = terms.dice.steal.value
    options = tuple(
        Option(f"steal {number}", "No adjustment" if number == 0 else f"{number:+d}".replace("-", "−"))
        for number in range(-most, most + 1)
    )
    answer = yield from choose(
        terms.dice.steal.by, f"player {banker}", f"Steal the cut? From −{most} to +{most}", options, "steal 0"
    )
    boxes = int(answer.removeprefix("steal "))
    if boxes:
        yield Stolen(terms.dice.steal.by, banker, boxes)
    return boxes


def _unnamed(terms: Terms, total: int, steal: int | None) -> Script[tuple[str, str]]:
    """No cut was named. The dice choose it for the House, or where the banker has stolen the cut; else the supervisor."""
    cuts = terms.cuts
    if steal == 0:
        rule = cuts.supervisor_chooses
        options = _options(terms, list(cuts.deliveries))
        question = "Which cut does the dealer make?"
        answer = yield from _which(terms, rule.by, "supervisor", question, options, options[0].value)
        return answer, "game supervisor"
    by = cuts.by_dice.by + (cuts.house.by if steal is None else terms.dice.steal_cut.by)
    cut = cuts.by_dice.value[str(box(total))]
    ways = cuts.of(cut)
    if len(ways) == 1:
        yield Noted(by, f"The dice choose {NAMES[cut][0]}")
        return ways[0], "dice"
    answer = yield from choose(
        by + cuts.orientation.by, "dealer", "The dice choose the cut; from which side?", _options(terms, ways), ways[0]
    )
    return answer, "dice"
