"""The work behind activity and inspector, over a real engine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.engine.engines import HOME, STOVE_QUESTION, TEXTS, loading, notes_of, sync
from trayrecall import paths
from trayrecall.core.errors import UserInputError
from trayrecall.core.inspection import Standing
from trayrecall.core.model import Instance, InstanceId, NoteId
from trayrecall.core.ports import Embedder
from trayrecall.engine.engine import Engine
from trayrecall.records import Records
from trayrecall.settings import load_settings
from trayrecall.store import Database, Index
from trayrecall.ui.activity_actions import DAYS, Sought

STOVE = NoteId("stove")


@pytest.fixture
def engine(tmp_path: Path, model: Embedder) -> Iterator[Engine]:
    source = notes_of(TEXTS)
    made = Engine(
        Index(Database(tmp_path / "index.db")),
        [Instance(HOME, "Home", "http://home.example", "http://web.example")],
        lambda _: source,
        loading(model),
        keep_prompts=timedelta(days=30),
    )
    made.start()
    sync(made)
    yield made
    made.close(10.0)


def test_a_look_tells_what_is_new_and_only_that(engine: Engine) -> None:
    records = Records(engine)
    engine.prompt(STOVE_QUESTION, cwd="/src/stove")
    engine.prompt("ok")
    assert engine.wait_until_idle(20)
    look = records.look(Sought(), 10, None)
    assert [d.reason for d in look.decisions or ()] == ["skipped", "sent"]
    assert (len(look.totals), look.totals[-1].prompts, look.keep_days) == (DAYS, 2, 30)
    assert dict(look.instances) == {"home": "Home"}
    assert records.look(Sought(), 10, look.mark).decisions is None
    found = records.look(Sought(frozenset({"sent"}), "stove"), 10, None).decisions
    assert [d.cwd for d in found or ()] == ["/src/stove"]
    records.clear()
    assert engine.wait_until_idle(20)
    cleared = records.look(Sought(), 10, look.mark)
    assert cleared.decisions == ()
    assert cleared.totals[-1].prompts == 2


def test_what_is_said_of_prompts_is_told_at_the_next_look(engine: Engine) -> None:
    records = Records(engine)
    records.should_match(STOVE_QUESTION, ["home/stove"])
    records.was_noise("ok")
    own = records.look(Sought(), 10, None).own
    assert own[STOVE_QUESTION].expect == {"home/stove"}
    assert own["ok"].wants_silence
    assert records.questions_file() == paths.questions_file()
    records.forget("ok")
    assert list(records.look(Sought(), 10, None).own) == [STOVE_QUESTION]
    records.forget_questions()
    assert not records.questions_file().exists()


def test_how_long_prompts_are_kept_holds_at_once_and_after_the_next_start(engine: Engine) -> None:
    records = Records(engine)
    engine.prompt(STOVE_QUESTION)
    records.keep(0)
    assert engine.wait_until_idle(20)
    look = records.look(Sought(), 10, None)
    assert (look.decisions, look.keep_days) == ((), 0)
    assert load_settings(paths.settings_file()).keep_prompts_days == 0


def test_a_note_is_found_looked_into_opened_and_indexed_anew(engine: Engine) -> None:
    records = Records(engine)
    (found,) = records.find_notes("tiled")
    assert found.note_id == STOVE
    assert records.inspect(HOME, STOVE).standing is Standing.INDEXED
    assert records.url(HOME, STOVE) == "http://web.example/#root/stove"
    assert records.url(InstanceId("gone"), STOVE) == ""
    records.reindex(HOME, STOVE)
    records.retry(HOME, STOVE)
    records.retry_all()
    assert engine.wait_until_idle(20)
    assert records.health().status.pending == 0
    assert records.check() == ()
    with pytest.raises(UserInputError):
        records.reindex(HOME, NoteId("never"))


def test_the_diagnostics_hold_the_engines_numbers_and_no_title(engine: Engine) -> None:
    told = Records(engine).diagnose(["Qt 6 on xcb"], {"listens": 37850})
    assert "5 notes" in told
    assert "listens: 37850" in told
    assert [title for title, _ in TEXTS.values() if title in told] == []
