"""Desk: the one writer of the cage's stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from houseway.floor.cage.places import BANK, MAIN, TREASURY, VAULT, Chips, rack, worth
from houseway.floor.cage.state import AFTER, Arrangement, CageState
from houseway.floor.folded import Draft as FoldedDraft
from houseway.floor.folded import FoldedDesk
from houseway.floor.orders import Order
from houseway.forms import Doc, write
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import Role
from houseway.ledger import Ledger, Post, Transfer
from houseway.money import Cents
from houseway.play.decision import Decision, Refused

STREAM = "desk:cage"

Draft = FoldedDraft[CageState]
Act = Callable[["Cage", Draft, Order], Decision]


class Cage(FoldedDesk[CageState]):
    stream: ClassVar[str] = STREAM
    called = "cage"
    kind: ClassVar[type[Any]] = CageState

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger, CageState())
        # the house knows who may not play, and who has an account; by themselves desks know neither
        self.barred: Callable[[str], Refused | None] = lambda name: None
        self.has_account: Callable[[str], bool] = lambda name: False
        self.table_stands: Callable[[str], bool] = lambda name: True

    def after(self, state: CageState, kind: str, body: dict[str, Doc]) -> CageState:
        return AFTER[kind](state, body)

    def acts(self) -> Mapping[str, Act]:
        from houseway.floor.cage.acts import ACTS

        return ACTS

    def may(self) -> Mapping[str, tuple[Role, ...]]:
        from houseway.floor.cage.acts import ROLES_OF_ACT

        return ROLES_OF_ACT

    def decide(self, draft: Draft, order: Order) -> Decision:
        if not self.state.installed:
            return Refused(NO_CLAUSE, "this house has no cage yet; its settings arrange one", "not_installed")
        return super().decide(draft, order)

    def install(self, arrangement: Arrangement, cash: Cents, chips: Chips, at: str) -> None:
        """A new cage: its cash comes from the bank, and its chips into service; or another arrangement for one that stands."""
        if not self.state.installed:
            moves = [Transfer(BANK, VAULT, cash, "opening bank")] if cash else []
            if worth(chips):
                moves.append(Transfer(TREASURY, rack(MAIN), worth(chips), "into service"))
            body = {"arrangement": write(arrangement), "chips": write(chips), "to": MAIN, "cash": cash}
            self._note("installed", at, body, tuple(moves))
        elif self.state.arrangement != arrangement:
            self._note("arranged", at, {"arrangement": write(arrangement)})

    def _note(self, kind: str, at: str, body: dict[str, Doc], moves: tuple[Transfer, ...] = ()) -> None:
        self.ledger.post([Post(self.stream, kind, at, "house:house", body, moves)])
        self.ledger.settle_down()
        self.state = self.after(self.state, kind, body)
