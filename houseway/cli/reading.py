"""Reading: the books at the terminal."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from houseway import games
from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, note, print_json, red, table, wrapped
from houseway.forms import write
from houseway.law.clause import Clause, Kind
from houseway.law.moments import moment_words
from houseway.law.repealing import fates
from houseway.law.rulebook import NotInForce, Rulebook
from houseway.law.standing import Provided, edition_at, instruments_at, standing

MARKS = {Kind.ENFORCED: "■", Kind.POLICY: "◩", Kind.PROCEDURE: "□", Kind.PHYSICAL: "▫"}


def books(at: datetime | None, json: bool) -> bool:
    """Prints every book, and how it stood on a day that is named; True if something that is there does not load."""
    listed = [_about(book) | ({} if at is None else _stood(book, at)) for book in games.library().values()]
    faults = {what: str(wrong) for what, wrong in games.faults().items()}
    if json:
        dated = {} if at is None else {"at": at.isoformat()}
        print_json({"schema": "houseway.books/1", **dated, "books": listed, **({"faults": faults} if faults else {})})
        return bool(faults)
    rows = [
        (b["id"], b["title"], b["jurisdiction"], (b["in_force"] or "undated")[:10], b["instrument"]) for b in listed
    ]
    columns = ("book", "game", "jurisdiction", "in force", "instrument")
    if at is None:
        table(columns, rows)
    else:
        then = [", ".join(b["amended_by"]) or "as it commenced" if b["holds"] else "no law yet" for b in listed]
        day = f"on {moment_words(at)}"
        table((*columns, day), [(*row, how) for row, how in zip(rows, then, strict=True)])
    for why in faults.values():
        note(red(f"does not load: {why}"))
    return bool(faults)


def _stood(book: Rulebook[Any], at: datetime) -> dict[str, Any]:
    """Whether a book told anything at a moment, and what amended it then."""
    try:
        parts = book.in_force(at)
    except NotInForce:
        return {"holds": False, "amended_by": []}
    return {"holds": True, "amended_by": [part.id for part in parts if part is not book.base]}


def _about(book: Rulebook[Any]) -> dict[str, Any]:
    kinds = Counter(kind.value for _, kind, _ in book.clauses())
    return {
        "id": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "instrument": book.instrument,
        "in_force": book.commences.isoformat() if book.commences else None,
        "variants": [f"{book.id}+{name}" for name in book.variants],
        "clauses": dict(kinds),
        "note": book.note,
        **({"missing": book.missing} if book.missing else {}),
    }


def book(id: str, at: datetime | None, json: bool) -> None:
    rulebook, variant = games.book(id)
    moment = at or datetime.now()
    edition = edition_at(rulebook, moment, variant)
    parts = rulebook.in_force(moment, variant)
    kinds = {
        (part.id, clause.number): kind
        for told in (rulebook, *rulebook.over.values())
        for clause, kind, part in told.clauses()
    }
    gone = fates(parts)
    if json:
        chapters = [
            {
                "number": chapter.number,
                "title": chapter.title,
                "clauses": [
                    {
                        "number": clause.number,
                        "title": clause.title,
                        "words": clause.text,
                        "kind": kinds[part.id, clause.number].value,
                        **({"fate": fate.words} if (fate := gone.get(Clause(part.id, clause.number))) else {}),
                    }
                    for clause in chapter.clauses
                ],
            }
            for part in parts
            for chapter in part.words.chapters
        ]
        print_json(
            {
                "schema": "houseway.book/1",
                **_about(rulebook),
                "edition": edition.digest if edition else None,
                "at": moment.isoformat() if at else moment.date().isoformat(),
                "amended_by": [part.id for part in parts if part is not rulebook.base],
                "chapters": chapters,
            }
        )
        return
    print(bold(f"{rulebook.title}, {rulebook.jurisdiction}"))
    print(f"{rulebook.instrument}. Told in our own words; the gazette governs.")
    if rulebook.note:
        print(wrapped(rulebook.note))
    if rulebook.missing:
        choose = f". Over a base chosen by name: {rulebook.id}+{next(iter(rulebook.over))}" if rulebook.over else ""
        print(red(wrapped(f"Not playable: {rulebook.missing}{choose}")))
    begins = f"In force from {moment_words(rulebook.commences)}" if rulebook.commences else "The copy is undated"
    print(f"{begins}; told as on {moment_words(moment) if at else f'{moment.day} {moment:%B %Y}'}.")
    for part in parts:
        if part is not rulebook.base and part.commences is not None:
            until = f" to {moment_words(part.expires)}" if part.expires else ""
            print(f"Amended by {part.citation}, from {moment_words(part.commences)}{until}.")
    for part in rulebook.amendments:
        if part.draft or (part.commences is not None and part.commences > moment):
            print(
                dim(
                    f"{'A draft' if part.draft else 'To come'}: {part.citation}"
                    + (f", from {moment_words(part.commences)}." if part.commences else ".")
                )
            )
    if edition is not None:
        print(dim(f"edition {edition.digest}"))
    for name in dict.fromkeys(name for part in (rulebook.base, *rulebook.amendments) for name in part.offers):
        offered, by = rulebook.offers(name, moment)
        print(
            f"{name}: {'offered' if offered else 'not offered'}{f' on {moment_words(moment)}' if at else ' now'}  {dim(str(by))}"
        )
    for part in parts:
        if part is not rulebook.base:
            print(bold(f"\n{part.citation}"))
        for chapter in part.words.chapters:
            print(bold(f"\n{chapter.number}  {chapter.title}"))
            for clause in chapter.clauses:
                print(f"{MARKS[kinds[part.id, clause.number]]} § {clause.number}  {bold(clause.title)}")
                print(wrapped(clause.text, "    "))
                if fate := gone.get(Clause(part.id, clause.number)):
                    print(red(f"    {fate.words}"))
    print(dim("\n■ enforced  ◩ policy  □ procedure  ▫ physical"))


def clause(book: str, number: str, at: datetime | None, json: bool) -> None:
    """A clause as it stands on its day, with the notice that changed what it provides."""
    rulebook, variant = games.book(book)
    number = number.removeprefix("§").strip()
    moment = at or datetime.now()
    told_then = list(standing(rulebook, moment, variant))
    below = {id(words) for part in instruments_at(rulebook, moment, variant) for words in part.words.under(number)}
    found = [one for one in told_then if id(one.words) in below]
    if not found:
        known = ", ".join(one.words.number for one in told_then)
        raise BadUsage(f"{rulebook.id} has no clause {number} on {moment_words(moment)}; it has {known}")
    from houseway.floor.coverage import coverage

    shown = coverage(rulebook.id)
    listed = []
    for one in found:
        entry = shown.get(one.words.number)
        cited = sorted({id for provided in one.provides for id in provided.readings})
        listed.append(
            {
                "number": one.words.number,
                "title": one.words.title,
                "words": one.words.text,
                "kind": one.kind.value,
                "instrument": one.of.citation,
                "provisions": [_provided(provided) for provided in one.provides],
                "readings": [write(rulebook.readings[id]) for id in cited],
                "cited_as": sorted(entry.ways) if entry else [],
                "cases": entry.cases if entry else [],
                **({"fate": one.fate.words} if one.fate else {}),
            }
        )
    if json:
        print_json(
            {
                "schema": "houseway.clauses/1",
                "book": rulebook.id,
                "at": moment.isoformat() if at else moment.date().isoformat(),
                "clauses": listed,
            }
        )
        return
    for item in listed:
        _print_clause(item, rulebook.base.citation)


def _provided(provided: Provided) -> dict[str, Any]:
    doc = {"provision": provided.name, "value": provided.value, "readings": list(provided.readings)}
    if provided.who:
        doc["who"] = provided.who
    if provided.amended_by:
        notices = [{"instrument": notice.citation, "clause": number} for notice, number in provided.amended_by]
        doc |= {"now": provided.now, "amended_by": notices}
    return doc


def _print_clause(item: dict[str, Any], base: str) -> None:
    of = "" if item["instrument"] == base else f"{item['instrument']}, "
    print(bold(f"{of}§ {item['number']}  {item['title']}") + f"   {MARKS[Kind(item['kind'])]} {item['kind']}")
    print(wrapped(item["words"], "  "))
    if "fate" in item:
        print(red(f"  {item['fate']}"))
    for provision in item["provisions"]:
        value = "" if provision["value"] is None else f" = {_value(provision['value'])}"
        print(f"  provision {provision['provision']}{value}")
        if "who" in provision:
            print(wrapped(provision["who"], "    "))
        for notice in provision.get("amended_by", ()):
            print(
                red(f"    amended: {_value(provision['now'])}")
                + dim(f"   {notice['instrument']}, § {notice['clause']}")
            )
    for reading in item["readings"]:
        print(red(f"  reading {reading['id']}: {reading['title']}"))
        for label, key in (("open", "open"), ("we read", "read"), ("because", "because"), ("otherwise", "otherwise")):
            if reading[key]:
                print(wrapped(f"{label}: {reading[key]}", "    "))
    if item["cited_as"]:
        print(f"  cited by {', '.join(item['cited_as'])}")
    if item["cases"]:
        print(f"  worked in {', '.join(item['cases'])}")
    print()


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
    return str(value)


def coverage(only: str, json: bool) -> bool:
    """Prints what the worked cases exercise, and what of it they show to be obeyed; True if an enforced clause is not among
    what they exercise."""
    from houseway.floor.coverage import coverage as covered

    ids = [games.book(only)[0].id] if only else list(games.library())
    document = []
    missing = False
    for id in ids:
        shown = covered(id)
        counts = Counter(entry.kind.value for entry in shown.values())
        enforced = [entry for entry in shown.values() if entry.kind is Kind.ENFORCED]
        gaps = [entry.number for entry in enforced if entry.missing]
        missing |= bool(gaps)
        unshown = [entry.number for entry in enforced if entry.disobeyed]
        document.append(
            {
                "book": id,
                "clauses": dict(counts),
                "enforced_exercised": len(enforced) - len(gaps),
                "enforced_not_exercised": gaps,
                "enforced_obeyed": len(enforced) - len(unshown),
                "enforced_not_obeyed": unshown,
                "detail": [
                    {
                        "number": e.number,
                        "kind": e.kind.value,
                        "cited_as": sorted(e.ways),
                        "cases": e.cases,
                        "obeyed": e.obeyed,
                        "obeyed_in": e.shown_by,
                    }
                    for e in shown.values()
                ],
            }
        )
    if json:
        print_json({"schema": "houseway.coverage/1", "books": document})
        return missing
    summary = []
    for doc in document:
        kinds = doc["clauses"]
        assert isinstance(kinds, dict)
        summary.append(
            (
                str(doc["book"]),
                f"{doc['enforced_exercised']} of {kinds.get('enforced', 0)}",
                f"{doc['enforced_obeyed']} of {kinds.get('enforced', 0)}",
                str(kinds.get("policy", 0)), str(kinds.get("procedure", 0)), str(kinds.get("physical", 0)),
                ", ".join(doc["enforced_not_exercised"]) or "–",  # type: ignore[arg-type]
                ", ".join(doc["enforced_not_obeyed"]) or "–",  # type: ignore[arg-type]
            )
        )  # fmt: skip
    heads = ("book", "enforced, exercised", "obeyed", "policy", "procedure", "physical", "not exercised", "not obeyed")
    table(heads, summary)
    if only:
        print()
        rows = []
        for entry in covered(ids[0]).values():
            cases = ", ".join(entry.cases[:6]) + (" …" if len(entry.cases) > 6 else "")
            by = ", ".join(f"{how} ({case})" for how, case in list(entry.shown_by.items())[:3]) or "–"
            rows.append((entry.number, entry.kind.value, ", ".join(sorted(entry.ways)[:4]) or "–", cases, by))
        table(("clause", "kind", "cited by", "worked in", "obeyed, as shown by"), rows)
    return missing
