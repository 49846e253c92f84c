"""A typed text becomes a query, or a named reason why it is none."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trayrecall.core.model import Query, Skip
from trayrecall.core.query import MAX_TERMS, MAX_TEXT, parse_prompt, parse_search


def search(text: str) -> Query:
    query = parse_search(text)
    assert isinstance(query, Query)
    return query


def terms(query: Query | Skip) -> list[str]:
    assert isinstance(query, Query)
    return [term.forms[0] for term in query.terms]


def skipped(prompt: str) -> str | None:
    parsed = parse_prompt(prompt)
    return parsed.reason if isinstance(parsed, Skip) else None


# ---- prompts that are no questions --------------------------------------------------------------------


@pytest.mark.case("MH14")
@pytest.mark.parametrize(
    "prompt",
    [
        "ok", "OK.", "yes please", "continue", "Continue.", "go on", "thanks!", "do it", "fix it", "y", "ultrathink",
        "tldr", "Looks good to me!", "try again please", "Great, thank you so much!", "yes, that is right",
        "please continue with the next one", "can you fix this?", "1", "2.", "1, 3", "１２", "1-3", "1.\n2.", "do 2 and 3", "yes, 12",
        "weiter", "ja, mach weiter", "und weiter?", "alles klar", "Vielen Dank!", "mach das so", "passt so", "nochmal bitte",
        "да", "да, продолжай", "ок, давай", "спасибо", "oui, continue", "sí, gracias", "d’accord", "merci",
        "好", "好的", "好的，继续", "谢谢！继续吧", "是的，请继续", "没问题，谢谢", "ok，继续",
        "はい", "はい、お願いします", "続けてください", "わかりました。", "네", "네, 계속",
    ],
)  # fmt: skip
def test_replies_are_no_questions(prompt: str) -> None:
    assert skipped(prompt) == "reply"
    assert skipped(f"  {prompt}\n\n") == "reply"


@pytest.mark.case("MH14")
@pytest.mark.parametrize(
    "prompt", ["/clear", "/model opus", " /mcp__trilium__recall x", "!git status", "# remember this"]
)
def test_commands_are_no_questions(prompt: str) -> None:
    assert skipped(prompt) == "command"


@pytest.mark.parametrize(
    "prompt",
    [
        "# Greenhouse\n\nwhich relay feeds pump 2?", "#\nwhich relay feeds pump 2?",
        "![wiring](relay.png)\nwhich relay feeds pump 2?", "\n# The relay\r\n- which pump?",
    ],
)  # fmt: skip
def test_markdown_of_several_lines_is_no_command(prompt: str) -> None:
    assert skipped(prompt) is None
    assert "relay" in terms(parse_prompt(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "<task-notification>pump build done</task-notification>",
        "<teammate-message from='pump'>which relay feeds pump 2?",
        "<agent-message>which relay?",
        "\n <cross-session-message>which relay feeds it",
        "<system-reminder>the pump",
        "<local-command-stdout>pump",
        "<command-name>/clear</command-name>",
        "<bash-input>ls</bash-input>",
        "<bash-stderr>no such pump</bash-stderr>",
        "[Request interrupted by user]",
    ],
)
def test_messages_of_machines_are_no_questions(prompt: str) -> None:
    assert skipped(prompt) == "not_typed_by_a_person"


@pytest.mark.case("QP09")
@pytest.mark.parametrize("text", ["", "   \t\n", "???", "---", '"', "…", "´", "\u200b", "\x00", "()[]{}"])
def test_blank_and_sign_only_texts_ask_nothing(text: str) -> None:
    assert skipped(text) == "blank"
    assert parse_search(text) == Skip("blank")


@pytest.mark.case("MH14")
def test_an_emoji_alone_asks_an_agent_nothing_but_may_be_searched() -> None:
    assert skipped("👍") == "blank"
    assert terms(parse_search("👍")) == ["👍"]


@pytest.mark.case("QP10")
@pytest.mark.parametrize(
    "prompt", ["to be or not to be", "what is it", "and the of it", "the who", "was ist das", "什么"]
)
def test_a_prompt_of_function_words_asks_nothing(prompt: str) -> None:
    assert skipped(prompt) in {"no_content_words", "reply"}


@pytest.mark.parametrize(
    ("prompt", "term"),
    [
        ("which relay feeds pump 2?", "relay"),
        ("ok, which relay feeds pump 2?", "relay"),
        ("fix the pump", "pump"),
        ("/usr/local/bin is missing on heron", "heron"),
        ("#garden", "#garden"),
        ("What is 10.0.0.5?", "10.0.0.5"),
        ("what's on 8443?", "8443"),
        ("where is 4711", "4711"),
        ("what was 2026-05-06", "2026-05-06"),
        ("was war am 6.5.?", "6.5"),
        ("06:30?", "06:30"),
        ("８４４３", "8443"),
        ("and 7741, please", "7741"),
        ("what did I do on May 6?", "6"),
        ("what did we do on 6 May?", "6"),
        ("Wann endet der Pachtvertrag?", "pachtvertrag"),
        ("что нужно сделать в теплице?", "теплице"),
        ("护照更新要带什么", "护照"),
        ("ok pump", "pump"),
        ("<b>pump</b> is bold", "pump"),
    ],
)
def test_questions_are_asked(prompt: str, term: str) -> None:
    assert term in terms(parse_prompt(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "do the same for the second file", "now apply it to the other one too", "and the second one?",
        "rename this variable everywhere", "what does this function do?", "explain the error above",
        "jetzt das gleiche für die zweite Datei", "was macht diese Methode?", "und die letzte Zeile?",
        "给第二个文件也做同样的修改", "解释一下这段代码", "このファイルにも同じ変更をしてください", "この関数を説明して",
        "이 함수도 수정해줘", "сделай то же самое для этого файла",
    ],
)  # fmt: skip
def test_a_follow_up_points_at_the_work_before_the_agent(prompt: str) -> None:
    assert skipped(prompt) == "follow_up"


@pytest.mark.parametrize(
    "prompt",
    [
        "run the tests", "fix the failing tests and commit", "add docstrings to all public methods",
        "write a unit test", "Remove the unused imports, please.", "please clean up and push",
        "führe die Tests aus und committe", "schreib einen Kommentar dazu", "entferne alle Warnungen",
        "运行测试", "帮我写一个单元测试", "修复错误然后提交", "テストを実行して", "コメントを追加してコミットして",
        "запусти тесты", "lance les tests",
    ],
)  # fmt: skip
def test_a_chore_is_no_question_to_the_notes(prompt: str) -> None:
    assert skipped(prompt) == "chore"


@pytest.mark.parametrize(
    "prompt",
    [
        "fix the boiler test", "how do I run the tests?", "add the kiln to the list", "write to the plumber about the flue",
        "fix pump.py", "run the tests of heron", "rename the variable to retryLimit", "delete the line for October",
        "which tests do we run before a release?", "what is our commit style?", "Backup Server", "commit 4f2a9c1",
        "wie führen wir die Tests aus?", "füge das Rezept hinzu", "schreib dem Vermieter", "was steht in der Zeile zur Heizung?",
        "怎么运行测试？", "护照更新要带什么", "把温室的天窗关上", "テストはどうやって実行しますか？", "温室の窓を修正して",
    ],
)  # fmt: skip
def test_a_chore_with_a_subject_of_its_own_or_a_question_is_asked(prompt: str) -> None:
    assert skipped(prompt) is None


LOG = "\n".join(
    f"2031-06-01 12:{i % 60:02d}:11 ERROR worker-{i}: connection reset by peer" for i in range(1500)
)
CODE = "```python\n" + "\n".join(f"def heron_{i}(pump): return pump.start({i})" for i in range(400)) + "\n```"
BARE_CODE = (
    """
export async function load(id: string) {
  const worker = await this.get(id);
  if (not worker.has(heron)) {
    worker.all = this.make(id, () => {
      this.show(id)
    });
  }
}
diff --git a/src/heron.py b/src/worker.py
from .worker import all
"""
    * 30
)


@pytest.mark.parametrize("pasted", [LOG, CODE, BARE_CODE], ids=["log", "code", "bare code"])
@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("why does the greenhouse controller stop at noon?", "greenhous"),
        ("Was steht in meinen Notizen zum Heizungsregler?", "heizungsregl"),
        ("请看看笔记里温室天窗的设置", "天窗"),
    ],
)
def test_a_long_prompt_is_reduced_to_what_it_asks(pasted: str, question: str, term: str) -> None:
    for prompt in (
        f"{question}\n{pasted}",
        f"{pasted}\n\n{question}",
        f"see below\n{pasted}\n{question}\n{pasted}",
    ):
        query = parse_prompt(prompt)
        assert isinstance(query, Query)
        assert question in query.text
        assert any(term in found for found in terms(query))
        assert "worker" not in query.text
        assert "heron" not in query.text


PASTED = [
    LOG,
    CODE,
    BARE_CODE,
    *("\n".join(text.splitlines()[:8]) for text in (LOG, BARE_CODE)),
    f"{CODE[:400]}\n```",
]


@pytest.mark.parametrize("pasted", PASTED, ids=range(len(PASTED)))
@pytest.mark.parametrize(
    "chore", ["Please fix this error.", "fix it", "Bitte diesen Fehler beheben", "修复这个错误"]
)
def test_a_chore_beside_what_is_pasted_is_no_question_to_the_notes(pasted: str, chore: str) -> None:
    assert skipped(f"{pasted}\n\n{chore}") in {"chore", "follow_up"}
    assert skipped(f"{chore}\n\n{pasted}") in {"chore", "follow_up"}


@pytest.mark.parametrize("pasted", PASTED, ids=range(len(PASTED)))
def test_a_question_is_asked_without_what_is_pasted_beside_it(pasted: str) -> None:
    query = parse_prompt(f"{pasted}\n\nWas steht in meinen Notizen zum Heizungsregler?")
    assert isinstance(query, Query)
    assert query.text == "Was steht in meinen Notizen zum Heizungsregler?"


@pytest.mark.parametrize(
    "question",
    [
        "how did we solve this last time?",
        "wie haben wir das behoben?",
        "这个上次怎么解决的？",
        "why does it fail?",
    ],
)
def test_a_question_that_points_at_what_is_pasted_is_asked_with_it(question: str) -> None:
    error = "\n".join(LOG.splitlines()[:5])
    for prompt in (f"{error}\n{question}", f"{question}\n{error}"):
        query = parse_prompt(prompt)
        assert isinstance(query, Query)
        assert query.text == prompt
    query = parse_prompt(f"{LOG}\n{question}")
    assert isinstance(query, Query)
    assert query.text.endswith(question)
    assert query.text.startswith("2031-06-01")


@pytest.mark.parametrize(
    "text",
    [
        "what can I cook with:\nmilk\neggs\npotatoes\nonions",
        "we need for the trip:\n- [ ] tent\n- [x] stove\n- the water bottles\n* map",
        "Hi,\n> can you send me the recipe of the soup?\n> thanks\n> Anna\nwhich recipe does she mean?",
        "HB-7741\nHB-7742\nHB-7743\nHB-7744\nwhich one did I order?",
    ],
)
def test_lists_quotations_and_codes_are_no_pasted_material(text: str) -> None:
    query = parse_prompt(text)
    assert isinstance(query, Query)
    assert query.text == text


def test_a_log_without_a_question_is_asked_by_its_ends() -> None:
    query = parse_prompt(LOG)
    assert isinstance(query, Query)
    assert query.text.startswith("2031-06-01 12:00:11")
    assert "worker-1499" in query.text
    assert len(query.text) < 1000, "what machines write takes many tokens"


def test_a_long_prompt_is_asked_by_its_beginning_and_its_end() -> None:
    pasted = "lorem " * 5000
    found = terms(parse_prompt(f"heron pump {pasted} relay gasket"))
    assert {"heron", "pump", "relay", "gasket"} <= set(found)
    query = parse_prompt(f"heron {pasted} gasket")
    assert isinstance(query, Query)
    assert len(query.text) <= MAX_TEXT + 1


# ---- searches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ok", "continue", "/clear", "10.4.0.7", "<task-notification>", "1"])
def test_a_search_is_never_skipped_for_its_words(text: str) -> None:
    assert search(text).terms


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Könntest du mir nochmal sagen, womit ich die Pumpe während der Wartung verbinde?",
            "sagen pump wartung verbind",
        ),
        ("zeig mir mal bitte die Pumpe", "pump"),
        ("maybe somebody already told us something about another pump", "told pump"),
    ],
)
def test_words_of_politeness_and_relation_are_not_looked_for(text: str, left: str) -> None:
    assert terms(parse_prompt(text)) == left.split()


def test_a_search_of_function_words_alone_looks_for_them() -> None:
    assert terms(parse_search("Will")) == ["will"]
    assert terms(parse_search("to be or not to be")) == ["to", "be", "or", "not"]
    assert terms(parse_search("the will")) == ["the", "will"]
    assert terms(parse_search("the will of pumps")) == ["pump"]


@pytest.mark.case("QP05")
@pytest.mark.parametrize(
    "text", ["why NOT use redis", "redis AND", "NEAR(redis", "redis NOT memcached", "title:redis*"]
)
def test_operator_words_are_plain_words(text: str) -> None:
    assert "redi" in terms(parse_search(text))  # stemmed


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("when did I swap the UPS battery", "up"),
        ("UPS", "up"),
        ("UPS电池多久换", "up"),
        ("IT Vertrag", "it"),
        ("who runs the IT-Lab", "it"),
        ("what does the WHO say", "who"),
        ("MIT Lizenz", "mit"),
        ("OU in LDAP", "ou"),
    ],
)
def test_a_function_word_in_capitals_is_a_name(text: str, term: str) -> None:
    assert term in terms(parse_search(text))
    assert term in terms(parse_prompt(text))
    assert term not in terms(parse_search(f"{text.lower()} frost")), "in small letters it is none"


def test_a_function_word_that_is_stressed_is_none() -> None:
    assert terms(parse_search("do NOT touch ALL pumps, ONLY this one")) == ["touch", "pump"]


def test_in_a_text_of_capitals_they_name_nothing() -> None:
    assert terms(parse_search("WHO IS IT AT THE PUMP?")) == ["pump"]
    assert skipped("WHO IS THE MAN?") is None
    assert skipped("WHO ARE WE?") == "no_content_words"


@pytest.mark.case("QP18")
def test_a_quoted_phrase_is_part_of_the_query() -> None:
    query = search('where does "state of the art" stand')
    assert query.phrases == (("state", "of", "the", "art"),)
    assert search('5" pipe').phrases == ()


@pytest.mark.case("QP11")
def test_a_hundred_kilobytes_are_cut_to_what_can_be_asked() -> None:
    began = time.perf_counter()
    query = search(" ".join(f"word{i}" for i in range(15_000)))
    assert time.perf_counter() - began < 1
    assert len(query.terms) == MAX_TERMS
    assert len(query.text) <= MAX_TEXT


def test_what_has_no_meaning_to_embed_says_so() -> None:
    assert not search("10.4.0.7").has_words
    assert search("pump").has_words


@pytest.mark.parametrize(
    ("text", "names_words"),
    [("10.4.0.7", False), ("what is 10.4.0.7?", False), ("C++", False), ("pump 7", True), ("the who", True), ("護照 7", True)],
)  # fmt: skip
def test_a_question_for_a_number_names_no_word(text: str, names_words: bool) -> None:
    assert search(text).names_words is names_words


@given(st.text())
def test_any_text_is_a_query_or_a_reason(text: str) -> None:
    for parse in (parse_search, parse_prompt):
        parsed = parse(text)
        assert parsed.reason if isinstance(parsed, Skip) else (parsed.terms or parsed.has_words)
