"""Figures: the mathematics of Keno, for the lab. The rules know nothing of it."""
