"""Marks texts for Qt Linguist where they are declared, far from the windows that translate and show them."""

from __future__ import annotations

from collections.abc import Callable


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802, ARG001 - the name that `lupdate` looks for
    """The text itself. Both arguments stand literally in the code, so that `make translations` finds them."""
    return text


class Told:
    """A marked text and its values, kept apart until the language is known that it is read in."""

    def __init__(self, text: str, **values: object) -> None:
        self._text, self._values = text, values

    def translated(self, translate: Callable[[str], str]) -> str:
        """The text through `translate`, and those of its values that are marked texts themselves."""
        return translate(self._text).format(
            **{k: v.translated(translate) if isinstance(v, Told) else v for k, v in self._values.items()}
        )

    def __str__(self) -> str:
        return self.translated(str)
