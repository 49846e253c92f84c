"""How running text becomes lines: blanks collapse, list marks wait for their text, and cells catch theirs.

The HTML walk tells this what it meets; this decides where lines begin and end.
"""

from __future__ import annotations

from trayrecall.core.convert.writing import SectionWriter

_DEEPEST_INDENT = 8  # levels of a list that are shown; deeper ones would only bloat the text


class Flow:
    """Inline text in, lines out (to a `SectionWriter`)."""

    def __init__(self, writer: SectionWriter) -> None:
        self.writer = writer
        self._line: list[str] = []
        self._catches: list[list[str]] = []  # of headings, cells and readings: a line end is only a blank
        self._mark = ""  # the list mark that waits for the first text of its item
        self._depth = 0  # of lists
        self._ends_blank = True  # whether what stands before ends in a blank, so that another is none

    @property
    def is_catching(self) -> bool:
        """Whether a heading, cell or reading is being caught."""
        return bool(self._catches)

    def text(self, text: str) -> None:
        """Running text; its white space collapses across tags, as a browser shows it."""
        begins = " " if not self._ends_blank and text[:1].isspace() else ""
        ends = " " if text[-1:].isspace() else ""
        words = text.split()
        if words:
            text = f"{begins}{' '.join(words)}{ends}"
        elif begins:
            text = begins
        else:
            return
        self._ends_blank = text[-1] == " "
        self._target().append(text)

    def set_off(self, text: str) -> None:
        """Text with a blank on either side: formulas and alternative texts."""
        self.text(f" {text} ")

    def verbatim(self, text: str) -> None:
        """Preformatted text: line ends and indentation stay."""
        if self._catches:
            self.text(text)
            return
        *full, rest = text.split("\n")
        for line in full:
            self._line.append(line)
            self._flush(is_code=True)
        self._line.append(rest)
        self._ends_blank = not rest or rest[-1] == " "

    def end_verbatim(self) -> None:
        """The end of preformatted text."""
        if not self._catches:
            self._flush(is_code=True)
            self.writer.gap()

    def end_line(self) -> None:
        """A line ends here, if one was begun."""
        if self._catches:
            self.text(" ")
        else:
            self._flush(is_code=False)

    def end_paragraph(self) -> None:
        """A line ends here and an empty one follows."""
        self.end_line()
        if not self._catches and not self._depth:
            self.writer.gap()

    def catch(self) -> None:
        """From here on text is caught, until `caught`."""
        if not self._catches:
            self.end_line()
        self.catch_inline()

    def catch_inline(self) -> None:
        """As `catch`, within a line that goes on."""
        self._catches.append([])
        self._ends_blank = True

    def caught(self) -> str:
        """What was caught since the last `catch`, on one line."""
        if not self._catches:
            return ""
        text = "".join(self._catches.pop()).strip()
        parts = self._target()
        self._ends_blank = not parts or parts[-1][-1:] == " "
        return text

    def enter_list(self) -> None:
        """A list begins; its items are indented by its depth."""
        if self._depth:
            self.end_line()
        else:
            self.end_paragraph()
        self._depth += 1

    def leave_list(self) -> None:
        """A list ends."""
        self.end_line()
        self._depth = max(0, self._depth - 1)
        if not self._depth:
            self.end_paragraph()

    def item(self, mark: str) -> None:
        """An item begins; its mark is written only when it has text."""
        self.end_line()
        self._mark = mark

    def task(self, *, is_done: bool) -> None:
        """A check box: it takes the place of the list mark, or stands in the line."""
        box = "[x] " if is_done else "[ ] "
        if self._catches or self._has_text() or not self._depth:
            self.set_off(box.rstrip())
        else:
            self._mark = box

    def _target(self) -> list[str]:
        return self._catches[-1] if self._catches else self._line

    def _has_text(self) -> bool:
        return any(part.strip() for part in self._line)

    def _flush(self, *, is_code: bool) -> None:
        self._ends_blank = True
        if not self._line and not is_code:
            return
        text = "".join(self._line)
        self._line = []
        if not is_code and not text.strip():
            return
        self.writer.line(self._indent() + (text if is_code else text.strip()), is_code=is_code)

    def _indent(self) -> str:
        if not self._depth:
            return ""
        level = min(self._depth, _DEEPEST_INDENT) - 1
        mark, self._mark = self._mark, ""
        # The second line of an item stands below its text, not below its mark.
        return "  " * level + (mark or "  ")
