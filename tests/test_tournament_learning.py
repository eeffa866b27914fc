"""A tournament as agents meet it: several of them, chips that are no money, and the place as reward."""

from __future__ import annotations

import random

import pytest

from houseway.complaint import BadInput
from houseway.lab import learning
from houseway.lab.learning.entrants import Entrants

pytestmark = pytest.mark.long  # compiled loops, or many exact values

BOOKS = (
    "act-1992-baccarat",
    "act-1992-blackjack",
    "act-1992-american-roulette",
    "vic-2000-rapid-roulette",
    "vic-2000-pai-gow",
)


def _played(env: Entrants, seed: int) -> dict[str, float]:
    """One tournament by lot, and everybody's reward."""
    rng, rewards = random.Random(seed), dict[str, float]()
    env.reset(seed=seed)
    while env.agents:
        agent = env.agent_selection
        told, reward, over, cut, info = env.last()
        assert not cut and env.observation_space(agent).contains(told)
        if over:
            rewards[agent] = reward
            assert info["chips"] == env.chips[agent]
            env.step(None)
            continue
        assert sum(env.round.laid.values()) <= sum(env.chips.values())
        env.step(rng.choice([at for at, may in enumerate(told["action_mask"]) if may]))
    return rewards


@pytest.mark.parametrize("book", BOOKS)
def test_places_are_the_reward_and_nobody_lays_more_than_they_have(book: str) -> None:
    env = learning.tournament(book, 4, hands=5, out_at=(2,), limits=(1_000, 100_000))
    for seed in range(3):
        rewards = _played(env, seed)
        assert sum(rewards.values()) == pytest.approx(2.0), (
            "one, two thirds, one third and nothing, however they are shared"
        )
        assert all(cents >= 0 for cents in env.chips.values()) and env.gone
        flat = [name for group in env.places() for name in group]
        assert sorted(flat) == env.possible_agents and rewards[flat[0]] == max(rewards.values())
    again = _played(learning.tournament(book, 4, hands=5, out_at=(2,), limits=(1_000, 100_000)), 2)
    assert again == rewards, "the same seed is the same tournament"


def test_prizes_are_parts_of_a_hundred() -> None:
    rewards = _played(learning.tournament("act-1992-baccarat", 3, hands=3, prizes=(70, 30)), 1)
    assert sum(rewards.values()) == pytest.approx(1.0) and max(rewards.values()) >= 0.5


@pytest.mark.parametrize("secret", [True, False])
def test_what_is_secret_is_not_seen_before_wagers_are_closed(secret: bool) -> None:
    env = learning.tournament("vic-1999-baccarat-notice-26+act-1992-baccarat", 2, hands=1, secret=secret)
    env.reset(seed=1)
    for choice in ("on banker", "half"):
        assert env.agent_selection == "P1"
        env.step(env.actions.index(choice))
    other = env.observe("P2")["observation"]
    own = env.observe("P1")["observation"]
    laid = -4  # of the first player: wagers of two, how far it is, who one is
    assert own[laid] == pytest.approx(0.5) and other[laid] == pytest.approx(0.0 if secret else 0.5)


def test_more_than_there_is_is_refused_and_nothing_changes() -> None:
    env = learning.tournament("act-1992-blackjack", 2, hands=1, credit=10_000, limits=(1_000, 10_000))
    for seed in range(20):
        env.reset(seed=seed)
        for choice in ("on wager", "all") * 2:
            env.step(env.actions.index(choice))
        question = env.round.question
        if question is None or "double" not in question.replies:
            continue
        agent = env.agent_selection
        env.step(env.actions.index("double"))
        assert "chips are left" in env.infos[agent]["refused"] and env.round.question is question
        return
    raise AssertionError("nobody was ever asked")


def test_pettingzoo_finds_nothing_wrong() -> None:
    from pettingzoo.test import api_test

    with pytest.warns(UserWarning):  # its advice on names and on masks beside an observation
        api_test(learning.tournament("act-1992-baccarat", 2, hands=2), num_cycles=40)


@pytest.mark.parametrize(
    "book, options",
    [("ma-red-dog", {}), (BOOKS[0], {"seats": 1}), (BOOKS[0], {"prizes": (60,)}), (BOOKS[0], {"credit": 1})],
)
def test_what_is_no_tournament_is_refused(book: str, options: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        learning.tournament(book, **options)  # type: ignore[arg-type]
