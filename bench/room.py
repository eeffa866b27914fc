"""Room: how many bytes a spin takes on disk, before and after its touches went to an archive. ``python -m bench.room``.

One table, six terminals, thirty single touches and two orders to a spin: the spin of the audit, which found 46 kB.
"""

from __future__ import annotations

import random
import tempfile
from datetime import datetime
from pathlib import Path

from bench.measure import Figure

SPINS, TERMINALS, TOUCHES = 1000, 6, 5


def figures() -> list[Figure]:
    from houseway.floor.people import HOUSE
    from houseway.floor.table import Order, Table
    from houseway.floor.touching import Touch, touch_many
    from houseway.kit.spots import layout
    from houseway.ledger import open_ledger
    from houseway.ledger.archive import archive
    from houseway.play.wagers import Limits, SetUp, Sign

    with tempfile.TemporaryDirectory(prefix="houseway-room-") as name:
        folder = Path(name)
        file, now, rng, spots = folder / "floor.db", datetime.now(), random.Random(1), list(layout())
        ledger = open_ledger(f"sqlite:///{file}")
        set_up = SetUp(sign=Sign(Limits(100, 10**11, 100), areas=TERMINALS))
        table = Table.open(ledger, "RR-1", "vic-2000-rapid-roulette", set_up, HOUSE, now, "shoe")
        assert isinstance(table, Table)
        for n in range(1, TERMINALS + 1):
            table.do(Order(HOUSE, "attach", {"station": f"ATS-{n}"}, at=now))
            table.do(Order(HOUSE, "buy in", {"station": f"ATS-{n}", "cents": 10**9}, at=now))
        count = 0
        for spin in range(1, SPINS + 1):
            for _ in range(TOUCHES):
                count += 1
                for n in range(1, TERMINALS + 1):
                    touch = Touch(f"ATS-{n}", f"{n:016x}-{count:08d}", spin, ((rng.choice(spots), 100),))
                    touch_many(table, [touch], now)
            table.do(Order(HOUSE, "answer", {}, at=now, key=f"close {spin}"))
            table.do(Order(HOUSE, "answer", {"value": str(rng.randrange(37))}, at=now, key=f"spun {spin}"))
            ledger.settle_down()  # a spin is on disk before the next one is played
        ledger.settle_down()
        ledger.close()
        whole = file.stat().st_size / SPINS
        ledger = open_ledger(f"sqlite:///{file}")
        archive(ledger, "RR-1", "9", folder / "RR-1.jsonl.xz", "bench", "second", "room")
        ledger.close()
        left, away = file.stat().st_size / SPINS, (folder / "RR-1.jsonl.xz").stat().st_size / SPINS
    return [
        Figure("bytes of SQLite a spin, six terminals and thirty touches", whole, "bytes"),
        Figure("the same once its touches are in an archive", left, "bytes", note=f"{away:,.0f} bytes in the archive"),
    ]


if __name__ == "__main__":
    for each in figures():
        print(each)
