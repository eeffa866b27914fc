"""Story: an evening at a table, told line by line, and played at a real one.

A story is what notation is, with room for everything else people do at a table: supervisors who change limits, players
who take chips back, cards gone wrong. Each line is one act. Where the next line needs it, the dealer takes the obvious
steps by himself: closes the window before a card, confirms what only needs confirming, picks up and opens the next
round. ``docs/scenarios.md`` lists every act.
"""

from houseway.floor.story.rehearsal import Rehearsal, teller
from houseway.floor.story.told import BadStory, Told, lines

__all__ = ["BadStory", "Rehearsal", "Told", "lines", "teller"]
