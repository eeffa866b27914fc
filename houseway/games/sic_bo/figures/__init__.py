"""Figures: the mathematics of Sic Bo, for the lab. The rules know nothing of it."""
