"""Matching: high with high and low with low, and what a wager comes to."""

from __future__ import annotations

from itertools import pairwise

from houseway.games.pai_gow.hands import DAY, GONG, TEEN, Setting, kinds, strength
from houseway.games.pai_gow.terms import (
    GEE_JUN_AND_DAY,
    GEE_JUN_AND_TEEN,
    HIGH_PAIR,
    ONE_PAIR,
    SIXES,
    TEEN_AND_DAY,
    TWO_PAIR,
    WONG,
    Bonanza,
    Terms,
)
from houseway.kit.tiles import KINDS, Kind, Tile
from houseway.law.clause import Basis
from houseway.money import Odds
from houseway.values import value

NAMED = 160  # the strength from which a hand has a name, and no points


@value
class Match:
    high: bool  # the player's high hand is the higher
    low: bool
    by: Basis

    @property
    def result(self) -> str:
        """``player``, ``banker`` or ``standoff``."""
        return "standoff" if self.high != self.low else "player" if self.high else "banker"


def match(terms: Terms, player: Setting, bank: Setting) -> Match:
    """Both hands held against the bank's. Strengths say it all; the basis names what decided a close one."""
    rules = terms.settling
    by = rules.match.by + terms.tiles.ranking.by
    higher = []
    for own, other in ((player.high, bank.high), (player.low, bank.low)):
        mine, theirs = strength(kinds(own)), strength(kinds(other))
        higher.append(mine > theirs)
        by = by + close_call(terms, kinds(own), kinds(other), mine, theirs)
    result = {(True, True): rules.player_wins, (False, False): rules.bank_wins}.get(
        (higher[0], higher[1]), rules.stand_off
    )
    return Match(higher[0], higher[1], by + result.by)


def close_call(terms: Terms, own: tuple[Kind, ...], other: tuple[Kind, ...], mine: int, theirs: int) -> Basis:
    """What decides between two hands, by their strengths."""
    rules, tiles = terms.settling, terms.tiles
    by = tiles.points.by if max(mine, theirs) < NAMED else Basis(())
    if any(made >= NAMED and hand[0] is not hand[1] for hand, made in ((own, mine), (other, theirs))):
        by = by + tiles.named_hands.by
    if KINDS[0] in (*own, *other):
        by = by + tiles.gee_jun.by
    if mine == theirs == 0:
        return by + rules.zero.by
    if mine == theirs:
        return by + (rules.copy.by if sorted(map(hash, own)) == sorted(map(hash, other)) else rules.same_tile.by)
    if mine // 16 == theirs // 16 and max(mine, theirs) < NAMED:
        return by + rules.high_tile.by
    return by


@value
class Award:
    """What becomes of a Bonus wager: the hand of Table 1 it is paid for, or none."""

    name: str
    odds: Odds | None
    by: Basis


def bonus(terms: Terms, tiles: tuple[Tile, ...], setting: Setting, regular: bool) -> Award:
    """The award of a Bonus wager. Without a regular wager the top five hands must be set as stated."""
    extra = terms.bonanza
    assert extra is not None
    by = extra.qualifies.by + extra.bonus_pays.by + extra.any_bank.by
    held = sorted(kinds(tiles), key=lambda kind: kind.index)
    pairs = [one for one, other in pairwise(held) if one is other]
    top = _top_award(held, pairs)
    if top and regular:
        return _award(extra, top, by + extra.any_setting.by)
    if top:
        two_pairs = len(pairs) == 2
        by = by + extra.set_apart.by + (extra.two_pairs_set.by if two_pairs else extra.sixes_set.by)
        high = kinds(setting.high)
        if high[0] is high[1] if two_pairs else {kind.code for kind in high} == {"H6", "L6"}:
            return _award(extra, top, by)
        by = by + extra.badly_set_pays.by
        if not extra.badly_set_pays.value:
            return Award("", None, by)
    wong = any(kind.code == "9" for kind in held) and (TEEN in held or DAY in held)
    if pairs and wong:
        by = by + extra.higher_only.by
    name = WONG if wong else ""
    if pairs:
        name = HIGH_PAIR if pairs[0].index <= DAY.index else ONE_PAIR
    return _award(extra, name, by + extra.lower_three.by)


def _award(extra: Bonanza, name: str, by: Basis) -> Award:
    return Award(name, extra.bonus_pays.value[name] if name else None, by)


def _top_award(held: list[Kind], pairs: list[Kind]) -> str:
    """The name of one of the top five hands, however it is set; nothing where it is none."""
    codes = [kind.code for kind in pairs]
    if len(codes) == 2:
        named = {("GJ", "T"): GEE_JUN_AND_TEEN, ("GJ", "D"): GEE_JUN_AND_DAY, ("T", "D"): TEEN_AND_DAY}
        return named.get((codes[0], codes[1]), TWO_PAIR)
    counts = sorted(kind.count for kind in held if kind.code not in ("H6", "L6"))
    if {"H6", "L6"} <= {kind.code for kind in held} and counts == [4, 7]:
        return SIXES
    return ""


def tie_odds(terms: Terms, setting: Setting) -> tuple[Odds, Basis]:
    """What a Tie wager wins when the hands tie."""
    extra = terms.bonanza
    assert extra is not None
    pays = extra.gong_tie_pays if setting.strengths[1] >= GONG else extra.tie_pays
    return pays.value, extra.tie_wins.by + pays.by
