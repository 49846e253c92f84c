"""Notes that are not HTML: code, Markdown, diagrams, drawings, mind maps, sheets, chats."""

from __future__ import annotations

import gzip
import json
import unicodedata
from pathlib import Path

import pytest

from trayrecall.core.convert import convert, has_text
from trayrecall.core.model import Converted, Link, Section

RECORDINGS = sorted((Path(__file__).parents[3] / "shared" / "etapi" / "recordings").glob("*.jsonl.gz"))


def as_json(meta_type: str, value: object) -> Converted:
    return convert(meta_type, "application/json", json.dumps(value))


@pytest.mark.case("CC22")
def test_a_diagram_keeps_its_source() -> None:
    source = "flowchart LR\n  Intake_Ready --> Sort_Bench"
    assert convert("mermaid", "text/mermaid", source).sections == (Section((), source, is_code=True),)


@pytest.mark.case("CC22")
def test_a_code_note_is_its_text_as_it_is() -> None:
    source = "services:\n  broker:\n    image: nats:2.10\n"
    assert convert("code", "text/x-yaml", source).sections == (Section((), source.strip(), is_code=True),)


def test_a_plain_text_note_is_no_code() -> None:
    assert convert("code", "text/plain", "words").sections == (Section((), "words"),)


def test_an_html_code_note_is_read_as_html() -> None:
    assert convert("code", "text/html", "<p>raw</p>").sections == (Section((), "raw"),)


def test_a_mime_with_parameters_is_known_by_its_kind() -> None:
    assert convert("code", "application/javascript;env=backend", "x()").sections[0].is_code


def test_code_loses_embedded_files_only() -> None:
    css = "a{src:url(data:font/woff2;base64,d09GMgABAAAAA)} b{c:d}"
    assert convert("code", "text/css", css).sections[0].text == "a{src:url()} b{c:d}"


def test_markdown_is_split_by_its_headings_outside_fences() -> None:
    source = "intro\n\n# One\n\ntext\n\n```sh\n# no heading\n```\n\nTwo\n---\n\nmore\n\n### Deep #\n\nend"
    assert convert("code", "text/x-markdown", source).sections == (
        Section((), "intro"),
        Section(("One",), "text\n\n```sh\n# no heading\n```"),
        Section(("One", "Two"), "more"),
        Section(("One", "Two", "Deep"), "end"),
    )


def test_a_markdown_section_of_a_fence_alone_is_code() -> None:
    assert [s.is_code for s in convert("code", "text/markdown", "# A\n```\nx\n```\n# B\ny").sections] == [
        True,
        False,
    ]


def test_markdown_rules_lists_and_front_matter_are_no_headings() -> None:
    source = "---\ntitle: x\n---\n\ntext\n\n---\n\n- item\n---\nend"
    assert [section.heading_path for section in convert("code", "text/markdown", source).sections] == [()]


def test_markdown_links_are_recorded() -> None:
    source = "[page](https://a.example/b) ![pic](https://a.example/c.png) [note](#root/x/y)"
    assert convert("code", "text/markdown", source).links == (
        Link("external", "https://a.example/b", "page"),
        Link("internal", "y", "note"),
    )


def test_a_drawing_gives_its_texts_in_reading_order() -> None:
    elements = [
        {"type": "text", "text": "lower", "x": 0, "y": 300},
        {"type": "text", "text": "wr\napped", "originalText": "wrapped", "x": 200, "y": 5},
        {"type": "text", "text": "left", "x": 1, "y": 12, "link": "https://a.example"},
        {"type": "text", "text": "gone", "x": 1, "y": 2, "isDeleted": True},
        {"type": "frame", "name": "Frame name", "x": 0, "y": 100},
        {"type": "rectangle", "x": 0, "y": 0},
    ]
    converted = as_json(
        "canvas", {"elements": elements, "files": {"f": {"dataURL": "data:image/png;base64,AAAA"}}}
    )
    assert converted == Converted(
        (Section((), "left\nwrapped\nFrame name\nlower"),), (Link("external", "https://a.example"),)
    )


@pytest.mark.parametrize("key", ["nodeData", "nodedata"])
def test_a_mind_map_is_an_indented_tree(key: str) -> None:
    root = {
        "topic": "Search",
        "children": [{"topic": "Keyword", "children": [{"topic": "BM25"}]}, {"topic": "Meaning"}],
    }
    assert as_json("mindMap", {key: root}).sections[0].text == "Search\n  Keyword\n    BM25\n  Meaning"


def test_a_workbook_is_one_section_a_sheet_and_one_line_a_row() -> None:
    workbook = {
        "sheetOrder": ["b", "a"],
        "sheets": {
            "a": {"name": "Second", "cellData": {"0": {"0": {"f": "=A1"}}}},
            "b": {
                "name": "First",
                "cellData": {
                    "10": {"0": {"p": {"body": {"dataStream": "rich\r\n"}}}},
                    "2": {"1": {"v": 900}, "0": {"v": "rent"}, "2": {"v": None}},
                },
            },
        },
    }
    expected = (Section(("First",), "rent | 900\nrich"), Section(("Second",), "=A1"))
    assert as_json("spreadsheet", workbook).sections == expected
    assert as_json("spreadsheet", {"version": 1, "workbook": workbook}).sections == expected


def test_cells_by_address_are_read_by_rows() -> None:
    cells = {"B1": 900, "A1": "rent", "AA1": "far", "A2": "heat"}
    sheet = {"sheets": [{"name": "A", "cells": cells}]}
    assert as_json("spreadsheet", sheet).sections == (Section(("A",), "rent | 900 | far\nheat"),)


def test_a_chat_names_who_speaks() -> None:
    messages = [
        {"role": "user", "content": "How?"},
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "So."}, {"type": "tool_call", "name": "x"}],
        },
    ]
    assert (
        as_json("llmChat", {"version": 1, "messages": messages}).sections[0].text
        == "user: How?\n\nassistant: So."
    )


@pytest.mark.parametrize(
    ("meta_type", "content", "expected"),
    [
        ("canvas", '{"elements": [{"type": "text", "text": "half a \\u00fc', "half a ü"),
        ("mindMap", '{"nodeData": {"topic": "broken"', "broken"),
        ("spreadsheet", '{"sheets": [{"name": "A", "cells"', "A"),
        ("llmChat", '{"messages": [{"role": "user", "content": "How?"', "How?"),
    ],
)
def test_broken_json_gives_what_can_be_read(meta_type: str, content: str, expected: str) -> None:
    converted = convert(meta_type, "application/json", content)
    assert (converted.sections[0].text, converted.partial) == (expected, "unreadable JSON")


@pytest.mark.parametrize("meta_type", ["canvas", "mindMap", "spreadsheet", "llmChat"])
@pytest.mark.parametrize(
    "content", ["", "null", "[]", "{}", "1", "[" * 100_000, '{"elements":5,"sheets":7,"messages":{}}']
)
def test_json_that_is_something_else_does_no_harm(meta_type: str, content: str) -> None:
    assert convert(meta_type, "application/json", content).sections == ()


@pytest.mark.parametrize(
    "meta_type", ["relationMap", "noteMap", "search", "webView", "launcher", "image", "file", "contentWidget"]
)
def test_notes_without_text_have_no_sections(meta_type: str) -> None:
    assert convert(meta_type, "text/html", "<p>x</p>").sections == ()
    assert not has_text(meta_type, "text/html")


def test_an_unknown_kind_is_read_by_its_mime() -> None:
    assert convert("later", "text/html", "<p>x</p>").sections == (Section((), "x"),)
    assert convert("later", "application/json", "{}").sections == (Section((), "{}", is_code=True),)
    assert convert("later", "application/pdf", "%PDF").sections == ()


@pytest.mark.skipif(not RECORDINGS, reason="the shared recordings are not on this machine")
@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.name)
def test_every_recorded_content_converts_to_clean_text(recording: Path) -> None:
    count = 0
    with gzip.open(recording, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if not record["why"].startswith("content ") or record["response"]["status"] != 200:
                continue
            mime = record["response"]["headers"].get("content-type", "")
            converted = convert(record["why"].split()[1], mime, record["response"].get("text") or "")
            count += 1
            for section in converted.sections:
                assert section.text.strip()
                assert not [c for c in section.text if c not in "\n\t" and unicodedata.category(c) == "Cc"]
                assert ";base64," not in section.text
    assert count
