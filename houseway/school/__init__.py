"""School: who learns, how far they are, and what they are asked again. It knows no question: what was asked, and whether the
answer was right, is told to it.
"""

from houseway.school.boxes import BOXES, WAITS, Card
from houseway.school.learners import Answered, Learner, NoSuchLearner, NotALearner, School
from houseway.school.progress import Progress, Skill, class_view, progress_of
from houseway.school.sittings import ExamIsOver, Mark, NoSuchExam, Put, SetExam, Sitting, Sittings

__all__ = [
    "BOXES",
    "WAITS",
    "Answered",
    "Card",
    "ExamIsOver",
    "Learner",
    "Mark",
    "NoSuchExam",
    "NoSuchLearner",
    "NotALearner",
    "Progress",
    "Put",
    "School",
    "SetExam",
    "Sitting",
    "Sittings",
    "Skill",
    "class_view",
    "progress_of",
]
