"""Reporting: the figures that a house files at the end of a day, a shift or a month, from its record alone.

Nothing is kept for a report: whoever has the ledger makes the same one again, to the byte. Beside what was won stands what was to
be expected by the exact law of every wager, and how far luck alone would stray.
"""
