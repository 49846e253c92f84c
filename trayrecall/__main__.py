"""`trayrecall` and `python -m trayrecall`."""

from __future__ import annotations

import contextlib
import io
import os
import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    if sys.argv[1:] == ["toggle"]:  # behind a key: nothing else is loaded before it
        from trayrecall.single import toggle  # noqa: PLC0415

        return toggle()
    import threading  # noqa: PLC0415

    from trayrecall.cli import main as run  # noqa: PLC0415 - imports stay cheap for whoever only wants the version

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(
            stream, io.TextIOWrapper
        ):  # a note may hold signs that this terminal hasn't, a line bytes that are no text
            stream.reconfigure(errors="replace")
    code = run(sys.argv[1:])
    if threading.active_count() > 1:
        _leave(code)
    return code


def _leave(code: int) -> None:
    """End at once: all is closed and committed by now.

    What a library still does on a thread (loading a model, say) would hold up an ordinary end, or abort it with a signal
    when Python takes its ground away.
    """
    import logging  # noqa: PLC0415

    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(
            OSError, ValueError, AttributeError
        ):  # the reader has gone, or there never was one
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
