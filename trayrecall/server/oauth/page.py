"""The page on which a person lets a remote client in. Plain HTML without a script, in the look of the windows.

Nothing of it may be kept, framed or sent on. All that strangers chose is quoted; where the answer goes is said first of
all, because a client's name is only what it calls itself.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, Response

from trayrecall.core.visible import shortened, visible_line

_STYLE = """
:root { color-scheme: light dark; --ground: #f3f4f7; --card: #ffffff; --field: #f3f4f7; --text: #1a1d24; --dim: #5c6473;
  --line: #d9dde5; --accent: #3f5be0; --on-accent: #ffffff; --bad: #c0271d; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121419; --card: #1b1d23; --field: #25282f; --text: #eceef2; --dim: #a2a9b8; --line: #363b47;
    --accent: #7d9dff; --on-accent: #10131a; --bad: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 32px; background: var(--card); border: 1px solid var(--line);
  border-radius: 14px; overflow-wrap: anywhere; }
h1 { margin: 0 0 10px; font-size: 21px; line-height: 1.3; }
p { margin: 0 0 20px; color: var(--dim); }
p:last-child { margin-bottom: 0; }
.brand { margin-bottom: 8px; font-size: 14px; font-weight: 600; }
strong { color: var(--text); font-weight: 600; }
label { display: block; margin-bottom: 6px; font-weight: 600; }
input { width: 100%; padding: 10px 12px; font: inherit; color: inherit; background: var(--field);
  border: 1px solid var(--line); border-radius: 8px; }
.buttons { display: flex; flex-direction: row-reverse; gap: 10px; margin-top: 20px; }
button { flex: 1; padding: 10px 12px; font: inherit; font-weight: 600; color: inherit; background: var(--field);
  border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
button.first { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.wrong { margin: 0 0 20px; color: var(--bad); font-weight: 600; }
.last { margin: 20px 0 0; font-size: 14px; }
"""
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_LONGEST_TITLE = 60

_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · TrayRecall</title>
<style>{style}</style>
</head>
<body>
<main>
<p class="brand">TrayRecall</p>
{content}
</main>
</body>
</html>
"""

_ASKING = """<h1>{client} wants to read your notes</h1>
<p>It is {place}. The name is only what it calls itself: go on if you have just asked for this there.</p>
{wrong}<form method="post" action="/login">
<input type="hidden" name="question" value="{question}">
<input type="text" name="username" value="TrayRecall" autocomplete="username" hidden>
<label for="password">Password for remote clients</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<div class="buttons">
<button class="first" name="answer" value="allow">Allow</button>
<button name="answer" value="refuse" formnovalidate>Refuse</button>
</div>
</form>
<p class="last">It may search and read all notes in the index, and change nothing. You can end this at any time:
<strong>trayrecall client remove</strong></p>"""


def asking_page(
    title: str, redirect_uri: str, question: str, *, wrong: str, status: int, wait: float
) -> Response:
    """The question to a person. `wrong` says why the last answer didn't do, `wait` for how many seconds none is taken."""
    content = _ASKING.format(
        client=escape(shortened(visible_line(title) or "A program without a name", _LONGEST_TITLE)),
        place=_place(redirect_uri),
        question=escape(question),
        wrong=f'<p class="wrong" role="alert">{escape(wrong)}</p>\n' if wrong else "",
    )
    answer = _page("Log in", content, status, _target(redirect_uri))
    if wait > 0:
        answer.headers["Retry-After"] = str(int(wait) + 1)
    return answer


def failed_page(told: str) -> Response:
    """That a login can't go on, and what to do."""
    return _page("No login", f"<h1>This login can't go on</h1>\n<p>{escape(told)}</p>", 400, "")


def _page(title: str, content: str, status: int, form_target: str) -> Response:
    page = _FRAME.format(title=escape(title), style=_STYLE, content=content)
    policy = [
        "default-src 'none'",
        f"style-src 'sha256-{_STYLE_HASH}'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        f"form-action 'self' {form_target}".strip(),  # browsers hold redirects after the form against it too
    ]
    headers = {
        "Content-Security-Policy": "; ".join(policy),
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",  # with `no-referrer` the form's own Origin would be `null`
    }
    return HTMLResponse(page, status, headers)


def _place(redirect_uri: str) -> str:
    """Where the client is, as HTML: the one thing about it that it can't choose freely."""
    parts = urlsplit(redirect_uri)
    if parts.scheme == "http":  # on this very machine; see `provider.checked_redirect`
        return "<strong>a program on this computer</strong>"
    if parts.scheme == "https":
        return f"at <strong>{escape(parts.netloc)}</strong>"
    return f"the program on this computer that opens <strong>{escape(parts.scheme)}:</strong> links"


def _target(redirect_uri: str) -> str:
    """The redirect's origin as a source of a content security policy, which knows no IPv6 addresses."""
    parts = urlsplit(redirect_uri)
    if parts.scheme not in {"http", "https"} or "[" in parts.netloc:
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"
