"""The suite's scenarios for authorization servers: it asks as a client does, and this plays the person in a browser."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import httpx

from tests.server.remote import fields

PASSWORD = "password-of-the-conformance-run"
CALLBACK_PORT = 37951


def run_authorization(node: Path, suite: Path, base_url: str) -> list[tuple[bool, str]]:
    """Each check: whether it passed, and what is told of it."""
    redirect = f"http://127.0.0.1:{CALLBACK_PORT}/callback"
    with httpx.Client(base_url=base_url, trust_env=False) as web, tempfile.TemporaryDirectory() as results:
        registered = web.post("/register", json={"client_name": "Suite", "redirect_uris": [redirect]})
        line = [str(node), str(suite), "authorization", "--url", base_url]
        line += ["--client-id", registered.json()["client_id"], "--resource", f"{base_url}/mcp"]
        line += ["-p", str(CALLBACK_PORT), "-o", results]
        asking = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=results
        )
        assert asking.stdout is not None
        try:
            for said in asking.stdout:
                if said.startswith(f"{base_url}/authorize?"):
                    _log_in(web, said.strip())
            asking.wait(60)
        finally:
            asking.kill()
            asking.wait()
        found = [json.loads(file.read_text()) for file in sorted(Path(results).rglob("checks.json"))]
    checks = [check for checks in found for check in checks]
    if len(checks) < 3:
        return [(False, f"only {len(checks)} checks ran")]
    return [_told(check) for check in checks]


def _log_in(web: httpx.Client, address: str) -> None:
    page = web.get(address, follow_redirects=True)
    answer = web.post("/login", data=fields(page) | {"password": PASSWORD, "answer": "allow"})
    httpx.get(answer.headers["location"], trust_env=False)


def _told(check: dict[str, str]) -> tuple[bool, str]:
    status, words = check["status"], check.get("errorMessage", "")
    return status in {"SUCCESS", "WARNING"}, f"{check['id']} ({status.lower()}{': ' if words else ''}{words})"
