"""The signals that ask a program to end: Ctrl+C, the system's own, and a terminal that was closed."""

from __future__ import annotations

import signal
import socket


def end_signals() -> list[signal.Signals]:
    """Those to heed here. A hang-up ends nothing that was started to outlive its terminal (`nohup`)."""
    found = [signal.SIGINT, signal.SIGTERM]
    hang_up: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
        found.append(hang_up)
    return found


def let_signals_write(sending: socket.socket) -> None:
    """Let each of these signals write a byte into the socket, and do nothing else. For the main thread."""
    sending.setblocking(False)  # noqa: FBT003 - its own signature
    signal.set_wakeup_fd(sending.fileno())
    for number in end_signals():
        signal.signal(number, lambda *_: None)
