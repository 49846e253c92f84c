"""The client of the prompt hook: standard input to the running TrayRecall, its answer to standard output, or nothing.

A coding agent runs it for each prompt, so it imports as little as it can and never harms: whatever happens, it ends
with exit code 0 within 1.5 seconds and writes nothing to standard error. (Exit code 2 would erase the prompt.)
It prints only a whole answer of our own server in the shape of a hook's answer, in ASCII, so that no code page matters.

    python -I -S -E trayrecall_hook.py [CONFIG [CLIENT]]

CONFIG is the file that the running TrayRecall writes: `{"port": 37850, "token": "...", "pid": 1, "world": "..."}`, in this
order; without one it is looked for at its usual place. After a crash another program may have the port: nothing is asked
once that process is gone.
CLIENT names an agent that wants another form of the answer (`cursor`).
This file must stay ASCII and run on any Python from 3.8 on.
"""

import sys
from _thread import allocate_lock, start_new_thread
from time import sleep

try:  # the module behind `socket`, which takes longer to import than all the rest takes to run
    from _socket import AF_INET, SOCK_STREAM, socket
except ImportError:
    from socket import AF_INET, SOCK_STREAM, socket
try:
    from posix import _exit, kill, readlink, write
except ImportError:
    from nt import _exit, write

    kill = None  # there it would end the process

SECONDS = 1.35  # of 1.5: the rest is for the start of Python; the server gives up after 1.2
PRINTING_SECONDS = 0.1
MOST_BYTES = 64 * 1024
MOST_HEAD_BYTES = 16 * 1024
MOST_CALL_BYTES = 1024 * 1024  # what the server takes
OURS = "TrayRecall"  # how our server calls itself in the header `Server`
NOTHING = b"{}"

printing = allocate_lock()


def end_in_time():
    """End the process at the deadline, wherever the rest of it hangs; an answer that is being printed gets its time."""
    sleep(SECONDS)
    printing.acquire(True, PRINTING_SECONDS)
    _exit(0)


def usual_config():
    """Where TrayRecall writes its file: `trayrecall.paths.hook_config_file` in few words."""
    from os import environ, path  # takes a while, and `connect` names the file

    own = environ.get("TRAYRECALL_HOME", "").strip()
    if own:
        return path.join(path.expanduser(own), "state", "hook.json")
    if sys.platform == "win32":
        folder = environ["LOCALAPPDATA"]
    else:
        usual = "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/state"
        folder = environ.get("XDG_STATE_HOME", "").strip() or path.expanduser(usual)
    return path.join(folder, "trayrecall", "hook.json")


def read_config(path):
    """Port and token of the file, which our server wrote in exactly this form. Raises OSError once that has ended."""
    with open(path, encoding="ascii") as file:
        parts = file.read(4096).split('"')
    if parts[1] != "port" or parts[3] != "token" or parts[7] != "pid":
        raise ValueError
    if kill is not None and parts[11] == own_world():
        kill(int(parts[8].strip(":, ")), 0)
    return int(parts[2].strip(":, ")), parts[5]


def own_world():
    """In which process numbers mean what they mean here; empty where there is only one."""
    try:
        return readlink("/proc/self/ns/pid")
    except OSError:
        return ""


def ask(port, token, call, client):
    """The body of the server's answer; None unless it is whole, 200, JSON and ours."""
    connection = socket(AF_INET, SOCK_STREAM)
    connection.connect(("127.0.0.1", port))
    path = "/recall?client=" + client if client else "/recall"
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(call)}\r\nConnection: close\r\n\r\n"
    )
    connection.sendall(head.encode("ascii") + call)
    return read_answer(connection)


def read_answer(connection):
    """See `ask`. What comes after the declared length is never read."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(MOST_BYTES)
        if not part or len(data) > MOST_HEAD_BYTES:
            return None
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = length_of(head.decode("latin-1").split("\r\n"))
    while length is not None and len(body) < length:
        part = connection.recv(MOST_BYTES)
        if not part:
            return None
        body += part
    return None if length is None else body[:length]


def length_of(lines):
    """The length that the answer's header declares; None unless it is an answer of ours that may be printed."""
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    is_json = headers.get("content-type", "").partition(";")[0] == "application/json"
    length = headers.get("content-length", "")
    fits = length.isdigit() and int(length) <= MOST_BYTES
    is_ours = headers.get("server") == OURS and lines[0].startswith("HTTP/1.1 200 ")
    return int(length) if is_ours and is_json and fits and "transfer-encoding" not in headers else None


def printable(body):
    """The answer as ASCII, if it has exactly the shape of a hook's answer; else nothing."""
    import json  # takes as long as the start of Python; most answers are silence and need none

    answer = json.loads(body.decode("utf-8"))
    inner = answer.get("hookSpecificOutput", answer)
    wanted = {"additional_context"} if inner is answer else {"hookEventName", "additionalContext"}
    if (inner is not answer and len(answer) != 1) or set(inner) != wanted:
        return b""
    if not all(isinstance(value, str) for value in inner.values()):
        return b""
    return json.dumps(answer).encode("ascii")


def run(arguments):
    """Read, ask, print. Raises whatever goes wrong."""
    call = sys.stdin.buffer.read(MOST_CALL_BYTES + 1)  # first of all: the agent waits until it is taken
    if not call.strip() or len(call) > MOST_CALL_BYTES or sys.stdout is None:
        return
    port, token = read_config(arguments[0] if arguments else usual_config())
    body = ask(port, token, call, "".join(arguments[1:2]))
    output = b"" if body is None or body == NOTHING else printable(body)
    if output and len(output) <= MOST_BYTES:
        with printing:
            while output:
                output = output[write(1, output) :]


def main(arguments):
    """Never returns, never raises."""
    try:
        start_new_thread(end_in_time, ())
        run(arguments)
    except BaseException:  # noqa: BLE001, S110 - named barrier: a hook must never disturb its agent
        pass
    finally:
        _exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
