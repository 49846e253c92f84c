"""Installing the prompt hook and the MCP server into coding agents: their own user-scope files, edited minimally.

`jsonc` and `toml` edit texts, `entries` says what is ours in a file, `agents` knows each agent's files, `install` reads,
backs up and writes, `actions` is what a person does with them, `check` runs what was installed.
"""
