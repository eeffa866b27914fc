"""Asking: the premises that a request or a socket speaks to."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from houseway.premises.premises import Premises


def premises_of(asking: HTTPConnection) -> Premises:
    found: Premises = asking.app.state.premises
    return found
