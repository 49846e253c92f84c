"""`make soak`: the sync against its model for a long time, and many kills -9; ends with figures or with what went wrong.

The examples differ from run to run. Hypothesis keeps one that failed in `.hypothesis` and begins with it the next time;
a kill that failed names the seed of its run.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections.abc import Sequence

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.engine.kills import Series
from tests.engine.sync_machine import Figures, SyncMachine
from tests.fakes import FakeServer

EVERY = 100  # examples or kills between two lines of progress


class Soak(SyncMachine):
    """The machine, which says how far it is."""

    figures = Figures()

    def teardown(self) -> None:
        super().teardown()
        if self.figures.examples % EVERY == 0:
            print(f"{self.figures.examples} examples, {self.figures.steps} steps", flush=True)


def run_examples(examples: int, steps: int) -> Figures:
    """So many examples of up to so many steps; raises with the shortest one that fails."""
    Soak.figures = Figures()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=False,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    with FakeServer.with_notes() as Soak.server:
        run_state_machine_as_test(Soak, settings=chosen)
    return Soak.figures


def run_kills(kills: int, seed: int) -> Series:
    """So many kills, with a line of progress now and then."""
    print(f"kills with seed {seed}", flush=True)
    series = Series(seed)
    series.run(
        kills, progress=lambda: series.kills % EVERY == 0 and print(f"{series.kills} kills", flush=True)
    )
    return series


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--examples", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=50, help="of one example, at most")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument(
        "--seed", type=int, default=random.SystemRandom().getrandbits(32), help="of the kills"
    )
    given = parser.parse_args(arguments)
    logging.disable(logging.WARNING)  # failing notes are named by the thousand
    began = time.monotonic()
    try:
        examples = run_examples(given.examples, given.steps)
        lasted = time.monotonic() - began
        kills = run_kills(given.kills, given.seed)
    finally:
        logging.disable(logging.NOTSET)
    print(report(examples, kills, lasted, time.monotonic() - began))
    return 0


def report(examples: Figures, kills: Series, seconds_of_examples: float, seconds: float) -> str:
    """What was done, for a person."""
    return f"""
{examples.examples:8} examples in {seconds_of_examples:.0f} s
{examples.steps:8} steps
{examples.syncs:8} syncs
{examples.settled:8} times settled and compared with a fresh build
{examples.held:8} lists of notes held, and then accepted
{examples.killed:8} times killed in the middle of a sync or of embedding, inside the process
{examples.full:8} times the disk was full
{kills.kills:8} kills -9 of a process (seed {kills.seed})
{kills.settled:8} times settled after them and compared with a fresh build
{examples.written + kills.written:8} notes written
{seconds:8.0f} seconds
Nothing was lost, nothing doubled, no word or vector left without its text."""


if __name__ == "__main__":
    sys.exit(main())
