"""The prompt hook's client, always as the real process that an agent starts: it answers well, or says nothing."""

from __future__ import annotations

import ast
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.hook.conftest import ANSWER, CALL, INNER, TOKEN, Canned, HookRun, http, run_hook, script_alone
from tests.server.engine import ExampleEngine
from trayrecall import hook, paths
from trayrecall.hook import write_hook_file
from trayrecall.server.guard import Grant
from trayrecall.server.serving import Serving

Start = Callable[..., Canned]
WALL_SECONDS = 1.5
CLOSED_SECONDS = 0.3
WHOLE = json.dumps(ANSWER)


def quickest(runs: int = 3) -> HookRun:
    """The quickest of some runs, all of them silent: what the client itself takes, on a busy machine too."""
    found = [run_hook() for _ in range(runs)]
    assert all(run.is_silent for run in found), found
    return min(found, key=lambda run: run.seconds)


# ---- with the application open ------------------------------------------------------------------------


@pytest.mark.case("MH17")
@pytest.mark.parametrize(
    "env", [{}, {"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1", "PYTHONVERBOSE": "1"}]
)
def test_it_prints_one_json_object_of_the_contracts_shape(serving: Serving, env: dict[str, str]) -> None:
    run = run_hook(env=env)
    assert (run.code, run.err) == (0, b""), serving.listener.url
    answer = json.loads(run.out)
    assert list(answer) == ["hookSpecificOutput"]
    assert list(answer["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    assert answer["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert "Relay K4 feeds pump 7." in answer["hookSpecificOutput"]["additionalContext"]


@pytest.mark.case("MH17")
def test_a_call_that_names_no_event_is_one_of_a_prompt(serving: Serving) -> None:
    run = run_hook(json.dumps({"session_id": "s1", "prompt": CALL["prompt"]}).encode())
    assert (run.code, run.err) == (0, b""), serving.listener.url
    assert json.loads(run.out)["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"


@pytest.mark.case("MH17")
def test_when_there_is_nothing_to_say_it_prints_nothing(serving: Serving, engine: ExampleEngine) -> None:
    assert run_hook(json.dumps(CALL | {"prompt": "weather"}).encode()).is_silent
    assert [what for what, _ in engine.asked] == ["prompt"], serving.listener.url


@pytest.mark.case("EN09")
@pytest.mark.parametrize("codepage", ["cp949", "cp1252", "ascii", "utf-16"])
def test_any_code_page_of_the_console_leaves_the_prompt_and_the_answer_whole(
    serving: Serving, engine: ExampleEngine, codepage: str
) -> None:
    call = {"session_id": "s1", "prompt": "pump 보일러 압력은 얼마?", "cwd": "C:\\Users\\지민"}
    run = run_hook(
        json.dumps(call, ensure_ascii=False).encode(),
        env={"PYTHONIOENCODING": codepage, "LANG": "C", "LC_ALL": "C"},
    )
    assert (run.code, run.err) == (0, b""), serving.listener.url
    assert engine.asked == [("prompt", (call["prompt"], "s1", "UserPromptSubmit", call["cwd"]))]
    assert run.out.isascii()
    assert "水泵" in json.loads(run.out)["hookSpecificOutput"]["additionalContext"]


def test_an_agent_that_wants_another_form_gets_it(serving: Serving) -> None:
    run = run_hook(words=hook.command("cursor"))
    assert list(json.loads(run.out)) == ["additional_context"], serving.listener.url


def test_a_session_that_begins_anew_is_forgotten(serving: Serving, engine: ExampleEngine) -> None:
    for source in ("startup", "clear", "compact", "resume"):
        call = {"session_id": source, "hook_event_name": "SessionStart", "source": source}
        assert run_hook(json.dumps(call).encode()).is_silent, serving.listener.url
    assert engine.asked == [("forget", source) for source in ("clear", "compact", "resume")]


@pytest.mark.case("CO02")
def test_a_hundred_at_once_are_all_answered_or_silent(serving: Serving) -> None:
    calls = [json.dumps(CALL | {"session_id": f"s{n}", "prompt": f"pump {n}"}).encode() for n in range(100)]
    with ThreadPoolExecutor(100) as pool:
        runs = list(pool.map(run_hook, calls))
    assert {(run.code, run.err) for run in runs} == {(0, b"")}
    for run in runs:
        assert run.out == b"" or set(json.loads(run.out)) == {"hookSpecificOutput"}
    assert run_hook().out, serving.listener.url


# ---- without it ---------------------------------------------------------------------------------------


@pytest.mark.case("MH01")
def test_with_the_application_closed_it_is_silent_at_once_each_time() -> None:
    folder = paths.hook_config_file().parent
    assert not paths.hook_config_file().exists()
    assert quickest(20).seconds < CLOSED_SECONDS
    assert list(folder.iterdir()) == []  # it keeps nothing, so that the 500th time is like the first
    with socket.create_server(("127.0.0.1", 0)) as gone:
        write_hook_file(paths.hook_config_file(), gone.getsockname()[1], TOKEN)
    assert quickest(20).seconds < CLOSED_SECONDS  # the application was killed: its file stayed
    assert list(folder.iterdir()) == [paths.hook_config_file()]


on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="process numbers have a world there"
)


@on_linux
def test_after_a_crash_nothing_is_asked_of_whoever_has_the_port(canned: Start) -> None:
    taker = canned(http(WHOLE))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    file = paths.hook_config_file()
    told = json.loads(file.read_text(encoding="ascii"))
    file.write_text(json.dumps(told | {"pid": gone.pid}), encoding="ascii")
    assert run_hook().is_silent
    assert taker.seen == []


@on_linux
def test_a_process_number_of_another_sandbox_says_nothing(canned: Start) -> None:
    canned(http(WHOLE))
    file = paths.hook_config_file()
    told = json.loads(file.read_text(encoding="ascii"))
    file.write_text(json.dumps(told | {"pid": 2**22 + 1, "world": "pid:[1]"}), encoding="ascii")
    assert json.loads(run_hook().out) == ANSWER


def test_the_applications_end_takes_the_file_with_it(engine: ExampleEngine) -> None:
    file = paths.hook_config_file()

    def served() -> Serving:
        return Serving(engine, grants=list, port=0, hook_file=file, hook_token=TOKEN)

    first = served()
    port = first.start()
    assert file.stat().st_mode & 0o077 == 0 or os.name == "nt"
    told = json.loads(file.read_text())
    assert (told["port"], told["token"], told["pid"]) == (port, TOKEN, os.getpid())
    second = served()  # another one took over
    second.start()
    first.stop()
    assert file.exists()
    second.stop()
    assert not file.exists()
    served().stop()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "nonsense",
        "\0",
        '{"port": "x", "token": "t"}',
        '{"port": 99999999, "token": "t"}',
        '{"token": 1}',
        "ü",
    ],
)
def test_a_damaged_config_is_silence(text: str) -> None:
    paths.hook_config_file().write_text(text, encoding="utf-8")
    assert run_hook().is_silent


def test_a_config_that_may_not_be_read_is_silence(serving: Serving) -> None:
    file = paths.hook_config_file()
    file.unlink()
    file.mkdir()
    assert run_hook().is_silent, serving.listener.url
    file.rmdir()
    assert run_hook(words=script_alone()).is_silent  # nor is there one at the usual place


def test_after_an_uninstall_it_is_silent_and_not_exit_code_2(serving: Serving) -> None:
    words = hook.command()
    words[words.index(str(paths.hook_script()))] = str(paths.hook_script().with_name("gone.py"))
    assert run_hook(words=words).is_silent, serving.listener.url


# ---- with something else at the port ------------------------------------------------------------------


def test_a_whole_answer_of_ours_is_printed(canned: Start) -> None:
    listener = canned(http(WHOLE))
    run = run_hook()
    assert (run.code, run.err) == (0, b"")
    assert json.loads(run.out) == ANSWER
    (request,) = listener.seen
    assert f"Authorization: Bearer {TOKEN}".encode() in request
    assert request.startswith(b"POST /recall HTTP/1.1\r\n")


NOT_OURS = {
    "HTML of another program": http("<html>Hello</html>", kind="text/html"),
    "another program's JSON": http(WHOLE, server="nginx"),
    "no server named": http(WHOLE).replace(b"server: TrayRecall\r\n", b""),
    "a failure": http('{"detail": "x"}', status="500 Internal Server Error"),
    "a failure that looks right": http(WHOLE, status="500 Internal Server Error"),
    "a wrong token": http('{"detail": "the token is wrong"}', status="401 Unauthorized"),
    "a redirect": http(WHOLE, status="302 Found", more="location: http://example.com\r\n"),
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n",
    "no header's end": b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 9000,
    "nothing at all": b"",
    "a cut answer": http(WHOLE)[:-1],
    "a cut answer that is JSON all the same": http(WHOLE + " ")[:-1],
    "no length": http(WHOLE).replace(b"content-length", b"x-length"),
    "pieces": http(WHOLE, more="transfer-encoding: chunked\r\n"),
    "a giant answer": http(json.dumps({"hookSpecificOutput": INNER | {"additionalContext": "x" * 70_000}})),
    "a giant once it is escaped": http(
        json.dumps({"hookSpecificOutput": INNER | {"additionalContext": "水" * 20_000}}, ensure_ascii=False)
    ),
    "not JSON": http("{"),
    "not UTF-8": http(WHOLE.encode("utf-16")),
    "a list": http("[]"),
    "another key beside": http(json.dumps(ANSWER | {"decision": "block"})),
    "another key within": http(json.dumps({"hookSpecificOutput": INNER | {"x": "y"}})),
    "a key less": http(json.dumps({"hookSpecificOutput": {"additionalContext": "x"}})),
    "no text": http(json.dumps({"hookSpecificOutput": INNER | {"additionalContext": None}})),
    "a bare context": http(json.dumps({"additionalContext": "x"})),
    "a deep nest": http("[" * 30_000 + "]" * 30_000),
}


@pytest.mark.case("MH17")
@pytest.mark.parametrize("name", NOT_OURS)
def test_anything_but_a_whole_answer_of_ours_is_silence(canned: Start, name: str) -> None:
    canned(NOT_OURS[name])
    assert run_hook().is_silent


@pytest.mark.case("MH02")
@pytest.mark.parametrize(
    "sent", [b"", http(WHOLE)[:60], http(WHOLE)[:-5]], ids=["nothing", "a header", "a part"]
)
def test_a_listener_that_hangs_is_given_up_in_time(canned: Start, sent: bytes) -> None:
    def hang(connection: socket.socket) -> None:
        connection.sendall(sent)
        listener.ended.wait(20)

    listener = canned(hang)
    assert quickest().seconds < WALL_SECONDS


@pytest.mark.case("MH02")
def test_a_trickle_is_given_up_in_time(canned: Start) -> None:
    def trickle(connection: socket.socket) -> None:
        for byte in http(WHOLE):
            connection.sendall(bytes([byte]))
            if listener.ended.wait(0.05):
                return

    listener = canned(trickle)
    assert quickest().seconds < WALL_SECONDS


@pytest.mark.case("MH02")
def test_a_backlog_that_nobody_accepts_is_given_up_in_time() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        write_hook_file(paths.hook_config_file(), full.getsockname()[1], TOKEN)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.settimeout(0)
            one.connect_ex(full.getsockname())
        assert quickest().seconds < WALL_SECONDS
        for one in waiting:
            one.close()


def test_an_answer_that_comes_in_pieces_is_put_together(canned: Start) -> None:
    def pieces(connection: socket.socket) -> None:
        whole = http(WHOLE)
        for start in range(0, len(whole), 7):
            connection.sendall(whole[start : start + 7])

    canned(pieces)
    assert json.loads(run_hook().out) == ANSWER


# ---- broken streams -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call", [b"", b" \n", b"{", b"\xff\xfe", b"null", b'{"prompt": 7}', b"x" * 1_100_000]
)
def test_a_call_that_is_none_is_silence(serving: Serving, call: bytes) -> None:
    assert run_hook(call).is_silent, serving.listener.url


def test_an_input_that_never_ends_is_given_up_in_time(serving: Serving) -> None:
    began = time.monotonic()
    words = hook.command()
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"{")
        process.stdin.flush()
        assert process.wait(20) == 0, serving.listener.url
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() + process.stderr.read() == b""
    assert time.monotonic() - began < 2 * WALL_SECONDS


@pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-", "2>&-", ">/dev/full"])
def test_closed_streams_are_borne(serving: Serving, closed: str, tmp_path: Path) -> None:
    given = tmp_path / "call.json"
    given.write_text(json.dumps(CALL))
    line = f"{hook.shell_line(hook.command())} <{given} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (0, b""), serving.listener.url


def test_a_reader_that_goes_away_is_borne(serving: Serving) -> None:
    with subprocess.Popen(
        hook.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(json.dumps(CALL).encode())
        process.stdin.close()
        assert process.wait(20) == 0, serving.listener.url
        assert process.stderr.read() == b""


# ---- its form -----------------------------------------------------------------------------------------


def test_the_script_is_ascii_and_imports_nothing_slow() -> None:
    source = paths.hook_script().read_text(encoding="ascii")
    tree = ast.parse(source)
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])
    }
    assert imported == {"sys", "_thread", "time", "_socket", "socket", "posix", "nt", "json", "os"}
    loaded = "import sys; exec(open(sys.argv[1]).read(), {'__name__': 'x'}); print({'json', 'os'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-E", "-c", loaded, str(paths.hook_script())],
        capture_output=True,
        check=True,
    )
    assert done.stdout.strip() == b"set()"


@pytest.mark.parametrize("variable", ["TRAYRECALL_HOME", "XDG_STATE_HOME", "HOME"])
@pytest.mark.skipif(os.name == "nt", reason="the places of Linux")
def test_without_a_config_named_it_looks_where_the_application_writes_it(
    engine: ExampleEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    for name in ("TRAYRECALL_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "somewhere"))
    file = paths.hook_config_file()
    assert tmp_path in file.parents
    served = Serving(engine, grants=lambda: (Grant("hook", TOKEN),), port=0, hook_file=file, hook_token=TOKEN)
    served.start()
    try:
        assert run_hook(words=script_alone()).out
    finally:
        served.stop()


def test_the_command_is_in_exec_form_without_environment_or_site() -> None:
    words = hook.command(python="/usr/bin/python3")
    assert words[:5] == ["/usr/bin/python3", "-I", "-S", "-E", "-c"]
    assert words[-2:] == [str(paths.hook_script()), str(paths.hook_config_file())]
    assert hook.command("cursor")[-1] == "cursor"
    assert Path(hook.command()[0]).is_file()


def test_the_line_for_a_windows_shell_has_no_backslash_path_and_no_needless_quotes() -> None:
    words = [
        r"C:\Python\python.exe",
        "-I",
        "-c",
        "exec('a b')",
        r"C:\Users\Ada Lovelace\hook.py",
        r"C:\x\hook.json",
    ]
    assert hook.shell_line(words, windows=True) == (
        """C:/Python/python.exe -I -c "exec('a b')" "C:/Users/Ada Lovelace/hook.py" C:/x/hook.json"""
    )


def test_the_shell_line_runs_as_the_exec_form_does(serving: Serving) -> None:
    done = subprocess.run(
        hook.shell_line(hook.command()),
        shell=True,
        input=json.dumps(CALL).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), serving.listener.url
    assert list(json.loads(done.stdout)) == ["hookSpecificOutput"]
