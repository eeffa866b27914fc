"""Teller: tells a story of the keno computer at a desk with a ledger of its own."""

from __future__ import annotations

from collections.abc import Callable

from houseway.complaint import Complaint
from houseway.floor.keno import changing_over, running
from houseway.floor.keno.desk import Answer, Keno, Order
from houseway.floor.keno.papers import KenoGame, Ticket
from houseway.floor.keno.reports import proofs
from houseway.floor.keno.states import GameState
from houseway.floor.keno.story.facts import ABOUT_PAPERS, EVALUATED, FACTS
from houseway.floor.keno.story.people import INSPECTOR, OPERATOR, WRITER
from houseway.floor.keno.story.words import PATTERNS, WORDS
from houseway.floor.people import HOUSE, Person
from houseway.floor.story import BadStory, Rehearsal, Told
from houseway.floor.story.told import CREDIT
from houseway.floor.story.vocabulary import meet
from houseway.floor.table import Reply, Table
from houseway.forms import Doc
from houseway.ledger import Ledger
from houseway.money import NotMoney, plain
from houseway.play.decision import Refused

_BEFORE = ("open day", "close game")  # which go without saying, whoever the line then names
_WITHOUT_DAY = ("release unclaimed", "use unclaimed", "file claim", "decide claim", "pay", "redeem")


class Teller(Rehearsal):
    def __init__(
        self, book: str, ledger: Ledger | None = None, watch: Callable[[str, Reply], None] | None = None
    ) -> None:
        super().__init__(book, ledger, watch)
        self._desk: Keno | None = None
        self.papers: dict[str, dict[str, Doc]] = {}  # what each paper was issued with
        self.last: dict[str, Doc] = {}
        self.copies: list[int] = []

    @property
    def desk(self) -> Keno:
        if self._desk is None:
            self._desk = Keno(self.ledger, self.book, None if self.by_the_clock else self.moment)
            self._desk.cited = self._cite
        return self._desk

    def _act(self, act: str) -> Reply | None:
        for pattern, method in PATTERNS:
            found = pattern.fullmatch(act)
            if found:
                try:
                    done: Answer | None = method(self, *found.groups())
                except NotMoney as wrong:
                    return Reply(Refused(self.desk.terms.prices.charge.by, str(wrong)))
                return None if done is None else Reply(done.decision)
        return super()._act(act)

    @property
    def facts(self) -> list[str]:
        return [*(f"{fact} …" if fact in ABOUT_PAPERS else fact for fact in FACTS), *super().facts]

    @property
    def forms(self) -> list[str]:
        return [*(pattern for pattern, _ in WORDS), *super().forms]

    def finish(self) -> Told:
        if self._desk is not None:
            self._settle()
            self._state_evaluation()
            for proof in proofs(self._desk):
                if not proof.agrees:
                    self.told.unexpected.append(
                        f"{proof.what}: the papers say {plain(proof.papers)}, the ledger {plain(proof.ledger)}"
                    )
        return super().finish()

    def _state_evaluation(self) -> None:
        """What a case states of prizes and jackpots, the evaluation has done."""
        wanted = {kind for name in self.watched for kind in EVALUATED.get(name.partition(" ")[0], ())}
        for by, kinds in self.told.cited.items():
            if kinds & wanted:
                self.told.state(by, "fact")

    def _as_watched(self) -> dict[str, str]:
        """Not what the evaluation brings: to ask for it would bring it about."""
        found = {}
        names = [name for name in self.watched if name.partition(" ")[0] not in EVALUATED]
        for name in names if self._desk is not None else ():
            try:
                found[name] = str(self.fact(name))
            except Complaint:
                found[name] = ""
        return found

    def _purse(self, name: str, brings: int = CREDIT, table: Table | None = None) -> None:
        """At the computer a player pays from credit without sitting at any table."""
        if name not in self.purses:
            self.purses.add(name)
            self._credit(name, brings)

    def order(self, who: Person, act: str, /, **details: Doc) -> Answer:
        if act not in ("open day", "close day") and not self.desk.standing.day and act not in _WITHOUT_DAY:
            self.order(OPERATOR, "open day")
        if act != "correct draw":  # which must come before the evaluation
            self._settle()
        if self.by_the_clock and changing_over.behind(self.desk, self.now):  # as the house looks at its clock
            self.desk.do(Order(HOUSE, "change over", at=self.now))
        if self.acting is not None and who in (WRITER, OPERATOR, INSPECTOR) and act not in _BEFORE:
            who = self.acting
        done = self.desk.do(Order(who, act, details, at=self.now))
        self.ledger.settle_down()
        if done.accepted:
            self.last |= done.paper
        meet(self, running.prompt(self.desk))
        return done

    def _settle(self) -> None:
        drawing = self.desk.standing.drawing
        if drawing and (game := self.desk.game(drawing)) is not None and game.state == GameState.DRAWN:
            self.desk.do(Order(WRITER, "confirm draw", at=self.now))
        running.settle(self.desk, self.now)
        self.ledger.settle_down()

    def paper(self, name: str, what: str) -> Doc:
        """What a paper of the story was issued with: its ticket, code, errand or claim."""
        if name not in self.papers:
            raise BadStory(f"no paper is called {name!r}; there are {', '.join(self.papers) or 'none'}")
        if what not in self.papers[name]:
            raise BadStory(f"{name} has no {what}; it has {', '.join(self.papers[name])}")
        return self.papers[name][what]

    def ticket(self, name: str) -> Ticket:
        found = self.desk.ticket(self.paper(name, "ticket"))
        assert found is not None
        return found

    def code(self, name: str) -> str:
        return str(self.paper(name, "code"))

    def drawn(self, number: int | None = None) -> KenoGame:
        """A game that was drawn; the last one where none is named."""
        games = [game for game in self.desk.games_between(1, self.desk.standing.game) if game.drawn]
        found = next((game for game in reversed(games) if number in (None, game.number)), None)
        if found is None:
            raise BadStory("no game has been drawn yet" if number is None else f"game {number} has not been drawn yet")
        return found

    def happened(self, what: str) -> Doc:
        """What an act of the story said last: a refund, a payment, change."""
        if what not in self.last:
            raise BadStory(f"nothing in this story says so; told were {', '.join(self.last) or 'no figures'}")
        return self.last[what]

    # What may be asked

    def fact(self, name: str) -> Doc:
        word, _, rest = name.partition(" ")
        asked = FACTS.get(word)
        if asked is None:
            try:
                return super().fact(name)
            except BadStory as wrong:
                raise BadStory(f"{wrong}; at the computer {', '.join(sorted(FACTS))}") from None
        return asked(self, rest)
