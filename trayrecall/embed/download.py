"""The pinned download of a model from the hub. Only an explicit wish of the person leads here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx

from trayrecall.core.errors import EmbedderError, NotDownloaded
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.embed.files import discard, sha256_of, write_manifest
from trayrecall.embed.models import HubFile, HubSource

_TIMEOUT = httpx.Timeout(30.0)
_PARTIAL = 206
_BAD_RANGE = 416
_AGAIN = QT_TRANSLATE_NOOP(
    "errors", "Run it again: what has arrived is kept, and the download goes on from there."
)


def download(
    source: HubSource,
    target: Path,
    *,
    progress: Callable[[float], None] | None,
    base_url: str,
) -> None:
    """Fetch the source's files into `target`, which appears when all of them are there and right.

    A broken download is taken up where it stopped. Raises `EmbedderError` for a file with a wrong hash, which
    is deleted, and `NotDownloaded` when the hub doesn't give it.
    """
    arriving = target.with_name(f"{target.name}.arriving")
    done = 0

    def told(count: int) -> None:
        if progress:
            progress(min(1.0, (done + count) / source.size))

    try:
        arriving.mkdir(parents=True, exist_ok=True)
        with httpx.Client(follow_redirects=True, timeout=_TIMEOUT) as hub:
            for file in source.files:
                url = f"{base_url}/{source.repository}/resolve/{source.revision}/{file.path}"
                _fetch(hub, url, file, arriving, told)
                done += file.size
        write_manifest(arriving, repository=source.repository, revision=source.revision)
        if target.exists():
            discard(target)
        arriving.rename(target)
    except OSError as error:
        raise EmbedderError(f"{target} can't be written: {error.strerror}") from error


def _fetch(hub: httpx.Client, url: str, file: HubFile, folder: Path, told: Callable[[int], None]) -> None:
    whole = folder / file.name
    if whole.is_file() and sha256_of(whole) == file.sha256:
        told(file.size)
        return
    part = folder / f"{file.name}.part"
    try:
        _append(hub, url, part, file.size, told)
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        raise NotDownloaded(f"{file.path}: the hub answers {status}", hint=_AGAIN) from error
    except httpx.HTTPError as error:
        raise NotDownloaded(f"{file.path}: {type(error).__name__}", hint=_AGAIN) from error
    found = sha256_of(part)
    if found != file.sha256:
        part.unlink()
        raise EmbedderError(
            f"{file.path} was deleted: its sha256 is {found}, expected {file.sha256}",
            hint=QT_TRANSLATE_NOOP(
                "errors",
                "What the hub gives is not the pinned file. Try again later or name a folder of your own.",
            ),
        )
    part.replace(whole)


def _append(hub: httpx.Client, url: str, part: Path, size: int, told: Callable[[int], None]) -> None:
    """Write the body of `url` to `part`, after what is there if the server can do that, up to `size` bytes."""
    have = part.stat().st_size if part.exists() else 0
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with hub.stream("GET", url, headers=headers) as answer:
        if answer.status_code == _BAD_RANGE:  # all of it is there already; its hash tells
            return
        answer.raise_for_status()
        resumed = answer.status_code == _PARTIAL
        count = have if resumed else 0
        with part.open("ab" if resumed else "wb") as file:
            for block in answer.iter_bytes():
                file.write(block)
                count += len(block)
                told(count)
                if count > size:  # not the pinned file, and perhaps without an end
                    return
