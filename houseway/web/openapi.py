"""Openapi: the description of the API, written so that the page from the installed package can show it.

That page reads version 3.0, where a value that may be missing is called nullable and an example stands alone. Whatever is
refused, anywhere, is refused as a problem, and the description says so.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
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


def install(app: FastAPI) -> None:
    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            doc = get_openapi(
                title=app.title,
                version=app.version,
                openapi_version="3.0.3",
                description=app.description,
                routes=app.routes,
                tags=app.openapi_tags,
            )
            app.openapi_schema = _older(_with_problems(doc))
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


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


def _older(doc: Any) -> Any:
    if isinstance(doc, list):
        return [_older(item) for item in doc]
    if not isinstance(doc, dict):
        return doc
    doc = {key: _older(item) for key, item in doc.items()}
    options = doc.get("anyOf")
    if isinstance(options, list) and {"type": "null"} in options:
        rest = [option for option in options if option != {"type": "null"}]
        doc.pop("anyOf")
        doc.update(rest[0] if len(rest) == 1 and "$ref" not in rest[0] else {"anyOf": rest}, nullable=True)
    if isinstance(doc.get("examples"), list):
        doc["example"] = doc.pop("examples")[0]
    return doc
