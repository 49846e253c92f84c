"""What the scripts of the set-up find on the machine, and what the tests do without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.__main__ import NEED_QT
from tests.pipeline import ROOT

DEPS = ROOT / "packaging" / "desktop-deps.sh"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these scripts are for Debian and Ubuntu")


def told_by_deps(folder: Path, installed: str) -> str:
    """What the script says, to who isn't root, where dpkg knows these packages."""
    for name, text in (("dpkg-query", f"cat <<'END'\n{installed}\nEND"), ("id", "echo 1000")):
        program = folder / name
        program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        program.chmod(0o755)
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
