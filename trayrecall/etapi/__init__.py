"""Trilium's ETAPI, read-only: the client behind `core.ports.NoteSource`.

`address` turns what a person typed into a base URL, `transport` can send GET and nothing else and ends
every request at its deadline, `failures` gives each failure its name, `parse` reads note objects leniently,
`client` puts them together. Nothing here writes to Trilium, logs, or shows a token.
"""

from trayrecall.etapi.address import normalise_url
from trayrecall.etapi.client import EtapiSource, Timeouts
from trayrecall.etapi.transport import ReadOnlyTransport

__all__ = ["EtapiSource", "ReadOnlyTransport", "Timeouts", "normalise_url"]
