"""Houseway: the rule book of casino games, executable."""

__version__ = "0.1.0"

if not __debug__:  # what money may never do is asserted, and python -O would leave that out
    import sys

    print("houseway: it checks what it does by assertions; run Python without -O and PYTHONOPTIMIZE", file=sys.stderr)
    raise SystemExit(2)
