"""A floor in one thread, on a clock of its own: one whole number is one history.

The house is the real one: tables, periods, the house's own dealers, keno and the ledger, on a database in memory. Around it
everything is simulated and comes from the seed: the clock, the wheel and the cards, the network and the disk, the people and
their mistakes, and when the house falls. The same seed gives the same history, to the last hash.
"""

from tests.faults.simulation.evening import Evening, Result

__all__ = ["Evening", "Result"]
