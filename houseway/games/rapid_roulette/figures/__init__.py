"""Figures: the mathematics of Rapid Roulette, for the lab. The rules know nothing of it."""
