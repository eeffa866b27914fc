"""Peers: other people's engines, installed beside ours for a measurement and asked in a process of their own.

They lie in .tools, are not part of the house, and a machine that cannot have one simply has no figure for it. Each script
prints the best of three rates per second of processor time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parent.parent / ".tools"

_PYTHON = """
import time
def rate(work, pieces):
    work(max(1, pieces // 10))
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        work(pieces)
        best = max(best, pieces / (time.process_time() - began))
    return best
"""

_NODE = """
globalThis.self = globalThis;
function rate(work, pieces) {
  work(Math.floor(pieces / 10));
  let best = 0;
  for (let turn = 0; turn < 3; turn++) {
    const began = process.cpuUsage(); work(pieces); const spent = process.cpuUsage(began);
    best = Math.max(best, pieces / ((spent.user + spent.system) / 1e6));
  }
  return best;
}
"""


def python(package: str, script: str) -> float | None:
    """What a script says of a package from PyPI."""
    home, uv = TOOLS / "peers" / package, TOOLS / "bin" / "uv"
    if not home.exists():
        got = subprocess.run(
            [uv, "pip", "install", "-q", "--python", sys.executable, "--target", home, package], capture_output=True
        )
        if got.returncode:
            shutil.rmtree(home, ignore_errors=True)
            return None
    return _told([sys.executable, "-W", "ignore", "-c", _PYTHON + script], {"PYTHONPATH": str(home)}, TOOLS)


def node(package: str, script: str) -> float | None:
    """What a script says of a package from npm."""
    npm, engine, home = shutil.which("npm"), shutil.which("node"), TOOLS / "npm"
    if npm is None or engine is None:
        return None
    name = package[0] + package[1:].partition("@")[0]
    if not (home / "node_modules" / name).exists():
        home.mkdir(parents=True, exist_ok=True)
        options = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(home)]
        if subprocess.run([npm, "install", *options, package], capture_output=True).returncode:
            return None
    return _told([engine, "-e", _NODE + script], {}, home)


def _told(command: list[str], environment: dict[str, str], folder: Path) -> float | None:
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})
    return float(told.stdout.split()[-1]) if told.returncode == 0 else None


# A round of blackjack at random, the table's cards and the player's choices alike.
OPEN_SPIEL = """
import pyspiel, random
game, rng = pyspiel.load_game("blackjack"), random.Random(1)
def rounds(count):
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
print(rate(rounds, 20_000))
"""

RLCARD = """
import random, rlcard
table, rng = rlcard.make("blackjack"), random.Random(1)
def rounds(count):
    for _ in range(count):
        seen, _ = table.reset()
        while not table.is_over():
            seen, _ = table.step(rng.choice(list(seen["legal_actions"])))
print(rate(rounds, 2_000))
"""

TRAINER = """
const {Simulator} = require('@blackjacktrainer/blackjack-simulator');
console.log(rate(hands => new Simulator({hands, playerStrategy: 1, deckCount: 8}).run(), 1000000));
"""

# A shoe of eight decks, dealt out hand by hand and made anew when it runs low.
BACCARAT = """
const {BaccaratGameEngine} = require('baccarat-engine');
const game = new BaccaratGameEngine();
game.shoe.createDecks(); game.shoe.shuffle(); game.burnCards();
function coups(n) { for (let i = 0; i < n; i++) {
  if (game.isBurnNeeded) { game.shoe.createDecks(); game.shoe.shuffle(); game.burnCards(); }
  const hand = game.dealGame(); game.resultsEngine.calculateGameResult(hand);
} }
console.log(rate(coups, 200000));
"""

_HANDS = """
import random
rng = random.Random(1)
deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
hands = [rng.sample(deck, 5) for _ in range(20_000)]
"""

TREYS = (
    _HANDS
    + """
from treys import Card, Evaluator
hands, judge = [[Card.new(card) for card in hand] for hand in hands], Evaluator()
def ranked(count):
    for hand in hands[:count]:
        judge.evaluate(hand, [])
print(rate(ranked, 20_000))
"""
)

POKERKIT = (
    _HANDS
    + """
from pokerkit import Card, StandardHighHand
hands = [tuple(Card.parse("".join(hand))) for hand in hands]
def ranked(count):
    for hand in hands[:count]:
        StandardHighHand(hand)
print(rate(ranked, 5_000))
"""
)
