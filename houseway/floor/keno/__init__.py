"""The keno computer: a desk of its own on the floor.

Tickets are sold at terminals for one game or many; games open, close and are drawn by the script of the game's own rules;
prizes are evaluated over all live ways at once and paid exactly once. Everything is written to the ledger, and to the
desk's own tables in the same transaction, before anybody hears of it.
"""
