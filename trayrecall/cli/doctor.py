"""`trayrecall doctor`: looks at everything that has to work and says what to mend. Changes nothing."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from trayrecall import app, logs, paths
from trayrecall.cli import checks, desktop_checks
from trayrecall.cli.checks import Check, Finding, Verdict, looked
from trayrecall.cli.main import Exit
from trayrecall.cli.verbs import describing_engine
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Status
from trayrecall.diagnostics import Facts, report
from trayrecall.records import Records

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


def doctor(arguments: argparse.Namespace) -> int:
    """Print one line for each thing looked at; exit code 1 when something is to be mended."""
    if arguments.report:
        print(_report(), end="")
        return Exit.OK
    well = True
    for finding in findings():
        well &= finding.verdict is not Verdict.BAD
        print(f"{finding.verdict.value:4} {finding.name}: {finding.told}")
        if finding.hint and finding.verdict is not Verdict.OK:
            print(f"     {finding.hint}")
    return Exit.OK if well else Exit.NOT_CLEAN


def _report() -> str:
    """The diagnostics for somebody who helps; what can't be opened is left away, because then they are needed most."""
    log: Sequence[logs.Entry] = ()
    try:
        log = logs.entries(logs.tail(paths.log_file()))
        with describing_engine(app.read_configuration(os.environ)) as engine:
            return Records(engine).diagnose()
    except (TrayRecallError, OSError) as failure:
        return report(Facts(Status(type(failure).__name__), log=log))


def findings() -> Iterator[Finding]:
    """Everything, in the order in which it is told."""
    for name, check in _CHECKS.items():
        yield looked(name, check)
    yield from checks.agents()
    yield from checks.servers()
