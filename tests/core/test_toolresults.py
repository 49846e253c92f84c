from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.hits import HIT, hit
from trayrecall.core.documents import NoteDocument, NoteRow, compact_json, to_text
from trayrecall.core.lean import PROVENANCE, quoted
from trayrecall.core.model import Answer, ExcerptFrom, Hit, Section
from trayrecall.core.ports import Embedder
from trayrecall.core.tokens import estimate_tokens
from trayrecall.core.toolresults import list_result, note_result, recall_result

LINKS = {HIT.instance: "https://notes.example"}
DENSE = ("word ", "水", "<&>", '"\\\n', "🦊", "qzxv", "\u202e", "ไทย")


def recalled(*hits: Hit) -> dict[str, Any]:
    return recall_result(Answer("which relay", hits, "found"), LINKS)


def document(*sections: Section, title: str = "Pump") -> NoteDocument:
    row = NoteRow(
        instance=HIT.instance,
        note_id=HIT.note_id,
        title=title,
        area=HIT.area,
        path=HIT.path,
        path_ids=HIT.path_ids,
        utc_modified=HIT.utc_modified,
        as_of=HIT.as_of,
        author=None,
        description=None,
        lead_text="Relay K9.",
        lead_from=ExcerptFrom.SECTION,
        payload_chars=10,
    )
    return NoteDocument(row, "text", "text/html", (), (), sections)


def fits(body: dict[str, Any]) -> bool:
    text = compact_json(body)
    return len(text) < 12_000 and estimate_tokens(text) < 8_000


def page(
    note: NoteDocument, offset: int = 0, max_chars: int = 6000, section: str | None = None
) -> dict[str, Any]:
    found = note_result(note, LINKS[HIT.instance], section=section, offset=offset, max_chars=max_chars)
    assert found is not None
    return found


def test_a_result_names_its_origin_and_quotes_what_comes_from_notes() -> None:
    body = recalled(HIT)
    (row,) = body["results"]
    assert body["provenance"] == PROVENANCE
    assert row["title"] == "Pump 7 &lt;wiring&gt; &amp; more"
    assert row["url"] == "https://notes.example/#root/plant1/pump7"
    assert (body["truncated"], body["message"]) == (False, None)


def test_rows_are_left_away_from_the_end_and_that_is_said() -> None:
    for filling in DENSE:
        body = recalled(*(hit(section_text=filling * 400, title=f"{n} " + filling * 40) for n in range(20)))
        assert fits(body), filling
        kept = len(body["results"])
        assert [row["title"].split()[0] for row in body["results"]] == [str(n) for n in range(kept)]
        assert body["truncated"] is (kept < 20)
        assert (body["message"] or "").startswith(f"The first {kept} of 20") is (kept < 20)


def test_a_single_row_that_is_too_long_is_shortened() -> None:
    body = recalled(hit(title="t" * 30_000, path=("p" * 30_000,), description="&" * 9000))
    assert fits(body)
    assert body["truncated"] is True
    (row,) = body["results"]
    assert row["id"] == "home/pump7"
    assert row["description"].removesuffix("…").replace("&amp;", "") == ""


@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_row_that_is_too_long_takes_no_place_of_the_others(place: int) -> None:
    hits = [hit(note_id=f"n{number}") for number in range(5)]
    hits[place] = replace(hits[place], title="t" * 30_000)
    body = recalled(*hits)
    assert fits(body)
    assert [row["id"] for row in body["results"]] == [f"home/n{number}" for number in range(5)]
    assert (body["truncated"], body["message"]) == (True, None)


def test_a_listing_that_does_not_fit_goes_on_where_it_was_cut() -> None:
    rows = [document(title=f"{n} " + "long " * 60).row for n in range(100)]
    offset: int | None = 0
    titles: list[str] = []
    while offset is not None:
        body = list_result(rows[offset : offset + 51], LINKS, limit=50, offset=offset)
        assert fits(body)
        titles += [row["title"].split()[0] for row in body["results"]]
        offset = body["next_offset"]
    assert titles == [str(n) for n in range(100)]


@given(
    st.text(alphabet=st.sampled_from("".join(DENSE)), max_size=3000),
    st.integers(200, 10_000),
    st.integers(1, 9),
)
def test_pages_put_together_are_the_quoted_note_and_each_fits(text: str, max_chars: int, times: int) -> None:
    note = document(Section((), text * times))
    whole: list[str] = []
    offset: int | None = 0
    while offset is not None:
        body = page(note, offset, max_chars)
        assert fits(body)
        assert body["truncated"] is (body["next_offset"] is not None)
        assert body["total_chars"] == len(to_text(note))
        assert body["next_offset"] is None or body["next_offset"] > offset
        whole.append(body["text"])
        offset = body["next_offset"]
    assert "".join(whole) == quoted(to_text(note))


NOISE = random.Random(3)


@pytest.mark.parametrize(
    "text",
    [
        *DENSE,
        "".join(NOISE.choices("0123456789abcdef", k=30_000)),
        "".join(NOISE.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", k=30_000)),
        "".join(chr(NOISE.randint(0x4E00, 0x9FA5)) for _ in range(30_000)),
        "".join(chr(NOISE.randint(0x1F300, 0x1F5FF)) for _ in range(30_000)),
        "ボ イ ラ ー の 圧 力 は 毎 週 確 認 し 、 ",  # as it comes out of a PDF
        "ⱡ ꙃ ",  # signs that the model doesn't know
    ],
    ids=lambda text: ascii(text[:4]),
)
def test_the_densest_text_keeps_to_the_limit_by_the_models_own_count(text: str, model: Embedder) -> None:
    dense = "".join(islice(cycle(text), 30_000))
    whole = page(document(Section((), dense)), max_chars=10_000)
    rows = recalled(*(hit(section_text=dense[:900], title=f"{n} {text[:40]}") for n in range(20)))
    for body in (whole, rows):
        assert model.count_tokens(compact_json(body)) < 8_000


def test_a_note_of_many_headings_shows_as_many_as_fit() -> None:
    note = document(*(Section((f"Chapter {n}", "Of <things>"), f"Text {n}.") for n in range(500)))
    first = page(note)
    assert fits(first)
    assert len(first["sections"]) + first["sections_left_out"] == 500
    assert "&lt;things&gt;" in first["sections"][0]["section"]
    assert page(note, offset=6000)["sections"] == []
    one = page(note, section="Chapter 7")
    assert one["text"].endswith("Text 7.")
    assert note_result(note, "", section="Chapter 999", offset=0, max_chars=100) is None


def test_an_offset_past_the_end_says_where_the_end_is() -> None:
    body = page(document(Section((), "Short.")), offset=99)
    assert (body["text"], body["next_offset"], body["truncated"]) == ("", None, False)
    assert "6 characters" in body["message"]


def test_a_result_is_plain_json() -> None:
    for body in (recalled(HIT), page(document(Section((), "x"))), list_result([], LINKS, limit=5, offset=0)):
        assert json.loads(compact_json(body)) == body
