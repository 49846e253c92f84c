"""`python -m tests.engine.building_process DATABASE URL`: the real engine as a process of its own, to be killed.

It syncs, embeds with the real model, says `done` when nothing is left to do, and ends.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.fakes import TOKEN
from tests.pipeline import IDLE_SECONDS, default_embedder
from trayrecall.app import everyday_sentences
from trayrecall.core.model import Instance, InstanceId
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.etapi import EtapiSource
from trayrecall.store import Database, Index


def main() -> None:
    database, url = sys.argv[1:]
    engine = Engine(
        Index(Database(Path(database))),
        [Instance(InstanceId("home"), "Home", url)],
        lambda instance: EtapiSource(instance.url, TOKEN),
        lambda: Model(default_embedder(), spec_of(DEFAULT_MODEL).scale, everyday_sentences()),
    )
    engine.start()
    engine.request_sync()
    engine.wait_until_idle(IDLE_SECONDS)
    engine.close()
    print("done", flush=True)


if __name__ == "__main__":
    main()
