"""Heads: the notary of a running house, who keeps elsewhere how far its ledger has come."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.ledger import Ledger, LedgerBroken, UnsafeStore
from houseway.ledger.heads import BadHeads, Notary, key_in
from houseway.ledger.operations import STREAM as OPERATIONS
from houseway.premises.plans import BadSettings
from houseway.premises.settings import Settings

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")


def notary(ledger: Ledger, settings: Settings) -> Notary:
    """Whoever keeps the ledger's heads elsewhere. A ledger that they speak against is not opened."""
    house, address = settings.house, settings.cluster.address
    try:
        found = Notary(
            ledger,
            Path(house.heads),
            key_in(Path(house.heads_key)),
            f"{OPERATIONS} {address}" if address else OPERATIONS,
        )
    except BadHeads as wrong:
        raise BadSettings(f"house.heads_key: {wrong}") from None
    if wrong_there := found.check():
        first = wrong_there[0]
        raise UnsafeStore(
            f"the ledger is not what its heads in {house.heads} say: {first.where}: {first.what}; "
            "the house does not open until two people accept it (houseway audit --heads … --accept …)"
        )
    if not found.begin(datetime.now().isoformat(timespec="seconds")):
        raise BadSettings(f"house.heads: nothing can be written to {house.heads}")
    return found


async def keep_heads(premises: Premises, notary: Notary) -> None:
    """Notes how far the ledger has come, every minute or as the settings say."""
    assert premises.settings is not None
    while True:
        await asyncio.sleep(premises.settings.house.heads_seconds)
        at = premises.house.clock().isoformat(timespec="seconds")
        try:
            if not await asyncio.to_thread(notary.note, at):
                log.warning(
                    "the heads could not be noted in %s", notary.file, extra={"facts": {"file": str(notary.file)}}
                )
        except LedgerBroken:
            return
