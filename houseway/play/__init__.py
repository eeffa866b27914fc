"""Play: what a round is.

A round is a *script*: a plain generator that tells (yields events, each citing its basis) and asks (yields prompts,
each knowing which answers it admits). Cards, wagers, choices and rulings are answers; nothing else gets in. So a
dealer's console, a generator of random cards, a record, an exact enumerator and a simulator drive the same code.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.play.decision import Accepted, Refused
    from houseway.play.driver import drive
    from houseway.play.events import Called, Dealt, Event, Settled
    from houseway.play.prompts import Choose, ChooseEach, ClosedWindow, Draw, Prompt, ReadSign, TakeWagers
    from houseway.play.wagers import Sign, Wager

__all__ = [
    "Accepted",
    "Called",
    "Choose",
    "ChooseEach",
    "ClosedWindow",
    "Dealt",
    "Draw",
    "Event",
    "Prompt",
    "ReadSign",
    "Refused",
    "Settled",
    "Sign",
    "TakeWagers",
    "Wager",
    "drive",
]
_WHERE = {
    "decision": ("Accepted", "Refused"),
    "driver": ("drive",),
    "events": ("Called", "Dealt", "Event", "Settled"),
    "prompts": ("Choose", "ChooseEach", "ClosedWindow", "Draw", "Prompt", "ReadSign", "TakeWagers"),
    "wagers": ("Sign", "Wager"),
}


def __getattr__(name: str) -> Any:
    """What a program needs to play a round by itself, from the module that has it, when it is first asked for."""
    for module, names in _WHERE.items():
        if name in names:
            return getattr(import_module(f"houseway.play.{module}"), name)
    raise AttributeError(f"houseway.play has no {name!r}")
