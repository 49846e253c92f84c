"""What the commands do where the system refuses: folders that can't be made, a log without a place."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
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
        assert f"{tmp_path / 'file'}" in run.err
        assert "can't be used (a file is where a folder should be; move it away)." in run.err


def test_doctor_goes_on_when_a_folder_cant_be_made(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "file" / "below"))
    run = cli("doctor")
    assert run.code == 1
    assert "FAIL settings: " in run.out
    assert "menu: " in run.out, "it went on to the end"
    report = cli("doctor", "--report")
    assert (report.code, report.err) == (0, "")
    assert "state: OSError," in report.out


def a_folder(path: Path) -> None:
    path.mkdir(parents=True)


def a_pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    path.parent.mkdir(parents=True)
    os.mkfifo(path)  # who opens one to read waits for a writer


@pytest.mark.parametrize("make", [a_folder, a_pipe])
@pytest.mark.parametrize("arguments", [("status",), ("client", "add", "script"), ("sync",), ("recall", "x")])
def test_settings_that_are_no_file_are_told_at_once(
    cli: Cli, home: Path, arguments: tuple[str, ...], make: Callable[[Path], None]
) -> None:
    settings = home / "config" / "settings.json"
    make(settings)
    run = cli(*arguments)
    assert (run.code, run.out) == (7, "")
    assert run.err.startswith(f"The settings file can't be used: {settings} can't be read (it is no file). ")


@pytest.mark.parametrize("make", [a_folder, a_pipe])
@pytest.mark.parametrize("arguments", [("status",), ("recall", "x"), ("decisions",), ("inspect", "home/x")])
def test_an_index_that_is_no_file_is_told_and_not_taken_for_none(
    cli: Cli, home: Path, arguments: tuple[str, ...], make: Callable[[Path], None]
) -> None:
    (home / "data" / "models").unlink()
    (home / "data").rmdir()
    index = home / "data" / "index.sqlite"
    make(index)
    run = cli(*arguments)
    assert (run.code, run.out) == (7, "")
    assert run.err.startswith(f"The index can't be used: {index} is no file. Move it away")


@pytest.mark.parametrize("make", [a_folder, a_pipe])
def test_what_a_running_program_tells_is_not_read_from_what_is_no_file(
    cli: Cli, home: Path, make: Callable[[Path], None]
) -> None:
    for name in ("runtime.json", "clients.json", "oauth.json", "single.json"):
        make(home / "state" / name)
        assert cli("client", "list").code == 0
        assert cli("toggle").code == 2
        (home / "state" / name).rename(home / name)
        (home / "state").rmdir()


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


class _FromAnotherVersion(BaseHTTPRequestHandler):
    """A TrayRecall whose answers this one doesn't know."""

    def version_string(self) -> str:
        return "TrayRecall"

    def do_GET(self) -> None:
        body = b'{"status": "ok", "instances": [{}]}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.mark.parametrize("arguments", [("recall", "x"), ("status",), ("decisions",)], ids=" ".join)
def test_an_answer_that_isnt_understood_is_another_failure_and_not_an_index_that_isnt_clean(
    cli: Cli, home: Path, arguments: tuple[str, ...]
) -> None:
    with HTTPServer(("127.0.0.1", 0), _FromAnotherVersion) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (home / "state").mkdir(parents=True, exist_ok=True)
        running = {"port": server.server_port, "pid": os.getpid(), "started": 0.0}
        (home / "state" / "runtime.json").write_text(json.dumps(running))
        run = cli(*arguments)
        server.shutdown()
    assert (run.code, run.out) == (7, "")
    assert run.err.endswith("If it was updated while it runs, restart it; else please report this.\n")
