"""Compare: editions and jurisdictions side by side: values, steps and figures.

Values are read off the provisions, each with its clause. Steps are seen by running the scripts of the books on the same
cards and laying what is told and asked beside each other. Figures come from the exact analysis.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway import games
from houseway.complaint import Complaint
from houseway.forms import digest, write
from houseway.lab.beside import Effect, wagers_beside
from houseway.lab.exact import NoAnalysis, Study, analysis, wager_odds
from houseway.lab.notebook_tables import html_table
from houseway.law.moving import STILL
from houseway.law.provision_names import names
from houseway.play.driver import drive
from houseway.play.events import Called, Event
from houseway.play.prompts import ClosedWindow, Draw, Prompt, ReadSign, TakeWagers
from houseway.play.wagers import SetUp, Wager


@dataclass(frozen=True)
class Row:
    """One thing, as each book has it."""

    name: str
    cells: tuple[str, ...]
    clauses: tuple[tuple[str, ...], ...]

    @property
    def differs(self) -> bool:
        return len(set(self.cells)) > 1


@dataclass(frozen=True)
class Comparison:
    studies: tuple[Study, ...]
    values: tuple[Row, ...]
    steps: tuple[Row, ...]
    figures: tuple[Row, ...]

    def __repr__(self) -> str:
        differ = sum(row.differs for row in (*self.values, *self.steps))
        return f"{' and '.join(study.edition.book for study in self.studies)}: {differ} values and steps differ"

    def _repr_html_(self) -> str:
        books = [study.edition.book for study in self.studies]
        return "".join(
            html_table((title, *books), [(row.name, *row.cells) for row in listed if row.differs])
            for title, listed in (("Values", self.values), ("Steps", self.steps), ("Figures", self.figures))
        )

    def document(self) -> dict[str, Any]:
        def rows(listed: tuple[Row, ...]) -> list[dict[str, Any]]:
            return [
                {
                    "name": row.name,
                    "differs": row.differs,
                    "cells": list(row.cells),
                    "clauses": [list(c) for c in row.clauses],
                }
                for row in listed
            ]

        return {
            "schema": "houseway.comparison/1",
            "books": [study.edition.book for study in self.studies],
            "values": rows(self.values),
            "steps": rows(self.steps),
            "figures": rows(self.figures),
        }


class NotComparable(Complaint, ValueError):
    """The books tell different games."""


def compare(studies: list[Study]) -> Comparison:
    """Books of one game side by side: values, steps and figures."""
    if len({study.book.game for study in studies}) > 1:
        listed = ", ".join(f"{study.book.id} ({study.book.game})" for study in studies)
        raise NotComparable(f"these books tell different games: {listed}")
    return Comparison(tuple(studies), tuple(_values(studies)), tuple(_steps(studies)), tuple(_figures(studies)))


def _values(studies: list[Study]) -> list[Row]:
    rows = []
    for name, _, _ in names(studies[0].book.terms):
        found = [_provision(study.edition.terms, name) for study in studies]
        cells = tuple("silent" if item is None else _text(item.value) for item in found)
        clauses = tuple(() if item is None else _numbers(item) for item in found)
        rows.append(Row(name, cells, clauses))
    return rows


def _provision(terms: Any, name: str) -> Any:
    for part in name.split("."):
        terms = None if terms is None else getattr(terms, part)
    return terms


def _text(value: Any) -> str:
    doc = write(value)
    if doc is None:
        return "yes"
    if isinstance(doc, bool):
        return "yes" if doc else "no"
    if isinstance(doc, dict):
        return ", ".join(f"{key} {_text(item)}" for key, item in _ranges(doc))
    if isinstance(doc, list):
        return ", ".join(str(item) for item in doc) or "none"
    return str(doc)


def _ranges(doc: dict[str, Any]) -> list[tuple[str, Any]]:
    """Neighbouring whole numbers with one value, as a range."""
    runs: list[tuple[str, Any]] = []
    for key, item in doc.items():
        if runs and key.isdigit() and runs[-1][1] == item and int(runs[-1][0].split("–")[-1]) + 1 == int(key):
            runs[-1] = (f"{runs[-1][0].split('–')[0]}–{key}", item)
        else:
            runs.append((key, item))
    return runs


# What each difference is worth


@dataclass(frozen=True)
class Difference:
    """One provision in which another book differs, put into the first alone, and every wager that it moves there."""

    name: str
    here: str
    there: str
    clauses: tuple[tuple[str, ...], tuple[str, ...]]
    moved: tuple[Effect, ...]
    first: Fraction  # what it is worth to the first wager

    @property
    def document(self) -> dict[str, Any]:
        return {
            "provision": self.name, "here": self.here, "there": self.there,
            "clauses_here": list(self.clauses[0]), "clauses_there": list(self.clauses[1]),
            "worth": str(self.first), "wagers": [one.document for one in self.moved],
        }  # fmt: skip


def worth(here: Study, there: Study) -> list[Difference]:
    """Each provision in which the second book differs, put into the first alone: what it does to every wager."""
    compare_names = [name for name, _, _ in names(here.book.terms) if name.partition(".")[0] not in STILL]
    before = wager_odds(here)
    found = []
    for name in compare_names:
        own, other = _provision(here.edition.terms, name), _provision(there.edition.terms, name)
        if own is None or other is None or own.value == other.value:
            continue
        terms = _with(here.edition.terms, name.split("."), other)
        changed = ((name, _text(other.value)),)
        edition = replace(
            here.edition, terms=terms, studied=changed, digest=digest([here.edition.digest, list(changed)])
        )
        try:
            after = wager_odds(replace(here, edition=edition))
        except (ValueError, LookupError, AssertionError):
            continue  # one book's step with the other's value; it cannot stand alone
        moved = tuple(one for one in wagers_beside(before, after) if one.moves)
        if moved:
            first = after[0].expectation - before[0].expectation
            clauses = (_numbers(own), _numbers(other))
            found.append(Difference(name, _text(own.value), _text(other.value), clauses, moved, first))
    return found


def _with(terms: Any, path: list[str], provision: Any) -> Any:
    inner = provision if len(path) == 1 else _with(getattr(terms, path[0]), path[1:], provision)
    return replace(terms, **{path[0]: inner})


def _numbers(provision: Any) -> tuple[str, ...]:
    return (*(clause.number for clause in provision.by.clauses), *provision.by.readings)


# The same cards under each book


def _steps(studies: list[Study]) -> list[Row]:
    rows = []
    for hand, cards in analysis(studies[0].book.game).HANDS.items():
        told = [_told(study, cards) for study in studies]
        cells = tuple("; ".join(words) for words, _ in told)
        rows.append(Row(f"{hand}: {cards}", cells, tuple(tuple(numbers) for _, numbers in told)))
    return rows


def _told(study: Study, text: str) -> tuple[list[str], list[str]]:
    from houseway.kit.cards import Card

    cards = iter([Card.parse(word) for word in text.split()])
    terms, game = study.edition.terms, games.game(study.book.game)

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, Draw):
            return next(cards)
        if isinstance(prompt, TakeWagers):
            return (
                ClosedWindow((Wager("P1", 1, next(iter(prompt.spots)), 1000),))
                if prompt.backing is None
                else ClosedWindow()
            )
        if isinstance(prompt, ReadSign):
            return prompt.some(lambda below: 0)
        return prompt.usually()

    carry = game.ready(game.begin(terms, SetUp()))
    steps, settlement = drive(game.play(terms, carry), answer)
    words: list[str] = []
    numbers: list[str] = []
    for step in steps:
        if isinstance(step, Called):
            words.append(f"“{step.said}”")
        elif isinstance(step, Draw):
            words.append(f"{step.place} to the {step.box}")
        elif isinstance(step, TakeWagers) and step.backing is not None:
            words.append("raises open")
        if isinstance(step, Event):
            numbers.extend(clause.number for clause in step.by.clauses)
    words.append(f"net {'+' if settlement.net > 0 else ''}{settlement.net // 100}")
    return words, list(dict.fromkeys(numbers))


def _figures(studies: list[Study]) -> list[Row]:
    try:
        odds = [wager_odds(study) for study in studies]
    except NoAnalysis:
        return []
    rows = []
    for n, first in enumerate(odds[0]):
        label = " ".join(part for part in (first.wager, f"({first.strategy or first.given})") if part != "()")
        if any(len(listed) <= n for listed in odds):
            continue
        worth = [listed[n] for listed in odds]
        nothing = tuple(() for _ in odds)
        rows.append(Row(f"{label}, expectation", tuple(str(one.expectation) for one in worth), nothing))
        rows.append(Row(f"{label}, house edge", tuple(_percent(one.house_edge) for one in worth), nothing))
    return rows


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.4f}%"
