"""Acts: what a supervisor may do at a table, as data. A form is made of each; the table itself says yes or no."""

from __future__ import annotations

from houseway.law.changes import provision_at
from houseway.law.clause import Basis
from houseway.values import value


@value
class Field:
    name: str
    label: str
    kind: str = "text"  # "text", "money", "int", "player", "odds", "moment", "options"
    start: str = ""
    options: tuple[str, ...] = ()
    needed: bool = True


@value
class Act:
    act: str
    title: str
    rests_on: str  # the provision, by its dotted name in a book's terms
    button: str
    fields: tuple[Field, ...] = ()
    note: str = ""

    def known_to(self, terms: object) -> bool:
        """Whether the book speaks of what the act rests on."""
        return provision_at(terms, self.rests_on) is not None

    def by(self, terms: object) -> Basis:
        """What the act rests on in this book; nothing where the book is silent."""
        found = provision_at(terms, self.rests_on)
        return Basis(()) if found is None else found.by


AMOUNT = Field("cents", "Amount", "money")
PLAYER, GROUND = Field("player", "Player", "player"), Field("ground", "Ground")
MINIMUM, MAXIMUM, UNIT = (
    Field(name, name.capitalize(), "money", needed=False) for name in ("minimum", "maximum", "unit")
)
BROUGHT = Field("answers", "Answers of later rounds", needed=False)
ROUND, AREA = Field("round", "Round", "int", needed=False), Field("area", "Area", "int", needed=False)

ACTS: dict[str, tuple[Act, ...]] = {
    "Sign and limits": (
        Act("post minimum", "Post a minimum", "general.higher_minimum", "Post the sign", (Field("cents", "Minimum", "money"),)),
        Act(
            "limits", "Change the limits", "general.limits", "Change", (MINIMUM, MAXIMUM, UNIT),
            "A higher minimum needs its sign first.",
        ),
        Act(
            "limits", "Limits of one kind of wager", "general.limits", "Change", (Field("kind", "Kind"), MINIMUM, MAXIMUM),
            "Where a layout has several: straight, split, total.",
        ),
        Act(
            "marker", "Higher limit with a marker", "general.higher_limit", "Place the marker",
            (PLAYER, AREA, Field("minimum", "From", "money", needed=False), Field("maximum", "Up to", "money")),
            "A marker of 0 takes it away. A minimum of the player’s own only where the book knows one.",
        ),
        Act(
            "differential", "Banker and Player apart by at most", "differential", "Set",
            (Field("cents", "At most", "money", needed=False),), "Between coups; without a figure there is no bound.",
        ),
        Act("share", "Players to an area", "places.sharing", "Set", (Field("players", "At most", "int", "3"),)),
        Act(
            "odds", "Better odds", "better_odds", "Offer", (Field("odds", "Odds", "odds"),), "Such as 1 = 6 to 1, 2 = 5 to 1.",
        ),
        Act("post odds", "Announce other odds", "better_odds", "Post the sign", (Field("odds", "Odds", "odds"),)),
    ),
    "Players": (
        Act("warn", "Warn", "general.exclude", "Warn", (PLAYER, GROUND)),
        Act("exclude", "Exclude", "general.exclude", "Exclude", (PLAYER, GROUND)),
        Act("readmit", "Readmit", "general.exclude", "Readmit", (PLAYER,)),
        Act(
            "void wagers", "Void a player’s wagers", "general.void_wagers", "Void them", (PLAYER, GROUND, ROUND, BROUGHT),
            "Of any round; without a number, of the last one in which the player wagered. Where later rounds then ask what "
            "nobody was asked, the answers come along, such as P2 set, P3 houseway.",
        ),
        Act("hold winnings", "Hold winnings", "general.hold_winnings", "Hold", (PLAYER, AMOUNT, GROUND)),
        Act("release winnings", "Release winnings", "general.hold_winnings", "Release", (PLAYER, GROUND)),
        Act("forfeit winnings", "Forfeit winnings", "general.hold_winnings", "Forfeit", (PLAYER, GROUND)),
        Act(
            "settle owed", "Settle at the cage what is owed", "general.dispute", "Settle", (Field("person", "Player", "player"),),
            "What a ruling or a correction could not take at once, or could not give.",
        ),
        Act("vacate", "Vacate an idle seat", "general.idle_seat", "Ask for the seat", (PLAYER,)),
        Act(
            "call in box", "Call in a box", "gives_up_box", "Call it in", (PLAYER, Field("area", "Box", "int"), GROUND),
            "From a player with several, when seats are too few for those who want to play.",
        ),
        Act(
            "allow box", "Let a player use a box more", "places.areas_each", "Allow", (PLAYER, Field("area", "Box", "int")),
            "One that was called in, or one beside the player’s own.",
        ),
    ),
    "The round": (
        Act(
            "invalidate", "Invalidate a round", "general.disorder", "Invalidate",
            (Field("ground", "Ground", "options", options=("disorder", "fraud")), ROUND, BROUGHT),
            "Every wager of the round goes back. Without a number, the round being played. Later rounds that ask otherwise then "
            "are answered here too.",
        ),
        Act("shuffle", "Shuffle between rounds", "dealing.shuffle_at_will", "Shuffle"),
        Act("replace cards", "Bring new cards", "dealing.replace_cards", "Replace"),
        Act("record", "Record a procedure", "general.dispute", "Record", (Field("clause", "Clause"), Field("words", "Done"))),
    ),
    "Tournaments": (
        Act(
            "last hand", "Last hand of a final", "secret.last_hand", "Declare",
            note="Where everybody has handed in a form, all are read out before the cards.",
        ),
        Act("end tournament", "End the tournament", "tournament.prevails", "End it"),
        Act("brief tournament", "Conditions explained and understood", "competition.briefing", "Explained"),
        Act(
            "director leaves", "The director leaves", "competition.presence", "Leaves",
            (Field("deputy", "Deputy", needed=False),),
        ),
        Act("director returns", "The director is back", "competition.presence", "Is back"),
    ),
    "The table": (
        Act("relieve", "Change the dealer", "dealing.burn_new_dealer", "Relieve", (Field("dealer", "Dealer"),)),
        Act("post closing", "Announce the closing", "general.closing", "Post the sign", (Field("at", "Closes at", "moment"),)),
        Act("tell inspector", "Tell an inspector", "general.closing", "Told"),
        Act(
            "check set", "Check the set before it leaves", "tiles.put_away", "It is whole",
            (Field("count", "Pieces", "int", needed=False),),
        ),
        Act(
            "replace set", "Replace a piece, or the set", "tiles.replaced", "Replace",
            (Field("piece", "Piece, or all", start="all"),),
        ),
        Act("close", "Close the table", "general.closing", "Close"),
        Act(
            "check cards", "Check the cards", "dealing.checked", "Checked", (Field("count", "Counted", "int", needed=False),),
            "When gaming is over; without a number they are all there.",
        ),
        Act("reopen", "Open it again", "general.closing", "Open"),
        Act("freeze", "Freeze", "general.disorder", "Freeze", (Field("why", "Why", needed=False),)),
        Act("release", "Release", "general.disorder", "Release"),
    ),
}  # fmt: skip
