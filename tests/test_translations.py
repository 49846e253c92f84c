"""German and Chinese are complete: every text of the windows, with the same places for values."""

from __future__ import annotations

import ast
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtCore")
from PySide6.QtCore import QCoreApplication, QTranslator

from tests.translating import FOLDER, LANGUAGES, ROOT, collect, compile_
from trayrecall.ui.language import TRANSLATED, chosen_language

VALUE = re.compile(r"\{[a-z_]*[^{}]*\}")
languages = pytest.mark.parametrize("language", LANGUAGES)


def messages(file: Path) -> Iterator[tuple[str, str, str]]:
    """Context, text and translation of each message; an unfinished one has none."""
    for context in ET.parse(file).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") != "unfinished"
            text = translation.text if done and translation is not None else None
            yield name, message.findtext("source") or "", text or ""


def file_of(language: str) -> Path:
    return FOLDER / f"trayrecall_{language}.ts"


def test_the_program_speaks_what_is_translated() -> None:
    assert tuple(LANGUAGES) == TRANSLATED


def marked_in_the_code() -> set[tuple[str, str]]:
    """Context and text of every literal that the code translates or marks."""
    calls = (
        node
        for file in (ROOT / "trayrecall").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"translate", "QT_TRANSLATE_NOOP"}
    )
    arguments = ([each.value for each in call.args if isinstance(each, ast.Constant)] for call in calls)
    return {(str(found[0]), str(found[1])) for found in arguments if len(found) > 1}


def test_the_translators_get_every_text_that_the_code_translates(tmp_path: Path) -> None:
    """The collector overlooks some calls without a word, such as those in an f-string."""
    fresh = tmp_path / "fresh.ts"
    collect(LANGUAGES[0], fresh)
    assert {(context, text) for context, text, _ in messages(fresh)} == marked_in_the_code()


@languages
def test_every_text_of_the_windows_is_translated(language: str, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.ts"
    shutil.copy(file_of(language), fresh)
    collect(language, fresh)
    assert [text for _, text, translated in messages(fresh) if not translated] == []


@languages
def test_translations_have_the_same_places_for_values_and_keys(language: str) -> None:
    for context, text, translated in messages(file_of(language)):
        assert sorted(VALUE.findall(translated)) == sorted(VALUE.findall(text)), (context, text)
        if "&" not in text.replace("&&", ""):
            assert "&" not in translated.replace("&&", ""), (context, text)


@languages
def test_what_the_program_loads_is_what_is_translated(language: str, tmp_path: Path) -> None:
    compiled = tmp_path / "made.qm"
    compile_(file_of(language), compiled)
    assert compiled.read_bytes() == file_of(language).with_suffix(".qm").read_bytes(), "run make translations"


@languages
def test_the_compiled_file_answers(language: str) -> None:
    translator = QTranslator()
    assert translator.load(str(file_of(language).with_suffix(".qm")))
    context, text, translated = next(iter(messages(file_of(language))))
    assert translator.translate(context, text) == translated
    assert QCoreApplication.translate(context, text) == text  # not installed: English


@pytest.mark.parametrize(
    ("wanted", "system", "chosen"),
    [
        ("auto", ["de-AT", "en"], "de"),
        ("auto", ["fr-FR", "zh-Hant-TW", "de"], "zh_CN"),
        ("auto", ["en-GB", "de"], "en"),
        ("auto", ["fr"], "en"),
        ("auto", [], "en"),
        ("zh_CN", ["de"], "zh_CN"),
        ("en", ["de"], "en"),
        ("tlh", ["de"], "en"),
    ],
)
def test_the_language_is_the_wanted_one_or_the_first_of_the_systems_that_we_speak(
    wanted: str, system: list[str], chosen: str
) -> None:
    assert chosen_language(wanted, system) == chosen
