"""`make test`'s tests, in two processes side by side: those of the windows wait more than they work. Arguments are pytest's.

What the tests of the windows print comes at the end. Without Qt's libraries they are left out, and that is said.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

WINDOWS = "tests/desktop"
NEED_QT = (WINDOWS, "tests/cli/test_remote.py", "tests/test_settings_work.py", "tests/test_translations.py")
NO_TESTS = 5  # pytest's exit code when it found none: a choice by arguments may leave a part without any


def main(arguments: list[str]) -> int:
    pytest = [sys.executable, "-m", "pytest", *arguments]
    if not _has_qt():
        print(f"Qt can't be loaded here, so these are left out: {', '.join(NEED_QT)}", file=sys.stderr)
        return subprocess.run([*pytest, *(f"--ignore={each}" for each in NEED_QT)], check=False).returncode
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as told:
        windows = subprocess.Popen(
            [*pytest, "-p", "no:cacheprovider", WINDOWS], stdout=told, stderr=subprocess.STDOUT
        )
        try:
            others = subprocess.run([*pytest, f"--ignore={WINDOWS}"], check=False).returncode
            codes = {others, windows.wait()}
        finally:
            windows.kill()
        told.seek(0)
        print(f"── {WINDOWS}", flush=True)
        sys.stdout.writelines(told)
    return max(codes - {NO_TESTS}, default=NO_TESTS)


def _has_qt() -> bool:
    look = [sys.executable, "-c", "import PySide6.QtTest, PySide6.QtWidgets"]
    return subprocess.run(look, check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
