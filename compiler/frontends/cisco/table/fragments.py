"""Parts of the shapes of statements."""

from __future__ import annotations

import re

__all__ = [
    "ACTION",
    "ANY_RATE",
    "ATTACHED",
    "DIRECTION",
    "ENTRY",
    "MARK",
    "NUMBER",
    "PERMIT",
    "PORT_NAME",
    "QOS",
    "RATE",
    "short",
]


def short(word: str, least: int) -> str:
    """A pattern for a word and its abbreviations of at least `least` letters."""
    pattern = ""
    for letter in reversed(word[least:]):
        pattern = f"(?:{re.escape(letter)}{pattern})?"
    return re.escape(word[:least]) + pattern


RATE = r"(?:\d[\d.]*\s*[kmg]?(?:bps)?(?:\s|$)|\d)"
PERMIT = f"(?:{short('permit', 2)}|{short('deny', 2)}|{short('remark', 3)})"
DIRECTION = f"(?:{short('input', 1)}|{short('output', 1)})"
ACTION = rf"(?:{short('transmit', 2)}|drop|set-)"
MARK = (
    r"(?:(?:ip|ipv6|mpls|atm|fr|frame-relay|l2)\s+)?(?:dscp|prec\w*|cos\S*|exp\w*|qos-group"
    r"|discard-class|atm-clp|fr-de|clp|de|tos)\b"
)
_RANGE = r"range(?:\s++\S++){1,600}?(?<=\d)"
_SEVERAL = (
    r"[a-z][a-z-]*\s?\d+(?:/\d+)*(?:\s*-\s*\d+)?"
    r"(?:\s*,\s*[a-z][a-z-]*\s?\d+(?:/\d+)*(?:\s*-\s*\d+)?){0,64}"
)
"""What NX-OS writes for several ports: `Ethernet1/2-4, Ethernet1/9`."""
PORT_NAME = (
    rf"(?:{_RANGE}|{_SEVERAL}|(?:preconfigure\s+)?[a-z][a-z-]*(?:\d+[a-z]+)?\s*\d+(?:[/.:][a-z]*\d+)*)"
    r"(?:\s+(?:point-to-point|multipoint|l2transport|type\s+\S+|ethernet|module\s+\S+))?\s*$"
)
QOS = (
    r"(?:account|aggregate-policer|cos|dbl|dscp|map|marking|mode|police|pre-classify|profile"
    r"|qos-group"
    r"|queue|queue-softmax-multiplier|queue-stats-frame-count|random-detect|rewrite|shape"
    r"|share-buffer|statistics|trust|vlan-based|wrr|wrr-queue)(?:\s|$)|$"
)
ATTACHED = rf"{DIRECTION}\s+\S+(?:\s+(?:account|shared-policy-instance|subscriber-parent)\s.*)?$"
NUMBER = r"\d+(?:\s|$)"
ANY_RATE = rf"{RATE}|{short('percent', 3)}\s+\d|{short('remaining', 3)}\s|ratio\s"

ENTRY = r"(?:any|host|ip|ipv6|tcp|udp|icmp|esp|\d|[\da-f]*:|[a-z]+\s+\S)"
"""What stands behind `permit` and `deny`."""
