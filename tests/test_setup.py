"""What the scripts of the set-up find on the machine, and what the tests do without."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.__main__ import NEED_QT
from tests.pipeline import ROOT

SETUP = ROOT / "packaging" / "setup.sh"
DEPS = ROOT / "packaging" / "desktop-deps.sh"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these scripts are for Debian and Ubuntu")


def put_programs(folder: Path, **programs: str) -> None:
    """Programs of these names that do as these lines of a shell say."""
    for name, text in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        program.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as its set-up reads, where pip finds no network."""
    (tmp_path / "packaging").mkdir()
    for name in ("Makefile", "pyproject.toml", "packaging/setup.sh", "packaging/constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def begun_set_up(checkout: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["bash", checkout / "packaging" / "setup.sh"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""},
    )


def test_an_environment_that_was_left_half_made_is_made_anew(checkout: Path) -> None:
    venv.create(checkout / ".venv", with_pip=False)  # as after Ctrl+C
    setting_up = begun_set_up(checkout)
    told = setting_up.communicate(timeout=120)[1]
    assert (
        subprocess.run([checkout / ".venv/bin/python", "-m", "pip", "--version"], check=False).returncode == 0
    )
    assert setting_up.returncode == 1
    assert "Is there network" in told.splitlines()[-1]
    assert not (checkout / ".venv" / ".ready").exists()


def test_a_second_set_up_waits_for_the_first_and_takes_what_it_made(checkout: Path) -> None:
    with (checkout / "packaging" / "setup.sh").open() as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        second = begun_set_up(checkout)
        assert second.stderr is not None
        assert "waiting for it" in second.stderr.readline()
        (checkout / ".venv").mkdir()
        (checkout / ".venv" / ".ready").touch()
    assert second.communicate(timeout=60)[1] == ""
    assert second.returncode == 0


@pytest.mark.parametrize(
    ("programs", "told"),
    [
        ({"python3": "[ $1 = --version ] && echo Python 3.10.12"}, "is needed, this is Python 3.10.12;"),
        ({"apt_get": ""}, "--no-install-recommends python3-venv "),
        ({"apt_get": "", "python3.12": "case $2 in *venv*) exit 1; esac"}, "recommends python3.12-venv "),
        ({}, "please install python3-venv, as your system calls"),
    ],
)
def test_a_python_that_lacks_or_is_too_old_is_told_by_its_package(
    tmp_path: Path, programs: dict[str, str], told: str
) -> None:
    put_programs(tmp_path, id="echo 1000", **programs)
    (tmp_path / "dirname").symlink_to(shutil.which("dirname") or "")
    done = subprocess.run(
        [shutil.which("bash") or "", SETUP],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": str(tmp_path)},
    )
    assert done.returncode == 1
    assert told in done.stderr.splitlines()[-1]


def told_by_deps(folder: Path, installed: str) -> str:
    """What the script says, to who isn't root, where dpkg knows these packages."""
    put_programs(folder, dpkg_query=f"cat <<'END'\n{installed}\nEND", id="echo 1000")
    path = os.pathsep.join((str(folder), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", DEPS, "qt"], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    return done.stderr


def test_a_package_that_a_newer_release_calls_otherwise_is_there(tmp_path: Path) -> None:
    lacking = told_by_deps(tmp_path, "config-files libgl1, ")
    assert "sudo apt-get" in lacking
    wanted = lacking.split("--no-install-recommends ")[1].split()
    assert {"libgl1", "libglib2.0-0"} <= set(wanted)

    newer = {"libglib2.0-0": "libglib2.0-0t64, gir1.2-x (= 1), libglib2.0-0 (= 2.88)"}
    there = "\n".join(f"installed {newer.get(package, f'{package}, ')}" for package in wanted)
    assert "everything is there" in told_by_deps(tmp_path, there)


def test_without_qt_all_tests_can_be_read_but_those_that_are_left_out() -> None:
    without = "import sys; sys.modules['PySide6'] = None; import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    ignored = [f"--ignore={each}" for each in NEED_QT]
    done = subprocess.run(
        [sys.executable, "-c", without, "-q", "--collect-only", "-p", "no:cacheprovider", *ignored],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout[-2000:]
