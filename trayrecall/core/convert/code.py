"""Code notes: the text as it is; Markdown is split by its headings."""

from __future__ import annotations

import re

from trayrecall.core.convert.links import classify
from trayrecall.core.convert.plain import clean, looks_binary, without_data_uris
from trayrecall.core.convert.writing import SectionWriter
from trayrecall.core.model import Converted, Section

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_NOT_A_TITLE = re.compile(r"\s*(?:[-*+>|]|\d+[.)])(?:\s|$)|\s{4}")
_FRONT_MATTER_LINES = 200
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,300})\]\(\s*<?([^\s()<>]{1,2000})")


def convert_code(content: str, *, is_code: bool = True) -> Converted:
    """The whole text as one section."""
    if looks_binary(content):
        return Converted((), (), "binary")
    text = clean(without_data_uris(content))
    return Converted((Section((), text, is_code=is_code),)) if text else Converted(())


def convert_markdown(content: str) -> Converted:
    """Sections by ATX and Setext headings outside fences; the marks of the text stay as they were typed."""
    if looks_binary(content):
        return Converted((), (), "binary")
    reader = _MarkdownReader()
    for line in _without_front_matter_fences(clean(content).split("\n")):
        reader.read(line)
    writer = reader.finish()
    for match in _LINK.finditer(content):
        found = classify(match.group(2))
        if found:
            writer.link(*found, match.group(1))
    return writer.result()


def _without_front_matter_fences(lines: list[str]) -> list[str]:
    """The fields of a YAML block at the top are worth finding; its fences would make them a heading."""
    if lines[0].rstrip() != "---":
        return lines
    for index, line in enumerate(lines[1:_FRONT_MATTER_LINES], 1):
        if line.rstrip() in ("---", "..."):
            return [*lines[1:index], "", *lines[index + 1 :]]
    return lines


class _MarkdownReader:
    """One line after the other; the last one waits, as a line of `===` may yet make it a heading."""

    def __init__(self) -> None:
        self._writer = SectionWriter()
        self._fence = ""
        self._waiting: str | None = None
        self._paragraph_lines = 0

    def read(self, line: str) -> None:
        fence = _FENCE.match(line)
        if self._fence:
            self._writer.line(line, is_code=True)
            if fence and fence.group(1).startswith(self._fence) and not line.strip(" `~"):
                self._fence = ""
        elif fence:
            self._release()
            self._fence = fence.group(1)
            self._writer.line(line, is_code=True)
        elif atx := _ATX.match(line):
            self._release()
            self._writer.heading(len(atx.group(1)), (atx.group(2) or "").rstrip().rstrip("#"))
        elif self._waiting and self._paragraph_lines == 1 and (setext := _SETEXT.match(line)):
            title, self._waiting = self._waiting, None
            self._writer.heading(1 if setext.group(1)[0] == "=" else 2, title)
        else:
            self._hold(line)

    def finish(self) -> SectionWriter:
        self._release()
        return self._writer

    def _hold(self, line: str) -> None:
        previous = self._waiting
        self._release()
        can_be_title = bool(line.strip()) and not _NOT_A_TITLE.match(line)
        self._paragraph_lines = 0 if not can_be_title else 2 if previous and previous.strip() else 1
        self._waiting = line

    def _release(self) -> None:
        if self._waiting is not None:
            self._writer.line(self._waiting)
            self._waiting = None
