"""A file that is no config: an archive, a web page, a diff, what a command printed.

## What it does

Reports a file whose bytes are no text; a unified diff, the output of grep and a log that hold lines
of a config; and, where hardly a line concerns QoS, a page of HTML, the output of a command that
shows the state of QoS, data of YANG models, and the config of a system that is not read; and a text
in which nothing reads like a config. UTF-8 and
UTF-16 are read, the latter without a byte order mark too; NULs that a terminal session left behind
do no harm. Of bytes that are no text nothing is checked, and choosing other rules does not hide
this finding. With `--require-qos`, reports a config that has no QoS as well.

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
from qosc.lint.engine.rule import Context, Rule
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS009", "not-a-config", Severity.ERROR, "0.1")

_PAGE = pattern(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_USE_IOS = "save the output of `show running-config`"
_USE_JUNOS = "save the output of `show configuration`"
_OTHERS = tuple(
    (what, remedy, tuple(pattern(mark, re.MULTILINE) for mark in marks))
    for what, remedy, marks in (
        (
            "the output of `show policy-map interface`, not a config",
            _USE_IOS,
            (r"^[ \t]*+Service-policy (?:input|output): ", r"^[ \t]*+Class-map: \S++ \(match-"),
        ),
        (
            "the output of `show class-of-service`, not a config",
            _USE_JUNOS,
            (
                (
                    r"^[ \t]*+(?:Physical interface|Scheduler map|Forwarding class|Classifier"
                    r"|Rewrite rule): \S"
                ),
                r"\bIndex: \d|^[ \t]*+(?:Object|Forwarding class) {1,40}+(?:Name|ID) ",
            ),
        ),
        (
            "data of YANG models (OpenConfig, IETF, Cisco native), not a config as it is typed",
            f"{_USE_IOS}, or of `show configuration`",
            (
                r"^[ \t]*+[<{]",  # a prompt, or the command, may stand before it
                # JSON has the module before a name (RFC 7951, section 4), XML its namespace; JunOS
                # writes attributes of its own in the way of the former.
                r"\"(?!junos:)[A-Za-z_][\w.-]*+:[A-Za-z_][\w.-]*+\"[ \t]*+:|[/:]yang[/:]",
            ),
        ),
        (
            "the answer of a JunOS command as XML or JSON, not a config",
            "save the output of `show configuration | display set`",
            (
                r"^[ \t]*+(?:<rpc-reply\b|<configuration\b|\{?[ \t]*+\"configuration\" ?:)",
                r"</?[a-z]|[\[{]",
            ),
        ),
        (
            "a pointer of Git LFS, not a config",
            "fetch the file (`git lfs pull`; `lfs: true` of actions/checkout)",
            (r"^version https://git-lfs\.", r"^oid sha256:"),
        ),
        (
            "a template of a config",
            "give the config that is made of it",
            (r"\{\{ ?[\w.]|\{% ", r" ?\}\}| %\}"),
        ),
        (
            "a config of Huawei VRP, which is not read",
            "",
            (r"^traffic classifier \S", r"^[ \t]*+if-match "),
        ),
        (
            "a config of Nokia SR OS, which is not read",
            "",
            (
                r"^[ \t]*+sap-(?:egress|ingress) \d",
                r"^[ \t]*+(?:queue|fc|policer) \S|^[ \t]*+exit all",
            ),
        ),
        (
            "a config of Nokia SR Linux, which is not read",
            "",
            (
                r"^[ \t]*+(?:set / )?network-instance \S",
                (
                    r"^[ \t]*+(?:set / )?(?:interface (?:ethernet-\d++/\d|mgmt0|system0)"
                    r"|acl-filter \S|admin-state (?:enable|disable)$)"
                ),
            ),
        ),
        (
            "a config of Nokia SR OS, which is not read",
            "",
            (
                r"^[ \t]*+/?configure (?:qos|router|service|port|system) ",
                r"^[ \t]*+/?configure (?:qos|port|service) ",
            ),
        ),
        (
            "a config of VyOS, which is not read",
            "",
            (r"^set (?:qos|traffic-policy) ", r"^set (?:interfaces|qos policy|traffic-policy) "),
        ),
        (
            "a config of VyOS, which is not read",
            "",
            (
                r"^(?:qos|traffic-policy) \{",
                r"^[ \t]++(?:policy )?(?:shaper|limiter|priority-queue) ",
            ),
        ),
        (
            "a config of FortiOS, which is not read",
            "",
            (r"^config (?:system|firewall|router) ", r"^[ \t]++(?:edit|set) "),
        ),
        (
            "a config of MikroTik RouterOS, which is not read",
            "",
            (r"^/(?:queue|ip|interface|system|routing) ?", r"^(?:add|set) |^/\S[^=\n]* add "),
        ),
    )
)
"""What else looks like one: what it is, what to do, and two patterns that must both be found."""
_FEW = 5
"""So many lines of a config that is not read may be as in one that is."""
_NOT_BLANK = pattern(r"\S")
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
        place = text.find(end, at + 4)
        if place < 0:
            return False
        at = _past_blanks(text, place + len(end))
    return False


def _past_blanks(text: str, at: int) -> int:
    match = _NOT_BLANK.search(text, at)
    return len(text) if match is None else match.start()


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None:
        return
    doubt = source.doubt
    if doubt is not None:
        yield RULE.at(
            source.span(1, 0, 1),
            f"this is {doubt.what}, not a config",
            effect="nothing of it was checked",
            help=doubt.remedy,
        )
        return
    known = context.device.coverage.on_qos
    if known > _FEW:
        return
    number = next((n for n, line in source.numbered() if line.strip()), 1)
    place = source.span(number, 0, len(source.line(number)))
    if not known and _is_page(source.text):
        yield RULE.at(
            place,
            "this is a page of HTML without a line on QoS",
            effect="nothing of it was checked",
            label="a page begins here",
            help="save the config as plain text",
        )
        return
    for what, remedy, marks in _OTHERS:
        if all(mark.search(source.text) for mark in marks):
            yield RULE.at(
                place,
                f"this is {what}",
                effect="nothing of it was checked",
                label="it begins here",
                help=remedy or "give a config of a system that is read",
            )
            return
    if context.unlike:
        yield RULE.at(
            place,
            "this text does not read like the config of a Cisco or Juniper router",
            effect="nothing of it was checked",
            label="it begins here",
            help=f"{_USE_IOS}, or of `show configuration`",
        )
