"""An agent's files are changed all together or not at all, and keep the permissions that their person gave them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.connect.test_connect import CASES, Cli, contents, fill, is_private, token
from trayrecall.connect import install
from trayrecall.connect.agents import AGENTS, Access, places_here
from trayrecall.paths import write_private

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the files' places and modes of Linux")

SEVERAL = [name for name, case in CASES.items() if case.hooks not in {case.servers, ""}]


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], AbstractContextManager[Path]]:
    """Lets the last file of an agent be neither written nor removed for a while."""

    @contextmanager
    def failing(name: str) -> Iterator[Path]:
        last = AGENTS[name].files(places_here(), Access("", ""))[-1].path
        write, unlink = write_private, Path.unlink

        def refuse(path: Path) -> None:
            if path == last:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def written(path: Path, text: str) -> None:
            refuse(path)
            write(path, text)

        def removed(path: Path, missing_ok: bool = False) -> None:
            refuse(path)
            unlink(path, missing_ok=missing_ok)

        with monkeypatch.context() as patch:
            patch.setattr(install, "write_private", written)
            patch.setattr(Path, "unlink", removed)
            yield last

    return failing


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("empty", [True, False])
def test_when_a_later_file_cant_be_written_all_are_as_before(
    cli: Cli, home: Path, fail: Callable[[str], AbstractContextManager[Path]], name: str, empty: bool
) -> None:
    before = {} if empty else fill(home, CASES[name].foreign)
    with fail(name) as last:
        refused = cli("connect", name)
    assert (refused.code, str(last) in refused.err) == (5, True)
    assert contents(home) == before
    assert "client:" not in (home.parent / "secrets.json").read_text()
    assert cli("connect", name).code == 0
    connected = contents(home)
    with fail(name):
        assert cli("disconnect", name).code == 5
    assert contents(home) == connected
    assert token(home.parent, name)
    assert cli("disconnect", name).code == 0
    assert contents(home) == before


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o600])
def test_a_file_that_held_the_token_gets_its_mode_back(cli: Cli, home: Path, mode: int) -> None:
    for case in CASES.values():
        fill(home, case.foreign, mode)
    for name, case in CASES.items():
        assert cli("connect", name).code == 0
        assert stat.S_IMODE((home / case.servers).stat().st_mode) & 0o077 in {0, mode & 0o077}
        assert cli("disconnect", name).code == 0
        assert {stat.S_IMODE((home / file).stat().st_mode) for file in case.foreign} == {mode}


def test_a_file_that_is_no_ones_elses_business_stays_so_while_the_token_is_in_it(
    cli: Cli, home: Path
) -> None:
    fill(home, CASES["codex"].foreign)
    assert cli("connect", "codex").code == 0
    assert is_private(home / CASES["codex"].servers)
    assert cli("connect", "codex").code == 0
    assert is_private(home / CASES["codex"].servers)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('model = "o5"\n\nmcp_servers = { files = { command = "npx" } }\n', 3),
        ('[mcp_servers]\n"trayrecall" = 5\n', 2),
        ('# mine\n[mcp_servers]\ntrayrecall = { command = "x" }\n', 3),
    ],
)
def test_a_toml_file_that_cant_be_edited_is_told_by_a_line_of_its_own(
    cli: Cli, home: Path, text: str, line: int
) -> None:
    file = home / ".codex" / "config.toml"
    before = fill(home, {".codex/config.toml": text})
    refused = cli("connect", "codex")
    assert refused.err.startswith(f"{file}: line {line}: mcp_servers.trayrecall stands there in a form")
    assert (refused.code, contents(home)) == (5, before)
