"""Palette: every colour of the house, as data. Drawings take them from here and pages get them as CSS variables.

Two materials, cloth and paper, and one lamp. The figures beside a colour are its contrast against the ground it stands on.
"""

from __future__ import annotations

COLOURS: dict[str, str] = {
    # paper: lobby, dealer, writer, rulebook, odds, pit
    "paper": "#F2F5F2",
    "sheet": "#FFFFFF",
    "rule": "#D2DAD5",
    "floor": "#E6EDE8",  # the room between the carpets, and a closed table
    "chosen": "#E9EFEB",  # the row one stands on
    "edge": "#76837C",  # borders of controls, 3.6 on paper
    "ink": "#14201B",  # 15.3 on paper, 16.8 on sheet
    "ink-2": "#44524B",  # 7.5
    "ink-3": "#5C6963",  # 5.2
    "lamp": "#F7C548",
    "lamp-ink": "#231A00",  # 10.7 on lamp
    "lamp-deep": "#7A5400",  # 6.2 on paper: late, notices
    "lamp-pale": "#FDF0CB",  # the ground of what is chosen now
    "rubric": "#9B2C2F",  # 6.8 on paper: clause marks, frozen, readings
    "rose": "#FBF1F0",  # the ground of a reading
    "won": "#17653F",  # 6.4
    "focus": "#0B57C4",  # 6.0
    # cloth
    "cloth": "#1A4B40",
    "cloth-hi": "#215A4D",
    "cloth-lo": "#143D34",
    "cloth-ink": "#F2EFE1",  # 8.6 on cloth, 6.9 on its lightest point
    "cloth-ink-2": "#C9D3C6",  # 6.4 and 5.2
    "cloth-line": "rgba(242,239,225,.54)",  # about 3.7
    "card": "#FCFBF7",
    "pip-red": "#B4231F",  # 6.3
    "pip-black": "#171A1B",  # 16.9
    "pocket-red": "#B92B27",
    "pocket-black": "#1A1D1E",
    "pocket-green": "#1C7347",
    # wall: displays, touch terminals, dim mode
    "wall": "#0C1210",
    "wall-2": "#151D1A",
    "wall-3": "#202A26",
    "wall-rule": "#38463F",
    "wall-ink": "#F4F2E8",  # 16.9
    "wall-ink-2": "#B1BCB5",  # 9.7
    "wall-idle": "#8F9B95",  # 6.6, undrawn numbers
    "wall-edge": "#6B7972",  # 4.2, borders of controls
}

# One lightness, four hues; a frozen table's cloth turns to slate.
CLOTHS: dict[str, tuple[str, str, str]] = {
    "cards": ("#1A4B40", "#215A4D", "#143D34"),
    "wheels": ("#1D4460", "#235372", "#17374E"),
    "tiles": ("#5A2A33", "#68333D", "#4A2129"),
    "balls": ("#3B3A63", "#474677", "#302F52"),
    "frozen": ("#3A4743", "#3A4743", "#2F3A36"),
}

# Paper screens in a dim room: the same roles, on the wall's colours.
_DIM = {
    "paper": "wall",
    "sheet": "wall-2",
    "rule": "wall-rule",
    "edge": "wall-edge",
    "ink": "wall-ink",
    "ink-2": "wall-ink-2",
    "ink-3": "wall-ink-2",
    "rubric": "lamp",
    "lamp-deep": "lamp",
}


def colour(name: str) -> str:
    """A colour of the house by its name."""
    return COLOURS[name]


def css() -> str:
    """The palette as a style sheet."""
    root = "".join(f"--{name}:{value};" for name, value in COLOURS.items())
    cloths = "".join(
        f".{name}{{--cloth:{flat};--cloth-hi:{high};--cloth-lo:{low}}}\n" for name, (flat, high, low) in CLOTHS.items()
    )
    dim = "".join(f"--{role}:{COLOURS[name]};" for role, name in _DIM.items())
    dim += "--lamp-pale:#3A3216;--floor:#101714;--chosen:#26302C;--rose:#2A1D1E;--won:#7CC79F;--focus:#8DB8FF;"
    followed = f"@media (prefers-color-scheme:dark){{:root:not(.lit){{{dim}}}}}\n"  # until somebody says otherwise
    return f":root{{{root}}}\n{cloths}{followed}:root.dim{{{dim}}}\n{_charts()}"


def _charts() -> str:
    """A chart names its colours, for paper and files of its own; on a page they follow the light of the room."""
    return "".join(
        f'svg.chart [{what}="{COLOURS[role]}"]{{{what}:var(--{role})}}\n'
        for role in (*_DIM, "won", "chosen")
        for what in ("fill", "stroke")
    )
