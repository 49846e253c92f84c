"""Takes pictures of everything on a desktop of its own: `python -m tests.desktop.pictures FOLDER [NAME…]`.

Among the names, `composited` stands for a compositor, and a language for the windows in it: `de`, `zh_CN`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.desktop.session import Desktop, wait_for
from trayrecall.ui.language import ENGLISH, TRANSLATED

SHOTS: dict[str, tuple[str, ...]] = {
    "popup": ("popup", "--query", "greenhouse vents"),
    "popup-empty": ("popup",),
    "popup-nothing": ("popup", "--query", "xylophone"),
    "popup-degraded": ("popup", "--query", "温室 天窗", "--degraded", "no_model"),
    "popup-filtered": ("popup", "--query", "area:journal since:2026-03 vents in:Wo"),
    "popup-excluded": ("popup", "--query", "label:topic=garden area:sources frost"),
    "popup-preview": ("popup", "--query", "greenhouse vents", "--read", "0"),
    "popup-german": ("popup", "--query", "Stellmotor Dachlüftung"),
    "popup-right-to-left": ("popup", "--query", "التهوية"),
    "popup-no-tray": (
        "popup",
        "--hint",
        "This desktop has no tray. Open this window with `trayrecall toggle`.",
    ),
    "menu": ("menu",),
    "menu-paused": ("pause-menu", "--status", "paused"),
    "start-failure": ("start-failure",),
    "menu-attention": ("menu", "--status", "attention"),
    "dialog": ("dialog",),
    "dialog-empty": ("dialog", "--empty"),
    "dialog-held": ("dialog", "--held"),
    "form": ("form",),
    "form-certificate": ("form", "--failure", "TlsFailure"),
    "form-tested": ("form", "--failure", "WrongToken"),
    "form-locked": ("form", "--save", "--failure", "SecretStoreLocked"),
    "form-no-keyring": ("form", "--save", "--failure", "NoSecretStore"),
    "form-waiting": ("form", "--save", "--wait", "2200"),
    "remove": ("remove",),
    "rules": ("rules", "--wait", "1500"),
    "search-page": ("search-page",),
    "endpoint": ("endpoint",),
    "client": ("client",),
    "token": ("token", "--wait", "1500"),
    "connections": ("connections",),
    "connect": ("connect", "--wait", "1500"),
    "appearance": ("appearance",),
    "general": ("general",),
    "first-run": ("first-run",),
    "first-run-form": ("first-run-form",),
    "first-run-building": ("first-run-building",),
    "first-run-agents": ("first-run-agents",),
    "activity": ("activity",),
    "activity-finder": ("activity", "--query", "fr", "--wait", "1600"),
    "inspector": ("inspector", "--query", "vents01"),
    "inspector-left-out": ("inspector", "--query", "old01"),
    "inspector-fault": ("inspector", "--query", "frost01"),
    "inspector-empty": ("inspector",),
    "health": ("health",),
    "log": ("log",),
    "activity-empty": ("activity", "--empty"),
}


def picom_runs(desktop: Desktop) -> bool:
    """Whether a compositor owns the screen; picom names itself there."""
    return "picom" in desktop.run("xwininfo", "-root", "-tree")


def main() -> int:
    folder = Path(sys.argv[1])
    wanted = [name for name in sys.argv[2:] if name in SHOTS] or list(SHOTS)
    language = next((name for name in sys.argv[2:] if name in TRANSLATED), ENGLISH)
    told = "" if language == ENGLISH else f"-{language}"
    see_through = "composited" in sys.argv
    for scale, geometry in ((1, "1280x800x24"), (2, "2560x1600x24")):
        with Desktop(geometry=geometry, keyring=False) as desktop:
            if see_through:
                desktop.start("picom", "--backend", "xrender")
                wait_for(lambda: picom_runs(desktop), "the compositor")
            desktop.run("xsetroot", "-solid", "#55708f")
            desktop.start("tint2")
            for name in wanted:
                for mode in ("dark", "light"):
                    file = folder / f"{name}{told}{'-see-through' if see_through else ''}-{mode}@{scale}x.png"
                    command = [sys.executable, "-m", "tests.desktop.show", *SHOTS[name], "--mode", mode]
                    command += ["--language", language]
                    env = desktop.env | {"QT_SCALE_FACTOR": str(scale), "QT_QPA_PLATFORM": "xcb"}
                    subprocess.run([*command, "--shot", str(file)], env=env, check=True, timeout=30)
                    print(file, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
