"""A loaded embedding model, as the engine uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from trayrecall.core.ports import Embedder
from trayrecall.core.ranking import CosineScale
from trayrecall.store.vectors import Neutral


@dataclass(frozen=True, slots=True)
class Model:
    """A loaded embedding model with what its cosines mean."""

    embedder: Embedder
    scale: CosineScale
    languages: Mapping[str, Sequence[str]] = field(default_factory=dict)  # everyday sentences of each
    off_topic: Mapping[str, Sequence[str]] = field(default_factory=dict)  # prompts that measure the gate

    def neutral(self) -> dict[str, Neutral]:
        """Where each language lies: the means of its sentences as queries, and of a few together as passages."""
        found = {}
        for language, sentences in self.languages.items():
            texts = [" ".join(sentences[i : i + _A_PASSAGE]) for i in range(0, len(sentences), _A_PASSAGE)]
            queries = [self.embedder.query(sentence) for sentence in sentences]
            found[language] = Neutral(self.embedder.passages(texts).mean(axis=0), np.mean(queries, axis=0))
        return found


_A_PASSAGE = 5  # sentences
