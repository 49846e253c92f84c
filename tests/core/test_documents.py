from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trayrecall.core.documents import (
    NoteDocument,
    NoteRow,
    compact_json,
    full_note_row,
    lean_note_row,
    note_url,
    only_section,
    page,
    payload_base,
    payload_chars,
    to_json_body,
    to_markdown,
    to_text,
)
from trayrecall.core.graphemes import is_boundary
from trayrecall.core.model import Area, ExcerptFrom, InstanceId, Link, NoteId, Section

ROW = NoteRow(
    instance=InstanceId("home"),
    note_id=NoteId("abc"),
    title="Pump 7",
    area=Area.WIKI,
    path=("Plant", "Pump 7"),
    path_ids=(NoteId("p1"), NoteId("abc")),
    utc_modified="2026-11-29 18:24:56.383Z",
    as_of="2026-11-29 19:00:00.000Z",
    author="Imke",
    description=None,
    lead_text="x" * 501,
    lead_from=ExcerptFrom.SECTION,
    payload_chars=77,
)
DOCUMENT = NoteDocument(
    row=ROW,
    type="text",
    mime="text/html",
    labels=(("author", "Imke"),),
    links=(Link("internal", "def", "Relay"),),
    sections=(
        Section((), "Intro."),
        Section(("Setup",), "Plug it in."),
        Section(("Setup", "Linux"), "sudo pump"),
        Section(("Setup", "Linux"), "x = '```'", is_code=True),
        Section(("Use",), ""),
    ),
)
TEXT = "Intro.\n\nSetup\nPlug it in.\n\nLinux\nsudo pump\n\nx = '```'\n\nUse"


def body_of(document: NoteDocument, **asked: object) -> dict[str, object]:
    body = to_json_body(document, **asked)  # type: ignore[arg-type]
    assert body is not None
    return body


def test_a_listed_note_is_the_lean_row_without_what_a_question_gives() -> None:
    assert lean_note_row(ROW, "https://n.example") == {
        "id": "home/abc",
        "url": "https://n.example/#root/p1/abc",
        "source": "wiki",
        "title": "Pump 7",
        "author": "Imke",
        "recorded_at": "2026-11-29T18:24:56.383Z",
        "vault_path": "Plant › Pump 7",
        "description": None,
        "excerpt": "x" * 500 + "…",
        "excerpt_from": "section",
        "payload_chars": 77,
        "instance": "home",
        "area": "wiki",
        "as_of": "2026-11-29T19:00:00.000Z",
    }
    full = full_note_row(ROW, "")["note"]
    assert (full["path_ids"], full["url"]) == (["p1", "abc"], "")


def test_a_link_of_a_forgotten_instance_is_empty() -> None:
    assert note_url("", (NoteId("abc"),)) == ""
    assert note_url("http://h/trilium", ()) == "http://h/trilium/#root"


def test_the_text_names_each_heading_once() -> None:
    assert to_text(DOCUMENT) == TEXT
    assert to_text(replace(DOCUMENT, sections=())) == ""


def test_the_outline_points_into_the_text() -> None:
    outline = body_of(DOCUMENT)["sections"]
    assert isinstance(outline, list)
    assert [TEXT[entry["offset"] :].split("\n", maxsplit=1)[0] for entry in outline] == [
        "Intro.", "Setup", "Linux", "x = '```'", "Use",
    ]  # fmt: skip
    assert [entry["section"] for entry in outline][2:4] == ["Setup › Linux"] * 2


def test_markdown_has_headings_by_depth_and_fences_that_code_cannot_close() -> None:
    expected = "# Pump 7\n\nIntro.\n\n## Setup\n\nPlug it in.\n\n### Linux\n\nsudo pump\n\n````\nx = '```'\n````\n\n## Use\n"
    assert to_markdown(DOCUMENT) == expected
    assert to_markdown(replace(DOCUMENT, row=replace(ROW, title="a\n# b"))).startswith("# a # b\n")
    assert to_markdown(replace(DOCUMENT, row=replace(ROW, title="a\x1b[31m\x9b b"))).startswith("# a[31m b\n")


def test_joiners_stay_in_headings() -> None:
    for heading in ("👨\u200d👩\u200d👧", "می\u200cخواهم", "🏳\ufe0f\u200d🌈"):
        document = replace(DOCUMENT, row=replace(ROW, title=heading), sections=(Section((heading,), "x"),))
        assert to_markdown(document) == f"# {heading}\n\n## {heading}\n\nx\n"


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ("setup", 3),
        ("Setup › Linux", 2),
        ("setup›linux", 2),
        ("LINUX", 2),
        ("Use", 1),
        ("Linux › Setup", 0),
        ("", 0),
    ],
)
def test_a_section_brings_what_stands_below_it(wanted: str, kept: int) -> None:
    found = only_section(DOCUMENT, wanted)
    assert len(found.sections if found else ()) == kept


def test_a_heading_may_hold_the_joint_itself() -> None:
    document = replace(DOCUMENT, sections=(Section(("A › B",), "x"),))
    assert only_section(document, "a › b") == document


def test_a_section_that_is_not_there_has_no_body() -> None:
    assert to_json_body(DOCUMENT, section="Attic") is None


@given(st.text(max_size=40), st.integers(1, 50))
def test_pages_put_together_are_the_text(text: str, size: int) -> None:
    pages = [page(text, max_chars=size)]
    while (following := pages[-1].next_offset) is not None:
        pages.append(page(text, offset=following, max_chars=size))
    assert "".join(p.text for p in pages) == text
    assert {p.total for p in pages} == {len(text)}


@pytest.mark.parametrize(
    "sign", ["👨\u200d👩\u200d👧", "🇩🇪", "e\u0301\u0323", "क्षि", "می\u200cخ", "각", "\r\n"]
)
@pytest.mark.parametrize("size", [4, 7, 11])
def test_a_page_ends_between_two_visible_characters(sign: str, size: int) -> None:
    text, offset = f"漢{sign}" * 9, 0
    while (part := page(text, offset=offset, max_chars=size)).next_offset is not None:
        offset = part.next_offset
        assert is_boundary(text, offset) or len(sign) > size
        assert 0 < len(part.text) <= size


def test_past_the_end_is_an_empty_last_page() -> None:
    assert (page("abc", offset=9).text, page("abc", offset=9).next_offset) == ("", None)


def test_payload_chars_counts_its_own_digits_at_every_length() -> None:
    for length in (*range(520), *range(9_200, 9_400), 99_200):
        document = replace(DOCUMENT, sections=(Section((), "ä" * length),))
        body = body_of(document, link_base="https://n.example")
        assert len(compact_json(body)) == body["payload_chars"]


def test_payload_chars_settles_at_every_change_of_digits() -> None:
    for rest in (*range(1, 120), *range(980, 1010), *range(9_990, 10_005)):
        total = payload_chars(rest, url="", as_of="")
        assert total == rest + len(str(total))


@given(st.text(), st.text(), st.text(max_size=30), st.sampled_from(["", "2026-11-29 19:00:00.000Z"]))
def test_payload_chars_needs_only_the_stored_base(title: str, text: str, link_base: str, as_of: str) -> None:
    row = replace(ROW, title=title, as_of=as_of)
    document = replace(DOCUMENT, row=row, sections=(Section((title,), text),))
    stored = payload_base(replace(document, row=replace(row, as_of="", payload_chars=0)))
    body = body_of(document, link_base=link_base)
    url = note_url(link_base, row.path_ids)
    assert body["payload_chars"] == payload_chars(stored, url=url, as_of=as_of) == len(compact_json(body))
    assert json.loads(compact_json(body)) == body


def test_a_page_tells_the_size_of_the_whole_body() -> None:
    whole = body_of(DOCUMENT)
    part = body_of(DOCUMENT, section="Use", offset=1, max_chars=1)
    assert part["payload_chars"] == whole["payload_chars"]
    assert (part["text"], part["total_chars"], part["next_offset"]) == ("s", 3, 2)
