"""Figures: the mathematics of Red Dog, for the lab. The rules know nothing of it."""
