"""Reference: the public names of the house for programs, told by their own docstrings."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from houseway import lab, library, play, replay

WHERE = "reference"
PUBLIC = (library, lab, replay, play)


def pages() -> Iterator[tuple[str, str]]:
    """A page to each module, and a list of them."""
    for module in modules():
        yield f"{WHERE}/{page_of(module)}", _module(module)
    yield (
        f"{WHERE}/index",
        "\n".join(
            [
                "# Reference",
                "",
                "Four modules are public, typed, and stay ([how they are meant](../api.md), [recipes](../recipes.md)). This is "
                "what their own docstrings say. What programs ask over HTTP is described by the house "
                "itself, under [/api](/api).",
                "",
                *(f"- [{module.__name__}]({page_of(module)}.md)" for module in modules()),
                "",
            ]
        ),
    )


def modules() -> Iterator[ModuleType]:
    """Each public module, and after it those that it lists."""
    for module in PUBLIC:
        yield module
        for name in module.__all__:
            if inspect.ismodule(getattr(module, name)):
                yield import_module(f"{module.__name__}.{name}")


def page_of(module: ModuleType) -> str:
    return module.__name__.removeprefix("houseway.").replace(".", "-")


def names(module: ModuleType) -> list[str]:
    """What a module gives: what it lists, or else what is its own and has a plain name."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        listed = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_")
            and (inspect.isclass(value) or inspect.isfunction(value))
            and value.__module__ == module.__name__
        ]
    return [name for name in listed if not inspect.ismodule(getattr(module, name))]


def _module(module: ModuleType) -> str:
    lines = [f"# {module.__name__}", "", "```{eval-rst}", f".. automodule:: {module.__name__}", "   :no-members:", ""]
    for name in names(module):
        value = getattr(module, name)
        _named_for_types(value)
        kind = "autoclass" if inspect.isclass(value) else "autofunction"
        lines += [f".. {kind}:: {module.__name__}.{name}", *(("   :members:",) if kind == "autoclass" else ()), ""]
    return "\n".join([*lines, "```", ""])


def _named_for_types(value: object) -> None:
    """Lets a class be asked for its signature: what its module imports for types alone is there while the reference is made."""
    module = sys.modules[value.__module__]
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for line in node.body:
                if isinstance(line, ast.ImportFrom) and line.module:
                    for one in line.names:
                        setattr(module, one.asname or one.name, getattr(import_module(line.module), one.name))
