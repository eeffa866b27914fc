"""``python -m houseway.cli`` is ``houseway``."""

from houseway.cli import main

main()
