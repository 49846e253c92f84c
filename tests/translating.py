"""`make translations`: finds new texts (lupdate) and compiles what is translated (lrelease). Run it after changing texts.

Translate with Qt Linguist: `.venv/bin/pyside6-linguist resources/translations/trayrecall_de.ts`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("de", "zh_CN")


def collect(language: str, target: Path) -> None:
    """Bring the language's file up to the texts in the code; texts that are gone leave it."""
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "trayrecall").rglob("*.py"))
    arguments = ["-no-obsolete", "-locations", "none", "-target-language", language, "-ts", str(target)]
    _run("lupdate", *sources, *arguments)


def compile_(source: Path, target: Path) -> None:
    """Make the file that the program loads."""
    _run("lrelease", "-silent", str(source), "-qm", str(target))


def _run(tool: str, *arguments: str) -> None:
    command = [str(Path(sys.executable).with_name(f"pyside6-{tool}")), *arguments]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def main() -> None:
    """Collect and compile every language."""
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        source = FOLDER / f"trayrecall_{language}.ts"
        collect(language, source)
        compile_(source, source.with_suffix(".qm"))
        left = source.read_text(encoding="utf-8").count('type="unfinished"')
        print(f"{source.relative_to(ROOT)}: {left} texts to translate")


if __name__ == "__main__":
    main()
