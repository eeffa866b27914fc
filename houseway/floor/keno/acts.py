"""Acts: everything the keno computer can be asked to do, and by whom."""

from __future__ import annotations

from houseway.floor.keno import changing_over, claims, disputes, judging, paying, running, selling
from houseway.floor.keno.desk import Act, Keno, Order
from houseway.floor.people import CASINO_SUPERVISORS
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import ROLES, Role, standing_for, taken_by
from houseway.play.decision import Refused

SUPERVISING: tuple[Role, ...] = standing_for(("keno supervisor", "operator"))
WRITERS: tuple[Role, ...] = (*standing_for(("keno writer",)), *SUPERVISING)  # a keno writer is the dealer of this game
COUNTER: tuple[Role, ...] = ("player", *WRITERS)  # a player at a terminal plays with credit
RUNNING: tuple[Role, ...] = (*SUPERVISING, "house")

ACTS: dict[str, Act] = {
    "sell": selling.sell,
    "replay": selling.replay,
    "cancel": selling.cancel,
    "pay": paying.pay,
    "deposit": selling.deposit,
    "redeem": paying.redeem,
    "errand": selling.errand,
    "place errand": selling.place_errand,
    "open day": running.open_day,
    "close day": running.close_day,
    "tell players": running.tell_players,
    "tell inspector": running.tell_inspector,
    "take over": running.take_over,
    "change over": changing_over.change_over,
    "clock jumped": running.clock_jumped,
    "confirm clock": running.confirm_clock,
    "close game": running.close_game,
    "draw": running.draw_by_generator,
    "answer": running.answer,
    "attest": running.attest,
    "key draw": running.key_draw,
    "correct draw": judging.correct_draw,
    "confirm draw": running.confirm_draw,
    "bonus": running.offer_bonus,
    "promotion": running.load_promotion,
    "file claim": claims.file_claim,
    "decide claim": claims.decide_claim,
    "release unclaimed": claims.release_unclaimed,
    "use unclaimed": claims.use_unclaimed,
    "void ticket": judging.void_ticket,
    "invalidate": judging.invalidate,
    "settle owed": judging.settle_owed,
    "exclude": disputes.exclude,
    "readmit": disputes.readmit,
    "complain": disputes.complain,
    "decide dispute": disputes.decide_dispute,
    "ask for review": disputes.ask_for_review,
    "review": disputes.review,
    "ask for rules": disputes.ask_for_rules,
}

ROLES_OF_ACT: dict[str, tuple[Role, ...]] = {
    **dict.fromkeys(("sell", "replay", "cancel", "pay", "deposit", "redeem"), COUNTER),
    **dict.fromkeys(("errand", "place errand"), (*WRITERS, "keno runner")),
    **dict.fromkeys(("open day", "close day", "close game", "draw", "tell players", "tell inspector"), RUNNING),
    **dict.fromkeys(("answer", "key draw", "confirm draw"), WRITERS),
    **dict.fromkeys(("correct draw", "settle owed", "confirm clock"), SUPERVISING),
    "take over": RUNNING,
    **dict.fromkeys(("clock jumped", "change over"), ("house",)),
    **dict.fromkeys(
        ("bonus", "promotion", "release unclaimed", "use unclaimed", "void ticket", "invalidate"), CASINO_SUPERVISORS
    ),
    **dict.fromkeys(("exclude", "readmit", "decide dispute"), CASINO_SUPERVISORS),
    **dict.fromkeys(("file claim", "complain"), (*COUNTER, "inspector")),
    "ask for review": COUNTER,
    "ask for rules": tuple(role for role in ROLES if role != "house"),  # whoever asks is given a copy
    **dict.fromkeys(("decide claim", "attest", "review"), ("inspector",)),
}

# What each act rests on in the book, where the book names who does it. Of every other the house alone says whose it is.
RESTS_ON: dict[str, str] = {
    **dict.fromkeys(("sell", "replay", "cancel", "pay", "deposit", "redeem"), "desk.terminal"),
    "void ticket": "general.void_wagers",
    "exclude": "general.exclude",
    "readmit": "general.exclude",
    "invalidate": "general.disorder",
    "close day": "general.closing",
    "tell players": "general.closing",
    "tell inspector": "general.closing",
    "decide dispute": "general.dispute",
    "review": "general.dispute",
    "bonus": "kinds.bonus",
    "promotion": "schedules.special_3",
    "use unclaimed": "desk.unclaimed",
    "release unclaimed": "desk.unclaimed",
    "decide claim": "desk.lost",
    "attest": "draws.spill",
    "errand": "desk.runner",
    "place errand": "desk.runner",
    "correct draw": "draws.record",
}


def judge_act(keno: Keno, order: Order) -> Refused | None:
    """Whether this person may do this at the computer; by the provision that names another, where one does."""
    roles = ROLES_OF_ACT[order.act]
    if order.who.role in roles:
        return None
    name = RESTS_ON.get(order.act, "")
    if order.act == "invalidate" and order.details.get("ground") == "fraud":
        name = "general.fraud"
    if not name:
        return Refused(NO_CLAUSE, f"a {order.who.role} may not {order.act}", "role")
    people = taken_by(role for role in roles if role != "player")
    because = f"it takes {people}, and {order.who.name} is a {order.who.role}: {order.act}"
    return Refused(keno.edition.basis_of(name), because, "authority")
