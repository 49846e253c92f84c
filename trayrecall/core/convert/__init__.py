"""A note's content to plain sections: one converter for each kind of note. Pure, and it never raises."""

from __future__ import annotations

from collections.abc import Callable

from trayrecall.core.convert.code import convert_code, convert_markdown
from trayrecall.core.convert.html import convert_html
from trayrecall.core.convert.structured import (
    convert_canvas,
    convert_chat,
    convert_mind_map,
    convert_spreadsheet,
)
from trayrecall.core.model import Converted

_BY_TYPE: dict[str, Callable[[str], Converted]] = {
    "text": convert_html,
    "book": convert_html,
    "render": convert_html,
    "doc": convert_html,
    "canvas": convert_canvas,
    "mindmap": convert_mind_map,
    "spreadsheet": convert_spreadsheet,
    "llmchat": convert_chat,
    "mermaid": convert_code,
}
# These hold ids, positions, addresses or bytes, but nothing that a person would search for.
_WITHOUT_TEXT = frozenset(
    ("relationmap", "notemap", "search", "webview", "launcher", "contentwidget", "image", "file", "shortcut")
)
_MARKDOWN = frozenset(("text/x-markdown", "text/markdown", "text/x-gfm", "text/x-web-markdown"))
_HTML = frozenset(("text/html", "application/xhtml+xml"))
_PROSE = frozenset(("text/plain", ""))
_TEXT_WORDS = (
    "json",
    "xml",
    "javascript",
    "ecmascript",
    "typescript",
    "yaml",
    "toml",
    "sql",
    "script",
    "x-sh",
)


def has_text(meta_type: str, mime: str) -> bool:
    """Whether a note of this kind can have text at all, so that its content is worth fetching."""
    kind = meta_type.lower()
    return kind not in _WITHOUT_TEXT and (kind in _BY_TYPE or kind == "code" or _is_text(_bare(mime)))


def convert(meta_type: str, mime: str, content: str) -> Converted:
    """The content of a note of that type and mime as sections and links.

    Broken markup and broken JSON give what can be read of them; `partial` then says why it may not be all.
    """
    if not content or not has_text(meta_type, mime):
        return Converted(())
    converter = _BY_TYPE.get(meta_type.lower())
    return converter(content) if converter else _by_mime(_bare(mime), content)


def _by_mime(mime: str, content: str) -> Converted:
    if mime in _HTML:
        return convert_html(content)
    if mime in _MARKDOWN:
        return convert_markdown(content)
    return convert_code(content, is_code=mime not in _PROSE)


def _bare(mime: str) -> str:
    """`application/javascript;env=backend` without its parameters."""
    return mime.partition(";")[0].strip().lower()


def _is_text(mime: str) -> bool:
    return mime.startswith("text/") or (
        mime.startswith("application/") and any(word in mime for word in _TEXT_WORDS)
    )
