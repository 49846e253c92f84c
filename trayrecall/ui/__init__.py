"""The desktop's surface: tray, search popup, settings. Widgets and the pure values they draw; no rules of search or sync.

Everything that may block runs behind `ui.bridge`; nothing here reads a database, a network or a keyring.
"""
