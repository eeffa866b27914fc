"""Sources: where the answers come from at a table of the house.

Cards, spins, throws and balls come from real equipment, keyed in by the dealer, or from the generator below. The generator is
the operating system's; a number below n is made by drawing bits and throwing away what does not fit, so every value is
equally likely; and a result is drawn at the moment it is due, a card from what is left of the shoe, so that nothing is
determined before every wager is in. No seed exists and nobody can set one.
"""

from __future__ import annotations

import secrets

from houseway.kit.cards import CUT
from houseway.play.irregular import Irregularity
from houseway.play.prompts import Ball, Draw, Number, Pick, Prompt, Roll, Spin, Stack
from houseway.play.states import Asked


def chance(below: int) -> int:
    """A fair number below n, from the operating system's generator."""
    if below < 1:
        raise ValueError("a number below nothing")
    bits = below.bit_length()
    while True:
        number = int.from_bytes(secrets.token_bytes((bits + 7) // 8)) >> (-bits % 8)
        if number < below:
            return number


def generate(prompt: Prompt, pick: Pick = chance) -> object:
    """The generator's answer to a prompt that a dealer would answer from the equipment: a card, or the cutting card when
    it is reached; a spin; a throw; a ball; stacked tiles; the usual answer where only the place of a cut is left to chance."""
    if isinstance(prompt, Draw):
        if prompt.cut_card is not None and 0 < prompt.shoe.size <= prompt.cut_card:
            return CUT
        return prompt.some(pick)
    if isinstance(prompt, (Spin, Roll, Ball, Stack)) or (isinstance(prompt, Number) and prompt.asked == Asked.CUT):
        return prompt.some(pick)
    return prompt.usually()


def mishap_card(prompt: Prompt, kind: str, pick: Pick = chance) -> Irregularity:
    """At a table without a real shoe, the generator says which card came out wrong."""
    needs = next((mishap.card for mishap in prompt.may_go_wrong if mishap.kind == kind), "no")
    shoe = prompt.shoe_in_hand
    if needs == "must" and shoe is not None:
        card = Draw(prompt.by, "", shoe).some(pick)
        assert not isinstance(card, Irregularity)
        return Irregularity(kind, card)
    return Irregularity(kind)
