"""Trilium's ETAPI, read-only: the client behind `core.ports.NoteSource`.

`address` turns what a person typed into a base URL, `transport` can send GET and nothing else and ends
every request at its deadline, `proxies` finds the system's proxy, `trust` decides which certificates are accepted and
`looking` shows them (`certificates`), `failures` gives each failure its name (`waiting`: how long to wait), `parse`
reads note objects leniently, `listings` lists all notes and `walk`s the tree when no search works, `client` puts them
together. Nothing here writes to Trilium, logs, or shows a token.
"""

from trayrecall.etapi.address import normalise_url
from trayrecall.etapi.certificates import Certificate
from trayrecall.etapi.client import EtapiSource, Timeouts
from trayrecall.etapi.looking import fetch_fingerprint
from trayrecall.etapi.transport import ReadOnlyTransport

__all__ = [
    "Certificate",
    "EtapiSource",
    "ReadOnlyTransport",
    "Timeouts",
    "fetch_fingerprint",
    "normalise_url",
]
