"""A person's test questions: one JSON object a line, with what should come.

`{"query": "...", "expect": ["home/noteId", ...]}` is a search, `{"prompt": "...", "expect": [...]}` what an agent is told:
an empty `expect` means that silence is right, `"any"` that something should come. `kind` groups lines.

`OwnQuestions` keeps those that a person made with one click in a file of their own, to be read, edited and deleted by hand
too; `trayrecall eval` without a file asks them.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.paths import write_private

ANY = "any"
OWN_KIND = "own"


@dataclass(frozen=True, slots=True)
class Question:
    """One line of a file. For a prompt an empty `expect` means silence, unless `expects_any`."""

    text: str
    expect: frozenset[str]
    is_prompt: bool
    kind: str
    line: int
    expects_any: bool = False

    @property
    def wants_silence(self) -> bool:
        """Whether nothing should come."""
        return not self.expect and not self.expects_any


def read_questions(path: Path) -> list[Question]:
    """The questions of a file. Raises UserInputError that names file and line."""
    found = [
        _question(path, number, line) for number, line in enumerate(_lines(path), start=1) if line.strip()
    ]
    if not found:
        raise UserInputError(QT_TRANSLATE_NOOP("errors", "{path} holds no question"), values={"path": path})
    return found


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")  # JSON may hold other signs that break a line
    except (OSError, UnicodeDecodeError) as failure:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "{path} can't be read ({why})"),
            values={"path": path, "why": getattr(failure, "strerror", None) or "it is not UTF-8"},
        ) from None


def _question(path: Path, number: int, line: str) -> Question:
    def wrong(why: str) -> UserInputError:
        return UserInputError(
            QT_TRANSLATE_NOOP("errors", "{path}, line {line}: {why}"),
            values={"path": path, "line": number, "why": why},
        )

    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise wrong("is no JSON") from None
    if not isinstance(raw, dict) or ("query" in raw) == ("prompt" in raw):
        raise wrong('needs one of "query" and "prompt"')
    is_prompt = "prompt" in raw
    asked, expect = raw["prompt" if is_prompt else "query"], raw.get("expect", [])
    kind = str(raw.get("kind") or "all")
    if not isinstance(asked, str) or not asked.strip():
        raise wrong("the question must be a text that isn't empty")
    if is_prompt and expect == ANY:
        return Question(asked, frozenset(), is_prompt, kind, number, expects_any=True)
    if not isinstance(expect, list) or not all(isinstance(note, str) and note for note in expect):
        raise wrong('"expect" must be a list of notes such as "home/aB3dE5fG7hIj"')
    if not is_prompt and not expect:
        raise wrong('a "query" needs notes in "expect"; silence is a matter of prompts')
    return Question(asked, frozenset(expect), is_prompt, kind, number)


class OwnQuestions:
    """The file of a person's own prompts. Thread-safe; all may block. Lines of other kinds stay as they are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def of_prompts(self) -> dict[str, Question]:
        """What was said of each prompt. What can't be read is left away here; `read_questions` names it."""
        if not self.path.is_file():
            return {}
        found = {}
        with suppress(UserInputError):
            for number, line in enumerate(_lines(self.path), start=1):
                with suppress(UserInputError):
                    question = _question(self.path, number, line)
                    if question.is_prompt:
                        found[question.text] = question
        return found

    def should_match(self, prompt: str, notes: Collection[str] = ()) -> None:
        """These notes (`home/noteId`) should have come to the prompt; without any, something should have."""
        self._put(prompt, sorted(notes) or ANY)

    def was_noise(self, prompt: str) -> None:
        """Silence would have been right."""
        self._put(prompt, [])

    def forget(self, prompt: str) -> None:
        """Nothing was said of the prompt after all."""
        self._put(prompt, None)

    def forget_all(self) -> None:
        """Delete the file."""
        with self._lock:
            self.path.unlink(missing_ok=True)

    def _put(self, prompt: str, expect: Any) -> None:
        """Say something else of a prompt; raises UserInputError when the file can't be read or written."""
        with self._lock:
            before = _lines(self.path) if self.path.is_file() else []
            kept = [line for line in before if line.strip() and not _is_of(line, prompt)]
            if expect is not None:
                kept.append(
                    json.dumps({"prompt": prompt, "expect": expect, "kind": OWN_KIND}, ensure_ascii=False)
                )
            try:
                if kept:
                    write_private(self.path, "".join(f"{line}\n" for line in kept))
                else:
                    self.path.unlink(missing_ok=True)
            except (OSError, UnicodeEncodeError) as failure:
                raise UserInputError(
                    QT_TRANSLATE_NOOP("errors", "{path} can't be written ({why})"),
                    values={"path": self.path, "why": type(failure).__name__},
                ) from None


def _is_of(line: str, prompt: str) -> bool:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(raw, dict) and raw.get("prompt") == prompt
