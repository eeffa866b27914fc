"""Proofs too long for every run: ``make prove`` collects them, ``make test`` does not."""
