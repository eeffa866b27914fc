"""Was and is: a correction in words, for the record, the one line of a round, and the display at the table.

What the record keeps of a correction is the answer as it was keyed and as it is now. Here both are put into words; a card that
lies face down is named to nobody who could not see it.
"""

from __future__ import annotations

from collections.abc import Mapping

from houseway.forms import Doc
from houseway.money import plain
from houseway.play.driver import Progress, ruling_of
from houseway.play.prompts import Draw, Prompt


def prompt_of(progress: Progress[object], tape: tuple[Doc, ...], at: int) -> Prompt | None:
    """What was asked where an answer of the tape stands."""
    asked = sum(ruling_of(doc) is None for doc in tape[:at])
    return progress.answers[asked][0] if asked < len(progress.answers) else None


def face_down(prompt: Prompt | None) -> bool:
    """Whether what was keyed is a card that not everybody sees."""
    return isinstance(prompt, Draw) and not prompt.up


def in_words(answer: Doc) -> str:
    """An answer as people would say it."""
    if isinstance(answer, dict) and "stopped_by" in answer:  # a window in which something went wrong
        return in_words(answer["stopped_by"])
    if isinstance(answer, dict) and "wagers" in answer:
        laid = (
            f"{spot} {player}{f'@{area}' if area else ''}:{plain(cents)}"
            for player, area, spot, cents in answer["wagers"]
        )
        return ", ".join(laid) or "no wager"
    if isinstance(answer, dict) and "irregularity" in answer:
        told = [answer["irregularity"], answer.get("card"), answer.get("area") and f"area {answer['area']}"]
        return " ".join(str(word) for word in told if word)
    if isinstance(answer, dict):
        return ", ".join(f"{name} {in_words(said)}" for name, said in answer.items())
    if isinstance(answer, list):
        return " ".join(map(in_words, answer))
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return str(answer)


def changed_words(about: Mapping[str, Doc]) -> str:
    """As it was and as it is; nothing where the record is older than this."""
    if "was" not in about or "value" not in about:
        return ""
    now = "nothing" if about.get("struck") else in_words(about["value"])
    brought = ", ".join(in_words(answer) for answer in about.get("answers", ()))
    return f"{in_words(about['was'])} to {now}" + (f", with {brought} brought along" if brought else "")


def correction_told(about: Mapping[str, Doc]) -> str:
    """A correction as the round's one line ends with it: what was and is, who asked for it and who signed."""
    words = ("corrected " + changed_words(about)).strip()
    return f"{words}, asked by {about['asked_by']}, signed by {about['signed_by']}"


def brought_words(about: Mapping[str, Doc]) -> str:
    """Every answer that came along with a ruling or a correction, with the round it is for where that is a later one."""
    own = [in_words(answer) for answer in about.get("answers", ())]
    later = [
        f"{in_words(answer)} in round {number}" for number, each in about.get("later", {}).items() for answer in each
    ]
    return ", ".join((*own, *later))


def brought_told(about: Mapping[str, Doc]) -> str:
    """Answers that a later round was given, as its one line ends with them."""
    answers = ", ".join(in_words(answer) for answer in about["answers"])
    return f"with {answers} brought along for round {about['brought_for']}, signed by {about['by']}"


def correction_heard(about: Mapping[str, Doc], signed: str) -> str:
    """The same as everybody at the table may hear it."""
    if about.get("face_down"):
        return f"A card that lies face down was corrected, signed by {signed}"
    value = about["value"]
    words = changed_words(about) or f"to {in_words(value)}"
    return f"Corrected {words}, signed by {signed}"
