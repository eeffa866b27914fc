"""Figures: the mathematics of Roulette, for the lab. The rules know nothing of it."""
