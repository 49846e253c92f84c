"""What helps somebody else to understand a trouble: versions, states, numbers and the last errors.

No secret, no text or title of a note, no prompt, no address and no name that a person gave: only what is ours (titles and
names of our errors, modules, lines) and numbers are let through; see `last_errors`.
"""

from __future__ import annotations

import logging
import platform
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import apsw

from trayrecall import __version__
from trayrecall.core import errors
from trayrecall.core.model import InstanceStatus, Status
from trayrecall.core.totals import Totals, together
from trayrecall.logs import Entry

ERRORS = 20  # of the log that are told
_PACKAGES = (
    "PySide6-Essentials",
    "apsw",
    "sqlite-vec",
    "fastembed",
    "onnxruntime",
    "httpx",
    "keyring",
    "mcp",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What `report` tells, beside what it finds out itself."""

    status: Status
    windows: Sequence[str] = ()  # about Qt and the desktop, ready lines
    fingerprint: str | None = None  # the key of the embedding space
    index_size: int | None = None  # bytes
    totals: Sequence[Totals] = ()
    settings: Mapping[str, int | str] | None = None  # numbers and our own names alone
    log: Sequence[Entry] = ()


def report(facts: Facts) -> str:
    """The diagnostics as plain text."""
    status = facts.status
    machine = f"{platform.system()} {platform.release()} {platform.machine()}"
    frozen = ", frozen" if getattr(sys, "frozen", False) else ""
    lines = [
        f"TrayRecall {__version__}, Python {platform.python_version()}, {machine}{frozen}",
        f"SQLite {apsw.sqlite_lib_version()}, " + ", ".join(_versions()),
        *facts.windows,
        *(f"{name}: {value}" for name, value in (facts.settings or {}).items()),
        "",
        f"state: {status.state}, degraded: {status.degraded or 'no'}, notice: {'yes' if status.notice else 'no'}",
        f"model: {status.model or 'none'}, {status.dimension or 0} dimensions, space {facts.fingerprint or '-'}",
        f"index: {_size(facts.index_size)}, {status.notes} notes, {status.passages} passages, {status.pending} pending",
        *_gate(status),
        *(_instance(number, instance) for number, instance in enumerate(status.instances, start=1)),
        *_prompts(facts.totals),
        "",
        "last errors:",
        *(list(last_errors(facts.log, [i.id for i in status.instances])) or ["none"]),
    ]
    return "\n".join(lines) + "\n"


def _versions() -> Iterator[str]:
    for name in _PACKAGES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            continue


def _size(count: int | None) -> str:
    return "none" if count is None else f"{count / 1e6:.1f} MB"


def _gate(status: Status) -> list[str]:
    gate = status.gate
    if not gate.groups:
        return ["gate: not measured"]
    groups = ", ".join(f"{name or 'all'} {group.threshold:.4f}" for name, group in gate.groups.items())
    return [f"gate: {groups}; measured {gate.measured_at} over {gate.passages} passages"]


def _instance(number: int, instance: InstanceStatus) -> str:
    scheme = "https" if instance.url.lower().startswith("https:") else "http"
    left_out = sum(instance.left_out.values())
    faults = Counter(found.fault.name for found in instance.faults)
    told = ", ".join(f"{name} x{count}" for name, count in sorted(faults.items()))
    return (
        f"instance {number} ({scheme}{'' if instance.enabled else ', disabled'}): {instance.state},"
        f" {instance.notes} notes, {left_out} left out, {instance.faulty} faulty{f' ({told})' if told else ''},"
        f" last sync {instance.last_sync or 'never'}, last error {instance.last_error or 'none'}"
    )


def _prompts(days: Sequence[Totals]) -> list[str]:
    whole = together(days)
    if not whole.prompts:
        return []
    reasons = ", ".join(f"{name} {count}" for name, count in sorted(whole.reasons.items()))
    p95 = "-" if whole.p95 is None else f"{whole.p95:.0f} ms"
    return [f"prompts in {len(days)} days: {reasons}; {whole.passages} passages, p95 {p95}"]


# ---- the log ------------------------------------------------------------------------------------------

_FRAME = re.compile(r'\s*File ".*?(trayrecall[/\\][\w/\\]+\.py)", line (\d+), in (\w+)')
_RAISED = re.compile(r"([A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt|Iteration))\b")
# Names that a person gave, where our messages have them: also of what is in the settings no more, or can't be read there.
_NAMES = (
    (re.compile(r"(\b(?:sync|note \w+) of )[\w-]+"), r"\1<instance>"),
    (re.compile(r"(\bthe client ).+"), r"\1<client>"),
)
_MASKS = (
    (re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE), "<address>"),
    (re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^\s:;,]+)+"), "<path>"),
    (re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”"), "<text>"),
    (re.compile(r"\S*@\S+"), "<text>"),
    (re.compile(r"\b(?:[\w-]+\.)+[a-z]{2,}\b(?::\d+)?", re.IGNORECASE), "<name>"),
    (re.compile(r"[\w+/=-]{20,}"), "<text>"),
    (re.compile(r"[^\x00-\x7f]+"), "<text>"),
)


def last_errors(log: Iterable[Entry], instances: Sequence[str]) -> Iterator[str]:
    """The last warnings and errors, each with what of it is ours; `instances` are told by number."""
    wrong = [entry for entry in log if entry.level >= logging.WARNING]
    for entry in wrong[-ERRORS:]:
        name = logging.getLevelName(entry.level)
        yield f"{entry.at} {name} {entry.source}: {_message(entry.text, instances)}"
        yield from _traceback(entry.more)


def _message(text: str, instances: Sequence[str]) -> str:
    """The beginning as masked, and after a colon only the title of an error of ours or the name of an exception."""
    first, *rest = text.split(": ")
    titles = _titles()
    kept = [first if first in titles else _masked(first, instances)]
    for part in rest:
        if part.rstrip(".") in titles or _RAISED.fullmatch(part):
            kept.append(part)
        else:
            break
    return ": ".join(kept)


def _titles() -> frozenset[str]:
    """The titles and names of our errors."""
    family = [errors.TrayRecallError]
    for kind in family:
        family += kind.__subclasses__()
    return frozenset({kind.title for kind in family} | {kind.__name__ for kind in family})


def _masked(text: str, instances: Sequence[str]) -> str:
    for number, instance in enumerate(instances, start=1):
        text = re.sub(rf"(?<![\w-]){re.escape(instance)}(?![\w-])", f"<instance {number}>", text)
    for pattern, mask in (*_NAMES, *_MASKS):
        text = pattern.sub(mask, text)
    return text


def _traceback(lines: Sequence[str]) -> Iterator[str]:
    """Our own frames as `file:line function`, and the name of what was raised, without its words."""
    for line in lines:
        frame = _FRAME.match(line)
        if frame:
            yield f"    {frame[1]}:{frame[2]} {frame[3]}"
        elif line and not line[0].isspace() and (raised := _RAISED.match(line)):
            yield f"    {raised[1].rpartition('.')[2]}"
