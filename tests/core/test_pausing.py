from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from trayrecall.core.pausing import EVERYTHING, Pause, covering, is_same, lasting, project, tomorrow

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


@pytest.mark.parametrize(
    ("paused", "cwd"),
    [
        ("C:\\Code\\Mill\\", "c:/code/mill"), ("C:\\Code\\Mill", "c:\\code\\mill\\wheel"), ("C:\\Code\\Mill", "/c:/Code/Mill"),
        ("C:\\Code\\Mill", "\\\\?\\C:\\Code\\Mill"), ("\\\\Server\\Code", "\\\\server\\code\\mill"),
        ("/Users/ada/Mill", "/users/ada/mill/wheel"), ("/Users/ada/Mu\u0308hle", "/Users/ada/M\u00fchle"),
        ("/src/mill/", "/src//mill/./wheel"), ("/", "/src"), ("/src/mill ", "/src/mill "),
    ],
)  # fmt: skip
def test_one_folder_may_be_written_in_several_ways(paused: str, cwd: str) -> None:
    pause = Pause(project(paused))
    assert covering([pause], cwd, NOON) == pause
    assert is_same(pause, paused)


def test_where_case_tells_folders_apart_it_does() -> None:
    assert covering([Pause("/src/Mill")], "/src/mill", NOON) is None
    assert not is_same(Pause("/src/Mill"), "/src/mill")


def test_a_folder_is_shown_as_it_is_written() -> None:
    assert project(" C:\\Code\\Mill\\ ") == "C:\\Code\\Mill"
    assert project("/src/Mill/") == "/src/Mill"
    assert project("/src/Mill\\") == "/src/Mill\\"


def test_the_pause_of_everything_is_that_of_no_folder() -> None:
    assert is_same(Pause(EVERYTHING), EVERYTHING)
    assert not is_same(Pause(EVERYTHING), "/")


def test_tomorrow_is_the_morning_of_the_next_day() -> None:
    late = datetime(2031, 6, 1, 23, 30).astimezone()
    assert (tomorrow(late).date() - late.date()).days == 1
    assert tomorrow(late).hour == 6
    assert tomorrow(late).tzinfo is not None
