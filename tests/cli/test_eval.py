"""A person's own questions, asked of the index of the tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.test_cli import add
from tests.fakes import FakeServer
from trayrecall import paths
from trayrecall.questions import OwnQuestions


@pytest.fixture
def asked(cli: Cli, fresh_trilium: FakeServer) -> Cli:
    add(cli, fresh_trilium)
    assert cli("sync").code == 0
    return cli


def written(folder: Path, *lines: object) -> str:
    file = folder / "questions.jsonl"
    file.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8"
    )
    return str(file)


def test_questions_are_measured_by_kind_and_those_that_went_wrong_are_named(
    asked: Cli, tmp_path: Path
) -> None:
    file = written(
        tmp_path,
        {"query": "where is the spare relay", "expect": ["home/pump"], "kind": "plain"},
        {"query": "mill lease", "expect": ["lease"], "kind": "plain"},
        "",
        {"query": "护照更新", "expect": ["home/pump"], "kind": "\x1b[31mwrong"},
        {"prompt": "which relay does pump 2 run through?", "expect": ["home/pump"]},
        {"prompt": "ok", "expect": []},
        {"prompt": "write a haiku about autumn in Kyoto", "expect": []},
    )
    found = json.loads(asked("eval", file, "--json").out)
    assert found["searches"]["plain"] == {
        "questions": 2,
        "ndcg@10": 1.0,
        "recall@10": 1.0,
        "hit@1": 1.0,
        "mrr": 1.0,
    }
    assert found["searches"]["all"]["questions"] == 3
    assert found["searches"]["all"]["hit@1"] == pytest.approx(2 / 3)
    prompts = found["prompts"]["all"]
    assert (prompts["questions"], prompts["answered"], prompts["precision"], prompts["silence"]) == (
        3,
        1.0,
        1.0,
        1.0,
    )
    assert prompts["tokens"] > 0
    said = asked("eval", file).out
    assert "line 4: '护照更新': " in said
    assert "first is home/passport" in said
    assert "wrong" in said
    assert "\x1b" not in said
    assert "line 1" not in said


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 1: is no JSON"),
        ("[" * 200_000, "line 1: is no JSON"),
        ("[]", 'line 1: needs one of "query" and "prompt"'),
        ({"query": "x", "prompt": "y"}, 'line 1: needs one of "query" and "prompt"'),
        ({"query": " ", "expect": ["a"]}, "line 1: the question must be a text"),
        ({"query": "x"}, 'line 1: a "query" needs notes'),
        ({"query": "x", "expect": "a"}, 'line 1: "expect" must be a list'),
        ("", "holds no question"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_by_line(
    asked: Cli, tmp_path: Path, line: object, why: str
) -> None:
    run = asked("eval", written(tmp_path, line))
    assert run.code != 0
    assert why in run.err


def test_a_missing_file_is_named(asked: Cli, tmp_path: Path) -> None:
    run = asked("eval", str(tmp_path / "nothing.jsonl"))
    assert run.code != 0
    assert "nothing.jsonl can't be read (No such file or directory)" in run.err


def test_without_a_file_the_questions_of_the_activity_window_are_asked(asked: Cli) -> None:
    none = asked("eval")
    assert none.code == 5
    assert "no test questions yet" in none.err
    own = OwnQuestions(paths.questions_file())
    own.should_match("which relay does pump 2 run through?", ["home/pump"])
    own.should_match("write a haiku about autumn in Kyoto")
    own.was_noise("ok")
    run = asked("eval")
    assert run.code == 0
    assert "own" in run.out
    assert "line 2: 'write a haiku about autumn in Kyoto': " in run.out, "something should have come"
    assert "line 1" not in run.out
    assert "line 3" not in run.out
