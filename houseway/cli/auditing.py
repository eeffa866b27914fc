"""Auditing: a ledger read from its first entry to its last."""

from __future__ import annotations

import json as plain_json
import sys
from datetime import datetime
from pathlib import Path

from houseway.cli.options import BadUsage, database_there
from houseway.cli.printing import dim, print_json, red, table
from houseway.floor.keno.desk import STREAM as KENO
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.reports import changed_papers, proofs
from houseway.floor.rerunning import differing_rounds
from houseway.ledger import Finding, open_ledger
from houseway.ledger import audit as examine
from houseway.money import plain
from houseway.premises.other_books import other_books_of


def accept(database: str, heads: Path | None, key: Path, by: str, second: str, reason: str) -> None:
    """Two people accept a ledger that its heads speak against, on record."""
    from houseway.ledger.heads import BadHeads, Notary, key_in

    if heads is None:
        raise BadUsage("--accept needs --heads, the file that speaks against the ledger")
    if not key.exists():
        raise BadUsage(f"there is no key {key}; name the house's own with --key")
    ledger = open_ledger(database_there(database))
    try:
        found = Notary(ledger, heads, key_in(key)).accept(
            datetime.now().isoformat(timespec="seconds"), by, second, reason
        )
    except (BadHeads, OSError) as wrong:
        raise BadUsage(str(wrong)) from None
    finally:
        ledger.close()
    for finding in found:
        print(red(f"{finding.where}: {finding.what}"))
    print("Accepted, and on record." if found else "Nothing spoke against it; the heads begin anew, on record.")


def audit(database: str, heads: Path | None, json: bool) -> bool:
    """Prints what was found; True if anything is wrong."""
    address = database_there(database)
    noted = noted_heads(heads) if heads is not None else None
    ledger = open_ledger(address)
    try:
        result = examine(ledger, noted)
        if result.sound:
            result.findings.extend(
                Finding(f"{stream}, round {number}", why) for stream, number, why in differing_rounds(ledger)
            )
        if KENO in result.heads and result.sound:
            keno = Keno(ledger)
            result.findings.extend(
                Finding(
                    f"keno, {proof.what}", f"the papers say {plain(proof.papers)}, the ledger {plain(proof.ledger)}"
                )
                for proof in proofs(keno)
                if not proof.agrees
            )
            result.findings.extend(
                Finding(f"keno, {paper}", "it is not what its entries made of it") for paper in changed_papers(keno)
            )
        others = other_books_of(ledger) if result.sound else {}
    finally:
        ledger.close()
    if json:
        print_json(
            {
                "schema": "houseway.audit/1",
                "sound": result.sound,
                "entries": result.entries,
                "transfers": result.transfers,
                "accounts": result.accounts,
                "answers": result.answers,
                "heads": {stream: {"number": n, "hash": h} for stream, (n, h) in result.heads.items()},
                "findings": [{"where": finding.where, "what": finding.what} for finding in result.findings],
                "other_books": [{"table": name, "what": what} for name, what in others.items()],
            }
        )
        return not result.sound
    table(("stream", "entries", "head"), [(s, str(n), h[:16]) for s, (n, h) in result.heads.items()], right=(1,))
    print(f"{result.entries} entries, {result.transfers} transfers, {result.accounts} accounts")
    if result.archived:
        print(dim(f"{result.archived} of them are in archives, which prove them (houseway archive FILE --check)."))
    for finding in result.findings:
        print(red(f"{finding.where}: {finding.what}"))
    for name, what in others.items():
        print(f"{name}: {what}.")
    print("Sound." if result.sound else red("Not sound."))
    if heads is None:
        print(dim("A chain cannot see that its end was cut off: keep these heads elsewhere and give them to --heads."))
    return not result.sound


def noted_heads(path: Path) -> dict[str, tuple[int, str]]:
    """Heads kept elsewhere: as this command printed them, or the signed file of a house."""
    try:
        text = path.read_text()
        if not text.startswith('{"at":'):
            doc = plain_json.loads(text)
            heads = doc.get("heads", doc)
            return {stream: (int(head["number"]), str(head["hash"])) for stream, head in heads.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise BadUsage(f"{path} does not hold heads as houseway audit --json prints them: {wrong}") from None
    return _signed_heads(path)


def _signed_heads(path: Path) -> dict[str, tuple[int, str]]:
    from houseway.ledger.heads import BadHeads, read_heads

    try:
        kept = read_heads(path)
    except BadHeads as wrong:
        raise BadUsage(str(wrong)) from None
    print(dim(f"{path}: {kept.lines} notes, the last of {kept.at}, signed with {kept.key}"), file=sys.stderr)
    return kept.heads
