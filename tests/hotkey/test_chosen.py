"""The key a person chose, over ways to a key that do as they are told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from trayrecall.core.errors import SettingsError
from trayrecall.hotkey import Backend, GlobalHotkey, KeyRefused, NoKeys, open_backend
from trayrecall.hotkey.keys import Combination, parse


class Keys:
    """A system's keys; those in `taken` belong to another program."""

    def __init__(self, *taken: str) -> None:
        self.taken = [parse(one) for one in taken]
        self.held: Combination | None = None
        self.is_closed = False

    def take(self, combination: Combination) -> None:
        self.held = None
        if combination in self.taken:
            raise KeyRefused("another program has this key")
        self.held = combination

    def drop(self) -> None:
        self.held = None

    def close(self) -> None:
        self.is_closed = True


def test_a_chosen_key_is_held_and_kept_for_the_next_start() -> None:
    keys, kept = Keys(), list[str]()
    one = GlobalHotkey(lambda: keys, kept.append)
    assert one.current() == ""
    assert one.set("Ctrl+Alt+Space") is None
    assert (one.current(), keys.held, kept) == ("Ctrl+Alt+Space", parse("Ctrl+Alt+Space"), ["Ctrl+Alt+Space"])
    assert one.set("") is None
    assert (one.current(), keys.held, kept[-1]) == ("", None, "")
    one.close()
    assert keys.is_closed


def test_a_refused_key_leaves_the_one_before() -> None:
    keys, kept = Keys("Meta+S"), list[str]()
    one = GlobalHotkey(lambda: keys, kept.append)
    assert one.begin("Meta+F") is None
    refused = one.set("Meta+S")
    assert refused is not None
    assert "another program has this key" in str(refused)
    assert one.set("S") is not None
    assert (one.current(), keys.held, kept) == ("Meta+F", parse("Meta+F"), [])


def test_a_key_that_cant_be_kept_is_not_used() -> None:
    def keep(_keys: str) -> None:
        raise SettingsError("the disk is full")

    keys = Keys()
    one = GlobalHotkey(lambda: keys, keep)
    one.begin("Meta+F")
    refused = one.set("Meta+G")
    assert refused is not None
    assert "the disk is full" in str(refused)
    assert (one.current(), keys.held) == ("Meta+F", parse("Meta+F"))


def test_a_desktop_without_keys_says_what_to_bind() -> None:
    def none() -> Backend:
        raise NoKeys("its portal has no shortcuts")

    one = GlobalHotkey(none, lambda _keys: None)
    refused = one.set("Meta+F")
    assert refused is not None
    assert str(refused) == "This desktop gives out no keys"
    assert refused.hint.startswith("Bind this command")
    assert refused.hint.endswith("toggle")
    assert one.current() == ""
    one.close()


@pytest.mark.parametrize(
    ("platform", "env", "kind"),
    [
        ("linux", {"DISPLAY": ":0"}, "X11Key"),
        ("linux", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "PortalKey"),
        ("linux", {"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "PortalKey"),
        ("linux", {}, "PortalKey"),
        ("win32", {}, "WindowsKey"),
        ("darwin", {}, "MacKey"),
    ],
)
def test_each_system_has_its_own_way(
    monkeypatch: pytest.MonkeyPatch, platform: str, env: dict[str, str], kind: str
) -> None:
    made: list[str] = []

    def stand_in(name: str) -> Callable[..., Keys]:
        def make(*_arguments: object, **_named: object) -> Keys:
            made.append(name)
            return Keys()

        return make

    for module, name in (
        ("x11", "X11Key"),
        ("portal", "PortalKey"),
        ("windows", "WindowsKey"),
        ("macos", "MacKey"),
    ):
        monkeypatch.setattr(f"trayrecall.hotkey.{module}.{name}", stand_in(name))
    open_backend(lambda: None, env, lambda work: work(), app_id="x.y", description="", platform=platform)
    assert made == [kind]
