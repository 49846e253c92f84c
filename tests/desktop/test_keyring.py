"""The real keyring of our desktop: what the settings dialog's work will meet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.desktop.session import Desktop

PROGRAM = """
from trayrecall.secrets import KeyringStore
store, again = KeyringStore(), KeyringStore()
assert store.get("etapi:home") is None
store.set("etapi:home", "s3cret-" + "of-the-test")
assert again.get("etapi:home") == "s3cret-of-the-test"
store.delete("etapi:home")
assert KeyringStore().get("etapi:home") is None
import keyring
print(type(keyring.get_keyring()).__module__)
"""


def test_the_desktops_keyring_is_real_and_unlocked(desktop: Desktop) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=desktop.env, cwd=Path(__file__).resolve().parents[2],
        check=False, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "SecretService" in done.stdout or "chainer" in done.stdout
