"""Prompts: questions to the world, each complete with the answers it admits."""

from houseway.play.prompts.base import OutOfTurn, Pick, Prompt
from houseway.play.prompts.choices import Choose, ChooseEach, Confirm, Number, Option, Steps, stake_of
from houseway.play.prompts.draws import Ball, Draw, Reveal, Roll, Spin, Stack
from houseway.play.prompts.windows import (
    ClosedWindow,
    JudgeLayout,
    JudgeWager,
    PiecesOf,
    Reading,
    ReadMeter,
    ReadSign,
    TakeWagers,
)

__all__ = [
    "Ball",
    "Choose",
    "ChooseEach",
    "ClosedWindow",
    "Confirm",
    "Draw",
    "JudgeLayout",
    "JudgeWager",
    "Number",
    "Option",
    "OutOfTurn",
    "Pick",
    "PiecesOf",
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
    "stake_of",
]
