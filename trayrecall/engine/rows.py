"""What the index knows of a note as it is handed out: a row of a list, or a hit. Pure."""

from __future__ import annotations

from trayrecall.core.documents import NoteRow, note_url, payload_chars
from trayrecall.core.model import ExcerptFrom, Hit, Section
from trayrecall.core.ranking import Ranked
from trayrecall.store.reading import NoteFacts


def row_of(facts: NoteFacts, lead: Section | None, link_base: str) -> NoteRow:
    """The note in a list; `lead` is its first section."""
    text, origin = _lead(facts, lead)
    return NoteRow(
        instance=facts.instance,
        note_id=facts.note_id,
        title=facts.title,
        area=facts.area,
        path=facts.path,
        path_ids=facts.path_ids,
        utc_modified=facts.utc_modified,
        as_of=facts.confirmed_at,
        author=facts.author,
        description=facts.description,
        lead_text=text,
        lead_from=origin,
        payload_chars=_payload_chars(facts, link_base),
    )


def hit_of(facts: NoteFacts, section: Section, ranked: Ranked, link_base: str) -> Hit:
    """The note as it was found, by a passage of this section."""
    return Hit(
        instance=facts.instance,
        note_id=facts.note_id,
        title=facts.title,
        area=facts.area,
        path=facts.path,
        path_ids=facts.path_ids,
        utc_modified=facts.utc_modified,
        as_of=facts.confirmed_at,
        author=facts.author,
        description=facts.description,
        heading_path=section.heading_path,
        passage_text=ranked.row.text,
        section_text=section.text,
        is_code=section.is_code,
        payload_chars=_payload_chars(facts, link_base),
        content_hash=facts.content_hash,
        matched=ranked.matched,
        signals=ranked.signals,
        also_in=ranked.also_in,
    )


def _payload_chars(facts: NoteFacts, link_base: str) -> int:
    url = note_url(link_base, facts.path_ids)
    return payload_chars(facts.payload_base, url=url, as_of=facts.confirmed_at)


def _lead(facts: NoteFacts, lead: Section | None) -> tuple[str, ExcerptFrom]:
    """What the excerpt of a listed note is cut from."""
    if lead is not None and lead.text.strip():
        return lead.text.strip(), ExcerptFrom.CODE if lead.is_code else ExcerptFrom.SECTION
    if facts.description:
        return facts.description, ExcerptFrom.SUMMARY
    return (facts.title, ExcerptFrom.TITLE) if facts.title else ("", ExcerptFrom.NONE)
