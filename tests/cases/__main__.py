"""`python -m tests.cases FILE`: runs the cases of a file and prints `met N of M` and a line for each unmet one."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from pathlib import Path

from tests.cases.runner import load_cases, run_case, runnable
from tests.pipeline import default_embedder


def main(arguments: list[str]) -> int:
    path = Path(arguments[0])
    if not path.is_file():
        print(f"no case file at {path}: make cases CASES=path/cases.jsonl", file=sys.stderr)
        return 5
    logging.disable(logging.WARNING)
    cases = load_cases(path)
    chosen = [case for case in cases if runnable(case) and (not arguments[1:] or case["id"] in arguments[1:])]
    embedder = default_embedder()
    outcomes = [run_case(case, path.parent, embedder) for case in chosen]
    unmet = [outcome for outcome in outcomes if outcome.unmet]
    print(f"met {len(outcomes) - len(unmet)} of {len(outcomes)}")
    for outcome in unmet:
        print(f"unmet {outcome.case_id}: {'; '.join(outcome.unmet)}")
    others = Counter(case["input"]["form"] for case in cases if not runnable(case))
    if others:
        print("not run here: " + ", ".join(f"{count} {form}" for form, count in sorted(others.items())))
    for outcome in outcomes:
        slow = {name: round(value, 2) for name, value in outcome.figures.items() if value > 1}
        if slow.get("index_seconds", 0) > 2 or slow.get("query_ms", 0) > 100:
            print(f"figures {outcome.case_id}: {slow}")
    return 1 if unmet else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
