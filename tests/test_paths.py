from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from trayrecall import paths
from trayrecall.core.errors import explain_file

FOLDERS = (
    paths.config_dir,
    paths.data_dir,
    paths.state_dir,
    paths.log_dir,
    paths.cache_dir,
    paths.models_dir,
)
FILES = (paths.settings_file, paths.database_file, paths.log_file, paths.runtime_file)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "my home"))
    return tmp_path / "my home"


def test_everything_lies_below_trayrecall_home(home: Path) -> None:
    assert all(found().is_relative_to(home) for found in (*FOLDERS, *FILES))
    assert len({found() for found in (*FOLDERS, *FILES)}) == len(FOLDERS) + len(FILES)


@pytest.mark.skipif(os.name != "posix", reason="modes are a POSIX matter")
def test_folders_are_for_their_owner_only_whatever_the_umask(home: Path) -> None:
    before = os.umask(0)
    try:
        folders = [folder() for folder in FOLDERS]
    finally:
        os.umask(before)
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (home, *folders)} == {0o700}


def test_no_file_is_made_by_asking_for_its_place(home: Path) -> None:
    assert home.parent.is_dir()
    assert not any(file().exists() for file in FILES)


def test_a_folder_that_is_there_is_left_as_it_is(home: Path) -> None:
    folder = paths.data_dir()
    folder.chmod(0o750)
    assert paths.data_dir() == folder
    assert home in folder.parents
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750


def test_without_trayrecall_home_the_platforms_places_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, " ")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    if os.name == "posix":
        assert all(folder().is_relative_to(tmp_path) for folder in FOLDERS)
        assert "trayrecall" in str(paths.settings_file())


def test_a_tilde_in_trayrecall_home_is_the_persons_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(paths.HOME_VARIABLE, "~/tr")
    assert paths.config_dir() == tmp_path / "tr" / "config"


@pytest.mark.skipif(os.name != "posix", reason="accounts and names of files are a POSIX matter")
@pytest.mark.parametrize("home", ["~nobody-of-that-name/tr", "/srv/\udcff"])
def test_a_home_that_can_be_none_is_refused_in_words(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, home)
    with pytest.raises(OSError, match=r"no such home|not valid UTF-8") as caught:
        paths.config_dir()
    assert explain_file(caught.value) == f"{home} can't be used ({caught.value.strerror})."


@pytest.mark.skipif(os.name != "posix", reason="other systems ask no account")
def test_an_account_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_account(_uid: int) -> None:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", no_account)
    for name in (
        paths.HOME_VARIABLE,
        "HOME",
        *(f"XDG_{kind}_HOME" for kind in ("CONFIG", "DATA", "STATE", "CACHE")),
    ):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(OSError, match=paths.HOME_VARIABLE):
        paths.config_dir()


def test_resources_of_the_checkout_are_used_until_the_package_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "trayrecall")
    assert paths.resources_dir() == tmp_path / "resources"
    (tmp_path / "trayrecall" / "resources").mkdir(parents=True)
    assert paths.resources_dir() == tmp_path / "trayrecall" / "resources"


def test_a_private_file_is_replaced_in_one_step_and_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    link.symlink_to(real)
    paths.write_private(link, "neu ✓\n")
    assert link.is_symlink()
    assert real.read_bytes() == "neu ✓\n".encode()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert sorted(tmp_path.iterdir()) == [link, real]


def test_a_failed_write_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        paths.write_private(file, "\ud800")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
