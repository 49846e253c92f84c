"""Whatever stands in a note: nothing raises, nothing invisible comes out, every visible word does."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from trayrecall.core.convert import convert
from trayrecall.core.convert.plain import clean
from trayrecall.core.model import Converted
from trayrecall.core.passages import SplitLimits, split

TYPES = [
    "text",
    "book",
    "code",
    "canvas",
    "mindMap",
    "spreadsheet",
    "llmChat",
    "mermaid",
    "render",
    "unknown",
]
MIMES = ["text/html", "text/x-markdown", "text/plain", "application/json", "text/x-python", ""]
TAGS = (
    "p div span b i a h1 h2 h3 ul ol li table tbody tr td th pre code br hr section aside details summary blockquote "
    "sup figure figcaption ruby rt label input font center o:p svg math dl dt dd"
).split()
# Inside these the HTML standard moves or drops text (tables foster it), but never loses it.
WORDS = [f"word{number}" for number in range(40)]

words = st.sampled_from(WORDS).map(lambda word: f" {word} ")
tags = st.sampled_from(TAGS)
odd_values = st.text("-+0123456789.²⁵ax% #/", max_size=12)
odd_attributes = st.builds(
    '<{} {}="{}">'.format,
    st.sampled_from(["ol", "li", "td", "a", "img", "input", "section", "span"]),
    st.sampled_from(["start", "value", "colspan", "href", "alt", "type", "class", "data-note-id"]),
    odd_values,
)
soup = st.lists(
    words
    | odd_attributes
    | tags.map(lambda tag: f"<{tag}>")
    | tags.map(lambda tag: f"</{tag}>")
    | st.sampled_from(
        ['<a href="#root/a/b">', '<input type="checkbox" checked>', "&nbsp;", "&shy;", "<", "&", "\n"]
    ),
    max_size=60,
).map("".join)


def everything(converted: Converted) -> str:
    parts = [text for section in converted.sections for text in (*section.heading_path, section.text)]
    return "\n".join(parts)


def unseen(text: str) -> list[str]:
    return [
        char
        for char in text
        if char not in "\n\t"
        and (unicodedata.category(char) in ("Cc", "Cs") or char in "\xad\u200b\u202e\ufeff\xa0\ufffe")
    ]


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(TYPES), st.sampled_from(MIMES), st.text(st.characters(), max_size=300))
def test_any_text_of_any_kind_converts_to_clean_sections(meta_type: str, mime: str, content: str) -> None:
    converted = convert(meta_type, mime, content)
    assert not unseen(everything(converted))
    assert all(section.text.strip() for section in converted.sections)


@settings(deadline=None, max_examples=300)
@given(soup)
def test_every_word_of_an_html_soup_survives_as_a_word(content: str) -> None:
    got = everything(convert("text", "text/html", content))
    assert not unseen(got)
    wanted = {word for word in WORDS if f" {word} " in content}
    assert wanted <= set(got.replace("(", " ").replace(")", " ").split())


@settings(deadline=None, max_examples=100)
@given(soup)
def test_every_word_of_a_note_is_in_one_of_its_passages(content: str) -> None:
    converted = convert("text", "text/html", content)
    got = " ".join(
        passage.embedded_text for passage in split("", (), converted, SplitLimits(target=40)).passages
    )
    assert {word for section in converted.sections for word in section.text.split()} <= set(got.split())


@settings(deadline=None, max_examples=150)
@given(st.text(st.characters(), max_size=200))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
