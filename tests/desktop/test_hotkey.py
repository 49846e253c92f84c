"""A real key of a real X server, and a portal's on a real bus."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.desktop.session import Desktop, wait_for
from tests.desktop.shortcuts_portal import ShortcutsPortal
from trayrecall.hotkey import KeyRefused, NoKeys
from trayrecall.hotkey.keys import parse
from trayrecall.hotkey.portal import PortalKey
from trayrecall.hotkey.x11 import X11Key

KEY, OTHER = parse("Ctrl+Alt+Space"), parse("Ctrl+Alt+G")
Pressed = queue.Queue[str]


def hears(pressed: Pressed) -> None:
    """Wait for a press, and see that it was one."""
    assert pressed.get(timeout=10) == "pressed"


@pytest.fixture
def pressed() -> Pressed:
    return queue.Queue()


@pytest.fixture
def grabbing(desktop: Desktop) -> Iterator[Callable[[Callable[[], None]], X11Key]]:
    """Makes a way to a key on our X server."""
    made: list[X11Key] = []

    def make(heard: Callable[[], None]) -> X11Key:
        made.append(X11Key(heard, desktop.env["DISPLAY"]))
        return made[-1]

    yield make
    for one in made:
        one.close()


Grabbing = Callable[[Callable[[], None]], X11Key]


def test_a_grabbed_key_is_heard_also_with_caps_lock_and_num_lock(
    desktop: Desktop, grabbing: Grabbing, pressed: Pressed
) -> None:
    grabbing(lambda: pressed.put("pressed")).take(KEY)
    for locks in ((), ("Caps_Lock",), ("Num_Lock",), ("Caps_Lock", "Num_Lock")):
        for lock in locks:
            desktop.run("xdotool", "key", lock)
        desktop.run("xdotool", "key", "ctrl+alt+space")
        hears(pressed)
        for lock in locks:
            desktop.run("xdotool", "key", lock)
    assert pressed.empty()


def test_a_key_held_down_is_one_press(desktop: Desktop, grabbing: Grabbing, pressed: Pressed) -> None:
    grabbing(lambda: pressed.put("pressed")).take(KEY)
    desktop.run("xset", "r", "rate", "150", "40")
    desktop.run(
        "xdotool", "keydown", "ctrl", "keydown", "alt", "keydown", "space", "sleep", "0.6", "keyup", "space"
    )
    desktop.run("xdotool", "keyup", "alt", "keyup", "ctrl")
    hears(pressed)
    desktop.run("xdotool", "key", "ctrl+alt+space")
    hears(pressed)
    assert pressed.empty()


def test_another_key_takes_the_place_of_the_first(
    desktop: Desktop, grabbing: Grabbing, pressed: Pressed
) -> None:
    key = grabbing(lambda: pressed.put("pressed"))
    key.take(KEY)
    key.take(OTHER)
    desktop.run("xdotool", "key", "ctrl+alt+space")
    desktop.run("xdotool", "key", "ctrl+alt+g")
    hears(pressed)
    assert pressed.empty()


def test_a_key_that_another_program_has_is_refused_and_free_again_after_it(
    desktop: Desktop, grabbing: Grabbing, pressed: Pressed
) -> None:
    first, second = grabbing(lambda: None), grabbing(lambda: pressed.put("pressed"))
    first.take(KEY)
    with pytest.raises(KeyRefused, match="another program"):
        second.take(KEY)
    first.drop()
    second.take(KEY)
    desktop.run("xdotool", "key", "ctrl+alt+space")
    hears(pressed)


def test_a_key_that_the_keyboard_lacks_is_refused(grabbing: Grabbing) -> None:
    with pytest.raises(KeyRefused, match="no such key"):
        grabbing(lambda: None).take(parse("Ctrl+Я"))


def test_without_an_x_server_there_are_no_keys() -> None:
    with pytest.raises(NoKeys):
        X11Key(lambda: None, ":987")


# ---- the portal


@pytest.fixture
def portal_key(desktop: Desktop) -> Iterator[Callable[[Callable[[], None]], PortalKey]]:
    """Makes a way to a key through the portal on our bus."""
    made: list[PortalKey] = []

    def make(heard: Callable[[], None]) -> PortalKey:
        bus = desktop.env["DBUS_SESSION_BUS_ADDRESS"]
        made.append(PortalKey(heard, app_id="org.example.Recall", description="Search your notes", bus=bus))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def portal(desktop: Desktop) -> Iterator[Callable[..., ShortcutsPortal]]:
    """Starts a portal."""
    made: list[ShortcutsPortal] = []

    def start(**told: Any) -> ShortcutsPortal:
        made.append(ShortcutsPortal(desktop.env["DBUS_SESSION_BUS_ADDRESS"], **told))
        return made[-1]

    yield start
    for one in made:
        one.close()


Asking = Callable[[Callable[[], None]], PortalKey]
Starting = Callable[..., ShortcutsPortal]


def test_the_portal_gives_the_key_and_tells_its_presses(
    portal: Starting, portal_key: Asking, pressed: Pressed
) -> None:
    there = portal()
    key = portal_key(lambda: pressed.put("pressed"))
    key.take(KEY)
    assert there.bound == [("CTRL+ALT+space", "Search your notes")]
    assert there.registered == ["org.example.Recall"]
    there.press(f"{there.sessions[0]}more")
    there.press()
    hears(pressed)
    assert pressed.empty()

    key.take(OTHER)
    assert there.closed == there.sessions[:1]
    there.press()
    hears(pressed)
    key.drop()
    assert there.closed == there.sessions


def test_another_key_is_had_although_the_desktop_keeps_what_it_gave(
    portal: Starting, portal_key: Asking
) -> None:
    there = portal()
    key = portal_key(lambda: None)
    key.take(KEY)
    key.take(OTHER)
    assert [*there.keys["org.example.Recall"].values()] == ["CTRL+ALT+g"]


def test_the_next_start_has_the_same_key_also_without_a_desktop_entry(
    portal: Starting, portal_key: Asking
) -> None:
    there = portal(knows=False)
    first = portal_key(lambda: None)
    first.take(KEY)
    first.close()
    portal_key(lambda: None).take(KEY)
    assert [[*keys.values()] for keys in there.keys.values()] == [["CTRL+ALT+space"]]


def test_a_key_that_the_desktop_knows_is_bound_again_for_newer_plasmas_tell_no_presses_else(
    portal: Starting, portal_key: Asking
) -> None:
    there = portal()
    for _ in range(2):
        key = portal_key(lambda: None)
        key.take(KEY)
        key.close()
    assert len(there.bound) == 2


def test_a_portal_that_began_anew_gives_the_key_again(
    portal: Starting, portal_key: Asking, pressed: Pressed
) -> None:
    first = portal()
    portal_key(lambda: pressed.put("pressed")).take(KEY)
    first.close()
    second = portal(outlived=first.sessions)
    wait_for(lambda: bool(second.bound), "the key is asked for again")
    assert (second.bound, second.registered) == (first.bound, first.registered)
    second.press()
    hears(pressed)


def test_a_key_that_was_given_back_is_not_asked_for_again(portal: Starting, portal_key: Asking) -> None:
    first = portal()
    key = portal_key(lambda: None)
    key.take(KEY)
    key.drop()
    first.close()
    second = portal()
    key.take(OTHER)
    assert [trigger for trigger, _ in second.bound] == ["CTRL+ALT+g"]
    assert len(second.sessions) == 1


@pytest.mark.parametrize(
    ("told", "words"),
    [({"answer": 1}, "not allowed"), ({"answer": 2}, "refused"), ({"gives": False}, "gave no key")],
)
def test_what_the_portal_or_the_person_refuses_is_told(
    portal: Starting, portal_key: Asking, told: dict[str, int], words: str
) -> None:
    there = portal(**told)
    with pytest.raises(KeyRefused, match=words):
        portal_key(lambda: None).take(KEY)
    assert there.closed == there.sessions


def test_a_key_that_the_person_refused_is_not_said_to_be_had(portal: Starting, portal_key: Asking) -> None:
    there = portal(answer=1)
    key = portal_key(lambda: None)
    with pytest.raises(KeyRefused, match="not allowed"):
        key.take(KEY)
    there.answer = 0
    with pytest.raises(KeyRefused, match="gave no key"):  # as Plasma, which asks once
        key.take(KEY)
    there.keys["org.example.Recall"] = dict.fromkeys(there.keys["org.example.Recall"], "F9")
    key.take(KEY)  # chosen in the desktop's own settings meanwhile
    assert there.closed == there.sessions[:2]


def test_a_desktop_without_such_a_portal_has_no_keys(portal: Starting, portal_key: Asking) -> None:
    with pytest.raises(NoKeys):
        portal_key(lambda: None)
    portal(version=0)
    with pytest.raises(NoKeys):
        portal_key(lambda: None)


def test_without_a_bus_there_are_no_keys() -> None:
    with pytest.raises(NoKeys):
        PortalKey(lambda: None, app_id="x.y", description="", bus="unix:path=/nowhere/bus")
