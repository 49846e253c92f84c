"""The words a person reads, in the language of the windows.

`translate` is what Qt Linguist's `lupdate` looks for, so both arguments stand literally in the code:
`translate("popup", "Nothing found for “{query}”").format(query=…)`. The context is the name of the window or part.
Numbers: `plural(n, translate("popup", "{n} note"), translate("popup", "{n} notes"))`.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale


def translate(context: str, text: str) -> str:
    """The text in the language of the windows; the text itself where there is no translation."""
    return QCoreApplication.translate(context, text)


def plural(n: int, one: str, other: str) -> str:
    """The text for that many, with the number put in at `{n}` as people of the language write it."""
    return (one if n == 1 else other).format(n=number(n))


def number(n: int) -> str:
    """A whole number with the language's separators, `12,345`."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # it has no separators
        locale = QLocale(QLocale.Language.English)
    return locale.toString(n)
