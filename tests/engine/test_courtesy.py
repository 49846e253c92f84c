"""Background work steps aside for questions, and never for long."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from tests.engine.engines import HOME, TEXTS, engine_of, no_model, notes_of
from trayrecall.engine import courtesy as courtesy_module
from trayrecall.engine.courtesy import Courtesy

PATIENCE = 20.0  # seconds
A_WHILE = 0.3


def test_without_a_question_nothing_waits() -> None:
    courtesy = Courtesy()
    began = time.monotonic()
    for _ in range(1000):
        courtesy.give_way()
    assert time.monotonic() - began < A_WHILE


def test_turns_are_given_away_only_while_somebody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [1000.0], list[float]()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", slept.append)
    courtesy = Courtesy()
    courtesy.give_way()
    assert slept == []
    with courtesy:
        pass
    courtesy.give_way()
    now[0] += courtesy_module.DRAWN_WITHIN + 0.1
    courtesy.give_way()
    now[0] += courtesy_module.THERE
    courtesy.give_way()
    assert slept == [pytest.approx(courtesy_module.DRAWN_WITHIN), 0.0]


def test_work_goes_on_when_the_last_question_is_answered_and_drawn() -> None:
    courtesy, went_on = Courtesy(), threading.Event()

    def work() -> None:
        courtesy.give_way()
        went_on.set()

    with courtesy:
        with courtesy:
            thread = threading.Thread(target=work)
            thread.start()
        assert not went_on.wait(courtesy_module.DRAWN_WITHIN * 2)
        answered = time.monotonic()
    assert went_on.wait(PATIENCE)
    assert time.monotonic() - answered >= courtesy_module.DRAWN_WITHIN * 0.9
    thread.join()


def test_a_long_question_holds_many_pieces_of_work_up_no_longer_than_one() -> None:
    courtesy, pieces = Courtesy(), 20
    for _ in range(2):  # the next question is waited for anew
        with courtesy:
            began = time.monotonic()
            for _ in range(pieces):
                courtesy.give_way()
            waited = time.monotonic() - began
        assert courtesy_module.LONGEST * 0.9 <= waited < courtesy_module.LONGEST * pieces / 2


def test_a_question_that_fails_holds_nothing_up() -> None:
    courtesy = Courtesy()
    with pytest.raises(ValueError, match="broken"), courtesy:
        raise ValueError("broken")
    courtesy.give_way()


def test_a_build_waits_for_a_question_and_is_finished_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courtesy_module, "LONGEST", PATIENCE)
    source, later = notes_of({}), notes_of(TEXTS)
    with engine_of(tmp_path, {HOME: source}, no_model) as engine:
        assert engine.wait_until_idle(PATIENCE)
        with engine.courtesy:
            source.notes, source.contents, source.mark = later.notes, later.contents, "later"
            engine.request_sync()
            assert not engine.wait_until_idle(A_WHILE)
            assert engine.status().notes == 0
        assert engine.wait_until_idle(PATIENCE)
        assert engine.status().notes == len(TEXTS)


def test_a_build_is_finished_during_a_question_that_never_ends(tmp_path: Path) -> None:
    with engine_of(tmp_path, {HOME: notes_of(TEXTS)}, no_model) as engine, engine.courtesy:
        assert engine.wait_until_idle(PATIENCE)
        assert engine.status().notes == len(TEXTS)


def test_after_a_question_that_took_long_its_answer_is_drawn_in_peace_too() -> None:
    courtesy = Courtesy()
    with courtesy:
        courtesy.give_way()  # as long as it waits at most
        courtesy.give_way()
    began = time.monotonic()
    courtesy.give_way()
    assert time.monotonic() - began > courtesy_module.DRAWN_WITHIN / 2
