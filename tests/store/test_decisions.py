"""The log of decisions is bounded in time and number, pages, and goes with the notes that it sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.store.building import HOME, WORK, text_note
from trayrecall.core.model import Considered, Decision, InstanceId, NoteId
from trayrecall.store import Index, decisions

AT = "2031-06-01T12:00:00+00:00"


def considered(note_id: str, *, sent: bool = True, instance: InstanceId = HOME) -> Considered:
    return Considered(instance, NoteId(note_id), sent, 0.8, 0.1, 0.5, 0.9)


def decision(prompt: str, *notes: Considered, at: str = AT) -> Decision:
    return Decision(at, "s", "UserPromptSubmit", "/src", prompt, "sent", "", None, 12.5, notes)


def prompts(index: Index, limit: int = 100, before: int | None = None) -> list[str]:
    with index.database.read() as connection:
        return [found.prompt for found in decisions.recent(connection, limit, before)]


@pytest.fixture
def index(index: Index) -> Index:
    for instance in (HOME, WORK):
        index.put(instance, [text_note(i, f"<p>{i}</p>") for i in ("owl", "fog")])
    return index


def test_a_decision_comes_back_as_it_was_put(index: Index) -> None:
    put = decision("which bird?", considered("owl"), considered("fog", sent=False))
    index.put_decisions([put], "")
    with index.database.read() as connection:
        (found,) = decisions.recent(connection, 10)
    titled = tuple(
        replace(note, title=f"Title {note.note_id}") for note in put.notes
    )  # as the index has them now
    assert replace(found, id=0) == replace(put, notes=titled)


def test_decisions_page_from_the_newest(index: Index) -> None:
    index.put_decisions([decision(f"p{i}") for i in range(5)], "")
    with index.database.read() as connection:
        second = decisions.recent(connection, 2)[-1]
    assert prompts(index, 2) == ["p4", "p3"]
    assert prompts(index, 2, second.id) == ["p2", "p1"]


def test_what_is_too_old_or_too_much_is_forgotten(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    index.put_decisions([decision("old", at="2031-01-01T00:00:00+00:00"), decision("new")], "")
    index.put_decisions([], "2031-05-01T00:00:00+00:00")
    assert prompts(index) == ["new"]
    monkeypatch.setattr(decisions, "MOST", 3)
    index.put_decisions([decision(f"p{i}") for i in range(5)], "")
    index.put_decisions([], "")
    assert prompts(index) == ["p4", "p3", "p2"]


@pytest.mark.case("DL09")
def test_a_purged_note_takes_what_it_was_sent_for_and_its_scores(index: Index) -> None:
    index.put_decisions(
        [
            decision("sent", considered("owl")),
            decision("only considered", considered("fog"), considered("owl", sent=False)),
            decision("the other server's", considered("owl", instance=WORK)),
        ],
        "",
    )
    index.put(HOME, [text_note("owl", "", "Owl", ("archived", ""))])
    assert prompts(index) == ["the other server's", "only considered"]
    with index.database.read() as connection:
        assert [len(found.notes) for found in decisions.recent(connection, 10)] == [1, 1]
    index.remove_instance(WORK)
    assert prompts(index) == ["only considered"]


def test_an_edited_note_keeps_its_decisions(index: Index) -> None:
    index.put_decisions([decision("sent", considered("owl"))], "")
    index.put(HOME, [text_note("owl", "<p>other words</p>")])
    assert prompts(index) == ["sent"]


def test_a_decision_whose_note_has_left_meanwhile_is_not_kept(index: Index) -> None:
    index.put(HOME, [text_note("owl", "", "Owl", ("archived", ""))], delete=[NoteId("fog")])
    index.put_decisions([decision("a", considered("owl")), decision("b", considered("fog"))], "")
    index.put_decisions([decision("c", considered("fog", sent=False))], "")
    assert prompts(index) == ["c"]
