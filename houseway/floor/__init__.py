"""Floor: people, tables and authority.

A table is one writer: orders come in, are decided against the rules and the record, and what follows is written to the
ledger before anybody hears of it. Between two taps a table holds nothing but its state, which is a fold of its
entries; the script is run again over the tape whenever it is needed.
"""
