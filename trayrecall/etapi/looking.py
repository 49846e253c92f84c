"""What certificate a server presents, so that a person can compare it before it is trusted.

The connection ends inside of the TLS handshake: no request, and so no token, is ever sent.
"""

from __future__ import annotations

import httpx

from trayrecall.core.errors import TlsFailure, UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.etapi import failures
from trayrecall.etapi.address import normalise_url
from trayrecall.etapi.certificates import Certificate, certificate_of
from trayrecall.etapi.proxies import system_proxy
from trayrecall.etapi.transport import Deadline, ReadOnlyTransport, http_transport
from trayrecall.etapi.trust import looking_context


def fetch_fingerprint(url: str, *, seconds: float = 10.0) -> Certificate:
    """The certificate behind an https address, whether anybody vouches for it or not.

    Raises `UserInputError` for an address without https, else `SourceError` and its children.
    """
    base = normalise_url(url)
    if not base.startswith("https:"):
        raise UserInputError(QT_TRANSLATE_NOOP("errors", "Only an address with https:// has a certificate"))
    seen: list[bytes] = []
    deadline = Deadline()
    transport = ReadOnlyTransport(http_transport(deadline, looking_context(seen.append), system_proxy(base)))
    failure: Exception = TlsFailure()
    with httpx.Client(transport=transport, trust_env=False) as client, deadline.within(seconds):
        try:
            client.get(base, timeout=seconds)
        except httpx.HTTPError as error:
            failure = error
    if seen:
        return certificate_of(seen[0])
    raise failure if isinstance(failure, TlsFailure) else failures.of_exception(failure)
