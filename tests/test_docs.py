"""The documentation can't lie: what it names exists, and what exists is named."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipeline import ROOT
from trayrecall.cli.main import _parser, main
from trayrecall.cli.render import STATES
from trayrecall.embed import MODELS
from trayrecall.engine.tracked import STATES as ENGINE_STATES
from trayrecall.settings import SETTINGS

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]
PAGES += [
    ROOT / "trayrecall/README.md",
    ROOT / "packaging/claude-plugin/README.md",
    ROOT / "tests/quality/README.md",
]
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
AGENTS_PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_command_is_documented() -> None:
    (commands,) = [action for action in _parser()._actions if action.dest == "verb"]
    assert isinstance(commands.choices, dict)
    for name in commands.choices:
        assert re.search(rf"^\| `{name}\b", REFERENCE, re.MULTILINE), f"{name} is not in the table"


def _every_parser(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _every_parser(inner)


@pytest.mark.parametrize("parser", list(_every_parser(_parser())), ids=lambda parser: parser.prog)
def test_every_help_says_what_the_command_and_each_of_its_words_do_in_80_columns(
    parser: argparse.ArgumentParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert parser.description
    for action in parser._actions:
        assert action.help or isinstance(action, argparse._SubParsersAction), action.dest
    assert max(map(len, parser.format_help().splitlines())) <= 80


def test_every_option_of_a_search_is_documented() -> None:
    (search,) = [p for p in _every_parser(_parser()) if p.prog == "trayrecall recall"]
    (row,) = re.findall(r"^\| `recall QUERY` .*$", REFERENCE, re.MULTILINE)
    for action in search._actions:
        assert not action.option_strings or action.dest == "help" or action.option_strings[0] in row


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_picture_of_a_page_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text):
        name, _, anchor = "".join(target).partition("#")
        if name.startswith("https://"):
            continue
        file = (page.parent / name) if name else page
        assert file.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(_anchor, headings), target


def test_every_setting_is_documented() -> None:
    for name in SETTINGS:
        assert f"| `{name}` |" in REFERENCE


def test_every_route_is_documented() -> None:
    source = (ROOT / "trayrecall" / "server" / "routes.py").read_text(encoding="utf-8")
    routes = re.findall(r'Route\("([^"]+)"', source)
    assert len(routes) >= 5
    for route in routes:
        assert route in AGENTS_PAGE


def test_every_state_has_words_on_every_surface_and_in_the_reference() -> None:
    assert set(ENGINE_STATES.values()) <= set(STATES)
    for state, words in STATES.items():
        if state not in {"disabled", "failed", "syncing"}:
            assert re.split("[:,]", words)[0] in REFERENCE, f"{state} is not in the reference"


def test_every_model_is_named() -> None:
    assert all(name in README or name == "all-MiniLM-L6-v2" for name in MODELS)


def test_every_make_target_of_the_readme_exists() -> None:
    for target in re.findall(r"\bmake ([a-z-]+)", README):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), f"make {target} is not in the Makefile"


def test_the_readme_shows_what_make_run_prints(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"<!-- make run -->\n```\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    assert main(["demo"]) == 0
    printed = capsys.readouterr().out
    scores = re.compile(r"^\d\.\d{4}", re.MULTILINE)  # the last digits differ between processors
    assert scores.sub("", shown[1]).strip() == scores.sub("", printed).strip()


def test_no_machine_path_stands_in_the_tree() -> None:
    own = re.compile(r"(?<![\w.])/(work|home|root)/\w")
    for path in (
        p for pattern in ("trayrecall", "packaging", "resources") for p in (ROOT / pattern).rglob("*.*")
    ):
        if path.suffix in {".py", ".sh", ".md", ".json", ".toml"}:
            assert not own.search(path.read_text(encoding="utf-8")), path
