"""XML as the reports need it: elements with attributes, every text of a config made harmless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from qosc.render.printable import printable

__all__ = ["Element", "document"]


class Element:
    """An element with attributes, and with elements or a text inside."""

    def __init__(
        self,
        name: str,
        attributes: dict[str, object],
        inside: Iterable[Element] = (),
        text: str = "",
    ) -> None:
        self._name, self._inside, self._text = name, inside, text
        # What XML 1.0 has no way to write (control characters, lone surrogates) is no printable
        # text either.
        self._attributes = "".join(
            f" {name}={quoteattr(printable(str(value)))}" for name, value in attributes.items()
        )

    def lines(self, indent: str = "") -> Iterator[str]:
        """The element on lines of its own."""
        head = f"{indent}<{self._name}{self._attributes}"
        inside = [line for one in self._inside for line in one.lines(indent + "  ")]
        if self._text:
            text = "\n".join(escape(printable(line)) for line in self._text.split("\n"))
            yield f"{head}>{text}</{self._name}>"
        elif inside:
            yield f"{head}>"
            yield from inside
            yield f"{indent}</{self._name}>"
        else:
            yield f"{head}/>"


def document(root: Element) -> str:
    """The document of an element."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(root.lines()) + "\n"
