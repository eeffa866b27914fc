"""Purses: where the money at a terminal came from, to the cent, and so where it goes back to.

A player may put in cash, chips and the credit of an account, one after another. What the terminal holds is all of theirs
together: each source has its share of it, as large as what it put in was of all that was there then. Winning and losing change
what there is and leave the shares; a further buy-in is reckoned beside what there is by then. Shares are whole cents and come
to what is paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from houseway.ledger import Account, Transfer
from houseway.money import Cents
from houseway.play.terminals import Station


def shares(sources: Mapping[Account, Cents], total: Cents) -> dict[Account, Cents]:
    """What each source has of a total: in proportion, the cents that are left over to those who lost most by rounding."""
    weight = sum(sources.values())
    if not weight:
        return {}
    found = {account: total * cents // weight for account, cents in sources.items()}
    lost = sorted(sources, key=lambda account: (-(total * sources[account] % weight), account))
    for account in lost[: total - sum(found.values())]:
        found[account] += 1
    return {account: cents for account, cents in found.items() if cents}


def put_in(station: Station, holds: Cents, source: Account, cents: Cents) -> Station:
    """A terminal that held so much, once a source has put in some more."""
    there = shares(sources_of(station), holds)
    there[source] = there.get(source, 0) + cents
    return replace(station, source=station.source or source, sources=there)


def paid_back(station: Station, purse: Account, cents: Cents, memo: str) -> tuple[Transfer, ...]:
    """What a terminal pays out, each source its share."""
    back = shares(sources_of(station) or {"cage": 1}, cents)
    return tuple(Transfer(purse, account, part, memo) for account, part in back.items())


def sources_of(station: Station) -> Mapping[Account, Cents]:
    """Terminals of the first houses remembered one source alone."""
    return station.sources or ({station.source: 1} if station.source else {})
