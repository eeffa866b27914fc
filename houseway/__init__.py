"""Houseway: the rule book of casino games, executable."""

__version__ = "0.1.0"
