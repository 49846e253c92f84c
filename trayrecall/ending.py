"""The signals that ask a program to end: Ctrl+C, the system's own, and a terminal that was closed."""

from __future__ import annotations

import signal


def end_signals() -> list[signal.Signals]:
    """Those to heed here. A hang-up ends nothing that was started to outlive its terminal (`nohup`)."""
    found = [signal.SIGINT, signal.SIGTERM]
    hang_up: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
        found.append(hang_up)
    return found
