"""Notices: law that a house publishes while it is open. Proposed by whoever has the authority that the book names, seconded by
somebody else, withdrawn before its hour, again by two, or in force from it; every step is in the stream ``desk:notices``.

The record is the notice: its two texts stand in the entry, and a house that starts again has the law that it published, whatever
became of the files. Tables change over at the hour as they do for every notice.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway import games
from houseway.floor.drafts import draft_of, editions
from houseway.floor.people import CASINO_SUPERVISORS, SUPERVISORS, Person, Role
from houseway.law.changes import changes
from houseway.law.drafting import BadDraft, Fault, faults
from houseway.law.library import BadBook
from houseway.law.moments import moment_words
from houseway.law.notices import Papers, read_papers
from houseway.law.roles import standing_for
from houseway.law.rulebook import Rulebook
from houseway.ledger import Ledger, Post, Stored

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")

STREAM = "desk:notices"
PROPOSED, PUBLISHED, WITHDRAWN = "notice proposed", "notice published", "notice withdrawn"
WITHDRAWING = "withdrawal proposed"
COMMENCED, EXPIRED = "notice commenced", "notice expired"
AUTHORITY: dict[str, tuple[Role, ...]] = {  # by the name that a book gives to whoever has it
    "game supervisor": SUPERVISORS,
    "casino supervisor": standing_for(("casino supervisor",)),
    "casino operator": standing_for(("operator",)),
}
SECONDS: tuple[Role, ...] = (*SUPERVISORS, "inspector")


class NotPublished(BadDraft):
    """Why a notice is not proposed, published or withdrawn; ``faults`` where it is the draft's own."""

    def __init__(self, because: str, faults: Iterable[Fault] = (), forbidden: bool = False) -> None:
        super().__init__(because)
        self.faults, self.forbidden = tuple(faults), forbidden


class Step(NamedTuple):
    """Something that somebody did with a notice."""

    what: str
    at: str
    by: str
    why: str = ""
    badge: str = ""  # whose account it was: one person may have several

    def is_by(self, who: Person) -> bool:
        """Whether it was the same person, under this name or on this badge."""
        return who.is_same_as(Person(self.by, who.role, self.badge))


@dataclass(frozen=True)
class Life:
    """A notice from its proposal to its end."""

    id: str
    book: str
    instrument: str
    commences: datetime
    expires: datetime | None
    texts: tuple[str, str]  # of its .toml and its .md
    changes: tuple[str, ...]
    steps: tuple[Step, ...]

    def by(self, step: str) -> str:
        """Who took a step; nobody where it was not taken."""
        found = self.step(step)
        return "" if found is None else found.by

    def step(self, what: str) -> Step | None:
        """A step, the last time it was taken."""
        return next((step for step in reversed(self.steps) if step.what == what), None)

    @property
    def published(self) -> bool:
        """Whether it is law, or will be at its hour."""
        return bool(self.by(PUBLISHED)) and not self.by(WITHDRAWN)

    def withdrawing(self, now: datetime) -> Step | None:
        """Who wants it to be withdrawn, when and why, while that waits for a second person."""
        return None if self.state(now) != "to come" or self.by(COMMENCED) else self.step(WITHDRAWING)

    def state(self, now: datetime) -> str:
        if self.by(WITHDRAWN):
            return "withdrawn"
        if not self.by(PUBLISHED):
            return "waits for a second person" if now < self.commences else "lapsed"
        if now < self.commences:
            return "to come"
        return "in force" if self.expires is None or now < self.expires else "expired"

    def document(self, now: datetime) -> dict[str, Any]:
        """A notice as the API tells it."""
        asked = self.withdrawing(now)
        return {
            "id": self.id,
            "book": self.book,
            "instrument": self.instrument,
            "commences": self.commences.isoformat(),
            "expires": self.expires.isoformat() if self.expires else None,
            "state": self.state(now),
            "withdrawal": None if asked is None else {"at": asked.at, "by": asked.by, "why": asked.why},
            "changes": list(self.changes),
            "digest": digest(self.texts),
            "steps": [{"what": step.what, "at": step.at, "by": step.by, "why": step.why} for step in self.steps],
        }


def digest(texts: tuple[str, str]) -> str:
    """What says that a notice is still the one that was proposed."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def lives(entries: Iterable[Stored]) -> dict[str, Life]:
    """Every notice of a house, from its record. One that was withdrawn may be proposed again, under the same name."""
    found: dict[str, Life] = {}
    for entry in entries:
        body, id = entry.body, entry.body["notice"]
        step = Step(entry.kind, entry.at, entry.by.partition(":")[2], body.get("why", ""), body.get("badge", ""))
        if entry.kind == PROPOSED:
            expires = body["expires"]
            found[id] = Life(
                id=id,
                book=body["book"],
                instrument=body["instrument"],
                commences=datetime.fromisoformat(body["commences"]),
                expires=datetime.fromisoformat(expires) if expires else None,
                texts=(body["toml"], body["words"]),
                changes=tuple(body["changes"]),
                steps=(step,),
            )
        else:
            found[id] = replace(found[id], steps=(*found[id].steps, step))
    return found


def on_record(ledger: Ledger) -> dict[str, Life]:
    """The notices of a ledger; where several processes serve one floor each writes a stream of its own."""
    streams = [name for name in ledger.streams() if name == STREAM or name.startswith(f"{STREAM} ")]
    entries = [entry for name in streams for entry in ledger.entries(name)]
    return lives(sorted(entries, key=lambda entry: entry.at) if len(streams) > 1 else entries)


class Notices:
    """The notices of one house, and their place among the books of this process."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.lives = on_record(ledger)
        self._folder: Path | None = None
        self._one_at_a_time = asyncio.Lock()
        self._lay_down()

    def life(self, id: str) -> Life:
        if id not in self.lives:
            raise NotPublished(f"no notice {id!r} was proposed in this house")
        return self.lives[id]

    # Among the books

    def _lay_down(self, game: str = "") -> None:
        """What is published is law of this process; what is not, is not. Of one game alone, or of all where none is named."""
        wanted = {life.id: life for life in self.lives.values() if life.published}
        if not wanted and self._folder is None:
            return
        first = self._folder is None
        folder = self._folder = self._folder or Path(tempfile.mkdtemp(prefix="houseway-notices-"))
        for path in folder.iterdir():
            if path.stem not in wanted:
                path.unlink()
        for life in wanted.values():
            for ending, text in zip((".md", ".toml"), reversed(life.texts), strict=True):
                (folder / f"{life.id}{ending}").write_text(text, encoding="utf-8")
        if first:
            games.lay_down(folder, game)
        else:
            games.read_again(game)

    def close(self) -> None:
        """The house is closed; its notices are no law of this process any more."""
        if self._folder is not None:
            games.take_away(self._folder)
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    # Acts

    async def propose(self, premises: Premises, who: Person, book: str, id: str) -> Life:
        """Somebody with the authority wants a draft to be law; it waits for a second person."""
        async with self._in_turn(premises):
            rulebook, now = games.book(book)[0], premises.house.clock()
            _authorised(rulebook, who)
            state = self.lives[id].state(now) if id in self.lives else "withdrawn"
            if state not in ("withdrawn", "lapsed"):
                raise NotPublished(f"{id} was proposed by {self.lives[id].by(PROPOSED)} already: {state}")
            papers = draft_of(rulebook, id, games.own_folders())
            if papers.about.get("draft") is not True:
                raise NotPublished(f"{id} is no draft: {papers.path.name} is law of its own at its hour")
            wrong = await asyncio.to_thread(faults, games.files(rulebook.game), papers, now)
            if wrong:
                raise NotPublished(f"{id} could not be law: {'; '.join(fault.why for fault in wrong)}", wrong)
            before, after = editions(rulebook, papers)
            doc = {**papers.doc, "amendment": {k: v for k, v in papers.about.items() if k not in ("draft", "words")}}
            toml, words = replace(papers, doc=doc).texts
            expires = papers.about.get("expires")
            body = {
                "notice": id,
                "book": rulebook.id,
                "instrument": papers.about["instrument"],
                "commences": papers.about["commences"].isoformat(),
                "expires": expires.isoformat() if expires else None,
                "toml": toml,
                "words": words,
                "digest": digest((toml, words)),
                "changes": [change.words for change in changes(before, after)] if before and after else [],
            }
            return await self._record(premises, who, PROPOSED, body)

    async def second(self, premises: Premises, who: Person, id: str) -> Life:
        """A second, different person has read it: from now on it is published, and law at its hour; or, where its withdrawal
        was proposed, it is withdrawn."""
        async with self._in_turn(premises):
            life, now = self.life(id), premises.house.clock()
            if who.role not in SECONDS:
                raise NotPublished(f"a {who.role} may not second a notice", forbidden=True)
            withdrawing = life.withdrawing(now)
            first = withdrawing or life.step(PROPOSED)
            what = id if withdrawing is None else f"the withdrawal of {id}"
            if first is not None and first.is_by(who):
                raise NotPublished(f"{first.by} proposed {what}; somebody else seconds it", forbidden=True)
            if withdrawing is not None:
                life = await self._record(premises, who, WITHDRAWN, {"notice": id, "why": withdrawing.why})
                await self._laid(premises, life)
                return life
            if life.published or life.by(WITHDRAWN):
                raise NotPublished(f"{life.instrument} is {life.state(now)}; there is nothing to second")
            if life.commences <= now:
                raise NotPublished(
                    f"{life.instrument} was to commence on {moment_words(life.commences)}; that hour has passed"
                )
            wrong = await asyncio.to_thread(_as_published, life, now)
            if wrong:  # the law has moved on since it was proposed
                raise NotPublished(f"{id} could not be law: {'; '.join(fault.why for fault in wrong)}", wrong)
            life = await self._record(premises, who, PUBLISHED, {"notice": id, "digest": digest(life.texts)})
            await self._laid(premises, life)
            return life

    async def withdraw(self, premises: Premises, who: Person, id: str, why: str) -> Life:
        """It is not to be law after all. What is published waits for a second person, as it did; what only waits for one is
        withdrawn at once. Once it has commenced, only a further notice changes it."""
        async with self._in_turn(premises):
            life, now = self.life(id), premises.house.clock()
            _authorised(games.book(life.book)[0], who)
            if not why.strip():
                raise NotPublished(f"say why {life.instrument} is withdrawn")
            if life.by(WITHDRAWN):
                raise NotPublished(f"{life.instrument} was withdrawn already")
            if life.published and (life.commences <= now or life.by(COMMENCED)):
                since = moment_words(life.commences)
                raise NotPublished(f"{life.instrument} holds since {since}; a further notice may change it")
            asked = life.withdrawing(now)
            if asked is not None:
                raise NotPublished(f"{asked.by} proposed to withdraw {life.instrument}; somebody else seconds it")
            step = WITHDRAWING if life.published else WITHDRAWN
            return await self._record(premises, who, step, {"notice": id, "why": why.strip()})

    async def keep_time(self, premises: Premises) -> None:
        """What has begun to hold, or ended, by the house's clock is put on record once; and what others published is law here."""
        if self._one_at_a_time.locked():  # somebody's act is under way; tables do not wait for it
            return
        async with self._in_turn(premises):
            now = premises.house.clock()
            for life in list(self.lives.values()) if premises.is_front else ():
                if life.published and now >= life.commences and not life.by(COMMENCED):
                    await self._record(premises, None, COMMENCED, {"notice": life.id, "digest": digest(life.texts)})
                if life.by(COMMENCED) and life.expires is not None and now >= life.expires and not life.by(EXPIRED):
                    await self._record(premises, None, EXPIRED, {"notice": life.id})

    @asynccontextmanager
    async def _in_turn(self, premises: Premises) -> AsyncIterator[None]:
        """One at a time, and knowing what another process of this floor has done."""
        async with self._one_at_a_time:
            if not premises.is_front:
                await self._look_again(premises)
            yield

    async def _look_again(self, premises: Premises) -> None:
        found = await asyncio.to_thread(on_record, self.ledger)
        moved = [
            life for id, life in found.items() if life.published != (id in self.lives and self.lives[id].published)
        ]
        news, self.lives = found != self.lives, found
        for life in moved:
            await self._laid(premises, life)
        if news:
            premises.house.tell(STREAM, on_record=False)

    async def _laid(self, premises: Premises, life: Life) -> None:
        """The books say so from now on, and every table goes by them."""
        game = games.book(life.book)[0].game
        await asyncio.to_thread(self._lay_down, game)
        for name, table in list(premises.house.tables.items()):
            if table.book.id == life.book:
                try:
                    table.read_book_again()
                except (BadBook, LookupError, ValueError) as wrong:
                    premises.house.put_out_of_order(name, wrong)
                premises.house.tell(name, on_record=False)

    async def _record(self, premises: Premises, who: Person | None, kind: str, body: dict[str, Any]) -> Life:
        """A step is on disk before anybody hears of it."""
        at = premises.house.clock().isoformat(timespec="milliseconds")
        by = f"{who.role}:{who.name}" if who is not None else "house:house"
        badge = {"badge": who.badge} if who is not None and who.badge else {}
        post = Post(STREAM, kind, at, by, body | badge)
        key = f"{kind}:{body['notice']}:{at if who is not None else ''}"  # of the house's own steps there is one each
        if self.ledger.recall(key, kind) is None:
            await asyncio.wrap_future(self.ledger.post([post], key, kind, {}))
        log.info("%s: %s", kind, body["notice"], extra={"facts": {"notice": body["notice"], "by": by}})
        self.lives = on_record(self.ledger)
        premises.house.tell(STREAM, on_record=False)  # whoever watches the notices
        return self.lives[body["notice"]]


def _authorised(book: Rulebook[Any], who: Person) -> None:
    if who.role not in AUTHORITY.get(book.authority, CASINO_SUPERVISORS):
        raise NotPublished(f"{book.id} leaves this to the {book.authority}; a {who.role} may not", forbidden=True)


def _as_published(life: Life, now: datetime) -> list[Fault]:
    """What keeps a proposed notice from being law beside what is published by now."""
    with tempfile.TemporaryDirectory(prefix="houseway-notice-") as folder:
        papers = _written(life, Path(folder))
        return faults(games.files(games.book(life.book)[0].game), papers, now)


def _written(life: Life, folder: Path) -> Papers:
    for ending, text in zip((".md", ".toml"), reversed(life.texts), strict=True):
        (folder / f"{life.id}{ending}").write_text(text, encoding="utf-8")
    return read_papers(folder / f"{life.id}.toml")
