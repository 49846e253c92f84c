"""Where TrayRecall keeps its files on this machine. Each function makes the folder it names, for its owner only.

The environment variable `TRAYRECALL_HOME` puts everything below one folder (portable use, tests); without it the
platform's own places are used. It is read at every call, so a test needs no reload.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

HOME_VARIABLE = "TRAYRECALL_HOME"
_NAME = "trayrecall"
_PACKAGE = Path(__file__).resolve().parent
_PLATFORM_PLACES: Mapping[str, Callable[..., Path]] = {
    "config": platformdirs.user_config_path,
    "data": platformdirs.user_data_path,
    "state": platformdirs.user_state_path,
    "log": platformdirs.user_log_path,
    "cache": platformdirs.user_cache_path,
}

# All that TrayRecall writes into each of its folders, which may hold what is another's: `trayrecall erase` removes
# these and nothing else. A folder that lies in another's stands before it.
OWN_FILES: Mapping[str, tuple[str, ...]] = {
    "log": ("trayrecall.log*",),
    "cache": ("demo",),
    "data": ("index.sqlite*", "models", "questions.jsonl"),
    "state": (
        "runtime.json",
        "hook.json",
        "clients.json",
        "oauth.json",
        "searches.json",
        "single.json",
        "single.lock",
    ),
    "config": ("settings.json", "settings.json.lock"),
}


def config_dir() -> Path:
    """Folder of the settings file."""
    return _own_folder("config")


def data_dir() -> Path:
    """Folder of the index, which can be rebuilt from the servers."""
    return _own_folder("data")


def state_dir() -> Path:
    """Folder of what the running program tells others."""
    return _own_folder("state")


def log_dir() -> Path:
    """Folder of the log."""
    return _own_folder("log")


def cache_dir() -> Path:
    """Folder of what can be fetched again."""
    return _own_folder("cache")


def settings_file() -> Path:
    """The one settings file; it may not exist yet."""
    return config_dir() / "settings.json"


def database_file() -> Path:
    """The index; it may not exist yet."""
    return data_dir() / "index.sqlite"


def questions_file() -> Path:
    """A person's own test questions; it may not exist yet. See `trayrecall.questions`."""
    return data_dir() / "questions.jsonl"


def models_dir() -> Path:
    """Folder of installed embedding models."""
    return _made(data_dir() / "models")


def log_file() -> Path:
    """The log of the running program."""
    return log_dir() / "trayrecall.log"


def runtime_file() -> Path:
    """Port and process id of the running listener, as JSON; absent while none runs."""
    return state_dir() / "runtime.json"


def hook_config_file() -> Path:
    """Where the prompt hook's client finds the running listener and its own token, as JSON; absent while none runs."""
    return state_dir() / "hook.json"


def client_uses_file() -> Path:
    """When each client was last let in, as JSON; it may not exist yet."""
    return state_dir() / "clients.json"


def searches_file() -> Path:
    """The person's own searches in the popup, as JSON; absent while there are none."""
    return state_dir() / "searches.json"


def oauth_file() -> Path:
    """The remote clients that logged in, with the hashes of their tokens, as JSON; it may not exist yet."""
    return state_dir() / "oauth.json"


def resources_dir() -> Path:
    """Folder of shipped files: inside the package when installed from a wheel, else that of the checkout."""
    inside = _PACKAGE / "resources"
    return inside if inside.is_dir() else _PACKAGE.parent / "resources"


def hook_script() -> Path:
    """The shipped client of the prompt hook."""
    return resources_dir() / "hook" / "trayrecall_hook.py"


def read_own(path: Path) -> bytes:
    """What the file holds. Raises OSError, also for a pipe, in which a reader would wait for ever."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise _impossible(str(path), "it is no file")
    return path.read_bytes()


def write_private(path: Path, text: str) -> None:
    """Replace the file in one step, readable by its owner only: a reader sees the old or the new one, never a part.

    A link stays a link; the file that it names is replaced. Raises OSError, and leaves the old file as it is then.
    """
    import tempfile  # noqa: PLC0415 - `trayrecall toggle` writes nothing and is in a hurry

    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # made 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _own_folder(name: str) -> Path:
    return _made(own_folder(name))


def own_folder(name: str) -> Path:
    """One of the folders, which may not exist: below TRAYRECALL_HOME when that is set, else the platform's place.

    Raises OSError when there can be none.
    """
    home = os.environ.get(HOME_VARIABLE, "").strip()
    try:
        folder = Path(home).expanduser() if home else _PLATFORM_PLACES[name](_NAME, appauthor=False)
    except RuntimeError:  # an account without an entry, as containers have it, or none of that name
        raise _impossible(home or "~", f"no such home is known; set {HOME_VARIABLE}") from None
    try:
        str(folder).encode()
    except UnicodeEncodeError:  # SQLite and JSON take no other
        raise _impossible(str(folder), "its name is not valid UTF-8") from None
    return folder.absolute() / name if home else folder


def _impossible(folder: str, why: str) -> OSError:
    failure = OSError(why)  # without an errno: not the system refuses it, and its usual advice wouldn't help
    failure.filename, failure.strerror = folder, why
    return failure


def _made(folder: Path) -> Path:
    """Make the folder if need be, readable by its owner only; an existing one is left as it is.

    Raises OSError when it can't be made.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(exist_ok=True, mode=0o700)
    except (FileExistsError, NotADirectoryError) as failure:
        raise _impossible(str(failure.filename), "a file is where a folder should be; move it away") from None
    return folder
