"""Figures: the mathematics of Blackjack, for the lab. The rules know nothing of it."""
