"""How answers and states look on a terminal."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Mapping
from typing import Any

_LEFT = 8  # width of the score


def print_hits(results: list[dict[str, Any]], *, explain: bool = False) -> None:
    """Full rows: the score first (4 decimals), then title and where it is, then the excerpt."""
    width = min(shutil.get_terminal_size((100, 24)).columns, 110)
    for result in results:
        note, score = result["note"], result["score"]
        shown = "   –  " if score is None else f"{score:.4f}"
        place = note["vault_path"].removesuffix(note["title"]).rstrip(" ›")
        where = " · ".join(part for part in (note["area"], place, note["section"]) if part)
        print(f"{shown}  {note['title'] or '(untitled)'}")
        print(f"{'':{_LEFT}}{where}")
        for line in _lines(note["excerpt"], width - _LEFT):
            print(f"{'':{_LEFT}}{line}")
        print(f"{'':{_LEFT}}{note['url']}")
        if explain:
            print(f"{'':{_LEFT}}{_why(note)}")
        print()


def _lines(text: str, width: int, most: int = 3) -> list[str]:
    flat = " ".join(text.split())
    lines = _wrapped(flat, width)
    return [*lines[: most - 1], lines[most - 1] + " …"] if len(lines) > most else lines


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
    parts = [f"matched {note['matched']}", f"relevance {note['relevance']:.4f}"]
    numbers = ("cosine", "standout", "coverage", "bm25", "title_match", "area_weight")
    parts += [f"{name} {signals[name]:.3f}" for name in numbers if signals[name] is not None]
    if signals["matched_terms"]:
        parts.append("terms " + " ".join(signals["matched_terms"]))
    return ", ".join(parts)


DEGRADED = {
    "no_model": "By keyword alone: no embedding model is installed (trayrecall model install).",
    "loading_model": "By keyword alone: the embedding model is still loading.",
    "building": "By keyword alone: the index is still being built.",
    "late_vector": "By keyword alone: the embedding model was too slow this time.",
    "embedder_failed": "By keyword alone: the embedding model failed; see the log.",
}


def print_degraded(reason: str | None) -> None:
    """Say plainly why an answer was made by keyword alone."""
    if reason:
        print(DEGRADED.get(reason, f"By keyword alone: {reason}."), file=sys.stderr)


STATES = {
    "never_synced": "never synced",
    "building": "building",
    "syncing": "syncing",
    "up_to_date": "up to date",
    "busy": "Trilium is busy",
    "unreachable": "unreachable",
    "token_rejected": "token rejected",
    "no_token": "no token",
    "not_set_up": "Trilium is not set up",
    "wrong_address": "wrong address",
    "login_page": "a login page is in the way",
    "certificate": "certificate problem",
    "held": "held: an unbelievable list of notes",
    "disabled": "disabled",
    "failed": "failed",
}


def print_status(health: Mapping[str, Any]) -> None:
    """The state of every instance, what is left out and why, and how the vectors stand."""
    for instance in health["instances"]:
        print(f"{instance['name']} ({instance['url']}): {STATES.get(instance['state'], instance['state'])}")
        if instance["last_sync"]:
            print(f"  as of {instance['last_sync']}")
        print(f"  {instance['notes']} notes indexed")
        for reason, count in sorted(instance["left_out"].items()):
            print(f"  {count} left out: {reason.replace('_', ' ')}")
        if instance["faulty"]:
            print(f"  {instance['faulty']} by title only: their content could not be read")
        if instance["detail"]:
            print(f"  {instance['detail']} {instance['hint']}".rstrip())
    if not health["instances"]:
        print("No Trilium server yet. Add one: trayrecall instance add --url https://notes.example")
    print(f"{health['passages']} passages, {health['pending']} of them without a vector yet")
    print(f"model: {health['embedder_model'] or 'none'}")
    print_degraded(health["degraded"])


class ProgressLine:
    """One line that is rewritten on a terminal, and a line each tenth elsewhere. On standard error."""

    def __init__(self, label: str) -> None:
        self._label, self._shown = label, -1
        self._live = sys.stderr.isatty()

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
