"""What is known of HTML's tags: which end lines, which are never seen, and how deep a text nests them."""

from __future__ import annotations

import re
from collections import Counter

HTML_LIMIT = 64 * 1024 * 1024  # code points; past any note that a person reads
# Lexbor's tree building takes quadratic time in the depth (measured: 50,000 nested divs 2.8 s).
DEEPEST = 12_000
_MOST_REOPENED = 500_000  # formatting elements, which take 400 bytes each
_MOST_EQUAL = 3  # of equal formatting elements the parser opens as many anew

TAG = re.compile(r"<[a-zA-Z/!?]")
# The parser drops a stray cell tag without a trace; a blank before it (nothing in a table) keeps words apart.
CELL_TAG = re.compile(r"<(?=/?t[dhr]\b)", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*+)[^<>]*+>")
# `a` is none of them: the next one closes it.
_FORMATTING_NAME = r"(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])"
_FORMATTING = re.compile(rf"<(/?){_FORMATTING_NAME}", re.ASCII | re.IGNORECASE)
_FORMATTING_OPENED = re.compile(rf"<{_FORMATTING_NAME}(>?)", re.ASCII | re.IGNORECASE)
_MOST_OPTIONS = 5_000  # of one select: the parser looks at all of them for each (measured: 20,000 take 2 s)
_OPTION = re.compile("<option", re.IGNORECASE)
_SELECT = re.compile(r"<(/?)select(?=[\s/>])", re.ASCII | re.IGNORECASE)
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
    unclosed: Counter[str] = Counter()
    depth = deepest = 0
    for closes, name in _ANY_TAG.findall(content):
        tag = name.lower()
        if tag in _VOID:
            continue
        if not closes:
            unclosed[tag] += 1
            depth += 1
            deepest = max(deepest, depth)
        elif unclosed[tag]:  # what was never opened closes nothing
            unclosed[tag] -= 1
            depth -= 1
    return deepest


def without_reopening(content: str) -> str:
    """The HTML as it is, but with ordinary inline tags for formatting ones where the parser might open too many anew.

    A formatting element that was left open is opened anew behind each end of a block: two thousand of them in 50 KB
    make millions. Which tags close one only a parser knows, so all are counted. A text says the same without them.
    """
    tags = content.count("<")
    if tags * tags <= 4 * _MOST_REOPENED:  # so is the product of any two parts of them
        return content
    openings = _FORMATTING_OPENED.findall(content)
    bare = {name.lower() for name, ends in openings if ends}
    reopened = sum(1 for _, ends in openings if not ends) + _MOST_EQUAL * len(bare)
    if reopened * (tags - len(openings)) <= _MOST_REOPENED:
        return content
    return _FORMATTING.sub(r"<\1cite", content)


def without_selects(content: str) -> str:
    """The HTML as it is, unless it holds too many options: then their lists are blocks as others are."""
    if content.count("<") <= _MOST_OPTIONS or len(_OPTION.findall(content)) <= _MOST_OPTIONS:
        return content
    return _SELECT.sub(r"<\1div", content)
