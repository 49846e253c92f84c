"""The log of decisions is bounded in time and number, pages, and goes with the notes that it sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.store.building import HOME, WORK, text_note
from trayrecall.core.model import Considered, Decision, InstanceId, NoteId
from trayrecall.store import Index, decisions

AT = "2031-06-01T12:00:00+00:00"


def considered(note_id: str, *, sent: bool = True, instance: InstanceId = HOME) -> Considered:
    return Considered(instance, NoteId(note_id), sent, 0.8, 0.1, 0.5, 0.9, strength=0.06)


def decision(prompt: str, *notes: Considered, at: str = AT) -> Decision:
    return Decision(
        at, "s", "UserPromptSubmit", "/src", prompt, "sent", "", None, 12.5, notes, threshold=0.04, tokens=90
    )


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
    index.put_decisions([decision("c", considered("fog", sent=False), considered("owl", sent=False))], "")
    assert prompts(index) == ["c"]
    with index.database.read() as connection:
        assert decisions.recent(connection, 10)[0].notes == (), "nor is its title in what was considered"


def test_decisions_are_found_by_outcome_and_by_the_words_of_prompt_and_folder(index: Index) -> None:
    index.put_decisions(
        [
            decision("Which bird?"),
            replace(decision("Which BIRD, again?"), reason="gated"),
            replace(decision("ok"), reason="skipped", cwd="/src/bird_house"),
            replace(decision("100%"), reason="nothing", cwd=None),
        ],
        "",
    )
    with index.database.read() as connection:

        def found(*reasons: str, text: str = "") -> list[str]:
            return [d.prompt for d in decisions.recent(connection, 10, reasons=reasons, text=text)]

        assert found("gated", "skipped") == ["ok", "Which BIRD, again?"]
        assert found(text="bird") == ["ok", "Which BIRD, again?", "Which bird?"]
        assert found("sent", text="bird") == ["Which bird?"]
        assert found(text="0%") == ["100%"]
        assert found(text="_") == ["ok"]
        assert found(text="%bird") == []


def test_the_mark_changes_when_a_decision_comes_or_goes(index: Index) -> None:
    marks = set()

    def look() -> None:
        with index.database.read() as connection:
            marks.add(decisions.mark(connection))

    look()
    index.put_decisions([decision("a", considered("owl")), decision("b")], "")
    look()
    index.put(HOME, [text_note("owl", "", "Owl", ("archived", ""))])
    look()
    index.put_decisions([], None)
    look()
    assert len(marks) == 3, "an empty log is the same before and after"


def test_the_numbers_of_a_day_outlive_the_prompts_and_hold_no_text(index: Index) -> None:
    index.put_decisions([decision("a")], "", {"2031-06-01": {"reason:sent": 1, "tokens": 90}})
    index.put_decisions([], None, {"2031-06-01": {"reason:sent": 2}, "2031-06-02": {"reason:gated": 1}})
    with index.database.read() as connection:
        first, second = decisions.totals(connection, "2031-06-01")
        assert (first.day, dict(first.reasons), first.tokens) == ("2031-06-01", {"sent": 3}, 90)
        assert [day.day for day in decisions.totals(connection, second.day)] == ["2031-06-02"]
        assert decisions.recent(connection, 10) == []


def test_the_numbers_of_days_long_ago_are_forgotten(index: Index) -> None:
    index.put_decisions([], None, {"2031-06-01": {"reason:sent": 1}})
    index.put_decisions([], None, {"2032-09-01": {"reason:sent": 1}})
    with index.database.read() as connection:
        assert [day.day for day in decisions.totals(connection, "")] == ["2032-09-01"]
