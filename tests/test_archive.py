"""A round on record is found among any number of them, also one that was gone back into and is over twice."""

from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from houseway.ledger import Post, open_ledger
from houseway.ledger.tables import by_kind
from houseway.web.record.archive import NEAR, Archive


def archive(rounds, others):
    """A table's record: rounds that were over in this order, and after each so many entries of another kind."""
    ledger = open_ledger()
    posts = []
    for number, more in zip(rounds, others, strict=True):
        posts.append(Post("T-1", "round-over", "", "house:house", {"round": number}))
        posts.extend(Post("T-1", "answered", "", "house:house", {}) for _ in range(more))
    ledger.post(posts).result()
    return Archive(ledger, SimpleNamespace(state=SimpleNamespace(table="T-1")))


@st.composite
def evenings(draw):
    """Rounds one after the other, some of them gone back into, and played on from there."""
    rounds, now = [], 0
    for back in draw(st.lists(st.integers(0, 3) | st.just(0), max_size=120)):
        now = max(1, now + 1 - back)
        rounds.append(now)
    return rounds, draw(st.lists(st.integers(0, 4), min_size=len(rounds), max_size=len(rounds)))


@pytest.mark.long
@given(evenings())
def test_a_round_is_found_as_if_all_were_looked_through(evening):
    rounds, others = evening
    kept = archive(rounds, others)
    over = list(kept.ledger.entries("T-1"))
    for number in {0, *rounds, max(rounds, default=0) + 1, 10**9}:
        wanted = [entry.number for entry in over if entry.kind == "round-over" and entry.body["round"] == number]
        found = kept._over(number)
        assert (found.number if found else None) == (wanted[-1] if wanted else None), (rounds, number)
    kept.ledger.close()


@pytest.mark.parametrize("number", [1, 500, 2500, 2999, 9999])
def test_a_page_costs_the_same_however_many_rounds_lie_behind_it(number, monkeypatch):
    kept = archive(list(range(1, 3001)), [1] * 3000)
    read = []
    plain = kept.ledger._of_kind
    monkeypatch.setattr(
        kept.ledger, "_of_kind", lambda *words, **more: read.extend(found := plain(*words, **more)) or found
    )
    found = kept._over(number)
    assert (found.body["round"] if found else None) == (number if number <= 3000 else None)
    assert len(read) <= 2 * NEAR + 15
    kept.ledger.close()


def test_the_index_by_kind_serves():
    ledger = open_ledger()
    asked = []
    sa.event.listen(ledger.engine, "before_cursor_execute", lambda *words: asked.append(words[2:4]))
    ledger.newest("T-1", "round-over", 1, before=9)
    with ledger.reading() as connection:
        plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked[0][0]}", asked[0][1])]
    assert plan == [f"SEARCH entry USING INDEX {by_kind.name} (stream=? AND kind=? AND number>? AND number<?)"]
    ledger.close()
