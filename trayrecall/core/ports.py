"""The three seams of the house: where notes, vectors and secrets come from.

The engine sees Trilium, the embedder and the keyring only through these; `app` and `cli` pass them in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from trayrecall.core.model import Fingerprint, NoteId, NoteMeta

if TYPE_CHECKING:  # a thin client of the running application needs the secret store alone, and no numpy
    import numpy as np
    import numpy.typing as npt

Vector: TypeAlias = "npt.NDArray[np.float32]"  # shape (dimension,), length 1
Matrix: TypeAlias = "npt.NDArray[np.float32]"  # shape (n, dimension), each row of length 1


class NoteSource(Protocol):
    """One Trilium server, read-only. All methods raise `core.errors.SourceError` and its children."""

    def change_mark(self) -> str | None:
        """An opaque value that differs whenever anything changed; None when the server doesn't tell."""

    def listing(self, known: int = 0, /) -> tuple[NoteMeta, ...]:
        """Metadata of all notes the server shows, archived ones included, without any content.

        `known` is how many there were before: of very many, the source may ask for a part at a time.
        """

    def content(self, note_id: NoteId) -> str:
        """The note's content as text. Thread-safe: up to four threads ask at once."""

    def app_version(self) -> str:
        """The server's version, e.g. `0.102.1`; the cheapest call that proves address and token."""

    def close(self) -> None:
        """Give the connections back."""


@runtime_checkable
class SecondOpinion(Protocol):
    """A note source that can be asked for its listing in another form, when the first can't be believed."""

    def relisting(self) -> tuple[NoteMeta, ...]:
        """The same as `NoteSource.listing`, by other requests."""


class Embedder(Protocol):
    """Text to vectors. Thread-safe. Methods raise `core.errors.EmbedderError`."""

    @property
    def fingerprint(self) -> Fingerprint:
        """The identity of the vectors this embedder makes."""

    def query(self, text: str) -> Vector:
        """The vector of one question, in milliseconds; not delayed by `passages` running elsewhere."""

    def passages(self, texts: Sequence[str]) -> Matrix:
        """The vectors of passages, in their order; texts past the token limit are cut at it."""

    def count_tokens(self, text: str) -> int:
        """How many tokens of the model's limit the text takes, special tokens and prefix included."""

    def close(self) -> None:
        """Free the model."""


class SecretStore(Protocol):
    """Tokens by name. Methods raise `core.errors.SecretStoreError`; no method prints a secret."""

    def get(self, name: str) -> str | None:
        """The secret, or None when there is none of that name."""

    def set(self, name: str, secret: str) -> None:
        """Keep the secret, replacing an older one."""

    def delete(self, name: str) -> None:
        """Forget the secret; no error when there is none."""
