"""The settings: each declared once with default, reader, description and, where the window shows it, its row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from trayrecall.core.clients import Client
from trayrecall.core.gate import SHARE
from trayrecall.core.lean import HOOK_PASSAGES
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Instance, InstanceId
from trayrecall.settings import readers
from trayrecall.settings.rows import Choice, Editor, Page, Row

DEFAULT_PORT = 37850
DEFAULT_MODEL = "multilingual-e5-small"


@dataclass(frozen=True, slots=True)
class Setting:
    """How one setting stands in the file, and in the settings window when it has a row there.

    `read` turns its JSON value into ours and raises `readers.Unusable` saying what it must be; `write` is its inverse.
    """

    description: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    row: Row | None = None


def _setting(
    default: Any,
    description: str,
    read: Callable[[Any], Any],
    write: Callable[[Any], Any] = lambda value: value,
    row: Row | None = None,
) -> Any:
    """Declare a setting: its default, what it is for, how it is read and written, and its row in the window."""
    return field(default=default, metadata={"setting": Setting(description, read, write, row)})


def _choice(default: Any, description: str, row: Row) -> Any:
    """Declare a setting that is one of its row's choices."""
    values = tuple(choice.value for choice in row.choices)
    return _setting(default, description, readers.one_of(values), row=row)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set, without any secret. The fields below are the declaration of the file's keys."""

    instances: tuple[Instance, ...] = _setting(
        (),
        "The Trilium servers that are read, each with the rules for its notes.",
        readers.instances,
        readers.instances_to_json,
    )
    port: int = _setting(
        DEFAULT_PORT,
        QT_TRANSLATE_NOOP(
            "settings", "The port on this computer to listen on; when it is taken, the next free one of ten."
        ),
        readers.port,
        row=Row(
            Page.ENDPOINT,
            QT_TRANSLATE_NOOP("settings", "Port"),
            Editor.NUMBER,
            least=1024,
            most=readers.HIGHEST_PORT,
            restart=True,
        ),
    )
    base_url: str | None = _setting(
        None,
        QT_TRANSLATE_NOOP(
            "settings",
            "Where clients on other machines reach you, through a proxy of yours that speaks HTTPS."
            " They log in with a password.",
        ),
        readers.base_url,
        row=Row(
            Page.ENDPOINT,
            QT_TRANSLATE_NOOP("settings", "Base URL"),
            Editor.LINE,
            placeholder=QT_TRANSLATE_NOOP("settings", "none"),
            wrong=QT_TRANSLATE_NOOP("settings", "It must be https:// and a host, without a path."),
        ),
    )
    model: str = _setting(
        DEFAULT_MODEL,
        QT_TRANSLATE_NOOP(
            "settings", "What finds notes by their meaning. Another one learns all notes anew."
        ),
        readers.text,
        row=Row(Page.SEARCH, QT_TRANSLATE_NOOP("settings", "Embedding model"), Editor.MODEL, restart=True),
    )
    model_folder: str | None = _setting(
        None,
        QT_TRANSLATE_NOOP("settings", "A folder that holds the model's files, instead of an installed one."),
        readers.text_or_null,
        row=Row(
            Page.SEARCH,
            QT_TRANSLATE_NOOP("settings", "Folder of the model"),
            Editor.LINE,
            placeholder=QT_TRANSLATE_NOOP("settings", "as installed"),
            restart=True,
        ),
    )
    unload_model_minutes: int = _choice(
        0,
        QT_TRANSLATE_NOOP(
            "settings",
            "Gives memory back after a while without questions. The next one is answered by keyword alone.",
        ),
        Row(
            Page.SEARCH,
            QT_TRANSLATE_NOOP("settings", "Unload the model when idle"),
            Editor.CHOICE,
            (
                Choice(0, QT_TRANSLATE_NOOP("settings", "Never")),
                Choice(15, QT_TRANSLATE_NOOP("settings", "After 15 minutes")),
                Choice(60, QT_TRANSLATE_NOOP("settings", "After an hour")),
            ),
        ),
    )
    off_topic_share: float = _choice(
        SHARE,
        QT_TRANSLATE_NOOP(
            "settings",
            "How often a prompt that your notes have nothing to say to may get passages all the same."
            " It is measured on your own notes.",
        ),
        Row(
            Page.SEARCH,
            QT_TRANSLATE_NOOP("settings", "Answer prompts"),
            Editor.CHOICE,
            (
                Choice(0.01, QT_TRANSLATE_NOOP("settings", "Only when sure (1 % by mistake)")),
                Choice(SHARE, QT_TRANSLATE_NOOP("settings", "Balanced (4 % by mistake)")),
                Choice(0.08, QT_TRANSLATE_NOOP("settings", "Readily (8 % by mistake)")),
            ),
        ),
    )
    prompt_passages: int = _choice(
        HOOK_PASSAGES,
        QT_TRANSLATE_NOOP("settings", "How many passages a coding agent's prompt gets at most."),
        Row(
            Page.SEARCH,
            QT_TRANSLATE_NOOP("settings", "Passages to a prompt"),
            Editor.CHOICE,
            tuple(Choice(number, str(number)) for number in range(1, HOOK_PASSAGES + 1)),
        ),
    )
    keep_prompts_days: int = _setting(
        30,
        QT_TRANSLATE_NOOP(
            "settings",
            "For how many days it is kept what was decided about each prompt; 0 keeps nothing but numbers.",
        ),
        readers.days,
        row=Row(
            Page.SEARCH,
            QT_TRANSLATE_NOOP("settings", "Keep the log of prompts"),
            Editor.NUMBER,
            most=readers.MOST_DAYS,
            units=(QT_TRANSLATE_NOOP("settings", "{n} day"), QT_TRANSLATE_NOOP("settings", "{n} days")),
        ),
    )
    remember_searches: int = _choice(
        50,
        QT_TRANSLATE_NOOP(
            "settings",
            "How many of your own searches the search window offers while nothing is typed.",
        ),
        Row(
            Page.SEARCH,
            QT_TRANSLATE_NOOP("settings", "Remember searches"),
            Editor.CHOICE,
            (
                Choice(0, QT_TRANSLATE_NOOP("settings", "None")),
                Choice(50, QT_TRANSLATE_NOOP("settings", "The last 50")),
                Choice(200, QT_TRANSLATE_NOOP("settings", "The last 200")),
            ),
        ),
    )
    allowed_origins: tuple[str, ...] = _setting(
        (),
        QT_TRANSLATE_NOOP(
            "settings",
            "Programs in a browser say where they come from, and are refused. These are let in. One origin a line.",
        ),
        readers.origins,
        list,
        Row(
            Page.ENDPOINT,
            QT_TRANSLATE_NOOP("settings", "Allowed origins"),
            Editor.LINES,
            placeholder=QT_TRANSLATE_NOOP("settings", "none"),
            wrong=QT_TRANSLATE_NOOP(
                "settings", "An origin is a scheme and a host, such as https://notes.example, without a path."
            ),
        ),
    )
    instructions: str | None = _setting(
        None,
        QT_TRANSLATE_NOOP(
            "settings",
            "What MCP clients are told about your notes, instead of what is made from the index."
            " At most 600 characters.",
        ),
        readers.instructions,
        row=Row(
            Page.ENDPOINT,
            QT_TRANSLATE_NOOP("settings", "Instructions to agents"),
            Editor.TEXT,
            placeholder=QT_TRANSLATE_NOOP("settings", "made from the index"),
            wrong=QT_TRANSLATE_NOOP("settings", "It may be at most 600 characters long."),
        ),
    )
    appearance: str = _choice(
        "auto",
        QT_TRANSLATE_NOOP("settings", "The colours of all windows."),
        Row(
            Page.APPEARANCE,
            QT_TRANSLATE_NOOP("settings", "Colours"),
            Editor.CHOICE,
            (
                Choice("auto", QT_TRANSLATE_NOOP("settings", "As the system")),
                Choice("light", QT_TRANSLATE_NOOP("settings", "Light")),
                Choice("dark", QT_TRANSLATE_NOOP("settings", "Dark")),
            ),
        ),
    )
    text_size: float = _choice(
        1.0,
        QT_TRANSLATE_NOOP("settings", "The size of all texts, beside what the system says."),
        Row(
            Page.APPEARANCE,
            QT_TRANSLATE_NOOP("settings", "Text size"),
            Editor.CHOICE,
            (
                Choice(0.9, QT_TRANSLATE_NOOP("settings", "Small")),
                Choice(1.0, QT_TRANSLATE_NOOP("settings", "Normal")),
                Choice(1.15, QT_TRANSLATE_NOOP("settings", "Large")),
                Choice(1.3, QT_TRANSLATE_NOOP("settings", "Very large")),
            ),
            restart=True,
        ),
    )
    language: str = _choice(
        "auto",
        QT_TRANSLATE_NOOP("settings", "The language of all windows; notes are found in any."),
        Row(
            Page.APPEARANCE,
            QT_TRANSLATE_NOOP("settings", "Language"),
            Editor.CHOICE,
            (
                Choice("auto", QT_TRANSLATE_NOOP("settings", "As the system")),
                Choice("en", "English"),
                Choice("de", "Deutsch"),
                Choice("zh_CN", "简体中文"),
            ),
            restart=True,
        ),
    )
    demo: bool = _setting(
        default=False, description="Whether the demo notes are there beside your own.", read=readers.truth
    )
    welcomed: bool = _setting(
        default=False,
        description="Whether the window of the first start was finished or skipped.",
        read=readers.truth,
    )
    hotkey: str = _setting(
        "",
        "The key that brings up the search from anywhere, such as `Ctrl+Alt+Space`; empty for none.",
        readers.key,
    )
    clients: tuple[Client, ...] = _setting(
        (),
        "The clients with tokens of their own, each with what it may ask: kinds (`for`) and instances.",
        readers.clients,
        readers.clients_to_json,
    )

    def with_client(self, client: Client) -> Settings:
        """These settings with the client added at the end, in place of an older one of its name."""
        return replace(self, clients=(*self.without_client(client.name).clients, client))

    def without_client(self, name: str) -> Settings:
        """These settings without that client; the same settings when there is none of that name."""
        return replace(self, clients=tuple(client for client in self.clients if client.name != name))

    def with_instance(self, instance: Instance) -> Settings:
        """These settings with the instance added, or put in the place of the one with its id."""
        if self.instance(instance.id) is not None:
            changed = tuple(instance if i.id == instance.id else i for i in self.instances)
            return replace(self, instances=changed)
        return replace(self, instances=(*self.instances, instance))

    def without_instance(self, instance_id: InstanceId) -> Settings:
        """These settings without that instance; the same settings when there is none of that id."""
        return replace(self, instances=tuple(i for i in self.instances if i.id != instance_id))

    def instance(self, instance_id: InstanceId) -> Instance | None:
        """The instance of that id."""
        return next((i for i in self.instances if i.id == instance_id), None)


SETTINGS: Mapping[str, Setting] = {f.name: f.metadata["setting"] for f in fields(Settings)}
DEFAULTS = Settings()
