"""Papers: every document that the rules speak of, written by the act that needs it.

A paper is data of its act. When an act goes on record, ``written`` looks at what it changed and what happened by it, and adds
an entry for each paper that this calls for: what sort of paper, the clauses it rests on, whom it is for, and what it says. It
is chained by hash together with the act, and nobody can do the one without the other. Pages and prints only read it.

``paper`` has the sorts and what one holds, ``at_tables`` and ``at_keno`` what writes them, ``filed`` finds them again,
``printed`` puts one on a sheet, ``rules_copy`` is the book for whoever asks. ``docs/papers.md`` lists them by clause.
"""
