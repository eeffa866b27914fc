"""The house from a terminal.

Results go to standard output; progress, notes and complaints to standard error. ``--json`` prints one document with a
``schema`` field and nothing else. Bad input is one line and exit code 2. A mistake of ours is one line too, and code 70;
with ``HOUSEWAY_TRACEBACK=1`` it shows where it happened.

Exit codes: 0 done, 1 the job failed, 2 wrong usage, 3 a check ran and did not hold, 70 a mistake of ours, 130 stopped by
Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any

from houseway.complaint import BadInput, Complaint, shown

OURS = 70


def main(words: list[str] | None = None) -> None:
    """The entry point: runs a verb, and turns every expected complaint into one line."""
    import typer

    from houseway.cli.printing import tell_of_progress
    from houseway.extras import needed_for

    words = (sys.argv[1:] if words is None else words) or ["--help"]
    tell_of_progress()
    # the base of all complaints about usage; typer keeps its own copy of click and does not export it
    usage: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    try:
        for word in words:
            if any("\ud800" <= letter <= "\udfff" for letter in word):
                raise BadInput(f"{word!r} is not text in UTF-8")
        with needed_for(words[0]):
            code = _verbs()(words, standalone_mode=False)
            sys.stdout.flush()  # where nobody reads any more, that is heard of here
    except usage as wrong:
        _complain(wrong.format_message())
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        code = _unread()
    except SystemExit as left:  # how the library ends a line that nobody reads
        code = _unread() if isinstance(left.__context__, BrokenPipeError) else left.code
    except Complaint as wrong:
        for line in wrong.lines:
            _complain(line)
        code = 2
    except OSError as wrong:  # the machine says no: to a file that was named, or to us
        named = wrong.filename is not None
        _complain(f"{wrong.filename}: {wrong.strerror or wrong}" if named else str(wrong))
        code = 2 if named else 1
    except Exception as wrong:
        if os.environ.get("HOUSEWAY_TRACEBACK"):
            raise
        kind = type(wrong).__name__
        _complain(f"a mistake of ours: {kind}: {wrong} (HOUSEWAY_TRACEBACK=1 shows where)")
        code = OURS
    sys.exit(code if isinstance(code, int) else 0)


def _unread() -> int:
    """Whoever read our output has had enough, as ``head`` does: what is left of it goes nowhere, and that is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return 0


@cache
def _verbs() -> Any:
    """The verbs, each with its options read from its function once to a process."""
    from houseway.cli.app import app
    from houseway.cli.verbs import verbs

    return verbs(app)


def _complain(message: str) -> None:
    print(f"houseway: {shown(' '.join(str(message).split()))}", file=sys.stderr)
