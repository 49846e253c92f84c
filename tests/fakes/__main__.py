"""`python -m tests.fakes --recording FILE --port N`: a recorded Trilium as a process of its own; prints its URL.

It runs until it is interrupted or terminated; with `--end-with-stdin` also until its standard input ends, so
that it never outlives the test that started it. `--notes N` makes N plain notes instead of a recording.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from pathlib import Path

from tests.fakes import TOKEN, FakeServer, note


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fakes", description=__doc__)
    parser.add_argument("--recording", type=Path, help="a file of ../shared/etapi/recordings")
    parser.add_argument("--notes", type=int, default=100, help="without a recording: that many plain notes")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--end-with-stdin", action="store_true", help="end when standard input ends")
    chosen = parser.parse_args()
    if chosen.recording:
        server = FakeServer.from_recording(chosen.recording, port=chosen.port)
    else:
        notes = [note(f"note{i}", f"Note {i}", f"<p>Text of note {i}.</p>") for i in range(chosen.notes)]
        server = FakeServer.with_notes(*notes, port=chosen.port)
    with server, contextlib.suppress(KeyboardInterrupt):
        print(server.url, TOKEN, flush=True)
        if chosen.end_with_stdin:
            sys.stdin.read()
        else:
            threading.Event().wait()


if __name__ == "__main__":
    main()
