"""Certificate: every figure of the house by methods that know nothing of each other.

For each book and way of playing: the exact value from ``analysis.py``; the script run to every ending, or over random and
reduced tapes, which must agree (``lab.agree``); and a simulation, held against the expectation and, where it is known,
against the chance of every outcome. What is further off than luck explains is played again with the next seed.

``python -m houseway.testing.certificate`` (the end of ``make prove``) does all books and tells how far it is. It counts as
a study does, batch by batch, and keeps in ``var/proof`` what was counted and every book that is finished: stopped or killed,
it goes on where it was. What was counted holds for the kernels that counted it, which are known by their results and by the
first rounds that they play; so a book in which something else was mended is proved anew without being played anew. Every book
has a seed of its own, so that books which share a game are evidence apart. The page has seeds, versions and times.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

from houseway import games
from houseway.figures.kept import found_anew
from houseway.forms import digest
from houseway.lab.agree import agree
from houseway.lab.cluster import Cluster
from houseway.lab.exact import NoAnalysis, Study, alike, likeness, study, wager_odds
from houseway.lab.simulate import BATCH, Executor, Inline, NoKernel, Pool, Tally, batches, kernels_once, run_batch
from houseway.lab.studies import Counted, Progress, count
from houseway.odds.distribution import WagerOdds
from houseway.testing.fairness import upper_gamma

SUSPICIOUS = 3.0  # standard errors
UNLIKELY = 0.0027  # the chance of being so far off by luck
FEW = 10  # outcomes expected more rarely than this are counted together
FIRST = 1 << 16  # rounds by which a kernel is known
SPEAK = 10.0  # seconds between two words about how far it is

Tell = Callable[[str], None]
Players = Callable[[], Executor]


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


def seed_of(seed: int, book: str) -> int:
    """A seed for each book, so that two books with the same rules are not played twice with the same cards."""
    return seed + zlib.crc32(book.encode()) % 1_000_000


def prove(
    book: str, rounds: int, seed: int, players: Players, folder: Path, tell: Tell = lambda words: None
) -> Proof | None:
    """The proof of one book; None where a game has no analysis or no kernel to compare."""
    began = time.perf_counter()
    of = study(book)
    try:
        with found_anew():  # a proof takes nothing from what was kept
            kernels = kernels_once(of)
            odds = {(one.wager, one.strategy): one for one in wager_odds(of) if not one.given}
    except (NoAnalysis, NoKernel):
        return None
    found = agree(of)
    tell(f"{book}: the script agrees")
    seconds = time.perf_counter() - began
    again: dict[tuple[str, str], Run] = {}
    runs, took = _simulated(of, odds, range(len(kernels)), rounds, seed, players, folder, tell)
    seconds += took
    far = [n for n, one in enumerate(kernels) if any(runs[way.wager, way.strategy].suspicious for way in one.ways)]
    if far:
        again, took = _simulated(of, odds, far, rounds, seed + 1, players, folder, tell)
        seconds += took
    return Proof(
        of.edition.book,
        of.title,
        of.edition.digest,
        sys.modules[type(kernels[0]).__module__].__dict__.get("TIER", 1),
        f"{found.endings:,} endings of the script, {found.rounds:,} rounds by tape",
        rounds,
        seed,
        tuple(_lines([odds[key] for key in odds if key in runs], runs, again)),
        seconds,
        f"{versions()}, {datetime.now(UTC):%d %B %Y %H:%M} UTC",
    )


def _simulated(
    of: Study,
    odds: dict[tuple[str, str], WagerOdds],
    wanted: Iterable[int],
    rounds: int,
    seed: int,
    players: Players,
    folder: Path,
    tell: Tell,
) -> tuple[dict[tuple[str, str], Run], float]:
    """How far some kernels of a book fell from what is exact, and how many seconds they were played for."""
    kernels, spoke = kernels_once(of), time.perf_counter()
    about = known_by(of, rounds, seed)
    counted = Counted.read(folder / f"{of.edition.book}.{seed}.{about[:12]}.counted.json", about)
    jobs = {(0, piece[0], piece[1]): (of, seed, piece) for piece in batches(rounds, len(kernels)) if piece[0] in wanted}

    def told(so_far: Progress) -> None:
        nonlocal spoke
        if time.perf_counter() - spoke > SPEAK and so_far.left is not None:
            spoke = time.perf_counter()
            share = f"{so_far.done:,} of {so_far.whole:,} batches"
            tell(f"{of.edition.book}: {share} with seed {seed}, {so_far.left / 60:.0f} minutes left")

    if not count(jobs, counted, players(), told):  # Ctrl-C ends it early; half a proof is none
        raise KeyboardInterrupt
    return {
        (tally.wager, tally.strategy): Run(
            seed, tally.rounds, float(tally.estimate), tally.standard_error, tally.z,
            outcomes(tally, odds[tally.wager, tally.strategy]) if (tally.wager, tally.strategy) in odds else None,
        )
        for tally in counted.tallies(kernels, odds) if tally.rounds
    }, counted.seconds  # fmt: skip


def known_by(of: Study, rounds: int, seed: int) -> str:
    """What counts depend on: what every way of playing can bring, and how the kernels play their first rounds."""
    kernels = kernels_once(of)
    ways = [[[way.wager, way.strategy, [str(net) for net in way.nets]] for way in one.ways] for one in kernels]
    begun = [run_batch(of, seed, (number, 0, FIRST))[1] for number in range(len(kernels))]
    return digest([BATCH, rounds, seed, ways, begun])


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


def players(workers: int, cluster: str) -> Executor:
    """Whoever plays some batches."""
    return Cluster(cluster) if cluster else Pool(workers) if workers > 1 else Inline()


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="certificate",
        description="Prove every figure of the house by several methods. What was counted is kept: stopped or killed and started "
        "again, it goes on where it was.",
    )
    asked.add_argument("--rounds", type=float, default=1e10, help="rounds of every way of playing (1e10)")
    asked.add_argument("--seed", type=int, default=20261115)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--cluster", default="", help="the address of a Dask cluster to count on")
    asked.add_argument("--out", type=Path, default=Path("docs/proof.md"), help="the page (docs/proof.md)")
    asked.add_argument(
        "--keep", type=Path, default=Path("var/proof"), help="where counts and finished books are kept (var/proof)"
    )
    asked.add_argument("--afresh", action="store_true", help="do not use the finished books of an earlier run")
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
        seed = seed_of(given.seed, book)
        proof = None if given.afresh else kept_proof(given.keep, book, rounds, seed)
        how = "kept" if proof is not None else "done"
        try:
            proof = proof or prove(book, rounds, seed, partial(players, given.workers, given.cluster), given.keep, tell)
        except KeyboardInterrupt:
            tell(
                f"stopped in {book}; {len(proofs)} books and what was counted of it are kept in {given.keep}, and the same "
                f"command goes on from here"
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
