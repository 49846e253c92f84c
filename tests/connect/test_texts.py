"""The editors of texts: what isn't ours stays byte for byte, and what was put in comes out without a trace."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trayrecall.connect import jsonc, toml
from trayrecall.connect.jsonc import Malformed

OURS = {"url": "http://127.0.0.1:1/mcp", "headers": {"Authorization": "Bearer t"}}
COMMENTED = """// my settings
{
  "theme": "dark", // as at night
  /* servers */
  "servers": {
    "files": { "command": "x", "args": ["-y", "a//b"], }, // trailing commas are fine
  },
}
"""


def test_a_member_goes_to_the_end_and_comments_stay_where_they_are() -> None:
    assert jsonc.with_member(COMMENTED, ("servers", "ours"), {"a": 1}) == COMMENTED.replace(
        "are fine\n  }", 'are fine\n    "ours": {\n      "a": 1\n    },\n  }'
    )


TEXTS = [
    "{}",
    "{ }\n",
    "{\n}\n",
    '{"servers": {}}',
    '{"servers":{"a":1}}',
    '{\n\t"servers": {\n\t\t"a": [1, 2]\n\t},\n\t"b": null\n}',
    '{\r\n    "servers": {\r\n        "a": {}\r\n    }\r\n}\r\n',
    COMMENTED,
    '{\n  "servers": {\n    "a": 1 // last\n  }\n}\n',
    '{\n  "servers": {\n    // none yet\n  }\n}\n',
    '{"x": "} // \\" {", "servers": {"ä": "水"}}',
]


@pytest.mark.parametrize("text", TEXTS)
def test_what_was_put_in_is_there_and_comes_out_again(text: str) -> None:
    before = jsonc.parse(text).value
    connected = jsonc.with_member(text, ("servers", "ours"), OURS)
    expected = {**before, "servers": {**before.get("servers", {}), "ours": OURS}}
    assert jsonc.parse(connected).value == expected
    removed = jsonc.without(connected, ("servers",), "ours")
    assert jsonc.parse(removed).value == {**before, "servers": before.get("servers", {})}


@pytest.mark.parametrize(
    "text", [t for t in TEXTS if "\n" in t and '"servers": {\n' in t and "none yet" not in t]
)
def test_in_a_file_of_lines_the_way_there_and_back_changes_no_byte(text: str) -> None:
    connected = jsonc.with_member(text, ("servers", "ours"), OURS)
    assert jsonc.without(connected, ("servers",), "ours") == text


def test_a_value_is_replaced_in_its_place() -> None:
    text = '{"a": 1, "ours": {"old": true}, /* b */ "b": 2}'
    assert jsonc.with_member(text, ("ours",), 5) == '{"a": 1, "ours": 5, /* b */ "b": 2}'


def test_of_two_members_of_one_name_the_last_one_counts_as_for_every_reader() -> None:
    text = '{"ours": {"a": 1}, "b": 2, "ours": {"c": 3}}'
    for before in (jsonc.parse(text).value, json.loads(text)):
        assert before["ours"] == {"c": 3}
    assert jsonc.with_member(text, ("ours",), 5) == '{"ours": {"a": 1}, "b": 2, "ours": 5}'
    deeper = jsonc.with_member(text, ("ours", "c"), 4)
    assert deeper == '{"ours": {"a": 1}, "b": 2, "ours": {"c": 4}}'


def test_items_are_added_and_taken_out_of_the_middle() -> None:
    text = '{"hooks": {"E": [{"x": 1}, // mine\n {"y": 2}]}}'
    added = jsonc.with_item(text, ("hooks", "E"), "z")
    assert jsonc.parse(added).value == {"hooks": {"E": [{"x": 1}, {"y": 2}, "z"]}}
    assert jsonc.parse(jsonc.without(added, ("hooks", "E"), 1)).value == {"hooks": {"E": [{"x": 1}, "z"]}}
    assert "// mine" in jsonc.without(added, ("hooks", "E"), 1)
    assert jsonc.parse(jsonc.with_item("{}", ("hooks", "E"), 1)).value == {"hooks": {"E": [1]}}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.text(max_size=4), _JSON, max_size=4),
    st.dictionaries(st.text(max_size=4), _JSON, max_size=3),
    st.sampled_from([None, 2, "\t"]),
)
def test_any_json_keeps_its_meaning_and_loses_only_ours(rest: Any, servers: Any, indent: Any) -> None:
    data = {**rest, "servers": servers}
    data["servers"].pop("ours", None)
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    connected = jsonc.with_member(text, ("servers", "ours"), OURS)
    assert json.loads(connected) == {**data, "servers": {**servers, "ours": OURS}}
    assert json.loads(jsonc.without(connected, ("servers",), "ours")) == data


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a" 1}',
        "{'a': 1}",
        '{"a": 1} x',
        '{"a": 01x}',
        "[1 2]",
        '{"a": }',
        "[" * 300,
        '{"a": "\n"}',
        "/* ",
    ],
)
def test_malformed_texts_are_refused_with_their_line(text: str) -> None:
    with pytest.raises(Malformed, match=r"line \d"):
        jsonc.parse(text)


def test_plain_json_has_no_comments() -> None:
    assert jsonc.parse('{"a": 1}', comments=False).value == {"a": 1}
    for text in ['{"a": 1,}', "{} // x"]:
        with pytest.raises(Malformed, match="line 1"):
            jsonc.parse(text, comments=False)


@pytest.mark.parametrize("text", ['{"servers": []}', '{"servers": 1}', "[]", '"x"'])
def test_another_kind_of_value_on_the_way_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="is no object"):
        jsonc.with_member(text, ("servers", "ours"), 1)


# ---- TOML -----------------------------------------------------------------------------------------------

PATH = ("mcp_servers", "ours")
TABLE = {
    "url": "http://127.0.0.1:1/mcp",
    "command": "/home/Åsa 🌱/python",
    "http_headers": {"Authorization": "t"},
}
CODEX = """# mine
model = "o5"   # the good one

[mcp_servers.files]
command = "x"
args = ["a", "[b]"]

[profiles.fast] # quick
model = "mini"
"""


@pytest.mark.parametrize(
    "text", ["", "# only a comment\n", 'model = "x"', CODEX, CODEX.replace("\n", "\r\n"), "\n\n"]
)
def test_a_table_goes_to_the_end_and_comes_out_again(text: str) -> None:
    connected = toml.with_table(text, PATH, TABLE)
    assert connected.startswith(text)
    assert connected.count("\r\n") == (connected.count("\n") if "\r" in text else 0)
    assert toml.parse(connected)["mcp_servers"]["ours"] == TABLE
    assert toml.without_table(connected, PATH).rstrip() == text.rstrip()
    assert toml.with_table(connected, PATH, TABLE) == connected or text == "\n\n"


def test_what_others_wrote_after_ours_stays() -> None:
    connected = toml.with_table(CODEX, PATH, TABLE)
    later = connected + "[mcp_servers.ours.tools.recall]\napproval_mode = 'auto'\n\n# theirs\n[tui]\nx = 1\n"
    assert toml.without_table(later, PATH) == CODEX + "\n# theirs\n[tui]\nx = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "mcp_servers = { ours = { url = 'x' } }\n",
        "mcp_servers = {}\n",
        "[mcp_servers]\nours.url = 'x'\n",
        "x = '''\n[mcp_servers.ours]\n'''\n[mcp_servers.ours]\nurl = 'y'\n",
        "[mcp_servers.files]\nx = '''\n[mcp_servers.ours]\n'''\n[mcp_servers.ours]\nurl = 'y'\n",
        "a = \n",
        "[a\n",
    ],
)
def test_a_form_that_is_not_foreseen_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        toml.with_table(text, PATH, TABLE)


@pytest.mark.parametrize(
    "text", ["mcp_servers = { ours = { url = 'x' } }\n", "[mcp_servers]\nours.url = 'x'\n"]
)
def test_a_table_in_another_form_is_not_left_behind_in_silence(text: str) -> None:
    with pytest.raises(Malformed, match=r"^line [12]: "):
        toml.without_table(text, PATH)
