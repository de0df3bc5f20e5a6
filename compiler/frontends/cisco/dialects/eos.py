"""Queues, trust and code point maps of Arista EOS: understood, and not in the model.

EOS shares words with the Catalyst switches (`qos trust`, `qos cos`, `tx-queue`), and means other
things by them: a packet has a traffic class, and the traffic class has a transmit queue (Arista,
EOS User Manual, chapter "Quality of Service", with its list of commands). None of these lines may
be read as one of a Catalyst.
"""

from __future__ import annotations

import re

from qosc.frontends.cisco.statements.account import Account, Rejected
from qosc.frontends.cisco.text.lines import Line

__all__ = ["PORT", "eos_line"]

_MAPS = "traffic classes of Arista EOS and the maps to and from them are not in the model"
_TRUST = "what Arista EOS trusts, and sets where it trusts nothing, is not in the model"
_QUEUE = "the transmit queues of Arista EOS are not in the model"
_PROFILE = "QoS profiles of Arista EOS are not in the model"
_OTHER = "this setting of Arista EOS is not in the model"

_RATE = r"rate(?: \d+ ?(?:kbps|mbps|gbps|pps|percent)?)?"
_SIZE = r"(?:bytes|kbytes|mbytes|segments|microseconds|milliseconds)"
_DROP = (
    rf"(?:drop-precedence \d )?minimum-threshold \d+ {_SIZE} maximum-threshold \d+ {_SIZE}"
    r"(?: (?:drop-probability|max-mark-probability|weight) \d+)*"
)
_LINES = (
    (r"qos map (?:cos|dscp|exp|traffic-class|drop-precedence)(?: .*)?", _MAPS),
    (r"qos rewrite (?:cos|dscp|traffic-class)\b.*", _MAPS),
    (r"qos trust(?: (?:cos|dscp))?", _TRUST),
    (r"qos (?:cos|dscp|exp|traffic-class)(?: \d+)?", _TRUST),
    (r"qos profile \S+", _PROFILE),
    (r"service-policy type \S+ (?:input|output) \S+(?: .*)?", _PROFILE),
    (r"qos (?:random-detect|ecn|policing|transmit-queue|scheduling|statistics)\b.*", _OTHER),
    (r"(?:uc-|mc-)?tx-queue \d+", _QUEUE),
    (
        r"bandwidth(?: (?:percent|guaranteed))?(?: (?:percent )?\d+ ?(?:kbps|mbps|gbps|pps)?)?",
        _QUEUE,
    ),
    (r"priority(?: strict)?", _QUEUE),
    (rf"shape(?: {_RATE}(?: .*)?)?", _QUEUE),
    (rf"random-detect (?:drop|ecn)(?: (?:{_DROP}|count|delay.*|allow .*|color .*))?", _QUEUE),
    (r"priority-flow-control(?: .*)?", "flow control by priority is not in the model"),
    (r"(?:description|encapsulation|mtu|shutdown|storm-control)\b.*", _PROFILE),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), why) for pattern, why in _LINES)
_REMARK = re.compile(r"\s!.*")
_LOOKED_AT = 400

PORT = frozenset(
    (
        "mc-tx-queue",
        "priority-flow-control",
        "qos",
        "random-detect",
        "shape",
        "tx-queue",
        "uc-tx-queue",
    )
)
"""Statements of an interface that are read here in a config of EOS."""


def eos_line(line: Line, account: Account) -> None:
    """Account for a line with what is below it."""
    for one in line.walk():
        if one.unknown:
            continue
        text = " ".join(_REMARK.sub("", one.text[:_LOOKED_AT]).split())
        text = text.removeprefix("no ").removeprefix("default ")
        why = next((why for pattern, why in _PATTERNS if pattern.fullmatch(text)), None)
        if why is None:
            account.rejected(one, Rejected(None, "Arista EOS has no such form"))
        else:
            account.recognised(one, why)
