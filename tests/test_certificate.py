"""The certificate: it finds what is wrong, says what was luck, and goes on after an interruption."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.lab.exact import study, wager_odds
from houseway.lab.simulate import BATCH, Inline, simulate
from houseway.testing import certificate

BOOK = "vic-1997-red-dog"


@pytest.mark.long
def test_a_book_is_proved_and_kept(tmp_path, monkeypatch, capsys):
    words = ["certificate", "--rounds", "3e4", "--workers", "1", "--seed", "1", "--out", str(tmp_path / "page.md")]
    monkeypatch.setattr(sys, "argv", [*words, "--keep", str(tmp_path), "act-1992-sic-bo"])
    certificate.main()
    page = (tmp_path / "page.md").read_text()
    assert (
        "| total 4, 17 | – | `-1/8` |" in page
        and f"30,000 rounds, seed {certificate.seed_of(1, 'act-1992-sic-bo')}," in page
        and "numba" in page
    )
    monkeypatch.setattr(certificate, "prove", lambda *asked: pytest.fail("it was kept"))
    certificate.main()
    assert "act-1992-sic-bo: kept" in capsys.readouterr().err and (tmp_path / "page.md").read_text() == page


@pytest.mark.long
def test_a_stopped_run_keeps_what_is_finished(tmp_path, monkeypatch, capsys):
    prove = certificate.prove

    def stopped(book, *asked):
        if book == BOOK:
            raise KeyboardInterrupt
        return prove(book, *asked)

    monkeypatch.setattr(certificate, "prove", stopped)
    words = ["certificate", "--rounds", "3e4", "--workers", "1", "--out", str(tmp_path / "page.md")]
    monkeypatch.setattr(sys, "argv", [*words, "--keep", str(tmp_path), "act-1992-sic-bo", BOOK])
    with pytest.raises(SystemExit) as ended:
        certificate.main()
    assert ended.value.code == 130 and "1 books and what was counted" in capsys.readouterr().err
    assert (tmp_path / "act-1992-sic-bo.json").exists() and not (tmp_path / f"{BOOK}.json").exists()


@pytest.mark.long
def test_a_book_that_was_stopped_in_the_middle_goes_on_with_what_is_missing(tmp_path):
    rounds, played = 2 * BATCH + 5, []

    class Stopping(Inline):
        def __init__(self, after):
            self.after = after

        def run(self, jobs):
            for n, counts in super().run(jobs):
                if n == self.after:
                    raise KeyboardInterrupt
                played.append(jobs[n][2])
                yield n, counts

    (tmp_path / "in-one-go").mkdir()
    whole = certificate.prove("act-1992-sic-bo", rounds, 1, Inline, tmp_path / "in-one-go")
    for after in (1, 1):
        with pytest.raises(KeyboardInterrupt):
            certificate.prove("act-1992-sic-bo", rounds, 1, lambda after=after: Stopping(after), tmp_path)
    found = certificate.prove("act-1992-sic-bo", rounds, 1, lambda: Stopping(9), tmp_path)
    assert found.lines == whole.lines and played == [(0, 0, BATCH), (0, 1, BATCH), (0, 2, 5)]
    other = certificate.known_by(study("act-1992-money-wheel"), rounds, 1)
    assert other not in {one.name.split(".")[-3] for one in tmp_path.glob("*.counted.json")}


def test_books_with_the_same_rules_are_not_dealt_the_same_cards():
    seeds = {book: certificate.seed_of(20261115, book) for book in certificate.books()}
    assert len({seed + n for seed in seeds.values() for n in (0, 1)}) == 2 * len(seeds)


def test_wrong_chances_are_noticed_though_the_mean_is_right():
    """A kernel that pays as it should on average, and in the wrong way, has a z of nothing and a p of nothing."""
    of = study(BOOK)
    odds = wager_odds(of)[0]
    tally = simulate(of, 100_000, seed=1, only=odds.strategy).tallies[0]
    assert certificate.outcomes(tally, odds) > 0.01
    moved = dict(odds.outcomes.chances)
    for net, by in ((Fraction(-1), 1), (Fraction(0), -2), (Fraction(1), 1)):  # fewer standoffs, and the same mean
        moved[net] += Fraction(by, 100)
    wrong = replace(odds, distribution=replace(odds.outcomes, chances=moved))
    assert wrong.expectation == odds.expectation
    assert certificate.outcomes(tally, wrong) < 1e-6


def test_what_is_beyond_luck_twice_is_amiss():
    far, near = certificate.Run(1, 10, 0.0, 1.0, 3.5, 0.5), certificate.Run(2, 10, 0.0, 1.0, 1.0, 0.5)
    line = certificate.CertificateLine("original", "", "-1/36", far, near)
    proof = certificate.Proof(BOOK, "Red Dog", "", 1, "", 10, 1, (line,), 1.0, "now")
    assert not line.amiss and "so the first was luck" in certificate.page([proof])
    twice = replace(line, again=far)
    assert twice.amiss and "NOT LUCK" in certificate.page([replace(proof, lines=(twice,))])
