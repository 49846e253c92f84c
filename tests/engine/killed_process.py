"""`python -m tests.engine.killed_process DATABASE URL [COUNTED N]`: an engine that never stops by itself.

It follows the server until it is killed: from outside, or by itself before the statement of that number which begins
with COUNTED (see `before_statement`). It says `started` when it works. A fault that the engine reports ends it in
another way.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.engine.embedders import Arbitrary
from tests.fakes import TOKEN
from tests.store.interruptions import before_statement
from trayrecall.core.model import Instance, InstanceId
from trayrecall.core.ranking import CosineScale
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index

IDLE_SECONDS = 60.0


def engine_over(index: Index, url: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Engine:
    """The real engine but for its vectors."""
    return Engine(
        index,
        [Instance(InstanceId("home"), "Home", url)],
        lambda instance: EtapiSource(instance.url, TOKEN),
        lambda: Model(Arbitrary(), CosineScale(unrelated=0.0, near=1.0, gate=1.0)),
        clock=clock,
    )


class _Fatal(logging.Handler):
    """The engine outlives its own faults; a test must see them."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr, flush=True)
        os._exit(1)


def die() -> None:
    """As by `kill -9`."""
    os.kill(os.getpid(), getattr(signal, "SIGKILL", 9))


def main() -> None:
    database, url, *moment = sys.argv[1:]
    logging.basicConfig(level=logging.ERROR, handlers=[_Fatal()])
    index = Index.open(Path(database))
    counted, number = moment or ("", str(sys.maxsize))
    with before_statement(index.database, int(number), die, counted=counted):
        engine = engine_over(index, url)
        engine.start()
        print("started", flush=True)
        while engine.wait_until_idle(IDLE_SECONDS):
            engine.request_sync(full=True, accept_deletions=True)


if __name__ == "__main__":
    main()
