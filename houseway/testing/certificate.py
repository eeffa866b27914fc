"""Certificate: every figure of the house by methods that know nothing of each other.

For each book and way of playing: the exact value from ``analysis.py``; the script run to every ending, or over random and
reduced tapes, which must agree (``lab.agree``); and a simulation. What comes out is a page of figures with seeds, versions and
times. Run: ``python -m houseway.testing.certificate``, or ``make prove``.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from houseway import games
from houseway.lab.agree import agree
from houseway.lab.exact import NoAnalysis, Study, alike, study, wager_odds
from houseway.lab.simulate import NoKernel, Tally, kernels_once, simulate

SUSPICIOUS = 3.0  # standard errors


@dataclass(frozen=True)
class Proof:
    """One book: what was compared, and how far the simulation fell from the exact value."""

    study: Study
    agreed: str
    tier: int
    tallies: tuple[Tally, ...]
    rounds: int
    seed: int
    seconds: float

    @property
    def again(self) -> list[str]:
        """What was beyond three standard errors, and where the same wager lies with the next seed."""
        if not self.suspicious:
            return []
        second = {
            (tally.wager, tally.strategy): tally for tally in simulate(self.study, self.rounds, self.seed + 1).tallies
        }
        return [
            f"- {self.study.edition.book}, {tally.wager} {tally.strategy}: z {tally.z:+.2f}, "
            f"with seed {self.seed + 1} z {second[tally.wager, tally.strategy].z:+.2f}"
            for tally in self.suspicious
        ]

    @property
    def suspicious(self) -> list[Tally]:
        return [tally for tally in self.tallies if tally.z is not None and abs(tally.z) > SUSPICIOUS]


def books() -> Iterator[str]:
    """Every book and variant that can be studied."""
    for book in games.library().values():
        for variant in ("", *book.variants):
            if not book.missing or variant in book.over:
                yield f"{book.id}+{variant}" if variant else book.id


def prove(book: str, rounds: int, seed: int, workers: int) -> Proof | None:
    """The proof of one book; None where a game has no analysis or no kernel to compare."""
    began = time.perf_counter()
    of = study(book)
    try:
        kernel = kernels_once(of)[0]
        wager_odds(of)
    except (NoAnalysis, NoKernel):
        return None
    found = agree(of)
    report = simulate(of, rounds, seed, workers)
    agreed = f"{found.endings:,} endings of the script, {found.rounds:,} rounds by tape"
    tier = sys.modules[type(kernel).__module__].__dict__.get("TIER", 1)
    return Proof(of, agreed, tier, tuple(report.tallies), report.rounds, seed, time.perf_counter() - began)


def page(proofs: list[Proof], seed: int, workers: int) -> str:
    """The certificate as Markdown."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("houseway", "numpy", "numba"))
    lines = [
        "# Proof",
        "",
        "Every figure by methods that know nothing of each other. Made by `make prove`; nobody edits this page.",
        "",
        f"Seed {seed}, workers {workers}, Python {platform.python_version()}, {versions}, {platform.machine()}.",
        "",
        "*Exact* is the fraction from the game's `analysis.py`. *Script* tells how many endings and tapes of the script itself",
        "were compared with the fast form. *Simulated* is the kernel's estimate with its standard error; z is the distance from",
        "the exact value in standard errors. Wagers of one kind share a row, which shows the one with the largest |z|.",
    ]
    for proof in proofs:
        lines += [
            "",
            f"## {proof.study.edition.book}",
            "",
            f"{proof.study.title}. Edition `{proof.study.edition.digest}`.",
        ]
        lines += [
            f"Kernel of tier {proof.tier}; script: {proof.agreed}. {proof.rounds:,} rounds, {proof.seconds:.0f} s.",
            "",
            "| wager | played | exact | as decimal | simulated | standard error | z |",
            "|---|---|---|---:|---:|---:|---:|",
            *_rows(proof),
        ]
    wagers = sum(len(proof.tallies) for proof in proofs)
    lines += ["", "## Beyond three standard errors", ""]
    lines += [
        f"Among {wagers} wagers, luck alone brings about {wagers * 0.0027:.1f}. A second seed tells luck from error."
    ]
    lines += ["", *[line for proof in proofs for line in proof.again]]
    return "\n".join(lines) + "\n"


def _rows(proof: Proof) -> Iterator[str]:
    by_key = {(tally.wager, tally.strategy): tally for tally in proof.tallies}
    odds = [one for one in wager_odds(proof.study) if (one.wager, one.strategy) in by_key and not one.given]
    for name, first in alike(odds):
        kind = first.wager.partition(":")[0]
        same = [
            by_key[one.wager, one.strategy]
            for one in odds
            if one.wager.partition(":")[0] == kind
            and one.strategy == first.strategy
            and one.expectation == first.expectation
        ]
        tally = max(same, key=lambda each: abs(each.z or 0.0))
        z = "–" if tally.z is None else f"{tally.z:+.2f}"
        yield (
            f"| {name} | {first.strategy or '–'} | {_short(str(first.expectation))} | {float(first.expectation):+.9f} "
            f"| {float(tally.estimate):+.9f} | {tally.standard_error:.9f} | {z} |"
        )


def _short(fraction: str) -> str:
    return f"`{fraction}`" if len(fraction) <= 60 else f"`{fraction[:28]}…` ({len(fraction)} characters)"


def main() -> None:
    asked = argparse.ArgumentParser(description="Prove every figure of the house by several methods.")
    asked.add_argument("--rounds", type=float, default=1e9)
    asked.add_argument("--seed", type=int, default=20261115)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--out", type=Path, default=Path("docs/proof.md"))
    asked.add_argument("books", nargs="*", help="books to prove, all by default; BOOK:1e8 plays so many rounds of it")
    given = asked.parse_args()
    proofs = []
    for named in given.books or books():
        book, _, rounds = named.partition(":")
        proof = prove(book, int(float(rounds or given.rounds)), given.seed, given.workers)
        told = (
            "no kernel" if proof is None else f"{proof.agreed}; {len(proof.suspicious)} beyond 3; {proof.seconds:.0f} s"
        )
        print(f"{book}: {told}", file=sys.stderr, flush=True)
        if proof is not None:
            proofs.append(proof)
            given.out.write_text(page(proofs, given.seed, given.workers), encoding="utf-8")


if __name__ == "__main__":
    main()
