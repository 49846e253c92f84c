"""What is known of HTML's tags: which end lines, which are never seen, and how deep a text nests them."""

from __future__ import annotations

import re

HTML_LIMIT = 64 * 1024 * 1024  # code points; past any note that a person reads
# Lexbor's tree building takes quadratic time in the depth (measured: 50,000 nested divs 2.8 s).
DEEPEST = 12_000

TAG = re.compile(r"<[a-zA-Z/!?]")
# The parser drops a stray cell tag without a trace; a blank before it (nothing in a table) keeps words apart.
CELL_TAG = re.compile(r"<(?=/?t[dhr]\b)", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)[^<>]*>")
MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)|<[/!?a-zA-Z][^>]*(?:>|\Z)", re.DOTALL | re.IGNORECASE
)
_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option".split()
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
UNSEEN = frozenset(
    ("head", "script", "style", "template", "noscript", "iframe", "noembed", "noframes", "object", "audio", "video",
     "xml", "title", "rp", "datalist", "canvas")
)  # fmt: skip
PARAGRAPHS = frozenset(
    ("p", "blockquote", "figure", "aside", "section", "article", "details", "table", "dl", "hr", "address")
)
LINES = frozenset(
    ("div", "header", "footer", "main", "nav", "center", "form", "fieldset", "legend", "summary", "figcaption", "caption",
     "dt", "dd", "thead", "tbody", "tfoot", "colgroup", "hgroup", "option", "optgroup", "select", "textarea", "button",
     "svg", "body", "html", "dir", "search", "tr", "td", "th", "ul", "ol", "menu", "li", "pre", "xmp", "listing",
     "plaintext", *HEADINGS)
)  # fmt: skip
LISTS = frozenset(("ul", "ol", "menu", "dir"))
VERBATIM = frozenset(("pre", "xmp", "listing", "plaintext", "textarea"))
TEX_BRACKETS = (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"))


def depth_of(content: str) -> int:
    """How deep the tags nest at most, roughly; cheap for what can't be deep."""
    if content.count("<") <= DEEPEST:
        return 0
    depth = deepest = 0
    for match in _ANY_TAG.finditer(content):
        if match.group(2).lower() in _VOID:
            continue
        depth = max(0, depth - 1) if match.group(1) else depth + 1
        deepest = max(deepest, depth)
    return deepest
