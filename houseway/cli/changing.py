"""Changing: a settings file looked over, held against a house that is open, and applied to it."""

from __future__ import annotations

import json as plain_json
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import typer

from houseway.cli.options import BadUsage, new_file
from houseway.cli.printing import dim, print_json, table
from houseway.complaint import text_of
from houseway.premises.settings import STAFFED, load

ACTS = ("new", "check", "codes", "show", "apply")


def settings(act: str, file: Path, at: str, name: str, password: str, database: str, json: bool) -> None:
    """``new`` writes the floor that comes with the house to a file, to be made one's own; ``check`` reads and judges a file
    alone; ``codes`` gives people and devices theirs, before the house opens; ``show`` asks a house what the file would do
    there, ``apply`` has it done."""
    if act not in ACTS:
        raise BadUsage(f"settings: {', '.join(ACTS)}, not {act!r}")
    if act == "new":
        new(file)
        return
    found = load(file)
    if act == "check":
        rows = [(plan.name, plan.book, plan.dealt_by) for plan in found.tables]
        if json:
            keys = ("table", "book", "dealt_by")
            print_json({"schema": "houseway.floor/1", "tables": [dict(zip(keys, row, strict=True)) for row in rows]})
        else:
            table(("table", "book", "dealt by"), rows)
        return
    if act == "codes":
        from houseway.cli.operating import codes as given

        given(found, database)
        return
    if not name:
        raise BadUsage(f"settings {act}: say who you are with --name, as on the badge of a casino supervisor")
    house = OpenHouse(at)
    house.sign_in(name, password)
    doc = house.post("/api/settings", {"toml": text_of(file), "apply": act == "apply"})
    if json:
        print_json(doc)
    elif not doc["changes"]:
        print(dim("Nothing: the house is as the file has it."))
    else:
        rows = [(each["table"], each["what"], _state(each)) for each in doc["changes"]]
        codes = [(each["what"], each["tell"]) for each in doc["changes"] if each.get("tell")]
        table(("table", "what", "state"), rows)
        if codes:
            print(dim("Codes, told this once; each is typed in at /staff."))
            table(("for", "code"), codes)


def new(file: Path) -> None:
    """A staffed floor of every game, in a file of one's own."""
    if file.exists():
        raise BadUsage(f"{file} is there already; nothing is written over it")
    new_file(file)
    file.write_bytes(STAFFED.read_bytes())
    print(f"{file}: a staffed floor of every game. Put your own people, places and amounts into it.")


def _state(change: dict[str, Any]) -> str:
    clauses = f"  § {', '.join(change['clauses'])}" if change.get("clauses") else ""
    return str(change["state"]) + (f": {change['because']}{clauses}" if change.get("because") else "")


class HouseRefused(BadUsage):
    """What the house said, where it said no."""


class OpenHouse:
    """A house that is open somewhere, spoken to as its pages speak to it."""

    def __init__(self, at: str) -> None:
        if not at.startswith(("http://", "https://")):
            raise BadUsage(f"--at takes the address of a house, such as http://127.0.0.1:8000, not {at!r}")
        self.at = at.rstrip("/")
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def sign_in(self, name: str, password: str) -> None:
        """With a password where the house is staffed; an open house takes the name and the role."""
        badge = {"name": name, "role": "casino supervisor", "password": password}
        try:
            self.post("/api/staff", badge)
        except HouseRefused:
            if password:
                raise
            self.post("/api/staff", badge | {"password": typer.prompt("Password", hide_input=True)})

    def post(self, path: str, doc: dict[str, Any]) -> Any:
        body = plain_json.dumps(doc).encode()
        asking = urllib.request.Request(self.at + path, body, {"Content-Type": "application/json"})
        try:
            with self._open(asking, timeout=60) as answer:
                return plain_json.load(answer)
        except urllib.error.HTTPError as wrong:
            raise HouseRefused(_problem(wrong)) from None
        except (urllib.error.URLError, OSError, ValueError) as wrong:
            raise BadUsage(f"no house answers at {self.at}: {getattr(wrong, 'reason', wrong)}") from None


def _problem(wrong: urllib.error.HTTPError) -> str:
    try:
        return str(plain_json.load(wrong)["detail"])
    except (ValueError, KeyError):
        return f"the house answered {wrong.code}"
