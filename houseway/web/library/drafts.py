"""Drafts: notices in the making, in the browser. Forms that know the kind of a provision, and every fault beside its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from houseway import games
from houseway.complaint import Complaint
from houseway.floor.drafts import document, draft_of, editions, written_on
from houseway.floor.people import SUPERVISORS
from houseway.law.changes import changes
from houseway.law.drafting import (
    BadDraft,
    Control,
    Fault,
    Wanted,
    changes_of,
    controls,
    edition_before,
    entries_of,
    faults,
    provision,
)
from houseway.law.notices import Papers
from houseway.law.provision_names import names
from houseway.law.rulebook import Rulebook
from houseway.law.words import ClauseWords
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_of, staff_who_may
from houseway.web.dates import asking_a_book
from houseway.web.problems import Problem, sentence

router = APIRouter()


def _book(id: str) -> Rulebook[Any]:
    with asking_a_book():
        return games.book(id)[0]


def _papers(book: Rulebook[Any], id: str) -> Papers:
    try:
        return draft_of(book, id, games.own_folders())
    except BadDraft as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None


@router.get("/drafts", response_class=HTMLResponse, include_in_schema=False)
async def drafts(request: Request) -> HTMLResponse:
    """Every draft, and where one is begun."""
    staff_of(request)
    listed = [
        (book, part.id, part.citation, 0) for book in games.library().values() for part in book.amendments if part.draft
    ]
    for what, wrong in games.faults().items():
        of, plus, id = what.partition("+")
        if plus and of in games.library():
            listed.append((games.library()[of], id, "", len(wrong.said)))
    books = list(games.library().values())
    return pages.page(request, "library/drafts.html", drafts=listed, books=books, kept=games.own_folders())


class DraftPage:
    """A draft as its page shows it."""

    def __init__(self, book: Rulebook[Any], papers: Papers, found: list[Fault], change: str) -> None:
        self.book, self.papers, self.faults = book, papers, found
        self.before, self.after = editions(book, papers)
        self.sets = changes_of(papers)
        self.names = [name for name, _, _ in names(book.terms)]
        self.change = change if change in self.names else next(iter(self.sets), "")

    def wrong(self, *places: str) -> list[str]:
        """What is wrong at a place."""
        return [
            fault.why
            for fault in self.faults
            if any(fault.place == one or fault.place.startswith(f"{one}.") for one in places)
        ]

    @property
    def elsewhere(self) -> list[Fault]:
        """What is wrong, and with none of the places that the page shows."""
        numbers = [f"clause {one.number}" for one in self.clauses]
        shown = [*(f"provisions.{name}" for name in (*self.sets, *self.silent)), *numbers]
        shown += [
            f"{section}.{number}" for section in ("repeals", "replaces") for number in self.papers.doc.get(section, {})
        ]
        shown += ["amendment.commences", "amendment.expires", "amendment.instrument"]
        return [
            fault
            for fault in self.faults
            if not any(fault.place == one or fault.place.startswith(f"{one}.") for one in shown)
        ]

    @property
    def clauses(self) -> list[ClauseWords]:
        return [one for chapter in self.papers.chapters for one in chapter.clauses]

    @property
    def law(self) -> list[ClauseWords]:
        """The clauses of the book that a draft may end."""
        return list(self.book.base.words)

    @property
    def silent(self) -> dict[str, str]:
        return dict(self.papers.doc.get("silent", {}))

    @property
    def ended(self) -> list[tuple[str, str, str]]:
        """Clauses of the book that the draft repeals or replaces: which section says so, the clause, and by which."""
        return [
            (section, number, by)
            for section in ("repeals", "replaces")
            for number, by in self.papers.doc.get(section, {}).items()
        ]

    @property
    def controls(self) -> list[Control]:
        """What the page asks for to change the chosen provision: each as the draft has it, or else as the law does."""
        law = self.after or edition_before(self.book, self.papers.about.get("commences"))
        if law is None or not self.change:
            return []
        own = dict(entries_of(self.change, self.sets.get(self.change, {}).get("value")))
        return [replace(one, now=own.get(one.name, one.now)) for one in controls(law, self.change)]

    def now(self, name: str) -> list[tuple[str, str]]:
        """What the draft sets a provision to, entry by entry."""
        return list(entries_of(name, self.sets[name].get("value")))

    @property
    def changes(self) -> list[Any]:
        return changes(self.before, self.after) if self.before and self.after else []


async def _faults(request: Request, book: Rulebook[Any], papers: Papers) -> list[Fault]:
    now = premises_of(request).house.clock()
    return await apart(faults, games.files(book.game), papers, now)


@router.get("/drafts/{id}/{draft}", response_class=HTMLResponse, include_in_schema=False)
async def draft(id: str, draft: str, request: Request, change: str = "") -> HTMLResponse:
    who = staff_of(request)
    book = _book(id)
    papers = _papers(book, draft)
    desk = DraftPage(book, papers, await _faults(request, book, papers), change)
    premises = premises_of(request)
    life = premises.notices.lives.get(papers.id)
    state = life.state(premises.house.clock()) if life is not None else ""
    return pages.page(
        request,
        "library/draft.html",
        desk=desk,
        book=book,
        papers=papers,
        may=who.role in SUPERVISORS,
        life=life,
        state=state,
    )


class ClauseIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: str
    title: str
    words: str
    kind: Annotated[str, Field(description="procedure or physical, where no provision rests on it")] = ""


class DraftIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"instrument": "Notice 7 of 2027", "commences": "2027-01-01T04:00"},
                {"name": "spread_pays.1", "value": "6 to 1"},
            ]
        },
    )
    instrument: str = ""
    commences: str = ""
    expires: Annotated[str, Field(description="an hour; 'never' takes it away")] = ""
    name: Annotated[str, Field(description="a provision to change, or an entry of its table")] = ""
    value: Annotated[str, Field(description="its new value, as text of its kind")] = ""
    unset: Annotated[str, Field(description="a provision to leave as it is after all")] = ""
    by: Annotated[
        str, Field(description="the clause of the draft that says so; without one, a clause is told for it")
    ] = ""
    clause: ClauseIn | None = None
    drop: Annotated[str, Field(description="a clause of the draft to take out")] = ""
    repeal: Annotated[str, Field(description="a clause of the book")] = ""
    replace: Annotated[str, Field(description="a clause of the book in whose place clause 'by' stands")] = ""
    keep: Annotated[str, Field(description="a clause of the book neither to repeal nor to replace after all")] = ""
    silence: Annotated[str, Field(description="a provision that nothing is to provide any more; 'why' says why")] = ""
    why: str = ""

    def wanted(self) -> Wanted:
        told = self.clause
        return Wanted(
            instrument=self.instrument,
            commences=self.commences,
            expires=self.expires,
            set={self.name: self.value} if self.name else {},
            unset=(self.unset,) if self.unset else (),
            by=self.by,
            clauses=(ClauseWords(told.number, told.title, told.words),) if told else (),
            kind=told.kind if told else "",
            drop=(self.drop,) if self.drop else (),
            repeal={self.repeal: self.by} if self.repeal else {},
            replace={self.replace: self.by} if self.replace else {},
            keep=(self.keep,) if self.keep else (),
            silence={self.silence: self.why} if self.silence else {},
        )


class BeginIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    book: str
    id: str
    instrument: str
    commences: str
    expires: str = ""


@router.post("/api/drafts", tags=["books"], summary="Begin a draft notice", status_code=201)
async def begin_draft(body: BeginIn, request: Request) -> dict[str, Any]:
    """A supervisor begins a notice; its two files lie in the first folder of ``HOUSEWAY_BOOKS``."""
    return await _write_draft(body.book, body.id, Wanted(body.instrument, body.commences, body.expires), request)


@router.post("/api/drafts/{id}/{draft}", tags=["books"], summary="Write on a draft notice")
async def write_on_draft(id: str, draft: str, body: DraftIn, request: Request) -> dict[str, Any]:
    """Changes one thing or several; answers with the draft as it stands and everything that keeps it from being law."""
    _papers(_book(id), draft)
    return await _write_draft(id, draft, body.wanted(), request)


@router.get("/api/drafts/{id}/{draft}", tags=["books"], summary="A draft notice, with its faults")
async def read_draft(id: str, draft: str, request: Request) -> dict[str, Any]:
    staff_of(request)
    book = _book(id)
    return await _draft_doc(request, book, _papers(book, draft))


async def _write_draft(id: str, draft: str, wanted: Wanted, request: Request) -> dict[str, Any]:
    staff_who_may("draft a notice", SUPERVISORS, request)
    book = _book(id)
    folders = games.own_folders()
    if not folders or not folders[0].is_dir():
        raise Problem(
            "refused", "This house keeps no drafts: start it with HOUSEWAY_BOOKS or --books, a folder for them."
        )
    try:
        if wanted.set:
            provision({name: kind for name, kind, _ in names(book.terms)}, next(iter(wanted.set)))
        papers = await apart(written_on, book, draft, wanted, folders)
    except Complaint as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    return await _draft_doc(request, book, papers)


async def _draft_doc(request: Request, book: Rulebook[Any], papers: Papers) -> dict[str, Any]:
    found = await _faults(request, book, papers)
    return document(papers, found, *editions(book, papers))
