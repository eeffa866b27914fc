"""Acceptors: on a staffed floor a note has a source that signs for it.

A terminal's own word is no money: its note acceptor, a device with a credential of its own, says which note it took, one at a
time. What a dealer takes in is the dealer's word, and above an amount a second person's too (``two_people.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.money import cents as amount
from houseway.money import show
from houseway.premises.premises import Premises
from houseway.premises.staff import Device
from houseway.web.problems import Problem

NOTE_IN = "note in"


def signed_by_acceptor(premises: Premises, device: Device, act: str, details: Mapping[str, Any]) -> None:
    """Refuses notes that no acceptor took, and everything else from one."""
    if device.kind != "acceptor":
        if act == NOTE_IN:
            raise Problem("forbidden", "A terminal's own word is no money: its note acceptor signs what it took.")
        return
    if act != NOTE_IN:
        raise Problem("forbidden", "A note acceptor takes notes and does nothing else.")
    assert premises.settings is not None
    notes = [amount(note) for note in premises.settings.house.notes]
    if details.get("cents") not in notes:
        raise Problem("misread", f"A note acceptor takes one note at a time: {', '.join(map(show, notes))}.")
