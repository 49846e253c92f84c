"""Files of models: their hashes, and folders that appear whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

MANIFEST = "manifest.json"  # written last: names the folder's files with their sha256
_STALE_AFTER = 3600.0  # seconds after which an unfinished folder belongs to nobody


def sha256_of(path: Path) -> str:
    """The sha256 of the file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_manifest(folder: Path, **facts: str) -> None:
    """Note the folder's files with their hashes, and the facts, in its manifest."""
    files = {path.name: sha256_of(path) for path in sorted(folder.iterdir())}
    (folder / MANIFEST).write_text(json.dumps({**facts, "files": files}, indent=1), encoding="utf-8")


def read_manifest(folder: Path) -> dict[str, str]:
    """The hashes by file name; empty when there is no manifest that can be read."""
    try:
        files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        return {str(name): str(digest) for name, digest in files.items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return {}


def is_there(path: Path) -> bool:
    """Whether there is such a file. Raises OSError where that can't be told: `Path.is_file` says no from Python 3.14 on."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def is_complete(folder: Path, names: Sequence[str]) -> bool:
    """Whether the folder has a manifest and those files. It doesn't hash them."""
    files = read_manifest(folder)
    return all(name in files and is_there(folder / name) for name in names)


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A temporary folder beside `target` that becomes `target` when the block ends well.

    After an exception it is gone; after a kill it lies around under another name and is swept away later.
    If another process finished the same target meanwhile, that one stays.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target)
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield folder
        try:
            folder.rename(target)
        except OSError:
            if not (target / MANIFEST).is_file():
                raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def discard(folder: Path) -> None:
    """Take a folder away at once, whatever becomes of its files."""
    doomed = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent)) / folder.name
    with suppress(OSError):
        folder.rename(doomed)
    shutil.rmtree(doomed.parent, ignore_errors=True)


def _sweep(target: Path) -> None:
    for left in target.parent.glob(f".{target.name}-*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE_AFTER:
                shutil.rmtree(left, ignore_errors=True)
