from __future__ import annotations

import pytest

from trayrecall.core.errors import UserInputError
from trayrecall.hotkey.keys import NAMED, Combination, Modifier, keysym, mac_key, parse, trigger, virtual_key


@pytest.mark.parametrize(
    ("text", "modifiers", "key"),
    [
        ("Ctrl+Alt+Space", Modifier.CTRL | Modifier.ALT, "Space"),
        ("Meta+s", Modifier.META, "S"),
        ("Shift+Ctrl+PgUp", Modifier.SHIFT | Modifier.CTRL, "PgUp"),
        ("Ctrl++", Modifier.CTRL, "+"),
        ("Alt+ö", Modifier.ALT, "Ö"),
        ("F9", Modifier.NONE, "F9"),
        ("Shift+F12", Modifier.SHIFT, "F12"),
    ],
)
def test_a_combination_is_read_as_qt_writes_it(text: str, modifiers: Modifier, key: str) -> None:
    assert parse(text) == Combination(modifiers, key)


@pytest.mark.parametrize(
    "text", ["", "A", "Shift+A", "Ctrl+", "Ctrl+Nonsense", "Hyper+A", "Ctrl+Alt", "Space", "F99"]
)
def test_what_cant_be_a_key_for_everywhere_is_refused(text: str) -> None:
    with pytest.raises(UserInputError):
        parse(text)


def test_each_system_gets_its_own_number() -> None:
    assert [keysym(key) for key in ("A", "Space", "F1", "Ö", "€", "+")] == [
        0x61,
        0x20,
        0xFFBE,
        0xF6,
        0x10020AC,
        0x2B,
    ]
    assert [virtual_key(key) for key in ("A", "5", "Space", "F12", "PgUp")] == [0x41, 0x35, 0x20, 0x7B, 0x21]
    assert [mac_key(key) for key in ("A", "Space", "F1", "V")] == [0, 0x31, 122, 9]
    assert len({mac_key(key) for key in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}) == 36
    for of in (virtual_key, mac_key):
        with pytest.raises(UserInputError):
            of("Ö")


def test_the_portal_gets_names_of_xkb() -> None:
    assert trigger(parse("Ctrl+Alt+Space")) == "CTRL+ALT+space"
    assert trigger(parse("Meta+Shift+A")) == "SHIFT+LOGO+a"
    assert trigger(parse("Ctrl++")) == "CTRL+plus"
    assert trigger(parse("Alt+F4")) == "ALT+F4"


def test_every_named_key_is_known_to_every_system() -> None:
    for key in NAMED:
        assert all(
            (keysym(key), virtual_key(key), mac_key(key) >= 0, trigger(Combination(Modifier.CTRL, key)))
        )
