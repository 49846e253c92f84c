"""What the desktop's tests and pictures show: a few notes, and states of the engine."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from trayrecall.core.documents import NoteRow
from trayrecall.core.model import (
    Answer,
    Area,
    ExcerptFrom,
    Filters,
    Hit,
    Instance,
    InstanceId,
    InstanceStatus,
    NoteId,
    Signals,
    Status,
)
from trayrecall.core.snippet import wanted_terms
from trayrecall.core.text import index_terms
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.rows import Found, Preview, Row, Source, found_of, latest, preview_of

HOME = Instance(InstanceId("home"), "Home", "http://trilium.example:8080")
WORK = Instance(InstanceId("work"), "Work", "https://notes.example/trilium", "https://notes.example/web")
INSTANCES = {HOME.id: HOME, WORK.id: WORK}
NOW = datetime(2026, 4, 3, 9, 0, tzinfo=UTC)
SOURCE = Source(INSTANCES.get, NOW, several=True)


def hit(
    note_id: str,
    title: str,
    path: tuple[str, ...],
    text: str,
    *,
    area: Area = Area.WIKI,
    cosine: float | None = 0.84,
    words: float = 0.0,
    day: str = "2026-03-12",
    headings: tuple[str, ...] = (),
    instance: Instance = HOME,
    as_of: str = "2026-04-03 08:59:00.000Z",
) -> Hit:
    """A hit as the engine gives it; `words` is what the keywords add to the cosine."""
    relevance = (0.78 if cosine is None else cosine) + words
    signals = Signals(cosine, None, 0.0, (), None, 0.0, 0.0, relevance)
    return Hit(
        instance=instance.id,
        note_id=NoteId(note_id),
        title=title,
        area=area,
        path=(*path, title),
        path_ids=(NoteId("folder"), NoteId(note_id)),
        utc_modified=f"{day} 12:24:56.383Z",
        as_of=as_of,
        author=None,
        description=None,
        heading_path=headings,
        passage_text=text,
        section_text=text,
        is_code=False,
        payload_chars=len(text),
        content_hash=note_id,
        matched="both",
        signals=signals,
    )


NOTES = (
    hit(
        "vents01", "Greenhouse climate", ("Wiki", "Home lab hub"),
        "Vents begin to open at 24 °C and are fully open at 31 °C, in five steps. They close one step at a time with"
        " at least six minutes between steps, otherwise the actuators hunt all afternoon. When the wind sensor on the"
        " shed reports more than 45 km/h the vents go to step one.",
        cosine=0.872, words=0.11, headings=("Vents and fans",),
    ),
    hit(
        "frost01", "Radiation frost: thresholds and response", ("Wiki", "Obstbau"),
        "Below 1.5 °C at blossom height the alarm calls the house. Close the greenhouse vents by hand if the"
        " controller did not; the candles stand in the shed, forty of them for the upper slope.",
        cosine=0.851, words=0.06, day="2026-04-02",
    ),
    hit(
        "j0402", "2026-04-02 Thursday", ("Journal", "2026", "04 - April"),
        "Woke at four, minus two at the stream. The vents of the greenhouse had frozen shut; chipped them free before"
        " the sun came. Bought a second temperature sensor for the north end.",
        area=Area.JOURNAL, cosine=0.843, words=0.05, day="2026-04-02",
    ),
    hit(
        "src07", "Talk: Ventilation without fans in small houses", ("Sources", "Talks"),
        "The speaker opens the ridge vents early, at 22 °C, and lets the chimney effect do the rest. Fans only move"
        " the heat about. Slides at minute 14 show the measured curve.",
        area=Area.SOURCES, cosine=0.839, words=0.02, day="2025-10-11",
    ),
    hit(
        "zh01", "温室通风记录", ("Wiki", "三语笔记"),
        "温室的天窗在二十四度开始打开，到三十一度完全打开。风速超过每小时四十五公里时，天窗退回第一档。🌱 春天再看一次。",
        cosine=0.828, day="2026-01-25", instance=WORK, as_of="2026-03-20 10:00:00.000Z",
    ),
    hit(
        "order01", "Ersatzteile: Stellmotoren", ("Projekte", "Gewächshaus", "Bestellungen 2025"),
        "Stellmotor 24 V, Bestellnummer VT-24-310, zwei Stück auf Lager. Passt an die Dachlüftung und an die"
        " Seitenlüftung; Endschalter vor dem Einbau auf 31 Grad stellen. Greenhouse vents spare.",
        area=Area.OTHER, cosine=None, words=0.07, day="2025-12-06",
    ),
    hit(
        "long01",
        "A very long title that says at length what the note is about, so that nobody has to open it to know, and that"
        " will never fit into one line of the popup",
        ("Wiki", "Knowledge work", "Second brain", "Capture and organise", "Everything that did not fit elsewhere"),
        "Short text.", cosine=0.801, day="2024-08-30",
    ),
)  # fmt: skip

HOSTILE = hit(
    "ui0000000001",
    '<b>Boiler</b> <img src="file:///etc/hostname"> & <script>1</script>\nLine\tand \u202eevil txt.exe',
    ("Wiki",),
    "<p>valve</p>",
)

RIGHT_TO_LEFT = hit(
    "ar01", "التهوية الليلية للبيت الزجاجي", ("Wiki", "ملاحظات"),
    "تبدأ التهوية عند أربع وعشرين درجة (24 °C) وتكتمل عند إحدى وثلاثين. عند هبوب الريح بسرعة أكثر من 45 km/h تعود"
    " النوافذ إلى الدرجة الأولى، ثم تُغلق مع الغروب؛ انظر Greenhouse climate للتفاصيل.",
    cosine=0.861, words=0.08,
)  # fmt: skip


def answer_to(question: str, *, degraded: str | None = None) -> Answer:
    """The notes that hold any word of the question (all of them for `vents`), as an engine would answer."""
    wanted = wanted_terms(question)
    found = tuple(
        note
        for note in (*NOTES, HOSTILE, RIGHT_TO_LEFT)
        if not wanted.isdisjoint(index_terms(f"{note.title} {note.passage_text}"))
        or ("vents" in question and note in NOTES)
    )
    found = tuple(
        note for note in found if note is not HOSTILE or "valve" in question or "boiler" in question
    )
    found = tuple(note for note in found if note is not RIGHT_TO_LEFT or not question.isascii())
    return Answer(question, found, "found" if found else "nothing", degraded=degraded, milliseconds=12.0)


def found(question: str, *, degraded: str | None = None) -> Found:
    """The same as rows."""
    return found_of(answer_to(question, degraded=degraded), SOURCE)


SEARCHES = ("greenhouse vents", "温室 天窗", "Stellmotor Bestellnummer")


def asked(question: Question, *, degraded: str | None = None) -> Found:
    """What a searcher answers: the latest notes without words, else what is found within the filters."""
    within = [note for note in NOTES if _passes(note, question.filters)]
    if not question.words:
        return latest([_listed(note) for note in within[:5]], SEARCHES, SOURCE)
    whole = found(question.words, degraded=degraded)
    ids = {f"{note.instance}/{note.note_id}" for note in (*within, HOSTILE, RIGHT_TO_LEFT)}
    kept = tuple(row for row in whole.rows if row.id in ids)
    if kept:
        return replace(whole, entries=kept)
    return replace(whole, entries=(), elsewhere=len(whole.rows), notes=2040)


def read(row: Row, words: str) -> Preview:
    """The text of a row."""
    return preview_of(row, row.section or row.excerpt.text, words)


def _passes(note: Hit, filters: Filters) -> bool:
    return (not filters.areas or note.area in filters.areas) and (
        not filters.instances or note.instance in filters.instances
    )


def _listed(note: Hit) -> NoteRow:
    return NoteRow(
        instance=note.instance,
        note_id=note.note_id,
        title=note.title,
        area=note.area,
        path=note.path,
        path_ids=note.path_ids,
        utc_modified=note.utc_modified,
        as_of=note.as_of,
        author=None,
        description=None,
        lead_text=note.section_text,
        lead_from=ExcerptFrom.SECTION,
        payload_chars=0,
    )


def instance_status(
    instance: Instance = HOME, state: str = "up_to_date", notes: int = 1234
) -> InstanceStatus:
    """How an instance stands."""
    return InstanceStatus(instance.id, instance.name, instance.url, instance.enabled, state, notes=notes)


def status(*instances: InstanceStatus, state: str = "ok", degraded: str | None = None) -> Status:
    """How the engine stands."""
    notes = sum(i.notes for i in instances)
    return Status(
        state, tuple(instances), notes=notes, passages=3 * notes, model="e5", dimension=384, degraded=degraded
    )


READY = status(instance_status(), instance_status(WORK, notes=806))


def building(progress: float) -> Status:
    """A first build under way."""
    return replace(
        status(instance_status(state="building", notes=310), degraded="building"),
        pending=900,
        progress=progress,
    )


def reading(progress: float) -> Status:
    """Its beginning: the notes are read."""
    (instance,) = (known := building(progress)).instances
    return replace(known, instances=(replace(instance, progress=progress),))
