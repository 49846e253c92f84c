"""Generated notes as a person's Trilium holds them: HTML of 150 to 600 words from 40 topics, seed 7 (case PF03).

Each topic mixes the words of two of the writer's; four of five notes are text with headings, lists, a table, links or
code in it, the others are Markdown or code notes. Folders of a hundred notes make the tree.
"""

from __future__ import annotations

import html
import random
from collections.abc import Iterator
from itertools import combinations

from tests import pipeline
from tests.bench.texts import LANGUAGES, SHARES, Text, Writer
from tests.fakes import label, note
from tests.pipeline import NotesInMemory
from trayrecall.core.model import NoteId
from trayrecall.demo.notes import DemoNote

SEED = 7
TOPICS = 40
FEWEST_WORDS, MOST_WORDS = 150, 600
IN_A_FOLDER = 100
_FIRST_YEAR = 2019


class NoteWriter:
    """Writes notes from a seed, the same at every run."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = random.Random(seed)
        self._writer = Writer(seed)
        pairs = list(combinations(range(self._writer.topics), 2))
        self._topics = self._random.sample(pairs, TOPICS)
        self.subjects: dict[str, Text] = {}  # of each note written; the body is left away

    def tree(self, count: int) -> Iterator[DemoNote]:
        """So many notes `n0`, `n1`, … and before each hundred of them their folder."""
        for number in range(count):
            folder = f"folder{number // IN_A_FOLDER}"
            if number % IN_A_FOLDER == 0:
                yield note(folder, f"Folder {number // IN_A_FOLDER}", type="book")
            yield self._note(number, folder)

    def _note(self, number: int, folder: str) -> DemoNote:
        topics, language = self._subject()
        topic = self._random.choice(topics)
        title = self._writer.title(topic, language, number)
        self.subjects[f"n{number}"] = Text(topic, language, title, "")
        written = self._random.random()
        moment = self._moment()
        labels = (label(f"n{number}", "topic", title.split()[0]),) if written < 0.3 else ()
        kind, mime = ("code", "text/x-markdown") if written > 0.9 else ("text", "text/html")
        body = self._markdown(topics, language) if kind == "code" else self._html(topics, language)
        return note(
            f"n{number}",
            title,
            body,
            type=kind,
            mime=mime,
            parents=(folder,),
            attributes=labels,
            utc_created=moment,
            utc_modified=moment,
        )

    def _subject(self) -> tuple[tuple[int, int], str]:
        (language,) = self._random.choices(LANGUAGES, SHARES)
        return self._random.choice(self._topics), language

    def _moment(self) -> str:
        of = self._random.randrange
        day = f"{_FIRST_YEAR + of(8)}-{of(12) + 1:02d}-{of(28) + 1:02d}"
        return f"{day} {of(24):02d}:{of(60):02d}:{of(60):02d}.{of(1000):03d}Z"

    def _paragraphs(self, topics: tuple[int, int], language: str) -> Iterator[str]:
        left = self._random.randint(FEWEST_WORDS, MOST_WORDS)
        while left > 0:
            words = min(left, self._random.randint(20, 90))
            yield self._writer.body(self._random.choice(topics), language, words)
            left -= words

    def _html(self, topics: tuple[int, int], language: str) -> str:
        parts = []
        for paragraph in self._paragraphs(topics, language):
            if self._random.random() < 0.25:
                parts.append(f"<h2>{html.escape(self._writer.outline(topics[0], language)[:40])}</h2>")
            parts.append(self._shaped(html.escape(paragraph, quote=False)))
        return "\n".join(parts)

    def _shaped(self, text: str) -> str:
        """A paragraph as CKEditor writes it: mostly plain, at times with emphasis, a link, a list, a table or code."""
        kind = self._random.random()
        head, _, rest = text.partition(" ")
        if kind < 0.6:
            return f"<p>{text}</p>"
        if kind < 0.75:
            return f'<p><strong>{head}</strong>&nbsp;<a href="https://example.org/{len(text)}">{rest[:20]}</a>{rest[20:]}</p>'
        pieces = [piece for piece in text.split(".") if piece.strip()] or [text]
        if kind < 0.92:
            return "<ul>" + "".join(f"<li>{piece}</li>" for piece in pieces) + "</ul>"
        if kind < 0.97:
            rows = "".join(
                f"<tr><td>{number}</td><td>{piece}</td></tr>" for number, piece in enumerate(pieces)
            )
            return f'<figure class="table"><table><tbody>{rows}</tbody></table></figure>'
        return f'<pre><code class="language-text-x-sh">{text}</code></pre>'

    def _markdown(self, topics: tuple[int, int], language: str) -> str:
        return "\n\n".join(
            f"## {paragraph[:24]}\n\n{paragraph}" for paragraph in self._paragraphs(topics, language)
        )


def in_memory(writer: NoteWriter, count: int) -> NotesInMemory:
    """So many notes as a source, without their folders."""
    notes = [each for each in writer.tree(count) if each.content]
    return NotesInMemory(
        [
            pipeline.note(each.id, each.title, kind=each.type, mime=each.mime, modified=each.utc_modified)
            for each in notes
        ],
        {NoteId(each.id): (each.content or b"").decode() for each in notes},
    )
