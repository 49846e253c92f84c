"""Programs of ours that run beside a benchmark, and what a process uses (Linux). Imports little: memory is measured."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Child:
    """A program of ours that runs until its standard input ends."""

    pid: int
    input: IO[str]
    output: IO[str]


@contextmanager
def child(module: str, *arguments: str) -> Iterator[Child]:
    """That module of the tests, run as a program."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Child(process.pid, process.stdin, process.stdout)
    finally:
        process.stdin.close()
        process.wait(10.0)
        process.stdout.close()


def cpu_seconds(pid: int) -> float:
    """What the process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(name: str, pid: int | str = "self") -> float:
    """`VmRSS` (resident now) or `VmHWM` (its peak)."""
    told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in told.splitlines() if line.startswith(f"{name}:")]
    return round(int(line.split()[1]) / 1024, 1)


def forget_peak() -> float:
    """Let the peak of this process begin anew; what it holds now, in megabytes."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return megabytes("VmRSS")
