"""The commands as a person types them, in this process; a few through `python -m trayrecall`."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from keyring.backends.fail import Keyring

from tests.cli.conftest import Cli, Run, holding, results
from tests.fakes import TOKEN, FakeServer, html_page, not_trilium, redirect, server_error, unauthorised
from trayrecall import paths
from trayrecall.app import clean_token
from trayrecall.cli.render import print_json, print_pauses

NOBODY = "http://127.0.0.1:9"


def add(cli: Cli, server: FakeServer, *more: str, token: str = TOKEN) -> Run:
    return cli("instance", "add", "--url", server.url, "--name", "Home", *more, given=token + "\n")


# ---- instance add -------------------------------------------------------------------------------------


@pytest.mark.case("AU06")
def test_a_token_is_kept_in_the_secret_store_and_nowhere_else(
    cli: Cli, fresh_trilium: FakeServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="trayrecall")
    runs = [
        add(cli, fresh_trilium),
        cli("sync"),
        cli("status"),
        cli("instance", "list"),
        cli("doctor"),
        cli("status", "--json"),
    ]
    fresh_trilium.faults.set(unauthorised())
    runs += [cli("sync", "--full"), cli("instance", "test"), cli("doctor")]
    assert [run.code for run in runs] == [0, 0, 0, 0, 0, 0, 1, 1, 1]
    assert not any(TOKEN in run.out + run.err for run in runs)
    assert TOKEN not in caplog.text
    assert holding(TOKEN, tmp_path) == ["home-secrets.json"]
    assert stat.S_IMODE((tmp_path / "home-secrets.json").stat().st_mode) == 0o600


def test_adding_tells_version_and_id_and_what_comes_next(cli: Cli, fresh_trilium: FakeServer) -> None:
    run = add(cli, fresh_trilium, "--web-url", "https://notes.example/")
    assert run == Run(0, "Home is Trilium 0.102.1 and will be read as 'home'. Next: trayrecall sync\n", "")


@pytest.mark.case("AU02")
@pytest.mark.parametrize(
    "pasted",
    [
        "tok_ABC123=\n", "  tok_ABC123=", "tok_ABC123=\u200b", "tok_ABC123=\u00a0", "Bearer tok_ABC123=", "Authorization: tok_ABC123=",
        "authorization:bearer   tok_ABC123=\r\n", "\ufefftok_ABC123=", "\u202atok_ABC123=\u202c",
    ],
)  # fmt: skip
def test_a_token_is_cleaned_of_what_copying_brings_along(pasted: str) -> None:
    assert clean_token(pasted) == "tok_ABC123="


@pytest.mark.case("AU02")
def test_the_cleaned_token_is_what_is_saved(cli: Cli, fresh_trilium: FakeServer, tmp_path: Path) -> None:
    assert add(cli, fresh_trilium, token=f"Bearer {TOKEN}\u200b ").code == 0
    assert json.loads((tmp_path / "home-secrets.json").read_text())["etapi:home"] == TOKEN


@pytest.mark.parametrize("given", ["", "   ", "Bearer "])
def test_without_a_token_nothing_is_asked_or_kept(
    cli: Cli, fresh_trilium: FakeServer, home: Path, given: str
) -> None:
    run = add(cli, fresh_trilium, token=given)
    assert run.code == 5
    assert run.err.startswith("No token came. ")
    assert fresh_trilium.app.asked == []
    assert not (home / "config" / "settings.json").exists()


@pytest.mark.parametrize(
    ("fault", "code", "told"),
    [
        pytest.param(not_trilium(), 4, "This address is not a Trilium", marks=pytest.mark.case("NW13")),
        pytest.param(html_page(), 4, "A web page came instead of data", marks=pytest.mark.case("NW02")),
        pytest.param(
            redirect("https://login.example/"),
            4,
            "A login page is in the way",
            marks=pytest.mark.case("NW01"),
        ),
        (server_error(), 4, "Trilium reported a fault of its own"),
    ],
)
def test_a_server_that_is_no_trilium_is_named_and_nothing_is_kept(
    cli: Cli, fresh_trilium: FakeServer, home: Path, *, fault: Any, code: int, told: str
) -> None:
    fresh_trilium.faults.set(fault)
    run = add(cli, fresh_trilium)
    assert run.code == code
    assert run.err.startswith(told)
    assert run.out == ""
    assert not (home / "config" / "settings.json").exists()
    assert holding(TOKEN, home.parent) == []


def test_a_wrong_token_is_unauthorised(cli: Cli, fresh_trilium: FakeServer) -> None:
    run = add(cli, fresh_trilium, token="wrong")
    assert run == Run(
        3,
        "",
        "Trilium refuses the token. Make a new ETAPI token in Trilium (Options, ETAPI) and enter it again.\n",
    )


def test_an_address_where_nothing_answers_is_told(cli: Cli) -> None:
    run = cli("instance", "add", "--url", NOBODY, given=TOKEN)
    assert run.code == 7
    assert run.err.startswith("Nothing answers at this address. Check")


@pytest.mark.parametrize("url", ["", "http://a b", "ftp://a.example", "http://imke:pw-9@a.example"])
def test_an_address_that_is_none_is_a_wrong_call(cli: Cli, url: str) -> None:
    run = cli("instance", "add", "--url", url, given=TOKEN)
    assert run.code == 5
    assert "pw-9" not in run.err


@pytest.mark.case("KR01")
def test_without_a_keyring_a_token_is_not_written_anywhere(
    cli: Cli, fresh_trilium: FakeServer, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.delenv("RECALL_SECRETS_FILE")
    monkeypatch.setattr("keyring.get_keyring", Keyring)
    run = add(cli, fresh_trilium)
    assert run.code == 7
    assert run.err.startswith("This machine has no keyring")
    assert holding(TOKEN, home.parent) == []
    assert not (home / "config" / "settings.json").exists()


# ---- instance list, test, remove ----------------------------------------------------------------------


def test_without_a_server_the_list_says_how_to_add_one(cli: Cli) -> None:
    told = "No Trilium server yet. Add one: trayrecall instance add --url https://notes.example\n"
    assert cli("instance", "list") == Run(0, "", told)
    assert cli("instance", "test") == Run(5, "", told)
    assert cli("sync") == Run(5, "", told)
    assert cli("status") == Run(1, told, "")


def test_servers_are_listed_and_tested(cli: Cli, fresh_trilium: FakeServer) -> None:
    add(cli, fresh_trilium)
    assert cli("instance", "list").out == f"home\tHome\t{fresh_trilium.url}\n"
    run = cli("instance", "test", "home")
    assert run.code == 0
    assert re.fullmatch(r"Home: Trilium 0\.102\.1, answered in \d+ ms\n", run.out)
    fresh_trilium.faults.set(html_page())
    run = cli("instance", "test")
    assert run.code == 1
    assert run.out.startswith("Home: A web page came instead of data: the page is titled “Sign in”. ")


@pytest.mark.parametrize("command", [("instance", "test", "nix"), ("instance", "remove", "nix")])
def test_an_unknown_server_is_named(synced: Cli, command: tuple[str, ...]) -> None:
    assert synced(*command) == Run(5, "", "No instance has the id 'nix'. See: trayrecall instance list\n")


@pytest.mark.case("DL08")
def test_a_removed_server_leaves_no_token_and_no_note(
    cli: Cli, fresh_trilium: FakeServer, home: Path
) -> None:
    add(cli, fresh_trilium)
    cli("sync")
    run = cli("instance", "remove", "home")
    assert run.code == 0
    assert "forgotten" in run.out
    assert holding(TOKEN, home.parent) == []
    assert holding("Pump wiring", home) == []
    assert cli("instance", "list").out == ""


# ---- sync and status ----------------------------------------------------------------------------------


def test_status_before_and_after_the_first_sync(cli: Cli, fresh_trilium: FakeServer) -> None:
    add(cli, fresh_trilium)
    before = cli("status")
    assert (before.code, before.out) == (1, f"Home ({fresh_trilium.url}): never synced\n")
    synced = cli("sync")
    assert synced.code == 0
    assert re.fullmatch(
        rf"""Home \({re.escape(fresh_trilium.url)}\): up to date
  5 notes, as of \d{{4}}-\d\d-\d\d \d\d:\d\d
  left out: 1 archived, 1 labelled #recallIgnore, 1 without text
5 passages, all with a vector
model: multilingual-e5-small
""",
        synced.out,
    )
    after = cli("status")
    assert after.code == 0
    assert after.out.startswith(f"Home ({fresh_trilium.url}): up to date\n  5 notes, as of ")
    assert json.loads(cli("status", "--json").out)["instances"][0]["left_out"] == {
        "archived": 1,
        "ignored": 1,
        "no_text": 1,
    }


@pytest.mark.case("SY10")
def test_status_names_the_notes_that_could_not_be_read(cli: Cli, fresh_trilium: FakeServer) -> None:
    add(cli, fresh_trilium)
    note_id = next(n.id for n in fresh_trilium.tree.notes.values() if n.id != "root" and n.content)
    title = fresh_trilium.tree.notes[note_id].title
    fresh_trilium.faults.content(note_id, server_error("BAD_DECRYPT"))
    said = cli("sync").out
    assert "  1 by title only: their content could not be read\n" in said
    assert f"    {title} ({note_id}): Trilium reported a fault of its own" in said
    (fault,) = json.loads(cli("status", "--json").out)["instances"][0]["faults"]
    assert (fault["note_id"], fault["tries"]) == (note_id, 1)


def test_neither_a_title_nor_a_servers_words_make_lines_of_their_own(
    cli: Cli, fresh_trilium: FakeServer
) -> None:
    add(cli, fresh_trilium)
    fresh_trilium.tree.edit("pump", title="Pump\nWork: up to date\u2028\x1b[31m")
    fresh_trilium.faults.content("pump", server_error("BAD\nWork: up to date\x1b[31m"))
    said = cli("sync").out + cli("inspect", "home/pump").out
    assert "Pump Work: up to date" in said
    assert "BAD Work: up to date" in said
    assert not any(line.startswith("Work: up to date") for line in said.split("\n"))
    assert "\x1b" not in said


@pytest.mark.case("DL01")
def test_a_list_that_is_not_believable_is_told_and_costs_nothing(cli: Cli, fresh_trilium: FakeServer) -> None:
    add(cli, fresh_trilium)
    cli("sync")
    fresh_trilium.app.shown = 0
    for flags in ((), ("--accept-deletions",)):
        run = cli("sync", "--full", *flags)
        assert run.code == 1
        assert "held, because the list of notes is not believable\n" in run.out
        assert "Nothing was deleted. It is asked again.\n" in run.out
        assert run.err == ""
    assert results(cli("recall", "lease", "--json"))[0]["id"] == "home/lease"


def test_a_server_that_is_gone_leaves_the_index_and_says_so(cli: Cli, fresh_trilium: FakeServer) -> None:
    add(cli, fresh_trilium)
    cli("sync")
    fresh_trilium.faults.set(server_error())
    run = cli("sync", "--full")
    assert run.code == 1
    assert ": Trilium is busy\n" in run.out
    assert "\n  Trilium reported a fault of its own" in run.out
    assert cli("recall", "lease").out.splitlines()[0].endswith("  Lease")


def test_a_headless_server_comes_from_the_environment(
    cli: Cli, fresh_trilium: FakeServer, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.delenv("RECALL_SECRETS_FILE")
    monkeypatch.setenv("RECALL_HOME_SERVER_URL", fresh_trilium.url)
    monkeypatch.setenv("RECALL_HOME_SERVER_TOKEN", TOKEN)
    monkeypatch.setenv("RECALL_CLIENT_LOCAL_TOKEN", "local-token")
    assert cli("instance", "list").out == f"home-server\tHome Server\t{fresh_trilium.url}\n"
    assert cli("sync").code == 0
    assert results(cli("recall", "mill lease", "--json", "--limit", "1"))[0]["id"] == "home-server/lease"
    assert cli("doctor").code == 0
    assert holding(TOKEN, home) == []
    assert cli("instance", "remove", "home-server") == Run(
        5,
        "",
        "'home-server' comes from the environment. Unset RECALL_HOME_SERVER_TOKEN and RECALL_HOME_SERVER_URL.\n",
    )


def test_half_a_headless_server_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RECALL_SECRETS_FILE")
    monkeypatch.setenv("RECALL_HOME_URL", NOBODY)
    run = cli("status")
    assert run.code == 5
    assert (
        run.err
        == "RECALL_HOME_URL is set but RECALL_HOME_TOKEN is not. Set RECALL_HOME_TOKEN, or unset RECALL_HOME_URL.\n"
    )


# ---- recall -------------------------------------------------------------------------------------------


def test_a_hit_is_score_title_place_excerpt_and_link(synced: Cli, trilium: FakeServer) -> None:
    run = synced("recall", "which relay feeds pump 2?", "--limit", "1")
    assert run.code == 0
    assert run.err == ""
    lines = run.out.splitlines()
    assert re.fullmatch(r"0\.\d{4}  Pump wiring", lines[0])
    assert lines[1:] == [
        "        wiki · Wiki · Relays",
        "        Pump 2 runs on phase L3 through relay K9. The spare relay lies in drawer four.",
        f"        {trilium.url}/#root/wiki/pump",
        "",
    ]


def test_an_index_that_holds_nothing_yet_says_so(cli: Cli) -> None:
    instances = [{"id": "home", "name": "Home", "url": "http://127.0.0.1:9"}]
    paths.settings_file().parent.mkdir(parents=True, exist_ok=True)
    paths.settings_file().write_text(json.dumps({"version": 1, "instances": instances}))
    assert cli("sync").code == 1
    asked = cli("recall", "pump")
    assert (asked.code, asked.out) == (0, "")
    assert asked.err.startswith("Nothing found: no notes are in the index yet.")


def test_a_score_that_was_printed_keeps_its_hit_as_floor(synced: Cli) -> None:
    for question in ("mill lease", "pump relay", "护照", "sluice colour", "wiki", "drawer"):
        shown = synced("recall", question, "--limit", "1").out
        again = synced("recall", question, "--limit", "1", "--min-score", shown.split()[0])
        assert again.out == shown
    assert synced("recall", "mill lease", "--min-score", "0.999") == Run(0, "", "Nothing found.\n")


def test_json_holds_no_sign_that_a_terminal_obeys(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"title": "a\x9b31m\u202e\x7f水"})
    told = capsys.readouterr().out
    assert told.strip() == '{"title":"a\\u009b31m\\u202e\\u007f水"}'
    assert json.loads(told) == {"title": "a\x9b31m\u202e\x7f水"}


def test_a_paused_folder_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that may ask can name it."""
    print_pauses({"status": "ok", "paused_projects": ["/home/\x1b]0;owned\x07me"]})
    assert capsys.readouterr().out == "paused for prompts asked in /home/]0;ownedme\n"


def test_json_is_the_envelope_of_rest(synced: Cli) -> None:
    lean = json.loads(synced("recall", "mill lease", "--json").out)
    assert list(lean) == ["query", "embedder_model", "embedder_dimension", "results", "degraded"]
    assert lean["results"][0]["id"] == "home/lease"
    full = json.loads(synced("recall", "mill lease", "--json", "--view", "full").out)
    assert full["results"][0]["note"]["signals"]["coverage"] == 1.0


def test_status_is_not_clean_while_a_server_was_never_read(
    synced: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert synced("status").code == 0
    monkeypatch.setenv("RECALL_WORK_URL", "http://127.0.0.1:9")
    run = synced("status")
    assert (run.code, "Work (http://127.0.0.1:9): never synced\n" in run.out) == (1, True)


def test_explain_says_why(synced: Cli) -> None:
    out = synced("recall", "mill lease", "--explain", "--limit", "1").out
    assert re.search(
        r"^        home/lease, matched \w+, relevance \d\.\d{4}, cosine 0\.\d{3}, .*terms mill leas$",
        out,
        re.MULTILINE,
    )


def test_filters_narrow_the_answer(synced: Cli) -> None:
    assert {r["area"] for r in results(synced("recall", "pump", "--json", "--area", "wiki"))} == {"wiki"}
    assert results(synced("recall", "pump", "--json", "--area", "journal")) == []
    assert results(synced("recall", "pump", "--json", "--label", "nothing")) == []
    assert results(synced("recall", "pump", "--json", "--until", "1999-12-31")) == []
    assert (
        results(synced("recall", "pump", "--json", "--instance", "home", "--limit", "1"))[0]["id"]
        == "home/pump"
    )
    both = results(synced("recall", "pump or lease", "--json", "--area", "wiki", "--area", "other"))
    assert {"wiki", "other"} == {r["area"] for r in both}
    run = synced("recall", "pump", "--instance", "nix")
    assert run == Run(5, "", "No instance has the id 'nix'. See: trayrecall instance list\n")


def test_order_score_is_the_order_of_the_cosines(synced: Cli) -> None:
    scores = [r["score"] for r in results(synced("recall", "when does it end", "--json", "--order", "score"))]
    assert len(scores) > 2
    assert scores == sorted(scores, reverse=True)


@pytest.mark.case("UI06")
def test_signs_that_steer_a_terminal_are_not_printed(synced: Cli) -> None:
    run = synced("recall", "sluice colour", "--limit", "1", "--explain")
    assert "Esc [31m title" in run.out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e]", run.out)
    assert results(synced("recall", "sluice colour", "--limit", "1", "--json"))[0]["id"] == "home/evil"


def test_what_is_left_out_is_never_found(synced: Cli) -> None:
    ids = [r["id"] for r in results(synced("recall", "old stove flue diary", "--json", "--limit", "100"))]
    assert not {"home/old", "home/secret"} & set(ids)


def test_words_need_no_quotes_around_them(synced: Cli) -> None:
    quoted = results(synced("recall", "old stove flue", "--limit", "3", "--json"))
    assert results(synced("recall", "old", "stove", "flue", "--limit", "3", "--json")) == quoted


@pytest.mark.case("QP09")
def test_signs_alone_find_nothing(synced: Cli) -> None:
    assert synced("recall", "???") == Run(0, "", "Nothing found.\n")


def test_recall_before_the_first_sync_says_what_to_do(cli: Cli) -> None:
    run = cli("recall", "pump")
    assert run.code == 5
    assert run.err.startswith(
        "There is no index yet. Add a Trilium server (trayrecall instance add), then: trayrecall sync"
    )


# ---- wrong calls --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nix",), "invalid choice: 'nix'"),
        (("recall",), "arguments are required: query"),
        (("recall", " "), "query: must not be empty"),
        (("recall", "x", "--limit", "0"), "--limit: must be a whole number from 1 to 100"),
        (("recall", "x", "--limit", "101"), "--limit: must be a whole number from 1 to 100"),
        (("recall", "x", "--limit", "many"), "--limit: must be a whole number from 1 to 100"),
        (("recall", "x", "--min-score", "2"), "--min-score: must be a number from -1 to 1"),
        (("recall", "x", "--min-score", "nan"), "--min-score: must be a number from -1 to 1"),
        (("recall", "x", "--min-score", "high"), "--min-score: must be a number from -1 to 1"),
        (("recall", "x", "--area", "attic"), "invalid choice: 'attic'"),
        (("recall", "x", "--since", "yesterday"), "must be a day such as 2026-03-14"),
        (("recall", "x", "--label", "#"), "must be a name, or name=value"),
        (("recall", "x", "--view", "Lean"), "invalid choice: 'Lean'"),
        (("instance",), "arguments are required: ACTION"),
        (("instance", "add"), "arguments are required: --url"),
        (("reindex", "pump"), "'pump' is no note"),
        (("reindex", "/pump"), "'/pump' is no note"),
        (("inspect", "/pump"), "'/pump' is no note"),
        (("pause", "--project", ""), "--project: must be the path of a folder"),
        (("resume", "--project", " "), "--project: must be the path of a folder"),
        (("connect", "codex", "--repair", "--dry-run"), "not allowed with argument"),
        (("sync", "--accept"), "unrecognized arguments: --accept"),
        (("--demo", "status"), "--demo starts the application"),
        (("model", "install", "nix"), "No embedding model is called 'nix'"),
    ],
)
def test_a_wrong_call_is_usage_and_says_what_is_wrong(
    cli: Cli, arguments: tuple[str, ...], told: str
) -> None:
    run = cli(*arguments)
    assert run.code == 5
    assert told in run.err
    assert run.out == ""


def test_reindex_needs_a_running_app(synced: Cli) -> None:
    assert synced("reindex", "home/pump") == Run(
        2, "", "TrayRecall is not running. Start it: trayrecall, or without a window: trayrecall serve\n"
    )


# ---- beside another program ---------------------------------------------------------------------------


@pytest.mark.case("CO06")
def test_a_stale_runtime_file_with_anothers_port_is_not_believed(
    cli: Cli, fresh_trilium: FakeServer, home: Path
) -> None:
    add(cli, fresh_trilium)
    cli("sync")
    (home / "state").mkdir(exist_ok=True)
    stale = {"port": fresh_trilium.port, "pid": os.getpid(), "started": 0.0}
    (home / "state" / "runtime.json").write_text(json.dumps(stale))
    fresh_trilium.app.asked.clear()
    assert results(cli("recall", "mill lease", "--json"))[0]["id"] == "home/lease"
    assert cli("status").code == 0
    assert set(fresh_trilium.app.asked) == {("GET", "/health")}
    (home / "state" / "runtime.json").write_text(json.dumps(stale | {"port": 9}))
    assert cli("status").code == 0
    assert cli("reindex", "home/lease").code == 2
