"""Every failure of TrayRecall has a name, a title and a hint for a person.

TrayRecallError
├── UserInputError            a value that a person typed can't be used
│   └── NoToken               a server has no token, or none that could be one
├── SettingsError             the settings file can't be read or written
├── SourceError               talking to a Trilium server failed
│   ├── Unreachable           nothing answers at the address
│   ├── SourceTimeout         the server is slow or busy; not a sign that it is gone
│   ├── NotTrilium            something answers, but it isn't Trilium's ETAPI
│   ├── WrongToken            Trilium refuses the token
│   ├── NotSetUp              Trilium runs but was never initialised
│   ├── ProtectedNote         the note is protected; ETAPI can't read it
│   ├── NoteGone              the note isn't there (any more)
│   ├── LoginPageInTheWay     a proxy redirects to its own login page
│   ├── HtmlInsteadOfJson     a web page came where data was expected
│   ├── TlsFailure            the certificate isn't trusted or TLS failed
│   ├── ServerFault           the server answered 5xx or 429
│   ├── BadRequest            the server refused the request (4xx)
│   ├── OtherContent          a content came that isn't the one that was listed
│   ├── TooLarge              the answer is longer than we read
│   └── WriteRefused          our own transport refused to send anything but a read
├── UnpreparedNote            a note can't be prepared, or takes too long or too much memory
├── ImplausibleListing        the server's list of notes can't be true; nothing is applied
├── StoreError                the index file can't be used
├── EmbedderError             the embedding model failed
│   └── ModelUnavailable      no model is installed; keyword search works alone
│       └── NotDownloaded     the hub doesn't give the model
└── SecretStoreError          the keyring failed
    ├── SecretStoreLocked     the keyring is locked or asks for a password
    ├── NoSecretStore         there is no keyring on this machine
    └── SecretsFileError      the file that stands for a keyring can't be read or written

A message never holds a token: `SourceError`s are built from statuses and fixed texts, not from the
texts of lower libraries, which may quote a header. Titles, hints, and details that a window may show are marked for
translation where they stand; what varies in them is given beside them, as `values`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trayrecall.core.linguist import QT_TRANSLATE_NOOP, Told


class TrayRecallError(Exception):
    """Base of all failures. `title` says what happened, `hint` what a person can do about it."""

    title = QT_TRANSLATE_NOOP("errors", "Something went wrong")
    hint = ""

    def __init__(
        self, detail: str = "", *, hint: str | None = None, values: Mapping[str, object] | None = None
    ) -> None:
        """`values` stand in for `{name}` in detail and hint; without any both are taken as they are."""
        self._texts, self._values = (detail, self.hint if hint is None else hint), values
        self.detail, self.hint = (self._filled(text, str) for text in self._texts)
        super().__init__(self.detail or self.title)

    def _filled(self, text: str, translate: Callable[[str], str]) -> str:
        if not text or self._values is None:
            return translate(text) if text else ""
        given = {k: self._value(v, translate) for k, v in self._values.items()}
        return translate(text).format(**given)

    @staticmethod
    def _value(value: object, translate: Callable[[str], str]) -> object:
        if isinstance(value, Told):
            return value.translated(translate)
        return translate(value) if isinstance(value, str) and value else value

    def translated(self, translate: Callable[[str], str]) -> tuple[str, str, str]:
        """Title, detail and hint, each through `translate` before its values, which may be marked too, are put in."""
        detail, hint = (self._filled(text, translate) for text in self._texts)
        return translate(self.title), detail, hint

    @property
    def name(self) -> str:
        """The stable name of this kind of failure, for logs, `/health` and tests."""
        return type(self).__name__

    def __str__(self) -> str:
        return f"{self.title}: {self.detail}" if self.detail else self.title


class UserInputError(TrayRecallError):
    """A value that a person typed can't be used."""

    title = QT_TRANSLATE_NOOP("errors", "That can't be used")


class NoToken(UserInputError):
    """A server has no token, or none that could be one."""

    title = QT_TRANSLATE_NOOP("errors", "There is no token for this server")


class SettingsError(TrayRecallError):
    """The settings file can't be read or written."""

    title = QT_TRANSLATE_NOOP("errors", "The settings file can't be used")
    hint = QT_TRANSLATE_NOOP("errors", "Mend or move the file named above; it was left as it is.")


class SourceError(TrayRecallError):
    """Talking to a Trilium server failed.

    `is_spoken` tells that Trilium itself said so, in the form of its own errors, and nothing that stands before it.
    """

    title = QT_TRANSLATE_NOOP("errors", "Trilium could not be read")
    is_spoken = False


class Unreachable(SourceError):
    """Nothing answers at the address."""

    title = QT_TRANSLATE_NOOP("errors", "Nothing answers at this address")
    hint = QT_TRANSLATE_NOOP(
        "errors", "Check that Trilium is running and that the address and port are right."
    )


class SourceTimeout(SourceError):
    """The server did not answer in time; it may only be busy."""

    title = QT_TRANSLATE_NOOP("errors", "Trilium did not answer in time")
    hint = QT_TRANSLATE_NOOP(
        "errors", "It may be busy (its hourly consistency check blocks it); it is asked again later."
    )


class NotTrilium(SourceError):
    """Something answers at the address, but it isn't Trilium's ETAPI."""

    title = QT_TRANSLATE_NOOP("errors", "This address is not a Trilium")
    hint = QT_TRANSLATE_NOOP("errors", "Check the address, above all a missing or wrong path prefix.")


class WrongToken(SourceError):
    """Trilium refuses the token."""

    title = QT_TRANSLATE_NOOP("errors", "Trilium refuses the token")
    hint = QT_TRANSLATE_NOOP(
        "errors", "Make a new ETAPI token in Trilium (Options, ETAPI) and enter it again."
    )


class NotSetUp(SourceError):
    """Trilium runs but was never initialised."""

    title = QT_TRANSLATE_NOOP("errors", "This Trilium is not set up yet")
    hint = QT_TRANSLATE_NOOP("errors", "Open it in a browser and finish its first-time set-up.")


class ProtectedNote(SourceError):
    """The note is protected; ETAPI can't read it."""

    title = QT_TRANSLATE_NOOP("errors", "The note is protected")
    is_spoken = True


class NoteGone(SourceError):
    """The note isn't there (any more)."""

    title = QT_TRANSLATE_NOOP("errors", "The note does not exist")
    is_spoken = True


class LoginPageInTheWay(SourceError):
    """A proxy redirects to its own login page."""

    title = QT_TRANSLATE_NOOP("errors", "A login page is in the way")
    hint = QT_TRANSLATE_NOOP(
        "errors", "Let the paths /etapi and /api/health-check pass your proxy without its own login."
    )


class HtmlInsteadOfJson(SourceError):
    """A web page came where data was expected."""

    title = QT_TRANSLATE_NOOP("errors", "A web page came instead of data")
    hint = QT_TRANSLATE_NOOP(
        "errors", "A proxy or another program answers at this address; check the address and the path prefix."
    )


class TlsFailure(SourceError):
    """The certificate isn't trusted or the TLS handshake failed.

    `presented` is the SHA-256 of the certificate that nobody vouches for, when it was seen: a person may pin it.
    """

    title = QT_TRANSLATE_NOOP("errors", "The secure connection failed")
    hint = QT_TRANSLATE_NOOP(
        "errors",
        "The certificate is not trusted or has expired; add its authority to this system's trust store.",
    )

    def __init__(
        self,
        detail: str = "",
        *,
        hint: str | None = None,
        values: Mapping[str, object] | None = None,
        presented: str | None = None,
    ) -> None:
        super().__init__(detail, hint=hint, values=values)
        self.presented = presented


class ServerFault(SourceError):
    """The server answered 5xx or 429. `retry_after` are the seconds it asks us to wait, when it says so."""

    title = QT_TRANSLATE_NOOP("errors", "Trilium reported a fault of its own")
    hint = QT_TRANSLATE_NOOP("errors", "Look into Trilium's log; it is asked again later.")

    def __init__(
        self,
        detail: str = "",
        *,
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.retry_after = retry_after


class BadRequest(SourceError):
    """The server refused the request with a 4xx that has no name of its own."""

    title = QT_TRANSLATE_NOOP("errors", "Trilium refused the request")


class OtherContent(SourceError):
    """A content came that isn't the one that was listed, from a server on which nothing changed."""

    title = QT_TRANSLATE_NOOP("errors", "Another content came than the one that is listed")


class TooLarge(SourceError):
    """The answer is longer than we read."""


class WriteRefused(SourceError):
    """Our own transport refused to send anything but a harmless read."""

    title = QT_TRANSLATE_NOOP("errors", "Refused to send a request that could write")


class UnpreparedNote(TrayRecallError):
    """A note can't be prepared: it takes too long, or too much memory, or meets an error of ours."""

    title = QT_TRANSLATE_NOOP("errors", "The note can't be prepared, or only in too much time or memory")


class ImplausibleListing(TrayRecallError):
    """The server's list of notes can't be true; nothing of it is applied."""

    title = QT_TRANSLATE_NOOP("errors", "The server's list of notes is not believable")
    hint = QT_TRANSLATE_NOOP(
        "errors",
        "Nothing was deleted. It is asked again; if your notes really are gone, run “trayrecall sync --accept-deletions”.",
    )


class StoreError(TrayRecallError):
    """The index file can't be used."""

    title = QT_TRANSLATE_NOOP("errors", "The index can't be used")


class EmbedderError(TrayRecallError):
    """The embedding model failed."""

    title = QT_TRANSLATE_NOOP("errors", "The embedding model failed")


class ModelUnavailable(EmbedderError):
    """No embedding model is installed; keyword search works alone."""

    title = QT_TRANSLATE_NOOP("errors", "No embedding model is installed")
    hint = QT_TRANSLATE_NOOP(
        "errors", "Keyword search works. For search by meaning run “trayrecall model install”."
    )


class NotDownloaded(ModelUnavailable):
    """The hub doesn't give the model; another may be installed."""

    title = QT_TRANSLATE_NOOP("errors", "The model could not be downloaded")


class SecretStoreError(TrayRecallError):
    """The keyring failed."""

    title = QT_TRANSLATE_NOOP("errors", "The keyring can't be used")


class SecretStoreLocked(SecretStoreError):
    """The keyring is locked or waits for its password."""

    title = QT_TRANSLATE_NOOP("errors", "The keyring is locked")
    hint = QT_TRANSLATE_NOOP("errors", "Unlock it (logging in usually does) and try again.")


class NoSecretStore(SecretStoreError):
    """There is no keyring on this machine."""

    title = QT_TRANSLATE_NOOP("errors", "This machine has no keyring")
    hint = QT_TRANSLATE_NOOP(
        "errors",
        "Install a keyring; or name a file, readable by you alone, in RECALL_SECRETS_FILE; or, for a server,"
        " give its token in RECALL_<NAME>_TOKEN.",
    )


class SecretsFileError(SecretStoreError):
    """The file that RECALL_SECRETS_FILE names can't be read or written."""

    title = QT_TRANSLATE_NOOP("errors", "The file of tokens can't be used")
    hint = QT_TRANSLATE_NOOP("errors", "Mend it, or look at its owner and permissions; it was left as it is.")


def explain(failure: TrayRecallError) -> str:
    """A failure as a person reads it: what happened, and what to do."""
    told = str(failure)
    if isinstance(failure, UserInputError) and failure.detail:  # the detail alone says it
        told = failure.detail[0].upper() + failure.detail[1:]
    return f"{told.rstrip('.')}. {failure.hint}" if failure.hint else told


def explain_file(failure: OSError) -> str:
    """What the system refused to do with a file or folder, and what to look at."""
    what = f"{failure.filename} can't be used" if failure.filename else "A file can't be used"
    why = failure.strerror or type(failure).__name__
    hint = "" if failure.errno is None else " Check its owner, its permissions and the room on its disk."
    return f"{what} ({why}).{hint}"
