"""`trayrecall` and `python -m trayrecall`."""

from __future__ import annotations

import io
import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    from trayrecall.cli import main as run  # noqa: PLC0415 - imports stay cheap for whoever only wants the version

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a note may hold signs that this terminal hasn't
            stream.reconfigure(errors="replace")
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
