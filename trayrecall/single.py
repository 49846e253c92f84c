"""One running application a person: a lock, and a small loopback socket by which a second start reaches the first.

Knows nothing of Qt or of the engine, and imports only at need, so that `trayrecall toggle` answers in a few
milliseconds. A file of mode 0600 tells port and secret; who can't read it can't toggle.
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
from typing import TYPE_CHECKING

from trayrecall import paths

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOGGLE = "toggle"
SHOW = "show"
NOT_RUNNING, TIMEOUT = 2, 6  # the exit codes of these names in `trayrecall.cli`
HANGS = "TrayRecall runs already but does not answer; quit it and start again."
_SECONDS = 1.0
_HEARING_SECONDS = 0.1  # callers are served one by one, and ours sends as soon as it is connected
_LONGEST = 200  # bytes of a request


def _meeting_point() -> Path:
    return paths.state_dir() / "single.json"


class SingleInstance:
    """The claim to be the one application. `acquire` first; then `listen`; `close` gives it back."""

    def __init__(self) -> None:
        import secrets  # noqa: PLC0415 - see above

        from filelock import FileLock  # noqa: PLC0415

        self._lock = FileLock(paths.state_dir() / "single.lock", timeout=0)
        self._socket: socket.socket | None = None
        self._secret = secrets.token_urlsafe(32)

    def acquire(self) -> bool:
        """Whether this process is the one now; a lock of a process that was killed doesn't count."""
        from filelock import Timeout  # noqa: PLC0415

        try:
            self._lock.acquire()
        except Timeout:
            return False
        return True

    def listen(self, on_command: Callable[[str], None]) -> None:
        """Call `on_command` (on a thread of its own) with what a second start asks for."""
        import threading  # noqa: PLC0415

        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.bind(("127.0.0.1", 0))
        listening.listen(8)
        self._socket = listening
        told = json.dumps({"port": listening.getsockname()[1], "secret": self._secret})
        paths.write_private(_meeting_point(), told)
        threading.Thread(target=self._serve, args=(listening, on_command), name="single", daemon=True).start()

    def _serve(self, listening: socket.socket, on_command: Callable[[str], None]) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return  # closed
            with connection:
                command = self._command(connection)
                if command is None:
                    continue
                on_command(command)
                with contextlib.suppress(OSError):
                    connection.sendall(b"ok\n")

    def _command(self, connection: socket.socket) -> str | None:
        """The command of a caller that knows the secret."""
        import hmac  # noqa: PLC0415
        import logging  # noqa: PLC0415

        try:
            connection.settimeout(_HEARING_SECONDS)
            line = connection.recv(_LONGEST).decode("ascii", "replace").strip()
        except OSError:
            return None
        secret, _, command = line.partition(" ")
        if not hmac.compare_digest(secret.encode(), self._secret.encode()):
            logging.getLogger(__name__).warning(
                "somebody without the secret tried to reach the running application"
            )
            return None
        return command

    def close(self) -> None:
        """Stop listening and let another start be the one."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            with contextlib.suppress(OSError):
                _meeting_point().unlink(missing_ok=True)
        self._lock.release()


def ask_running(command: str) -> bool:
    """Tell the running application to do something; False when none is there. Raises TimeoutError when it doesn't answer."""
    try:
        told = json.loads(paths.read_own(_meeting_point()))
        request = f"{told['secret']} {command}\n".encode()
        with socket.create_connection(("127.0.0.1", int(told["port"])), timeout=_SECONDS) as connection:
            connection.sendall(request)
            return connection.recv(8) == b"ok\n"
    except TimeoutError:
        raise
    except (OSError, ValueError, KeyError, TypeError):
        return False


def toggle() -> int:
    """`trayrecall toggle`: show or hide the popup of the running application; the exit code."""
    try:
        if ask_running(TOGGLE):
            return 0
    except TimeoutError:
        print(HANGS, file=sys.stderr)  # noqa: T201
        return TIMEOUT
    print("The windows of TrayRecall are not running. Start them: trayrecall", file=sys.stderr)  # noqa: T201
    return NOT_RUNNING
