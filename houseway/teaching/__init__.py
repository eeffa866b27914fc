"""Teaching: what is asked of players and dealers, and what is right.

Every question is found in a round that the game's own script played, or in the exact figures of a decision, and cites the clauses
that its answer rests on. A question is the book, the drill and a number; the number deals it again.
"""

from houseway.teaching.practising import Drill, NoSuchDrill, NoSuchQuestion, books, drills_of, edition_of, question
from houseway.teaching.questions import NotAnAnswer, Question, Verdict

__all__ = [
    "Drill",
    "NoSuchDrill",
    "NoSuchQuestion",
    "NotAnAnswer",
    "Question",
    "Verdict",
    "books",
    "drills_of",
    "edition_of",
    "question",
]
