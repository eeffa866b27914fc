"""``python -m houseway`` is ``houseway``."""

from houseway.cli import main

main()
