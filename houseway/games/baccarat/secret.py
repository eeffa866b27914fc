"""Secret wagers on a coup: marked when it begins, read out when it is over, or before the cards in the last hand of a final."""

from __future__ import annotations

from houseway.games.baccarat.events import SecretUsed
from houseway.games.baccarat.settle import due_to
from houseway.games.baccarat.terms import SPOTS, Terms
from houseway.law.clause import Basis
from houseway.money import plain, show
from houseway.play.events import Called, Marked, Noted
from houseway.play.layout import LOSES, VOID, Layout
from houseway.play.script import Script
from houseway.play.secret import Form, Forms, ReadForms, ReadOut, Secret
from houseway.play.wagers import Wager

NO_FORMS = Forms()


class Secrets:
    """The forms of one coup."""

    def __init__(self, terms: Terms, layout: Layout) -> None:
        self.terms, self.layout, self.forms = terms, layout, NO_FORMS
        self.staked: list[tuple[Form, Wager, bool]] = []  # once read out; whether it is a wager at all
        rules = terms.secret
        self.rules = rules if rules is not None and rules.allowed.value else None

    def collect(self) -> Script[None]:
        """After the call: a marker stands at every place with a form. In the last hand of a final, where everybody has
        one, they are read out at once and their chips go on the layout."""
        rules = self.rules
        if rules is None:
            return
        self.forms = yield ReadForms(rules.examined.by + rules.marked.by)
        for form in self.forms.forms:
            yield Marked(rules.marked.by, form.player, f"secret {form.player}")
        if self.forms.all_secret:
            yield from self._read(rules, rules.last_hand.by + rules.last_read_out.by + rules.last_chips.by)
        elif self.forms.forms:
            by = rules.read_out.by + rules.last_hand.by if self.forms.last else rules.read_out.by
            yield Noted(by, "Secret wagers are read out when the hand is over")

    @property
    def opened_by_players(self) -> Basis | None:
        """In the last hand of a final the cards go to the highest wagers, however this table deals."""
        return self.terms.secret.last_cards.by if self.terms.secret is not None and self.forms.all_secret else None

    def backing(self, wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
        """Chips and secret wagers on each side, for finding out who opens."""
        sums: dict[tuple[str, int, str], int] = {wager.key: wager.cents for wager in wagers}
        for form, wager, real in self.staked:
            key = (form.player, form.area, form.kind)
            if real:
                sums[key] = sums.get(key, 0) + wager.cents
        return tuple(Wager(*key, cents) for key, cents in sums.items())

    def read_out(self) -> Script[None]:
        """When the hand is over: each is read out, and used up."""
        rules = self.rules
        if rules is not None and not self.staked:
            yield from self._read(rules, rules.read_out.by)

    def _read(self, rules: Secret, by: Basis) -> Script[None]:
        if self.forms.forms:
            yield ReadOut(by)
        for form in self.forms.forms:
            amount, why, real = rules.deemed(form, self.layout.sign, SPOTS)
            because = by if why is None else by + why
            if real:
                kind = form.kind.capitalize()
                said = f"{form.player}'s secret wager: {kind}, {show(amount)}"
                yield Called(because, said, f"{form.player} secret: {kind} {plain(amount)}")
            if not amount:
                continue  # a player without a chip has nothing to lose
            wager = Wager(form.player, form.area, "secret", amount)
            self.staked.append((form, wager, real))
            yield self.layout.put(wager, because)

    def settle(self, came: str) -> Script[None]:
        rules = self.rules
        for form, wager, real in self.staked:
            assert rules is not None
            if came == "void":
                yield from self.layout.settle((wager,), VOID, rules.form.by)
                continue
            if real:
                result, by = due_to(self.terms, came, form.kind)
                yield from self.layout.settle((wager,), result, by)
            else:
                yield from self.layout.settle((wager,), LOSES, rules.badly_filled.by)
            counted = rules.allowed.by + rules.tie_counts.by if came == "tie" else rules.allowed.by
            yield SecretUsed(counted, form.player)
