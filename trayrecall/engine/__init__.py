"""The engine: sync and recall behind one thread-safe object that every surface holds."""
