"""The page for the coding agents of this machine."""

from __future__ import annotations

from collections.abc import Callable

from trayrecall.ui.agent_list import AgentList
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.settings_page import ScrolledPage
from trayrecall.ui.settings_ports import AgentActions
from trayrecall.ui.style import Style
from trayrecall.ui.words import translate


class ConnectionsPage(ScrolledPage):
    """The list of agents. Nothing can be lost here: what isn't confirmed was never begun."""

    def __init__(self, style: Style, bridge: Bridge, work: Callable[[], AgentActions]) -> None:
        super().__init__(
            bridge,
            translate("settings", "Connections"),
            translate(
                "settings",
                "Connecting a coding agent puts a prompt hook and an MCP server into your own settings of it, never"
                " into a project. What it gets of your notes goes where your prompts go.",
            ),
        )
        self.agents = AgentList(style, bridge, work)
        self.agents.changed.connect(self.changed)
        self.column.addWidget(self.agents)
        self.end()

    def come(self) -> None:
        """Look at the agents' files anew."""
        self.agents.come()

    def follow(self) -> None:
        """What could not be read while the application was starting may be there now."""
        if not self.agents.rows:
            self.agents.come()

    def leave(self) -> None:
        """Open previews are closed."""
        super().leave()
        self.agents.close_previews()
