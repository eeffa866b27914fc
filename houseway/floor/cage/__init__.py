"""The cage: cash, chips by denomination, vouchers and accounts, and everything that passes between it and the floor.

Two things are counted here and never mixed. *Cash* lies in the vault, in a drawer, in a drop box or outside the house. *Chips and
credit* lie in racks, floats, hands, accounts and on vouchers. Whoever buys chips moves cash one way and chips the other, so each
of the two comes to nil by itself (docs/ledger.md lists the accounts).
"""
