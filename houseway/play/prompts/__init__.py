"""Prompts: questions to the world, each complete with the answers it admits."""

from houseway.play.prompts.base import Pick, Prompt, Said
from houseway.play.prompts.choices import Choose, ChooseEach, Confirm, Number, Option, Steps, stake_of
from houseway.play.prompts.draws import Ball, Draw, Reveal, Roll, Spin, Stack
from houseway.play.prompts.windows import Book, OwnRule, Pieces, Reading, ReadMeter, ReadSign, TakeWagers, Whole

__all__ = [
    "Ball",
    "Book",
    "Choose",
    "ChooseEach",
    "Confirm",
    "Draw",
    "Number",
    "Option",
    "OwnRule",
    "Pick",
    "Pieces",
    "Prompt",
    "ReadMeter",
    "ReadSign",
    "Reading",
    "Reveal",
    "Roll",
    "Said",
    "Spin",
    "Stack",
    "Steps",
    "TakeWagers",
    "Whole",
    "stake_of",
]
