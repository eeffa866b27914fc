"""Data of the tests: ledgers that released versions wrote, and what made them."""
