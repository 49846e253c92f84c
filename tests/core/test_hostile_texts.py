"""Texts that are made to freeze or bloat a program: the work grows with their length, and nothing of them is lost."""

from __future__ import annotations

import sys
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trayrecall.core import graphemes
from trayrecall.core.convert import convert, markup
from trayrecall.core.convert.markup import DEEPEST, depth_of, without_reopening
from trayrecall.core.convert.plain import clean_characters, without_data_uris
from trayrecall.core.graphemes import is_boundary, stream_safe
from trayrecall.core.prepare import RawNote, prepare
from trayrecall.core.text import index_terms, normalise

MARKS = "\u0301\u0323"  # in the order in which they can't stay
FIRST_SIZE = 4_000
AS_MUCH_MORE = 4  # times; work that grows with the square takes sixteen times as long
AT_MOST = 8


def html(content: str) -> RawNote:
    return RawNote("Note", (), "text", "text/html", content)


def plain(content: str) -> RawNote:
    return RawNote("Note", (), "code", "text/plain", content)


def markdown(content: str) -> RawNote:
    return RawNote("Note", (), "code", "text/x-markdown", content)


GROWING: dict[str, Callable[[int], RawNote]] = {
    "open pictures": lambda n: plain("![](data:" * n),
    "open pictures in Markdown": lambda n: markdown("![](data:" * n),
    "open pictures in HTML": lambda n: html("<p>" + "![](data:" * n),
    "marks of two classes": lambda n: plain("a" + MARKS * (2 * n)),
    "marks of two classes in HTML": lambda n: html("<p>a" + MARKS * (2 * n)),
    "voiced marks among others": lambda n: plain("ｶ" + "\uff9e\u0301" * (2 * n)),
    "marks that are two": lambda n: plain("a" + "\u0344\u0323" * (2 * n)),
    "a long name of a tag": lambda n: html("<b " * (DEEPEST + 1) + "<" + "a" * (4 * n)),
    "tables upon tables": lambda n: plain("a | b\nc | d\n\n" * n),
    "terminal commands without end": lambda n: plain("words " + "\x9d" * n),
    "fonts opened anew": lambda n: html("".join(f"<p><font a={i}>x" for i in range(n))),
    "fonts closed for nobody": lambda n: html("".join(f"<font a={i}></x>" for i in range(n))),
    "options upon options": lambda n: html("<select>" + "<option>x" * (2 * n)),
    "a heading over many": lambda n: html("<h1>" + "head " * n + "</h1>" + "<h2>x</h2><p>y" * (n // 100)),
    "a heading over many in Markdown": lambda n: markdown("# " + "h" * n + "\n" + "## x\ny\n" * (n // 100)),
}


def seconds(raw: RawNote) -> float:
    """The least of three."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        prepare(raw)
        taken.append(time.process_time() - began)
    return max(min(taken), 0.002)  # below it the clock decides


@pytest.mark.parametrize("shape", GROWING)
def test_four_times_the_text_is_no_more_than_so_much_work(shape: str) -> None:
    make = GROWING[shape]
    assert seconds(make(AS_MUCH_MORE * FIRST_SIZE)) < AT_MOST * seconds(make(FIRST_SIZE))


@pytest.mark.parametrize(
    "nested",
    ["<ruby><rt>", "<a href='#root/x'><table><tr><td>"],
    ids=["readings of readings", "links around links"],
)
def test_nesting_four_times_as_deep_is_no_more_than_so_much_work(nested: str) -> None:
    words = "word " * 20_000
    assert seconds(html(nested * 2_400 + words)) < AT_MOST * seconds(html(nested * 600 + words))


# ---- pictures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a ![owl](data:image/png;base64,AAAA) b", "a owl b"),
        ("![owl](data:image/png;base64,AAAA and words\nbelow)", "![owl]( and words\nbelow)"),
        ("![one](data:x ![two](data:image/png;base64,AAAA)", "one"),
    ],
)
def test_a_picture_that_its_line_leaves_open_keeps_the_words_behind_it(text: str, left: str) -> None:
    assert without_data_uris(text) == left


# ---- marks ------------------------------------------------------------------------------------------------


def test_marks_past_the_thirtieth_of_a_character_are_left_out() -> None:
    assert stream_safe("a" + MARKS * 200 + "b" + MARKS) == "a" + MARKS * 15 + "b" + MARKS
    assert stream_safe("x" * 300 + MARKS * 15) == "x" * 300 + MARKS * 15
    assert stream_safe("─" * 300) == "─" * 300
    cleaned = clean_characters("word a" + MARKS * 200 + " word")
    assert cleaned.startswith("word ạ")
    assert cleaned == clean_characters(cleaned)


def test_every_mark_of_this_python_counts() -> None:
    for code in range(sys.maxunicode + 1):
        if unicodedata.combining(unicodedata.normalize("NFKD", chr(code))[0]):
            known = graphemes._MAYBE_MARKS.match(chr(code) * 31)
            assert known or normalise(chr(code)) != chr(code), f"U+{code:04X}"


def test_halfwidth_kana_are_found_as_they_are_spoken() -> None:
    assert index_terms("ｶﾞﾊﾟ") == index_terms("ガパ")


# ---- elements that are opened anew ------------------------------------------------------------------------

OPEN = "".join(f"<p><font a={i}>x" for i in range(1_000))


@pytest.mark.parametrize(
    "hostile",
    [
        OPEN,
        OPEN.upper(),
        OPEN.replace(" ", "\n"),
        OPEN.replace("<p>", "<div>"),
        OPEN.replace("x", "<!--</font>-->x"),
        OPEN.replace("x", "<b title='</font>'>x"),
        OPEN.replace("x", "<table><td></font></table>x"),
    ],
)
def test_elements_that_would_be_opened_anew_by_the_million_are_not(hostile: str) -> None:
    assert markup._FORMATTING.search(without_reopening(hostile)) is None
    assert convert("text", "text/html", hostile).sections[0].text.lower().count("x") >= 1_000


@pytest.mark.parametrize(
    "note",
    [
        "<h2>Title</h2><p>A <strong>word</strong> and <em>one</em> with <code>code</code></p>" * 4_000,
        "<p><b>bold</p>" * 50_000,
        "<p><a href='https://example.org'>a link</a></p>" * 10_000,
        OPEN[: len(OPEN) // 3],
    ],
)
def test_a_note_that_a_person_reads_is_parsed_as_it_stands(note: str) -> None:
    assert without_reopening(note) is note


BLOCKS = ("p", "div", "li", "h2", "blockquote", "pre", "ul")
TABLES = (
    "table",
    "tr",
    "td",
)  # a parser moves text that stands between their tags out of them, with what is around it
INLINE = ("b", "font", "code", "strong", "em", "u", "a")


def nested(tags: tuple[str, ...]) -> st.SearchStrategy[str]:
    """HTML of these tags, nested and closed in any way that a program may get to."""

    def within(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        several = st.lists(inside, max_size=4).map("".join)
        return st.builds(lambda tag, text: f"<{tag} a=1>{text}</{tag}>", st.sampled_from(tags), several)

    return st.lists(st.recursive(st.sampled_from(("word ", "other", " ")), within), max_size=8).map("".join)


def texts_with_and_without_formatting(content: str) -> tuple[str, str]:
    ordinary = markup._FORMATTING.sub(r"<\1cite", content)
    found = (convert("text", "text/html", html).sections for html in (content, ordinary))
    one, other = (
        " ".join(text for s in sections for text in (*s.heading_path, s.text)) for sections in found
    )
    return one, other


@settings(deadline=None, max_examples=200)
@given(nested(BLOCKS + INLINE))
def test_the_words_of_a_note_are_the_same_without_formatting(content: str) -> None:
    one, other = texts_with_and_without_formatting(content)
    assert sorted(one.split()) == sorted(other.split())


@settings(deadline=None, max_examples=200)
@given(nested(BLOCKS + TABLES + INLINE))
def test_no_letter_of_a_table_is_lost_without_formatting(content: str) -> None:
    one, other = texts_with_and_without_formatting(content)
    assert sorted("".join(one.split())) == sorted("".join(other.split()))


def test_many_options_are_lines_as_few_are() -> None:
    texts = []
    for count in (10, 6_000):
        (section,) = convert(
            "text", "text/html", "<SELECT id=a>" + "<option>word" * count + "</select>"
        ).sections
        texts.append(section.text.split("\n"))
    assert texts == [["word"] * 10, ["word"] * 6_000]


def test_what_was_never_opened_closes_nothing() -> None:
    assert depth_of("<div></x>" * (DEEPEST + 1)) == DEEPEST + 1
    assert depth_of("<div></div>" * (DEEPEST + 1)) == 1


# ---- headings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "mime", "form"),
    [
        ("text", "text/html", "<h1>{}</h1><p>below</p>"),
        ("code", "text/x-markdown", "# {}\nbelow"),
        ("code", "text/x-markdown", "{}\n===\nbelow"),
    ],
)
def test_what_is_too_long_for_a_heading_goes_on_in_the_text(kind: str, mime: str, form: str) -> None:
    heading = " ".join(f"word{n}" for n in range(100))
    (section,) = convert(kind, mime, form.format(heading)).sections
    (above,) = section.heading_path
    assert 290 < len(above) <= 300
    rest, below = section.text.replace("\n\n", "\n").split("\n")
    assert (f"{above} {rest}", below) == (heading, "below")


def test_a_heading_without_blanks_is_cut_between_two_characters() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    (section,) = convert("text", "text/html", f"<h1>{family * 100}</h1>").sections
    (above,) = section.heading_path
    assert above + section.text == family * 100
    assert is_boundary(above + section.text, len(above))
    assert len(above) <= 300


def test_a_heading_of_three_hundred_characters_stays_whole() -> None:
    (section,) = convert("text", "text/html", f"<h1>{'long ' * 59}long.</h1><p>below</p>").sections
    assert section.heading_path == ("long " * 59 + "long.",)
    assert section.text == "below"
