"""What the inspector's tests and pictures show, and the work behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tests.desktop import samples
from tests.desktop.work import Behaviour
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.inspection import (
    FailedPassage,
    FoundNote,
    InspectedPassage,
    InspectedSection,
    Inspection,
    Linked,
    Space,
    Standing,
    StoreHealth,
    VectorState,
)
from trayrecall.core.model import Area, Fault, FaultyNote, InstanceId, LeftOut, NoteId
from trayrecall.ui.inspector_actions import Health

HOME, WORK = InstanceId("home"), InstanceId("work")
STATES = VectorState


def passage(text: str, vector: VectorState = STATES.EMBEDDED, why: str = "") -> InspectedPassage:
    return InspectedPassage(text, len(text) // 4 + 9, "en", vector, why)


VENTS = Inspection(
    HOME,
    NoteId("vents01"),
    Standing.INDEXED,
    "Greenhouse climate",
    None,
    "text",
    "text/html",
    Area.WIKI,
    "below:hub",
    "Home lab hub",
    ("Wiki", "Home lab hub", "Greenhouse climate"),
    (NoteId("wiki"), NoteId("hub"), NoteId("vents01")),
    (("topic", "greenhouse"), ("author", "Ada")),
    "2031-03-12 18:24:56.383Z",
    "2031-06-01T08:12:00+00:00",
    "5f3a9c02d1e8b7746a01",
    sections=(
        InspectedSection((), 96, is_code=False, passages=(passage("The controller in the shed runs the vents, the fans and the frost candles."),)),
        InspectedSection(
            ("Vents and fans",),
            1240,
            is_code=False,
            passages=(
                passage("Vents begin to open at 24 °C and are fully open at 31 °C, in five steps. They close one step at a time."),
                passage("When the wind sensor on the shed reports more than 45 km/h the vents go to step one.", STATES.PENDING),
            ),
        ),
        InspectedSection(
            ("Vents and fans", "Calibration table"),
            5210,
            is_code=True,
            passages=(passage("0x3f 0x11 0x9a 0x00 0x3f 0x12 0x9a 0x01", STATES.FAILED, "the model gave none that can be compared"),),
        ),
    ),
    links_out=(
        Linked("internal", "frost01", "Radiation frost: thresholds and response"),
        Linked("~supersedes", "vents00", "Greenhouse climate (2024)"),
        Linked("external", "https://example.org/actuators/vt-24-310"),
    ),
    links_in=(Linked("internal", "j0402", "2026-04-02 Thursday"),),
)  # fmt: skip
FAULT = Fault("ServerFault", "Trilium reported a fault of its own: 500", 3, "2031-06-01T10:12:00+00:00")
NOTES: dict[str, Inspection] = {
    "vents01": VENTS,
    "old01": Inspection(
        HOME, NoteId("old01"), Standing.LEFT_OUT, "Boiler of 1987", LeftOut.ARCHIVED, "text", "text/html",
        Area.OTHER, "default", "", ("Attic", "Boiler of 1987"), as_of="2031-06-01T08:12:00+00:00",
    ),
    "frost01": replace(
        VENTS, note_id=NoteId("frost01"), title="Radiation frost: thresholds and response", fault=FAULT,
        sections=(InspectedSection((), 0, is_code=False, passages=(passage(""),)),), links_out=(), links_in=(),
        given_by="label:wikiLayer",
    ),
}  # fmt: skip
HEALTHY = Health(
    samples.READY, StoreHealth(48_230_400, 1_204_224, 812_000, is_worth_compacting=False, spaces=(Space("multilingual-e5-small", 384, 6120, is_current=True),), failed=())
)  # fmt: skip
TROUBLED = Health(
    replace(
        samples.READY,
        pending=12,
        instances=(
            replace(samples.READY.instances[0], faulty=1, faults=(FaultyNote(NoteId("frost01"), "Radiation frost: thresholds and response", FAULT),),
                    last_sync="2031-06-01T08:12:00+00:00", left_out={"archived": 31, "no_text": 120}),
            replace(samples.READY.instances[1], state="unreachable", last_sync="2031-05-30T16:02:00+00:00"),
        ),
    ),
    StoreHealth(
        48_230_400, 1_204_224, 19_812_000, is_worth_compacting=True,
        spaces=(Space("multilingual-e5-small", 384, 6108, is_current=True), Space("all-minilm-l6-v2", 384, 6120, is_current=False)),
        failed=(FailedPassage(HOME, NoteId("vents01"), "Greenhouse climate", 5210, "the model gave none that can be compared"),),
    ),
)  # fmt: skip


@dataclass
class FakeInspector(Behaviour):
    """The work behind the window, in memory."""

    notes: dict[str, Inspection] = field(default_factory=lambda: dict(NOTES))
    health_now: Health = TROUBLED
    found: tuple[str, ...] = ()
    unreadable: TrayRecallError | None = None

    def find_notes(self, text: str) -> Sequence[FoundNote]:
        return [
            FoundNote(n.instance, n.note_id, n.title, n.path)
            for n in self.notes.values()
            if text and text.lower() in n.title.lower()
        ]

    def inspect(self, instance: InstanceId, note_id: NoteId) -> Inspection:
        if self.unreadable is not None:
            raise self.unreadable
        known = self.notes.get(note_id)
        return known or Inspection(instance, note_id, Standing.UNKNOWN)

    def url(self, instance: InstanceId, note_id: NoteId) -> str:
        return f"http://{instance}.example/#root/{note_id}"

    def reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        self.called(f"reindex {instance}/{note_id}")

    def retry(self, instance: InstanceId, note_id: NoteId) -> None:
        self.called(f"retry {instance}/{note_id}")

    def retry_all(self) -> None:
        self.called("retry all")

    def health(self) -> Health:
        return self.health_now

    def check(self) -> Sequence[str]:
        self.called("check")
        return self.found
