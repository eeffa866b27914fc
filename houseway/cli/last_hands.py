"""The last hand of a tournament at the terminal: what to lay, in the open or in secret, and what to do with the last cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cli.charting import RANKS
from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, print_json, table
from houseway.lab.exact import Study, percent
from houseway.lab.last_hand import Laid, LastHand, Position, joint_of, last_choices
from houseway.money import Cents, cents, show

SHOWN = 8  # lines of choices


@dataclass(frozen=True)
class Asked:
    """What somebody wrote behind the options about a last hand."""

    chips: str
    laid: str = ""
    advance: int = 1
    limits: str = "10-500"
    step: str = ""
    secret: bool = False
    may_pass: bool = False
    hand: str = ""
    up: str = ""
    others: str = ""


def answer(of: Study, asked: Asked, json: bool) -> None:
    joint = joint_of(of)
    position = _position(asked, joint.spots)
    head: dict[str, Any] = {
        "schema": "houseway.last-hand/1",
        "book": of.edition.book,
        "edition": of.edition.digest,
        **of.dated(),
        "set": dict(of.edition.studied),
        "chips": list(position.chips),
        "advance": position.advance,
        "method": joint.method,
    }
    if not json:
        going = "one goes on" if position.advance == 1 else f"{position.advance} go on"
        print(bold(of.title) + dim(f"   the last hand, {going}; {', '.join(map(show, position.chips))}"))
    if asked.hand or asked.up:
        _playing(of, asked, position, head, json)
    elif asked.secret:
        _secret(LastHand(joint, position), head, json)
    else:
        _open(LastHand(joint, position), head, json)
    if not json:
        print(
            dim(f"\nChances of a place: {joint.method}. For the lab and the trainer; staff give no advice at tables.")
        )


# What was written


def _dollars(text: str, what: str) -> Cents:
    try:
        return cents(text)
    except ValueError:
        raise BadUsage(f"{what}: {text!r} is no amount of dollars") from None


def _position(asked: Asked, spots: Sequence[str]) -> Position:
    chips = tuple(_dollars(word, "--last-hand") for word in asked.chips.replace(",", " ").split())
    bounds = asked.limits.split("-")
    if len(bounds) != 2:
        raise BadUsage(f"--limits takes a minimum and a maximum such as 10-500, not {asked.limits!r}")
    minimum, maximum = (_dollars(word.strip(), "--limits") for word in bounds)
    step = _dollars(asked.step, "--step") if asked.step else minimum
    laid = tuple(_laid(part, spots) for part in re.split(r"[,;]", asked.laid) if part.strip())
    return Position(chips, asked.advance, minimum, maximum, step, asked.may_pass, laid)


def _laid(text: str, spots: Sequence[str]) -> Laid:
    words = text.split()
    if words == ["nothing"]:
        return Laid(0)
    spot = words[1] if len(words) > 1 else spots[0] if len(spots) == 1 else ""
    if len(words) > 2 or spot not in spots:
        example = f"500 {spots[0]}" if len(spots) > 1 else "500"
        raise BadUsage(f"--laid: {text.strip()!r} is no wager; write {example!r}, or 'nothing', with commas between")
    return Laid(_dollars(words[0], "--laid"), spot)


# What is answered


def _open(of: LastHand, head: dict[str, Any], json: bool) -> None:
    found, several = of.open(), len(of.joint.spots) > 1
    groups = _alike(found.worth, of.position.step)
    if json:
        print_json(
            {
                **head,
                "player": found.player + 1,
                "choices": [{"cents": laid.cents, "on": laid.spot, "chance": chance} for laid, chance in found.worth],
                "line": [{"cents": laid.cents, "on": laid.spot} for laid in found.line],
                "chances": [str(chance) for chance in found.chances],
            }
        )
        return
    who = f"Player {found.player + 1}"
    decided = len(of.position.laid) >= len(of.position.chips)
    if not decided:
        print(f"{who} wagers next: best {found.best.words(several)}, which brings a place with {_shown(found)}.\n")
        table(
            ("wager", "chance of a place"), [(words, f"{chance:.4%}") for words, chance in groups[:SHOWN]], right=(1,)
        )
        if len(groups) > SHOWN:
            print(dim(f"and {len(groups) - SHOWN} more, down to {groups[-1][1]:.4%}"))
        print("\nIf everybody then does what is best:\n")
    rows = [
        (f"player {n + 1}", show(chips), laid.words(several), f"{float(chance):.4%}")
        for n, (chips, laid, chance) in enumerate(zip(of.position.chips, found.line, found.chances, strict=True))
    ]
    table(("", "chips", "lays", "chance"), rows, right=(1, 3))


def _shown(found: Any) -> str:
    return percent(found.chances[found.player], 4)


def _alike(worth: Sequence[tuple[Laid, float]], step: Cents) -> list[tuple[str, float]]:
    """Choices in words, the best first; amounts in a row that are worth the same are one line."""
    groups: dict[float, dict[str, list[Cents]]] = {}
    for laid, chance in worth:
        groups.setdefault(round(chance, 9), {}).setdefault(laid.spot, []).append(laid.cents)
    found = []
    for chance, spots in groups.items():
        parts = [
            f"{_amounts(sorted(amounts), step)}{f' on {spot}' if spot not in ('', 'wager') else ''}"
            for spot, amounts in spots.items()
        ]
        found.append(("; ".join(parts), chance))
    return found


def _amounts(amounts: list[Cents], step: Cents) -> str:
    runs: list[list[Cents]] = []
    for one in amounts:
        if runs and one - runs[-1][-1] == step:
            runs[-1].append(one)
        else:
            runs.append([one])
    said = [
        "nothing" if run == [0] else show(run[0]) if len(run) == 1 else f"{show(run[0])} to {show(run[-1])}"
        for run in runs[:3]
    ]
    return ", ".join([*said, *(["…"] if len(runs) > 3 else [])])


def _secret(of: LastHand, head: dict[str, Any], json: bool) -> None:
    found, several = of.secret(), len(of.joint.spots) > 1
    if json:
        mixtures = [
            [{"cents": laid.cents, "on": laid.spot, "share": str(share)} for laid, share in mixture]
            for mixture in (found.first, found.second)
        ]
        print_json(
            {**head, "secret": True, "mixtures": mixtures, "chances": [str(found.chance), str(1 - found.chance)]}
        )
        return
    print(
        "Both wager in secret. Who mixes their wagers so cannot be held below their chance, whatever the other lays.\n"
    )
    rows = [
        (
            f"player {n} of {show(of.position.chips[n - 1])}" if not at else "",
            laid.words(several),
            f"{float(share):.2%}",
        )
        for n, mixture in enumerate((found.first, found.second), 1)
        for at, (laid, share) in enumerate(mixture)
    ]
    table(("", "lays", "how often"), rows, right=(2,))
    print(f"\nPlayer 1 has a place with {percent(found.chance, 4)}, player 2 with {percent(1 - found.chance, 4)}.")


def _playing(of: Study, asked: Asked, position: Position, head: dict[str, Any], json: bool) -> None:
    """The last to act, with cards on the table."""
    count = len(position.chips)
    if len(position.laid) != count:
        raise BadUsage(f"--laid: with --hand, say what all {count} players have laid, in their order")
    cards, ups = (_ranks(text, what) for text, what in ((asked.hand, "--hand"), (asked.up, "--up")))
    if len(cards) < 2 or len(ups) != 1:
        raise BadUsage("--hand takes two cards or more and --up takes one: --hand '8 8' --up T")
    others = [_total(word) for word in asked.others.replace(",", " ").split()]
    if len(others) != count - 1:
        raise BadUsage(f"--others: what the hands of the other {count - 1} have come to, such as '19 bust blackjack'")
    found = last_choices(of, position, cards, ups[0], others)
    ranked = sorted(found.items(), key=lambda one: -one[1])
    if json:
        options = {name: str(chance) for name, chance in ranked}
        print_json({**head, "hand": asked.hand, "up": asked.up, "best": ranked[0][0], "options": options})
        return
    print(f"The last to act holds {asked.hand} against {asked.up}: best {ranked[0][0]}.\n")
    best: Fraction = ranked[0][1]
    table(
        ("choice", "chance of a place", "gives away"),
        [(name, f"{float(chance):.4%}", f"{float(best - chance):.4%}") for name, chance in ranked],
        right=(1, 2),
    )


def _ranks(text: str, what: str) -> list[int]:
    cards = []
    for word in text.replace(",", " ").upper().split():
        if word not in RANKS:
            raise BadUsage(f"{what}: {word!r} is not a rank; write A, 2 to 9, T, J, Q or K")
        cards.append(RANKS[word])
    return cards


def _total(word: str) -> int | str:
    if word in ("bust", "blackjack"):
        return word
    if not re.fullmatch(r"[0-9]{1,2}", word) or not 4 <= int(word) <= 21:
        raise BadUsage(f"--others: {word!r} is what no hand comes to; write a total, 'bust' or 'blackjack'")
    return int(word)
