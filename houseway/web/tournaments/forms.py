"""Forms: what the page for conditions sends, as a document of conditions.

A field that was left empty states nothing. Lists are typed with blanks or commas between, amounts in dollars.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from houseway.forms import Doc, Misread, read, write
from houseway.play.conditions import Conditions

STAGES = 4  # that the page has room for


class FormIn(BaseModel):
    """The form for conditions, field by field."""

    model_config = ConfigDict(extra="forbid")
    key: Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$")]
    act: str = ""
    details: dict[str, Any] = {}


def conditions_of(details: dict[str, Any]) -> Doc:
    """The conditions that a form states; what cannot be read is named by its place."""
    told = details.get("conditions")
    if not isinstance(told, dict):
        raise Misread("conditions", "nothing was stated")
    doc = dict(told)
    for item, flag in (("eligibility", "only_entitled"), ("buying_back", "stated"), ("disqualification", "stated")):
        part = doc.get(item)
        if isinstance(part, dict) and not part.pop(flag, False):
            doc.pop(item)
    _texts(doc, "disqualification", "grounds")
    _wholes(doc, "prizes", "parts")
    _texts(doc, "prizes", "others")
    doc["ties"] = _listed(doc.get("ties", ""))
    doc["changes"] = _listed(doc.get("changes", ""))
    stages = doc.get("stages", {})
    if not isinstance(stages, dict):
        raise Misread("conditions.stages", "stages are numbered")
    doc["stages"] = [_stage(stages[number]) for number in sorted(stages) if stages[number].get("name")]
    return write(read(Conditions, doc, "conditions"))


def _stage(told: dict[str, Any]) -> dict[str, Any]:
    stage = dict(told)
    stage["out_at"] = [_whole("out_at", word) for word in _listed(stage.get("out_at", ""))]
    limits = {name: stage["limits"][name] for name in ("minimum", "maximum") if name in stage.get("limits", {})}
    stage.pop("limits", None)
    return {**stage, **({"limits": limits} if limits else {})}


def _listed(text: Any) -> list[str]:
    return [word for word in re.split(r"[\s]*[,;][\s]*|\s+then\s+", str(text)) if word] if text else []


def _texts(doc: dict[str, Any], item: str, name: str) -> None:
    if isinstance(doc.get(item), dict) and name in doc[item]:
        doc[item] = {**doc[item], name: _listed(doc[item][name])}


def _wholes(doc: dict[str, Any], item: str, name: str) -> None:
    if isinstance(doc.get(item), dict) and name in doc[item]:
        words = [word for word in re.split(r"[\s,;]+", str(doc[item][name])) if word]
        doc[item] = {**doc[item], name: [_whole(f"{item}.{name}", word) for word in words]}


def _whole(where: str, word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise Misread(f"conditions.{where}", f"{word!r} is not a whole number")
    return int(word)
