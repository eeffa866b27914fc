"""The play: one round of Pai Gow, in the order the rules tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from houseway.games.pai_gow import bank as banking
from houseway.games.pai_gow.carry import Carry
from houseway.games.pai_gow.cuts import from_chung
from houseway.games.pai_gow.events import (
    EVERY_AREA,
    BonusAwarded,
    CallerKnown,
    ChungPlaced,
    CommissionTaken,
    Conceded,
    Corrected,
    Covered,
    HandShown,
    HandsSet,
    HandVoid,
    Matched,
    Paid,
    TilesDealt,
    TilesGathered,
    TilesMixed,
    TilesRetrieved,
    TilesSet,
    UnusedShown,
)
from houseway.games.pai_gow.hands import Setting, kinds
from houseway.games.pai_gow.matching import bonus, match, tie_odds
from houseway.games.pai_gow.prompts import SET, CheckSetting, OpenTiles, SetTiles, TakeChung
from houseway.games.pai_gow.seating import Wagering, callers
from houseway.games.pai_gow.terms import Terms
from houseway.games.pai_gow.woodpile import cut, prepare
from houseway.kit.tiles import Tile
from houseway.law.clause import Basis
from houseway.money import Cents, Odds
from houseway.play.decision import Refused
from houseway.play.events import Chosen, Decided, Noted, WentWrong
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.layout import LOSES, VOID, Layout
from houseway.play.prompts import Confirm, Option, OutOfTurn, Stack
from houseway.play.script import Round, Script, Settlement, call, choose, confirm, read_sign
from houseway.play.states import RoundResult
from houseway.play.wagers import Sign, Wager

__all__ = ["play", "prepare"]

RESULTS = {"player": RoundResult.WIN, "banker": RoundResult.LOSE, "standoff": RoundResult.STAND_OFF}
VOID_OR_PLAY = (Option("play", "Play the hand"), Option("void", "Call the hand void"))
SHOW_OR_NOT = (Option("no", "Nobody asks"), Option("show", "A player asks to see the House's hand"))


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general, terms.places)
    wagering = Wagering(terms, carry, sign)
    layout = Layout(terms.general, terms.places, wagering.limits, carry.advised)
    layout.lay_open("wagers", wagering.may_stay(carry.lying))
    deal = Deal(terms, carry, layout, wagering.house_limits)
    yield from deal.chung_placed()
    laid = yield from layout.take(
        "wagers", wagering.basis(), wagering.spots, own_rule=wagering.judge, whole=wagering.whole
    )
    yield call(
        terms.no_more_bets,
        by=terms.no_more_bets.by + (Basis(()) if deal.banker == "" else terms.no_more_bets_player.by),
    )
    return (yield from deal.played(laid))


class Reshuffled(Exception):
    """The tiles are mixed again and the deal begins anew; the wagers stay."""


class Deal:
    """One round, from the covered wagers to the tiles gathered."""

    def __init__(self, terms: Terms, carry: Carry, layout: Layout, house_limits: Sign) -> None:
        self.terms, self.carry, self.layout, self.sign = terms, carry, layout, layout.sign
        self.house_limits = house_limits
        held = carry.bank
        self.method = "house" if held is None else held.method
        self.banker = "" if held is None else held.player
        self.chung = terms.bank.house_chung.value if held is None else held.area
        self.shaker = "" if held is None or not held.shakers else held.shakers[-1]
        self.wagers: tuple[Wager, ...] = ()
        self.in_bank: tuple[Wager, ...] = ()  # the bank's own wagers
        self.calls: dict[int, str] = {}
        self.tiles: dict[int, tuple[Tile, ...]] = {}  # none at an area: nobody has seen them
        self.settings: dict[int, Setting] = {}
        self.by_houseway: dict[int, str] = {}  # areas set by the Houseway, with the line
        self.out: set[int] = set()  # conceded or void
        self.touched: set[int] = set()
        self.conceded: Cents = 0  # lost without a match
        self.standing: list[Wager] = []  # stand-offs, which stay where they are

    # The bank and the wagers

    def chung_placed(self) -> Script[None]:
        rule = self.terms.bank
        by = rule.chung.by + (rule.house_chung.by if self.method == "house" else self.terms.playing.player_tiles.by)
        if self.method == "co-bank":
            by = by + rule.co.by
        yield ChungPlaced(by, self.chung, self.method, self.banker)

    def played(self, laid: tuple[Wager, ...]) -> Script[Settlement]:
        self.in_bank = tuple(wager for wager in laid if wager.spot == "bank")
        self.wagers = tuple(wager for wager in laid if wager.spot != "bank")
        if not self.wagers:
            yield from self.layout.settle(self.in_bank, VOID, self.terms.wagers.by)
            yield Noted(self.terms.wagers.by, "No wager lies on the table; no tiles are dealt")
            return (yield from self._gathered(()))
        yield from self._covered()
        yield from self._callers()
        while True:
            try:
                alive = yield from self._dealt()
                break
            except Reshuffled:
                yield TilesMixed(self.terms.wrong.reshuffle.by, "The dealer", "shuffle")
                self.tiles, self.settings, self.by_houseway, self.touched = {}, {}, {}, set()
        if not alive:
            return (yield from self._gathered((), void=True))
        still = self.layout.still_on(self.wagers)
        if still and all(wager.spot == "bonus" for wager in still) and self.method == "house":
            yield from self._bonus_only()
        else:
            yield from self._bank_shown()
        order = yield from self._opened()
        yield from self._unused()
        return (yield from self._gathered(order))

    def _covered(self) -> Script[None]:
        """A player's bank must cover what was declared; where it does not, the round is played another way."""
        if self.method == "house":
            return
        rule = self.terms.bank
        while self.method != "house":
            declared = self._declared(self.sign)
            staked = sum(wager.cents for wager in self.in_bank)
            needed = declared if self.method == "bank" else -(-declared // 2)
            by = rule.cover.by if self.method == "bank" else rule.half.by + rule.matched.by
            yield Covered(by + rule.stake.by, staked, declared, staked >= needed)
            if staked >= needed:
                return
            yield from self._another_way(by, staked)

    def _declared(self, sign: Sign) -> Cents:
        """What the wagers come to under a sign."""
        general = self.terms.general
        regular = (wager for wager in self.wagers if wager.spot == "wager")
        return sum(general.live_part(sign, False, wager, None).cents for wager in regular)

    def _another_way(self, by: Basis, staked: Cents) -> Script[None]:
        rule = self.terms.bank
        declared = self._declared(self.house_limits)
        short = Refused(rule.half.by, "the bank does not hold half of the wagers")
        co = Option(
            "co-bank", "Bank half with the House", closed=short if 2 * staked < declared else None, by=rule.co_bank.by
        )
        way = "house"
        if self.method == "bank":
            way = yield from choose(
                by, f"player {self.banker}", "The bank does not cover the wagers. How is the round played?",
                (Option("house", "The House holds the bank"), co), "house",
            )  # fmt: skip
        self.method = way
        self.sign = self.house_limits  # the House has a part in it, and its maximum holds
        self.layout.under(self.sign)
        if way == "house":
            yield from self.layout.settle(self.in_bank, VOID, by)
            self.in_bank, self.banker = (), ""
            self.chung = rule.house_chung.value
            on_one = tuple(wager for wager in self.wagers if wager.area == self.chung)
            yield from self.layout.settle(on_one, VOID, rule.house_chung.by)
            self.wagers = tuple(wager for wager in self.wagers if wager.area != self.chung)
        yield from self.chung_placed()

    @property
    def _bank_stands(self) -> bool:
        """Whether the bank holds what it must without the stakes that a ruling has declared void."""
        stakes = self.layout.not_void(self.in_bank)
        if self.method == "house" or len(stakes) == len(self.in_bank):
            return True
        at_risk = sum(w.cents for w in self.layout.not_void(self.wagers) if w.spot == "wager")
        needed = at_risk if self.method == "bank" else -(-at_risk // 2)
        return bool(stakes) and sum(wager.cents for wager in stakes) >= needed

    def _callers(self) -> Script[None]:
        playing, extra = self.terms.playing, self.terms.bonanza
        self.calls = callers([wager for wager in self.wagers if wager.area != self.chung], self.sign)
        for area in sorted(self.calls):
            on_area = [wager for wager in self.wagers if wager.area == area]
            shared = len({wager.player for wager in on_area}) > 1
            by = playing.controller.by + playing.known_before.by
            if shared:
                by = by + playing.caller.by
                equal = len({wager.cents for wager in on_area}) == 1
                by = by + (playing.nearest_calls.by if equal else playing.highest_calls.by)
            if extra is not None:
                by = by + extra.order.by
            if not self.calls[area]:
                by = playing.one_area.by + playing.unattended.by
            yield CallerKnown(by, area, self.calls[area])

    # Dice, cut, delivery, setting

    def _dealt(self) -> Script[bool]:
        """Until every hand is set; False where the round is void."""
        found = yield from cut(self.terms, self.chung, self.banker, self.shaker)
        playing = self.terms.playing
        stacked = yield Stack(
            self.terms.tiles.full_set.by + playing.deliver.by, "Deliver the tiles, four to every area"
        )
        dealt = found.delivery.dealt(stacked, found.first) if stacked else dict.fromkeys(EVERY_AREA, ())
        in_play = [*self.calls, self.chung]
        for area in from_chung(found.first, EVERY_AREA):
            self.tiles[area] = dealt[area]
            if area in in_play:
                yield TilesDealt(playing.deliver.by, area, dealt[area], self._who(area))
        unused = tuple(area for area in EVERY_AREA if area not in in_play)
        yield TilesRetrieved(playing.retrieve.by + playing.unseen.by, unused)
        where = {"house": playing.house_tiles, "bank": playing.player_tiles, "co-bank": playing.co_tiles}[self.method]
        if not (yield from self._without_mishap(where.by, "The tiles lie before their players", self._mishaps_dealt())):
            return False
        yield from self._set_by_players()
        if not (yield from self._set_by_bank()):
            return False
        return (yield from self._chung_taken())

    def _chung_taken(self) -> Script[bool]:
        """The hands are set. Until the Chung is taken off the bank's tiles, who asked for the Houseway may still touch them."""
        by, houseway = self.terms.playing.locked.by, self.terms.houseway
        mishaps = self._mishaps_set()
        while True:
            asked = {self.calls[area]: area for area in self._by_request() if area != self.chung}
            held = {player: self.tiles[area] for player, area in asked.items()}
            act = "Take the Chung off the bank's tiles"
            answer = yield TakeChung(by, act, "dealer", mishaps, None, asked, held, houseway.touched.by)
            if isinstance(answer, OutOfTurn):
                yield from self._touched(asked[answer.player], answer.value.removeprefix(SET).strip())
                continue
            if not isinstance(answer, Irregularity):
                yield HandsSet(by)
                return True
            mishap = yield from self._befell(answer, mishaps)
            if not (yield from self._mended(answer, mishap)):
                return False
            mishaps = _still_possible(mishaps, mishap, answer.area)

    def _by_request(self) -> list[int]:
        """The areas that the dealer has set by the Houseway because their players asked, and that nobody has touched since."""
        asked = [area for area, player in self.calls.items() if player and area in self.by_houseway]
        if self.method == "bank" and self.chung in self.by_houseway:
            asked.append(self.chung)
        return sorted(area for area in asked if area not in self.out and area not in self.touched)

    def _touched(self, area: int, text: str) -> Script[None]:
        """A player who asked for the Houseway has touched the tiles, and answers for the setting."""
        by, player = self.terms.houseway.touched.by, self.calls[area]
        self.touched.add(area)
        yield Noted(by, f"{player} touched the tiles of area {area} and answers for them")
        if text:
            del self.by_houseway[area]
            self.settings[area] = self._as_held(area, Setting.parse(text))
            yield TilesSet(by, area, "own", str(self.settings[area]), player)

    def _befell(self, answer: Irregularity, mishaps: tuple[Mishap, ...]) -> Script[Mishap]:
        mishap = next(item for item in mishaps if item.kind == answer.kind)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        if answer.kind == "reshuffle":
            raise Reshuffled
        return mishap

    def _who(self, area: int) -> str:
        return (self.banker if self.method == "bank" else "") if area == self.chung else self.calls.get(area, "")

    def _mishaps_dealt(self) -> tuple[Mishap, ...]:
        wrong = self.terms.wrong
        players = tuple(area for area in self.calls if area not in self.out)
        own = (
            ()
            if self.method != "bank"
            else (Mishap("own-exposed", "The banker exposed own tiles", wrong.own_exposed.by),)
        )
        bank = wrong.house_exposed if self.method == "house" else wrong.bank_exposed
        on_players = () if not players else (
            Mishap("exposed", "The dealer exposed two or more of a player's tiles", wrong.exposed.by, areas=players),
            Mishap("exposed-one", "The dealer exposed one tile", wrong.exposed.by, areas=players),
        )  # fmt: skip
        return (
            *on_players,
            Mishap("bank-exposed", "The dealer exposed tiles of the bank", bank.by),
            *own,
            Mishap("misdeal", "The tiles were delivered incorrectly", wrong.misdeal.by),
            self._reshuffle,
        )

    @property
    def _reshuffle(self) -> Mishap:
        label = "The game supervisor has the tiles shuffled again"
        return Mishap("reshuffle", label, self.terms.wrong.reshuffle.by, directed=True)

    def _mishaps_set(self) -> tuple[Mishap, ...]:
        asked = tuple(a for a in sorted(self.by_houseway) if self.calls.get(a) and a not in self.out)
        touched = (Mishap("touched", "A player touched tiles after asking for the Houseway",
                          self.terms.houseway.touched.by, areas=asked),) if asked else ()  # fmt: skip
        return (*touched, self._reshuffle)

    def _without_mishap(self, by: Basis, act: str, mishaps: tuple[Mishap, ...]) -> Script[bool]:
        """A step people perform, with what may go wrong in it; False where the round is void."""
        while True:
            answer = yield Confirm(by, act, "dealer", mishaps)
            if not isinstance(answer, Irregularity):
                return True
            mishap = yield from self._befell(answer, mishaps)
            if not (yield from self._mended(answer, mishap)):
                return False
            mishaps = _still_possible(mishaps, mishap, answer.area)

    def _mended(self, answer: Irregularity, mishap: Mishap) -> Script[bool]:
        wrong = self.terms.wrong
        match answer.kind:
            case "misdeal":
                yield from self._round_void(wrong.misdeal.by)
                return False
            case "exposed":
                yield from self._may_void(answer.area, mishap.by)
            case "bank-exposed" if self.method != "house":
                choice = yield from choose(
                    mishap.by, f"player {self.banker}", "Two tiles were exposed. Play?", VOID_OR_PLAY
                )
                yield Chosen(mishap.by, self.banker, choice)
                if choice == "void":
                    yield from self._round_void(mishap.by)
                    return False
            case "touched":
                yield from self._touched(answer.area, "")
            case _:
                yield Noted(mishap.by, "The hand is played")
        return True

    def _may_void(self, area: int, by: Basis) -> Script[None]:
        """Before looking at the other tiles, a player whose tiles the dealer exposed may call the hand void."""
        on_area = [wager for wager in self.wagers if wager.area == area]
        player = self.calls[area] or on_area[0].player
        choice = yield from choose(
            by, f"player {player}", "Two of your tiles were exposed. Play the hand?", VOID_OR_PLAY
        )
        yield Chosen(by, player, choice)
        if choice == "void":
            self.out.add(area)
            yield HandVoid(by, area)
            yield from self.layout.settle(on_area, VOID, by)

    def _round_void(self, by: Basis) -> Script[None]:
        yield Decided(by, RoundResult.VOID)
        yield from self.layout.settle((*self.wagers, *self.in_bank), VOID, by)
        yield TilesMixed(by, "The dealer", "shuffle")

    def _set_by_players(self) -> Script[None]:
        playing, houseway, extra = self.terms.playing, self.terms.houseway, self.terms.bonanza
        areas = {player: area for area, player in self.calls.items() if player and area not in self.out}
        if areas:
            closed: dict[str, dict[str, Refused]] = {}
            for player, area in areas.items():
                there = [wager for wager in self.wagers if wager.area == area]
                no = closed.setdefault(player, {})
                if any(wager.player != player for wager in there):
                    no["concede"] = Refused(playing.concede.by, f"others wager on area {area}; it cannot be conceded")
                own = {wager.spot for wager in there if wager.player == player}
                if extra is not None and "tie" in own and "wager" not in own:
                    no["houseway"] = Refused(extra.own_setting.by, "for a Tie wager players set their own tiles")
            by = playing.set_hands.by + houseway.asked.by
            if extra is not None and any(wager.spot == "tie" for wager in self.wagers):
                by = by + extra.one_setting.by
            answers = yield SetTiles(
                by, "Set the high and the low hand", tuple(areas), self._ways_to_set(True),
                held={player: self.tiles[area] for player, area in areas.items()}, areas=areas, closed=closed,
                touched=houseway.touched.by,
            )  # fmt: skip
            for player, area in areas.items():
                yield from self._hand_set(area, player, answers[player])
        for area in sorted(area for area, player in self.calls.items() if not player and area not in self.out):
            yield from self._houseway(area, playing.unattended.by, "")

    def _ways_to_set(self, concede: bool) -> tuple[Option, ...]:
        houseway, playing = self.terms.houseway, self.terms.playing
        options = [Option("houseway", "Ask for the Houseway", by=houseway.asked.by)]
        if concede:
            options.append(Option("concede", "Concede", by=playing.concede.by))
        return (*options, Option(SET, "Set hand", by=playing.set_hands.by, on_cloth=True))

    def _hand_set(self, area: int, player: str, choice: str) -> Script[None]:
        playing = self.terms.playing
        if choice == "concede":
            self.out.add(area)
            yield Conceded(playing.concede.by, area, player)
            there = [wager for wager in self.wagers if wager.area == area]
            if not self._bank_stands:
                yield from self._without_bank([wager for wager in there if wager.spot == "wager"])
                there = list(self.layout.still_on(there))
            self.conceded += sum(self.layout.live(wager) for wager in there if wager.spot == "wager")
            yield from self.layout.settle(there, LOSES, playing.concede.by)
        elif choice == "houseway":
            yield from self._houseway(area, self.terms.houseway.asked.by + self.terms.houseway.computer.by, player)
        else:
            text = choice.removeprefix(SET).strip()
            if text:
                self.settings[area] = self._as_held(area, Setting.parse(text))
            yield TilesSet(playing.set_hands.by, area, "own", str(self.settings[area]) if text else "", player)

    def _as_held(self, area: int, setting: Setting) -> Setting:
        """The setting in the very tiles that lie there, whichever of two like ones was named."""
        left = list(self.tiles[area])

        def take(hand: tuple[Tile, Tile]) -> tuple[Tile, Tile]:
            found = []
            for tile in hand:
                own = next((t for t in left if t is tile), None) or next(t for t in left if t.kind is tile.kind)
                left.remove(own)
                found.append(own)
            return found[0], found[1]

        return Setting(take(setting.high), take(setting.low))

    def _houseway(self, area: int, by: Basis, to: str) -> Script[None]:
        self.by_houseway[area] = ""
        if self.tiles[area]:
            found = self.terms.houseway.way.set(self.tiles[area])
            self.settings[area], self.by_houseway[area] = found.setting, found.rule
        shown = str(self.settings[area]) if area in self.settings else ""
        yield TilesSet(by + self.terms.houseway.applies.by, area, "houseway", shown, to)

    def _set_by_bank(self) -> Script[bool]:
        """The bank sets last: the House and a bank with the House by the Houseway, a player's bank as the player likes."""
        playing, houseway = self.terms.playing, self.terms.houseway
        if self.method != "bank":
            last = playing.house_last if self.method == "house" else playing.co_last
            yield from self._houseway(self.chung, last.by, "")
            return True
        answers = yield SetTiles(
            playing.player_last.by + houseway.asked.by, "Set the bank's hands, last of all", (self.banker,),
            self._ways_to_set(False), held={self.banker: self.tiles[self.chung]}, areas={self.banker: self.chung},
            touched=houseway.touched.by,
        )  # fmt: skip
        yield from self._hand_set(self.chung, self.banker, answers[self.banker])
        return True

    # Opening and matching

    def _bank_shown(self) -> Script[None]:
        playing = self.terms.playing
        shown = {"house": playing.house_shown, "bank": playing.player_tiles, "co-bank": playing.co_tiles}[self.method]
        yield from self._checked(self.chung)
        yield from self._shown("bank", self.chung, playing.bank_first.by + shown.by)

    def _bonus_only(self) -> Script[None]:
        """With nothing but Bonus wagers on the table the House's hand stays closed unless a player asks to see it."""
        extra = self.terms.bonanza
        assert extra is not None
        answer = yield from choose(
            extra.undisclosed.by, "dealer", "Does a player ask to see the House's hand?", SHOW_OR_NOT, "no"
        )
        if answer == "show":
            yield from self._shown("bank", self.chung, extra.undisclosed.by)

    def _checked(self, area: int) -> Script[None]:
        """A hand set by request is checked by the game supervisor before it counts."""
        if area in self._by_request():
            yield CheckSetting(self.terms.houseway.asked.by, area=area)

    def _shown(self, place: str, area: int, by: Basis) -> Script[Setting]:
        """A hand opened. Real tiles are keyed as they lie; a hand the Houseway should have set is held against it."""
        houseway = self.terms.houseway
        by_houseway = area in self.by_houseway
        if area not in self.settings:
            seen = tuple(kind for setting in self.settings.values() for kind in kinds(setting.tiles))
            text = yield OpenTiles(by, place, seen, by_houseway)
            tiles = OpenTiles.tiles_of(text)
            if by_houseway:
                found = houseway.way.set(tiles)
                lies = Setting.parse(text) if "/" in text else found.setting
                self.by_houseway[area], self.settings[area] = found.rule, found.setting
                if lies.strengths != found.setting.strengths:
                    yield from self._wrongly_set(area, lies)
            else:
                self.settings[area] = Setting.parse(text)
        setting = self.settings[area]
        rule = self.by_houseway.get(area, "")
        why = by + houseway.applies.by + houseway.line(rule) if rule else by
        yield HandShown(why, place, area, str(setting), setting.high_is, setting.low_is, rule)
        return setting

    def _wrongly_set(self, area: int, lies: Setting) -> Script[None]:
        """Noticed in time, a hand wrongly set is put right, unless its player has touched the tiles."""
        by = self.terms.wrong.houseway.by
        if area in self.touched:
            self.settings[area] = lies
            self.by_houseway[area] = ""
            by = by + self.terms.houseway.touched.by
        yield Corrected(by, area, area not in self.touched)

    def _opened(self) -> Script[tuple[int, ...]]:
        """Each hand in turn from the Chung: losers are collected as they are opened, then winners are paid in the same order."""
        opening, collecting, paying, staying = self.terms.matching(self.method)
        order = [area for area in from_chung(self.chung, set(self.calls)) if area not in self.out]
        winners: list[tuple[Wager, Basis]] = []
        extra: list[tuple[Wager, Odds, Basis]] = []
        lost = self.conceded
        on_bank = self.layout.still_on(wager for wager in self.wagers if wager.area == self.chung)
        if on_bank:  # a banker's Bonus; the bank's own wager is the regular one beside it
            extra += yield from self._bonuses(on_bank, self.settings[self.chung], True)
        for area in order:
            yield from self._checked(area)
            setting = yield from self._shown(f"area {area}", area, opening)
            there = self.layout.still_on(wager for wager in self.wagers if wager.area == area)
            bank = self.settings.get(self.chung)
            if any(wager.spot != "bonus" for wager in there):
                assert bank is not None
                found = match(self.terms, setting, bank)
                sides = {True: "player", False: "banker"}
                yield Matched(found.by, area, sides[found.high], sides[found.low], found.result)
                regular = [wager for wager in there if wager.spot == "wager"]
                said = {"player": "won", "banker": "lost", "standoff": "stood_off"}[found.result]
                yield call(getattr(self.terms.playing, said), f"area {area} {found.result}")
                yield Decided(found.by, RESULTS[found.result])
                if not self._bank_stands:
                    yield from self._without_bank(regular)
                    regular = []
                for wager in regular:
                    if found.result == "banker":
                        lost += self.layout.live(wager)
                        yield from self.layout.settle((wager,), LOSES, found.by + collecting)
                    elif found.result == "player":
                        winners.append((wager, found.by + paying))
                    else:
                        self.standing.append(wager)
                        yield from self.layout.settle((wager,), VOID, found.by + staying)
                ties = [wager for wager in there if wager.spot == "tie"]
                if ties:
                    extra += yield from self._ties(ties, setting, found.result)
            for wager in [wager for wager in there if wager.spot == "bonus"]:
                regular_too = any(w.player == wager.player and w.spot == "wager" for w in there)
                extra += yield from self._bonuses((wager,), setting, regular_too)
        commission = yield from self._paid(winners, lost)
        for wager, odds, by in extra:
            yield from self.layout.settle((wager,), odds, by)
        stays = tuple(dict.fromkeys(wager.area for wager in self.standing))
        yield CommissionTaken(self.terms.settling.commission.by, commission, tuple(order), stays)
        return tuple(order)

    def _ties(self, ties: Sequence[Wager], setting: Setting, result: str) -> Script[list[tuple[Wager, Odds, Basis]]]:
        extra = self.terms.bonanza
        assert extra is not None
        if result == "standoff":
            odds, by = tie_odds(self.terms, setting)
            return [(wager, odds, by + extra.pay_later.by) for wager in ties]
        yield from self.layout.settle(ties, LOSES, extra.tie_wins.by + extra.collect.by)
        return []

    def _bonuses(
        self, wagers: Sequence[Wager], setting: Setting, regular: bool
    ) -> Script[list[tuple[Wager, Odds, Basis]]]:
        """Bonus wagers on open tiles: losers are collected, and what the winners are paid later is given back."""
        extra = self.terms.bonanza
        assert extra is not None
        won: list[tuple[Wager, Odds, Basis]] = []
        for wager in wagers:
            award = bonus(self.terms, setting.tiles, setting, regular)
            by = award.by + extra.bonus.by
            if award.odds is None:
                yield from self.layout.settle((wager,), LOSES, by + extra.collect.by)
                continue
            if self.method != "house":
                by = by + extra.house_pays_bonus.by
            if wager.area == self.chung:
                by = by + extra.bank_may_bonus.by
            yield BonusAwarded(by, wager.area, wager.player, award.name)
            won.append((wager, award.odds, by + extra.pay_later.by))
        return won

    # Money

    def _paid(self, winners: Sequence[tuple[Wager, Basis]], lost: Cents) -> Script[Cents]:
        """Winners in order, each less commission; then the bank's own end. Gives the commission in all."""
        rules, chip = self.terms.settling, self.sign.smallest_chip
        left, from_bank, total, won = lost, 0, 0, 0
        for wager, by in winners:
            live = self.layout.live(wager)
            commission = rules.taken(live, chip)
            why = by + rules.pays.by + rules.commission.by
            if commission * rules.commission.value.denominator != live * rules.commission.value.numerator:
                why = why + rules.commission_chips.by
            from_losing = min(left, live) if self.method != "house" else 0
            if live:
                shown = f"{rules.pays.value}, less {_percent(rules.commission.value)}"
                yield from self.layout.award(wager, 2 * live - commission, why, shown)
                short = live - from_losing if self.method != "house" else 0
                yield Paid(why, wager.area, wager.player, live - commission, commission, from_losing, short)
                left, from_bank = left - from_losing, from_bank + short
            else:
                yield from self.layout.settle((wager,), VOID, why)
            total, won = total + commission, won + live
        if not self._bank_stands:
            yield from self._without_bank(self.in_bank)
        elif self.method != "house":
            total += yield from self._bank_end(lost, won, lost - left, from_bank)
        return total

    def _without_bank(self, wagers: Sequence[Wager]) -> Script[None]:
        """The bank's stake is void and what is left of it does not cover: what lay against it goes back as well."""
        yield from self.layout.settle(wagers, VOID, self.terms.general.void_wagers.by + self.terms.bank.cover.by)

    def _bank_end(self, lost: Cents, won: Cents, from_losing: Cents, from_bank: Cents) -> Script[Cents]:
        stakes = self.layout.not_void(self.in_bank)
        staked = sum(wager.cents for wager in stakes)
        share = banking.settled(
            self.terms, self.method, staked, lost, won, from_losing, from_bank, self.sign.smallest_chip
        )
        yield share.told
        by = share.told.by + self.terms.settling.pays.by + self.terms.bank.shared.by
        if stakes:
            for line in banking.lines(by, stakes, share.back, self.sign.smallest_chip):
                yield self.layout.closed(line)
        yield from self.layout.settle(self.layout.still_on(self.in_bank), VOID, by)
        return share.commission

    # The end

    def _unused(self) -> Script[None]:
        rule = self.terms.playing.unused
        for area in EVERY_AREA:
            if area not in self.calls and area != self.chung and self.tiles.get(area):
                yield UnusedShown(rule.by, area, self.tiles[area])

    def _gathered(self, order: tuple[int, ...], void: bool = False) -> Script[Settlement]:
        late = (Mishap("houseway-wrong", "A Houseway is said to have been set wrongly", self.terms.wrong.houseway.by),)
        by = self.terms.settling.stand_off.by + self.terms.playing.unused.by
        yield from confirm(by, "Gather the tiles", mishaps=late, mend=self._too_late)
        controlled = {player: area for area, player in self.calls.items() if player}
        if self.banker:
            controlled[self.banker] = self.chung
        full = len(self.calls) == len(EVERY_AREA) - 1
        yield TilesGathered(by, controlled, self.method, full, void)
        yield self.layout.stay(self.standing, self.terms.settling.house_stays.by)
        return self.layout.finish()

    def _too_late(self, answer: Irregularity) -> Script[None]:
        yield Noted(
            self.terms.wrong.houseway.by, "The bank's tiles have been moved to the right: no setting is altered now"
        )


def _still_possible(mishaps: tuple[Mishap, ...], befell: Mishap, area: int) -> tuple[Mishap, ...]:
    """What may yet go wrong: the same at another area, and nothing twice."""
    left = tuple(other for other in befell.areas if other != area)
    return tuple(
        replace(item, areas=left) if item is befell else item for item in mishaps if item is not befell or left
    )


def _percent(rate: object) -> str:
    from fractions import Fraction

    assert isinstance(rate, Fraction)
    return f"{float(rate * 100):g} %"
