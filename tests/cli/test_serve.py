"""`trayrecall serve` as a real process against a real ETAPI server: what others see of it, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import environment, holding
from tests.fakes import TOKEN, FakeServer, Hang, note
from tests.known_secrets import known_secret
from trayrecall import hook, paths
from trayrecall.core.ports import Embedder

PUMP = "<p>Pump 2 runs on phase L3 through relay K9. The spare relay lies in drawer four of the grey cabinet.</p>"
NOTES = (note("pump", "Pump wiring", PUMP), note("lease", "Lease", "<p>The mill lease ends on 30 June.</p>"))
LOCAL = known_secret("local-token-of-this-test")
BEARER = {"Authorization": f"Bearer {LOCAL}"}
PATIENCE = 30.0


def free_port() -> int:
    """A port that was free a moment ago, with room for the next ones."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return min(port, 65_000)


@dataclass(frozen=True, slots=True)
class Home:
    """Where one engine keeps its things."""

    folder: Path
    env: Mapping[str, str]
    port: int

    @property
    def runtime_file(self) -> Path:
        return self.folder / "state" / "runtime.json"

    def run(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "trayrecall", *arguments],
            env=self.env,
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )


def make_home(folder: Path, server: FakeServer) -> Home:
    """A home for the server, with the tokens in the environment as in a container."""
    port = free_port()
    env = os.environ | environment(folder)
    del env["RECALL_SECRETS_FILE"]
    env |= {"RECALL_HOME_URL": server.url, "RECALL_HOME_TOKEN": TOKEN, "RECALL_CLIENT_LOCAL_TOKEN": LOCAL}
    (folder / "config").mkdir()
    (folder / "config" / "settings.json").write_text(json.dumps({"version": 1, "port": port}))
    return Home(folder, env, port)


class Served:
    """A running `trayrecall serve`."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-m", "trayrecall", "serve"],
            env=home.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.url = self.said.split(" for ")[0].removeprefix("TrayRecall answers at ")

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(self.url + path, timeout=10, trust_env=False, **options)

    def wait_until_well(self) -> None:
        """Until everything is synced and embedded."""

        def is_well() -> bool:
            health = self.get("/health", headers=BEARER).json()
            return (health["status"], health["notes"], health["pending"]) == ("ok", len(NOTES), 0)

        eventually(is_well, "a whole index")

    def end(self, number: int = signal.SIGTERM) -> tuple[int, float, str]:
        """End it by a signal: exit code, seconds it took, and what it wrote to standard error."""
        began = time.monotonic()
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, time.monotonic() - began, err


@contextmanager
def served(home: Home) -> Iterator[Served]:
    """Serve for a while; the process never outlives the test."""
    running = Served(home)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


@pytest.fixture(scope="module")
def server() -> Iterator[FakeServer]:
    with FakeServer.with_notes(*NOTES) as one:
        yield one


@pytest.fixture
def home(tmp_path: Path, server: FakeServer, model: Embedder) -> Home:  # noqa: ARG001 - the model is prepared by then
    server.start_over(*NOTES)
    return make_home(tmp_path / "home", server)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory, model: Embedder) -> Iterator[Served]:  # noqa: ARG001 - as above
    """One running engine for all tests that only ask."""
    with (
        FakeServer.with_notes(*NOTES) as own,
        served(make_home(tmp_path_factory.mktemp("serve") / "home", own)) as one,
    ):
        one.wait_until_well()
        yield one


# ---- servers that come and go ---------------------------------------------------------------------------


@pytest.mark.case("DL08")
def test_a_server_added_or_removed_beside_it_counts_at_once(home: Home) -> None:
    home = replace(home, env={**home.env, "RECALL_SECRETS_FILE": str(home.folder / "secrets.json")})
    owl = note("owl", "Tawny owl", "<p>The owl hunts mice along the hedge at dusk.</p>")
    with FakeServer.with_notes(owl) as barn, served(home) as running:
        running.wait_until_well()

        def found() -> list[str]:
            answer = running.get("/api/v1/recall?q=owl+hedge+dusk", headers=BEARER).json()
            return [i for row in answer["results"] if (i := row["note"]["id"]).startswith("barn/")]

        added = home.run("instance", "add", "--url", barn.url, "--name", "Barn", given=TOKEN)
        assert (added.returncode, added.stderr) == (0, "")
        assert "The running TrayRecall syncs it now" in added.stdout
        eventually(lambda: found() == ["barn/owl"], "the new server's note")
        removed = home.run("instance", "remove", "barn")
        assert (removed.returncode, removed.stderr) == (0, "")
        assert found() == [], "hidden at once"
        known = running.get("/health", headers=BEARER).json()["instances"]
        assert [each["id"] for each in known] == ["home"]
        eventually(
            lambda: not holding("hunts mice", home.folder / "data"), "the end of its text in the files"
        )
        assert TOKEN not in (home.folder / "secrets.json").read_text()


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait for what the running engine does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what} never came about"
        time.sleep(0.05)


# ---- asking -------------------------------------------------------------------------------------------


def test_it_says_where_it_answers_and_for_whom(engine: Served) -> None:
    assert (
        engine.said
        == f"TrayRecall answers at http://127.0.0.1:{engine.home.port} for Home. Ctrl+C ends it.\n"
    )
    running = json.loads(engine.home.runtime_file.read_text())
    assert (running["port"], running["pid"]) == (engine.home.port, engine.process.pid)
    assert engine.home.runtime_file.stat().st_mode & 0o077 == 0


def test_health_tells_strangers_the_status_and_nothing_else(engine: Served) -> None:
    assert engine.get("/health").json() == {"status": "ok"}
    assert engine.get("/health", headers=BEARER).json()["instances"][0]["url"].startswith("http://127.0.0.1:")


def test_without_a_token_a_command_says_that_it_may_not_ask(engine: Served) -> None:
    env = {name: value for name, value in engine.home.env.items() if name != "RECALL_CLIENT_LOCAL_TOKEN"}
    stranger = replace(engine.home, env=env | {"RECALL_SECRETS_FILE": str(engine.home.folder / "none.json")})
    for command in (["status"], ["status", "--json"], ["recall", "pump"], ["decisions"], ["sync"]):
        run = stranger.run(*command)
        assert (run.returncode, run.stdout) == (3, "")
        assert run.stderr.startswith("The running TrayRecall refuses the token")


@pytest.mark.skipif(os.name != "posix", reason="only there an argument is bytes")
def test_an_argument_that_is_no_text_is_asked_all_the_same(engine: Served) -> None:
    run = subprocess.run(
        [sys.executable.encode(), b"-m", b"trayrecall", b"recall", b"\xff pump relay", b"--json"],
        env={**engine.home.env, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    body = json.loads(run.stdout)
    assert (body["query"], body["results"][0]["id"]) == ("\ufffd pump relay", "home/pump")


def test_an_unknown_instance_is_a_wrong_call(engine: Served) -> None:
    run = engine.home.run("recall", "pump", "--instance", "home", "--instance", "nope")
    assert (run.returncode, run.stdout) == (5, "")
    assert run.stderr.startswith("No instance has the id 'nope'")
    assert engine.home.run("recall", "pump relay", "--instance", "home").returncode == 0


def test_rest_needs_the_token(engine: Served) -> None:
    assert engine.get("/api/v1/recall", params={"q": "pump"}).status_code == 401
    answer = engine.get("/api/v1/recall", params={"q": "pump relay", "view": "lean"}, headers=BEARER)
    assert answer.status_code == 200
    first = answer.json()["results"][0]
    assert (first["id"], first["matched"]) == ("home/pump", "both")
    whole = engine.get(f"/api/v1/notes/{first['id']}", headers=BEARER)
    assert len(whole.text) == first["payload_chars"]


@pytest.mark.case("MH19")
def test_the_hook_gets_the_passage_once_a_session(engine: Served) -> None:
    call = {
        "session_id": "s1",
        "hook_event_name": "UserPromptSubmit",
        "prompt": "which relay feeds pump 2?",
        "cwd": "/",
    }

    def answer(**changes: str) -> Any:
        return httpx.post(
            engine.url + "/recall", json=call | changes, headers=BEARER, timeout=10, trust_env=False
        ).json()

    first = answer()
    assert list(first) == ["hookSpecificOutput"]
    assert list(first["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    assert "through relay K9" in first["hookSpecificOutput"]["additionalContext"]
    assert answer() == {}
    assert answer(session_id="s2") == first
    assert answer(session_id="s3", prompt="ok, thanks") == {}


def test_the_hooks_client_finds_it_and_its_file_goes_with_it(home: Home) -> None:
    file = home.folder / "state" / "hook.json"
    call = {"session_id": "h1", "hook_event_name": "UserPromptSubmit", "prompt": "which relay feeds pump 2?"}
    words = [word if word != str(paths.hook_config_file()) else str(file) for word in hook.command()]

    def ask() -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(words, input=json.dumps(call).encode(), capture_output=True, check=False)

    with served(home) as running:
        running.wait_until_well()
        assert file.stat().st_mode & 0o077 == 0
        assert LOCAL not in file.read_text()
        found = ask()
        assert (found.returncode, found.stderr) == (0, b"")
        assert "through relay K9" in json.loads(found.stdout)["hookSpecificOutput"]["additionalContext"]
        running.end()
    assert not file.exists()
    after = ask()
    assert (after.returncode, after.stdout, after.stderr) == (0, b"", b"")


@pytest.mark.case("MH19")
def test_an_agent_asks_it_by_mcp_and_is_told_when_nothing_is_relevant(engine: Served) -> None:
    def call(**arguments: Any) -> Any:
        body = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "recall", "arguments": arguments},
        }
        answer = httpx.post(engine.url + "/mcp", json=body, headers=BEARER, timeout=30, trust_env=False)
        return answer.json()["result"]["structuredContent"]

    for _ in range(2):  # a question is never a repetition
        found = call(query="which relay feeds pump 2?")
        assert found["results"][0]["id"] == "home/pump"
        assert "through relay K9" in found["results"][0]["excerpt"]
    nothing = call(query="a regular expression that matches an IPv6 address in Go")
    assert (nothing["results"], nothing["truncated"]) == ([], False)
    assert "do not guess" in nothing["message"]
    lifted = call(query="a regular expression that matches an IPv6 address in Go", min_score=-1)
    assert {row["id"] for row in lifted["results"]} == {"home/pump", "home/lease"}


def test_the_command_line_goes_through_it(engine: Served) -> None:
    home = engine.home
    found = home.run("recall", "pump relay", "--json", "--limit", "1")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["results"][0]["id"] == "home/pump"
    status = home.run("status")
    assert status.returncode == 0
    assert ": up to date\n  2 notes, as of " in status.stdout
    assert home.run("reindex", "home/pump").stdout == "home/pump is split and embedded anew.\n"
    gone = home.run("reindex", "home/nix")
    assert gone.returncode == 4
    assert gone.stderr == "The running TrayRecall reported a failure: there is no such note in the index\n"
    sync = home.run("sync")
    assert (sync.returncode, sync.stderr) == (0, "")
    doctor = home.run("doctor")
    assert f"ok   listener: TrayRecall runs at {engine.url}: ok\n" in doctor.stdout


def test_another_token_is_unauthorised(engine: Served) -> None:
    stranger = Home(
        engine.home.folder, {**engine.home.env, "RECALL_CLIENT_LOCAL_TOKEN": "another"}, engine.home.port
    )
    refused = stranger.run("recall", "pump")
    assert refused.returncode == 3
    assert refused.stderr.startswith("The running TrayRecall refuses the token. Restart it;")


@pytest.mark.case("CO03")
def test_a_second_one_says_that_the_first_runs(engine: Served) -> None:
    second = engine.home.run("serve")
    assert second.returncode == 7
    assert second.stderr.startswith(f"TrayRecall is running: it answers at {engine.url}, and ")
    assert second.stderr.count("\n") == 1
    assert engine.get("/health").json() == {"status": "ok"}


def test_the_options_of_a_sync_reach_the_running_one(engine: Served) -> None:
    for option in ("--full", "--accept-deletions"):
        asked = engine.home.run("sync", option)
        assert (asked.returncode, asked.stderr) == (0, "")
        assert "syncs now" in asked.stdout


def hook_answer(engine: Served, cwd: str) -> dict[str, Any]:
    body = {"prompt": "Which relay feeds pump 2?", "cwd": cwd}
    told: dict[str, Any] = httpx.post(
        f"{engine.url}/recall", json=body, headers=BEARER, trust_env=False, timeout=30
    ).json()
    return told


def test_a_pause_silences_the_hook_until_it_is_ended(engine: Served) -> None:
    paused = engine.home.run("pause", "--for", "1h")
    assert (paused.returncode, paused.stderr) == (0, "")
    assert "silence until 20" in paused.stdout
    assert hook_answer(engine, "/src") == {}
    status = engine.home.run("status")
    assert status.returncode == 0
    assert status.stdout.startswith("paused until 20")
    assert engine.home.run("resume").returncode == 0
    assert "hookSpecificOutput" in hook_answer(engine, "/src")


def test_a_paused_project_leaves_the_others_alone(engine: Served) -> None:
    assert engine.home.run("pause", "--project", "/src/mill").returncode == 0
    assert hook_answer(engine, "/src/mill/wheel") == {}
    assert "hookSpecificOutput" in hook_answer(engine, "/src/loom")
    assert engine.home.run("resume", "--project", "/src/mill").returncode == 0
    assert "hookSpecificOutput" in hook_answer(engine, "/src/mill")


def test_the_end_of_a_projects_pause_tells_of_the_others(engine: Served) -> None:
    engine.home.run("pause", "--for", "1h")
    told = engine.home.run("resume", "--project", "/src/mill").stdout
    assert "answered again" not in told
    assert "paused until 20" in told
    assert engine.home.run("resume").stdout == "Prompts and agents are answered again.\n"


# ---- beginning and ending -----------------------------------------------------------------------------


@pytest.mark.case("CO07")
def test_a_signal_ends_it_in_time_and_nothing_is_left_behind(home: Home) -> None:
    with served(home) as running:
        running.wait_until_well()
        code, seconds, err = running.end()
    assert (code, err) == (0, "")
    assert seconds < 3
    assert not home.runtime_file.exists()
    after = home.run("recall", "pump relay", "--limit", "1")
    assert after.returncode == 0
    assert "Pump wiring" in after.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal hangs up here")
def test_a_closed_terminal_ends_it_as_a_signal_does(home: Home) -> None:
    ours = signal.signal(
        signal.SIGHUP, signal.SIG_DFL
    )  # under `nohup` these tests ignore it, and with them their children
    try:
        with served(home) as running:
            code, _, err = running.end(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, ours)
    assert (code, err) == (0, "")
    assert not home.runtime_file.exists()


@pytest.mark.case("CO07")
def test_it_ends_in_time_while_its_server_hangs_and_while_it_starts(home: Home, server: FakeServer) -> None:
    server.faults.set(Hang(), "/etapi/")
    with served(home) as running:
        eventually(lambda: any("/etapi/" in path for _, path in server.app.asked), "a question")
        code, seconds, err = running.end()
    assert (code, err) == (0, "")
    assert seconds < 3
    assert not home.runtime_file.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems hand a signal to no chosen thread")
def test_a_signal_that_another_thread_gets_ends_it_too(home: Home) -> None:
    with served(home) as running:
        main = running.process.pid
        other = next(
            int(task.name) for task in Path(f"/proc/{main}/task").iterdir() if task.name != str(main)
        )
        os.kill(other, signal.SIGTERM)  # Linux asks the named thread first; after a SIGCONT it may be any
        assert running.process.wait(PATIENCE) == 0


@pytest.mark.case("CO03")
def test_after_a_kill_the_next_one_starts_and_answers(home: Home) -> None:
    with served(home) as first:
        first.wait_until_well()
        first.end(signal.SIGKILL)
        assert home.runtime_file.exists()
        beside = home.run("recall", "pump relay", "--json", "--limit", "1")
        assert beside.returncode == 0, beside.stderr
        with served(home) as second:
            second.wait_until_well()
            assert json.loads(home.runtime_file.read_text())["pid"] == second.process.pid
            code, _, err = second.end()
    assert (code, err) == (0, "")


@pytest.mark.case("CO06")
def test_when_its_port_is_taken_it_takes_the_next_one_and_says_so(home: Home) -> None:
    with socket.create_server(("127.0.0.1", home.port)), served(home) as running:
        assert home.port < int(running.url.rsplit(":", 1)[1]) < home.port + 10
        running.wait_until_well()
        found = home.run("recall", "pump relay", "--json", "--limit", "1")
        assert json.loads(found.stdout)["results"][0]["id"] == "home/pump"
        code, seconds, err = running.end(signal.SIGINT)
    assert code == 0
    assert seconds < 3
    assert err.startswith(f"Port {home.port} is taken by another program, so ")


def test_without_a_place_for_its_token_it_says_what_to_do(home: Home) -> None:
    env = dict(home.env) | {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    del env["RECALL_CLIENT_LOCAL_TOKEN"]
    ended = Home(home.folder, env, home.port).run("serve")
    assert ended.returncode == 7
    assert ended.stderr.startswith("This machine has no keyring")
    assert "RECALL_CLIENT_LOCAL_TOKEN" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_what_was_decided_is_told_with_its_scores(engine: Served) -> None:
    for prompt in ("which relay does pump 2 run through?", "ok"):
        asked = {"prompt": prompt, "session_id": "s9"}
        httpx.post(engine.url + "/recall", json=asked, headers=BEARER, timeout=10, trust_env=False)

    def kept() -> list[Any]:
        everything = engine.get("/api/v1/decisions", headers=BEARER).json()["results"]
        return [decision for decision in everything if decision["session"] == "s9"]

    eventually(lambda: len(kept()) == 2, "the second decision")
    found = kept()
    assert [decision["reason"] for decision in found] == ["skipped", "sent"]
    assert found[1]["notes"][0]["id"] == "home/pump"
    assert found[1]["notes"][0]["title"]
    assert found[1]["notes"][0]["score"] > 0.5
