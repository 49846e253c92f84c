"""A combination of keys as Qt writes it (`Ctrl+Alt+Space`), and what each system calls its parts. Values in, values out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto

from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP


class Modifier(Flag):
    """Keys that are held while another is pressed, by their names on a PC's keyboard."""

    NONE = 0
    SHIFT = auto()
    CTRL = auto()
    ALT = auto()
    META = auto()  # the Windows or Super key; on a Mac what Qt calls Ctrl is Command, and Meta is Control


_MODIFIERS = {"shift": Modifier.SHIFT, "ctrl": Modifier.CTRL, "alt": Modifier.ALT, "meta": Modifier.META}
_FUNCTION_KEYS = 24


@dataclass(frozen=True, slots=True)
class Combination:
    """One key with its modifiers; `key` is one sign in capitals, or Qt's name such as `Space` or `F1`."""

    modifiers: Modifier
    key: str


def parse(text: str) -> Combination:
    """The combination that Qt wrote so. Raises UserInputError for one that can't be a key for everywhere."""
    *before, key = _parts(text.strip())
    modifiers = Modifier.NONE
    for name in before:
        if name.lower() not in _MODIFIERS:
            raise UserInputError(f"{name} is no key to hold")
        modifiers |= _MODIFIERS[name.lower()]
    found = _key(key)
    if modifiers in (Modifier.NONE, Modifier.SHIFT) and function_key(found) is None:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "a key that is typed with needs Ctrl, Alt or Meta beside it"),
            hint=QT_TRANSLATE_NOOP("errors", "Else no program could be typed into any more."),
        )
    return Combination(modifiers, found)


def function_key(key: str) -> int | None:
    """The number of F1, F2 …; None for other keys."""
    number = key[1:] if key[:1] == "F" else ""
    return int(number) if number.isdecimal() and 1 <= int(number) <= _FUNCTION_KEYS else None


def _parts(text: str) -> list[str]:
    if text.endswith("++") or text == "+":  # the plus key itself
        return [part for part in text[:-1].split("+") if part] + ["+"]
    return text.split("+")


def _key(name: str) -> str:
    if len(name) == 1 and name.isprintable() and not name.isspace():
        return name.upper()
    known = {key.lower(): key for key in NAMED}
    found = known.get(name.lower())
    if found is None and function_key(name.upper()) is not None:
        found = name.upper()
    if found is None:
        raise UserInputError(f"{name or 'nothing'} is no key that can be used")
    return found


# Qt's name → X11 keysym, Windows virtual key, Mac virtual key, the portal's (xkb) name.
NAMED: dict[str, tuple[int, int, int, str]] = {
    "Space": (0x20, 0x20, 0x31, "space"),
    "Return": (0xFF0D, 0x0D, 0x24, "Return"),
    "Enter": (0xFF8D, 0x0D, 0x4C, "KP_Enter"),
    "Tab": (0xFF09, 0x09, 0x30, "Tab"),
    "Esc": (0xFF1B, 0x1B, 0x35, "Escape"),
    "Backspace": (0xFF08, 0x08, 0x33, "BackSpace"),
    "Ins": (0xFF63, 0x2D, 0x72, "Insert"),
    "Del": (0xFFFF, 0x2E, 0x75, "Delete"),
    "Home": (0xFF50, 0x24, 0x73, "Home"),
    "End": (0xFF57, 0x23, 0x77, "End"),
    "PgUp": (0xFF55, 0x21, 0x74, "Prior"),
    "PgDown": (0xFF56, 0x22, 0x79, "Next"),
    "Left": (0xFF51, 0x25, 0x7B, "Left"),
    "Up": (0xFF52, 0x26, 0x7E, "Up"),
    "Right": (0xFF53, 0x27, 0x7C, "Right"),
    "Down": (0xFF54, 0x28, 0x7D, "Down"),
    "Pause": (0xFF13, 0x13, 0x71, "Pause"),
    "Print": (0xFF61, 0x2C, 0x69, "Print"),
}
_FIRST_F_KEYSYM, _FIRST_F_VIRTUAL = 0xFFBE, 0x70
_UNICODE_KEYSYMS = 0x0100_0000
_LATIN_1 = 0x100


def keysym(key: str) -> int:
    """X11's number of the key."""
    if key in NAMED:
        return NAMED[key][0]
    number = function_key(key)
    if number is not None:
        return _FIRST_F_KEYSYM + number - 1
    code = ord(key.lower())
    return code if code < _LATIN_1 else _UNICODE_KEYSYMS + code


_PUNCTUATION = {
    ";": 0xBA, "=": 0xBB, "+": 0xBB, ",": 0xBC, "-": 0xBD, ".": 0xBE, "/": 0xBF, "`": 0xC0, "[": 0xDB, "\\": 0xDC,
    "]": 0xDD, "'": 0xDE,
}  # fmt: skip


def virtual_key(key: str) -> int:
    """Windows' number of the key. Raises UserInputError for one that has none of its own."""
    if key in NAMED:
        return NAMED[key][1]
    number = function_key(key)
    if number is not None:
        return _FIRST_F_VIRTUAL + number - 1
    if key in _PUNCTUATION:
        return _PUNCTUATION[key]
    if key.isascii() and key.isalnum():
        return ord(key)
    raise UserInputError(f"{key} is no key that Windows gives out")


# By place on an American keyboard, as macOS counts: A is 0, S is 1 …
_MAC = dict(zip("ASDFHGZXCV", range(10), strict=True)) | {
    "B": 11, "Q": 12, "W": 13, "E": 14, "R": 15, "Y": 16, "T": 17, "1": 18, "2": 19, "3": 20, "4": 21, "6": 22,
    "5": 23, "=": 24, "9": 25, "7": 26, "-": 27, "8": 28, "0": 29, "]": 30, "O": 31, "U": 32, "[": 33, "I": 34,
    "P": 35, "L": 37, "J": 38, "'": 39, "K": 40, ";": 41, "\\": 42, ",": 43, "/": 44, "N": 45, "M": 46, ".": 47,
    "`": 50, "F1": 122, "F2": 120, "F3": 99, "F4": 118, "F5": 96, "F6": 97, "F7": 98, "F8": 100, "F9": 101,
    "F10": 109, "F11": 103, "F12": 111, "F13": 105, "F14": 107, "F15": 113, "F16": 106, "F17": 64, "F18": 79,
    "F19": 80, "F20": 90,
}  # fmt: skip


def mac_key(key: str) -> int:
    """MacOS's number of the key. Raises UserInputError for one that has none."""
    if key in NAMED:
        return NAMED[key][2]
    if key in _MAC:
        return _MAC[key]
    raise UserInputError(f"{key} is no key that macOS gives out")


_XKB_SIGNS = {
    ";": "semicolon", "=": "equal", "+": "plus", ",": "comma", "-": "minus", ".": "period", "/": "slash",
    "`": "grave", "[": "bracketleft", "\\": "backslash", "]": "bracketright", "'": "apostrophe",
}  # fmt: skip
_TRIGGER = {Modifier.CTRL: "CTRL", Modifier.ALT: "ALT", Modifier.SHIFT: "SHIFT", Modifier.META: "LOGO"}


def trigger(combination: Combination) -> str:
    """The combination as the shortcuts specification of freedesktop.org writes it: `CTRL+ALT+space`."""
    key = combination.key
    name = NAMED[key][3] if key in NAMED else key if function_key(key) else _XKB_SIGNS.get(key, key.lower())
    return "+".join([*(told for one, told in _TRIGGER.items() if one in combination.modifiers), name])
