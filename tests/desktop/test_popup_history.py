"""The person's own searches and the file that they are kept in."""

from __future__ import annotations

import json
import logging
import stat
from pathlib import Path

import pytest

from trayrecall.ui.popup_history import LONGEST, History


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "searches.json"


def test_searches_are_kept_the_latest_first_each_once(file: Path) -> None:
    history = History(file)
    for text in ("vents", "frost", "  VENTS ", "温室 天窗"):
        history.add(text)
    assert History(file).latest(10) == ("温室 天窗", "VENTS", "frost")
    assert history.latest(1) == ("温室 天窗",)


def test_the_file_is_the_owners_alone_and_goes_with_its_last_search(file: Path) -> None:
    history = History(file)
    history.add("vents")
    history.add("frost")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    history.forget("vents")
    assert history.latest(10) == ("frost",)
    history.forget()
    assert not file.exists()
    history.forget()


def test_only_so_many_are_kept_and_no_pasted_page(file: Path) -> None:
    history = History(file, lambda: 20)
    for number in range(25):
        history.add(f"search {number}")
    history.add("x" * (LONGEST + 1))
    history.add("   ")
    kept = history.latest(1000)
    assert (len(kept), kept[0]) == (20, "search 24")


def test_switched_off_nothing_is_kept_and_what_was_kept_is_gone(file: Path) -> None:
    most = [50]
    history = History(file, lambda: most[0])
    history.add("vents")
    most[0] = 0
    assert history.latest(10) == ()
    assert not file.exists()
    history.add("frost")
    most[0] = 50
    assert history.latest(10) == ()


@pytest.mark.parametrize("content", ["", "{", "[1, 2", '{"a": 1}', '["vents", 3]'])
def test_a_broken_file_costs_only_the_searches_and_is_replaced_by_the_next(
    file: Path, caplog: pytest.LogCaptureFixture, content: str
) -> None:
    file.write_text(content, encoding="utf-8")
    history = History(file)
    with caplog.at_level(logging.WARNING):
        assert set(history.latest(10)) <= {"vents"}
    assert content == "" or content not in caplog.text
    history.add("frost")
    assert json.loads(file.read_text(encoding="utf-8"))[0] == "frost"


def test_a_folder_that_cannot_be_written_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    history = History(tmp_path / "absent" / "searches.json")
    history.add("a secret plan")
    assert history.latest(10) == ()
    assert "a secret plan" not in caplog.text
