"""What the activity window's tests and pictures show: prompts of two weeks, their totals, and the work behind it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.desktop.work import Behaviour
from trayrecall.core.gate import Gate, GateGroup
from trayrecall.core.inspection import FoundNote
from trayrecall.core.model import Considered, Decision, InstanceId, NoteId
from trayrecall.core.totals import Totals
from trayrecall.questions import Question
from trayrecall.ui.activity_actions import DAYS, Look, Sought

HOME, WORK = InstanceId("home"), InstanceId("work")
GATE = Gate(
    {
        "": GateGroup("", 0.041, 0.03, 1169, 0.034),
        "en": GateGroup("en", 0.046, 0.03, 320, 0.037),
        "de": GateGroup("de", 0.039, 0.03, 290, 0.031),
        "zh": GateGroup("zh", 0.038, 0.03, 284, 0.028),
    },
    passages=3702,
    measured_at="2031-06-01T08:12:00+00:00",
)


def considered(
    note_id: str, title: str, strength: float | None, cosine: float | None, *, sent: bool = False,
    coverage: float = 0.3, instance: InstanceId = HOME,
) -> Considered:  # fmt: skip
    return Considered(
        instance, NoteId(note_id), sent, cosine, strength, coverage, cosine or 0.0, title, strength
    )


def decisions(now: datetime | None = None) -> list[Decision]:
    """The last prompts, newest first."""
    end = now or datetime.now(UTC)
    minutes = iter((1, 4, 9, 13, 22, 35, 61, 1510, 1533, 2990, 3000))
    made: list[Decision] = []

    def add(
        prompt: str, reason: str, *notes: Considered, detail: str = "", ms: float = 18.0,
        cwd: str = "/home/ada/src/greenhouse", degraded: str | None = None, threshold: float | None = 0.046,
        tokens: int = 0,
    ) -> None:  # fmt: skip
        at = (end - timedelta(minutes=next(minutes))).isoformat()
        made.append(
            Decision(
                at, "3f2a91c7-77aa", "UserPromptSubmit", cwd, prompt, reason, detail, degraded, ms, notes,
                100 - len(made), threshold if notes else None, tokens,
            )
        )  # fmt: skip

    vents = considered("vents01", "Greenhouse climate", 0.094, 0.872, sent=True, coverage=0.66)
    frost = considered("frost01", "Radiation frost: thresholds and response", 0.061, 0.851, sent=True)
    talk = considered("src07", "Talk: Ventilation without fans in small houses", 0.038, 0.839, coverage=0.2)
    order = considered("order01", "Ersatzteile: Stellmotoren", 0.012, 0.801, coverage=0.1, instance=WORK)
    add(
        "At what temperature do the greenhouse vents open, and what happens when the wind gets up? Please write the"
        " controller's hysteresis so that it fits what we measured last spring.",
        "sent", vents, frost, talk, order, tokens=412, ms=21.4,
    )  # fmt: skip
    add("run the tests again and fix what fails", "skipped", detail="chore", ms=0.2)
    add(
        "Which socket type do modern laptops use for charging?", "gated",
        considered("order01", "Ersatzteile: Stellmotoren", 0.031, 0.812, coverage=0.1),
        considered("vents01", "Greenhouse climate", 0.009, 0.797, coverage=0.0),
    )  # fmt: skip
    add("ok, weiter", "skipped", detail="reply", ms=0.1)
    add("Wie breit war die Dachlüftung?", "repeated", vents, frost, ms=16.9)
    add(
        "温室的天窗几度打开？",
        "sent",
        considered("zh01", "温室通风记录", 0.088, 0.861, sent=True, coverage=0.8),
        ms=24.0,
        tokens=96,
    )
    add("Summarise the incident of Tuesday", "late", ms=1204.0, cwd="/home/ada/src/ops")
    add("xyzzy", "nothing", cwd="/home/ada/src/ops", threshold=None)
    add("where do we keep the spare relay for pump 2?", "sent",
        considered("pump", "Pump 2", None, None, sent=True, coverage=1.0), degraded="loading_model",
        threshold=None, tokens=81, cwd="")  # fmt: skip
    add("/compact", "paused", ms=0.1)
    add("what did we decide about the alarm?", "failed", ms=4.0)
    return made


def totals(days: int = DAYS) -> list[Totals]:
    """A month of work with quiet weekends."""
    today = datetime.now(UTC).astimezone().date()
    made = []
    for back in range(days - 1, -1, -1):
        day = today - timedelta(days=back)
        busy = 0 if back % 7 in (3, 4) else 22 + (back * 37) % 41
        sent = busy // 3
        reasons = {"sent": sent, "gated": busy // 4, "skipped": busy - sent - busy // 4} if busy else {}
        speeds = {20: sent, 30: busy // 4, 50: busy // 9} if busy else {}
        made.append(Totals(day.isoformat(), reasons, sent * 2, sent * 290, speeds))
    return made


@dataclass
class FakeActivity(Behaviour):
    """The work behind the window, in memory."""

    made: list[Decision] = field(default_factory=decisions)
    own: dict[str, Question] = field(default_factory=dict)
    keep_days: int = 30

    def look(self, sought: Sought, limit: int, known: tuple[int, int] | None) -> Look:
        self.called("look")
        mark = (max((d.id for d in self.made), default=0), len(self.made))
        found = [
            d
            for d in self.made
            if (not sought.reasons or d.reason in sought.reasons)
            and sought.text.lower() in f"{d.prompt}\n{d.cwd}".lower()
        ]
        return Look(
            mark, None if mark == known else tuple(found[:limit]), tuple(totals()), GATE, self.keep_days, dict(self.own),
            {HOME: "Home", WORK: "Work"},
        )  # fmt: skip

    def should_match(self, prompt: str, notes: Collection[str]) -> None:
        self.called(f"match {' '.join(notes)}".strip())
        self.own[prompt] = Question(
            prompt, frozenset(notes), is_prompt=True, kind="own", line=1, expects_any=not notes
        )

    def was_noise(self, prompt: str) -> None:
        self.called("noise")
        self.own[prompt] = Question(prompt, frozenset(), is_prompt=True, kind="own", line=1)

    def forget(self, prompt: str) -> None:
        self.called("forget")
        del self.own[prompt]

    def forget_questions(self) -> None:
        self.called("forget all questions")
        self.own.clear()

    def questions_file(self) -> Path:
        return Path("/home/ada/questions.jsonl")

    def clear(self) -> None:
        self.called("clear")
        self.made.clear()

    def keep(self, days: int) -> None:
        self.called(f"keep {days}")
        self.keep_days = days

    def find_notes(self, text: str) -> Sequence[FoundNote]:
        self.called(f"find {text}")
        notes = {"frost01": "Radiation frost: thresholds and response", "fog": "Fog in the valley"}
        return [
            FoundNote(HOME, NoteId(i), title, ("Wiki", title))
            for i, title in notes.items()
            if text and text.lower() in title.lower()
        ]

    def url(self, instance: InstanceId, note_id: NoteId) -> str:
        return f"http://{instance}.example/#root/{note_id}"
