"""What the commands do where the system refuses: folders that can't be made, a log without a place."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from trayrecall.logs import log_to_file
from trayrecall.paths import log_file


@pytest.mark.parametrize(
    "arguments", [("status",), ("recall", "x"), ("sync",), ("client", "list"), ("toggle",), ()], ids=" ".join
)
def test_a_folder_that_cant_be_made_is_told_in_a_line(
    cli: Cli, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "file" / "below"))
    run = cli(*arguments)
    assert run.code != 0
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err
    if arguments not in {("toggle",), ("recall", "x")}:
        assert "can't be used (Not a directory)" in run.err


def test_doctor_goes_on_when_a_folder_cant_be_made(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "file" / "below"))
    run = cli("doctor")
    assert run.code == 1
    assert "FAIL settings: " in run.out
    assert "menu: " in run.out, "it went on to the end"


def test_without_a_place_for_the_log_warnings_go_to_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "file"))
    with log_to_file():
        logging.getLogger("trayrecall.tests").info("quiet")
        logging.getLogger("trayrecall.tests").warning("loud")
    told = capsys.readouterr().err
    assert "loud" in told
    assert "quiet" not in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_log_on_a_full_disk_ends_nothing_and_prints_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    log_file().symlink_to("/dev/full")
    with log_to_file():
        logging.getLogger("trayrecall.tests").warning("no room for this")
    assert capsys.readouterr().err == ""
