"""Building: every page in one folder, and Sphinx over it.

``build`` writes the site whole beside the one that is served and then puts it in its place, so that a running house always shows
one or the other. A warning of Sphinx ends it: a link that leads nowhere is a mistake.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fnmatch import fnmatch
from importlib.metadata import files
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from docs.site import figures, law, pictures, reference, staged
from houseway import __version__
from houseway.complaint import BadInput
from houseway.draw import palette
from houseway.web.documentation import SITE

HERE = Path(__file__).parent
OURS = staged.ROOT / "houseway" / "web" / "static"
CONFIGURATION: Mapping[str, Any] = {
    "project": "Houseway",
    "release": __version__,
    "extensions": ["myst_parser", "sphinx.ext.autodoc", "docs.site.drawings"],
    "html_theme": "theme",
    "html_theme_path": [str(HERE)],
    "html_title": "Houseway",
    "html_copy_source": False,
    "html_show_sphinx": False,
    "html_use_index": True,
    "html_domain_indices": False,
    "html_permalinks_icon": "#",
    "myst_heading_anchors": 4,
    "myst_enable_extensions": ["attrs_block"],
    "myst_fence_as_directive": ["mermaid"],
    "suppress_warnings": ["misc.highlighting_failure"],  # a line of notation in a fence is no program
    "autodoc_typehints": "signature",
    "autodoc_member_order": "bysource",
    "python_display_short_literal_types": True,
    "highlight_language": "text",
    "pygments_style": "bw",
    "smartquotes": False,
}


class Unbuilt(BadInput):
    """The site cannot be built as it stands: a link of it leads nowhere, or a page cannot be read."""


def written_pages(
    wanted: Iterable[str] | None = None,
) -> Iterator[tuple[str, str, Mapping[PurePosixPath, PurePosixPath]]]:
    """Every page that people have written: its name, its text with the links turned, and the files it takes along."""
    for file in staged.written():
        name = staged.docname(file)
        if name is not None and (wanted is None or name in wanted):
            text, takes = staged.led(file, staged.text_of(file))
            if file.suffix == ".ipynb":
                takes[file] = PurePosixPath("files", *file.parts)
                text += f"\n[The notebook itself](../files/{file}), to be run.\n"
            yield name, text, takes


def made_pages(at: datetime) -> Iterator[tuple[str, str]]:
    """Every page that is made from the books, the figures and the docstrings."""
    for name, text in (*law.pages(at), *figures.pages(at), *reference.pages()):
        yield name, turned(name, text)


def turned(name: str, text: str) -> str:
    """A page that was made, with its links as they lead from where it stands."""
    return staged.led(PurePosixPath("docs", f"{name}.md"), text)[0]


def stage(folder: Path, pages: Iterable[tuple[str, str]], takes: Mapping[PurePosixPath, PurePosixPath]) -> None:
    """Pages and files where Sphinx reads them; the front page lists all others in their order."""
    texts = dict(pages)
    names = set(texts) - {"index"}
    texts["index"] += contents(names)
    for front in fronts(names):
        texts[front] += _listed("", below(front, names))
    for name, text in texts.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for source, goes in takes.items():
        (folder / goes).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(staged.ROOT / source, folder / goes)


def contents(names: set[str]) -> str:
    """The parts of the site as Sphinx wants them; whatever no part names comes last."""
    parts = tomllib.loads((HERE / "contents.toml").read_text(encoding="utf-8"))["part"]
    left, told = names - {name for front in fronts(names) for name in below(front, names)}, []
    for part in parts:
        here: list[str] = []
        for pattern in part["pages"]:
            here += sorted(name for name in left if fnmatch(name, pattern))
            left -= set(here)
        told.append((part["title"], here))
    return "".join(_listed(title, here) for title, here in (*told, ("Further pages", sorted(left))) if here)


def _listed(title: str, here: Iterable[str]) -> str:
    caption = f":caption: {title}\n" if title else ""
    return f"\n```{{toctree}}\n:hidden:\n{caption}\n" + "\n".join(f"/{name}" for name in here) + "\n```\n"


def fronts(names: set[str]) -> list[str]:
    """The pages under which the other pages of their folder stand."""
    return sorted(name for name in names if name.rpartition("/")[2] in ("index", "README") and "/" in name)


def below(front: str, names: set[str]) -> list[str]:
    folder = front.rpartition("/")[0]
    return sorted(name for name in names if name.startswith(f"{folder}/") and name != front)


def sphinx(source: Path, goes: Path) -> None:
    """The pages as HTML, with their index for searching."""
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as kept, patch_docutils(), docutils_namespace():
        app = Sphinx(source, None, goes, kept, "html", dict(CONFIGURATION), status=None, warning=said)
        app.build(force_all=True)
    if said.getvalue().strip():
        raise Unbuilt("the site was not built: " + " ".join(said.getvalue().replace(f"{source}/", "").split("\n")[:6]))
    for name in (".buildinfo", ".doctrees"):
        path = goes / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    _looks(goes / "_static")


def _looks(folder: Path) -> None:
    """The colours, type and mark of the house, so that the site can be shown anywhere; and the licence of what Sphinx adds."""
    (folder / "palette.css").write_text(palette.css(), encoding="utf-8")
    for name in ("base.css", "mark.svg"):
        shutil.copyfile(OURS / name, folder / name)
    shutil.copytree(OURS / "fonts", folder / "fonts", dirs_exist_ok=True)
    for package in ("sphinx", "snowballstemmer"):
        for one in files(package) or ():
            if one.name.upper().startswith(("LICENSE", "COPYING")):
                shutil.copyfile(Path(str(one.locate())), folder / f"{package}-{one.name}")


def build(goes: Path = SITE) -> int:
    """The whole site; how many pages it has."""
    at = datetime.now().replace(second=0, microsecond=0)
    pages: list[tuple[str, str]] = []
    takes: dict[PurePosixPath, PurePosixPath] = {}
    for name, text, along in written_pages():
        pages.append((name, text))
        takes.update(along)
    pages += made_pages(at)
    with tempfile.TemporaryDirectory() as beside:
        source, made = Path(beside, "pages"), Path(beside, "site")
        taken = [] if pictures.unavailable() else pictures.take(source / pictures.WHERE)
        pages.append((pictures.WHERE, pictures.page(at, taken)))
        stage(source, pages, takes)
        sphinx(source, made)
        place(made, goes)
    return len(pages)


def place(made: Path, goes: Path) -> None:
    """What was made in the place of what was there."""
    goes.parent.mkdir(parents=True, exist_ok=True)
    new, old = goes.with_name(f"{goes.name}.new"), goes.with_name(f"{goes.name}.old")
    for path in (new, old):
        shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(made, new)
    if goes.exists():
        goes.rename(old)
    new.rename(goes)
    shutil.rmtree(old, ignore_errors=True)
