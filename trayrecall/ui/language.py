"""The language of the windows: which one, and loading its translations. English is what stands in the code."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from trayrecall import paths

AUTO = "auto"
ENGLISH = "en"
TRANSLATED = ("de", "zh_CN")  # complete ones, each a file in resources/translations


def chosen_language(wanted: str, system: Sequence[str]) -> str:
    """The language to use: the wanted one, or with `auto` the first of the system's (`de-AT`, `zh_TW`) that we speak.

    Chinese in any script is met by Simplified Chinese; without any of ours it is English.
    """
    for name in system if wanted == AUTO else (wanted,):
        spoken = name.replace("-", "_").partition("_")[0].lower()
        for ours in (ENGLISH, *TRANSLATED):
            if spoken == ours.partition("_")[0]:
                return ours
    return ENGLISH


def speak(application: QCoreApplication, wanted: str) -> None:
    """Let the windows that are made from now on speak this language, with Qt's own words."""
    language = chosen_language(wanted, QLocale.system().uiLanguages())
    if wanted != AUTO or language == ENGLISH:
        QLocale.setDefault(QLocale(language))  # numbers and dates like the words
    if language != ENGLISH:
        qts = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for folder, name in ((str(paths.resources_dir() / "translations"), "trayrecall"), (qts, "qtbase")):
            translator = QTranslator(application)
            if translator.load(f"{name}_{language}", folder):
                application.installTranslator(translator)
