"""How a coding agent runs the prompt hook's client, and the file by which the client finds the running listener.

The client itself is `resources/hook/trayrecall_hook.py`, a script of the standard library alone.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from trayrecall import paths
from trayrecall.paths import write_private

log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 3  # the agent's own limit for the hook, which is never reached: the client ends within 1.5

# `python SCRIPT` ends with exit code 2 when the script is gone, and that code erases the person's prompt: agents would
# be mute after an uninstall. So the script is run by this line, which says nothing then.
_LOADER = (
    r"exec('try:\n import sys\n del sys.argv[0]\n exec(open(sys.argv[0]).read())\nexcept Exception:\n pass')"
)


def command(client: str = "", *, python: str | None = None) -> list[str]:
    """The hook's command as program and arguments (exec form, no shell).

    `client` names an agent that wants another form of the answer. The interpreter is that below a virtual environment:
    the client needs no package, and starts sooner without the environment.
    """
    program = python or str(getattr(sys, "_base_executable", None) or sys.executable)
    words = [
        program,
        "-I",
        "-S",
        "-E",
        "-c",
        _LOADER,
        str(paths.hook_script()),
        str(paths.hook_config_file()),
    ]
    return [*words, client] if client else words


def shell_line(words: Sequence[str], *, windows: bool = os.name == "nt") -> str:
    """The command as one line for a shell; for agents that know no exec form.

    On Windows it is a line that cmd.exe, PowerShell and Git's bash understand alike, as long as the paths hold no
    blank: forward slashes, quotes only where they must be.
    """
    if not windows:
        return shlex.join(words)
    return subprocess.list2cmdline([_with_slashes(word) for word in words])


def _with_slashes(word: str) -> str:
    return word.replace("\\", "/") if re.match(r"[A-Za-z]:\\", word) else word


# ---- the file -----------------------------------------------------------------------------------------


def write_hook_file(path: Path, port: int, token: str) -> None:
    """Tell the client where to ask, 0600. A failure is logged: serving goes on, and the client stays silent."""
    try:
        write_private(path, _hook_file(port, token))
    except OSError as failure:
        log.warning("the hook's file can't be written: %s", failure.strerror)


def forget_hook_file(path: Path, port: int, token: str) -> None:
    """Remove the file if it is still ours, so that nothing is asked for, and no token shown, while nothing runs."""
    with suppress(OSError):
        if path.read_text(encoding="ascii") == _hook_file(port, token):
            path.unlink()


def _hook_file(port: int, token: str) -> str:
    # The client reads it without a JSON parser, whose import would double its time: this order, nothing to escape.
    world = ""  # in which the number means us: a sandbox may have numbers of its own
    with suppress(OSError):
        world = str(Path("/proc/self/ns/pid").readlink())
    return json.dumps({"port": port, "token": token, "pid": os.getpid(), "world": world}) + "\n"
