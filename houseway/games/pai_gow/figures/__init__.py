"""Figures: the mathematics of Pai Gow, for the lab. The rules know nothing of it."""
