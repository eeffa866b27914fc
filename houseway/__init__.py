"""Houseway: the rule book of casino games, executable."""
