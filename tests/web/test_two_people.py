"""Whom each book names, tried over the API: one person in two roles, on two devices or by a copied session is one, an inspector
looks and does not touch, and what a client writes about others counts for nothing."""

from __future__ import annotations

import secrets

from houseway.floor import authority
from houseway.law.roles import standing_for
from tests.web.served import Served, Someone

RED_DOG = ("vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog")
BOOKS = (*RED_DOG, "act-1992-sic-bo", "act-1992-money-wheel", "vic-2000-pai-gow", "vic-1999-caribbean-stud")


def test_each_books_own_people_allow_what_a_dealer_asks_for_and_nobody_else(house: Served) -> None:
    inspector, dealer = house.staff("inspector", "I. Spect"), house.staff()
    for nth, book in enumerate(BOOKS, 1):
        name = f"T-{nth}"
        boss = house.staff("casino supervisor", "L. Brandt")
        sign = {"limits": {"minimum": 500, "maximum": 50_000}, "most_won": 5_000_000} | (
            {"areas": 8} if "pai-gow" in book else {}
        )
        opened = boss.client.post(
            "/api/tables", json={"name": name, "book": book, "dealt_by": "dealer", "set_up": {"sign": sign}}
        )
        assert opened.status_code == 201, opened.text
        table = house.premises.house.tables[name]
        words = {"act": "exclude", "details": {"player": "Anna", "why": "cheating", "words": "cheating"}}
        dealer.must(name, "ask", **words)
        wanted = standing_for(authority.named(table.edition, table.edition.basis_of("general.exclude")).decides)
        role = next((role for role in wanted if role in table_allows(table)), "casino supervisor")
        before = table.ledger.head(name)
        for who in (inspector, dealer, house.staff(role, "m okafor"), house.staff("surveillance", "S. Cam")):
            refused = who.do(name, "allow", ask=1, asked_by="G. Soup", asked_role="dealer")
            assert refused.status_code == 403, (book, who.name, refused.text)
        assert table.ledger.head(name) == before, "nothing is put on record"
        assert house.staff(role, "L. Brandt").do(name, "allow", ask=1).status_code != 403, book


def table_allows(table: object) -> tuple[str, ...]:
    return authority.who_may(table, "allow")  # type: ignore[arg-type]


def test_a_dealer_and_a_supervisor_confirm_a_spoken_wager_and_no_two_others(house: Served) -> None:
    house.open_table("RD-9", "ma-red-dog")
    anna, dealer, boss = house.someone("Anna"), house.staff(), house.staff("casino supervisor", "L. Brandt")
    anna.must("RD-9", "sit", area=1)
    said = {"player": "Anna", "spot": "original", "cents": 1000, "area": 1, "with": "cash"}

    def says(who: Someone, signer: str, role: str, **more: object) -> int:
        signed = {"name": signer, "role": role}
        doc = {"key": secrets.token_hex(8), "act": "say", "details": {**said, **more}, "as": "staff"}
        return who.client.post("/api/tables/RD-9/orders", json={**doc, "signed_by": signed}).status_code

    assert anna.do("RD-9", "say", **said).status_code in (403, 409), "a player does not confirm their own"
    assert dealer.do("RD-9", "say", **said, asked_by="L. Brandt", asked_role="dealer").status_code == 409
    assert boss.do("RD-9", "say", **said, asked_by="M. Okafor", asked_role="dealer").status_code == 409
    assert says(boss, "G. Soup", "casino supervisor", asked_role="dealer") == 409, "no dealer has said anything"
    assert says(boss, "l brandt", "dealer") == 403, "one person is not two"
    assert says(dealer, "L. Brandt", "casino supervisor") == 200


def test_who_decided_a_dispute_does_not_review_it(house: Served) -> None:
    house.open_table("RD-9", "vic-1997-red-dog")
    anna, boss = house.someone("Anna"), house.staff("casino supervisor", "L. Brandt")
    anna.must("RD-9", "complain", words="the third card")
    assert house.staff("inspector", "I. Spect").do("RD-9", "decide dispute", dispute=1, decision="x").status_code == 403
    boss.must("RD-9", "decide dispute", dispute=1, decision="it stands")
    anna.must("RD-9", "ask for review", dispute=1)
    again = house.staff("inspector", "l brandt").do("RD-9", "review", dispute=1, decision="it stands")
    assert again.status_code == 403 and "somebody else reviews" in again.json()["detail"], again.text
    house.staff("inspector", "I. Spect").must("RD-9", "review", dispute=1, decision="it stands")


def test_a_copied_session_does_what_its_owner_may_and_nothing_once_the_owner_is_somebody_else(house: Served) -> None:
    """On the open floor a cookie is the person: a copy adds no second person, and a changed one is nobody."""
    house.open_table("RD-9", "vic-1997-red-dog")
    dealer = house.staff()
    thief = Someone(house.client(cookies=dict(dealer.client.cookies)), "thief", "staff")
    thief.must("RD-9", "ask", act="void wagers", details={"player": "Anna"})
    refused = thief.do("RD-9", "allow", ask=1)
    assert refused.status_code == 403, "the copy is the dealer, who asked"
    forged = {name: value[:-2] + "xx" for name, value in dealer.client.cookies.items()}
    assert Someone(house.client(cookies=forged), "f", "staff").do("RD-9", "allow", ask=1).status_code == 401
    house.premises.ledger.settle_down()
    assert house.premises.ledger.newest("RD-9", "asked", 1)[0].by == "dealer:M. Okafor"
