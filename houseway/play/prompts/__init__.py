"""Prompts: questions to the world, each complete with the answers it admits."""

from houseway.play.prompts.base import OutOfTurn, Pick, Prompt
from houseway.play.prompts.choices import Choose, ChooseEach, Confirm, Number, Option, Steps, stake_of
from houseway.play.prompts.draws import Ball, Draw, Reveal, Roll, Spin, Stack
from houseway.play.prompts.windows import ClosedWindow, OwnRule, Pieces, Reading, ReadMeter, ReadSign, TakeWagers, Whole

__all__ = [
    "Ball",
    "Choose",
    "ChooseEach",
    "ClosedWindow",
    "Confirm",
    "Draw",
    "Number",
    "Option",
    "OutOfTurn",
    "OwnRule",
    "Pick",
    "Pieces",
    "Prompt",
    "ReadMeter",
    "ReadSign",
    "Reading",
    "Reveal",
    "Roll",
    "Spin",
    "Stack",
    "Steps",
    "TakeWagers",
    "Whole",
    "stake_of",
]
