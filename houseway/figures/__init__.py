"""What the figures of several games share: random numbers for simulation, hands ranked by the array, results found before.

Each game has a folder ``figures`` of its own for its mathematics; what two of them need lies here, below the games. Compiled
loops may not lie in ``kit`` or ``odds``, which are pure by contract.
"""
