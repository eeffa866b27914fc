"""Environments for learning agents: compiled seats against the script, both libraries' own checkers, and eyes that see no more
than a player's."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from houseway import lab
from houseway.complaint import BadInput
from houseway.games.blackjack.figures.trials import only
from houseway.games.pai_gow.events import TilesDealt
from houseway.kit.cards import CARDS
from houseway.lab import learning
from houseway.lab.learning.__main__ import main
from houseway.lab.learning.rounds import OutOfLuck, Round
from houseway.lab.learning.seatings import NothingToLearn, seating
from houseway.lab.strategies import made_for
from houseway.odds.chance import by_rank

pytestmark = pytest.mark.long  # compiled loops, or many exact values

BOOKS = learning.books()
BLACKJACK = "act-1992-blackjack"
PEEK = "before the players, face down; under an ace or a ten the dealer looks for blackjack"
LATE, EARLY = "for half, unless the dealer has blackjack", "for half, whatever the dealer has"


def test_every_game_with_decisions_is_there() -> None:
    wanted = {
        "vic-1997-red-dog",
        "ma-red-dog",
        BLACKJACK,
        f"{BLACKJACK}+triple-play",
        "vic-1999-caribbean-stud",
        "vic-2000-pai-gow",
    }
    assert wanted <= set(BOOKS) and "act-1992-american-roulette" not in BOOKS
    with pytest.raises(NothingToLearn):
        learning.environment("act-1992-american-roulette")


def test_the_page_tells_every_action_and_every_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "learning.md").read_text(encoding="utf-8")
    rows = {
        line.split("|")[1].strip().lower().replace(" ", "_"): line
        for line in page.splitlines()
        if line.startswith("| ")
    }
    for game, book in {
        "red_dog": "ma-red-dog",
        "blackjack": BLACKJACK,
        "stud": "vic-1999-caribbean-stud",
        "pai_gow": BOOKS[4],
    }.items():
        _, seats = seating(book)
        assert all(f"`{name}`" in rows[game] for name in seats.actions)
        assert all(f"`{name}` ({encoding.width}" in rows[game] for name, encoding in seats.encodings.items())
    assert main([BLACKJACK]) == 0 and "the dealer's up card, an ace as 1" in capsys.readouterr().out
    assert main(["act-1992-keno"]) == 2 and main([]) == 2


# Compiled seats are the script


def chooser(seed: int) -> Callable[[int, tuple[str, ...]], str]:
    """Any choice, the same for the same question of a round."""
    return lambda n, names: sorted(names)[crc32(f"{seed} {n} {sorted(names)}".encode()) % len(names)]


def run(
    of: lab.Study, seats: Any, chance: Random, choose: Any, luck: Any = None
) -> tuple[Round, list[tuple[str, ...]]]:
    """A round by the script, and what was open at each question."""
    played, open_ = Round(of, 1, chance, seats, luck), list[tuple[str, ...]]()
    while played.question is not None:
        open_.append(played.question.open)
        played.answer(choose(len(open_) - 1, open_[-1]))
    return played, open_


def tape(played: Round) -> list[int]:
    """What lies where the compiled seat looks for it."""
    dealt = {step.area: step.tiles for step in played.steps if isinstance(step, TilesDealt)}
    if not dealt:
        return [card.index for card in played.drawn]
    return [tile.index for tile in (*dealt[played.area("P1")], *dealt[1])]  # the House has area 1


def held(of: lab.Study, seats: Any, played: Round, open_: list[tuple[str, ...]], choose: Any, encoding: str) -> None:
    """The compiled seat asks the same of the same cards, and brings the same."""
    asked = iter(range(100))
    found = seats.on_cards(tape(played), lambda names, seen: choose(next(asked), names), encoding)
    assert [set(names) for _, names in found.questions] == [set(names) for names in open_], played.drawn
    assert found.reward == pytest.approx(float(played.nets["P1"]), abs=1e-12), played.drawn
    assert found.drawn == len(tape(played))


PROOF = pytest.mark.proof
SETTINGS = [
    *(pytest.param(book, {}, marks=PROOF if book == "vic-2000-pai-gow" else ()) for book in BOOKS),  # as with the bonus
    (BLACKJACK, {"hole_card": PEEK, "surrender": LATE}),
    (BLACKJACK, {"hole_card": PEEK, "surrender": EARLY, "double_on": "ten or eleven"}),
    (BLACKJACK, {"surrender": f"{EARLY}, but not against an ace", "resplit_aces": "yes", "decks": "1"}),
    (
        BLACKJACK,
        {
            "surrender": LATE,
            "split_aces": "no",
            "double_after_split": "no",
            "holds_back": "an ace or a card marked ten",
        },
    ),
    ("vic-1997-red-dog", {"spread_pays.4": "7 to 2", "decks": "1"}),
]


@pytest.mark.long
@pytest.mark.parametrize(("book", "changes"), SETTINGS, ids=str)
def test_a_compiled_seat_is_the_script_on_random_rounds(book: str, changes: dict[str, str]) -> None:
    of, seats = seating(book, changes)
    rounds = 60 if of.book.game == "pai_gow" else 300
    chance, encodings = Random(11), list(seats.encodings)
    for n in range(rounds):
        choose = chooser(n)
        held(of, seats, *run(of, seats, chance, choose), choose, encodings[n % len(encodings)])


def every(of: lab.Study, seats: Any, choose: Any) -> Iterator[tuple[Round, list[tuple[str, ...]]]]:
    """Every ending of a short shoe, by the script."""
    waiting: list[tuple[Any, ...]] = [()]
    while waiting:
        luck = waiting.pop()
        try:
            yield run(of, seats, Random(0), choose, luck)
        except OutOfLuck as short:
            waiting += [(*luck, card) for card, _ in by_rank(short.prompt)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "counts", "changes", "seeds"),
    [
        (BLACKJACK, {"8": 12, "T": 12}, {}, 20),
        (BLACKJACK, {"A": 10, "T": 10}, {"hole_card": PEEK, "surrender": EARLY, "resplit_aces": "yes"}, 20),
        (BLACKJACK, {"6": 9, "T": 9, "A": 2}, {"surrender": LATE}, 1),
        (f"{BLACKJACK}+triple-play", {"T": 20, "9": 10}, {}, 20),
        ("ma-red-dog", {"2": 3, "5": 3, "6": 3, "K": 3}, {}, 3),
    ],
)
def test_a_compiled_seat_is_the_script_at_every_ending(
    book: str, counts: dict[str, int], changes: dict[str, str], seeds: int
) -> None:
    of, seats = seating(book, changes)
    short, endings = replace(of, shoe=only(counts)), 0
    for seed in range(seeds):
        choose = chooser(seed)
        for played, open_ in every(short, seats, choose):
            held(short, seats, played, open_, choose, "features")
            endings += 1
    assert endings > 150


@pytest.mark.long
@pytest.mark.parametrize(
    "book", [BLACKJACK, pytest.param("vic-1999-caribbean-stud", marks=PROOF), "vic-1997-red-dog", "vic-2000-pai-gow"]
)
def test_what_a_seat_sees_is_what_the_strategies_are_told(book: str) -> None:
    """The best play, asked by what stands in the observation, is worth the best play: nothing it goes by is missing or wrong."""
    envs = learning.vector(
        book, 4096, autoreset_mode=AutoresetMode.SAME_STEP, **({"encoding": "kinds"} if "pai" in book else {})
    )
    choose = PLAYERS[envs.of.book.game](envs)
    seen, info = envs.reset(seed=5)
    total = rounds = square = 0.0
    while rounds < (60_000 if book == BLACKJACK else 20_000):
        seen, rewards, ended, _, info = envs.step(choose(seen, info["action_mask"]))
        total, square, rounds = total + rewards.sum(), square + (rewards**2).sum(), rounds + ended.sum()
        assert "refused" not in info
    exact = float(lab.study(book).odds().wagers[0].expectation)
    error = math.sqrt(square / rounds / rounds)
    assert abs(total / rounds - exact) < 4.5 * error


def _by_strategy(envs: Any, facts: Callable[[Any], dict[str, Any]], names: dict[str, str] | None = None) -> Any:
    """Plays by the best play as a file of a strategy would, from the numbers of an observation."""
    from houseway.odds.own_play import Situation

    source = {"blackjack": {"begin": "best by totals"}, "red_dog": {"raise": "from spread 7"}}[envs.of.book.game]
    of = replace(envs.of, own=lab.strategy(source))
    made = made_for(of, of.own)
    choose = made.play.read(of.edition.terms, None, source)

    def act(seen: Any, masks: Any) -> Any:
        actions = np.zeros(len(seen), np.int64)
        known: dict[bytes, int] = {}
        for n, (row, mask) in enumerate(zip(seen, masks, strict=True)):
            key = row.tobytes() + mask.tobytes()
            if key not in known:
                open_ = tuple(name for name, may in zip(envs.actions, mask, strict=True) if may)
                told = facts(row)
                chosen = open_[0] if open_ == ("go on",) else choose(Situation("", open_, told))
                known[key] = envs.actions.index((names or {}).get(chosen, chosen))
            actions[n] = known[key]
        return actions

    return act


def _blackjack(envs: Any) -> Any:
    def facts(row: Any) -> dict[str, Any]:
        total, soft, pair = int(row[7]), bool(row[8]), bool(row[9])
        kind = "even money" if row[1] else "insurance" if row[2] else "hand"
        hard = total - 10 if soft else total
        if pair:
            cards: tuple[int, ...] = (hard // 2, hard // 2)
        elif row[10] == 2:
            one = 1 if soft else max(2, hard - 10)
            cards = tuple(sorted((one, hard - one)))
        else:  # any cards of this total: the chart looks at nothing else
            cards = (1, 1, hard - 2) if soft else (2, 2, hard - 4) if hard - 4 <= 10 else (2, hard - 12, 10)
        return {
            "kind": kind, "cards": cards, "total": total, "soft": soft, "pair": pair, "up": int(row[12]),
            "from_split": bool(row[11]),
        }  # fmt: skip

    return _by_strategy(envs, facts, {"wait": "decline"})


def _red_dog(envs: Any) -> Any:
    return _by_strategy(envs, lambda row: {"spread": int(row[6])})


def _stud(envs: Any) -> Any:
    from houseway.games.stud.figures.strategies import _situation
    from houseway.kit.ranking import HANDS

    of = replace(envs.of, own=lab.strategy({"bet": ["pair or better", "A K or better"]}))
    play = made_for(of, of.own)
    number = {(kind.value, ranks): n for n, (kind, ranks) in enumerate(HANDS)}
    rule = play.play.read(of.edition.terms, None, {"bet": [
        "pair or better", "A K against Q or lower and a card held", "A K Q against A K", "A K J against A K",
        "A K Q against a card below the fourth",
    ]})  # fmt: skip

    def act(seen: Any, masks: Any) -> Any:
        actions = np.zeros(len(seen), np.int64)
        for n, row in enumerate(seen):
            kind = int(row[2:12].argmax())
            ranks = tuple(int(rank) - 2 for rank in row[12:17])
            key = (number[kind, ranks] * 13 + int(row[17]) - 2) * 6 + int(row[19])
            asked = _situation(key)
            assert asked.held == bool(row[18])
            actions[n] = rule(asked) == "bet"
        return actions

    return act


def _pai_gow(envs: Any) -> Any:
    from houseway.games.pai_gow.figures.analysis import worth

    of = worth(envs.of.edition.terms)
    best = of.best(of.hands.played)
    hand = {four: n for n, four in enumerate(of.hands.fours)}

    def act(seen: Any, masks: Any) -> Any:
        fours = [tuple(kind for kind in range(16) for _ in range(int(row[2 + kind]))) for row in seen]
        return np.array([1 + best[hand[four]] for four in fours])

    return act


PLAYERS = {"blackjack": _blackjack, "red_dog": _red_dog, "stud": _stud, "pai_gow": _pai_gow}


# Gymnasium and PettingZoo


@pytest.mark.parametrize("book", BOOKS)
def test_gymnasium_finds_nothing_wrong(book: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(learning.environment(book), skip_render_check=True)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::UserWarning")  # its advice on names and on masks beside an observation
@pytest.mark.parametrize("book", BOOKS)
def test_pettingzoo_finds_nothing_wrong(book: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(learning.table(book, 2), num_cycles=60)
    if book == BLACKJACK:
        seed_test(lambda: learning.table(book, 3), num_cycles=20)


def test_books_are_made_by_their_names() -> None:
    one = gymnasium.make("houseway/act-1992-blackjack-v1", encoding="cards", changes={"decks": "6"})
    assert one.observation_space.shape == (172,) and one.spec is not None
    many = gymnasium.make_vec(
        "houseway/act-1992-blackjack.triple-play-v1", num_envs=3, vectorization_mode="vector_entry_point"
    )
    assert many.num_envs == 3 and many.reset(seed=1)[0].shape == (3, 16)
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def played_by(envs: Any, steps: int) -> tuple[list[Any], ...]:
    stream, actions = np.array([7, 9], np.uint64), np.zeros(envs.num_envs, np.int64)
    told: tuple[list[Any], ...] = ([], [], [], [])
    seen, _ = envs.reset(seed=3)
    for _ in range(steps):
        envs.any_open(stream, actions)
        told[0].append(seen)
        seen, rewards, ended, _, info = envs.step(actions)
        told[1].append(rewards)
        told[2].append(ended)
        told[3].append(info)
    return told


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_seat_whose_episode_is_over_begins_again_as_gymnasium_asks(mode: AutoresetMode) -> None:
    envs = learning.vector("vic-1997-red-dog", 50, autoreset_mode=mode)
    seen, rewards, ended, infos = played_by(envs, 4)
    over = ended[0]
    assert over.any()
    asked = seen[1][:, :4].argmax(axis=1)  # which question
    if mode is AutoresetMode.SAME_STEP:
        assert (
            (asked[over] != 3).all()
            and (infos[0]["final_obs"][over][:, 3] == 1).all()
            and (infos[0]["_final_obs"] == over).all()
        )
    else:
        assert (asked[over] == 3).all(), "what was seen last stays until the next step"
        assert not rewards[1][over].any()
    if mode is AutoresetMode.NEXT_STEP:
        assert not ended[1][over].any() and (seen[2][:, :4].argmax(axis=1)[over] != 3).all()
    if mode is AutoresetMode.DISABLED:
        assert ended[1][over].all()
        again, _ = envs.reset(options={"reset_mask": ended[-1]})
        assert (again[:, 3] == 0).all()


def test_a_seat_is_dealt_the_same_however_many_sit_beside_it() -> None:
    few, many = (learning.vector(BLACKJACK, seats).reset(seed=4)[0] for seats in (3, 200))
    assert (few == many[:3]).all()
    assert (learning.vector(BLACKJACK, 3).reset(seed=5)[0] != few).any()


def test_a_shoe_is_kept_and_wagers_are_sized() -> None:
    envs = learning.vector(BLACKJACK, 20, bets=(1, 4), penetration=0.75, encoding="shoe", autoreset_mode="SameStep")
    seen, _ = envs.reset(seed=1)
    assert (seen[:, 0] == 1).all() and (seen[:, -1] == 416).all(), "the burnt card is not seen"
    stream, actions, rewards, least = np.array([1, 2], np.uint64), np.zeros(20, np.int64), [], 416.0
    for _ in range(600):
        envs.any_open(stream, actions)
        seen, reward, *_ = envs.step(actions)
        least = min(least, float(seen[:, -1].min()))
        rewards.append(reward)
        assert (seen[:, 16:29].sum(axis=1) == seen[:, -1]).all()
    brought = {abs(float(x)) for row in rewards for x in row}
    assert {1.0, 4.0, 6.0, 1.5} <= brought and 104 - 40 < least < 120
    assert not (brought - {n / 2 for n in range(100)})
    with pytest.raises(BadInput, match="behind the cutting card"):
        learning.vector(BLACKJACK, 2, penetration=0.95)
    with pytest.raises(BadInput, match="no shoe to keep"):
        learning.environment("vic-1999-caribbean-stud", bets=(1, 2))
    with pytest.raises(BadInput, match="one of features, ranks, cards, shoe"):
        learning.environment(BLACKJACK, encoding="colours")


@pytest.mark.long
def test_never_raising_is_worth_what_the_lab_says() -> None:
    exact = next(one for one in lab.study("vic-1997-red-dog").odds() if one.strategy == "never raise")
    envs = learning.vector("vic-1997-red-dog", 5000, autoreset_mode="SameStep")
    _, info = envs.reset(seed=2)
    total, rounds = 0.0, 0
    for _ in range(20):
        _, rewards, ended, _, info = envs.step(np.where(info["action_mask"][:, 0], 0, 2))
        total, rounds = total + rewards.sum(), rounds + int(ended.sum())
    assert abs(total / rounds - float(exact.expectation)) < 4 * exact.spread.deviation / math.sqrt(rounds)


def test_a_closed_option_is_refused_with_its_clause_and_nothing_changes() -> None:
    seat = learning.environment(BLACKJACK)
    for seed in range(200):
        before, info = seat.reset(seed=seed)
        if info["action_mask"][3] == 0 and info["action_mask"][1]:
            after, reward, over, _, told = seat.step(3)
            assert "only two cards of one count can be split (§ 12.1, 12.2" in told["refused"]
            assert (reward, over) == (0.0, False) and np.array_equal(before, after)
            _, _, _, _, told = seat.step(99)
            assert told["refused"] == "there are 8 actions"
            return
    raise AssertionError("no option was ever closed")


def test_the_same_seed_deals_the_same_round_and_is_drawn_on_the_cloth() -> None:
    for book, cloth in ((BLACKJACK, "Blackjack"), ("vic-1997-red-dog", "Red Dog"), ("vic-2000-pai-gow", "Pai Gow")):
        words, drawn = [], []
        for mode in ("ansi", "ansi", "svg"):
            seat = learning.environment(book, render_mode=mode)
            seat.reset(seed=7)
            (words if mode == "ansi" else drawn).append(seat.render())
        assert words[0] == words[1] != ""
        assert drawn[0].startswith("<svg") and cloth in drawn[0]


def test_a_seat_sees_the_dealers_second_card_when_the_player_does() -> None:
    """With a hole card nothing of it stands in any observation before it is turned."""
    _, seats = seating(BLACKJACK, {"hole_card": PEEK})
    queens = [card.index for card in CARDS if str(card)[0] == "Q"][:2]
    for encoding in seats.encodings:
        told = []
        for hole in (queens[0], CARDS[0].index):
            cards = [CARDS[20].index, CARDS[28].index, CARDS[24].index, hole, *queens, *range(30, 45)]
            told.append(seats.on_cards(cards, lambda names, seen: "stand", encoding).questions[0])
        assert told[0] == told[1]
