"""Values: frozen dataclasses that are as quick to make as a tuple.

A round makes dozens of events and prompts, and a plain frozen dataclass pays for its frost at every field, some four
times the price of an ordinary one. To the type checker a ``value`` is frozen, and under the tests it really is
(``HOUSEWAY_FREEZE=1``), so that nothing assigns to one; in service it is an ordinary slotted dataclass.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")

_FREEZE = os.environ.get("HOUSEWAY_FREEZE") == "1"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    if _FREEZE:
        return dataclass(frozen=True, slots=True)(cls)
    return dataclass(unsafe_hash=True, slots=True)(cls)
