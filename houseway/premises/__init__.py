"""Premises: the house as one server runs it, below the pages and the command line that serve it.

Here is what a running house needs and no rule speaks of: settings and the tables they name, the accounts of staff and the
credentials of devices, which process serves which table, the notary who keeps heads elsewhere, an eye on disk and clock, and
the newest lines of every table's record. Pages ask it and carry orders to it; it knows no page.
"""
