"""The prompt hook's request and answer. Clients drop or reject keys that they don't know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trayrecall.core.visible import whole
from trayrecall.server.answers import Unprocessable

DEFAULT_EVENT = "UserPromptSubmit"
SESSION_START = "SessionStart"
_LONGEST_NAME, _LONGEST_FOLDER = 256, 4096  # code points
FORGETTING_SOURCES = frozenset({"clear", "compact", "resume"})


@dataclass(frozen=True, slots=True)
class HookCall:
    """What an agent tells when a person sent a prompt."""

    prompt: str
    session: str | None
    event: str
    cwd: str | None
    source: str | None = None

    @property
    def forgets(self) -> bool:
        """Whether the agent's memory begins anew, so that notes may be sent again."""
        return self.event == SESSION_START and self.source in FORGETTING_SOURCES


def hook_call(body: Any) -> HookCall:
    """The call in the body; unknown keys are ignored. Raises Unprocessable when it is no object or has no text."""
    if not isinstance(body, dict):
        raise Unprocessable("the body must be a JSON object")
    prompt = body.get("prompt")
    if prompt is not None and not isinstance(prompt, str):
        raise Unprocessable("prompt must be a text")
    return HookCall(
        prompt=whole(prompt or ""),
        session=_text(
            body, _LONGEST_NAME, "session_id", "sessionId", "conversation_id"
        ),  # the last is Cursor's
        event=_text(body, _LONGEST_NAME, "hook_event_name", "hookEventName") or DEFAULT_EVENT,
        cwd=_text(body, _LONGEST_FOLDER, "cwd") or _first_root(body),
        source=_text(body, _LONGEST_NAME, "source"),
    )


def _first_root(body: Mapping[str, Any]) -> str | None:
    """Cursor tells the folders of its window instead of one."""
    roots = body.get("workspace_roots")
    return _text({"root": roots[0]}, _LONGEST_FOLDER, "root") if isinstance(roots, list) and roots else None


def hook_body(context: str, event: str, client: str | None) -> dict[str, Any]:
    """The answer's body in the shape of the client; empty when there is nothing to say."""
    if not context:
        return {}
    if client == "cursor":
        return {"additional_context": context}
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}


def _text(body: Mapping[str, Any], most: int, *names: str) -> str | None:
    """The first of the keys that holds a text, at most so many code points of it: it is kept with the decision."""
    for name in names:
        value = body.get(name)
        if isinstance(value, str) and value:
            return whole(value[:most])
    return None
