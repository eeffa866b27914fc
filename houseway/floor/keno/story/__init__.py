"""Stories of the keno computer: what happens at terminals, at the console and at the draw, line by line.

Everything is done at a real desk with a ledger of its own. Papers have names (``T1``, ``V1``); a day opens and a drawn game
is evaluated where the next line needs it. ``docs/scenarios.md`` lists the lines.
"""

from houseway.floor.keno.story.teller import Teller

__all__ = ["Teller"]
