"""Trees and datasets of the environments: the same game, searched or written down."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from houseway import lab
from houseway.complaint import BadInput
from houseway.lab.learning import datasets, openspiel, vector
from houseway.lab.learning.tree import Node, root

pytestmark = pytest.mark.long  # compiled loops, or many exact values


def best(node: Node) -> Fraction:
    """What a round is worth to somebody who sees every card face up that the player sees: the best of the tree."""
    if node.is_terminal():
        return Fraction(node.returns()[0]).limit_denominator(10_000)
    if node.is_chance_node():
        return sum((chance * best(node.child(n)) for n, chance in node.exact_outcomes()), Fraction(0))
    return max(best(node.child(action)) for action in node.legal_actions())


def test_the_best_of_a_tree_is_the_best_play() -> None:
    shoe = "only 2:1 6:1 J:2"
    exact = lab.study("ma-red-dog", shoe=shoe).odds()["original"].expectation
    assert best(root("ma-red-dog", shoe=shoe)) == exact


@pytest.mark.parametrize("book", ["vic-1997-red-dog", "act-1992-blackjack"])
def test_any_book_can_be_walked_to_an_end(book: str) -> None:
    node = root(book)
    for _ in range(200):
        if node.is_terminal():
            break
        actions = node.legal_actions()
        assert actions and node.action_to_string(actions[0])
        node = node.child(actions[len(actions) // 2])
    assert node.is_terminal() and node.information_state_string()
    with pytest.raises(BadInput, match="not open here"):
        node.child(0)


def test_a_player_knows_no_card_that_lies_face_down() -> None:
    node = root("vic-1999-caribbean-stud")
    while node.is_chance_node():
        node = node.child(node.legal_actions()[0])
    known = node.information_state_string()
    assert known.count(" of ") == 1, "the dealer's one card"
    assert len(known.rpartition("box 1: ")[2].split()) == 5 and "?" not in known, "and five of one's own"


def test_tiles_that_are_laid_at_once_have_no_tree() -> None:
    with pytest.raises(BadInput, match="games of cards have trees"):
        root("vic-2000-pai-gow")


def test_openspiel_is_asked_for_by_name_where_it_is_not_installed() -> None:
    assert openspiel.name_of("act-1992-blackjack+over-under") == "houseway_act_1992_blackjack__over_under"
    with pytest.raises(BadInput, match="pip install open_spiel"):
        openspiel.register()


def test_a_dataset_is_what_was_played(tmp_path: Path) -> None:
    import polars

    datasets.write(tmp_path / "dog.parquet", "vic-1997-red-dog", 700, seed=3)
    frame = polars.read_parquet(tmp_path / "dog.parquet")
    assert frame["episode"].n_unique() == 700 and frame["ended"].sum() == 700
    assert frame.equals(datasets.episodes("vic-1997-red-dog", 700, seed=3)), "the same seed, the same rows"
    taken = frame.with_columns(was_open=polars.col("open").arr.get(polars.col("action")))
    assert taken["was_open"].all()
    never = datasets.episodes(
        "vic-1997-red-dog", 400, choose=lambda seen, mask: 2 * (mask[:, 0] == 0), changes={"decks": "1"}
    )
    assert set(never["choice"]) <= {"no raise", "raise", "go on"}
    with pytest.raises(BadInput, match="0 episodes"):
        datasets.episodes("vic-1997-red-dog", 0)
    with pytest.raises(BadInput, match="not open"):
        datasets.episodes("vic-1997-red-dog", 10, choose=lambda seen, mask: 2 - mask[:, 2] * 2)


def test_seats_of_a_dataset_are_those_of_the_environment() -> None:
    seen, _ = vector("vic-1997-red-dog", 4).reset(seed=9)
    frame = datasets.episodes("vic-1997-red-dog", 4, seed=9)
    first = frame.filter(frame["step"] == 0)["observation"].to_numpy()
    assert (first == seen).all()
