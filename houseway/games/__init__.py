"""Games: one folder per game. Nothing is registered; a folder with a ``GAME`` in it is a game of the house.

A game of one's own may lie in another folder, named by ``HOUSEWAY_GAMES``: it is found there as if it lay here.

Books of one's own, notices and drafts above all, may lie in other folders, named by ``HOUSEWAY_BOOKS`` (several are apart as
in a path): files directly in it, or in folders within it. An amendment says which book it is ``of``; a book says its
``game``, or lies in a folder named so. A book that does not load is a fault of its own: ``faults`` says what is wrong with it,
and every other book can be read and played.
"""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from houseway.complaint import Complaint
from houseway.forms import read_toml
from houseway.law.library import BadBook, Shelf
from houseway.law.rulebook import Edition, Instrument, Rulebook
from houseway.play import chapters, script
from houseway.play.chapters import Chapters
from houseway.play.practice import NOTHING_OF_ITS_OWN, Practice
from houseway.play.script import Game
from houseway.play.surfaces import Cloth, surface_of
from houseway.play.wagers import Wager

_HERE = Path(__file__).parent
_SHELVES = (_HERE, *(Path(part).absolute() for part in os.environ.get("HOUSEWAY_GAMES", "").split(os.pathsep) if part))
__path__ = [str(shelf) for shelf in _SHELVES]
_AS_THE_HOUSE_DOES = Path(script.__file__).with_name("as_the_house_does.toml")


class NoSuchBook(Complaint, LookupError):
    """No rulebook has that id."""


@cache
def names() -> tuple[str, ...]:
    """The games of the house, by folder."""
    return tuple(sorted({path.parent.name for shelf in _SHELVES for path in shelf.glob("*/__init__.py")}))


@cache
def game(name: str) -> Game[Any, Any]:
    """A game by its folder."""
    found: Game[Any, Any] = import_module(f"houseway.games.{name}").GAME
    return found


@cache
def cloth(name: str) -> Cloth | None:
    """What a game brings to draw itself with; None where it brings nothing."""
    place = f"houseway.games.{name}.cloth"
    return surface_of(Cloth, import_module(place)) if find_spec(place) is not None else None


@cache
def practice(name: str) -> Practice:
    """What a game brings to its drills."""
    place = f"houseway.games.{name}.practice"
    return surface_of(Practice, import_module(place)) if find_spec(place) is not None else NOTHING_OF_ITS_OWN


def wager_called(name: str, terms: object, wager: Wager) -> str:
    """What a wager is called where people read it."""
    drawn = cloth(name) or Cloth()
    words = drawn.wager_named(wager.spot) if drawn.wager_named is not None else ""
    if not words and drawn.names is not None:
        words = {spot: said for _, group in drawn.names(terms) for spot, said in group}.get(wager.spot, "")
    words = words or wager.name
    return words[:1].upper() + words[1:]


_chapters: dict[str, Chapters] = {}  # by digest, which says what it is the digest of


def chapters_of(edition: Edition[Any]) -> Chapters:
    """What an edition says that the house asks for, resolved once."""
    found = _chapters.get(edition.digest)
    if found is None:
        found = _chapters[edition.digest] = chapters.chapters_of(game(edition.game), edition.terms)
    return found


def folder(name: str) -> Path:
    """The folder of a game."""
    return next((shelf / name for shelf in _SHELVES if (shelf / name / "__init__.py").exists()), _HERE / name)


def own_folders() -> tuple[Path, ...]:
    """The folders of one's own."""
    return tuple(Path(part) for part in os.environ.get("HOUSEWAY_BOOKS", "").split(os.pathsep) if part)


_on_record: list[Path] = []  # folders with the notices that a house has published, as its record has them


def lay_down(folder: Path, name: str = "") -> None:
    """From now on the notices in a folder are law: a house has them on record. One's own file of the same notice is its draft.
    Where they are of one game alone, only its books are read again."""
    _on_record.append(folder)
    read_again(name)


def laid_down() -> tuple[Path, ...]:
    """The folders of notices that houses of this process have on record."""
    return tuple(_on_record)


def take_away(folder: Path) -> None:
    """A house has closed, and its notices are no law of this process any more."""
    _on_record.remove(folder)
    read_again()


@cache
def _own() -> tuple[dict[str, tuple[Path, ...]], dict[str, BadBook]]:
    """The files of one's own by the game they belong to; and those that belong to none, with the reason."""
    found: dict[str, list[Path]] = {}
    stray: dict[str, BadBook] = {}
    docs: dict[Path, dict[str, Any]] = {}
    for folder in (*own_folders(), *_on_record):
        if not folder.is_dir():
            stray[str(folder)] = BadBook(folder, "HOUSEWAY_BOOKS names this folder, and there is none")
        for path in sorted((*folder.glob("*.toml"), *folder.glob("*/*.toml"))):
            try:
                doc = read_toml(path, BadBook)
                if "case" not in doc:  # worked cases may lie beside what they speak of
                    docs[path] = doc
            except BadBook as wrong:
                stray[str(path)] = wrong
    published = {_id(doc) for path, doc in docs.items() if path.parent in _on_record}
    docs = {path: doc for path, doc in docs.items() if path.parent in _on_record or _id(doc) not in published}
    home = _homes()
    for path, doc in docs.items():
        if isinstance(doc.get("book"), dict):
            game = str(doc["book"].get("game", path.parent.name))
            if game not in names():
                why = f"say in [book] of which game it is: game = one of {', '.join(names())}"
                stray[str(path)] = BadBook(path, why)
                continue
            found.setdefault(game, []).append(path)
            home[str(doc["book"].get("id"))] = game
    for path, doc in docs.items():
        if isinstance(doc.get("book"), dict):
            continue
        amendment = doc.get("amendment")
        of = str(amendment.get("of", "")) if isinstance(amendment, dict) else ""
        if of in home:
            found.setdefault(home[of], []).append(path)
        else:
            why = (
                f"it amends {of!r}, and no book has that id" if of else "start the file with [book] or with [amendment]"
            )
            stray[str(path)] = BadBook(path, why)
    return {game: tuple(paths) for game, paths in found.items()}, stray


def _id(doc: dict[str, Any]) -> str:
    """The id of a notice; nothing where a file is none."""
    about = doc.get("amendment")
    return str(about.get("id", "")) if isinstance(about, dict) else ""


def _homes() -> dict[str, str]:
    """By id of a book of the house: its game. The files are looked at, not read."""
    found = {}
    for name in names():
        for path in (folder(name) / "books").glob("*.toml"):
            told = re.search(r'^\[book\]\s[^\[]*?^id = "([^"]+)"', path.read_text(encoding="utf-8"), re.M)
            if told:
                found[told[1]] = name
    return found


_shelves: dict[str, tuple[dict[str, Rulebook[Any]], dict[str, BadBook]]] = {}


def _shelf(name: str) -> tuple[dict[str, Rulebook[Any]], dict[str, BadBook]]:
    found = _shelves.get(name)
    if found is None:
        found = _shelves[name] = files(name).read()
    return found


def files(name: str) -> Shelf:
    """The files of a game's books, those of one's own among them."""
    return Shelf(name, game(name).terms, folder(name) / "books", _own()[0].get(name, ()), _AS_THE_HOUSE_DOES)


def shelf(name: str) -> dict[str, Rulebook[Any]]:
    """The books of one game; one that is incomplete is not among them."""
    return _shelf(name)[0]


@cache
def library() -> dict[str, Rulebook[Any]]:
    """Every book of the house by id."""
    return {id: book for name in names() for id, book in shelf(name).items()}


def faults() -> dict[str, BadBook]:
    """What does not load, by the id of its book or by its file."""
    return {**_own()[1], **{what: wrong for name in names() for what, wrong in _shelf(name)[1].items()}}


def read_again(name: str = "") -> None:
    """Forgets every book that was read, or those of one game: the files, or the folders of one's own, are others now. The books
    of one game are read anew before the old ones are let go, so that nobody who asks meanwhile waits."""
    _own.cache_clear()
    if name:
        _shelves[name] = files(name).read()
    else:
        _shelves.clear()
    library.cache_clear()
    _found.cache_clear()


@cache
def _found(id: str) -> Rulebook[Any] | None:
    """A book by its id; only the shelf whose files name it is opened."""
    home = _homes().get(id)
    for name in names() if home is None else (home,):
        if home is not None or name in _own()[0]:
            if id in _shelf(name)[1]:
                raise _shelf(name)[1][id].with_traceback(None)  # it is raised as often as somebody asks
            if id in shelf(name):
                return shelf(name)[id]
    return None


def instrument(id: str) -> tuple[Rulebook[Any], str, Instrument]:
    """An instrument by its id: a book's own, or a notice of one; the book, the variant by which it is read, and itself."""
    for found in library().values():
        for part in found.amendments:
            if part.id == id:
                return found, part.variant or (part.id if part.draft else ""), part
    read, variant = book(id)
    return read, variant, read.base


def book(id: str) -> tuple[Rulebook[Any], str]:
    """The rulebook of an id, and the variant named with a plus: ``act-1992-blackjack+triple-play``."""
    base, _, variant = id.partition("+")
    found = _found(base)
    if found is None:
        import difflib

        close = difflib.get_close_matches(base, library(), n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known are {', '.join(library())}"
        raise NoSuchBook(f"no rulebook is called {id!r}; {hint}")
    if variant and id in _shelf(found.game)[1]:  # a draft that could not be published as it is
        raise _shelf(found.game)[1][id].with_traceback(None)
    if variant and variant not in found.variants:
        known = ", ".join(f"{base}+{name}" for name in found.variants) or "it has none"
        raise NoSuchBook(f"{base} has no variant {variant!r}; {known}")
    return found, variant
