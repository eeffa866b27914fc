"""Figures: the mathematics of the Money Wheel, for the lab. The rules know nothing of it."""
