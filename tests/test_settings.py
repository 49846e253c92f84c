from __future__ import annotations

import ast
import json
import os
import stat
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from trayrecall.core.clients import Client
from trayrecall.core.errors import SettingsError, UserInputError
from trayrecall.core.model import Area, AreaRule, Instance, InstanceId
from trayrecall.settings import (
    SETTINGS,
    Settings,
    base_url_from_environment,
    instance_id_for,
    instances_from_environment,
    instructions_from_environment,
    load_settings,
    readers,
    save_settings,
    secret_name,
)
from trayrecall.settings.readers import Unusable
from trayrecall.settings.rows import Editor

HOME = Instance(InstanceId("home"), "Home", "http://127.0.0.1:8080")
WORK = Instance(
    InstanceId("work"), "Work", "https://w.example/trilium", "https://notes.example", enabled=False
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def written(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_no_file_means_the_defaults(file: Path) -> None:
    assert load_settings(file) == Settings()
    assert not file.exists()


def test_settings_come_back_as_they_were_saved(file: Path) -> None:
    settings = Settings(
        instances=(HOME, WORK),
        port=40000,
        model="minilm",
        model_folder="/models/ö",
        allowed_origins=("https://desk.example", "vscode-webview://x"),
        instructions="Ask my notes first.",
    )
    save_settings(file, settings)
    assert load_settings(file) == settings
    assert written(file)["version"] == 1
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_defaults_are_not_written_so_they_can_improve(file: Path) -> None:
    save_settings(file, Settings())
    assert written(file) == {"version": 1}
    file.write_text('{"version": 1, "port": 40000}')
    save_settings(file, Settings())
    assert written(file) == {"version": 1, "port": 37850}


def test_unknown_keys_are_kept_at_every_level(file: Path) -> None:
    entries = [
        {"id": "home", "name": "Home", "url": "http://h", "colour": "blue", "areas": {"wiki": ["#x"]}},
        {"id": "work", "name": "Work", "url": "http://w", "web_url": None, "colour": "red"},
    ]
    file.write_text(json.dumps({"theme": {"dark": True}, "instances": entries, "half": "\ud800"}))
    settings = load_settings(file)
    changed = settings.without_instance(InstanceId("work")).with_instance(
        replace(settings.instances[0], name="Heim")
    )
    save_settings(file, changed.with_instance(Instance(InstanceId("new"), "Neu ✓", "http://n")))
    assert written(file) == {
        "version": 1,
        "theme": {"dark": True},
        "half": "\ud800",
        "instances": [
            {"id": "home", "name": "Heim", "url": "http://h", "colour": "blue", "areas": {"wiki": ["#x"]}},
            {"id": "new", "name": "Neu ✓", "url": "http://n"},
        ],
    }


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('{\n"port": 1\n"host": 2}', 3, ""),
        ("", 1, ""),
        ("[]", 1, "object"),
        ('{\n\n"port": "x"}', 3, "port"),
        ('{"port": true}', 1, "port"),
        ('{"port": 65536}', 1, "port"),
        ('{"version": "1"}', 1, "version"),
        ('{\n"instances": {}}', 2, "list"),
        ('{"instances": [7]}', 1, "object"),
        ('{"instances": [{"id": "a", "name": "A"}]}', 1, "url"),
        ('{"instances": [{"id": "A b", "name": "A", "url": "u"}]}', 1, "id of an instance"),
        ('{"instances": [{"id": "a", "name": "", "url": "u"}]}', 1, "name of the instance a"),
        ('{"instances": [{"id":"a","name":"A","url":"u"},{"id":"a","name":"B","url":"u"}]}', 1, "same id"),
        ('{"instances": [{"id": "a", "name": "A", "url": "u", "enabled": 1}]}', 1, "enabled"),
        ('{"allowed_origins": ["*"]}', 1, "origins"),
        ('{"allowed_origins": ["null"]}', 1, "origins"),
        (json.dumps({"instructions": "a" * 601}), 1, "600"),
        ('{"model": ""}', 1, "model"),
        ("[" * 100_000, 1, "JSON"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_line_and_left(
    file: Path, text: str, line: int, word: str
) -> None:
    file.write_text(text)
    for attempt in (lambda: load_settings(file), lambda: save_settings(file, Settings(port=1))):
        with pytest.raises(SettingsError) as failure:
            attempt()
        assert f"{file}, line {line}" in str(failure.value)
        assert word in str(failure.value)
    assert file.read_text() == text


def test_a_failure_never_quotes_the_file(file: Path) -> None:
    file.write_text('{"instances": [{"id": "a", "name": 7, "url": "http://me:s3cret@h"}]}')
    with pytest.raises(SettingsError) as failure:
        load_settings(file)
    assert "s3cret" not in str(failure.value)


RULES = (
    AreaRule(label="draft"),
    AreaRule(label="kind=report", below="Projects › Garden", type="code", area=Area.SOURCES),
)
RULES_IN_FILE: list[dict[str, Any]] = [
    {"when": {"label": "draft"}, "leave_out": True},
    {"when": {"label": "kind=report", "below": "Projects › Garden", "type": "code"}, "area": "sources"},
]


def with_rules(rules: Any) -> str:
    return json.dumps({"instances": [{"id": "home", "name": "Home", "url": "http://h", "rules": rules}]})


def test_rules_come_back_as_they_were_saved(file: Path) -> None:
    settings = Settings(instances=(replace(HOME, rules=RULES), WORK))
    save_settings(file, settings)
    assert load_settings(file) == settings
    assert written(file)["instances"][0]["rules"] == RULES_IN_FILE
    assert "rules" not in written(file)["instances"][1]
    file.write_text(
        with_rules([RULES_IN_FILE[0] | {"leave_out": True}, RULES_IN_FILE[1] | {"leave_out": False}])
    )
    assert load_settings(file).instances[0].rules == RULES


def test_a_rule_stays_as_a_person_wrote_it(file: Path) -> None:
    first, second = RULES_IN_FILE[0] | {"note": "not yet"}, RULES_IN_FILE[1] | {"note": "old"}
    file.write_text(with_rules([first, second, first]))
    settings = load_settings(file)
    save_settings(file, replace(settings, port=40000))
    assert written(file)["instances"][0]["rules"] == [first, second, first]
    new = AreaRule(type="canvas", area=Area.OTHER)
    save_settings(
        file, settings.with_instance(replace(settings.instances[0], rules=(new, RULES[1], RULES[0])))
    )
    assert written(file)["instances"][0]["rules"] == [
        {"when": {"type": "canvas"}, "area": "other"},
        second,
        first,
    ]


def test_rules_that_are_taken_away_leave_the_file(file: Path) -> None:
    settings = Settings(instances=(replace(HOME, rules=RULES),))
    assert settings.with_instance(replace(HOME, rules=RULES[:1])).instances[0].rules == RULES[:1]
    save_settings(file, settings)
    save_settings(file, Settings(instances=(HOME,)))
    assert "rules" not in written(file)["instances"][0]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({}, "must be a list of rules"),
        (["x"], "rule 1 must be an object"),
        ([RULES_IN_FILE[0], {"leave_out": True}], "rule 2 needs a when with label, below, type"),
        ([{"when": {}, "leave_out": True}], "needs a when"),
        ([{"when": {"lable": "x", "type": "code"}, "leave_out": True}], "and nothing else"),
        ([{"when": {"label": 7}, "leave_out": True}], "has a label in its when"),
        ([{"when": {"label": "=x"}, "leave_out": True}], "has a label in its when"),
        ([{"when": {"label": "#"}, "leave_out": True}], "has a label in its when"),
        ([{"when": {"below": " / "}, "leave_out": True}], "has a below in its when"),
        ([{"when": {"type": None}, "leave_out": True}], "has a type in its when"),
        ([{"when": {"type": "code"}}], "needs one of area and"),
        ([{"when": {"type": "code"}, "leave_out": False}], "needs one of area and"),
        ([{"when": {"type": "code"}, "leave_out": True, "area": "wiki"}], "needs one of area and"),
        ([{"when": {"type": "code"}, "leave_out": 1}], "has a leave_out that isn't"),
        ([{"when": {"type": "code"}, "area": "Wiki"}], "isn't one of wiki, sources, journal, other"),
        ([{"when": {"type": "code"}, "area": ["wiki"]}], "isn't one of wiki"),
        ([{"when": {"type": "code"}, "area": None}], "isn't one of wiki"),
    ],
)
def test_a_rule_that_cannot_be_used_is_named_with_its_instance(file: Path, rules: Any, words: str) -> None:
    file.write_text(with_rules(rules))
    with pytest.raises(SettingsError) as failure:
        load_settings(file)
    assert "rules of the instance home" in str(failure.value)
    assert words in str(failure.value)


def test_what_a_value_must_be_is_told_in_the_language_of_the_windows(file: Path) -> None:
    file.write_text(with_rules([{"when": {"type": "code"}, "area": "Wiki"}]))
    with pytest.raises(SettingsError) as failure:
        load_settings(file)
    asked: list[str] = []

    def translate(text: str) -> str:
        asked.append(text)
        return text.replace("rule", "Regel")

    _, told, _ = failure.value.translated(translate)
    assert "Regel 1 has an area that isn't one of wiki, sources, journal, other" in told
    assert {"{key} of the instance {id} {why}", "can't be used: rule {number} {why}"} <= set(asked)


def test_what_a_value_must_be_is_always_marked_for_translation() -> None:
    tree = ast.parse(Path(readers.__file__).read_text(encoding="utf-8"))
    texts = [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Unusable"
    ]
    assert len(texts) > 20
    assert [ast.unparse(text) for text in texts if isinstance(text, ast.Constant | ast.JoinedStr)] == []


def test_bytes_that_are_no_text_are_named_with_their_line(file: Path) -> None:
    file.write_bytes(b'{\n"model":\n"\xff"}')
    with pytest.raises(SettingsError, match="line 3"):
        load_settings(file)


def test_a_byte_order_mark_is_no_obstacle(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + b'{"port": 40000}')
    assert load_settings(file).port == 40000


def test_a_newer_version_is_refused_and_left(file: Path) -> None:
    file.write_text('{"version": 2, "port": {"http": 1}}')
    with pytest.raises(SettingsError, match="newer TrayRecall"):
        load_settings(file)
    with pytest.raises(SettingsError, match="newer TrayRecall"):
        save_settings(file, Settings())
    assert written(file) == {"version": 2, "port": {"http": 1}}


def test_a_place_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"can't be read"):
        load_settings(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="can't be"):
        save_settings(tmp_path / "file" / "settings.json", Settings())


def test_the_folder_is_made_when_it_is_absent(tmp_path: Path) -> None:
    save_settings(tmp_path / "new" / "settings.json", Settings(port=40000))
    assert load_settings(tmp_path / "new" / "settings.json").port == 40000


def test_every_setting_is_declared_with_a_description() -> None:
    assert list(SETTINGS) == [f.name for f in fields(Settings)]
    assert all(setting.description.endswith(".") for setting in SETTINGS.values())
    defaults = Settings()
    for key, setting in SETTINGS.items():
        assert setting.read(setting.write(getattr(defaults, key))) == getattr(defaults, key)


def test_instances_are_added_replaced_and_removed() -> None:
    both = Settings().with_instance(HOME).with_instance(WORK)
    renamed = both.with_instance(replace(HOME, name="Heim"))
    assert [i.name for i in renamed.instances] == ["Heim", "Work"]
    assert renamed.without_instance(HOME.id).instances == (WORK,)
    assert renamed.without_instance(InstanceId("nope")) == renamed
    assert both.instance(WORK.id) == WORK
    assert both.instance(InstanceId("nope")) is None


@pytest.mark.parametrize(
    ("name", "taken", "expected"),
    [
        ("Home", [], "home"),
        ("  Mein Büro / Süd  ", [], "mein-buero-sued"),
        ("Café №5", [], "cafe-no5"),
        ("笔记", [], "trilium"),
        ("../../etc", [], "etc"),
        ("Home", ["home"], "home-2"),
        ("Home", ["home", "home-2"], "home-3"),
        ("x" * 99, [], "x" * 40),
        ("a" * 39 + " b", [], "a" * 39),
    ],
)
def test_an_instance_gets_a_short_id_of_its_own(name: str, taken: list[str], expected: str) -> None:
    assert instance_id_for(name, [InstanceId(t) for t in taken]) == expected


def test_the_environment_names_instances() -> None:
    env = {
        "RECALL_MY_NOTES_URL": " http://n:8080 ",
        "RECALL_MY_NOTES_TOKEN": "t1",
        "RECALL_WORK_URL": "http://w",
        "RECALL_WORK_TOKEN": "t2",
        "RECALL_WORK_WEB_URL": "https://w.example",
        "RECALL_BASE_URL": "https://recall.example",
        "RECALL_LOGIN_PASSWORD": "p",
        "RECALL_INSTRUCTIONS": "…",
        "RECALL_OLD_URL": "",
        "RECALL_ALONE_TOKEN": "t3",
        "PATH": "/bin",
    }
    assert instances_from_environment(env) == [
        (Instance(InstanceId("my-notes"), "My Notes", "http://n:8080"), "RECALL_MY_NOTES_TOKEN"),
        (Instance(InstanceId("work"), "Work", "http://w", "https://w.example"), "RECALL_WORK_TOKEN"),
    ]


def test_a_web_address_with_a_token_is_an_instance_of_its_own() -> None:
    env = {
        "RECALL_A_URL": "http://a",
        "RECALL_A_TOKEN": "t",
        "RECALL_A_WEB_URL": "http://b",
        "RECALL_A_WEB_TOKEN": "t",
    }
    assert [(i.id, i.web_url) for i, _ in instances_from_environment(env)] == [("a", None), ("a-web", None)]


@pytest.mark.parametrize("address", ["http://me:hunter2@notes", "me:hunter2@notes", "//hunter2@notes:8080/x"])
def test_an_address_with_a_password_is_refused_without_showing_it(file: Path, address: str) -> None:
    with pytest.raises(UserInputError) as refused:
        instances_from_environment({"RECALL_WORK_URL": address, "RECALL_WORK_TOKEN": "t"})
    assert "RECALL_WORK_URL must not hold a user name or password" in str(refused.value)
    assert "hunter2" not in str(refused.value)
    written_by_hand = {"id": "work", "name": "Work", "url": "http://w", "web_url": address}
    file.write_text(json.dumps({"version": 1, "instances": [written_by_hand]}))
    with pytest.raises(SettingsError) as failure:
        load_settings(file)
    assert "web_url of the instance work must not hold a user name or password" in str(failure.value)
    assert "hunter2" not in str(failure.value)


def test_an_at_sign_behind_the_host_is_no_password() -> None:
    env = {"RECALL_WORK_URL": "http://notes:8080/of/me@home", "RECALL_WORK_TOKEN": "t"}
    assert instances_from_environment(env)[0][0].url == "http://notes:8080/of/me@home"


def test_a_missing_half_is_named() -> None:
    env = {"RECALL_WORK_URL": "http://w", "RECALL_WORK_TOKEN": " "}
    with pytest.raises(UserInputError, match="RECALL_WORK_TOKEN is not") as failure:
        instances_from_environment(env)
    assert "RECALL_WORK_TOKEN" in failure.value.hint
    assert len(instances_from_environment(env | {"RECALL_SECRETS_FILE": "/run/secrets/x"})) == 1


def test_a_secret_is_named_by_its_instance() -> None:
    assert secret_name(HOME.id) == "etapi:home"


def test_the_environments_words_to_agents_are_taken_unless_too_long() -> None:
    assert instructions_from_environment({}) is None
    assert instructions_from_environment({"RECALL_INSTRUCTIONS": " "}) is None
    assert instructions_from_environment({"RECALL_INSTRUCTIONS": " Ask first. "}) == "Ask first."
    with pytest.raises(UserInputError, match="RECALL_INSTRUCTIONS must be at most 600"):
        instructions_from_environment({"RECALL_INSTRUCTIONS": "a" * 601})


# ---- clients ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("https://recall.example", "https://recall.example"),
        (" HTTPS://Recall.Example:443/ ", "https://recall.example"),
        ("https://recall.example:8443", "https://recall.example:8443"),
        ("http://localhost:37850", "http://localhost:37850"),
        ("http://[::1]:80", "http://[::1]"),
        (None, None),
    ],
)
def test_a_base_url_is_kept_in_its_plainest_form(given: str | None, expected: str | None) -> None:
    assert SETTINGS["base_url"].read(given) == expected
    assert base_url_from_environment({"RECALL_BASE_URL": given or " "}) == expected


@pytest.mark.parametrize(
    "given",
    [
        "", "recall.example", "http://recall.example", "https://", "https://recall.example/path", "https://a@recall.example",
        "https://recall.example?x", "https://recall.example#x", "https://recall.example:x", "https://rec all.example",
        "https://récall.example", "ftp://recall.example", "https://[zz]", 'https://recall.example";', 7,
    ],
)  # fmt: skip
def test_what_cannot_be_a_base_url_is_refused(given: Any) -> None:
    with pytest.raises(Unusable):
        SETTINGS["base_url"].read(given)


def test_clients_come_back_as_they_were_saved(file: Path) -> None:
    clients = (Client("laptop", ("hook", "mcp"), (HOME.id,)), Client("other"))
    save_settings(file, Settings(clients=clients))
    assert load_settings(file).clients == clients
    assert written(file)["clients"][1] == {"name": "other", "for": ["hook", "mcp", "rest"]}


@pytest.mark.parametrize(
    "clients",
    [
        {},
        ["laptop"],
        [{}],
        [{"name": "Lap top"}],
        [{"name": "hook"}],
        [{"name": "a", "for": []}],
        [{"name": "a", "for": "rest"}],
        [{"name": "a", "for": ["web"]}],
        [{"name": "a", "instances": []}],
        [{"name": "a", "instances": "home"}],
        [{"name": "a", "instances": ["No Id"]}],
        [{"name": "a"}, {"name": "a"}],
    ],
)
def test_a_clients_limit_that_cant_be_used_is_an_error_and_never_no_limit(file: Path, clients: Any) -> None:
    file.write_text(json.dumps({"clients": clients}))
    with pytest.raises(SettingsError, match=r"line 1: clients: "):
        load_settings(file)


# ---- rows and choices ---------------------------------------------------------------------------------


def test_every_default_is_one_that_its_own_reader_takes() -> None:
    for key, setting in SETTINGS.items():
        value = getattr(Settings(), key)
        assert setting.read(setting.write(value)) == value


def test_every_row_can_hold_its_default() -> None:
    for key, setting in SETTINGS.items():
        row, default = setting.row, setting.write(getattr(Settings(), key))
        if row is None:
            continue
        if row.editor is Editor.CHOICE:
            assert default in [choice.value for choice in row.choices], key
        if row.editor is Editor.NUMBER:
            assert row.least <= default <= row.most, key


@pytest.mark.parametrize(
    ("key", "raw", "read"),
    [
        ("prompt_passages", 2, 2),
        ("text_size", 1, 1.0),
        ("appearance", "dark", "dark"),
        ("off_topic_share", 0.08, 0.08),
    ],
)
def test_a_choice_may_be_written_as_people_write_it(file: Path, key: str, raw: Any, read: Any) -> None:
    file.write_text(json.dumps({key: raw}))
    assert getattr(load_settings(file), key) == read


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("prompt_passages", 4),
        ("prompt_passages", True),
        ("text_size", "1.0"),
        ("language", "fr"),
        ("demo", 1),
    ],
)
def test_another_value_than_the_choices_is_refused(file: Path, key: str, raw: Any) -> None:
    file.write_text(json.dumps({key: raw}))
    with pytest.raises(SettingsError, match=key):
        load_settings(file)
