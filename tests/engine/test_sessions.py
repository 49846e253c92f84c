"""The memory of what each session was sent: it is bounded, and the oldest is forgotten first."""

from __future__ import annotations

import pytest

from tests.core.hits import hit
from trayrecall.core.model import Hit, NoteId
from trayrecall.engine import sessions as sessions_module
from trayrecall.engine.sessions import Sessions


def notes(*numbers: int) -> list[Hit]:
    return [hit(note_id=NoteId(f"n{number}"), content_hash=f"c{number}") for number in numbers]


def test_a_session_that_was_sent_very_much_forgets_the_oldest_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions_module, "MAX_SENT", 3)
    sessions = Sessions()
    for number in range(5):
        assert sessions.claim("s", notes(number), 1) == notes(number)
    assert sessions.claim("s", notes(2, 3, 4), 3) == [], "the newest three are remembered"
    assert sessions.claim("s", notes(0, 1), 2) == notes(0, 1), "the oldest may be sent again"


def test_of_very_many_sessions_the_longest_unused_one_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions_module, "MAX_SESSIONS", 2)
    sessions = Sessions()
    sessions.claim("first", notes(1), 1)
    sessions.claim("second", notes(1), 1)
    assert sessions.claim("first", notes(1), 1) == [], "it is used again"
    sessions.claim("third", notes(1), 1)
    assert sessions.claim("first", notes(1), 1) == []
    assert sessions.claim("second", notes(1), 1) == notes(1)
