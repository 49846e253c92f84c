"""`make conformance`: the protocol's own test suite and the MCP Inspector against `trayrecall serve` on the demo notes.

Both are programs for Node; it and they are installed into `build` and nowhere else. They know no token,
so they speak through a small proxy that adds it. A scenario that needs what TrayRecall doesn't offer (it is named in
`NOT_OURS`, with the reason) may fail; any other failure is one.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.conformance.login import PASSWORD, run_authorization
from tests.demo_app import LOCAL_TOKEN, demo_app
from tests.node import node as own_node
from tests.node import packages
from tests.pipeline import ROOT

FOLDER = ROOT / "build" / "conformance"
PACKAGES = ("@modelcontextprotocol/conformance@0.2.0-alpha.12", "@modelcontextprotocol/inspector@2.12.0")
REVISIONS = ("2025-11-25", "2026-07-28")

_NO_RESOURCES = "TrayRecall offers no resources"
_NO_PROMPTS = "TrayRecall offers no prompts"
_FIXTURE = "asks for the suite's own example tools"
_NO_BACK = "the server never asks the client for anything"
NOT_OURS = {
    "logging-set-level": "there is no logging to the client",
    "completion-complete": "nothing is completed",
    "tools-call-": _FIXTURE,
    "json-schema-2020-12": _FIXTURE,
    "elicitation-": _NO_BACK,
    "input-required-": _NO_BACK,
    "resources-": _NO_RESOURCES,
    "sep-2640-": "an extension that is not offered",
    "http-custom-header-": _FIXTURE,
    "tasks-": "an extension that is not offered",
    "prompts-": _NO_PROMPTS,
}


# Single checks of a scenario that need an example tool, prompts or resources; the suite itself says so.
NOT_TESTABLE = re.compile(r"Not testable|(?:prompts|resources)\S* returned JSON-RPC error -32601")


# ---- the proxy -----------------------------------------------------------------------------------------


class Proxy(ThreadingHTTPServer):
    """Adds the token, and puts the right Host in the place of its own. `target` is set once it is known."""

    daemon_threads = True
    target = ""

    @property
    def url(self) -> str:
        """Its own address."""
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_: object) -> None:
        """Say nothing: clients drop connections as they like."""


@contextmanager
def proxy() -> Iterator[Proxy]:
    """A running proxy."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            host = str(self.headers.get("host", ""))
            own = host in {f"127.0.0.1:{server.server_port}", f"localhost:{server.server_port}"}
            upstream = http.client.HTTPConnection(server.target, timeout=30)
            upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            upstream.putheader("Host", server.target if own else host)
            upstream.putheader("Authorization", f"Bearer {LOCAL_TOKEN}")
            for name, value in self.headers.items():
                if name.lower() not in {"host", "connection", "transfer-encoding"}:
                    upstream.putheader(name, value)
            upstream.endheaders(body)
            answer = upstream.getresponse()
            told = answer.read()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() != "content-length":
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)
            upstream.close()

        do_GET = do_POST = do_DELETE = do_OPTIONS = handle_one  # noqa: N815 - http.server's names

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = Proxy(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


# ---- the suite ----------------------------------------------------------------------------------------


def scenarios(node: Path, suite: Path, revision: str) -> list[str]:
    """The server scenarios of a revision."""
    listed = subprocess.run(
        [str(node), str(suite), "list"], capture_output=True, text=True, check=True
    ).stdout
    of_servers = listed.split("Server scenarios")[1].split("Client scenarios")[0]
    found = re.findall(r"^\s+- (\S+) \[([^]]*)\]", of_servers, re.MULTILINE)
    return [name for name, revisions in found if revision in revisions.split(",")]


def run_scenario(node: Path, suite: Path, url: str, name: str, revision: str) -> tuple[bool, str]:
    """Whether it passed, and how many of its checks."""
    line = [str(node), str(suite), "server", "--url", f"{url}/mcp"]
    line += ["--scenario", name, "--spec-version", revision]
    with tempfile.TemporaryDirectory() as results:
        subprocess.run([*line, "-o", results], capture_output=True, timeout=120, check=False, cwd=results)
        checks = [json.loads(file.read_text()) for file in Path(results).rglob("checks.json")]
    flat = [check for found in checks for check in found]
    unwell = [check for check in flat if check.get("status") == "FAILURE"]
    failed = [check for check in unwell if not NOT_TESTABLE.search(check.get("errorMessage", ""))]
    told = f"{len(flat) - len(unwell)} of {len(flat)} checks"
    if unwell:
        told += f", {len(unwell) - len(failed)} not testable here"
    told += "".join(f"; {check.get('id')}: {check.get('errorMessage', '')[:300]}" for check in failed)
    return not failed and len(unwell) < len(flat), told


def reason(name: str) -> str | None:
    """Why a scenario is not ours."""
    return next((why for prefix, why in NOT_OURS.items() if name.startswith(prefix)), None)


def inspect(node: Path, modules: Path, url: str) -> bool:
    """Whether the Inspector's command line lists the tools and gets an answer."""
    launcher = modules / "inspector" / "clients" / "launcher" / "build" / "index.js"
    base = [str(node), str(launcher), "--cli", f"{url}/mcp", "--transport", "http"]
    env = os.environ | {"MCP_CATALOG_PATH": str(FOLDER / "catalog.json")}
    good = True
    for call in (
        ["--method", "tools/list", "--strict"],
        [
            "--method",
            "tools/call",
            "--tool-name",
            "recall",
            "--tool-arg",
            "query=where is the fire extinguisher?",
        ],
    ):
        run = subprocess.run(
            [*base, *call], capture_output=True, text=True, timeout=120, check=False, env=env
        )
        told: Any = json.loads(run.stdout) if run.returncode == 0 else {}
        well = bool(told.get("tools") or (told.get("structuredContent") or {}).get("results"))
        good = good and well
        print(
            f"  {'pass' if well else 'FAIL'}  {call[1]} {'' if well else run.stderr[-300:] or run.stdout[-300:]}"
        )
    return good


def main() -> int:
    """Run everything; 1 when something of ours fails."""
    modules, node = packages(FOLDER, PACKAGES) / "@modelcontextprotocol", own_node()
    suite = modules / "conformance" / "dist" / "index.js"
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        proxy() as gate,
        demo_app(Path(folder) / "home", password=PASSWORD, allowed_origins=[gate.url]) as app,
    ):
        gate.target = app.url.removeprefix("http://")
        for revision in REVISIONS:
            print(f"── conformance, revision {revision}")
            for name in scenarios(node, suite, revision):
                why = reason(name)
                well, told = (True, why) if why else run_scenario(node, suite, gate.url, name, revision)
                wrong += not well
                print(f"  {'n/a ' if why else 'pass' if well else 'FAIL'}  {name} ({told})", flush=True)
        print("── authorization server")
        for well, told in run_authorization(node, suite, app.url):
            wrong += not well
            print(f"  {'pass' if well else 'FAIL'}  {told}")
        print("── inspector")
        wrong += not inspect(node, modules, gate.url)
    print(f"{wrong} failed" if wrong else "all that is ours passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
