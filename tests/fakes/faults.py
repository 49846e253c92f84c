"""What can go wrong between us and a Trilium, as switches of the test server."""

from __future__ import annotations

from dataclasses import dataclass, field

from trayrecall.demo.app import HTML_TYPE, Request, Response, as_json, problem

LOGIN_PAGE = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in</body></html>"


@dataclass(frozen=True, slots=True)
class Answer:
    """Another answer than the right one."""

    response: Response


@dataclass(frozen=True, slots=True)
class Trickle:
    """The right answer, one byte each `pause` seconds; with `head`, the header lines trickle already."""

    pause: float = 0.02
    head: bool = False


@dataclass(frozen=True, slots=True)
class Hang:
    """The connection is accepted and nothing ever comes."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection ends: before any answer, or after `after` bytes of the body."""

    after: int | None = None


@dataclass(frozen=True, slots=True)
class Slow:
    """The right answer after a while."""

    seconds: float


Fault = Answer | Trickle | Hang | Drop | Slow


def server_error(message: str = "Something broke") -> Answer:
    return Answer(problem(500, "GENERIC", message))


def html_page(status: int = 200) -> Answer:
    return Answer(Response(status, LOGIN_PAGE, HTML_TYPE))


def redirect(location: str, status: int = 302) -> Answer:
    return Answer(Response(status, b"", HTML_TYPE, {"location": location}))


def unauthorised() -> Answer:
    return Answer(problem(401, "NOT_AUTHENTICATED", "Not authenticated"))


def too_many_requests(retry_after: str | None = None, *, status: int = 429) -> Answer:
    headers = {} if retry_after is None else {"retry-after": retry_after}
    return Answer(Response(status, b"Too many requests, please try again later.", HTML_TYPE, headers))


def branch_cycle() -> Answer:
    """What every search answers while the tree has a cycle; single notes can be read all the same."""
    return server_error("Maximum call stack size exceeded")


def not_trilium() -> Answer:
    return Answer(Response(404, as_json({"message": "Router not found for request GET /etapi/app-info"})))


@dataclass(slots=True)
class _Switch:
    fault: Fault
    times: int | None


@dataclass(slots=True)
class Faults:
    """Which requests fail, and how. A path part of `""` means all requests."""

    switches: dict[str, _Switch] = field(default_factory=dict)

    def set(self, fault: Fault, path_part: str = "", *, times: int | None = None) -> None:
        """Requests whose path holds that part fail, always or that many times."""
        self.switches[path_part] = _Switch(fault, times)

    def content(self, note_id: str, fault: Fault) -> None:
        """The content of that note fails."""
        self.set(fault, f"/notes/{note_id}/content")

    def searches(self, fault: Fault) -> None:
        """Every search fails; single notes can be read all the same."""
        self.set(fault, "/etapi/notes?")

    def heal(self) -> None:
        """All is well again."""
        self.switches.clear()

    def of(self, request: Request) -> Fault | None:
        """The fault that strikes this request."""
        for part, switch in self.switches.items():
            if part in request.target and switch.times != 0:
                if switch.times is not None:
                    switch.times -= 1
                return switch.fault
        return None
