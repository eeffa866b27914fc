"""Tournament: a competition from its announcement to its prizes.

Each is a stream of its own with one writer, the desk, which takes orders through the house's one clerk: its conditions are
drafted, approved and published, people enter and pay, seats are drawn, sessions are played at tables, and prizes are paid. A
table knows of a tournament only the session that is played at it (``here.py``): who plays, with which chips, for how long.
"""
