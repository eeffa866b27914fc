"""Operations: what those who run the house look at. Metrics for a scraper, and whether all is well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from houseway.floor.periods import Periods
from houseway.premises.machine import LOW_DISK, free_bytes
from houseway.premises.premises import Premises
from houseway.web.asking import premises_of

router = APIRouter()


# Metrics


class Figures:
    """The figures of a house, read when somebody asks."""

    def __init__(self, premises: Premises) -> None:
        self.premises = premises

    def collect(self) -> Iterable[Metric]:
        premises, ledger = self.premises, self.premises.ledger
        touches = CounterMetricFamily("houseway_touches", "Touches at terminals", labels=["table", "outcome"])
        delay = GaugeMetricFamily("houseway_touch_seconds", "From arrival to the flush", labels=["table", "quantile"])
        phase = GaugeMetricFamily("houseway_phase", "1 for the phase a table is in", labels=["table", "phase"])
        for name, clock in premises.dealers.items():
            if not isinstance(clock, Periods) or name not in premises.house.tables:
                continue
            touches.add_metric([name, "accepted"], clock.touched)
            touches.add_metric([name, "refused"], clock.refused)
            phase.add_metric([name, clock.phase], 1)
            times = sorted(clock.times)
            for share in (0.5, 0.99):
                if times:
                    delay.add_metric([name, str(share)], times[min(len(times) - 1, int(len(times) * share))])
        yield touches
        yield delay
        yield phase
        yield CounterMetricFamily("houseway_flushes", "Group commits", value=ledger.flushes)
        yield CounterMetricFamily("houseway_entries", "Entries recorded since the start", value=ledger.recorded)
        yield GaugeMetricFamily("houseway_ledger_waiting", "Batches not yet on disk", value=ledger.waiting)
        yield GaugeMetricFamily(
            "houseway_connections", "Open terminals, consoles and displays", value=premises.connections
        )
        yield GaugeMetricFamily("houseway_tables", "Tables served by this process", value=len(premises.dealers))
        yield GaugeMetricFamily(
            "houseway_open", "1 while the house is open", value=int(not premises.house.stopped.is_set())
        )
        yield CounterMetricFamily("houseway_clock_jumps", "Jumps of the wall clock", value=premises.clock_jumps)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    registry = CollectorRegistry()
    registry.register(Figures(premises_of(request)))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")


# Health


@router.get("/healthz", tags=["house"], summary="Is the house open")
async def healthz(request: Request) -> JSONResponse:
    """200 while the house is open; 503 once it has stopped, with what is wrong."""
    premises = premises_of(request)
    stopped = premises.house.stopped.is_set()
    wrong = ["the ledger has stopped"] if stopped else []
    free = free_bytes(premises.database_url)
    if free is not None and free < LOW_DISK:
        wrong.append(f"only {free // 2**20} MiB of disk are left")
    served = [name for name in premises.house.tables if premises.serves(name)]
    doc: dict[str, Any] = {"open": not stopped, "tables": len(served)}
    if premises.cluster is not None:
        doc |= {"front": premises.is_front, "serves": sorted(served)}
    if wrong:
        doc["wrong"] = wrong
    return JSONResponse(doc, 503 if stopped else 200)
