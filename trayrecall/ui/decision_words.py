"""What was decided about a prompt, in plain words. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import PurePosixPath, PureWindowsPath

from PySide6.QtCore import QDate, QLocale

from trayrecall.core.gate import ALL, Gate
from trayrecall.core.model import Considered, Decision
from trayrecall.core.visible import shortened
from trayrecall.questions import Question
from trayrecall.ui.state import Tone, degraded_text
from trayrecall.ui.words import day, listed, number, percent, plural, sentences, translate
from trayrecall.ui.words import figure as decimals
from trayrecall.ui.words import moment as moment_words

_LONGEST_PROJECT = 32


def outcome(reason: str) -> str:
    """The name of an outcome; one of a newer version as it is."""
    return _outcomes().get(reason, reason)


def _outcomes() -> Mapping[str, str]:
    return {
        "sent": translate("activity", "Sent"),
        "gated": translate("activity", "Nothing that fits"),
        "skipped": translate("activity", "Skipped"),
        "repeated": translate("activity", "Sent before"),
        "nothing": translate("activity", "Nothing found"),
        "late": translate("activity", "Too late"),
        "paused": translate("activity", "Paused"),
        "failed": translate("activity", "Failed"),
        "starting": translate("activity", "Starting"),
    }


def tone(reason: str) -> Tone:
    """How an outcome feels; silence is nothing bad."""
    return {"sent": Tone.GOOD, "late": Tone.WARN, "starting": Tone.WARN, "failed": Tone.BAD}.get(
        reason, Tone.PLAIN
    )


def choices() -> list[tuple[str, frozenset[str]]]:
    """The outcomes that can be filtered by, each with its reasons."""
    silent = frozenset({"gated", "skipped", "repeated", "nothing"})
    trouble = frozenset({"late", "failed", "starting"})
    return [
        (translate("activity", "All outcomes"), frozenset()),
        (outcome("sent"), frozenset({"sent"})),
        (translate("activity", "Silent"), silent),
        *(
            (f"   {outcome(reason)}", frozenset({reason}))
            for reason in ("gated", "skipped", "repeated", "nothing")
        ),
        (outcome("paused"), frozenset({"paused"})),
        (translate("activity", "Late or failed"), trouble),
    ]


# ---- why ----------------------------------------------------------------------------------------------


def short_reason(decision: Decision) -> str:
    """A few words on why, for a row."""
    match decision.reason:
        case "sent":
            return passages(sum(note.sent for note in decision.notes))
        case "gated":
            return _reached(decision)
        case "skipped":
            return _skips().get(decision.detail, (decision.detail, ""))[0]
        case _:
            return ""


def passages(count: int) -> str:
    """`2 passages`."""
    return plural(count, translate("activity", "{n} passage"), translate("activity", "{n} passages"))


def _reached(decision: Decision) -> str:
    best = strongest(decision)
    if best is None or decision.threshold is None:
        return ""
    if best >= decision.threshold:
        return translate("activity", "the note is too short")
    return translate("activity", "{best} of {needed}").format(
        best=figure(best), needed=figure(decision.threshold)
    )


def strongest(decision: Decision) -> float | None:
    """The greatest strength among the notes that were considered."""
    return max((note.strength for note in decision.notes if note.strength is not None), default=None)


def _skips() -> Mapping[str, tuple[str, str]]:
    """Why a prompt was no question to the notes: a few words, and a sentence."""
    return {
        "command": (
            translate("activity", "a command"),
            translate("activity", "It is a command of the agent, not a question to your notes."),
        ),
        "reply": (
            translate("activity", "a reply"),
            translate("activity", "It is a short reply that continues the talk."),
        ),
        "follow_up": (
            translate("activity", "a follow-up"),
            translate("activity", "It points at what was said before, so it asks nothing by itself."),
        ),
        "chore": (
            translate("activity", "a chore"),
            translate(
                "activity",
                "It tells the agent what to do with the work before it; no note can help with that.",
            ),
        ),
        "not_typed_by_a_person": (
            translate("activity", "not typed by a person"),
            translate("activity", "No person typed it: a program sent it."),
        ),
        "blank": (
            translate("activity", "empty"),
            translate("activity", "There is nothing in it to look for."),
        ),
        "no_content_words": (
            translate("activity", "no content"),
            translate("activity", "It has no word that could be looked for."),
        ),
    }


def explanation(decision: Decision) -> str:
    """Why it was decided so, in a sentence or two."""
    told: Mapping[str, Callable[[], str]] = {
        "sent": lambda: _sent(decision),
        "gated": lambda: _gated(decision),
        "skipped": lambda: _skips().get(decision.detail, ("", decision.detail))[1],
        "repeated": lambda: translate(
            "activity", "This session was sent these notes before, and they have not changed since."
        ),
        "nothing": lambda: translate(
            "activity", "No note holds any of its words, and none is near in meaning."
        ),
        "late": lambda: translate("activity", "The answer took too long, so the agent went on without it."),
        "paused": lambda: _paused(decision),
        "failed": lambda: translate("activity", "The answer failed. The log says more."),
        "starting": lambda: translate("activity", "TrayRecall was still starting."),
    }
    tell = told.get(decision.reason)
    parts = [tell() if tell else decision.detail]
    if decision.degraded:
        parts.append(degraded_text(decision.degraded))
    return sentences(*parts)


def _sent(decision: Decision) -> str:
    tokens = plural(
        decision.tokens, translate("activity", "about {n} token"), translate("activity", "about {n} tokens")
    )
    told = translate("activity", "The agent was told {passages}, {tokens}.").format(
        passages=passages(sum(note.sent for note in decision.notes)), tokens=tokens
    )
    if not any(note.sent and _is_weak(note, decision.threshold) for note in decision.notes):
        return told
    by_words = translate(
        "activity", "Below what is needed, its rare words (or the day that was asked for) were proof enough."
    )
    return sentences(told, by_words)


def _is_weak(note: Considered, threshold: float | None) -> bool:
    return threshold is not None and note.strength is not None and note.strength < threshold


def _gated(decision: Decision) -> str:
    best = strongest(decision)
    if best is None or decision.threshold is None:
        return translate("activity", "No note holds enough of its rare words, and meaning had no part in it.")
    if best >= decision.threshold:
        return translate("activity", "The strongest note is too short to answer anything.")
    return translate(
        "activity",
        "The strongest note reached {best}; a prompt in this language needs {needed}. So: silence.",
    ).format(best=figure(best), needed=figure(decision.threshold))


def _paused(decision: Decision) -> str:
    if decision.detail:  # the folder of a project
        return translate("activity", "TrayRecall was paused in {project}, so nothing was looked up.").format(
            project=project(decision.detail)
        )
    return translate("activity", "TrayRecall was paused, so nothing was looked up.")


# ---- facts --------------------------------------------------------------------------------------------


def figure(value: float) -> str:
    """A strength or cosine, `0.046`."""
    return decimals(value, 3)


def milliseconds(value: float) -> str:
    """`18 ms`; a skipped prompt takes less than one."""
    return translate("activity", "{n} ms").format(n=number(round(value)) if value >= 1 else "<1")


def project(cwd: str | None) -> str:
    """The name of the folder that the agent worked in."""
    if not cwd:
        return ""
    path = PureWindowsPath(cwd) if "\\" in cwd else PurePosixPath(cwd)
    return shortened(path.name or cwd, _LONGEST_PROJECT)


def moment(iso: str, now: datetime | None = None) -> str:
    """The time here: `14:32` today, else with its date; empty for what is no time."""
    at = _instant(iso)
    return moment_words(at, now or datetime.now(UTC)) if at else ""


def _day(iso: str) -> str:
    """The date here; empty for what is no time."""
    at = _instant(iso)
    here = at.astimezone().date() if at else None
    return day(QDate(here.year, here.month, here.day)) if here else ""


def _instant(iso: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(iso.replace(" ", "T", 1))
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def signals(note: Considered) -> str:
    """What spoke for a note: its cosine, and how much of the prompt's words stand in it."""
    parts = []
    if note.cosine is not None:
        parts.append(translate("activity", "meaning {cosine}").format(cosine=figure(note.cosine)))
    parts.append(translate("activity", "words {share}").format(share=percent(note.coverage)))
    return " · ".join(parts)


def verdict(question: Question | None) -> str:
    """What a person said of the prompt; empty for nothing."""
    if question is None:
        return ""
    if question.wants_silence:
        return translate("activity", "You said: silence would have been right.")
    if question.expects_any:
        return translate("activity", "You said: something should have come.")
    return plural(
        len(question.expect),
        translate("activity", "You said: {n} certain note should have come."),
        translate("activity", "You said: {n} certain notes should have come."),
    )


def gate_line(gate: Gate) -> str:
    """What the gate asks of prompts."""
    whole = gate.groups.get(ALL)
    if whole is None:
        return translate(
            "activity",
            "The gate is not measured on your notes yet; the model's own floor decides when to be silent.",
        )
    languages = listed(
        f"{_language(code)} {figure(group.threshold)}" for code, group in gate.groups.items() if code != ALL
    )
    line = translate(
        "activity",
        "To be sent, a note must reach a strength of {all}{languages}. Measured on {passages} of yours on {day}:"
        " {share} of {prompts} off-topic prompts would get something.",
    )
    return line.format(
        all=figure(whole.threshold),
        languages=translate("activity", " ({languages})").format(languages=languages) if languages else "",
        passages=passages(gate.passages),
        day=_day(gate.measured_at),
        share=percent(whole.fired, 1),
        prompts=number(whole.prompts),
    )


def _language(code: str) -> str:
    return _NAMES.get(code) or QLocale(code).nativeLanguageName() or code


_NAMES = {"en": "English", "zh": "中文"}  # Qt's names are those of a country
