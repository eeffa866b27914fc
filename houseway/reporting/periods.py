"""Periods: from when to when figures are for. A gaming day begins at six in the morning, and shifts and months are made of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from houseway.complaint import Complaint
from houseway.floor.gaming_day import BEGINS, gaming_day

_NAMED = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2})(?: +(\S.*))?)?")


class NoPeriod(Complaint, ValueError):
    """What somebody asks figures for, and is no day, shift or month."""


@dataclass(frozen=True)
class Shift:
    """A part of every gaming day, from an hour to the next one's."""

    name: str
    begins: time


@dataclass(frozen=True)
class Period:
    kind: str  # "day", "shift", "month"
    name: str  # as one asks for it
    since: datetime
    until: datetime

    @property
    def bounds(self) -> tuple[str, str]:
        """As the record writes moments."""
        return self.since.isoformat(), self.until.isoformat()

    @property
    def days(self) -> list[str]:
        """The gaming days it has a part in."""
        first = date.fromisoformat(gaming_day(self.since))
        count = (date.fromisoformat(gaming_day(self.until - timedelta(microseconds=1))) - first).days + 1
        return [(first + timedelta(days=n)).isoformat() for n in range(count)]


def period(text: str, shifts: tuple[Shift, ...] = ()) -> Period:
    """What a name stands for: ``2026-11-16`` a gaming day, ``2026-11-16 night`` a shift of it, ``2026-11`` a month."""
    found = _NAMED.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError
        year, month, day, shift = found.groups()
        if day is None:
            first = datetime(int(year), int(month), 1) + BEGINS
            after = datetime(int(year) + int(month) // 12, int(month) % 12 + 1, 1) + BEGINS
            return Period("month", text.strip(), first, after)
        morning = datetime(int(year), int(month), int(day)) + BEGINS
    except ValueError:
        raise NoPeriod(
            f"{text!r} is no gaming day, shift or month, such as 2026-11-16, 2026-11-16 night or 2026-11"
        ) from None
    if shift is None:
        return Period("day", text.strip(), morning, morning + timedelta(days=1))
    for part in parts(morning, shifts):
        if part.name.endswith(f" {shift.strip()}"):
            return part
    known = ", ".join(one.name for one in shifts) or "none"
    raise NoPeriod(f"there is no shift {shift.strip()!r}; the settings name {known}")


def parts(morning: datetime, shifts: tuple[Shift, ...]) -> list[Period]:
    """The shifts of a gaming day, in their order."""
    day = morning.date().isoformat()
    began = sorted((_first(morning, shift.begins), shift.name) for shift in shifts)
    ends = [*(moment for moment, _ in began[1:]), morning + timedelta(days=1)][: len(began)]
    return [Period("shift", f"{day} {name}", since, until) for (since, name), until in zip(began, ends, strict=True)]


def _first(morning: datetime, hour: time) -> datetime:
    """When an hour first strikes on a gaming day."""
    moment = datetime.combine(morning.date(), hour)
    return moment if moment >= morning else moment + timedelta(days=1)
