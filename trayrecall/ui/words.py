"""The words a person reads, in the language of the windows.

`translate` is what Qt Linguist's `lupdate` looks for, so both arguments stand literally in the code:
`translate("popup", "Nothing found for “{query}”").format(query=…)`. The context is the name of the window or part.
Numbers: `plural(n, translate("popup", "{n} note"), translate("popup", "{n} notes"))`.
Texts are put together by `sentences`, `listed` and `named` alone, because languages differ in their punctuation.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Area

_ENDS = (".", "!", "?", "…", ":", "。", "！", "？", "：")  # fmt: skip
_LONG_WORD = re.compile("[!-~]{33,}")  # no sign of it is joined to the next one


def translate(context: str, text: str) -> str:
    """The text in the language of the windows; the text itself where there is no translation."""
    return QCoreApplication.translate(context, text)


def marked(text: str) -> str:
    """What a lower part tells of failures or repairs, if it was marked for translation there; else as it is."""
    return translate("errors", text) if text else ""


def plural(n: int, one: str, other: str) -> str:
    """The text for that many, with the number put in at `{n}` as people of the language write it."""
    return (one if n == 1 else other).format(n=number(n))


def number(n: int) -> str:
    """A whole number with the language's separators, `12,345`."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # it has no separators
        locale = QLocale(QLocale.Language.English)
    return locale.toString(n)


def percent(share: float, digits: int = 0) -> str:
    """A share, 0..1, as `12 %`."""
    return translate("words", "{n} %").format(n=figure(share * 100, digits))


def day(date: QDate) -> str:
    """A date as people of the language write it, and never one that others read as another day (`6/1/31`)."""
    pattern = translate("words", "d MMM yyyy")  # how a short date is written, in Qt's letters
    return QLocale().toString(date, pattern)


def moment(at: datetime, now: datetime | None) -> str:
    """An instant in the person's own time: `14:32` when it is today's, else (or without `now`) with its day."""
    here = at.astimezone()
    shown = QDateTime.fromMSecsSinceEpoch(int(here.timestamp() * 1000))
    time = QLocale().toString(shown.time(), "HH:mm")
    is_today = now is not None and here.date() == now.astimezone().date()
    return time if is_today else f"{day(shown.date())} {time}"


def area_words(area: Area | None) -> str:
    """What an area is called; None is leaving out."""
    return {
        Area.WIKI: translate("areas", "Wiki"),
        Area.SOURCES: translate("areas", "Sources"),
        Area.JOURNAL: translate("areas", "Journal"),
        Area.OTHER: translate("areas", "Other"),
        None: translate("areas", "Left out"),
    }[area]


def key_words(keys: str) -> str:
    """Keys as keyboards of the language name them, `Strg K` for `Ctrl K`."""
    names = (
        ("Ctrl", translate("keys", "Ctrl")),
        ("Shift", translate("keys", "Shift")),
        ("Del", translate("keys", "Del")),
    )
    for key, name in names:
        keys = keys.replace(key, name)
    return keys


def figure(value: float, digits: int) -> str:
    """A number with its decimals, `0.87`."""
    return QLocale().toString(value, "f", digits)


# ---- texts put together ---------------------------------------------------------------------------------


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop; nothing of nothing."""
    text = text.strip()
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text.endswith(_ENDS) else translate("words", "{sentence}.").format(sentence=text)


def sentences(*texts: str) -> str:
    """The texts as sentences one after the other; empty ones are left out."""
    return (
        translate("words", "{sentence} {next}")
        .format(sentence="", next="")
        .join(sentence(text) for text in texts if text.strip())
    )


def listed(texts: Iterable[str]) -> str:
    """The texts in a row, `a, b`; empty ones are left out."""
    joint = translate("words", "{first}, {second}").format(first="", second="")
    return joint.join(text for text in texts if text)


def named(name: str, text: str) -> str:
    """A name and what belongs to it, `name: text`."""
    return translate("words", "{name}: {text}").format(name=name, text=text)


def breakable(text: str) -> str:
    """The text with places to break its lines within words that are longer than any that a person writes: addresses."""
    return _LONG_WORD.sub(lambda word: "\u200b".join(word[0]), text)


def plain_tip(text: str) -> str:
    """The text as a tooltip: Qt would guess at its format, and load what markup in a note's title names."""
    lines = html.escape(text).replace("\n", "<br>")
    return f"<qt>{lines}</qt>" if text else ""


def unmarked(text: str) -> str:
    """The text for the desktop itself, which may read markup or show signs of its escaping: without either."""
    return text.replace("<", "‹").replace(">", "›")


def kept(text: str) -> str:
    """What was kept of a failure or repair as its text, `title: detail`."""
    title, joint, detail = text.partition(": ")
    return named(marked(title), marked(detail)) if joint else marked(text)


# ---- failures -------------------------------------------------------------------------------------------


def told(failure: TrayRecallError) -> tuple[str, str]:
    """A failure as a window shows it: what happened, and in sentences why and what a person can do."""
    title, detail, hint = failure.translated(marked)
    return title, sentences(detail, hint)
