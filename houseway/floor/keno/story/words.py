"""Words: the lines of a story of the keno computer, and what does each."""

from __future__ import annotations

import re
from collections.abc import Callable

from houseway.floor.keno.desk import Answer
from houseway.floor.keno.story.console import (
    bonus,
    by_operator,
    by_player,
    claim,
    correct,
    decide_claim,
    invalidate,
    promotion,
    use,
    void,
)
from houseway.floor.keno.story.draws import (
    balls,
    close,
    draw_holding,
    first_number,
    generator,
    numbers,
    play,
    says,
    wrong,
)
from houseway.floor.keno.story.people import INSPECTOR, OPERATOR, WRITER
from houseway.floor.keno.story.terminals import at, day, forged, pay, place, pool, replay, sell, sell_many, voucher
from houseway.floor.story.spelled import whole

_NAME = r"([A-Za-z][A-Za-z0-9_-]*)"
_MONEY = r"(\$?\d+(?:,\d{3})*(?:\.\d+)?)"

WORDS: list[tuple[str, Callable[..., Answer | None]]] = [
    (r"day (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?", day),
    (r"at (\d{4}-\d\d-\d\d \d\d:\d\d)", at),
    (rf"pool (\d+) {_MONEY}", pool),
    (rf"(\d+) tickets: (.+?) for {_MONEY}", sell_many),
    (rf"([TEP]\d+): (.+?)(?: for {_MONEY})?(?: x (\d+))?(?: special (\d+))?((?:,| from| by | game ).*)?", sell),
    (rf"pay forged {_NAME}", forged),
    (rf"pay (\S+)(?: to {_NAME})?(?: by ([a-z]+))?(?: printed ([\d ]+))?", pay),
    (rf"cancel {_NAME}", lambda self, name: self.order(WRITER, "cancel", paper=self.code(name))),
    (rf"replay {_NAME} as {_NAME}", replay),
    (rf"voucher {_NAME} {_MONEY}", voucher),
    (rf"redeem {_NAME}", lambda self, name: self.order(WRITER, "redeem", paper=self.code(name))),
    (rf"place {_NAME} as {_NAME}", place),
    (r"close game", close),
    (r"balls ([\d ,]+)", balls),
    (r"!([a-z-]+)", wrong),
    (r"supervisor: (.+)", says),
    (r"numbers ([\d ,]+)", numbers),
    (r"draw holding ([\d ]+?)(?: without ([\d ]+))?", draw_holding),
    (r"draw without ([\d ]+)", lambda self, without: draw_holding(self, None, without)),
    (r"draw", generator),
    (r"play (\d+) games?", play),
    (r"first number", first_number),
    (r"settle", lambda self: self._settle()),
    (r"correct draw (?:game (\d+): )?([\d ,]+?)(?: asked by (.+))?", correct),
    (rf"bonus (\d+)/(\d+) {_MONEY}(?: approval (\S+))?", bonus),
    (r"promotion (\d+)/(\d+)=(\d+)(?: approval (\S+))?", promotion),
    (rf"claim {_NAME} for (old|lost|mutilated)(?: {_NAME})?", claim),
    (rf"inspector (approves|refuses) {_NAME}", decide_claim),
    (r"release unclaimed", by_operator("release unclaimed")),
    (rf"use unclaimed( vouchers)? {_MONEY} for ([a-z ]+?)(?: (\d+))?(?: approval (\S+))?", use),
    (rf"void {_NAME}( and reverse what was paid)?(?: asked by (.+))?", void),
    (rf"cage settles {_NAME}", lambda self, name: self.order(
        OPERATOR, "settle owed", ticket=self.paper(name, "ticket"))),
    (r"invalidate game (\d+): (fraud|disorder)(?: asked by (.+))?", invalidate),
    (rf"exclude {_NAME}: (.+)", by_operator("exclude", "player", "ground")),
    (rf"readmit {_NAME}", by_operator("readmit", "player")),
    (r"complaint: (.+)", by_operator("complain", "words")),
    (rf"{_NAME} complains: (.+)", by_player("complain", "words")),
    (rf"{_NAME} asks for a review of dispute (\d+)", by_player("ask for review", "dispute")),
    (rf"{_NAME} asks for the rules", by_player("ask for rules")),
    (r"inspector reviews dispute (\d+): (.+)", lambda self, number, words: self.order(
        INSPECTOR, "review", dispute=whole(number, "dispute"), decision=words)),
    (r"decide dispute (\d+): (.+)", lambda self, number, words: self.order(
        OPERATOR, "decide dispute", dispute=whole(number, "dispute"), decision=words)),
    (r"tell players", by_operator("tell players")),
    (r"tell inspector", by_operator("tell inspector")),
    (r"close day", by_operator("close day")),
]  # fmt: skip
PATTERNS = [(re.compile(pattern, re.ASCII), method) for pattern, method in WORDS]
