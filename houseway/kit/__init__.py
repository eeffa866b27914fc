"""Kit: equipment as values. Cards, shoes and (with later games) dice, wheels, balls and tiles: identity, order and
what is left. No rules live here and no luck."""

from houseway.kit.cards import CARDS, CUT, RANKS, SUITS, UNSEEN, Card, CutCard, Unseen, card
from houseway.kit.shoe import NotInShoe, Shoe

__all__ = ["CARDS", "CUT", "RANKS", "SUITS", "UNSEEN", "Card", "CutCard", "NotInShoe", "Shoe", "Unseen", "card"]
