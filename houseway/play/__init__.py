"""Play: what a round is.

A round is a *script*: a plain generator that tells (yields events, each citing its basis) and asks (yields prompts,
each knowing which answers it admits). Cards, wagers, choices and rulings are answers; nothing else gets in. So a
dealer's console, a generator of random cards, a record, an exact enumerator and a simulator drive the same code.
"""
