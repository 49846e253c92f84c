"""`trayrecall doctor`: looks at everything that has to work and says what to mend. Changes nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from trayrecall.cli import checks, desktop_checks
from trayrecall.cli.checks import Check, Finding, Verdict, looked
from trayrecall.cli.main import Exit

_CHECKS: dict[str, Check] = {
    "program": checks.program,
    "SQLite": checks.sqlite,
    "settings": checks.settings,
    "model": checks.model,
    "index": checks.index,
    "tokens": checks.tokens,
    "listener": checks.listener,
    "hook": checks.hook_file,
    "windows": desktop_checks.windows,
    "tray": desktop_checks.tray,
    "start": desktop_checks.start,
    "menu": desktop_checks.menu_entry,
}


def doctor(_arguments: argparse.Namespace) -> int:
    """Print one line for each thing looked at; exit code 1 when something is to be mended."""
    well = True
    for finding in findings():
        well &= finding.verdict is not Verdict.BAD
        print(f"{finding.verdict.value:4} {finding.name}: {finding.told}")
        if finding.hint and finding.verdict is not Verdict.OK:
            print(f"     {finding.hint}")
    return Exit.OK if well else Exit.NOT_CLEAN


def findings() -> Iterator[Finding]:
    """Everything, in the order in which it is told."""
    for name, check in _CHECKS.items():
        yield looked(name, check)
    yield from checks.agents()
    yield from checks.servers()
