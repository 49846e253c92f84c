"""`trayrecall serve` over the demo notes, in a home of its own: a real application for programs that talk to one."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.pipeline import MODELS_CACHE, ROOT
from trayrecall.demo import DemoServer, load_demo

LOCAL_TOKEN = "token-of-this-run"
WELL_SECONDS = 120.0
END_SECONDS = 20.0


class DemoApp:
    """The application of one home; it may end and start again."""

    def __init__(
        self, home: Path, trilium: DemoServer, *, password: str | None = None, **settings: Any
    ) -> None:
        """With a password for remote clients its base URL is its own address."""
        port = _free_port()
        settings = {"version": 1, "port": port} | settings
        if password is not None:
            settings["base_url"] = f"http://127.0.0.1:{port}"
        self.home = home
        (home / "data").mkdir(parents=True)
        (home / "config").mkdir()
        (home / "config" / "settings.json").write_text(json.dumps(settings))
        if MODELS_CACHE.is_dir():
            (home / "data" / "models").symlink_to(MODELS_CACHE)
        self.env = {
            "TRAYRECALL_HOME": str(home),
            "RECALL_SECRETS_FILE": str(home / "secrets.json"),
            "RECALL_DEMO_URL": trilium.url,
            "RECALL_DEMO_TOKEN": trilium.token,
            "RECALL_CLIENT_LOCAL_TOKEN": LOCAL_TOKEN,
            "RECALL_LOGIN_PASSWORD": password or "",
        }
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """Of the process that runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Until it listens."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "trayrecall", "serve"],
            env=os.environ | self.env,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        told = self._process.stdout.readline()
        self.url = told.split(" for ")[0].removeprefix("TrayRecall answers at ")

    def wait_until_well(self) -> None:
        """Until all is embedded. Raises TimeoutError after two minutes."""
        end = time.monotonic() + WELL_SECONDS
        health: Any = None
        while time.monotonic() < end:
            headers = {"Authorization": f"Bearer {LOCAL_TOKEN}"}
            health = httpx.get(f"{self.url}/health", headers=headers, timeout=10, trust_env=False).json()
            if health["notes"] and not health["pending"] and health["status"] == "ok":
                return
            time.sleep(0.2)
        raise TimeoutError(health)

    def end(self) -> None:
        """As a person ends it."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=END_SECONDS)
            self._process = None

    def command(self, *words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """A run of the command line in this home; `env` comes on top."""
        return subprocess.run(
            [sys.executable, "-m", "trayrecall", *words],
            env={**os.environ, **self.env, **(env or {})},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )


@contextmanager
def demo_app(home: Path, *, password: str | None = None, **settings: Any) -> Iterator[DemoApp]:
    """A running one whose index is complete; `home` must not exist yet."""
    with DemoServer(load_demo(ROOT / "resources" / "demo")) as trilium:
        app = DemoApp(home, trilium, password=password, **settings)
        try:
            app.start()
            app.wait_until_well()
            yield app
        finally:
            app.end()


def _free_port() -> int:
    """One that was free a moment ago; never the default one, which the application of a person may have."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
