"""A config that a rule must leave alone, beside the small change that makes the rule speak.

The change shows that the config is near the edge, and that the rule was looking.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.rules.linting import codes

__all__ = ["ACL_PORT", "ACTIONS", "Miss", "car", "judge", "police", "queues"]


class Miss(NamedTuple):
    code: str
    why: str
    text: str
    old: str
    new: str
    platform: str = "ios-12"


def queues(*lines: str, link: str = "bandwidth 1000") -> str:
    """A policy with voice, data and the default class on one serial link."""
    return "\n".join(
        [
            "class-map match-all VOICE",
            " match dscp ef",
            "class-map match-all DATA",
            " match dscp af21",
            "policy-map WAN",
            *lines,
            "interface Serial0/0",
            f" {link}",
            " service-policy output WAN",
            "",
        ]
    )


def police(line: str, match: str = "match dscp af11", port: str = "interface Ethernet0/0") -> str:
    """A policer on input."""
    return "\n".join(
        [
            "class-map match-all BULK",
            f" {match}",
            "policy-map IN",
            " class BULK",
            f"  {line}",
            port,
            " service-policy input IN",
            "",
        ]
    )


def car(line: str) -> str:
    return f"interface Ethernet0/0\n rate-limit {line}\n"


ACTIONS = "conform-action transmit exceed-action drop"
ACL_PORT = "interface Ethernet0/0\n ip access-group 110 in\n"


def judge(miss: Miss) -> None:
    """Hold the rule to both."""
    assert miss.code not in codes(miss.text, miss.platform)
    changed = miss.text.replace(miss.old, miss.new)
    assert changed != miss.text
    assert miss.code in codes(changed, miss.platform)
