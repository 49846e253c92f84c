"""`make clients`: Claude Code and Codex as they are shipped, connected to `trayrecall serve` on the demo notes.

They are installed from npm into `build/clients`, run in a home of their own, and talk to a model of ours on loopback
(`tests.clients.model`), so that it is seen what a model gets: the hook's passage and the tool's rows. Then what they
cost: the time of one prompt with the application open, closed and hung, against the same agent that isn't connected.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.clients.agents import AGENTS, PACKAGES, PLUGGED, Agent, Person, Ran
from tests.clients.model import Call, Model, Reply, Text, model
from tests.demo_app import DemoApp, demo_app
from tests.node import NotToBeHad, packages
from tests.pipeline import ROOT
from trayrecall.core.lean import PROVENANCE

FOLDER = ROOT / "build" / "clients"
ROUNDS = 7
SLOWER_SECONDS = (
    0.15  # what a connected agent may take longer while nothing runs: the start of the hook's client
)
SESSION_SECONDS = 0.5  # and what its MCP server may cost it then, once at the start of a session
HUNG_SECONDS = 1.65  # the hook's own limit, and its start
PROMPT = "At what temperature do the greenhouse vents begin to open?"
PROMPTED_NOTE = "demoGreenh01"
FIRST = ("Which order number does the replacement backplane for kiebitz have?", "demo/demoKiebitz1")
SECOND = ("Which port does the broker publish in compose.yaml?", "demo/demoYamlStk1")
SEEN = "I have seen it."


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    what: str
    well: bool
    told: str = ""


class Scene:
    """One agent with its person, beside somebody with the same agent and no TrayRecall."""

    def __init__(self, agent: Agent, modules: Path, folder: Path, server: Model, app: DemoApp) -> None:
        self.agent = agent
        self.model = server
        self.app = app
        self._modules = modules
        self._person = Person(folder / agent.key / "connected", server.url, app.env)
        self._stranger = Person(folder / agent.key / "stranger", server.url, app.env)
        for person in (self._person, self._stranger):
            person.work.mkdir(parents=True)

    def connect(self) -> Iterator[Check]:
        """As a person does it."""
        done = self.app.command("connect", self.agent.name, env={"HOME": str(self._person.home)})
        asked = [line for line in done.stdout.splitlines() if " was asked and answered in " in line]
        yield Check("connect puts both in, and asks through them", len(asked) == 2, " ".join(asked))

    def talk(self) -> Iterator[Check]:
        """A prompt and two calls of the tool, between which the application is started anew."""
        tool = self.agent.server
        ran, asked = self._ask(
            self._person,
            [
                Call(tool, "recall", {"query": FIRST[0]}),
                Call(tool, "recall", {"query": SECOND[0]}, before=self._restart),
                Text(SEEN),
            ],
        )
        texts = [json.dumps(request.get("messages", request.get("input"))) for request in asked] + [""] * 3
        yield Check("the hook's passage is in the model's request", all(x in texts[0] for x in _PASSAGE))
        yield Check("the rows of the tool are in the next one", FIRST[1] in texts[1])
        yield Check("a restart between two calls is not noticed", SECOND[1] in texts[2])
        yield Check("the person sees the answer", ran.code == 0 and ran.shown[-1:] == (SEEN,))

    def begin_too_early(self) -> Iterator[Check]:
        """A conversation that begins while the application is closed; it is started while the model thinks."""
        if not self.agent.bridged:
            return
        self.app.end()
        tool = self.agent.server
        calls = [Call(tool, "recall", {"query": FIRST[0]}) for _ in range(2)]
        calls[0] = replace(calls[0], before=self._start)
        ran, asked = self._ask(self._person, [*calls, Text(SEEN)])
        has_tools = ran.code == 0 and FIRST[1] in json.dumps(asked[-1])
        yield Check("a session that began while it was closed has the tools once it runs", has_tools)

    def cost(self) -> Iterator[Check]:
        """The time of one prompt."""
        usual, open_, _ = self._rounds()
        yield Check("open", well=True, told=_compared(open_, usual))
        with self._hung():
            usual, hung, quiet = self._rounds(rounds=2, hook_alone=True)
        in_time = _best(hung) <= _best(usual) + HUNG_SECONDS
        yield Check("hung, hook alone: nothing is added, in time", quiet and in_time, _compared(hung, usual))
        self.app.end()
        usual, closed, quiet = self._rounds(hook_alone=True)
        in_time = _best(closed) <= _best(usual) + SLOWER_SECONDS
        yield Check(
            "closed, hook alone: nothing is shown or delayed", quiet and in_time, _compared(closed, usual)
        )
        usual, closed, quiet = self._rounds()
        in_time = _best(closed) <= _best(usual) + SESSION_SECONDS
        yield Check("closed, hook and MCP: nothing is shown", quiet and in_time, _compared(closed, usual))
        self.app.start()

    def _rounds(
        self, rounds: int = ROUNDS, *, hook_alone: bool = False
    ) -> tuple[list[float], list[float], bool]:
        """Seconds without TrayRecall and with it, in turn; and whether it could not be told from the outside."""
        usual, connected = [], []
        same = True
        for _ in range(rounds):
            without, plain = self._ask(self._stranger, [Text(SEEN)])
            ran, asked = self._ask(self._person, [Text(SEEN)], hook_alone=hook_alone)
            usual.append(without.seconds)
            connected.append(ran.seconds)
            same &= (ran.code, ran.shown, ran.complaints) == (without.code, without.shown, without.complaints)
            same &= (
                len(asked) == len(plain) == 1
                and without.shown[-1:] == (SEEN,)
                and PROVENANCE not in json.dumps(asked)
            )
        return usual, connected, same

    def _ask(
        self, person: Person, replies: Sequence[Reply], *, hook_alone: bool = False
    ) -> tuple[Ran, list[Mapping[str, Any]]]:
        self.model.expect(replies)
        ran = self.agent.ask(self._modules, person, PROMPT, hook_alone=hook_alone)
        return ran, list(self.model.asked)

    def _start(self) -> None:
        self.app.start()
        self.app.wait_until_well()

    def _restart(self) -> None:
        self.app.end()
        self.app.start()

    @contextmanager
    def _hung(self) -> Iterator[None]:
        """The application takes connections and answers none."""
        os.kill(self.app.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.app.pid, signal.SIGCONT)


_PASSAGE = (PROVENANCE, PROMPTED_NOTE)


def _best(seconds: Sequence[float]) -> float:
    """What it takes when nothing else disturbs it."""
    return min(seconds)


def _compared(seconds: Sequence[float], usual: Sequence[float]) -> str:
    told = [
        f"{statistics.median(each) * 1000:.0f} (best {_best(each) * 1000:.0f})" for each in (seconds, usual)
    ]
    return f"p50 {told[0]} ms, without TrayRecall {told[1]} ms"


def main() -> int:
    """Run everything; 1 when something is not as it should be."""
    if os.name == "nt":
        print("this needs signals that Windows doesn't have")
        return 0
    try:
        modules = packages(FOLDER, PACKAGES)
    except NotToBeHad as failure:
        print(f"the agents can't be had here, so nothing was shown: {failure}")
        return 0
    wrong = 0
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with (
        tempfile.TemporaryDirectory(dir=FOLDER) as folder,
        model() as server,
        demo_app(Path(folder) / "app") as app,
    ):
        for agent in AGENTS:
            print(f"── {agent.title}")
            scene = Scene(agent, modules, Path(folder), server, app)
            for part in (scene.connect, scene.talk, scene.begin_too_early, scene.cost):
                wrong += _shown(part())
        print(f"── {PLUGGED.title}")
        plugged = Scene(PLUGGED, modules, Path(folder), server, app)
        wrong += _shown(plugged.talk()) + _shown(plugged.begin_too_early())
        print(f"asked of others: {', '.join(dict.fromkeys(server.elsewhere)) or 'nothing'}")
    print(f"{wrong} failed" if wrong else "all is as it should be")
    return 1 if wrong else 0


def _shown(checks: Iterator[Check]) -> int:
    """Print them; how many are wrong."""
    wrong = 0
    for check in checks:
        wrong += not check.well
        told = f" ({check.told})" if check.told else ""
        print(f"  {'pass' if check.well else 'FAIL'}  {check.what}{told}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
