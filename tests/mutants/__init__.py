"""``make mutants``: does anything notice if a line of the rules, the floor or the ledger were another?

A mutant is the house with one small thing changed: a comparison, a number, a condition turned round, a statement left out. A
fixed sample of them is taken by a seed; each is tried by the worked cases that reach the changed function, those first that call
the least, and then by the quick tests that reach it, until one of them fails. A mutant that nothing kills survives, and stands in
``docs/mutants.md`` with a reason, which ``reasons.toml`` beside this file keeps.

``sites`` finds and makes mutants, ``reach`` notes which cases and tests call which functions, ``trying`` runs one in a process
of its own, ``__main__`` does it all and writes the page. What was tried is kept in ``.tools/mutants``: whoever stops goes on
later, and a function that has changed since is tried again.
"""
