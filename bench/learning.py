"""Learning environments: decisions a second of one seat, and of many side by side, beside Gymnasium's own Blackjack."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numba import njit

from bench import peers
from bench.measure import SHORT, Figure, rate, rates
from houseway.lab import learning

SEATS, STEPS = 2048, 50
OTHERS = {
    "Red Dog": "vic-1997-red-dog",
    "stud": "vic-1999-caribbean-stud",
    "Pai Gow": "vic-2000-pai-gow",
}

OPEN_SPIEL = """
import pyspiel, random
game, rng = pyspiel.load_game("blackjack"), random.Random(1)
def decisions(count):
    done = 0
    while done < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
            done += not chance
print(rate(decisions, 20_000))
"""


def figures() -> list[Figure]:
    seat, theirs = learning.environment("act-1992-blackjack"), gymnasium.make("Blackjack-v1")
    seat.reset(seed=1)
    theirs.reset(seed=1)
    one, other = rates(lambda: _one(seat), lambda: _gymnasium(theirs), **SHORT)
    many = _blackjack()
    spiel = peers.python("open_spiel", OPEN_SPIEL)
    blackjack = "Blackjack, seats side by side"
    found = [
        Figure("Blackjack, one seat", one, "decisions/s", "Gymnasium Blackjack-v1", other, "30 k, 3×"),
        Figure(blackjack, many, "decisions/s", "Gymnasium Blackjack-v1", other, "5 M, 500×", "20 M"),
        Figure(blackjack, many, "decisions/s", "OpenSpiel from Python", spiel),
        Figure(f"{blackjack}, any open choice", _many("act-1992-blackjack"), "decisions/s"),
        Figure(
            f"{blackjack}, any open choice, a shoe kept, every card seen with its suit",
            _many("act-1992-blackjack", penetration=0.5, encoding="cards"), "decisions/s",
        ),
    ]  # fmt: skip
    return found + [Figure(f"{name}, seats side by side", _many(book), "decisions/s") for name, book in OTHERS.items()]


STAND, HIT, DECLINE, GO_ON = 0, 1, 6, 7  # actions of Blackjack
HAND, FORCED, TOTAL = 4, 5, 7  # numbers of what is seen


def _one(seat: Any, rounds: int = 200) -> int:
    """Everybody draws to seventeen."""
    done = 0
    for _ in range(rounds):
        seen, _ = seat.reset()
        over = False
        while not over:
            if seen[HAND]:
                action = HIT if seen[TOTAL] < 17 else STAND
            else:
                action = GO_ON if seen[FORCED] else DECLINE
            done += action != GO_ON
            seen, _, over, _, _ = seat.step(action)
    return done


def _gymnasium(table: Any, rounds: int = 200) -> int:
    """The same at Gymnasium's table."""
    done = 0
    for _ in range(rounds):
        seen, _ = table.reset()
        over = False
        while not over:
            seen, _, over, _, _ = table.step(int(seen[0] < 17))
            done += 1
    return done


@njit(cache=True, nogil=True)
def _to_seventeen(seen, actions):
    """The same for a batch; gives how many decisions there are."""
    done = 0
    for seat in range(len(actions)):
        if seen[seat, HAND]:
            actions[seat] = HIT if seen[seat, TOTAL] < 17 else STAND
        else:
            actions[seat] = GO_ON if seen[seat, FORCED] else DECLINE
        done += actions[seat] != GO_ON
    return done


def _blackjack() -> float:
    envs = learning.vector(
        "act-1992-blackjack", SEATS, autoreset_mode=AutoresetMode.SAME_STEP, copy=False, final_obs=False
    )
    seen, _ = envs.reset(seed=1)
    actions = np.zeros(SEATS, np.int64)

    def steps() -> int:
        done = 0
        for _ in range(STEPS):
            done += _to_seventeen(seen, actions)
            envs.step(actions)
        return done

    steps()
    return rate(steps, tries=12, least=0.2)


def _many(book: str, **options: Any) -> float:
    """Decisions of all seats; a round without any is stepped over and not counted."""
    envs = learning.vector(book, SEATS, autoreset_mode=AutoresetMode.SAME_STEP, copy=False, **options)
    envs.reset(seed=1)
    stream, actions = np.array([1, 2], np.uint64), np.zeros(SEATS, np.int64)
    forced = envs.actions.index("go on") if "go on" in envs.actions else -1

    def steps() -> int:
        done = 0
        for _ in range(STEPS):
            envs.any_open(stream, actions)
            envs.step(actions)
            done += SEATS - (int((actions == forced).sum()) if forced >= 0 else 0)
        return done

    steps()
    return rate(steps, tries=6, least=0.2)
