"""State after: how a table's state moves, one entry after another.

One entry, as the ledger keeps it, gives the next state, and nothing else does. Starting up, recovering from a crash and auditing
are all the same fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from houseway.complaint import Complaint
from houseway.floor.law import Law
from houseway.floor.state import (
    OF_THE_MOMENT,
    Posted,
    Seat,
    SecretsNow,
    State,
    TerminalsNow,
    Unread,
    Waiting,
    highest,
    read_state,
)
from houseway.floor.tournament.here import TournamentHere
from houseway.floor.was_and_is import correction_told
from houseway.forms import Doc, read, write
from houseway.ledger import Stored
from houseway.play.driver import ruling_of
from houseway.play.irregular import VoidWagers
from houseway.play.secret import Form
from houseway.play.states import Status
from houseway.play.terminals import Station
from houseway.play.wagers import Jackpot, Limits, Marker, Sign, Wager


def after(state: State, kind: str, body: dict[str, Doc]) -> State:
    """The state once one more entry is on record."""
    return _AFTER[kind](state, body)


def as_folded(entries: Iterable[Stored]) -> Iterator[tuple[str, dict[str, Doc]]]:
    """Entries as the state takes them: a run of touches is taken at once."""
    for touched, run_of in groupby(entries, key=lambda entry: entry.kind == "touched"):
        if touched:
            entries_of = list(run_of)
            if any("archived" in entry.body for entry in entries_of):
                raise Complaint(
                    f"touches of {entries_of[0].stream} are in an archive; bring it back (houseway archive --back)"
                )
            yield "touched", {"touches": [touch for entry in entries_of for touch in entry.body["touches"]]}
        else:
            yield from ((entry.kind, entry.body) for entry in run_of)


def opened(body: dict[str, Doc]) -> State:
    return read_state(body["state"])


def _began(state: State, body: dict[str, Doc]) -> State:
    return replace(
        state,
        script=body["script"],
        tape=tuple(body["tape"]),
        carry=body["carry"],
        waiting=(),
        choices={},
        ready=tuple(body.get("ready", ())),
        chips=_wagers(body["chips"]),
        confirmed=tuple(body.get("confirmed", ())),
        prompt=state.prompt + 1,
        corrections=(),
        terminals=_next_spin(state.terminals),
        law=_law(state, body),
        day=body.get("day", state.day),
    )


def _next_spin(now: TerminalsNow) -> TerminalsNow:
    """Nothing is in the wheel, and the keys of before are used up."""
    same = not now.spun and now.seen_earlier == now.seen
    return now if same else replace(now, spun=False, seen_earlier=now.seen)


def _answered(state: State, body: dict[str, Doc]) -> State:
    return replace(
        state,
        tape=(*state.tape, *body["tape"]),
        chips=_wagers(body["chips"]),
        confirmed=(),
        choices=chosen_still(state.choices, body["tape"]),
        ready=(),
        prompt=state.prompt + 1,
        terminals=replace(state.terminals, spun=False) if _no_spin(state, body["tape"]) else state.terminals,
    )


def chosen_still(choices: Mapping[str, str], tape: list[Doc]) -> dict[str, str]:
    """A ruling by which wagers are void takes back what their own player has chosen, and nobody else's choice."""
    rulings = [ruling_of(doc) for doc in tape]
    if any(ruling is None for ruling in rulings):
        return {}
    void = {ruling.player for ruling in rulings if isinstance(ruling, VoidWagers)}
    return {player: choice for player, choice in choices.items() if player not in void}


def _no_spin(state: State, tape: list[Doc]) -> bool:
    """Whether a spin that was under way has come to nothing: the ball is to be spun again."""
    went_wrong = any(isinstance(doc, dict) and ("irregularity" in doc or "stopped_by" in doc) for doc in tape)
    return state.terminals.spun and went_wrong


def _corrected(state: State, body: dict[str, Doc]) -> State:
    return replace(
        state,
        corrections=(*state.corrections, correction_told(body)) if "signed_by" in body else state.corrections,
        script=body["script"],
        round=body["round"],
        carry=body["carry"],
        tape=tuple(body["tape"]),
        chips=_wagers(body["chips"]),
        confirmed=(),
        choices={},
        ready=(),
        prompt=state.prompt + 1,
        law=_law(state, body),
    )


def _placed(state: State, body: dict[str, Doc]) -> State:
    chips = {wager.key: wager for wager in state.chips}
    for item in body["wagers"]:
        wager = Wager(*item)
        lying = chips.get(wager.key)
        chips[wager.key] = wager if lying is None else replace(lying, cents=lying.cents + wager.cents)
    players = {item[0] for item in body["wagers"]}
    return replace(state, chips=tuple(chips.values()), ready=tuple(p for p in state.ready if p not in players))


def _withdrawn(state: State, body: dict[str, Doc]) -> State:
    chips = {wager.key: wager for wager in state.chips}
    for item in body["wagers"]:
        wager = Wager(*item)
        left = chips[wager.key].cents - wager.cents
        if left:
            chips[wager.key] = replace(wager, cents=left)
        else:
            del chips[wager.key]
    return replace(state, chips=tuple(chips.values()))


def _over(state: State, body: dict[str, Doc]) -> State:
    seats = tuple(
        replace(seat, idle=body["idle"].get(seat.player, 0)) if "idle" in body else seat for seat in state.seats
    )
    tournament = state.tournament
    # The first records do not say; then a hand counted in which anything was won or lost.
    counts = body.get("counts", not body["lines"] or any(line["outcome"] != "void" for line in body["lines"]))
    if tournament is not None and tournament.name:
        tournament = tournament.hand_over(counts)
    elif tournament is not None and state.secrets.last_hand and counts and body["lines"]:
        tournament = replace(tournament, played_out=True)
    last_hand = tournament is not None and tournament.is_last_hand
    secrets = SecretsNow(past_forms=state.forms, last_hand=last_hand)
    lasting = tuple(one for one in state.people.asked if one.act not in OF_THE_MOMENT)
    people = replace(state.people, asked=lasting) if lasting != state.people.asked else state.people
    return replace(state, seats=seats, round=state.round + 1, secrets=secrets, tournament=tournament, people=people)


def _sat(state: State, body: dict[str, Doc]) -> State:
    """Sitting down again, or elsewhere, makes nobody less idle."""
    before = state.seat_of(body["player"])
    seat = Seat(body["player"], body["area"], 0 if before is None else before.idle)
    return replace(state, seats=(*(x for x in state.seats if x.player != seat.player), seat))


def _left(state: State, body: dict[str, Doc]) -> State:
    seats = tuple(seat for seat in state.seats if seat.player != body["player"])
    given_up = {player: boxes for player, boxes in state.given_up.items() if player != body["player"]}
    if body["player"] in state.sign.let_have:
        let = {player: areas for player, areas in state.sign.let_have.items() if player != body["player"]}
        state = state.with_sign(let_have=let)
    return replace(state, seats=seats, waiting=(*state.waiting, body["event"]), given_up=given_up)


def _given_up(state: State, body: dict[str, Doc]) -> State:
    """A box called in from a player with several, or allowed again."""
    player, area = body["player"], body["area"]
    boxes = {*state.given_up.get(player, ()), area} if body["called_in"] else {*state.given_up.get(player, ())} - {area}
    others = {name: kept for name, kept in state.given_up.items() if name != player}
    return replace(state, given_up={**others, player: tuple(sorted(boxes))} if boxes else others)


def _limits(state: State, body: dict[str, Doc]) -> State:
    kind, sign = body.get("kind", ""), state.sign
    changes = {key: body[key] for key in ("minimum", "maximum", "unit") if key in body}
    posted = state.posted_minimum if "minimum" not in body else None
    if kind:
        changed = state.with_sign(kinds={**sign.kinds, kind: replace(sign.limits_for(kind), **changes)})
    else:
        changed = state.with_sign(limits=replace(sign.limits, **changes))
    return replace(changed, posted_minimum=posted)


def _marker(state: State, body: dict[str, Doc]) -> State:
    marker: Marker = read(Marker, body["marker"], "marker")
    others = tuple(m for m in state.sign.markers if (m.player, m.area) != (marker.player, marker.area))
    return state.with_sign(markers=(*others, marker) if marker.maximum else others)


def _let_have(state: State, body: dict[str, Doc]) -> State:
    """An area that one player is let use beside another."""
    player, area = body["player"], body["area"]
    let = (*state.sign.let_have.get(player, ()), area)
    return state.with_sign(let_have={**state.sign.let_have, player: let})


def _odds(state: State, body: dict[str, Doc]) -> State:
    sign: Sign = read(Sign, {**write(state.sign), "odds": body["odds"]}, "odds")
    return replace(state, set_up=replace(state.set_up, sign=sign), posted_odds=None)


def _tournament(state: State, body: dict[str, Doc]) -> State:
    """A tournament begins. Where its book asks for a list of conditions they are kept with it; elsewhere they are policies,
    chosen otherwise for as long as it lasts."""
    stated = "director" in body
    unkept = ("limits", "policies", *(() if stated else ("conditions",)))
    kept = {name: item for name, item in body.items() if name not in unkept}
    here: TournamentHere = read(TournamentHere, {"before": state.policies, **kept}, "tournament")
    chosen: dict[str, Doc] = body["policies"] if "policies" in body else {} if stated else body["conditions"]
    policies = {**state.policies, **chosen}
    since = state.round if here.apart else state.same_chips_since
    begun = replace(state, policies=policies, tournament=here, same_chips_since=since)
    if "limits" in body:
        begun = replace(begun, tournament=replace(here, sign_before=state.sign))
        begun = begun.with_sign(limits=read(Limits, body["limits"], "limits"), kinds={})
    return begun.with_secrets(last_hand=True) if here.is_last_hand else begun


def _entered(state: State, body: dict[str, Doc]) -> State:
    here = state.tournament or TournamentHere()
    return replace(state, tournament=replace(here, entrants=(*(here.entrants or ()), body["player"])))


def _substituted(state: State, body: dict[str, Doc]) -> State:
    here = state.tournament or TournamentHere()
    now = tuple(body["by"] if name == body["player"] else name for name in here.entrants or ())
    return replace(state, tournament=replace(here, entrants=now))


def _directed(state: State, body: dict[str, Doc]) -> State:
    told: dict[str, Doc] = {name: tuple(item) if isinstance(item, list) else item for name, item in body.items()}
    return replace(state, tournament=replace(state.tournament or TournamentHere(), **told))


def _passed(state: State) -> State:
    """Nobody wagered in time: the hand counts as played."""
    here = (state.tournament or TournamentHere()).hand_over(True)
    return replace(state, tournament=here, ready=()).with_secrets(last_hand=here.is_last_hand)


def _tournament_over(state: State, body: dict[str, Doc]) -> State:
    here = state.tournament or TournamentHere(before=state.policies)
    since = state.round if here.apart else state.same_chips_since
    over = replace(state, policies=here.before, tournament=None, same_chips_since=since).with_secrets(last_hand=False)
    return over if here.sign_before is None else replace(over, set_up=replace(over.set_up, sign=here.sign_before))


def _station(state: State, body: dict[str, Doc]) -> State:
    station: Station = read(Station, body["station"], "station")
    return state.with_terminals(stations={**state.stations, station.name: station})


def _detached(state: State, body: dict[str, Doc]) -> State:
    left = {name: one for name, one in state.stations.items() if name != body["station"]}
    return state.with_terminals(stations=left)


def _recalculated(state: State, body: dict[str, Doc]) -> State:
    chips = _wagers(body.get("chips", ()))
    return replace(
        state,
        carry=body["carry"],
        tape=tuple(body["tape"]),
        chips=chips,
        confirmed=(),
        ready=(),
        prompt=state.prompt + 1,
    )


def _touched(state: State, body: dict[str, Doc]) -> State:
    """Many touches at once, in the order they came."""
    chips: dict[str, dict[str, int]] = {}
    keys: dict[str, dict[str, int]] = {}
    for key, station, new, *_ in body["touches"]:
        chips.setdefault(station, {}).update(new or {})  # a refused touch changes nothing and stays refused
        known = keys[station] if station in keys else dict(state.terminals.seen.get(station, {}))
        if (counted := highest(known, key)) is not None:
            known[counted[0]] = counted[1]
            keys[station] = known
    return state.touched(chips, keys)


def _judged_again(state: State, body: dict[str, Doc]) -> State:
    """A settled round was judged again; where that reaches the round being played, it goes on from there."""
    if "carry" not in body:
        return state
    return replace(
        state, carry=body["carry"], tape=tuple(body["tape"]), chips=_wagers(body["chips"]), prompt=state.prompt + 1
    )


def _held_winnings(state: State, body: dict[str, Doc]) -> State:
    player = body["player"]
    withheld = {**state.withheld, player: state.withheld.get(player, 0) + body.get("cents", 0)}
    return replace(state, withheld={name: cents for name, cents in withheld.items() if cents})


def _forfeited(state: State, player: str, cents: int) -> State:
    forfeited = {**state.forfeited, player: state.forfeited.get(player, 0) + cents}
    return replace(state, forfeited={name: cents for name, cents in forfeited.items() if cents})


def _withholding_over(state: State, body: dict[str, Doc]) -> State:
    player, after = body["player"], state
    if body.get("forfeited"):
        after = _forfeited(state, player, body["cents"])
    return replace(after, withheld={name: cents for name, cents in state.withheld.items() if name != player})


def _withholding_less(state: State, body: dict[str, Doc]) -> State:
    """What is kept back, or was forfeited, is less by what was not won after all."""
    again = body.get("forfeited", 0)
    less = _held_winnings(state, {"player": body["player"], "cents": again - body["cents"]})
    return _forfeited(less, body["player"], -again) if again else less


def _complained(state: State, body: dict[str, Doc]) -> State:
    number = state.disputes + 1
    who = {**state.complainants, str(number): body["complainant"]} if "complainant" in body else state.complainants
    return _disputed(replace(state, disputes=number, complainants=who), body, "open")


def _disputed(state: State, body: dict[str, Doc], step: str) -> State:
    number = body.get("dispute", state.disputes)
    return replace(state, dispute_steps={**state.dispute_steps, str(number): step})


def _decided(state: State, body: dict[str, Doc]) -> State:
    number, who = str(body.get("dispute", state.disputes)), (body.get("name", ""), body.get("badge", ""))
    return _disputed(replace(state, deciders={**state.deciders, number: who}), body, "decided")


def _asked(state: State, body: dict[str, Doc]) -> State:
    one: Waiting = read(Waiting, body, "asked")
    return replace(state, people=replace(state.people, asked=(*state.people.asked, one), asks=one.number))


def _answered_ask(state: State, body: dict[str, Doc]) -> State:
    left = tuple(one for one in state.people.asked if one.number != body["number"])
    return replace(state, people=replace(state.people, asked=left))


def _told(state: State, body: dict[str, Doc]) -> State:
    one: Unread = read(Unread, body, "told")
    return replace(state, people=replace(state.people, unread=(*state.people.unread, one), notices=one.number))


def _acknowledged(state: State, body: dict[str, Doc]) -> State:
    left = []
    for one in state.people.unread:
        roles = tuple(role for role in one.roles if one.number != body["number"] or role not in body["roles"])
        if roles:
            left.append(replace(one, roles=roles))
    return replace(state, people=replace(state.people, unread=tuple(left)))


def _same(state: State, body: dict[str, Doc]) -> State:
    return state


def _law(state: State, body: dict[str, Doc]) -> Law | None:
    """The law that an entry pins; the first houses pinned none."""
    return read(Law, body["law"], "law") if body.get("law") is not None else state.law


def _wagers(doc: list[Doc]) -> tuple[Wager, ...]:
    return tuple(Wager(*item) for item in doc)


_AFTER: dict[str, Callable[[State, dict[str, Doc]], State]] = {
    "began": _began,
    "answered": _answered,
    "corrected": _corrected,
    "round-over": _over,
    "placed": _placed,
    "withdrawn": _withdrawn,
    "confirmed": lambda s, b: replace(s, confirmed=tuple(dict.fromkeys((*s.confirmed, b["player"])))),
    "chose": lambda s, b: replace(s, choices={**s.choices, b["player"]: b["choice"]}),
    "ready": lambda s, b: replace(s, ready=tuple(dict.fromkeys((*s.ready, b["player"])))),
    "sat": _sat,
    "left": _left,
    "event": lambda s, b: replace(s, waiting=(*s.waiting, b["event"]), dealer=b.get("dealer", s.dealer)),
    "shared": lambda s, b: s.with_sign(players_per_area=b["players"]),
    "limits": _limits,
    "marker": _marker,
    "area-let": _let_have,
    "differential": lambda s, b: s.with_sign(differential=b["cents"]),
    "odds": _odds,
    "jackpot": lambda s, b: s.with_sign(jackpot=read(Jackpot, b["jackpot"], "jackpot")),
    "posted-minimum": lambda s, b: replace(s, posted_minimum=Posted(b["what"], b["since"])),
    "posted-closing": lambda s, b: replace(s, posted_closing=Posted(b["what"], b["since"])),
    "posted-odds": lambda s, b: replace(s, posted_odds=Posted(b["what"], b["since"])),
    "inspector-told": lambda s, b: replace(s, inspector_told=True),
    "frozen": lambda s, b: replace(s, status=Status.FROZEN, frozen_why=b.get("why", "")),
    "released": lambda s, b: replace(s, status=Status.OPEN, frozen_why=""),
    "closed": lambda s, b: replace(
        s,
        status=Status.CLOSED,
        seats=(),
        posted_closing=None,
        inspector_told=False,
        day="over",
        given_up={},
        cards_unchecked=b.get("unchecked", False),
    ),
    "cards-checked": lambda s, b: replace(s, cards_unchecked=False),
    "reopened": lambda s, b: replace(s, status=Status.OPEN),
    "excluded": lambda s, b: replace(s, excluded={**s.excluded, b["player"]: b["ground"]}),
    "readmitted": lambda s, b: replace(s, excluded={k: v for k, v in s.excluded.items() if k != b["player"]}),
    "warned": lambda s, b: replace(s, warned={**s.warned, b["player"]: b["ground"]}),
    "held-winnings": _held_winnings,
    "withholding-less": _withholding_less,
    "withholding-over": _withholding_over,
    "complained": _complained,
    "review-asked": lambda s, b: _disputed(s, b, "review asked for"),
    "reviewed": lambda s, b: _disputed(s, b, "reviewed"),
    "tournament": _tournament,
    "entered": _entered,
    "tournament-directed": _directed,
    "substituted": _substituted,
    "tournament-over": _tournament_over,
    "reserved": lambda s, b: replace(s, tournaments_only=b["tournaments"]),
    "hand-passed": lambda s, b: _passed(s),
    "defaulted": lambda s, b: _directed(s, {"defaulted": tuple(b["players"])}),
    "station": _station,
    "detached": _detached,
    "recalculated": _recalculated,
    "judged-again": _judged_again,
    "touched": _touched,
    "period": lambda s, b: s.with_terminals(period=b["seconds"]),
    "period-began": _same,
    "signed-on": lambda s, b: replace(s, dealer=b["dealer"]),
    "changed": _same,
    "hand-pay": lambda s, b: replace(s, hand_pays={**s.hand_pays, f"{b['round']} {b['player']}": b["cents"]}),
    "hand-pay-signed": lambda s, b: replace(
        s, hand_pays={k: v for k, v in s.hand_pays.items() if k != f"{b['round']} {b['player']}"}
    ),
    "called": lambda s, b: replace(s, calls={**s.calls, b["player"]: b["at"]}),
    "call-answered": lambda s, b: replace(s, calls={k: v for k, v in s.calls.items() if k != b["player"]}),
    "spun": lambda s, b: s.with_terminals(spun=True),
    "fault": _same,
    "owed-settled": _same,
    "form": lambda s, b: s.with_secrets(forms=(*s.forms, read(Form, b["form"], "form"))),
    "form-back": lambda s, b: s.with_secrets(forms=tuple(form for form in s.forms if form.player != b["player"])),
    "form-examined": lambda s, b: s.with_secrets(examined=(*s.secrets.examined, b["player"])),
    "last-hand": lambda s, b: s.with_secrets(last_hand=True),
    "asked": _asked,
    "allowed": _answered_ask,
    "declined": _answered_ask,
    "told": _told,
    "acknowledged": _acknowledged,
    "decided": _decided,
    "recorded": _same,
    "paper": _same,
    "rules-given": _same,
    "box-given-up": _given_up,
    "set-checked": lambda s, b: replace(s, set_checked=b["round"]),
    "changed-over": _same,
    "warned-elsewhere": lambda s, b: replace(s, carry=b["carry"]),
    "burn-turned": lambda s, b: replace(s, carry=b["carry"], tape=tuple(b["tape"])),
}
