"""What a person says of a prompt is kept in a file that they can read, edit and delete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trayrecall.core.errors import UserInputError
from trayrecall.questions import OwnQuestions, read_questions


@pytest.fixture
def own(tmp_path: Path) -> OwnQuestions:
    return OwnQuestions(tmp_path / "questions.jsonl")


def test_each_prompt_has_one_line_that_eval_can_ask(own: OwnQuestions) -> None:
    own.should_match("where is the relay?")
    own.was_noise("reverse a list")
    own.should_match("where is the relay?", ["home/pump", "home/mill"])
    lines = [json.loads(line) for line in own.path.read_text(encoding="utf-8").splitlines()]
    assert lines == [
        {"prompt": "reverse a list", "expect": [], "kind": "own"},
        {"prompt": "where is the relay?", "expect": ["home/mill", "home/pump"], "kind": "own"},
    ]
    noise, match = read_questions(own.path)
    assert noise.wants_silence
    assert match.expect == {"home/mill", "home/pump"}
    assert own.path.stat().st_mode & 0o077 == 0, "nobody else reads it"


def test_something_may_be_expected_without_naming_it(own: OwnQuestions) -> None:
    own.should_match("where is the relay?")
    question = own.of_prompts()["where is the relay?"]
    assert question.expects_any
    assert not question.wants_silence


def test_lines_that_a_person_wrote_stay_as_they_are(own: OwnQuestions) -> None:
    written = '{"query":  "flue size", "expect": ["home/stove"]}'
    own.path.write_text(f"{written}\nnot yet finished\n", encoding="utf-8")
    own.was_noise("ok then")
    assert list(own.of_prompts()) == ["ok then"], "a line that can't be read hides no other"
    own.forget("ok then")
    assert own.path.read_text(encoding="utf-8") == f"{written}\nnot yet finished\n"


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_a_sign_that_breaks_lines_elsewhere_breaks_no_question(own: OwnQuestions, sign: str) -> None:
    prompt = f"where is{sign}the relay?"
    own.was_noise(prompt)
    own.was_noise("something else")
    assert list(own.of_prompts()) == [prompt, "something else"]
    assert [question.text for question in read_questions(own.path)] == [prompt, "something else"]
    own.forget(prompt)
    assert list(own.of_prompts()) == ["something else"]


def test_a_file_as_windows_editors_write_it_is_read(own: OwnQuestions) -> None:
    own.path.write_bytes(b'\xef\xbb\xbf{"prompt": "ok then"}\r\n{"prompt": "go on"}\r\n')
    assert list(own.of_prompts()) == ["ok then", "go on"]
    assert [question.line for question in read_questions(own.path)] == [1, 2]


def test_the_file_goes_with_its_last_question(own: OwnQuestions) -> None:
    own.forget("never said")
    own.was_noise("a")
    own.forget("a")
    assert not own.path.exists()
    own.was_noise("b")
    own.forget_all()
    own.forget_all()
    assert own.of_prompts() == {}


def test_a_file_that_cannot_be_read_is_named(own: OwnQuestions) -> None:
    own.path.write_bytes(b"\xff\xfe")
    assert own.of_prompts() == {}
    with pytest.raises(UserInputError, match=r"questions\.jsonl can't be read"):
        own.was_noise("a")
