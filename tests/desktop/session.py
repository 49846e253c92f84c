"""A desktop of our own: X server without a screen, D-Bus session, window manager, unlocked real keyring.

Everything lives in a private HOME and XDG_RUNTIME_DIR, and ends with `close`; nothing of the person's desktop is used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

PROGRAMS = ("Xvfb", "openbox", "xdotool", "xprop", "dbus-daemon", "gnome-keyring-daemon")
INSTALL = "run packaging/desktop-deps.sh as root"
_SECONDS = 15.0


def missing_programs(programs: Sequence[str] = PROGRAMS) -> list[str]:
    """Those of the programs that aren't installed."""
    return [name for name in programs if shutil.which(name) is None]


def wait_for(condition: Callable[[], bool], what: str, seconds: float = _SECONDS) -> None:
    """Wait until another process did something. Raises TimeoutError naming it."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {seconds:g} seconds")
        time.sleep(0.02)


class Desktop:
    """The running desktop; `env` is what a program needs to be on it."""

    def __init__(self, *, geometry: str = "1280x800x24", keyring: bool = True) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="trayrecall-desktop-")
        root = Path(self._folder.name)
        home, runtime = root / "home", root / "run"
        home.mkdir()
        runtime.mkdir(mode=0o700)
        self._log = (root / "log").open("wb")
        self._running: list[subprocess.Popen[bytes]] = []
        self.env: dict[str, str] = _bare_env() | {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime)}
        try:
            self.env["DISPLAY"] = self._start_x(geometry)
            self.env["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus()
            self._start_window_manager()
            if keyring:
                self._start_keyring()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self, *command: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program on this desktop; it ends with the desktop at the latest."""
        process = subprocess.Popen(
            command,
            env=self.env | dict(env or {}),
            stdout=self._log,
            stderr=self._log,
            stdin=subprocess.DEVNULL,
        )
        self._running.append(process)
        return process

    def run(self, *command: str) -> str:
        """Run a program on this desktop to its end; what it printed."""
        done = subprocess.run(
            command, env=self.env, check=True, capture_output=True, text=True, timeout=_SECONDS
        )
        return done.stdout

    def told(self, *command: str) -> str:
        """What a program printed, whether it failed or not."""
        done = subprocess.run(
            command, env=self.env, check=False, capture_output=True, text=True, timeout=_SECONDS
        )
        return done.stdout

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End a program that `start` started."""
        self._running.remove(process)
        _end(process)

    def close(self) -> None:
        """End everything, the last started first."""
        while self._running:
            _end(self._running.pop())
        self._log.close()
        self._folder.cleanup()

    # ---- the parts

    def _start_x(self, geometry: str) -> str:
        read, write = os.pipe()
        process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", geometry, "-nolisten", "tcp", "-noreset", "-dpi", "96"],
            env=self.env, stdout=self._log, stderr=self._log, pass_fds=(write,),
        )  # fmt: skip
        self._running.append(process)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        return f":{number}"

    def _start_bus(self) -> str:
        read, write = os.pipe()
        process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--print-address={write}"],
            env=self.env, stdout=self._log, stderr=self._log, pass_fds=(write,),
        )  # fmt: skip
        self._running.append(process)
        os.close(write)
        with os.fdopen(read) as pipe:
            address = pipe.readline().strip()
        if not address:
            raise RuntimeError("dbus-daemon did not start")
        return address

    def _start_window_manager(self) -> None:
        self.start("openbox")
        wait_for(lambda: "window id" in self._root_property("_NET_SUPPORTING_WM_CHECK"), "the window manager")

    def _root_property(self, name: str) -> str:
        done = subprocess.run(
            ["xprop", "-root", name],
            env=self.env,
            check=False,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
        return done.stdout

    def _start_keyring(self) -> None:
        process = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            env=self.env, stdin=subprocess.PIPE, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self._running.append(process)
        assert process.stdin is not None
        process.stdin.write(b"password of the test keyring")
        process.stdin.close()
        wait_for(lambda: self._owns("org.freedesktop.secrets"), "the keyring")
        # It is on the bus before it has made and opened its collection; asked too early, it asks for a password.
        wait_for(self._keyring_is_open, "the opening of the keyring")

    def _owns(self, name: str) -> bool:
        bus = "org.freedesktop.DBus"
        return "true" in self._ask(bus, "/org/freedesktop/DBus", f"{bus}.NameHasOwner", f"string:{name}")

    def _keyring_is_open(self) -> bool:
        service = "org.freedesktop.secrets"
        told = self._ask(
            service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias", "string:default"
        )
        path = told.rpartition("object path ")[2].strip().strip('"')
        if not path.startswith("/org/freedesktop/secrets/collection/"):
            return False
        wanted = ("string:org.freedesktop.Secret.Collection", "string:Locked")
        return "false" in self._ask(service, path, "org.freedesktop.DBus.Properties.Get", *wanted)

    def _ask(self, service: str, path: str, member: str, *arguments: str) -> str:
        """The printed answer of a call on the session bus; empty when it failed."""
        done = subprocess.run(
            ["dbus-send", "--session", "--print-reply", f"--dest={service}", path, member, *arguments],
            env=self.env, check=False, capture_output=True, text=True, timeout=_SECONDS,
        )  # fmt: skip
        return done.stdout


def _bare_env() -> dict[str, str]:
    """The caller's environment without anything of the caller's desktop."""
    dropped = (
        "DBUS_",
        "XDG_",
        "WAYLAND_",
        "QT_",
        "GNOME_",
        "KDE_",
        "DISPLAY",
        "XAUTHORITY",
        "PYTHON_KEYRING",
    )
    return {key: value for key, value in os.environ.items() if not key.startswith(dropped)}


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
