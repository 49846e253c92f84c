"""A hit with every field filled, to be varied by tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from trayrecall.core.model import Area, Hit, InstanceId, NoteId, Signals

SIGNALS = Signals(
    cosine=0.87654321,
    standout=0.09654321,
    coverage=0.75,
    matched_terms=("relay", "pump"),
    bm25=3.25,
    title_match=0.5,
    area_weight=0.004,
    relevance=0.98765432,
)
HIT = Hit(
    instance=InstanceId("home"),
    note_id=NoteId("pump7"),
    title="Pump 7 <wiring> & more",
    area=Area.WIKI,
    path=("Plant", "Pump 7 <wiring> & more"),
    path_ids=(NoteId("plant1"), NoteId("pump7")),
    utc_modified="2026-11-29 18:24:56.383Z",
    as_of="2026-11-29T19:00:00+00:00",
    author="Imke",
    description="How the pump is wired.",
    heading_path=("Setup", "Relays"),
    passage_text="Relay K9 feeds pump 7.",
    section_text="Relay K9 feeds pump 7. The spare lies in drawer four.",
    is_code=False,
    payload_chars=1234,
    content_hash="c0ffee",
    matched="both",
    signals=SIGNALS,
    also_in=(InstanceId("work"),),
)


def hit(**fields: Any) -> Hit:
    """The hit with some fields changed; `cosine` is one of its signals."""
    if "cosine" in fields:
        fields["signals"] = replace(SIGNALS, cosine=fields.pop("cosine"))
    return replace(HIT, **fields)
