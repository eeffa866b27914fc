"""Definitions: every provision of Pai Gow and Bonanza Pai Gow, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.games.pai_gow.cuts import AREAS, NAMES, Delivery, delivery
from houseway.games.pai_gow.houseway import HouseWay, Switches
from houseway.law.clause import Basis, Provision
from houseway.law.ranges import entries, words_with
from houseway.money import Cents, Odds
from houseway.play.competition import Competition
from houseway.play.general import General, Places
from houseway.play.irregular import Mishap
from houseway.values import derived


@dataclass(frozen=True)
class Tiles:
    """The set, what two tiles are worth, and how they are made ready."""

    full_set: Provision[None]
    ranking: Provision[None]
    named_hands: Provision[None]
    points: Provision[None]
    gee_jun: Provision[None]
    checked: Provision[None]
    put_away: Provision[None]  # checked when gaming ends, and before the set leaves the table
    replaced: Provision[None]
    shuffle: Provision[None]
    stacks: Provision[None]
    laja: Provision[None]
    no_shuffle_after_laja: Provision[None]
    bank_laja: Provision[None]


@dataclass(frozen=True)
class Appendix:
    """The Houseway, line by line; its lists in the notation of ``houseway.py``, its doubtful passages as switches."""

    applies: Provision[None]
    asked: Provision[None]  # a player may ask for it
    computer: Provision[None]
    touched: Provision[None]  # tiles touched after asking
    two_pairs: Provision[None]
    never_split: Provision[tuple[str, ...]]
    split: Provision[dict[str, str]]
    named: Provision[None]
    order: Provision[None]
    teen_high: Provision[None]
    wong_with_eleven: Provision[None]
    apart: Provision[None]
    gong_with_four: Provision[None]
    close: Provision[None]
    closeness: Provision[dict[str, str]]
    high_tile_high: Provision[None]
    high_excepted: Provision[dict[str, str]]
    high_tile_low: Provision[None]
    low_excepted: Provision[dict[str, str]]
    gee_jun_splits: Provision[bool]
    gee_jun_excepted: Provision[bool]
    teen_day_apart: Provision[bool]
    teen_leads: Provision[bool]
    two_best_apart: Provision[bool]
    rest_apart: Provision[bool]

    @derived
    def way(self) -> HouseWay:
        switches = Switches(
            self.gee_jun_splits.value,
            self.gee_jun_excepted.value,
            self.teen_day_apart.value,
            self.teen_leads.value,
            self.two_best_apart.value,
            self.rest_apart.value,
        )
        return HouseWay(
            self.never_split.value,
            self.split.value,
            self.closeness.value,
            self.high_excepted.value,
            self.low_excepted.value,
            switches,
        )

    @derived
    def _lines(self) -> dict[str, Basis]:
        return {
            "1": self.two_pairs.by,
            "2": self.never_split.by,
            "3-split": self.split.by,
            "3-keep": self.split.by + self.gee_jun_splits.by,
            "4.1": self.named.by,
            "4.2": self.order.by,
            "4.3": self.teen_high.by + self.teen_leads.by,
            "5.1": self.wong_with_eleven.by,
            "5.2": self.apart.by + self.teen_day_apart.by,
            "5.3": self.gong_with_four.by,
            "5.4": self.close.by + self.gee_jun_excepted.by,
            "5.5": self.high_tile_high.by + self.two_best_apart.by,
            "5.6": self.high_tile_low.by + self.two_best_apart.by,
            "5.2-residual": self.apart.by + self.rest_apart.by,
            "5.4-X": self.closeness.by,
            "5.5-X": self.high_excepted.by,
            "5.6-X": self.low_excepted.by,
        }

    def line(self, rule: str) -> Basis:
        """What a line of the appendix rests on, by its label."""
        head, dash, tail = rule.partition("-")
        return self._lines[f"{head}-X" if dash and tail.startswith("X") else rule]


def _cut_for_each_box(cuts: Mapping[str, str]) -> str:
    unknown = [cut for cut in cuts.values() if cut not in NAMES]
    if unknown:
        return f"{unknown[0]!r} is no cut; cuts are {', '.join(NAMES)}"
    return entries(str(box) for box in range(1, AREAS + 1))(cuts)


@dataclass(frozen=True)
class Cuts:
    """The traditional cuts: for each way to make one, which lot every tile of the stacks goes out with."""

    CHECKS = (("by_dice", _cut_for_each_box),)

    applies: Provision[None]
    by_dice: Provision[dict[str, str]]  # box to cut
    yat_dong_dong: Provision[dict[str, tuple[str, ...]]]
    cup_say: Provision[dict[str, tuple[str, ...]]]
    chee_yee: Provision[dict[str, tuple[str, ...]]]
    dai_pin: Provision[dict[str, tuple[str, ...]]]
    jung_quat: Provision[dict[str, tuple[str, ...]]]
    long_tau_fong_may: Provision[dict[str, tuple[str, ...]]]
    wui_fung_bank: Provision[dict[str, tuple[str, ...]]]
    foot_say: Provision[dict[str, tuple[str, ...]]]
    wui_fung_otherwise: Provision[bool]  # the other reconstruction of the lost picture
    orientation: Provision[None]
    others: Provision[None]  # that the casino supervisor accepts
    bank_chooses: Provision[None]
    supervisor_chooses: Provision[None]
    house: Provision[None]

    def provision(self, cut: str) -> Provision[dict[str, tuple[str, ...]]]:
        found: Provision[dict[str, tuple[str, ...]]] = getattr(self, cut.replace("-", "_"))
        return found

    def by(self, cut: str) -> Basis:
        basis = self.provision(cut).by
        return basis + self.wui_fung_otherwise.by if cut == "wui-fung-bank" else basis

    def ways(self, cut: str) -> tuple[str, ...]:
        """The orientations a cut is made in, the usual one first."""
        ways = tuple(self.provision(cut).value)
        if cut == "wui-fung-bank":
            return ways[1:2] if self.wui_fung_otherwise.value else ways[:1]
        return ways

    @derived
    def deliveries(self) -> dict[str, Delivery]:
        """Every cut in every orientation by name, such as ``cup-say right top``."""
        found = {}
        for cut in NAMES:
            for way in self.ways(cut):
                name = cut if len(self.ways(cut)) == 1 else f"{cut} {way}"
                found[name] = delivery(cut, way, self.provision(cut).value[way])
        return found

    def of(self, cut: str) -> list[str]:
        """The names of a cut's deliveries."""
        return [name for name, found in self.deliveries.items() if found.cut == cut]


@dataclass(frozen=True)
class Dice:
    CHECKS = (("announce", words_with("area", "cut")),)

    shake: Provision[int]  # dice in the cup
    total: Provision[None]
    count: Provision[None]  # from the Chung, counter clockwise
    at_chung: Provision[None]  # 1, 9 and 17
    announce: Provision[str]
    steal: Provision[int]  # at most, either way
    steal_cut: Provision[None]
    flat: Provision[None]
    nought: Provision[None]  # totals of 0 and −1


@dataclass(frozen=True)
class Bank:
    """Who holds the bank, and with what."""

    offer: Provision[None]
    controllers: Provision[None]
    length: Provision[int]  # rounds in a bank
    at_most: Provision[int]  # banks running at one area, where the house allows it
    shared: Provision[None]
    house_chung: Provision[int]  # the House's area
    chung: Provision[None]
    played_before: Provision[None]
    funds: Provision[None]
    stake: Provision[None]
    co_bank: Provision[None]
    own_area: Provision[None]
    house: Provision[None]
    player: Provision[None]
    co: Provision[None]
    cover: Provision[None]
    half: Provision[None]
    matched: Provision[None]  # an equal amount from the float
    offered: Provision[bool]  # whether this table offers the bank at all


@dataclass(frozen=True)
class Playing:
    """From the delivery to the last hand opened."""

    deliver: Provision[None]
    retrieve: Provision[None]
    set_hands: Provision[None]
    locked: Provision[None]  # by the Chung leaving the bank's tiles
    controller: Provision[None]
    caller: Provision[None]
    highest_calls: Provision[None]
    nearest_calls: Provision[None]
    known_before: Provision[None]
    one_area: Provision[None]  # controlled by one player
    unattended: Provision[None]  # set by the Houseway
    bank_first: Provision[None]
    unseen: Provision[None]
    won: Provision[str]
    lost: Provision[str]
    stood_off: Provision[str]
    unused: Provision[None]
    concede: Provision[None]
    house_tiles: Provision[None]
    house_last: Provision[None]
    house_shown: Provision[None]
    house_order: Provision[None]
    player_tiles: Provision[None]
    player_last: Provision[None]
    player_order: Provision[None]
    co_tiles: Provision[None]
    co_last: Provision[None]
    co_order: Provision[None]
    before_the_cut: Provision[None]


@dataclass(frozen=True)
class Settling:
    match: Provision[None]
    bank_wins: Provision[None]
    player_wins: Provision[None]
    stand_off: Provision[None]
    zero: Provision[None]
    copy: Provision[None]
    high_tile: Provision[None]
    same_tile: Provision[None]
    house_pays: Provision[Odds]
    pays: Provision[Odds]
    commission_at_most: Provision[Fraction]
    commission: Provision[Fraction]  # what this house takes
    commission_chips: Provision[None]
    house_collects: Provision[None]
    house_pays_in_order: Provision[None]
    house_stays: Provision[None]
    player_collects: Provision[None]
    player_pays: Provision[None]
    player_shortfall: Provision[None]
    player_stays: Provision[None]
    co_collects: Provision[None]
    co_pays: Provision[None]
    co_surplus: Provision[None]
    co_shortfall: Provision[None]
    co_stays: Provision[None]
    odd_half: Provision[bool]  # an odd half goes to the House

    FIXED = tuple(
        (name, "1 to 1", "a bank covers, pays and shares what it wins and loses on evens")
        for name in ("house_pays", "pays")
    )

    @derived
    def rate(self) -> Basis:
        """Why so much is taken: the most there may be, or less by the house's own choice."""
        whole = self.commission.value == self.commission_at_most.value
        return self.commission_at_most.by if whole else self.commission.by

    def taken(self, won: Cents, chip: Cents) -> Cents:
        """The commission on winnings: the next lower amount that chips can make."""
        return int(won * self.commission.value // chip) * chip


@dataclass(frozen=True)
class Wrong:
    """Irregularities."""

    stacking: Provision[None]
    exposed: Provision[int]  # tiles at least
    bank_exposed: Provision[None]
    reshuffle: Provision[None]
    house_exposed: Provision[None]
    own_exposed: Provision[None]
    houseway: Provision[None]
    signals: Provision[None]
    notify: Provision[None]
    take_out: Provision[None]
    house_indicated: Provision[None]
    bring_back: Provision[None]
    misdeal: Provision[None]
    off: Provision[None]


BONUS_HANDS = (
    WONG := "Wong",
    ONE_PAIR := "One Pair",
    HIGH_PAIR := "Gee-Jun, Teen or Day pair",
    TWO_PAIR := "Two Pair",
    SIXES := "H6/L6 + Any 7, Any 4",
    TEEN_AND_DAY := "Teen and Day pair",
    GEE_JUN_AND_DAY := "Gee-Jun and Day pair",
    GEE_JUN_AND_TEEN := "Gee-Jun and Teen pair",
)


@dataclass(frozen=True)
class Bonanza:
    """Bonus and Tie wagers beside the regular one."""

    CHECKS = (("bonus_pays", entries(BONUS_HANDS)),)

    prevails: Provision[None]
    areas: Provision[None]
    bonus: Provision[None]
    tie: Provision[None]
    placed_before: Provision[None]
    independent: Provision[None]
    bonus_pays: Provision[dict[str, Odds]]
    qualifies: Provision[None]
    set_apart: Provision[None]  # what the top five ask of a player without a regular wager
    two_pairs_set: Provision[None]
    sixes_set: Provision[None]
    any_bank: Provision[None]
    lower_three: Provision[None]
    higher_only: Provision[None]
    any_setting: Provision[None]
    badly_set_pays: Provision[bool]
    tie_wins: Provision[None]
    tie_pays: Provision[Odds]
    gong_tie_pays: Provision[Odds]
    one_setting: Provision[None]
    own_setting: Provision[None]
    bank_may_bonus: Provision[None]
    house_pays_bonus: Provision[None]
    bank_no_tie: Provision[None]
    nobody_ties: Provision[None]
    co_bank_ties: Provision[None]
    order: Provision[None]
    undisclosed: Provision[None]
    collect: Provision[None]
    pay_later: Provision[None]
    limits: Provision[None]


@dataclass(frozen=True)
class Areas(Places):
    """The provisions about playing areas, and about the bank that goes from one to another."""

    bank_from_one: Provision[bool]  # whether every offer of the bank begins at area one again
    bank_shared: Provision[bool]  # whether those at the banker's area may stake beside the banker


@dataclass(frozen=True)
class Terms:
    general: General
    places: Areas
    tiles: Tiles
    houseway: Appendix
    cuts: Cuts
    dice: Dice
    bank: Bank
    playing: Playing
    settling: Settling
    wrong: Wrong
    bonanza: Bonanza | None
    competition: Competition

    wagers: Provision[None]
    no_more_bets: Provision[str]
    no_more_bets_player: Provision[None]
    no_maximum: Provision[None]

    @derived
    def not_flat(self) -> tuple[Mishap, ...]:
        return (Mishap("not-flat", "A die is not flat", self.dice.flat.by),)

    @derived
    def spots(self) -> tuple[str, ...]:
        return ("wager",) if self.bonanza is None else ("wager", "tie", "bonus")

    @derived
    def window(self) -> Basis:
        by = self.wagers.by + self.playing.before_the_cut.by
        if self.bonanza is None:
            return by
        extra = self.bonanza
        for provision in (extra.prevails, extra.placed_before, extra.independent, extra.areas, extra.bonus, extra.tie):
            by = by + provision.by
        return by + extra.limits.by

    def matching(self, method: str) -> tuple[Basis, Basis, Basis, Basis]:
        """By method: opening in order, collecting, paying, and leaving a stand-off lying."""
        playing, settling = self.playing, self.settling
        if method == "house":
            return (
                playing.house_order.by,
                settling.house_collects.by + settling.house_pays.by,
                settling.house_pays_in_order.by,
                settling.house_stays.by,
            )
        if method == "bank":
            return (
                playing.player_order.by,
                settling.player_collects.by,
                settling.player_pays.by,
                settling.player_stays.by,
            )
        return playing.co_order.by, settling.co_collects.by, settling.co_pays.by, settling.co_stays.by
