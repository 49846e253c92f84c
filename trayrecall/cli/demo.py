"""`trayrecall demo`: the shipped notes, served by the demo's own ETAPI server, through the real sync and recall.

It keeps an index of its own, apart from a person's, so that a second question is answered at once.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from trayrecall import app, house, paths
from trayrecall.cli.main import Exit
from trayrecall.cli.render import ProgressLine, left_out_line, print_degraded, print_hits
from trayrecall.cli.verbs import wait_with_progress
from trayrecall.core.lean import recall_envelope
from trayrecall.core.model import Answer, Instance, Status
from trayrecall.demo import DEMO, DemoServer
from trayrecall.engine.engine import Engine
from trayrecall.etapi import EtapiSource
from trayrecall.logs import log_to_file
from trayrecall.secrets import MemoryStore
from trayrecall.server.bodies import LinkBases
from trayrecall.settings import Settings

_LIMIT = 3


def demo(arguments: argparse.Namespace) -> int:
    """Answer one question of the person's, or four that show what this is."""
    with log_to_file(), demo_engine() as engine:
        _introduce(engine)
        if arguments.query:
            _ask(engine, arguments.query)
        else:
            _tour(engine)
        degraded = engine.status().degraded
    if degraded in {None, "no_model"}:  # that none is installed is no failure
        return Exit.OK
    print(f"The log says more: {paths.log_file()}", file=sys.stderr)
    return Exit.NOT_CLEAN


@contextmanager
def demo_engine() -> Iterator[Engine]:
    """An engine that has synced the demo's notes and answers; the gate, which takes as long again, it may still measure."""
    with DemoServer(house.demo_notes()) as server:
        instance = Instance(DEMO, "Demo", server.url)
        configuration = app.Configuration(Settings(), (instance,), {}, MemoryStore())
        engine = app.build_engine(
            configuration,
            database=_database("demo-alone"),
            progress=ProgressLine("preparing the model (once)").show,
            open_source=lambda known: EtapiSource(known.url, server.token),
        )
        engine.start()
        try:
            engine.request_sync()
            wait_with_progress(engine, _answers)
            yield engine
        finally:
            engine.close()


def _answers(status: Status) -> bool:
    """Whether every note is found in both ways."""
    read = all(instance.state == "up_to_date" for instance in status.instances)
    return read and not status.pending and status.progress is None and status.degraded is None


def _database(name: str) -> Path:
    return paths.cache_dir() / "demo" / f"{name}.sqlite"


def open_demo_house(env: Mapping[str, str]) -> house.House:
    """The application's house with the demo's notes beside the person's own, over an index that holds both."""
    return house.open_house(env, database=_database("index"), demo=True)


def _introduce(engine: Engine) -> None:
    status = engine.status()
    (instance,) = status.instances
    print(f"{status.notes} demo notes in {status.passages} passages, by {status.model or 'keyword alone'}.")
    print(f"Left out: {left_out_line(instance.left_out)}.\n")
    print_degraded(status.degraded)


def _tour(engine: Engine) -> None:
    """Three questions, each found in another way, and a prompt that gets silence."""
    shipped: list[dict[str, str]] = json.loads(_text("questions.json"))
    questions = {q["kind"]: q["q"] for q in shipped if q.get("tour")}
    for kind in ("keyword", "meaning", "cross-language"):
        print(f"── {_TITLES[kind]}")
        _ask(engine, questions[kind], limit=1)
    prompt: str = json.loads(_text("off_topic.json"))[0]
    print("── a prompt to a coding agent that no note can help with")
    print(f"? {prompt}\n")
    if not engine.wait_until_idle(0.2):
        print("measuring on these notes how near is near enough (once) …", file=sys.stderr)
        wait_with_progress(engine)
    answer = engine.prompt(prompt, deadline=time.monotonic() + 10)
    if answer.hits:
        _print(engine, answer)
    else:
        print(f"Silence ({answer.reason}): no note is near enough, so nothing is added to the prompt.\n")


_TITLES = {
    "keyword": "by keyword",
    "meaning": "by meaning only: no word of the question stands in the note",
    "cross-language": "across languages",
}


def _text(name: str) -> str:
    return (paths.resources_dir() / "demo" / name).read_text(encoding="utf-8")


def _ask(engine: Engine, question: str, limit: int = _LIMIT) -> None:
    print(f"? {question}\n")
    answer = engine.search(question, limit=limit)
    _print(engine, answer)


def _print(engine: Engine, answer: Answer) -> None:
    print_hits(recall_envelope(answer, engine.status(), LinkBases(engine))["results"], links=False)
    if not answer.hits:
        print("Nothing found.\n")
