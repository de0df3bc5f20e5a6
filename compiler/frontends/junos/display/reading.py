"""From what a router prints as XML or JSON to the same configuration with braces."""

from __future__ import annotations

import re

from qosc.encoding import Doubt
from qosc.frontends.junos.display.element import Element, FormError, Places
from qosc.frontends.junos.display.writer import Line, written
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["Written", "with_braces"]

_XML = pattern(
    r"^[ \t]*+<(?:\?xml|rpc-reply|nc:rpc-reply|data|config|configuration)[\s>/?]", re.MULTILINE
)
_JSON = pattern(r"^[ \t]*+(?=[{\[]\s*+[\"{\[}])", re.MULTILINE)
_AROUND = frozenset(
    (
        "config",
        "data",
        "edit-config",
        "load-configuration",
        "multi-routing-engine-item",
        "multi-routing-engine-results",
        "rpc",
        "rpc-reply",
    )
)
"""What a configuration may stand in."""
_REMEDY = "save the whole output of `show configuration | display set`, or of `| display xml`"


class Written:
    """A configuration with braces, and where its words stand in the text that it was made of.

    `doubt` says why there is none.
    """

    def __init__(self, lines: list[Line], doubt: Doubt | None = None) -> None:
        self.lines = lines
        self.doubt = doubt


def with_braces(source: SourceText) -> Written | None:
    """The configuration of a text in either form; None for a text in another one."""
    text = "\n".join(source.lines)
    xml, data = _XML.search(text), _JSON.search(text)
    if (
        "<configuration" in text
        and xml is not None
        and (data is None or xml.start() < data.start())
    ):
        from qosc.frontends.junos.display.xml import elements

        form, start = "XML", xml.start()
    elif 'configuration"' in text and data is not None:
        from qosc.frontends.junos.display.json import elements

        form, start = "JSON", data.start()
    else:
        return None
    places = Places(source.lines)
    try:
        configurations = _configurations(elements(places, start))
    except FormError as error:
        return Written(
            [], Doubt(f"a JunOS config as {form} that cannot be read, since {error}", _REMEDY)
        )
    if not configurations:
        return None
    names = {name for one in configurations if (name := _host(one))}
    if len(names) > 1:
        shown = ", ".join(sorted(names)[:5])
        return Written(
            [], Doubt(f"{form} of several devices ({shown})", "give each a file of its own")
        )
    lines: list[Line] = []
    for one in configurations:
        written(one, lines)
    return Written(lines)


def _configurations(elements: list[Element]) -> list[Element]:
    configurations: list[Element] = []
    stack = [*reversed(elements)]
    while stack:
        one = stack.pop()
        name = one.tag.rpartition(":")[2]
        if name == "configuration":
            configurations.append(one)
        elif name in _AROUND:
            stack.extend(reversed(one.kids))
    return configurations


def _host(configuration: Element) -> str:
    for top in configuration.kids:
        if top.tag == "system":
            for kid in top.kids:
                if kid.tag == "host-name" and kid.text is not None:
                    return kid.text.text
    return ""
