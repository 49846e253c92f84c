"""A note's content → all that the index stores of it: sections, passages, their terms and languages.

Pure, and most of the work of a first build, so it may be done elsewhere: what goes in and comes out are plain values.

What it made of a note stays in the index until the note changes. A release that makes something else of the same
content therefore brings a migration, `UPDATE note SET blob_id = ''` and `UPDATE instance SET change_mark = NULL`: the
next sync fetches all notes anew, searches go on meanwhile, and texts that come out the same keep their vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trayrecall.core.convert import convert
from trayrecall.core.language import language_of
from trayrecall.core.model import Converted, NoteMeta, Passage
from trayrecall.core.passages import split
from trayrecall.core.terms import term_columns, told_column

# Labels that say something about a note's content; the others steer Trilium.
TELLING_LABELS = ("description", "summary", "author", "topic", "tags", "tag", "keywords", "alias", "aliases")
_TELLS_LANGUAGE = 8  # passages of a note's beginning

Labels = tuple[tuple[str, str], ...]  # name and value of each


@dataclass(frozen=True, slots=True)
class RawNote:
    """A note with its content as it came, as far as it is searched."""

    title: str
    labels: Labels
    type: str
    mime: str
    content: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is stored of a note's text. `terms` are the columns of the keyword index and `languages` the languages of
    its passages, one each; `partial` names why some of the text is in none of them.
    """

    converted: Converted
    passages: tuple[Passage, ...]
    terms: tuple[tuple[str, ...], ...]
    languages: tuple[str, ...]
    partial: str | None = None


def raw_note(meta: NoteMeta, content: str) -> RawNote:
    """The note with its content."""
    return RawNote(meta.title, labels_of(meta), meta.type, meta.mime, content)


def prepare(raw: RawNote) -> Prepared:
    """Convert and split a note, and make its terms."""
    return prepare_text(raw.title, raw.labels, convert(raw.type, raw.mime, raw.content))


def prepare_text(title: str, labels: Labels, converted: Converted) -> Prepared:
    """The same for a text that was converted before."""
    result = split(title, telling(labels), converted)
    texts = [(passage.heading_path, passage.text) for passage in result.passages]
    return Prepared(
        converted,
        result.passages,
        tuple(term_columns(title, _told(labels, converted), texts)),
        tuple(_languages(result.passages)),
        result.partial,
    )


def told_terms(labels: Labels, converted: Converted) -> str:
    """The words of a note's labels and link targets, as its first passage has them."""
    return told_column(_told(labels, converted))


def _told(labels: Labels, converted: Converted) -> list[str]:
    told = [f"{name} {value}" for name, value in labels]
    return told + [link.target for link in converted.links if link.kind == "external"]


def has_same_passages(title: str, labels: Labels, other_title: str, other_labels: Labels) -> bool:
    """Whether one text gives the same passages under both titles with both notes' labels."""
    return title == other_title and telling(labels) == telling(other_labels)


def labels_of(meta: NoteMeta) -> Labels:
    """All labels of a note, own and inherited."""
    return tuple((a.name, a.value) for a in meta.attributes if a.type == "label")


def telling(labels: Iterable[tuple[str, str]]) -> list[str]:
    """The labels that are embedded with each passage, as `name: value`."""
    return [f"{name}: {value}" for name, value in labels if value and name.lower() in TELLING_LABELS]


def _languages(passages: Sequence[Passage]) -> list[str]:
    """The language of each passage; where nothing tells it, that of the note's beginning."""
    found = [language_of(passage.embedded_text) for passage in passages]
    if all(found):
        return found
    of_note = language_of("\n".join(passage.text for passage in passages[:_TELLS_LANGUAGE]))
    return [language or of_note for language in found]
