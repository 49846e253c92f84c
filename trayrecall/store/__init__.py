"""The index file: one SQLite database that holds text, terms, vectors and the ledger of every instance.

Only this package speaks SQL. Text, terms, vectors and ledger change together, in one transaction.
"""

from trayrecall.store.database import Database
from trayrecall.store.index import Index
from trayrecall.store.records import NoteRecord

__all__ = ["Database", "Index", "NoteRecord"]
