"""Verbs: the command line, put together as far as it is asked.

Typer reads the options of every function before it looks which one is meant, and has each word of the line judged by an
adapter, whose library takes longer to import than most verbs to answer. So here a verb is read from its function when it is
called by name, and a word that can mean only one thing is taken as it stands. Every other word is Typer's to judge, and to
refuse. Typer has no door for the second: where a parameter is not as it is known here, it is Typer's to judge as well, and the
line is read more slowly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from copy import copy
from pathlib import Path
from typing import Any, get_args, get_origin

import typer
from typer.main import get_command

# What else may be asked of a word; a parameter that asks any of it is Typer's to judge.
_CONDITIONS = (
    "parser", "min", "max", "clamp", "formats", "exists", "file_okay", "dir_okay", "writable", "readable", "resolve_path",
    "allow_dash", "path_type",
)  # fmt: skip
_UNCONDITIONAL = typer.Option()


def verbs(app: typer.Typer) -> Any:
    """The command line of an app."""
    bare = copy(app)
    bare.registered_commands = []
    house: Any = get_command(bare)
    house.commands = _ByName(app)
    return _taking_words(house)


class _ByName(Mapping[str, Any]):
    """Every verb by its name, in the order they are told; each is put together when it is asked for."""

    def __init__(self, app: typer.Typer) -> None:
        self._app = app
        self._told = {
            one.name or one.callback.__name__.replace("_", "-"): one for one in app.registered_commands if one.callback
        }
        self._ready: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._ready:
            alone = typer.Typer(
                add_completion=False,
                pretty_exceptions_short=self._app.pretty_exceptions_short,
                rich_markup_mode=self._app.rich_markup_mode,
            )
            alone.registered_commands.append(self._told[name])
            self._ready[name] = _taking_words(get_command(alone))
        return self._ready[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)


def _taking_words(command: Any) -> Any:
    """A command whose parameters, the one that asks for help too, take what needs no judging."""
    told = command.get_params

    def get_params(context: Any) -> Any:
        params = told(context)
        for param in params:
            if not isinstance(param.process_value, _Taking) and _asks_nothing(param):
                param.process_value = _Taking(param, param.type_descriptor.annotation)
        return params

    command.get_params = get_params
    return command


def _asks_nothing(param: Any) -> bool:
    kind = getattr(param, "type_descriptor", None)
    info = getattr(kind, "parameter_info", None)
    return info is not None and all(getattr(info, each) == getattr(_UNCONDITIONAL, each) for each in _CONDITIONS)


class _Taking:
    """How one parameter comes by its value."""

    def __init__(self, param: Any, kind: Any) -> None:
        self._param, self._kind, self._judged = param, kind, param.process_value

    def __call__(self, context: Any, word: Any) -> Any:
        param = self._param
        taken = _UNCLEAR if param.required and param.value_is_missing(word) else _taken(self._kind, word)
        if taken is _UNCLEAR:
            return self._judged(context, word)
        return taken if param.callback is None else param.callback(context, param, taken)


def _taken(kind: Any, word: Any) -> Any:
    """A word as what it means, if it can mean only one thing."""
    if get_origin(kind) is list and not isinstance(word, str):
        listed = [_taken(get_args(kind)[0], each) for each in word or ()]
        return _UNCLEAR if any(each is _UNCLEAR for each in listed) else listed
    if word is None or (isinstance(kind, type) and isinstance(word, kind)):
        return word
    if kind is int and len(word) < 10 and word.isascii() and word.isdecimal() and str(int(word)) == word:
        return int(word)
    if kind is Path and word and "\0" not in word and (os.access(word, os.R_OK) or not os.path.exists(word)):
        return Path(word)
    return _UNCLEAR


_UNCLEAR = object()
