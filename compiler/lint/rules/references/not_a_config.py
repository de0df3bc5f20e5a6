"""A file that is no config: an archive, a picture, binary data, a web page.

## What it does

Reports a file whose bytes are no text, and a page of HTML in which no line concerns QoS. UTF-8 and
UTF-16 are read, the latter without a byte order mark too; NULs that a terminal session left behind
do no harm. Of bytes that are no text nothing is checked, and choosing other rules does not hide
this finding.

## Why it matters

A file in which no QoS was found must not pass for one in which no mistake was found: what was
meant to be checked was not.

## Example

```ios
<!DOCTYPE html>
<html><body>
<div>policy-map WAN</div>
<div>class VOICE</div>
<div>priority 128</div>
</body></html>
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- A rule about this program's own reading; it needs no other source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS009", "not-a-config", Severity.ERROR, "0.1")

_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_NOT_BLANK = re.compile(r"\S")
_BEFORE_A_PAGE = (("<?xml", ">"), ("<!--", "-->"))
"""How what may stand before a page begins and ends."""


def _is_page(text: str) -> bool:
    """Whether a text begins as HTML does, after comments and the line that says that it is XML."""
    at = _past_blanks(text, 0)
    while text[at : at + 1] == "<":
        end = next(
            (end for begin, end in _BEFORE_A_PAGE if text[at : at + 5].lower().startswith(begin)),
            "",
        )
        if not end:
            return _PAGE.match(text, at) is not None
        found = text.find(end, at + 4)
        if found < 0:
            return False
        at = _past_blanks(text, found + len(end))
    return False


def _past_blanks(text: str, at: int) -> int:
    found = _NOT_BLANK.search(text, at)
    return len(text) if found is None else found.start()


def check(context: Context) -> Iterator[Diagnostic]:
    source, lines = context.source, context.device.coverage
    if source is None:
        return
    doubt = source.doubt
    if doubt is not None:
        yield RULE.at(
            source.span(1, 0, 1), f"this is {doubt.what}, not a config: nothing of it was checked",
            help=doubt.remedy,
        )  # fmt: skip
    elif not (lines.modelled or lines.recognised or lines.unknown) and _is_page(source.text):
        number = next(n for n, line in source.numbered() if line.strip())
        yield RULE.at(
            source.span(number, 0, len(source.line(number))),
            "this is a page of HTML in which no line was found that concerns QoS",
            label="a page begins here",
            help="save the config as plain text",
        )
