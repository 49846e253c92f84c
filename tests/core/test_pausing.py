from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from trayrecall.core.pausing import EVERYTHING, Pause, covering, lasting, project, tomorrow

NOON = datetime(2031, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_pause_ends_by_itself_and_one_without_an_end_lasts() -> None:
    timed, endless = Pause(EVERYTHING, NOON), Pause("/src/mill")
    assert lasting([timed, endless], NOON - HOUR) == [timed, endless]
    assert lasting([timed, endless], NOON) == [endless]


@pytest.mark.parametrize("cwd", ["/src/mill", "/src/mill/", "/src/mill/wheel/cogs"])
def test_a_project_is_its_folder_and_all_below_it(cwd: str) -> None:
    assert covering([Pause("/src/mill")], cwd, NOON) == Pause("/src/mill")


@pytest.mark.parametrize("cwd", [None, "", "/src", "/src/millrace", "/other/src/mill"])
def test_another_folder_is_not_the_project(cwd: str | None) -> None:
    assert covering([Pause("/src/mill")], cwd, NOON) is None


def test_a_pause_of_everything_holds_in_every_folder_and_comes_first() -> None:
    everything = Pause(EVERYTHING, NOON + HOUR)
    for cwd in (None, "/anywhere", "/src/mill"):
        assert covering([Pause("/src/mill"), everything], cwd, NOON) == everything


def test_the_root_folder_holds_every_folder() -> None:
    assert covering([Pause(project("/"))], "/src", NOON) is not None


def test_a_folder_of_windows_is_compared_without_case_and_kind_of_slash() -> None:
    assert project("C:\\Code\\Mill\\") == project("c:/code/mill")
    assert covering([Pause(project("C:\\Code\\Mill"))], "c:\\code\\mill\\wheel", NOON) is not None
    assert project("/src/Mill") != project("/src/mill")


def test_tomorrow_is_the_morning_of_the_next_day() -> None:
    late = datetime(2031, 6, 1, 23, 30).astimezone()
    assert (tomorrow(late).date() - late.date()).days == 1
    assert tomorrow(late).hour == 6
    assert tomorrow(late).tzinfo is not None
