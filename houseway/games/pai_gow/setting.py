"""Setting: players set their tiles in two hands, or have them set by the Houseway; the bank sets last."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.pai_gow.covering import name_callers, without_bank
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import Conceded, TilesSet
from houseway.games.pai_gow.hands import Setting
from houseway.games.pai_gow.irregular import answered, mishaps_before_bank, mishaps_set
from houseway.games.pai_gow.prompts import SET, SetTiles
from houseway.games.pai_gow.touching import as_held
from houseway.law.clause import Basis
from houseway.play.decision import Refused
from houseway.play.layout import LOSES
from houseway.play.prompts import Option
from houseway.play.script import Script


def set_by_players(deal: Deal) -> Script[bool]:
    """Every player sets, concedes or asks for the Houseway; an area that nobody attends is set by the Houseway. False where the
    round is void."""
    playing, houseway, extra = deal.terms.playing, deal.terms.houseway, deal.terms.bonanza
    if deal.layout.ruled or deal.layout.out:
        yield from name_callers(deal)
    areas = {player: area for area, player in deal.calls.items() if player and area not in deal.out}
    if areas:
        closed: dict[str, dict[str, Refused]] = {}
        for player, area in areas.items():
            there = [wager for wager in deal.wagers if wager.area == area]
            no = closed.setdefault(player, {})
            if any(wager.player != player for wager in there):
                no["concede"] = Refused(playing.concede.by, f"others wager on area {area}; it cannot be conceded")
            own = {wager.spot for wager in there if wager.player == player}
            if extra is not None and "tie" in own and "wager" not in own:
                no["houseway"] = Refused(extra.own_setting.by, "for a Tie wager players set their own tiles")
        by = playing.set_hands.by + houseway.asked.by
        if extra is not None and any(wager.spot == "tie" for wager in deal.wagers):
            by = by + extra.one_setting.by
        ask = SetTiles(
            by, "Set the high and the low hand", tuple(areas), _ways_to_set(deal, True),
            held={player: deal.tiles[area] for player, area in areas.items()}, areas=areas, closed=closed,
            touched=houseway.touched.by, controllers=playing.controller.by + playing.caller.by,
        )  # fmt: skip
        answers = yield from answered(
            deal, lambda possible: replace(ask, mishaps=possible), mishaps_before_bank(deal, tuple(areas.values()))
        )
        if answers is None:
            return False
        for player, area in areas.items():
            if answers[player] != "houseway":
                deal.touched.discard(area)  # they are the player's own to set
            yield from _hand_set(deal, area, player, answers[player])
    for area in sorted(area for area, player in deal.calls.items() if not player and area not in deal.out):
        yield from _by_houseway(deal, area, playing.unattended.by, "")
    return True


def _ways_to_set(deal: Deal, concede: bool) -> tuple[Option, ...]:
    houseway, playing = deal.terms.houseway, deal.terms.playing
    options = [Option("houseway", "Ask for the Houseway", by=houseway.asked.by)]
    if concede:
        options.append(Option("concede", "Concede", by=playing.concede.by))
    return (*options, Option(SET, "Set hand", by=playing.set_hands.by, on_cloth=True))


def _hand_set(deal: Deal, area: int, player: str, choice: str) -> Script[None]:
    playing = deal.terms.playing
    if choice == "concede":
        deal.out.add(area)
        yield Conceded(playing.concede.by, area, player)
        there = [wager for wager in deal.wagers if wager.area == area]
        if not deal.bank_stands:
            yield from without_bank(deal, [wager for wager in there if wager.spot == "wager"])
            there = list(deal.layout.still_on(there))
        deal.conceded += sum(deal.layout.live(wager) for wager in there if wager.spot == "wager")
        yield from deal.layout.settle(there, LOSES, playing.concede.by)
    elif choice == "houseway":
        yield from _by_houseway(deal, area, deal.terms.houseway.asked.by + deal.terms.houseway.computer.by, player)
    else:
        text = choice.removeprefix(SET).strip()
        if text:
            deal.settings[area] = as_held(deal, area, Setting.parse(text))
        yield TilesSet(playing.set_hands.by, area, "own", str(deal.settings[area]) if text else "", player)


def _by_houseway(deal: Deal, area: int, by: Basis, to: str) -> Script[None]:
    deal.by_houseway[area] = ""
    if deal.tiles[area]:
        found = deal.terms.houseway.way.set(deal.tiles[area])
        deal.settings[area], deal.by_houseway[area] = found.setting, found.rule
    shown = str(deal.settings[area]) if area in deal.settings else ""
    yield TilesSet(by + deal.terms.houseway.applies.by, area, "houseway", shown, to)


def set_by_bank(deal: Deal) -> Script[bool]:
    """The bank sets last: the House and a bank with the House by the Houseway, a player's bank as the player likes."""
    playing, houseway = deal.terms.playing, deal.terms.houseway
    if deal.method != "bank":
        last = playing.house_last if deal.method == "house" else playing.co_last
        yield from _by_houseway(deal, deal.chung, last.by, "")
        return True
    banker = deal.sets_bank
    by = playing.player_last.by + houseway.asked.by
    ask = SetTiles(
        by if banker == deal.banker else by + deal.terms.bank.shared.by, "Set the bank's hands, last of all", (banker,),
        _ways_to_set(deal, False), held={banker: deal.tiles[deal.chung]}, areas={banker: deal.chung},
        touched=houseway.touched.by, controllers=playing.controller.by + playing.player_last.by,
    )  # fmt: skip
    answers = yield from answered(deal, lambda possible: replace(ask, mishaps=possible), mishaps_set(deal))
    if answers is None:
        return False
    yield from _hand_set(deal, deal.chung, banker, answers[banker])
    deal.bank_is_set = True
    return True
