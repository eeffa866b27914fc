"""Figures: the mathematics of Baccarat, for the lab. The rules know nothing of it."""
