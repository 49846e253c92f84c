"""Parsing, dispatch and exit codes: 0 ok, 1 not clean, 2 app not running, 3 unauthorised, 4 other HTTP failure,
5 usage, 6 timeout, 7 other.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import re
import sys
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from enum import IntEnum
from importlib import import_module
from typing import Any, NoReturn

from trayrecall import __version__
from trayrecall.cli.given import cleaned
from trayrecall.single import TOGGLE, toggle


class Exit(IntEnum):
    """Exit codes; append-only."""

    OK = 0
    NOT_CLEAN = 1
    NOT_RUNNING = 2
    UNAUTHORISED = 3
    HTTP = 4
    USAGE = 5
    TIMEOUT = 6
    OTHER = 7


class _Parser(argparse.ArgumentParser):
    """argparse, with our exit code for a wrong call, and options in full alone: one that comes later changes no call."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(Exit.USAGE, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    if parsed.demo and parsed.verb:
        parser.error("--demo starts the application; to ask the demo notes here: trayrecall demo")
    if parsed.verb == TOGGLE:
        return toggle()
    from trayrecall.core.errors import (  # noqa: PLC0415 - `--help` loads nothing
        TrayRecallError,
        UserInputError,
        explain,
        explain_file,
    )

    logging.getLogger("trayrecall").addHandler(logging.NullHandler())  # a person reads our own words
    try:
        return _sent(int(_verb(parsed.verb)(cleaned(parsed))))
    except UserInputError as failure:
        print(explain(failure), file=sys.stderr)
        return Exit.USAGE
    except TrayRecallError as failure:
        print(explain(failure), file=sys.stderr)
        return _code(failure.name)
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_unsent()
        return Exit.OK
    except OSError as failure:  # a folder that isn't ours, a full disk
        if (
            failure.errno is not None and failure.filename is None
        ):  # one that was written to, as the output is
            failure = OSError(failure.errno, failure.strerror, "A file or the output")
        print(explain_file(failure), file=sys.stderr)
        _drop_unsent()
        return Exit.OTHER
    except KeyboardInterrupt:
        return Exit.OTHER
    except Exception:  # noqa: BLE001 - named barrier: Python's own exit code would say "not clean"
        from traceback import print_exc  # noqa: PLC0415

        print_exc()
        print(_FAILED, file=sys.stderr)
        return Exit.OTHER


_FAILED = "TrayRecall failed here. If it was updated while it runs, restart it; else please report this."


def _sent(code: int) -> int:
    """The code, once all that was printed is sent: Python does that later, when a full disk would look like success.

    Raises OSError.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as failure:  # its errno makes a BrokenPipeError again
        raise OSError(failure.errno, failure.strerror, "The output") from failure
    return code


def _drop_unsent() -> None:
    """Send what was printed if that can be done, else drop it, so that Python doesn't fail with it at the very end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _code(name: str) -> int:
    return next((code for code, names in _FAILURES.items() if name in names), Exit.OTHER)


_FAILURES = {
    Exit.NOT_RUNNING: ("NotRunning",),
    Exit.UNAUTHORISED: ("Unauthorised", "WrongToken"),
    Exit.HTTP: (
        "HttpFailure", "NotTrilium", "HtmlInsteadOfJson", "LoginPageInTheWay", "NotSetUp", "ServerFault", "BadRequest",
    ),
    Exit.TIMEOUT: ("TooSlow", "SourceTimeout"),
}  # fmt: skip


# The module of each verb, and its function there: only what is run is imported.
_VERBS: dict[str | None, tuple[str, str]] = {
    None: ("window", "application"),  # the icon doesn't wait for the engine
    "recall": ("asking", "recall"),
    "status": ("asking", "status"),
    "decisions": ("asking", "decisions"),
    "sync": ("asking", "sync"),
    "reindex": ("asking", "reindex"),
    "mcp": ("bridge", "mcp"),
    "serve": ("verbs", "serve"),
    "instance": ("verbs", "instance"),
    "model": ("verbs", "model"),
    "client": ("clients", "client"),
    "pause": ("pausing", "pause"),
    "resume": ("pausing", "resume"),
    "remote": ("remote", "remote"),
    "connect": ("connecting", "connect"),
    "disconnect": ("connecting", "disconnect"),
    "demo": ("demo", "demo"),
    "doctor": ("doctor", "doctor"),
    "erase": ("erasing", "erase"),
    "eval": ("questions", "evaluate"),
    "inspect": ("inspecting", "inspect"),
}


def _verb(name: str | None) -> Callable[[argparse.Namespace], int]:
    module, function = _VERBS[name]
    found: Callable[[argparse.Namespace], int] = getattr(import_module(f"trayrecall.cli.{module}"), function)
    return found


def _parser() -> _Parser:
    parser = _Parser(
        prog="trayrecall",
        description="Instant, local recall over your own Trilium notes. Without a command: the tray application.",
        epilog="Exit codes: 0 ok, 1 not clean, 2 app not running, 3 unauthorised, 4 other HTTP failure, 5 usage,"
        " 6 timeout, 7 other. `trayrecall COMMAND --help` tells more of a command.",
    )
    parser.add_argument("--version", action="version", version=f"TrayRecall {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", parser_class=_Parser)
    parser.add_argument("--demo", action="store_true", help="start the application on the demo notes")
    _command(verbs, "toggle", "show or hide the search popup of the running application")
    _add_recall(verbs)
    _command(verbs, "status", "how the index stands, and what keeps notes out of it").add_argument(
        "--json", action="store_true", help="as JSON"
    )
    sync = _command(verbs, "sync", "bring the index up to the servers now")
    sync.add_argument(
        "--full", action="store_true", help="compare everything, whatever the servers' change marks say"
    )
    sync.add_argument(
        "--accept-deletions", action="store_true", help="believe a server that has lost many notes"
    )
    _command(verbs, "reindex", "split and embed one note anew").add_argument("id", help="INSTANCE/NOTEID")
    _command(verbs, "serve", "run the engine and its HTTP listener without a window").add_argument(
        "--host", default="", help="an address to listen on besides loopback; needs `remote on`"
    )
    _add_instance(verbs)
    _add_client(verbs)
    _add_remote(verbs)
    for verb, what in (
        ("connect", "put the prompt hook and the MCP server into"),
        ("disconnect", "take the prompt hook and the MCP server out of"),
    ):
        connecting = _command(verbs, verb, f"{what} an agent's own settings")
        connecting.add_argument(
            "agent",
            nargs="?" if verb == "connect" else None,
            help="claude-code, codex, gemini, cursor, vscode, claude-desktop, zed, opencode",
        )
        how = connecting.add_mutually_exclusive_group()
        how.add_argument(
            "--dry-run", action="store_true", help="show the change as a diff, and write nothing"
        )
        if verb == "connect":
            how.add_argument(
                "--repair", action="store_true", help="mend the connected agents whose port or token is old"
            )
    _add_model(verbs)
    demo = _command(verbs, "demo", "sync the demo notes and answer questions about them")
    demo.add_argument("query", nargs="*", action=_Words, default="", help="a question of your own")
    decisions = _command(verbs, "decisions", "what was decided about the last prompts, and why")
    decisions.add_argument("--limit", type=_limit, default=10, help="1 to 100, default 10")
    decisions.add_argument("--json", action="store_true", help="as JSON")
    _add_pause(verbs)
    inspect = _command(verbs, "inspect", "what the index knows of a note, and why it is found or isn't")
    inspect.add_argument("id", help="INSTANCE/NOTEID")
    inspect.add_argument("--json", action="store_true", help="as JSON")
    evaluate = _command(verbs, "eval", "ask your own questions of your own index, and measure the answers")
    evaluate.add_argument(
        "file",
        nargs="?",
        default=None,
        help='one JSON object a line, such as {"query": "flue size", "expect": ["home/aB3dE5fG7hIj"]};'
        " default: what you said of prompts in the activity window",
    )
    evaluate.add_argument("--json", action="store_true", help="the measures as JSON")
    _command(verbs, "mcp", "MCP over standard input and output, forwarded to the running application")
    _command(verbs, "doctor", "check this installation and say what to mend").add_argument(
        "--report", action="store_true", help="diagnostics for somebody who helps, without anything of yours"
    )
    _command(
        verbs, "erase", "remove the index, models, tokens, settings and logs from this machine"
    ).add_argument("--yes", action="store_true", help="without asking")
    return parser


def _command(verbs: argparse._SubParsersAction[_Parser], name: str, what: str) -> _Parser:
    """A command; what it does stands in the list of commands, and in its own help."""
    return verbs.add_parser(name, help=what, description=f"{what[:1].upper()}{what[1:]}.")


def _add_recall(verbs: argparse._SubParsersAction[_Parser]) -> None:
    recall = _command(verbs, "recall", "search the notes")
    recall.add_argument(
        "query", nargs="+", action=_Words, type=_query, help='words, a question, or a "quoted phrase"'
    )
    recall.add_argument("--limit", type=_limit, default=10, help="1 to 100, default 10")
    recall.add_argument(
        "--min-score", type=_score, default=None, help="leave out hits with a lower score, -1 to 1"
    )
    recall.add_argument(
        "--view", choices=("lean", "full"), default="lean", help="which rows --json gives, default lean"
    )
    recall.add_argument(
        "--order",
        choices=("relevance", "score"),
        default="relevance",
        help="by words and meaning together (default), or by meaning alone",
    )
    recall.add_argument(
        "--area",
        action="append",
        default=[],
        choices=("wiki", "sources", "journal", "other"),
        help="only this area; may be repeated",
    )
    recall.add_argument(
        "--instance", action="append", default=[], help="only the server with this id; may be repeated"
    )
    recall.add_argument(
        "--label",
        action="append",
        default=[],
        type=_label,
        help="only notes with this label, name or name=value; may be repeated",
    )
    recall.add_argument(
        "--since",
        type=_day,
        default=None,
        metavar="DAY",
        help="not older than a day such as 2026-03-14: the journal's, else that of the last change",
    )
    recall.add_argument(
        "--until", type=_day, default=None, metavar="DAY", help="not newer; this day is included"
    )
    recall.add_argument("--explain", action="store_true", help="each hit's id, and why it is where it is")
    recall.add_argument("--json", action="store_true", help="the answer as JSON")


def _add_instance(verbs: argparse._SubParsersAction[_Parser]) -> None:
    actions = _command(verbs, "instance", "the Trilium servers that are read").add_subparsers(
        dest="action", required=True, metavar="ACTION", parser_class=_Parser
    )
    add = _command(actions, "add", "add a server; its ETAPI token is read from standard input")
    add.add_argument("--url", required=True, help="its address, e.g. https://notes.example/trilium")
    add.add_argument("--name", default="", help="how you call it; default: its host")
    add.add_argument("--web-url", default=None, help="address for links, when it differs")
    add.add_argument("--ca-file", default=None, help="file of an authority to trust for this server")
    add.add_argument("--pin", default=None, help="fingerprint of the one certificate that it may present")
    _command(actions, "list", "list the servers")
    _command(actions, "test", "ask a server for its version").add_argument(
        "id", nargs="?", default=None, help="its id, as `instance list` shows it; default: all"
    )
    _command(actions, "remove", "forget a server, its token and its notes").add_argument(
        "id", help="its id, as `instance list` shows it"
    )


def _add_client(verbs: argparse._SubParsersAction[_Parser]) -> None:
    actions = _command(verbs, "client", "the programs that may ask, each with its own token").add_subparsers(
        dest="action", required=True, metavar="ACTION", parser_class=_Parser
    )
    add = _command(actions, "add", "let a program ask; its token is shown once")
    add.add_argument("name", help="how you call it")
    add.add_argument("--instance", action="append", default=[], help="only this instance; may be repeated")
    add.add_argument(
        "--for",
        dest="kinds",
        default="hook,mcp,rest",
        metavar="KINDS",
        help="what it may ask: hook, mcp, rest, with commas between; all by default",
    )
    _command(actions, "list", "list them, with their last use")
    _command(actions, "remove", "let it ask no more: its token opens nothing from then on").add_argument(
        "name", help="as `client list` shows it"
    )


def _add_remote(verbs: argparse._SubParsersAction[_Parser]) -> None:
    actions = _command(verbs, "remote", "let MCP clients on other machines log in").add_subparsers(
        dest="action", required=True, metavar="ACTION", parser_class=_Parser
    )
    on = _command(actions, "on", "let them log in; their one password is read from standard input")
    on.add_argument("url", help="where they reach this listener through your proxy: https://recall.example")
    _command(actions, "off", "let none log in any more, and forget the password")


def _add_pause(verbs: argparse._SubParsersAction[_Parser]) -> None:
    pause = _command(verbs, "pause", "answer prompts and agents with silence until `trayrecall resume`")
    what = pause.add_mutually_exclusive_group()
    what.add_argument("--for", dest="time", type=_span, help="for a time such as 30m, 1h or 2d")
    what.add_argument("--until", choices=("tomorrow",), help="until tomorrow morning")
    what.add_argument("--project", type=_folder, help="only prompts asked in this folder or below it")
    resume = _command(verbs, "resume", "end all pauses")
    resume.add_argument("--project", type=_folder, default=None, help="end the pause of this folder alone")


def _add_model(verbs: argparse._SubParsersAction[_Parser]) -> None:
    actions = _command(verbs, "model", "the embedding model").add_subparsers(
        dest="action", required=True, metavar="ACTION", parser_class=_Parser
    )
    _command(actions, "list", "known models, and where each would come from")
    install = _command(actions, "install", "download a model's pinned files")
    install.add_argument(
        "name", nargs="?", default=None, help="as `model list` shows it; default: the chosen one"
    )


_MAX_LIMIT = 100


class _Words(argparse.Action):
    """Several words as the one text that they are without quotes around them."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        del parser, option_string
        setattr(namespace, self.dest, " ".join(values or ""))


def _query(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def _folder(text: str) -> str:
    if not text.strip():  # it would be the current one, and not what was meant
        raise argparse.ArgumentTypeError("must be the path of a folder")
    return text


def _limit(text: str) -> int:
    if text.strip().isdecimal() and 1 <= int(text) <= _MAX_LIMIT:
        return int(text)
    raise argparse.ArgumentTypeError("must be a whole number from 1 to 100")


def _label(text: str) -> str:
    if not text.strip("# ="):
        raise argparse.ArgumentTypeError("must be a name, or name=value")
    return text


def _day(text: str) -> str:
    try:
        if re.fullmatch(
            r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text
        ):  # no week, of which Python would take the Monday
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("must be a day such as 2026-03-14")


def _span(text: str) -> timedelta:
    matched = re.fullmatch(r"(\d{1,4})\s*([mhd])", text.strip().lower())
    if not matched or not int(matched[1]):
        raise argparse.ArgumentTypeError("must be a time such as 30m, 1h or 2d")
    span = int(matched[1]) * timedelta(**{{"m": "minutes", "h": "hours", "d": "days"}[matched[2]]: 1})
    return min(span, timedelta(days=366))


def _score(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if -1.0 <= value <= 1.0:
        return value
    raise argparse.ArgumentTypeError("must be a number from -1 to 1")
