"""Which connected agents no longer fit the running application, and their repair."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Run
from tests.connect.test_connect import BRIDGED, CASES, contents, fill, servers, token
from tests.hook.conftest import Canned, http, run_hook
from tests.server.engine import ExampleEngine
from trayrecall import app, paths
from trayrecall.connect.actions import Trouble, standing
from trayrecall.connect.agents import AGENTS, places_here
from trayrecall.server.serving import Serving

Cli = Callable[..., Run]
PORT = 1  # of the settings
BY_HTTP = [name for name in AGENTS if name not in BRIDGED]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the files' places of Linux")


def troubles(port: int = PORT) -> dict[str, tuple[Trouble, ...]]:
    found = standing(app.read_configuration(os.environ), port, places_here())
    return {each.name: each.troubles for each in found}


def move_to(port: int) -> None:
    paths.settings_file().write_text(
        json.dumps(json.loads(paths.settings_file().read_text()) | {"port": port})
    )


def test_nobody_is_connected_in_a_home_of_others_files(home: Path, cli: Cli) -> None:
    for name, case in CASES.items():
        fill(home, case.foreign)
        assert name not in troubles()
    assert cli("connect", "--repair").out == "Nothing is to be repaired.\n"


@pytest.mark.parametrize("name", CASES)
def test_a_connected_agent_fits_until_the_port_is_another_one(home: Path, cli: Cli, name: str) -> None:
    fill(home, CASES[name].foreign)
    assert cli("connect", name).code == 0
    assert troubles() == {name: ()}
    assert troubles(2) == {name: (Trouble.PORT,) if name in BY_HTTP else ()}


@pytest.mark.parametrize("name", BY_HTTP)
def test_a_repair_writes_the_new_port_and_nothing_else(home: Path, cli: Cli, name: str) -> None:
    fill(home, CASES[name].foreign)
    cli("connect", name)
    before = contents(home)
    move_to(2)
    mended = cli("connect", "--repair")
    assert mended.code == 0
    assert mended.out.startswith(f"{AGENTS[name].title}: it asks at another port.\nwrote ")
    old, new = b"http://127.0.0.1:1/mcp", b"http://127.0.0.1:2/mcp"
    assert contents(home) == {file: data.replace(old, new) for file, data in before.items()}
    assert troubles(2) == {name: ()}
    assert cli("connect", "--repair", name).out == "Nothing is to be repaired.\n"


def test_only_the_named_agent_is_repaired(home: Path, cli: Cli) -> None:
    cli("connect", "vscode")
    cli("connect", "zed")
    move_to(2)
    cli("connect", "--repair", "zed")
    assert troubles(2) == {"vscode": (Trouble.PORT,), "zed": ()}
    assert home.is_dir()


@pytest.mark.parametrize("name", ["vscode", "codex", "gemini"])
def test_a_revoked_token_is_told_and_a_new_one_made(home: Path, cli: Cli, tmp_path: Path, name: str) -> None:
    cli("connect", name)
    first = token(tmp_path, name)
    cli("client", "remove", name)
    assert troubles() == {name: (Trouble.TOKEN,)}
    assert cli("connect", "--repair").code == 0
    assert troubles() == {name: ()}
    shown = json.dumps(servers(home, CASES[name])["trayrecall"])
    assert token(tmp_path, name) in shown
    assert first not in shown


def test_what_a_person_took_out_stays_out(home: Path, cli: Cli, tmp_path: Path) -> None:
    cli("connect", "claude-code")
    (home / ".claude.json").unlink()
    settings = home / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace("trayrecall_hook.py", "gone/trayrecall_hook.py"))
    assert troubles() == {"claude-code": (Trouble.PROGRAM,)}
    cli("client", "remove", "claude-code")
    assert cli("connect", "--repair").code == 0
    assert troubles() == {"claude-code": ()}
    assert not (home / ".claude.json").exists()
    assert "client:claude-code" not in (tmp_path / "secrets.json").read_text()


@pytest.mark.parametrize("name", ["codex", "claude-desktop"])
def test_an_interpreter_that_is_gone_is_told(
    home: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as old:
        old.setattr(sys, "executable", "/nowhere/python3")
        old.setattr(sys, "_base_executable", "/nowhere/python3")
        cli("connect", name)
    assert troubles() == {name: (Trouble.PROGRAM,)}
    assert cli("connect", "--repair").code == 0
    assert troubles() == {name: ()}, home


def test_an_address_that_a_person_chose_is_not_judged(home: Path, cli: Cli) -> None:
    cli("connect", "vscode")
    path = home / CASES["vscode"].servers
    path.write_text(path.read_text().replace("http://127.0.0.1:1/", "https://notes.example/"))
    assert troubles(2) == {"vscode": ()}


def test_a_file_that_broke_since_is_told_and_left(home: Path, cli: Cli) -> None:
    cli("connect", "zed")
    path = home / CASES["zed"].servers
    path.write_text(path.read_text() + "}")
    before = contents(home)
    assert troubles() == {"zed": (Trouble.FILE,)}
    refused = cli("connect", "--repair")
    assert refused.code == 1
    assert str(path) in refused.err
    assert contents(home) == before


def test_without_an_agent_and_without_repair_the_known_ones_are_named(cli: Cli) -> None:
    refused = cli("connect")
    assert refused.code == 5
    assert "No agent was named" in refused.err
    assert "claude-desktop" in refused.err


def test_doctor_names_each_connected_agent_and_the_repair(home: Path, cli: Cli) -> None:
    cli("connect", "zed")
    assert "ok   Zed: connected\n" in cli("doctor").out
    move_to(2)
    assert "warn Zed: it asks at another port\n     trayrecall connect --repair\n" in cli("doctor").out
    assert home.is_dir()


# ---- with the application running ---------------------------------------------------------------------


@pytest.mark.case("CO06")
def test_a_port_that_another_program_took_is_left_and_hook_and_agents_follow(
    home: Path, cli: Cli, engine: ExampleEngine
) -> None:
    """A web page stands at the port, later a program that never answers; the hook of both times is the real one."""
    cli("connect", "vscode")
    page = Canned(
        socket.create_server(("127.0.0.1", 0)), lambda c: c.sendall(http("<p>x</p>", kind="text/html"))
    )
    threading.Thread(target=page.serve, daemon=True).start()
    with page.sock, socket.create_server(("127.0.0.1", 0)) as dead:
        for holder in (page.sock, dead):
            taken = holder.getsockname()[1]
            move_to(taken)
            paths.hook_config_file().write_text(json.dumps({"port": taken, "token": "x", "pid": 1}))
            assert run_hook().is_silent  # before the application starts: the old file names the other program
            served = app.build_serving(app.read_configuration(os.environ), engine)  # type: ignore[arg-type]
            port = served.start()
            try:
                assert (served.listener.moved, taken < port < taken + 10) == (True, True)
                assert json.loads(paths.hook_config_file().read_text())["port"] == port
                assert b"additionalContext" in run_hook().out
                assert "warn VS Code: it asks at another port" in cli("doctor").out
                assert cli("connect", "--repair").code == 0
                assert ask_as_configured(home) == 200
                assert "ok   VS Code: connected" in cli("doctor").out
            finally:
                served.stop()


def ask_as_configured(home: Path) -> int:
    """The status that an agent gets which follows its own file."""
    ours = servers(home, CASES["vscode"])["trayrecall"]
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    return httpx.post(
        ours["url"], json=call, headers=ours["headers"], trust_env=False, timeout=30
    ).status_code


def test_a_repair_with_nothing_to_do_leaves_the_running_application_alone(
    home: Path, cli: Cli, running: Serving
) -> None:
    cli("connect", "vscode")
    before = contents(home)
    assert cli("connect", "--repair").out == "Nothing is to be repaired.\n"
    assert contents(home) == before
    assert servers(home, CASES["vscode"])["trayrecall"]["url"].startswith(running.listener.url)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"url": "http://[::1/mcp"}, (Trouble.PORT,)),
        ({"url": "http://127.0.0.1:abc/mcp"}, (Trouble.PORT,)),
        ({"url": 7, "command": ["x"]}, ()),
        ({"command": 'python "'}, (Trouble.PROGRAM,)),
        ({"command": sys.executable, "args": [7, None]}, ()),
        ("a text", ()),
        (["a list"], ()),
    ],
)
def test_whatever_a_person_made_of_our_entry_is_judged_and_removed(
    home: Path, cli: Cli, entry: object, expected: tuple[Trouble, ...]
) -> None:
    file = home / ".claude.json"
    file.write_text(json.dumps({"mcpServers": {"trayrecall": entry}}), encoding="utf-8")
    assert troubles()["claude-code"] == expected
    assert cli("disconnect", "claude-code").code == 0
    assert "trayrecall" not in (file.read_text(encoding="utf-8") if file.exists() else "")


def test_a_group_of_hooks_that_is_no_group_is_left_unjudged(home: Path, cli: Cli) -> None:
    cli("connect", "claude-code")
    file = home / ".claude" / "settings.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    for hooks in ("trayrecall_hook.py", ["trayrecall_hook.py"], {"trayrecall_hook.py": 1}):
        told["hooks"]["UserPromptSubmit"] = [{"hooks": hooks}]
        file.write_text(json.dumps(told), encoding="utf-8")
        assert "claude-code" in troubles()
