"""The command line: a thin client of the running application, and of the engine when none runs.

It renders what the engine says and holds no rule of its own.
"""

from trayrecall.cli.main import main

__all__ = ["main"]
