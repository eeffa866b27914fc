"""Pays: what Pai Gow pays, with Bonus and Tie where a book has Bonanza."""

from __future__ import annotations

from houseway.games.pai_gow.terms import Terms
from houseway.play.surfaces import Paid, PayTable


def pays(terms: Terms) -> PayTable:
    settling, bonanza = terms.settling, terms.bonanza
    share = f"{float(settling.commission.value * 100):g} %"
    rows: list[Paid] = [
        ("Both hands beat the bank", f"{settling.pays.value} less {share}", settling.player_wins.by + settling.pays.by),
        ("One hand wins, one loses", "stays where it lies", settling.stand_off.by),
        ("A hand equal to the bank’s", "counts as lost", settling.copy.by),
    ]
    told: PayTable = [("The wager", rows)]
    if bonanza is not None:
        hands = bonanza.bonus_pays
        told.append(
            (
                "Bonus, by the hands your four tiles make",
                [(hand, str(odds), hands.by) for hand, odds in hands.value.items()],
            )
        )
        ties: list[Paid] = [
            ("Tie", str(bonanza.tie_pays.value), bonanza.tie_wins.by + bonanza.tie_pays.by),
            ("Tie with a Gong", str(bonanza.gong_tie_pays.value), bonanza.gong_tie_pays.by),
        ]
        told.append(("Tie with the bank", ties))
    return told
