"""Api page: the description of the API as a page for people, drawn here from the same document that programs read.

It is a page like any other: under the policy of all pages, with nothing in it that runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from houseway.web import pages

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Field:
    """Something that is sent: where it stands, what it is, and whether it may be left out."""

    name: str
    where: str
    kind: str
    required: bool
    words: str


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    summary: str
    words: str
    fields: tuple[Field, ...]
    example: str
    answers: tuple[tuple[str, str], ...]

    @property
    def anchor(self) -> str:
        return f"{self.method}-{self.path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}".lower()

    @property
    def curl(self) -> str:
        """The same asked from a shell, with the example as it stands."""
        parts = ["curl", "" if self.method == "GET" else f"-X {self.method}", f"$HOUSE{self.path}"]
        if self.example:
            one_line = json.dumps(json.loads(self.example), ensure_ascii=False)
            parts.append(f"-H 'Content-Type: application/json' -d '{one_line}'")
        return " ".join(part for part in parts if part)


@router.get("/api", response_class=HTMLResponse)
async def page(request: Request) -> HTMLResponse:
    return shown(request)


def shown(request: Request, before: str = "") -> HTMLResponse:
    """The description as a page, perhaps with a sentence before it."""
    about = request.app.openapi()["info"]
    return pages.page(request, "api/page.html", about=about, drawn=drawn(request.app), before=before)


def drawn(app: FastAPI) -> Markup:
    """The operations as the page shows them."""
    return _drawn(app.openapi)


@lru_cache(maxsize=1)
def _drawn(description: Callable[[], Mapping[str, Any]]) -> Markup:
    """Once: they do not change while the house is open."""
    return Markup(pages.part("api/operations.html", chapters=chapters(description())))


def chapters(described: Mapping[str, Any]) -> list[tuple[str, str, list[Operation]]]:
    """The operations by what they are about, in the order of the description."""
    by_tag: dict[str, list[Operation]] = {tag["name"]: [] for tag in described["tags"]}
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            for tag in one.get("tags", ()):
                by_tag[tag].append(_operation(described, path, method.upper(), one))
    return [(tag["name"], tag["description"], by_tag[tag["name"]]) for tag in described["tags"] if by_tag[tag["name"]]]


def _operation(described: Mapping[str, Any], path: str, method: str, one: Mapping[str, Any]) -> Operation:
    fields = [
        Field(
            given["name"],
            given["in"],
            kind_of(described, given["schema"]),
            given.get("required", False),
            given.get("description", "") or given["schema"].get("description", ""),
        )
        for given in one.get("parameters", ())
    ]
    sent = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    example = ""
    if sent is not None:
        whole = _followed(described, sent)
        fields.extend(_of_body(described, whole))
        shown = whole.get("examples") or ()
        example = json.dumps(shown[0], ensure_ascii=False, indent=2) if shown else ""
    answers = [(status, said["description"]) for status, said in one["responses"].items() if status < "400"]
    words = one.get("description", "")
    return Operation(
        method, path, one.get("summary", ""), " ".join(words.split()), tuple(fields), example, tuple(answers)
    )


def _of_body(described: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterable[Field]:
    required = whole.get("required", ())
    for name, schema in whole.get("properties", {}).items():
        yield Field(name, "body", kind_of(described, schema), name in required, schema.get("description", ""))


def _followed(described: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def kind_of(described: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """What a value is, in a few words."""
    whole = _followed(described, schema)
    if "anyOf" in whole:
        return pages.listed(dict.fromkeys(kind_of(described, one) for one in whole["anyOf"]), "or")
    if "enum" in whole:
        return pages.listed((json.dumps(one) for one in whole["enum"]), "or")
    if "const" in whole:
        return json.dumps(whole["const"])
    kind = str(whole.get("type", "anything"))
    if kind == "array":
        return f"list of {kind_of(described, whole.get('items', {}))}"
    if kind == "object" and whole.get("title") and "properties" in whole:
        inner = ", ".join(f"{name}: {kind_of(described, one)}" for name, one in whole["properties"].items())
        return f"object ({inner})"
    return kind
