"""Certificate: every figure of the house by methods that know nothing of each other.

For each book and way of playing: the exact value from ``analysis.py``; the script run to every ending, or over random and
reduced tapes, which must agree (``lab.agree``); and a simulation, held against the expectation and, where it is known,
against the chance of every outcome. What is further off than luck explains is played again with the next seed.

``python -m houseway.testing.certificate`` (the end of ``make prove``) does all books, tells how far it is, and keeps each
finished book in ``var/proof``: stopped and started again, it goes on where it was. The page has seeds, versions and times.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from houseway import games
from houseway.figures.kept import found_anew
from houseway.lab.agree import agree
from houseway.lab.exact import NoAnalysis, Study, alike, likeness, study, wager_odds
from houseway.lab.simulate import NoKernel, Report, Tally, kernels_once, simulate
from houseway.odds.distribution import WagerOdds
from houseway.testing.fairness import upper_gamma

SUSPICIOUS = 3.0  # standard errors
UNLIKELY = 0.0027  # the chance of being so far off by luck
FEW = 10  # outcomes expected more rarely than this are counted together

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Run:
    """How far one simulation of one wager fell from what is exact."""

    seed: int
    rounds: int
    estimate: float
    error: float  # standard error of the estimate
    z: float | None  # its distance from the expectation in standard errors
    p: float | None  # of the chi-square of every outcome, where their chances are known

    @property
    def suspicious(self) -> bool:
        return (self.z is not None and abs(self.z) > SUSPICIOUS) or (self.p is not None and self.p < UNLIKELY)

    @property
    def words(self) -> str:
        z = "" if self.z is None else f"z {self.z:+.2f}"
        return z if self.p is None else f"{z}, p of the outcomes {self.p:.4f}"


@dataclass(frozen=True)
class CertificateLine:
    """Wagers of one kind and one way of playing, and of their simulations the one that fell furthest off."""

    wager: str
    played: str
    exact: str
    run: Run
    again: Run | None  # with the next seed, where the first was beyond what luck explains
    wagers: int = 1

    @property
    def amiss(self) -> bool:
        """Whether even the second run cannot be luck."""
        return self.again is not None and self.again.suspicious


@dataclass(frozen=True)
class Proof:
    """One book: what was compared, and what came out."""

    book: str
    title: str
    edition: str
    tier: int
    agreed: str
    rounds: int
    seed: int
    lines: tuple[CertificateLine, ...]
    seconds: float
    made: str  # by what, and when

    @property
    def suspicious(self) -> list[CertificateLine]:
        return [line for line in self.lines if line.run.suspicious]

    @classmethod
    def read(cls, text: str) -> Proof:
        doc = json.loads(text)
        for line in doc["lines"]:
            line["run"] = Run(**line["run"])
            line["again"] = line["again"] and Run(**line["again"])
        return cls(**doc | {"lines": tuple(CertificateLine(**line) for line in doc["lines"])})


def books() -> Iterator[str]:
    """Every book and variant that can be studied."""
    for book in games.library().values():
        for variant in ("", *book.variants):
            if not book.missing or variant in book.over:
                yield f"{book.id}+{variant}" if variant else book.id


def versions() -> str:
    found = ", ".join(f"{name} {version(name)}" for name in ("houseway", "numpy", "numba"))
    return f"Python {platform.python_version()}, {found}, {platform.machine()}"


def prove(book: str, rounds: int, seed: int, workers: int, tell: Tell = lambda words: None) -> Proof | None:
    """The proof of one book; None where a game has no analysis or no kernel to compare."""
    began = time.perf_counter()
    of = study(book)
    try:
        with found_anew():  # a proof takes nothing from what was kept
            kernel = kernels_once(of)[0]
            odds = {(one.wager, one.strategy): one for one in wager_odds(of) if not one.given}
    except (NoAnalysis, NoKernel):
        return None
    found = agree(of)
    tell(f"{book}: the script agrees")
    runs = _simulated(of, odds, rounds, seed, workers, tell)
    again: dict[tuple[str, str], Run] = {}
    if any(run.suspicious for run in runs.values()):
        again = _simulated(of, odds, rounds, seed + 1, workers, tell)
    return Proof(
        of.edition.book,
        of.title,
        of.edition.digest,
        sys.modules[type(kernel).__module__].__dict__.get("TIER", 1),
        f"{found.endings:,} endings of the script, {found.rounds:,} rounds by tape",
        rounds,
        seed,
        tuple(_lines([odds[key] for key in odds if key in runs], runs, again)),
        time.perf_counter() - began,
        f"{versions()}, {workers} workers, {datetime.now(UTC):%d %B %Y %H:%M} UTC",
    )


def _simulated(
    of: Study, odds: dict[tuple[str, str], WagerOdds], rounds: int, seed: int, workers: int, tell: Tell
) -> dict[tuple[str, str], Run]:
    spoke = time.perf_counter()

    def progress(report: Report) -> None:
        nonlocal spoke
        if time.perf_counter() - spoke > 10:
            spoke = time.perf_counter()
            done = f"{report.rounds / 1e6:,.0f} of {rounds / 1e6:,.0f} million rounds"
            tell(f"{of.edition.book}: {done} with seed {seed}, {report.seconds:.0f} s")

    report = simulate(of, rounds, seed, workers, progress=progress)
    if report.rounds < rounds:  # Ctrl-C ends a simulation early; half a proof is none
        raise KeyboardInterrupt
    return {
        (tally.wager, tally.strategy): Run(
            seed, tally.rounds, float(tally.estimate), tally.standard_error, tally.z,
            outcomes(tally, odds[tally.wager, tally.strategy]) if (tally.wager, tally.strategy) in odds else None,
        )
        for tally in report.tallies
    }  # fmt: skip


def outcomes(tally: Tally, odds: WagerOdds) -> float | None:
    """How surprising the counts of every outcome are: the p of Pearson's statistic, rare outcomes counted together."""
    if odds.distribution is None:
        return None
    chances, seen = odds.distribution.chances, tally.results
    assert all(net in chances for net, count in seen.items() if count), f"{tally.wager}: an outcome that cannot be"
    cells, rare = [], [0.0, 0]
    for net, chance in chances.items():
        expected, count = float(chance) * tally.rounds, seen.get(net, 0)
        if expected < FEW:
            rare = [rare[0] + expected, rare[1] + count]
        else:
            cells.append((expected, count))
    if rare[0] >= FEW or not cells:
        cells.append((rare[0], int(rare[1])))
    else:
        cells[-1] = (cells[-1][0] + rare[0], cells[-1][1] + int(rare[1]))
    if len(cells) < 2:
        return None
    return upper_gamma((len(cells) - 1) / 2, sum((count - mean) ** 2 / mean for mean, count in cells) / 2)


def _lines(
    odds: list[WagerOdds], runs: dict[tuple[str, str], Run], again: dict[tuple[str, str], Run]
) -> Iterator[CertificateLine]:
    for name, first in alike(odds):
        same = [(one.wager, one.strategy) for one in odds if likeness(one) == likeness(first)]
        worst = max(same, key=lambda key: (runs[key].suspicious, abs(runs[key].z or 0.0)))
        second = again.get(worst) if runs[worst].suspicious else None
        yield CertificateLine(name, first.strategy, str(first.expectation), runs[worst], second, len(same))


# The page


def page(proofs: list[Proof]) -> str:
    """The certificate as Markdown."""
    lines = [
        "# Proof",
        "",
        "Every figure by methods that know nothing of each other. Made by `make prove`; nobody edits this page.",
        "",
        "*Exact* is the fraction from the game's `analysis.py`. *Script* tells how many endings and tapes of the script itself",
        "were compared with the fast form. *Simulated* is the kernel's estimate with its standard error; *z* is its distance",
        "from the exact value in standard errors; *p* is how often luck alone would put the counts of all outcomes as far from",
        "their exact chances. Wagers of one kind share a row, which shows the one that fell furthest off.",
    ]
    for proof in proofs:
        lines += [
            "",
            f"## {proof.book}",
            "",
            f"{proof.title}. Edition `{proof.edition}`.",
            f"Kernel of tier {proof.tier}; script: {proof.agreed}.",
            f"{proof.rounds:,} rounds, seed {proof.seed}, {proof.seconds:.0f} s. {proof.made}.",
            "",
            "| wager | played | exact | as decimal | simulated | standard error | z | p |",
            "|---|---|---|---:|---:|---:|---:|---:|",
            *(_row(line) for line in proof.lines),
        ]
    return "\n".join([*lines, *_beyond(proofs)]) + "\n"


def _row(line: CertificateLine) -> str:
    run = line.run
    z = "–" if run.z is None else f"{run.z:+.2f}"
    p = "–" if run.p is None else f"{run.p:.3f}"
    exact = f"`{line.exact}`" if len(line.exact) <= 60 else f"`{line.exact[:28]}…` ({len(line.exact)} characters)"
    numerator, _, denominator = line.exact.partition("/")
    return (
        f"| {line.wager} | {line.played or '–'} | {exact} | {int(numerator) / int(denominator or 1):+.9f} "
        f"| {run.estimate:+.9f} | {run.error:.9f} | {z} | {p} |"
    )


def _beyond(proofs: list[Proof]) -> list[str]:
    wagers = sum(line.wagers for proof in proofs for line in proof.lines)
    trials = wagers + sum(line.wagers for proof in proofs for line in proof.lines if line.run.p is not None)
    said = [
        "",
        "## Beyond three standard errors",
        "",
        f"{wagers} wagers make {trials} trials; of so many, luck alone puts about {trials * UNLIKELY:.1f} beyond three standard",
        f"errors or below a p of {UNLIKELY}. Each was played again, with the next seed, which tells luck from error:",
        "",
    ]
    for proof in proofs:
        for line in proof.suspicious:
            assert line.again is not None
            verdict = "NOT LUCK: to be mended" if line.amiss else "so the first was luck"
            said.append(
                f"- {proof.book}, {line.wager} {line.played}: {line.run.words}; with seed {line.again.seed} "
                f"{line.again.words}, {verdict}."
            )
    return [*said, *([] if any(proof.suspicious for proof in proofs) else ["- none."])]


# The command


def kept_proof(folder: Path, book: str, rounds: int, seed: int) -> Proof | None:
    """What an earlier run found of a book, if the same was asked of the same edition and versions."""
    path = folder / f"{book}.json"
    if not path.exists():
        return None
    proof = Proof.read(path.read_text(encoding="utf-8"))
    same = (proof.rounds, proof.seed, proof.edition) == (rounds, seed, study(book).edition.digest)
    return proof if same and proof.made.startswith(versions()) else None


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="certificate",
        description="Prove every figure of the house by several methods. Finished books are kept: stopped and started again, "
        "it goes on where it was.",
    )
    asked.add_argument("--rounds", type=float, default=1e9, help="rounds of every way of playing (1e9)")
    asked.add_argument("--seed", type=int, default=20261115)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--out", type=Path, default=Path("docs/proof.md"), help="the page (docs/proof.md)")
    asked.add_argument("--keep", type=Path, default=Path("var/proof"), help="where finished books are kept (var/proof)")
    asked.add_argument("--afresh", action="store_true", help="do not use what an earlier run kept")
    asked.add_argument("books", nargs="*", help="books to prove, all by default; BOOK:1e8 plays so many rounds of it")
    given = asked.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)

    def tell(words: str) -> None:
        print(words, file=sys.stderr, flush=True)

    proofs: list[Proof] = []
    wanted = given.books or list(books())
    for at, named in enumerate(wanted, 1):
        book, _, own = named.partition(":")
        rounds = int(float(own or given.rounds))
        proof = None if given.afresh else kept_proof(given.keep, book, rounds, given.seed)
        how = "kept" if proof is not None else "done"
        try:
            proof = proof or prove(book, rounds, given.seed, given.workers, tell)
        except KeyboardInterrupt:
            tell(
                f"stopped in {book}; {len(proofs)} books are kept in {given.keep}, and the same command goes on from here"
            )
            raise SystemExit(130) from None
        if proof is None:
            tell(f"{at} of {len(wanted)}, {book}: no kernel")
            continue
        (given.keep / f"{book}.json").write_text(json.dumps(asdict(proof), indent=1), encoding="utf-8")
        proofs.append(proof)
        given.out.write_text(page(proofs), encoding="utf-8")
        beyond = f"{len(proof.suspicious)} beyond luck once"
        tell(f"{at} of {len(wanted)}, {book}: {how}, {proof.agreed}; {beyond}; {proof.seconds:.0f} s")
    if amiss := [f"{proof.book} {line.wager}" for proof in proofs for line in proof.lines if line.amiss]:
        raise SystemExit(f"twice further off than luck explains: {', '.join(amiss)}")


if __name__ == "__main__":
    main()
