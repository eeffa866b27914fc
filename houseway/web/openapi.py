"""Openapi: the description of the API, written so that the page from the installed package can show it.

That page reads version 3.0, where a value that may be missing is called nullable and an example stands alone.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi


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
            app.openapi_schema = _older(doc)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


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
