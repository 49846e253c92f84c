"""Sections in the making: headings with their paths, lines of text, and the links beside them.

Used by every converter that meets headings; it knows nothing of HTML or Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trayrecall.core.convert.plain import clean, clean_line, without_data_uris
from trayrecall.core.graphemes import cut_before
from trayrecall.core.model import Converted, Link, Section

LINK_LIMIT = 2000  # code points of an address; longer ones are tracking noise
_LINK_TEXT_LIMIT = 300
_HEADING_LIMIT = 300  # code points; it stands above each section and passage below it


@dataclass(slots=True)
class _Heading:
    level: int
    text: str
    has_text_below: bool = False


class SectionWriter:
    """Collects lines under headings and gives them back as sections.

    A heading without text of its own lives in the heading path of what stands below it. One that has nothing
    below it at all is joined to the text that follows it (or, at the end, to the text before it).
    """

    def __init__(self) -> None:
        self._sections: list[Section] = []
        self._links: list[Link] = []
        self._headings: list[_Heading] = []
        self._orphans: list[str] = []
        self._lines: list[str] = []
        self._code_only = True

    def line(self, text: str, *, is_code: bool = False) -> None:
        """One line of text; an empty one sets paragraphs apart."""
        self._lines.append(text)
        if text.strip() and not is_code:
            self._code_only = False

    def gap(self) -> None:
        """An empty line, unless one stands there."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def heading(self, level: int, text: str) -> None:
        """End the section and open one under this heading; a heading without letters ends nothing.

        What is too long for a heading goes on in the text.
        """
        text = clean_line(without_data_uris(text))
        if not text:
            return
        text, rest = _divided(text)
        self._end_section()
        while self._headings and self._headings[-1].level >= level:
            closed = self._headings.pop()
            if not closed.has_text_below:
                self._orphans.append(closed.text)
        self._headings.append(_Heading(level, text))
        if rest:
            self.line(rest)

    def link(self, kind: str, target: str, text: str = "") -> None:
        """Remember a link, if its target is an address at all."""
        target = clean_line(target)
        if target and len(target) <= LINK_LIMIT:
            self._links.append(Link(kind, target, clean_line(text)[:_LINK_TEXT_LIMIT]))

    def result(self, partial: str | None = None) -> Converted:
        """All sections; the writer is used up."""
        self._end_section()
        bare = [*self._orphans, *(h.text for h in self._headings if not h.has_text_below)]
        if bare:
            self._join_bare_headings(bare)
        return Converted(tuple(self._sections), tuple(dict.fromkeys(self._links)), partial)

    def _end_section(self) -> None:
        text = clean(without_data_uris("\n".join(self._lines)))
        if text:
            if self._orphans:
                text = "\n".join([*self._orphans, text])
                self._orphans = []
            for heading in self._headings:
                heading.has_text_below = True
            path = tuple(heading.text for heading in self._headings)
            self._sections.append(Section(path, text, is_code=self._code_only))
        self._lines = []
        self._code_only = True

    def _join_bare_headings(self, bare: Sequence[str]) -> None:
        text = "\n".join(bare)
        if self._sections:
            last = self._sections[-1]
            self._sections[-1] = Section(last.heading_path, f"{last.text}\n{text}", is_code=last.is_code)
        else:
            self._sections.append(Section((), text))


def _divided(heading: str) -> tuple[str, str]:
    """A heading, and what is too long for it: cut at a blank of its second half, else between two characters."""
    if len(heading) <= _HEADING_LIMIT:
        return heading, ""
    end = heading.rfind(" ", _HEADING_LIMIT // 2, _HEADING_LIMIT + 1)
    if end < 0:
        end = cut_before(heading, _HEADING_LIMIT)
    return heading[:end], heading[end:].lstrip()
