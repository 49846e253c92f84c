"""How answers and states look on a terminal."""

from __future__ import annotations

import json
import math
import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from trayrecall.core.documents import compact_json
from trayrecall.core.model import LeftOut
from trayrecall.core.visible import visible_line

_UNSEEN = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")  # JSON lets them stand, a terminal obeys them
_LEFT = 8  # width of the score
_EXCERPT_LINES = 3  # of a hit, at most
FAULTS_SHOWN = 5  # notes of an instance that are named


def print_json(value: Any) -> None:
    """One line of JSON; with escapes when this output can't take the letters themselves."""
    text = _UNSEEN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", compact_json(value))
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(value, separators=(",", ":"))
    print(text)


def counted(count: int, noun: str) -> str:
    """`1 note`, `2 notes`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _shown(score: float | None) -> str:
    """Four decimals, rounded down: as `--min-score`, the number that is read here keeps its hit."""
    return "   –  " if score is None else f"{math.floor(score * 10_000) / 10_000:.4f}"


def print_hits(results: list[dict[str, Any]], *, explain: bool = False, links: bool = True) -> None:
    """Full rows: the score first (4 decimals), then title and where it is, then the excerpt."""
    width = max(30, min(shutil.get_terminal_size((100, 24)).columns, 110))
    for result in results:
        note = result["note"]
        place = note["vault_path"].removesuffix(note["title"]).rstrip(" ›")
        where = " · ".join(part for part in (note["area"], place, note["section"]) if part)
        print(f"{_shown(result['score'])}  {visible_line(note['title']) or '(untitled)'}")
        print(f"{'':{_LEFT}}{visible_line(where)}")
        for line in _lines(note["excerpt"], width - _LEFT):
            print(f"{'':{_LEFT}}{line}")
        if links and note["url"]:
            print(f"{'':{_LEFT}}{visible_line(note['url'])}")
        if explain:
            print(f"{'':{_LEFT}}{visible_line(_why(note))}")
        print()


def _lines(text: str, width: int) -> list[str]:
    lines = _wrapped(visible_line(text), width - len(" …"))
    kept = lines[:_EXCERPT_LINES]
    return [*kept[:-1], kept[-1] + " …"] if len(lines) > len(kept) else kept


def _columns(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at blanks where there is one, anywhere in text without blanks."""
    lines, line, used = [], "", 0
    for char in text:
        line, used = line + char, used + _columns(char)
        if used > width:
            border = line.rfind(" ")
            cut = border if border > 0 else len(line) - 1
            lines.append(line[:cut])
            line = line[cut:].lstrip()
            used = sum(map(_columns, line))
    return [*lines, line] if line else lines


def _why(note: Mapping[str, Any]) -> str:
    signals = note["signals"]
    parts = [note["id"], f"matched {note['matched']}", f"relevance {note['relevance']:.4f}"]
    numbers = ("cosine", "standout", "coverage", "bm25", "title_match", "area_weight")
    parts += [f"{name} {signals[name]:.3f}" for name in numbers if signals[name] is not None]
    if signals["matched_terms"]:
        parts.append("terms " + " ".join(signals["matched_terms"]))
    return ", ".join(parts)


DEGRADED = {
    "no_model": "By keyword alone: there is no embedding model (trayrecall doctor says why, trayrecall model install gets one).",
    "loading_model": "By keyword alone: the embedding model is still loading.",
    "building": "By keyword alone: the index is still being built.",
    "late_vector": "By keyword alone: the embedding model was too slow this time.",
    "embedder_failed": "By keyword alone: the embedding model failed; see the log.",
    "keywords_failed": "By meaning alone: the word index can't be read; see the log.",
}


def print_degraded(reason: str | None) -> None:
    """Say plainly why an answer was made by one half of the search alone."""
    if reason:
        print(DEGRADED.get(reason, f"Half of the search is missing: {reason}."), file=sys.stderr)


STATES = {
    "never_synced": "never synced",
    "building": "building",
    "syncing": "syncing",
    "up_to_date": "up to date",
    "busy": "Trilium is busy",
    "unreachable": "unreachable",
    "token_rejected": "token rejected",
    "no_token": "no token",
    "keyring_locked": "the keyring is locked",
    "no_keyring": "no keyring",
    "keyring_failed": "waiting for the keyring",
    "not_set_up": "Trilium is not set up",
    "wrong_address": "wrong address",
    "login_page": "a login page is in the way",
    "certificate": "certificate problem",
    "held": "held, because the list of notes is not believable",
    "disabled": "disabled",
    "failed": "failed",
}


def left_out_line(left_out: Mapping[str, int]) -> str:
    """How many notes are left out for which reason."""
    told = (f"{count} {_left_out(reason)}" for reason, count in sorted(left_out.items()))
    return ", ".join(told) or "none"


def _left_out(reason: str) -> str:
    known = reason in list(LeftOut)
    return LeftOut(reason).told if known else reason


NO_SERVER = "No Trilium server yet. Add one: trayrecall instance add --url https://notes.example"


def print_status(health: Mapping[str, Any]) -> None:
    """The state of every instance, what is left out and why, and how the vectors stand."""
    print_pauses(health)
    for instance in health["instances"]:
        _print_instance(instance)
    if not health["instances"]:
        print(NO_SERVER)
        return
    passages, pending = health["passages"], health["pending"]
    if passages:
        vectors = f"{pending} of them without a vector yet" if pending else "all with a vector"
        print(f"{counted(passages, 'passage')}, {vectors}")
    if health["embedder_model"]:
        print(f"model: {health['embedder_model']}")
    if health.get("gate"):
        _print_gate(health["gate"])
    if health.get("notice"):
        print(health["notice"])
    print_degraded(health["degraded"])


def print_pauses(health: Mapping[str, Any]) -> None:
    """The pauses that stand."""
    if health["status"] == "paused":
        until = health.get("paused_until")
        print(f"paused until {local_time(until)}" if until else "paused, until: trayrecall resume")
    for folder in health.get("paused_projects", []):
        print(f"paused for prompts asked in {visible_line(folder)}")


def _print_gate(gate: Mapping[str, Any]) -> None:
    """How strong a hit must be before a prompt gets it."""
    print(f"gate: measured {local_time(gate['measured_at'])} over {counted(gate['passages'], 'passage')}")
    for language, group in gate["groups"].items():
        fired = f"{group['false_fire_share']:.0%} of {group['prompts']} off-topic prompts would get something"
        print(f"  {language}: {group['threshold']:.3f} (at least {group['floor']:.3f}); {fired}")


def _print_instance(instance: Mapping[str, Any]) -> None:
    print(f"{instance['name']} ({instance['url']}): {STATES.get(instance['state'], instance['state'])}")
    if instance["last_sync"]:
        print(f"  {counted(instance['notes'], 'note')}, as of {local_time(instance['last_sync'])}")
        print(f"  left out: {left_out_line(instance['left_out'])}")
    if instance["faulty"]:
        print(f"  {instance['faulty']} by title only: their content could not be read")
        for found in instance.get("faults", [])[:FAULTS_SHOWN]:
            print(f"    {visible_line(found['title'])} ({found['note_id']}): {visible_line(found['reason'])}")
    if instance["detail"]:
        print(f"  {visible_line(instance['detail']).rstrip('.')}. {instance['hint']}".rstrip())


def print_decisions(found: list[dict[str, Any]]) -> None:
    """The last decisions about prompts, newest first, each with the notes that were considered."""
    for decision in found:
        why = " ".join(
            part for part in (decision["reason"], decision["detail"], decision["degraded"]) if part
        )
        print(
            f"{local_time(decision['at'])}  {why}  {decision['milliseconds']:.0f} ms  {visible_line(decision['prompt'])[:90]}"
        )
        if decision.get("threshold") is not None:
            print(f"  needed: strength {decision['threshold']:.3f}")
        for note in decision["notes"][:3]:
            sent = "sent" if note["sent"] else "    "
            numbers = ("strength", "standout", "coverage", "relevance")
            said = ", ".join(f"{name} {note[name]:.3f}" for name in numbers if note.get(name) is not None)
            print(f"  {_shown(note['score'])}  {sent}  {visible_line(note['title']) or note['id']}  ({said})")
    if not found:
        print("No prompt is kept: none was asked yet, or your settings keep none.", file=sys.stderr)


def local_time(iso: str) -> str:
    """A UTC time as this machine's clock shows it."""
    return datetime.fromisoformat(iso).astimezone().strftime("%Y-%m-%d %H:%M")


class ProgressLine:
    """One line that is rewritten on a terminal, and a line each tenth elsewhere. On standard error."""

    def __init__(self, label: str) -> None:
        self._label, self._shown = label, -1
        self._live = sys.stderr is not None and sys.stderr.isatty()

    def show(self, share: float) -> None:
        """`share` is 0..1."""
        percent = int(share * 100)
        step = percent if self._live else percent // 10 * 10
        if step == self._shown:
            return
        self._shown = step
        end = "" if self._live and step < 100 else "\n"  # noqa: PLR2004
        start = "\r" if self._live else ""
        print(f"{start}{self._label} {step:3d} %", end=end, file=sys.stderr, flush=True)
