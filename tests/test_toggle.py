"""`trayrecall toggle` is behind a key: it loads next to nothing, and reaches the one application that runs."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from trayrecall.single import SingleInstance, ask_running

HEAVY = (
    "PySide6", "numpy", "httpx", "apsw", "logging", "argparse", "filelock", "keyring", "starlette", "trayrecall.core",
    "trayrecall.cli",
)  # fmt: skip
PROGRAM = """
import sys
from trayrecall.__main__ import main
sys.argv[1:] = ["toggle"]
code = main()
print(" ".join(sorted(sys.modules)))
sys.exit(code)
"""


def toggled(home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{PROGRAM}"],
        env={"TRAYRECALL_HOME": str(home)}, check=False, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    return tmp_path


def test_it_reaches_the_running_one_and_loads_nothing_large(home: Path) -> None:
    single = SingleInstance()
    assert single.acquire()
    heard: list[str] = []
    single.listen(heard.append)
    done = toggled(home)
    single.close()
    assert (done.returncode, done.stderr, heard) == (0, "", ["toggle"])
    loaded = set(done.stdout.split())
    assert "trayrecall.single" in loaded
    assert not loaded.intersection(HEAVY)


def test_of_one_that_hangs_it_doesnt_say_that_none_runs(home: Path) -> None:
    with socket.socket() as hanging:
        hanging.bind(("127.0.0.1", 0))
        hanging.listen()
        told = {"port": hanging.getsockname()[1], "secret": "its own"}
        (home / "state").mkdir()
        (home / "state" / "single.json").write_text(json.dumps(told), encoding="utf-8")
        done = toggled(home)
        with pytest.raises(TimeoutError):
            ask_running("show")
    assert done.returncode == 6
    assert "does not answer; quit it" in done.stderr


def test_without_a_running_one_it_says_how_to_start_it(home: Path) -> None:
    done = toggled(home)
    assert done.returncode == 2
    assert done.stderr == "The windows of TrayRecall are not running. Start them: trayrecall\n"


@pytest.mark.parametrize(
    "left", ['{"port": 1, "secret": "s"}', '{"port": "x", "secret": ""}', "{}", "[]", "{"]
)
def test_what_a_crash_left_behind_reaches_nobody(home: Path, left: str) -> None:
    (home / "state").mkdir()
    (home / "state" / "single.json").write_text(left, encoding="utf-8")
    assert not ask_running("toggle")


def test_who_does_not_know_the_secret_or_comes_from_elsewhere_reaches_nobody(home: Path) -> None:
    single = SingleInstance()
    assert single.acquire()
    heard: list[str] = []
    single.listen(heard.append)
    meeting = home / "state" / "single.json"
    told = json.loads(meeting.read_text(encoding="utf-8"))
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", told["port"]), timeout=5)
    for secret in ("", "guessed", told["secret"][:-1]):
        meeting.write_text(json.dumps({**told, "secret": secret}), encoding="utf-8")
        assert not ask_running("toggle")
    meeting.write_text(json.dumps(told), encoding="utf-8")
    assert ask_running("show")
    single.close()
    assert heard == ["show"]
    assert not meeting.exists()


def test_who_connects_and_says_nothing_holds_nobody_up(home: Path) -> None:
    single = SingleInstance()
    assert single.acquire()
    heard: list[str] = []
    single.listen(heard.append)
    port = json.loads((home / "state" / "single.json").read_text(encoding="utf-8"))["port"]
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
    assert ask_running("toggle")
    for connection in silent:
        connection.close()
    single.close()
    assert heard == ["toggle"]


@pytest.mark.case("CO03")
def test_of_two_started_at_once_one_is_the_application(home: Path) -> None:
    del home
    first, second = SingleInstance(), SingleInstance()
    assert (first.acquire(), second.acquire()) == (True, False)
    first.close()
    assert second.acquire()
    second.close()
