"""Odds: exact probability. What may come next with integer weights, every ending of a script, and what they are worth,
all in fractions."""
