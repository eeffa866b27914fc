"""Openapi: the description of the API. Whatever is refused, anywhere, is refused as a problem, and the description says so."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi

from houseway.web.problems import KINDS, MEDIA

_CLAUSE = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("book", "number", "words")},
    "required": ["book", "number", "words"],
}
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Why something was not done, with the clauses behind it. Nothing was changed.",
    "properties": {
        "type": {"type": "string", "enum": ["about:blank", *(f"/problems/{kind}" for kind in KINDS)]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "clauses": {"type": "array", "items": _CLAUSE},
        "readings": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["type", "title", "status", "detail", "clauses", "readings"],
}


def described(title: str, version: str, about: str, tags: list[dict[str, str]], rooms: APIRouter) -> dict[str, Any]:
    """What programs read of these rooms."""
    doc = get_openapi(title=title, version=version, description=about, routes=rooms.routes, tags=tags)
    return _with_problems(doc)


def _with_problems(doc: dict[str, Any]) -> dict[str, Any]:
    schemas = doc.setdefault("components", {}).setdefault("schemas", {})
    schemas["Problem"] = PROBLEM
    content = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    by_status: dict[str, str] = {}
    for status, title, _ in KINDS.values():
        by_status[str(status)] = f"{by_status[str(status)]}; {title.lower()}" if str(status) in by_status else title
    problems = {status: {"description": title, "content": content} for status, title in sorted(by_status.items())}
    for path, operations in doc["paths"].items():
        for operation in operations.values():
            done = {status: said for status, said in operation["responses"].items() if status < "400"}
            own = {"503": _health(done)} if path == "/healthz" else {}
            operation["responses"] = {**done, **problems, **own}
    return doc


def _health(done: dict[str, Any]) -> dict[str, Any]:
    """A house that has stopped says so in the same words as one that is open."""
    return {**done["200"], "description": "Stopped"}
