"""How texts of windows are put together, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import date

import pytest
from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTranslator

from trayrecall import paths
from trayrecall.core.errors import NotTrilium
from trayrecall.core.model import Area, Filters
from trayrecall.ui import words
from trayrecall.ui.language import TRANSLATED
from trayrecall.ui.popup_filters import Known, parse
from trayrecall.ui.popup_texts import day_text


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """The windows' texts in that language."""
    translator = QTranslator()
    assert translator.load(f"trayrecall_{language}", str(paths.resources_dir() / "translations"))
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        (
            "en",
            "This address is not a Trilium",
            "The server sends on to a.example. Check the address, above all a missing or wrong path prefix.",
        ),
        (
            "de",
            "Unter dieser Adresse läuft kein Trilium",
            "Der Server leitet weiter zu a.example. Die Adresse prüfen, vor allem auf ein fehlendes oder falsches Pfadpräfix.",
        ),
        (
            "zh_CN",
            "此地址不是 Trilium",
            "服务器重定向至 a.example。请检查地址，尤其是路径前缀是否缺失或有误。",
        ),
    ],
)
@pytest.mark.usefixtures("app")
def test_a_failure_is_told_in_the_language_of_the_windows(language: str, title: str, text: str) -> None:
    failure = NotTrilium("the server sends on to {address}", values={"address": "a.example"})
    with spoken(language) if language in TRANSLATED else nullcontext():
        assert words.told(failure) == (title, text)
    assert str(failure) == "This address is not a Trilium: the server sends on to a.example"


@pytest.mark.parametrize(
    ("language", "both", "row", "pair"),
    [
        ("en", "One. Two!", "a, b", "a: b"),
        ("de", "One. Two!", "a, b", "a: b"),
        ("zh_CN", "One。Two!", "a、b", "a：b"),
    ],
)
@pytest.mark.usefixtures("app")
def test_texts_are_put_together_with_the_signs_of_the_language(
    language: str, both: str, row: str, pair: str
) -> None:
    with spoken(language) if language in TRANSLATED else nullcontext():
        assert words.sentences("one", "", "two!") == both
        assert words.listed(["a", "", "b"]) == row
        assert words.named("a", "b") == pair


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_an_area_can_be_typed_as_the_windows_call_it(language: str) -> None:
    with spoken(language) if language in TRANSLATED else nullcontext():
        for area in Area:
            assert parse(f"area:{words.area_words(area)} ", Known()).filters == Filters(
                areas=frozenset({area})
            )


@pytest.mark.parametrize(
    ("language", "told"), [("en", "1 Jun 2031"), ("de", "1. Juni 2031"), ("zh_CN", "2031年6月1日")]
)
@pytest.mark.usefixtures("app")
def test_a_date_is_written_alike_everywhere(language: str, told: str) -> None:
    usual = QLocale()
    QLocale.setDefault(QLocale(language))
    try:
        with spoken(language) if language in TRANSLATED else nullcontext():
            assert words.day(QDate(2031, 6, 1)) == told
            assert day_text(date(2031, 6, 1)) == told
    finally:
        QLocale.setDefault(usual)
