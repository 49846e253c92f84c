"""`doctor`, `model`, `demo`, and the command line as a program."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, environment
from tests.fakes import TOKEN, FakeServer
from tests.pipeline import ROOT
from trayrecall import __version__, paths
from trayrecall.cli.demo import open_demo_house


def test_doctor_looks_at_everything(synced: Cli, trilium: FakeServer) -> None:
    run = synced("doctor")
    assert run.code == 0, run.out
    names = [line[5:].split(":")[0] for line in run.out.splitlines() if line[:5].strip()]
    assert names == [
        "program", "SQLite", "settings", "model", "index", "tokens", "listener", "hook", "windows", "tray", "start",
        "menu", "Home",
    ]  # fmt: skip
    assert "1 server\n" in run.out
    assert re.search(r"index: .*index\.sqlite, 5 notes, \d+\.\d MB, whole\n", run.out)
    assert f"ok   Home: Trilium 0.102.1 at {trilium.url}\n" in run.out


def test_a_note_is_inspected_and_one_that_is_not_there_tells_why(synced: Cli) -> None:
    run = synced("inspect", "home/pump")
    assert run.code == 0
    assert "area: wiki, by below:wiki (Wiki)" in run.out
    assert "1 embedded" in run.out
    assert json.loads(synced("inspect", "home/pump", "--json").out)["standing"] == "indexed"
    never = synced("inspect", "home/never")
    assert never.code == 1
    assert "nothing is known of it" in never.out
    assert synced("inspect", "pump").code == 5
    hidden = synced("inspect", "home/secret")
    assert hidden.out.splitlines() == [
        "(untitled) (home/secret)", "  not in the index: it is labelled #recallIgnore",
    ]  # fmt: skip


def test_a_report_for_others_tells_states_and_nothing_of_the_person(synced: Cli, trilium: FakeServer) -> None:
    run = synced("doctor", "--report")
    assert run.code == 0
    assert "instance 1 (http): up_to_date, 5 notes" in run.out
    assert "SQLite 3" in run.out
    host = trilium.url.partition("://")[2]
    assert [own for own in (host, trilium.token, "Pump", str(paths.data_dir())) if own in run.out] == []


def test_a_report_is_given_also_when_there_is_nothing_to_open(cli: Cli) -> None:
    run = cli("doctor", "--report")
    assert run.code == 0
    assert "state: UserInputError" in run.out


@pytest.mark.case("SC01")
def test_doctor_names_a_damaged_index_and_what_to_do(cli: Cli, home: Path) -> None:
    (home / "data" / "index.sqlite").write_bytes(b"no database " * 1000)
    run = cli("doctor")
    assert run.code == 1
    assert re.search(
        r"FAIL index: The index can't be used: .*index\.sqlite.*\n     Move the file away", run.out
    )


def test_doctor_names_a_broken_settings_file_once_and_goes_on(cli: Cli, home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "settings.json").write_text('{"port": "x"}')
    run = cli("doctor")
    assert run.code == 1
    assert "FAIL settings: The settings file can't be used: " in run.out
    assert "line 1: port: must be a whole number from 1 to 65535" in run.out
    assert "ok   SQLite" in run.out


def test_models_are_listed_with_where_they_come_from(synced: Cli) -> None:
    lines = synced("model", "list").out.splitlines()
    assert lines[0].startswith("* multilingual-e5-small (about 100 languages, MIT): ")
    assert all(line.startswith("  ") for line in lines[1:])


def test_the_demo_answers_a_question_of_ones_own(cli: Cli) -> None:
    run = cli("demo", "At what temperature do the greenhouse vents begin to open?")
    assert run.code == 0
    assert re.match(
        r"68 demo notes in \d+ passages, by multilingual-e5-small\.\nLeft out: 4 archived, ", run.out
    )
    assert re.search(r"^0\.\d{4}  Greenhouse controller: project log$", run.out, re.MULTILINE)
    assert "http://" not in run.out  # the demo's server ends with it


# ---- as a program -------------------------------------------------------------------------------------


def test_the_demo_tells_of_its_own_notes_alone_also_after_they_stood_beside_those_of_a_person(
    cli: Cli, fresh_trilium: FakeServer
) -> None:
    added = cli("instance", "add", "--url", fresh_trilium.url, "--name", "Home", given=TOKEN + "\n")
    assert added.code == 0, added.err
    house = open_demo_house(os.environ)
    try:
        while not house.engine.wait_until_idle(1.0):
            pass
        assert {i.id for i in house.engine.status().instances} == {"demo", "home"}
    finally:
        house.close()
    run = cli("demo", "When does the mill lease end?")
    assert run.out.startswith("68 demo notes in 122 passages")
    assert "Lease" not in run.out


def program(*arguments: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "trayrecall", *arguments],
        env=os.environ | env,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_the_program_tells_its_version_without_loading_the_engine() -> None:
    ended = program("--version", PYTHONPROFILEIMPORTTIME="1")
    assert ended.stdout.decode() == f"TrayRecall {__version__}\n"
    assert b"fastembed" not in ended.stderr
    assert b"apsw" not in ended.stderr


def test_the_program_prints_any_letters_on_any_terminal(synced_home: Path) -> None:
    env = environment(synced_home)
    ended = program("recall", "护照", "--limit", "1", PYTHONIOENCODING="ascii", **env)
    assert ended.returncode == 0, ended.stderr
    assert b"????" in ended.stdout
    ended = program("recall", "护照", "--limit", "1", "--json", PYTHONIOENCODING="cp1252", **env)
    assert json.loads(ended.stdout.decode("ascii"))["results"][0]["title"] == "出行准备"


def test_the_program_ends_quietly_when_nobody_reads_on(synced_home: Path) -> None:
    command = f"{sys.executable} -m trayrecall model list | head -c 1"
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env=os.environ | environment(synced_home),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.stderr == b""


def test_without_a_display_the_application_says_how_to_do_without(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    run = cli()
    assert (run.code, run.out) == (1, "")
    assert "trayrecall serve" in run.err


def test_toggle_without_a_running_application_says_so(cli: Cli) -> None:
    run = cli("toggle")
    assert run.code == 2
    assert "not running" in run.err


def test_a_demo_whose_model_breaks_answers_by_keyword_and_does_not_end_as_if_all_were_well(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("the graph can't be read")

    monkeypatch.setattr("trayrecall.app.load_model", broken)
    run = cli("demo", "bone glue")
    assert run.code == 1
    assert "the embedding model failed; see the log" in run.err
    assert "The log says more: " in run.err
    log = Path(run.err.rsplit("The log says more: ", 1)[1].strip())
    assert "the graph can't be read" in log.read_text(encoding="utf-8")


# ---- where Qt can't work --------------------------------------------------------------------------------


def started(tmp_path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | environment(tmp_path / "home") | {"DISPLAY": ":9"} | more
    return subprocess.run(
        [sys.executable, "-m", "trayrecall"], env=env, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_library_of_qts_that_is_missing_is_told_in_a_line(tmp_path: Path) -> None:
    qt = tmp_path / "path" / "PySide6"
    qt.mkdir(parents=True)
    (qt / "__init__.py").touch()
    (qt / "QtCore.py").write_text('raise ImportError("libEGL.so.1: cannot open shared object file")')
    run = started(tmp_path, PYTHONPATH=os.pathsep.join((str(tmp_path / "path"), str(ROOT))))
    assert run.returncode == 1
    assert run.stderr == (
        "Qt can't be loaded (libEGL.so.1: cannot open shared object file)."
        " What to install: trayrecall doctor. Without windows: trayrecall serve\n"
    )


def test_when_qt_aborts_it_is_told_where_to_look(tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
    run = started(tmp_path, QT_QPA_PLATFORM="nonsense")
    assert run.returncode == 1, "no crash, and so no core file and no crash reporter"
    assert 'Could not find the Qt platform plugin "nonsense"' in run.stderr
    assert run.stderr.endswith("trayrecall doctor. Without windows: trayrecall serve\n")


@pytest.mark.skipif(os.name != "posix", reason="the shell's way to close standard input")
@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        ("mcp <&-", 5, "MCP is spoken over standard input and output"),
        ("mcp >&- </dev/null", 5, "MCP is spoken over standard input and output"),
        ("instance add --url http://127.0.0.1:9 <&-", 5, "No token came"),
        ("remote on https://recall.example <&-", 5, "password"),
        ("erase <&-", 1, "Nothing was erased"),
        ("client add script >&-", 5, "The token is told once, by standard output, and that is closed"),
        ("status --json >&- 2>/dev/null", 1, ""),
        ("model list | true; exit ${PIPESTATUS[0]}", 0, ""),
        pytest.param(
            "model list >/dev/full", 7, "output can't be used (No space left on device)",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here"),
        ),
        (r"""recall "$(printf '\377 greenhouse')" """, 5, "There is no index yet"),
        (r"instance add --url http://127.0.0.1:9 < <(printf '\377')", 5, "characters that no ETAPI token has"),
    ],
)  # fmt: skip
def test_closed_streams_and_bytes_that_are_no_text_are_told_in_words(
    tmp_path: Path, command: str, code: int, told: str
) -> None:
    run = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m trayrecall {command}'],
        cwd=ROOT,
        env=os.environ | environment(tmp_path / "home") | {"LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in run.stderr
    assert (run.returncode, told in run.stdout + run.stderr) == (code, True), run.stderr


@pytest.mark.skipif(os.name != "posix", reason="no terminals of POSIX here")
@pytest.mark.parametrize(
    ("command", "typed", "told"),
    [
        ("instance add --url http://127.0.0.1:9", b"etapi-typed-here\n", "Nothing answers at this address"),
        ("instance add --url http://127.0.0.1:9", b"\x04", "No token came"),
        ("remote on https://recall.example", b"too short\n", "at least 12 characters."),
        ("remote on https://recall.example", b"\x04", "at least 12 characters."),
    ],
)
def test_a_secret_typed_at_a_terminal_is_not_shown_and_may_be_left_out(
    tmp_path: Path, command: str, typed: bytes, told: str
) -> None:
    import pty  # noqa: PLC0415 - there is none on Windows

    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "trayrecall", *command.split()],
        cwd=ROOT,
        env=os.environ | environment(tmp_path / "home"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,  # without the terminal of whoever runs the tests
    )
    os.close(theirs)
    shown = b""
    while b": " not in shown:
        shown += os.read(ours, 1000)
    os.write(ours, typed)
    with contextlib.suppress(OSError):  # how Linux says that the other side is closed
        while more := os.read(ours, 1000):
            shown += more
    os.close(ours)
    assert run.wait(60) in {5, 7}
    assert told in shown.decode()
    assert typed.strip() not in shown
    assert b"Traceback" not in shown
