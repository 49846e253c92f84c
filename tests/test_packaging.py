"""What a desktop reads of the wheel."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.pipeline import ROOT
from trayrecall import __version__
from trayrecall.autostart import APP_ID

LINUX = ROOT / "packaging" / "linux"
ENTRY, METAINFO = LINUX / f"{APP_ID}.desktop", LINUX / f"{APP_ID}.metainfo.xml"


def told_by(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """What a checker says, if it is installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed; see packaging/desktop-deps.sh")
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_the_desktop_entry_is_valid_and_searches_by_its_action() -> None:
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(ENTRY, encoding="utf-8")
    assert entry["Desktop Entry"]["Actions"] == "Toggle;"
    assert entry["Desktop Action Toggle"]["Exec"] == "trayrecall toggle"
    assert entry["Desktop Entry"]["Icon"] == APP_ID
    told = told_by("desktop-file-validate", ENTRY)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_metainfo_is_valid_and_of_this_version() -> None:
    found = ET.parse(METAINFO).getroot()
    assert found.findtext("id") == APP_ID
    assert found.findtext("launchable") == ENTRY.name
    release = found.find("releases/release")
    assert release is not None
    assert release.get("version") == __version__
    told = told_by("appstreamcli", "validate", "--no-net", METAINFO)
    # Newer checkers warn of a missing homepage; there is none yet.
    faults = re.findall(r"^[EW]: .*: (?!url-homepage-missing)\S+$", told.stdout, re.MULTILINE)
    assert "Validation" in told.stdout, told.stderr
    assert not faults, told.stdout


def test_everything_for_the_desktop_is_there_and_goes_into_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert all((ROOT / source).is_file() for source in shared)
    of_ours = {
        str(p.relative_to(ROOT))
        for p in LINUX.rglob("*")
        if p.suffix in {".desktop", ".xml", ".service", ".png"}
    }
    assert of_ours <= shared.keys()
    assert {f"share/icons/hicolor/{n}x{n}/apps/{APP_ID}.png" for n in (16, 22, 24, 48)} <= set(
        shared.values()
    )
    assert project["project"]["gui-scripts"] == {"trayrecall-gui": "trayrecall.__main__:main"}


def test_the_wheel_brings_what_the_program_opens_and_no_more() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["include"] == ["/trayrecall", "/resources"]
    assert "/resources/pictures" in wheel["exclude"]
    for spec in (ROOT / "resources" / "models").iterdir():
        assert (spec / "LICENSE-APACHE").is_file(), "a licence goes with what is under it"


def test_every_picture_is_shown_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for picture in (ROOT / "resources" / "pictures").iterdir():
        assert f"resources/pictures/{picture.name}" in readme


def test_the_unit_starts_the_engine_without_a_window() -> None:
    unit = (LINUX / "trayrecall.service").read_text(encoding="utf-8")
    assert "\nExecStart=/usr/bin/env trayrecall serve\n" in unit
