"""Datasets: episodes as rows of a Parquet file, for who learns from what was played.

A row is a step: which episode and which step of it, what was seen, what was open, what was done, what it brought, and whether
the episode ended there. Whoever plays is a function of what all seats see and what is open to them; without one, anything that is
open is done, each alike. The same seed writes the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from houseway.complaint import BadInput
from houseway.lab.exact import polars

SEATS = 256
MOST = 50_000_000


def episodes(
    book: str,
    count: int,
    seed: int = 1,
    choose: Callable[[Any, Any], Any] | None = None,
    encoding: str = "",
    changes: Mapping[str, str] | None = None,
) -> Any:
    """So many episodes of a book, as a frame."""
    import numpy as np

    from houseway.lab.learning import vector

    if not 1 <= count <= MOST:
        raise BadInput(f"{count} episodes cannot be written; from 1 to {MOST:,}")
    frames = polars()
    seats = min(SEATS, count)
    many = vector(book, seats, encoding=encoding, changes=changes, autoreset_mode="SameStep")
    seen, info = many.reset(seed=seed)
    stream = np.array([seed * 2 + 1, 0x9E3779B97F4A7C15], np.uint64)
    number, step, given = np.arange(seats), np.zeros(seats, np.int64), seats
    parts: list[dict[str, Any]] = []
    ended_in_all = 0
    while ended_in_all < count:
        actions = np.zeros(seats, np.int64)
        if choose is None:
            many.any_open(stream, actions)
        else:
            actions[:] = choose(seen, info["action_mask"])
        mask = info["action_mask"]
        after, rewards, ended, _, info = many.step(actions)
        if "refused" in info:
            raise BadInput(f"what was chosen is not open at {int(info['refused'].sum())} seats; see action_mask")
        here = number < count
        parts.append(
            {
                "episode": number[here].copy(), "step": step[here].copy(), "observation": seen[here],
                "open": mask[here].astype(bool), "action": actions[here], "reward": rewards[here], "ended": ended[here],
            }
        )  # fmt: skip
        ended_in_all += int((ended & here).sum())
        step += 1
        for seat in np.flatnonzero(ended):
            number[seat], step[seat], given = given, 0, given + 1
        seen = after
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    names = np.array(many.actions)
    width = {"observation": joined["observation"].shape[1], "open": joined["open"].shape[1]}
    columns = {name: values for name, values in joined.items() if name not in width}
    kinds = {"observation": frames.Float32, "open": frames.Boolean}
    lists = {
        name: frames.Series(name, joined[name], dtype=frames.Array(kinds[name], wide)) for name, wide in width.items()
    }
    frame = frames.DataFrame({**columns, "choice": names[joined["action"]], **lists})
    return frame.sort("episode", "step")


def write(path: Path | str, book: str, count: int, **options: Any) -> None:
    """The same into a Parquet file."""
    try:
        episodes(book, count, **options).write_parquet(path)
    except OSError as wrong:
        raise BadInput(f"{path} cannot be written: {wrong}") from None
