"""Materials: what a version of the house is made of, as a CycloneDX document for those who must know.

``python -m houseway.testing.materials`` writes ``houseway.cdx.json`` from ``requirements.lock``: every package that ``make run``
installs, with its version, the hashes it is checked against and its licence as its author gives it. ``make lock`` does so with
every renewal, the wheel carries the file (PEP 770), and a test holds it against the lock.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from houseway import __version__

ROOT = Path(__file__).parents[2]
LOCK, BILL = ROOT / "requirements.lock", ROOT / "houseway.cdx.json"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(?: ; (.+?))? \\$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_SPACE = uuid.UUID("5a1f7c9e-4a0e-5d6b-9c59-7d0d7d1f6e10")  # of our own: one serial number to one text of the lock


@dataclass(frozen=True)
class Pinned:
    name: str
    version: str
    only: str  # where it is installed, if not everywhere
    hashes: tuple[str, ...]


def pinned(lock: str) -> Iterator[Pinned]:
    """The packages of a lock, in its order."""
    name = version = only = ""
    hashes: list[str] = []
    for line in [*lock.splitlines(), ""]:
        begins = _PINNED.match(line)
        if (begins or not line) and name:
            yield Pinned(name, version, only, tuple(hashes))
            name = ""
        if begins:
            name, version, only, hashes = begins[1], begins[2], begins[3] or "", []
        hashes.extend(_HASH.findall(line))


def bill(lock: str) -> dict[str, Any]:
    """The whole document; the same lock gives the same one."""
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_SPACE, lock)}",
        "version": 1,
        "metadata": {"component": {"bom-ref": "houseway", "type": "application", "name": "houseway",
                                   "version": __version__, "licenses": [{"expression": "Apache-2.0"}]}},
        "components": [_component(one) for one in pinned(lock)],
    }  # fmt: skip


def _component(one: Pinned) -> dict[str, Any]:
    name = f"pkg:pypi/{one.name}@{one.version}"
    found: dict[str, Any] = {"bom-ref": name, "type": "library", "name": one.name, "version": one.version, "purl": name}
    found["hashes"] = [{"alg": "SHA-256", "content": hash} for hash in one.hashes]
    if one.only:
        found["properties"] = [{"name": "houseway:only", "value": one.only}]
    licence = _licence(one.name)
    return {**found, "licenses": [licence]} if licence else found


def _licence(name: str) -> dict[str, Any] | None:
    """As the package itself says; nothing is said of one that this machine does not have."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return None
    if "License-Expression" in said:
        return {"expression": said["License-Expression"]}
    classified = [each.rpartition(" :: ")[2] for each in said.get_all("Classifier") or () if "License ::" in each]
    words = classified[0] if classified else said["License"].partition("\n")[0].strip() if "License" in said else ""
    return {"license": {"name": words}} if words else None


def written(document: dict[str, Any]) -> str:
    """The document as text, a component to a line."""
    parts = ",\n".join(json.dumps(one, ensure_ascii=False) for one in document["components"])
    frame = json.dumps({**document, "components": []}, ensure_ascii=False, indent=1)
    return frame.replace('"components": []', f'"components": [\n{parts}\n]') + "\n"


if __name__ == "__main__":
    BILL.write_text(written(bill(LOCK.read_text(encoding="utf-8"))), encoding="utf-8")
