"""Full comparisons of an index with its server, in a process of their own: `python -m tests.bench.comparing FILE URL TOKEN`.

Tells in one line of JSON how long they took and how much memory the process held before and at most.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.measuring import timed
from tests.bench.processes import forget_peak, megabytes
from trayrecall.core.model import InstanceId
from trayrecall.engine.sync import Sync
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index


def main() -> None:
    file, url, token = sys.argv[1:]
    index, source = Index.open(Path(file)), EtapiSource(url, token)
    sync = Sync(InstanceId("bench"), source, index)
    told: dict[str, float] = {}
    for name in ("", "paged_"):  # the second listing comes in pages, as one of so many notes does
        told[f"{name}before_mb"] = forget_peak()
        used = time.process_time()
        told[f"{name}ms"], report = timed(lambda: sync.run(datetime.now(UTC), full=True))
        told[f"{name}cpu_seconds"] = round(time.process_time() - used, 2)
        told[f"{name}peak_mb"] = megabytes("VmHWM")
        assert report.notes
        assert report.fetched == report.deleted == 0, report
    source.close()
    index.close()
    print(json.dumps(told))


if __name__ == "__main__":
    main()
