"""Baccarat: the kernel beside npm's baccarat-engine, the script, and the odds of a shoe."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

from bench.measure import Figure, rate, seconds
from houseway import games
from houseway.games.baccarat.analysis import BETS, wagers
from houseway.games.baccarat.kernel import kernels
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe
from houseway.play.driver import drive
from houseway.play.prompts import Draw, Prompt, ReadSign, TakeWagers
from houseway.play.wagers import SetUp, Sign
from houseway.streams import seeded

PEER = "baccarat-engine@1.1.5"
TOOLS = Path(__file__).parent.parent / ".tools" / "npm"

# The peer's own loop: a shoe of eight decks, dealt out hand by hand and made anew when it runs low.
_LOOP = """
const {BaccaratGameEngine} = require('baccarat-engine');
const game = new BaccaratGameEngine();
game.shoe.createDecks(); game.shoe.shuffle(); game.burnCards();
function coups(n) { for (let i = 0; i < n; i++) {
  if (game.isBurnNeeded) { game.shoe.createDecks(); game.shoe.shuffle(); game.burnCards(); }
  const hand = game.dealGame(); game.resultsEngine.calculateGameResult(hand);
} }
coups(20000);
let best = 0;
for (let turn = 0; turn < 3; turn++) {
  const began = process.cpuUsage(); coups(200000); const spent = process.cpuUsage(began);
  best = Math.max(best, 200000 / ((spent.user + spent.system) / 1e6));
}
console.log(best);
"""


def figures() -> list[Figure]:
    terms = games.library()["act-1992-baccarat"].at().terms
    kernel = kernels(terms)[0]
    kernel.run(seeded(0, 0), 10)  # compiled before it is measured
    state = seeded(1, 0)
    compiled = rate(lambda: int(kernel.run(state, 20_000_000).sum()))
    peer = _peer()
    return [
        Figure("Baccarat simulation", compiled, "coups/s", PEER if peer else "", peer, "20× the peer", "33×"),
        Figure("Baccarat script, full record", rate(lambda: _coups(terms)), "coups/s"),
        Figure(
            "Baccarat odds, any shoe, all wagers exact",
            1 / seconds(lambda: wagers(terms, _some_shoe())),
            "times/s",
            floor="1",
            goal="20",
        ),
    ]


def _peer() -> float | None:
    """The peer's rate, if it can be had from npm."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    if not (TOOLS / "node_modules" / "baccarat-engine").exists():
        TOOLS.mkdir(parents=True, exist_ok=True)
        got = subprocess.run(
            [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(TOOLS), PEER], capture_output=True
        )
        if got.returncode:
            return None
    told = subprocess.run([node, "-e", _LOOP], cwd=TOOLS, capture_output=True, text=True)
    return float(told.stdout) if told.returncode == 0 else None


_RNG = random.Random(1)


def _some_shoe() -> Shoe:
    """A shoe of eight decks with a hundred cards gone, another one every time."""
    left = [8] * len(CARDS)
    for card in _RNG.sample([card for card in CARDS for _ in range(8)], 100):
        left[card.index] -= 1
    return Shoe(tuple(left))


def _coups(terms: Any, rounds: int = 1000) -> int:
    game = games.game("baccarat")
    carry = game.ready(game.begin(terms, SetUp()))

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, Draw):
            return prompt.some(_RNG.randrange)
        if isinstance(prompt, TakeWagers):
            return BETS
        return Sign() if isinstance(prompt, ReadSign) else True

    for _ in range(rounds):
        drive(game.play(terms, carry), answer)
    return rounds
