"""HTML notes (text, book, render, doc) to sections: a walk over Lexbor's tree that knows blocks from inline.

Inline tags never add a blank, block tags always end a line. The walk keeps its own stack: notes nest thousands
of blocks deep, and neither recursion nor a selector may depend on that depth.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import ClassVar

from selectolax.lexbor import LexborHTMLParser, LexborNode

from trayrecall.core.convert.flow import Flow
from trayrecall.core.convert.links import classify
from trayrecall.core.convert.markup import (
    CELL_TAG,
    DEEPEST,
    HEADINGS,
    HTML_LIMIT,
    LINES,
    LISTS,
    MARKUP,
    PARAGRAPHS,
    TAG,
    TEX_BRACKETS,
    UNSEEN,
    VERBATIM,
    depth_of,
    without_reopening,
    without_selects,
)
from trayrecall.core.convert.plain import looks_binary, without_surrogates
from trayrecall.core.convert.writing import SectionWriter
from trayrecall.core.model import Converted

_EMOJI_LIMIT = 4  # characters of an alternative text that only names an emoji
_FIRST_NUMBER = re.compile(r"-?\d{1,9}")  # of a list
_LINK_TEXT_LIMIT = 1000
# Levels of links, and of words with readings, within each other that are told apart: the text of one is looked at
# again for each around it.
_DEEPEST = 8

_Leave = Callable[[], None] | None


class _Table:
    """A table being written: the cells of the row at hand."""

    __slots__ = ("cells", "is_layout")

    def __init__(self) -> None:
        self.cells: list[str] = []
        self.is_layout = False


def convert_html(content: str) -> Converted:
    """The sections and links of an HTML note. Never raises, whatever the markup."""
    partial = None
    if len(content) > HTML_LIMIT:
        content, partial = content[:HTML_LIMIT], "too long"
    if looks_binary(content):
        return Converted((), (), "binary")
    content = without_surrogates(content.replace("\0", ""))
    if not TAG.search(content):
        return _plain(content, partial)
    if depth_of(content) > DEEPEST:
        return _plain(MARKUP.sub("\n", content), partial)
    walk = _Walk()
    content = CELL_TAG.sub(" <", without_selects(without_reopening(content)))
    root = LexborHTMLParser(content).root
    if root is not None:
        walk.run(root)
    return walk.flow.writer.result(partial)


def _plain(text: str, partial: str | None) -> Converted:
    """Text without tags, as programs write it into text notes: its line ends are meant."""
    writer = SectionWriter()
    for line in html.unescape(text).split("\n"):
        writer.line(line)
    return writer.result(partial)


def _attribute(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _classes(node: LexborNode) -> list[str]:
    return _attribute(node, "class").split()


def _tex(source: str) -> str:
    source = source.strip()
    for opening, closing in TEX_BRACKETS:
        if source.startswith(opening) and source.endswith(closing) and len(source) >= len(opening) * 2:
            return source[len(opening) : -len(closing)].strip()
    return source


class _Walk:
    """One walk over one note."""

    def __init__(self) -> None:
        self.flow = Flow(SectionWriter())
        self._verbatim = 0
        self._tables: list[_Table] = []
        self._numbers: list[int | None] = []  # the next number of each open list; None for bullets
        self._readings: list[list[str]] = []
        self._open_links = 0

    def run(self, root: LexborNode) -> None:
        """Visit every node once, in reading order, without recursion."""
        node: LexborNode | None = root
        open_nodes: list[tuple[LexborNode, _Leave]] = []
        while node is not None:
            child = None
            if node.is_text_node:
                self._text(node)
            elif node.is_element_node and self._is_seen(node, tag := node.tag or ""):
                leave = self._open(node, tag)
                child = node.first_child
                if child is not None:
                    open_nodes.append((node, leave))
                elif leave:
                    leave()
            if child is not None:
                node = child
                continue
            following = node.next if open_nodes else None
            while following is None and open_nodes:
                node, leave = open_nodes.pop()
                if leave:
                    leave()
                following = node.next if open_nodes else None
            node = following
        self.flow.end_line()

    # ---- what stands in the text ----------------------------------------------------------------------

    def _text(self, node: LexborNode) -> None:
        text = node.text_content or ""
        if self._verbatim:
            self.flow.verbatim(text)
        else:
            self.flow.text(text)

    def _is_seen(self, node: LexborNode, tag: str) -> bool:
        """False for what has no inside worth reading, after taking from it what is worth keeping."""
        if tag in UNSEEN:
            return False
        match tag:
            case "br":
                self._break()
            case "img":
                self._image(node)
            case "input":
                self._input(node)
            case "oembed":
                self.flow.writer.link("external", _attribute(node, "url"))
            case "section" if "include-note" in _classes(node):
                # The box holds a no-break space; whatever else stands in it fell in by a missing end tag.
                self.flow.writer.link("include", _attribute(node, "data-note-id"))
            case "span" if "math-tex" in _classes(node):
                self.flow.set_off(_tex(node.text(deep=True)))
                return False
            case "span" | "sup" if "footnote-back-link" in _classes(node):
                return False
        return True

    def _break(self) -> None:
        if self._verbatim:
            self.flow.verbatim("\n")
        else:
            self.flow.end_line()

    def _image(self, node: LexborNode) -> None:
        alternative = _attribute(node, "alt").strip()
        if alternative and not alternative.isalnum() and len(alternative) <= _EMOJI_LIMIT:
            self.flow.text(alternative)  # an emoji drawn as a picture belongs to its line as it stands
        elif alternative:
            self.flow.set_off(alternative)

    def _input(self, node: LexborNode) -> None:
        attributes = node.attributes
        if (attributes.get("type") or "").lower() == "checkbox":
            self.flow.task(is_done="checked" in attributes)

    # ---- what has an inside ---------------------------------------------------------------------------

    def _open(self, node: LexborNode, tag: str) -> _Leave:
        enter = self._ENTER.get(tag)
        if enter is not None:
            return enter(self, node)
        if tag in PARAGRAPHS:
            self.flow.end_paragraph()
            return self.flow.end_paragraph
        if tag in LINES:
            self.flow.end_line()
            return self.flow.end_line
        return None

    def _heading(self, node: LexborNode) -> _Leave:
        if self.flow.is_catching or self._numbers:  # in a cell or an item a heading is but a line
            self.flow.end_line()
            return self.flow.end_line
        level = HEADINGS[node.tag or ""]
        self.flow.catch()
        return lambda: self.flow.writer.heading(level, self.flow.caught())

    def _anchor(self, node: LexborNode) -> _Leave:
        found = classify(_attribute(node, "href"))
        if found is None:
            return None
        kind, target = found
        has_text = node.child is not None and self._open_links < _DEEPEST
        self.flow.writer.link(kind, target, node.text(deep=True)[:_LINK_TEXT_LIMIT] if has_text else "")
        self._open_links += 1
        return self._leave_anchor

    def _leave_anchor(self) -> None:
        self._open_links -= 1

    def _pre(self, _node: LexborNode) -> _Leave:
        self.flow.end_paragraph()
        self._verbatim += 1
        return self._leave_pre

    def _leave_pre(self) -> None:
        self._verbatim -= 1
        if not self._verbatim:
            self.flow.end_verbatim()

    def _list(self, node: LexborNode) -> _Leave:
        start = _attribute(node, "start").strip()
        first = int(start) if _FIRST_NUMBER.fullmatch(start) else 1
        self._numbers.append(first if node.tag == "ol" else None)
        self.flow.enter_list()
        return self._leave_list

    def _leave_list(self) -> None:
        self._numbers.pop()
        self.flow.leave_list()

    def _item(self, _node: LexborNode) -> _Leave:
        number = self._numbers[-1] if self._numbers else None
        if number is not None:
            self._numbers[-1] = number + 1
        self.flow.item("- " if number is None else f"{number}. ")
        return self.flow.end_line

    def _ruby(self, _node: LexborNode) -> _Leave:
        if len(self._readings) == _DEEPEST:
            return None
        self._readings.append([])
        return self._leave_ruby

    def _leave_ruby(self) -> None:
        readings = self._readings.pop()
        # Kana of one word stand together; syllables of Pinyin and other words stand apart.
        is_kana = all(reading[:1] >= "\u3040" for reading in readings if reading)
        reading = ("" if is_kana else " ").join(filter(None, readings))
        if reading:
            self.flow.text(f"({reading})")

    def _reading(self, _node: LexborNode) -> _Leave:
        """A reading stands behind the whole word, so that the word stays one."""
        if not self._readings:
            return None
        self.flow.catch_inline()
        return lambda: self._readings[-1].append(self.flow.caught()) if self._readings else None

    # ---- tables ---------------------------------------------------------------------------------------

    def _table(self, _node: LexborNode) -> _Leave:
        if self._tables and not self._tables[-1].is_layout and self.flow.is_catching:
            self._turn_to_layout(self._tables[-1])
        self.flow.end_paragraph()
        self._tables.append(_Table())
        return self._leave_table

    def _turn_to_layout(self, table: _Table) -> None:
        """A table within a cell: the outer one only arranges, so its cells become lines of their own."""
        caught = self.flow.caught()
        before = " | ".join(cell for cell in table.cells if cell)
        table.cells, table.is_layout = [], True
        for text in (before, caught):
            if text:
                self.flow.text(text)
                self.flow.end_line()

    def _leave_table(self) -> None:
        self._tables.pop()
        self.flow.end_paragraph()

    def _row(self, _node: LexborNode) -> _Leave:
        self.flow.end_line()
        return self._leave_row

    def _leave_row(self) -> None:
        if self._tables and self._tables[-1].cells:
            cells, self._tables[-1].cells = self._tables[-1].cells, []
            if any(cells):
                self.flow.text(" | ".join(cells).rstrip(" |"))
        self.flow.end_line()

    def _cell(self, node: LexborNode) -> _Leave:
        table = self._tables[-1] if self._tables else None
        if table is None or table.is_layout or self._is_alone(node):
            self.flow.end_line()
            return self.flow.end_line
        self.flow.catch()
        return self._leave_cell

    def _leave_cell(self) -> None:
        table = self._tables[-1]
        if table.is_layout:
            self.flow.end_line()
        else:
            table.cells.append(self.flow.caught())

    @staticmethod
    def _is_alone(node: LexborNode) -> bool:
        """Whether the cell is the only one of its table: then it is a frame around text, not data."""
        row = node.parent
        return row is not None and not _has_sibling(node) and not _has_sibling(row)

    # The class's: a walk that held its own methods would live, and with it the tree, until the collector comes.
    _ENTER: ClassVar[dict[str, Callable[[_Walk, LexborNode], _Leave]]] = {
        **dict.fromkeys(HEADINGS, _heading),
        **dict.fromkeys(LISTS, _list),
        **dict.fromkeys(VERBATIM, _pre),
        **dict.fromkeys(("td", "th"), _cell),
        "a": _anchor,
        "li": _item,
        "table": _table,
        "tr": _row,
        "ruby": _ruby,
        "rt": _reading,
    }


def _has_sibling(node: LexborNode) -> bool:
    for step in ("next", "prev"):
        other = getattr(node, step)
        while other is not None and not other.is_element_node:
            other = getattr(other, step)
        if other is not None:
            return True
    return False
