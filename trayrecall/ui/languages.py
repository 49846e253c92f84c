"""The languages of the windows: which there are, and putting one to use before the first window is made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from trayrecall import paths

AUTO = "auto"
ENGLISH = "en"
_PREFIX = "trayrecall_"


def languages() -> Sequence[str]:
    """English, and every language that a translation is shipped for."""
    shipped = (paths.resources_dir() / "translations").glob(f"{_PREFIX}*.qm")
    return [ENGLISH, *sorted(path.stem.removeprefix(_PREFIX) for path in shipped)]


def use_language(application: QApplication, language: str) -> None:
    """Show all texts, numbers and dates in this language; `auto` is that of the system. Unknown ones are English."""
    locale = QLocale() if language == AUTO else QLocale(language)
    if locale.language() != QLocale.Language.English and not _load(application, locale):
        locale = QLocale(ENGLISH)
    QLocale.setDefault(locale)


def _load(application: QApplication, locale: QLocale) -> bool:
    """Our texts, and Qt's own where they are shipped; False without ours."""
    ours, of_qt = QTranslator(application), QTranslator(application)
    if not ours.load(locale, _PREFIX.rstrip("_"), "_", str(paths.resources_dir() / "translations")):
        return False
    if of_qt.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(of_qt)
    application.installTranslator(ours)
    return True
