"""The house from a terminal.

Results go to standard output; progress, notes and complaints to standard error. ``--json`` prints one document with a
``schema`` field and nothing else. Bad input is one line and exit code 2.

Exit codes: 0 done, 1 the job failed, 2 wrong usage, 3 a check ran and did not hold, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from typing import Any


def main(words: list[str] | None = None) -> None:
    """The entry point: runs a verb, and turns every expected complaint into one line."""
    import typer

    from houseway.cli.app import app, complaints

    # the base of all complaints about usage; typer keeps its own copy of click and does not export it
    usage: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    try:
        code = app((sys.argv[1:] if words is None else words) or ["--help"], standalone_mode=False)
    except usage as wrong:
        _complain(wrong.format_message())
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    except complaints() as wrong:
        _complain(str(wrong))
        code = 2
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> None:
    print(f"houseway: {' '.join(str(message).split())}", file=sys.stderr)
