"""People: who acts in a story of the keno computer."""

from __future__ import annotations

from houseway.floor.people import Person

WRITER = Person("the writer", "dealer")
OPERATOR = Person("the operator", "casino supervisor")
INSPECTOR = Person("the inspector", "inspector")
