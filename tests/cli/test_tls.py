from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.etapi.tls import make, serving
from tests.known_secrets import known_secret
from trayrecall import paths
from trayrecall.settings import load_settings

TOKEN = known_secret("Zk9sT4bLw1Ry_8NdPaGfHcQiVtOx3B5uM0q7Xv2mJ0Zk9sT4bLw1RyUe8")


@pytest.mark.case("NW07")
def test_an_own_certificate_is_shown_and_once_pinned_trusted_for_this_server_alone(
    cli: Cli, tmp_path: Path
) -> None:
    own = make(tmp_path)
    with serving(own) as server:
        add = ("instance", "add", "--url", server.url, "--name", "Lan")
        refused = cli(*add, given=TOKEN + "\n")
        assert refused.code == 7
        assert f"--pin {own.sha256}" in refused.err
        assert "CN=notes.lan" in refused.err
        assert load_settings(paths.settings_file()).instances == ()
        kept = cli(*add, "--pin", own.sha256, given=TOKEN + "\n")
        assert (kept.code, kept.err) == (0, "")
        assert cli("instance", "test").code == 0
        again = cli(*add, given=TOKEN + "\n")
        assert again.code == 0
    (written,) = json.loads(paths.settings_file().read_text(encoding="utf-8"))["instances"]
    assert written["pinned_sha256"] == own.sha256


@pytest.mark.case("NW07")
def test_a_file_of_an_authority_is_trusted_beside_the_systems(cli: Cli, tmp_path: Path) -> None:
    authority = make(tmp_path, "Home CA", is_authority=True)
    with serving(make(tmp_path, by=authority)) as server:
        add = ("instance", "add", "--url", server.url, "--name", "Lan", "--ca-file", str(authority.public))
        assert cli(*add, given=TOKEN + "\n").code == 0
        assert cli("instance", "test").code == 0
