"""`make bench`: measures speed, prints a table, writes `build/bench.json`. Subjects may be named; `--large` adds 100,000."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys

from tests.bench import (
    cold,
    desktop,
    embedding,
    giants,
    growth,
    hook,
    load,
    mcp,
    models,
    popup,
    recall,
    storing,
    sync,
)
from tests.bench.measuring import Row
from tests.pipeline import ROOT

# What a ratio should be: at most, or at least, this.
AIMS = {
    "recall_http": ("≤", 3.0),
    "recall_rest": ("≤", 3.0),
    "mcp_call": ("≤", 3.0),
    "embedding": ("≥", 0.8),
    "sync_build": ("≤", 1.5),
    "sync_build_slower": ("≤", 1.5),
    "growth": ("≤", 2.0),
    "hook_open": ("≤", 3.0),
    "hook_closed": ("≤", 1.5),
    "hook_building": ("≤", 3.0),
}
# What other figures of a row should be at most.
LIMITS: dict[str, dict[str, float]] = {
    "sync_idle_hour": {"small_requests": 60, "cpu_seconds": 10.0},
    "sync_fresh": {"worst_seconds": 65.0},
    "start_to_icon": {"p50_ms": 1000.0},
    "toggle_command": {"p50_ms": 100.0},
    "desktop_idle": {"cpu_percent": 0.3},
    "desktop_quit": {"longest_ms": 2000.0},
    "popup_words": {"p50_ms": 30.0},
    "popup_opens": {"p50_ms": 100.0},
    "ui_stall": {"longest_ms": 50.0},
    "load_building": {"p95_ms": 150.0},
    "load_popup": {"p95_ms": 100.0},
    "load_recall": {"p95_ms": 300.0},
    "giant_note": {"p95_ms": 150.0, "index_seconds": 120.0},
    "giant_section": {"grown_mb": 400},
    "giant_line": {"p95_ms": 150.0, "index_seconds": 20.0, "passages": 200},
}
NAMES = (
    "recall",
    "hook",
    "mcp",
    "embedding",
    "store",
    "cold",
    "desktop",
    "popup",
    "sync",
    "load",
    "giants",
    "growth",
)
SHOWN = ("p50_ms", "p95_ms", "ratio", "against")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subjects", nargs="*", help=f"{', '.join(NAMES)}; all but growth by default")
    parser.add_argument(
        "--large",
        action="store_true",
        help="also growth, and load and search 100,000 passages (half an hour more)",
    )
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    model = models.embedder()
    subjects = {
        "recall": lambda: recall.benchmark(model),
        "mcp": lambda: mcp.benchmark(model),
        "hook": lambda: hook.benchmark(model),
        "embedding": lambda: embedding.benchmark(model),
        "store": lambda: storing.benchmark(model, large=arguments.large),
        "cold": lambda: cold.benchmark(model),
        "desktop": desktop.benchmark,
        "popup": lambda: popup.benchmark(model),
        "sync": sync.benchmark,
        "load": lambda: load.benchmark(model),
        "giants": lambda: giants.benchmark(model),
        "growth": growth.benchmark,
    }
    chosen = arguments.subjects or [name for name in NAMES if arguments.large or name != "growth"]
    found: dict[str, Row] = {}
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':18}{'p50 ms':>10}{'p95 ms':>10}{'ratio':>8}{'aim':>7}   against")
    for name in chosen:
        for title, result in subjects[name]().items():
            found[title] = result
            print(_line(title, result), flush=True)
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    if arguments.subjects and target.exists():  # the others keep what they had
        found = json.loads(target.read_text(encoding="utf-8")) | found
    target.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {target.relative_to(ROOT)}")
    return 0


def _line(title: str, result: Row) -> str:
    ratio = "" if result["ratio"] is None else f"{result['ratio']:.2f}"
    sign, aim = AIMS.get(title, ("", ""))
    limits = LIMITS.get(title, {})
    more = ", ".join(f"{key} {value}" for key, value in result.items() if key not in SHOWN)
    more += "".join(f"; {key} {result[key]} of at most {most}" for key, most in limits.items())
    head = f"{title:18}{result['p50_ms']:10.1f}{result['p95_ms']:10.1f}{ratio:>8}{f'{sign} {aim}':>7}"
    return f"{head}   {result['against']}\n{'':18}{more}"


if __name__ == "__main__":
    sys.exit(main())
