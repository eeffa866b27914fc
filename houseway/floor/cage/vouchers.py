"""Vouchers: a paper of the house that is worth money to whoever presents it, once.

It bears its number and a serial of sixteen digits that nobody can guess; on record is a hash of the serial alone, so that the
record cannot be read for papers to forge. Its money lies in an account of its own, which pays once because it is empty then.
"""

from __future__ import annotations

import hashlib
import hmac

from houseway.floor.cage import places
from houseway.floor.cage.desk import Cage
from houseway.floor.cage.state import Voucher
from houseway.floor.keno.papers import code, new_serial, read_code
from houseway.law.clause import NO_CLAUSE
from houseway.money import Cents
from houseway.play.decision import Refused

LETTER = "V"  # before the number, so that nobody takes it for a keno paper: V17-0042 7719 …


def hashed(number: int, serial: str) -> str:
    return hashlib.sha256(f"voucher {number} {serial}".encode()).hexdigest()


def new_voucher(cage: Cage, cents: Cents, at: str) -> tuple[Voucher, str]:
    """A voucher, and the code that its paper bears."""
    number, serial = cage.state.vouchers_so_far + 1, new_serial()
    return Voucher(number, cents, hashed(number, serial), at), LETTER + code(number, serial)


def presented(cage: Cage, paper: str) -> Voucher | Refused:
    """The voucher that a paper is, while it is worth something. A forged one and a paid one are told apart."""
    text = paper.strip().upper()
    found = read_code(text.removeprefix(LETTER)) if text.startswith(LETTER) else None
    if found is None:
        return Refused(
            NO_CLAUSE, "a voucher of the cage is named V17-0042 7719 5583 1907, by number and serial", "forged"
        )
    number, serial = found
    if not 0 < number <= cage.state.vouchers_so_far:
        return Refused(NO_CLAUSE, f"no voucher {number} was ever issued here", "forged")
    voucher = cage.state.vouchers.get(number)
    if (
        voucher is None or cage.ledger.balance(places.voucher(number)) != voucher.cents
    ):  # paid here, or taken at a table
        return _paid(cage, number, serial)
    if not hmac.compare_digest(voucher.serial, hashed(number, serial)):
        return Refused(NO_CLAUSE, f"this is not the serial of voucher {number}", "forged")
    return voucher


def _paid(cage: Cage, number: int, serial: str) -> Refused:
    """When and by whom a voucher was paid that somebody presents again; somebody who only guesses is told nothing of it."""
    for entry in cage.ledger.newest(cage.stream, "exchanged", 10**6):
        issued = entry.body.get("issued")
        if issued is not None and issued["number"] == number:
            if issued["serial"] != hashed(number, serial):
                return Refused(NO_CLAUSE, f"this is not the serial of voucher {number}", "forged")
            break
    for move in cage.ledger.moves_of(places.voucher(number)):
        if move.source == places.voucher(number):
            who = move.by.partition(":")[2]
            return Refused(NO_CLAUSE, f"voucher {number} was paid on {move.at[:16].replace('T', ' ')} by {who}", "paid")
    return Refused(NO_CLAUSE, f"voucher {number} is worth nothing any more", "paid")
