"""The engine's picture of itself as JSON, narrowed to what a client may see."""

from __future__ import annotations

from typing import Any

from trayrecall import __version__
from trayrecall.core.gate import Gate
from trayrecall.core.model import Decision, InstanceId, InstanceStatus, NoteId, Status
from trayrecall.engine.api import RecallEngine
from trayrecall.server.guard import Grant


def _seen(status: Status, grant: Grant) -> list[InstanceStatus]:
    return [instance for instance in status.instances if grant.opens(instance.id)]


def notes_seen(status: Status, grant: Grant) -> int:
    """How many notes the client may see; a copy on another server of them counts once, as far as is known."""
    if not grant.instances:
        return status.notes
    return min(status.notes, sum(instance.notes for instance in _seen(status, grant)))


def health_body(status: Status, grant: Grant) -> dict[str, Any]:
    """Of `/health` for a client with a token."""
    return {
        "status": status.state,
        "version": __version__,
        "instances": [_instance_body(instance) for instance in _seen(status, grant)],
        "notes": notes_seen(status, grant),
        "passages": status.passages,
        "pending": status.pending,
        "embedder_model": status.model,
        "embedder_dimension": status.dimension,
        "degraded": status.degraded,
        "progress": status.progress,
        "notice": status.notice,
        "gate": _gate_body(status.gate),
        "unpaused": status.unpaused,
        "paused_until": status.paused_until,
        "paused_projects": list(status.paused_projects) if not grant.instances else [],
    }


def _gate_body(gate: Gate) -> dict[str, Any] | None:
    """What the gate asks of prompts in each language; `all` is every prompt together."""
    if not gate.groups:
        return None
    return {
        "measured_at": gate.measured_at,
        "passages": gate.passages,
        "groups": {
            language or "all": {
                "threshold": round(group.threshold, 4),
                "floor": group.floor,
                "prompts": group.prompts,
                "false_fire_share": round(group.fired, 4),
            }
            for language, group in gate.groups.items()
        },
    }


def _instance_body(instance: InstanceStatus) -> dict[str, Any]:
    return {
        "id": instance.id,
        "name": instance.name,
        "url": instance.url,
        "enabled": instance.enabled,
        "state": instance.state,
        "detail": instance.detail,
        "hint": instance.hint,
        "notes": instance.notes,
        "left_out": dict(instance.left_out),
        "faulty": instance.faulty,
        "faults": [
            {
                "note_id": found.note_id,
                "title": found.title,
                "reason": found.fault.detail or found.fault.name,
                "tries": found.fault.tries,
                "retry_at": found.fault.retry_at,
            }
            for found in instance.faults
        ],
        "progress": instance.progress,
        "last_sync": instance.last_sync,
        "last_error": instance.last_error,
    }


def decision_body(decision: Decision) -> dict[str, Any]:
    """One decision about a prompt, with what spoke for each note that was considered."""
    return {
        "id": decision.id,
        "at": decision.at,
        "session": decision.session,
        "event": decision.event,
        "cwd": decision.cwd,
        "prompt": decision.prompt,
        "reason": decision.reason,
        "detail": decision.detail,
        "degraded": decision.degraded,
        "milliseconds": round(decision.milliseconds, 3),
        "threshold": decision.threshold,
        "tokens": decision.tokens,
        "notes": [
            {
                "id": f"{note.instance}/{note.note_id}",
                "title": note.title,
                "sent": note.sent,
                "score": note.cosine,
                "standout": note.standout,
                "coverage": note.coverage,
                "relevance": note.relevance,
                "strength": note.strength,
            }
            for note in decision.notes
        ],
    }


def meta_body(status: Status, grant: Grant) -> dict[str, Any]:
    """Of `/api/v1/meta`."""
    return {
        "version": __version__,
        "state": status.state,
        "degraded": status.degraded,
        "embedder_model": status.model,
        "embedder_dimension": status.dimension,
        "instances": [instance.id for instance in _seen(status, grant)],
        "notes": notes_seen(status, grant),
        "passages": status.passages,
        "pending": status.pending,
    }


def absence_told(engine: RecallEngine, instance: InstanceId, note_id: NoteId, grant: Grant) -> str:
    """That a note isn't there, and why, as far as the client may know."""
    reason = engine.absence(instance, note_id) if grant.opens(instance) else None
    return "there is no such note in the index" + (f": {reason}" if reason else "")


class LinkBases(dict[InstanceId, str]):
    """The address for links of each instance, asked once per answer."""

    def __init__(self, engine: RecallEngine) -> None:
        super().__init__()
        self._engine = engine

    def __missing__(self, instance: InstanceId) -> str:
        known = self._engine.instance(instance)
        self[instance] = known.link_base if known else ""
        return self[instance]
