"""The demo: sample notes behind a small ETAPI server on this machine, so that nothing is needed to try recall.

It answers reads as a real Trilium does; the tests' server is built on it. It may
import only `core`, starlette and uvicorn, listens on the loopback address only, and can't change a note.
"""

from trayrecall.core.model import InstanceId
from trayrecall.demo.app import DemoFacts, EtapiApp
from trayrecall.demo.notes import DemoNote, OwnAttribute, load_demo
from trayrecall.demo.server import DemoServer
from trayrecall.demo.tree import Tree

__all__ = [
    "DEMO",
    "DemoFacts",
    "DemoNote",
    "DemoServer",
    "EtapiApp",
    "OwnAttribute",
    "Tree",
    "load_demo",
]

DEMO = InstanceId("demo")  # the instance of the sample notes
