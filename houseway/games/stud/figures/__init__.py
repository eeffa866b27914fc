"""Figures: the mathematics of Stud, for the lab. The rules know nothing of it."""
