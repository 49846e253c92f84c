"""What a server tells, as a file can hold it."""

from __future__ import annotations

from trayrecall.core.convert.plain import without_surrogates
from trayrecall.core.model import Attribute, NoteId, NoteMeta


def storable(meta: NoteMeta) -> NoteMeta:
    """The note with halves of surrogate pairs replaced: JSON can hold them in any text, no file can."""
    told = [
        meta.id,
        meta.title,
        meta.type,
        meta.mime,
        meta.blob_id or "",
        meta.utc_created,
        meta.utc_modified,
    ]
    joined = "".join(
        [*told, *meta.parent_ids, *(p for a in meta.attributes for p in (a.type, a.name, a.value))]
    )
    whole = without_surrogates
    if joined.isascii() or joined == whole(joined):
        return meta
    return NoteMeta(
        id=NoteId(whole(meta.id)),
        title=whole(meta.title),
        type=whole(meta.type),
        mime=whole(meta.mime),
        blob_id=whole(meta.blob_id) if meta.blob_id else meta.blob_id,
        is_protected=meta.is_protected,
        utc_created=whole(meta.utc_created),
        utc_modified=whole(meta.utc_modified),
        parent_ids=tuple(NoteId(whole(parent)) for parent in meta.parent_ids),
        attributes=tuple(
            Attribute(whole(a.type), whole(a.name), whole(a.value), a.owned) for a in meta.attributes
        ),
    )
