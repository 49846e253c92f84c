"""`trayrecall` and `python -m trayrecall`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    from trayrecall.cli import main as run  # noqa: PLC0415 - imports stay cheap for whoever only wants the version

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
