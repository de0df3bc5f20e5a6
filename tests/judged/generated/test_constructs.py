"""What the generator writes: every construct that it is said to know does occur."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.generator import device

IOS = (
    r"match-any",
    r"match-all",
    r"match not",
    r"match class-map",
    r"match any\b",
    r"match (?:ip )?dscp",
    r"match (?:ip )?precedence",
    r"match ip dscp",
    r"match protocol ipv6",
    r"match packet length",
    r"match access-g\S* name",
    r"match access-g\S* \d",
    r"match cos",
    r"match qos-group",
    r"access-list \d+ (?:perm|deny)",
    r"ip access-list standard",
    r"ipv6 access-list",
    r"remark",
    r"\b(?:permit|perm|deny) (?:ahp|51)\b",
    r"\b(?:eigrp|88)\b",
    r"\bgre\b",
    r"\bospf\b",
    r"\bpim\b",
    r" 112 any",
    r"\beq\b",
    r"\bneq\b",
    r"\blt\b",
    r"\bgt\b",
    r"\brange\b",
    r"established",
    r"match-all [+-]",
    r"match-any [+-]",
    r"echo-reply",
    r"fragments",
    r"ttl (?:eq|gt|lt|neq)",
    r"\blog\b",
    r"0\.0\.255\.0|0\.1\.255\.1",
    r"prio\S* \d",
    r"prio\S* perc",
    r"band\S* \d",
    r"band\S* perc",
    r"band\S* remaining",
    r"shape aver\S* \d",
    r"queue-limit \d",
    r"random-detect",
    r"fair-queue",
    r"police \d",
    r"police cir \d",
    r"police cir perc",
    r"pir",
    r"violate-action",
    r"set-dscp-transmit",
    r"set dscp",
    r"set precedence",
    r"set cos",
    r"set qos-group",
    r"service-p\S* (?:in|out)",
    r"rate-limit in",
    r"rate-limit out",
    r"set-prec-transmit",
    r"continue",
    r"encapsulation dot1Q",
    r"desc",
)
JUNOS = (
    r"import default",
    r"classifiers",
    r"inet-precedence",
    r"dscp-ipv6",
    r"code-points \[",
    r"code-point-aliases",
    r"rewrite-rules",
    r"loss-priority high",
    r"scheduler-map",
    r"transmit-rate",
    r"remainder",
    r"exact",
    r"shaping-rate",
    r"strict-high",
    r"buffer-size",
    r"family inet6",
    r"filter",
    r"policer",
    r"bandwidth-limit",
    r"bandwidth-percent",
    r"burst-size-limit",
    r"next term",
    r"discard",
    r"accept",
    r"except",
    r"prefix-list",
    r"destination-port-except",
    r"\bport\b",
    r"tcp-flags",
    r"tcp-established",
    r"tcp-initial",
    r"icmp-type",
    r"icmp-code",
    r"is-fragment",
    r"first-fragment",
    r"packet-length",
    r"\bttl\b",
    r"hop|next-header",
    r"traffic-class",
    r"queue-num",
    r"precedence",
    r"count",
)


NESTED = (
    r"prio\S* perc\S* \d",
    r"band\S* perc\S* \d",
    r"band\S* remaining perc",
    r"band\S* remaining ratio",
    r"shape aver\S* perc",
    r"shape aver\S* \d",
    r"shape peak",
    r"police cir perc\S* \d+ pir perc",
)


@cache
def nested() -> str:
    return "\n".join(
        device(seed, dialect, "nested").text
        for dialect in ("ios-12", "ios-15", "ios-xe")
        for seed in range(6)
    )


@pytest.mark.parametrize("construct", NESTED)
def test_constructs_of_child_policies_occur(construct: str) -> None:
    assert re.search(construct, nested())


@cache
def texts(dialects: tuple[str, ...]) -> str:
    return "\n".join(
        device(seed, dialect, size).text
        for dialect in dialects
        for size in ("small", "medium", "large")
        for seed in range(10)
    )


@pytest.mark.parametrize("construct", IOS)
def test_ios_constructs_occur(construct: str) -> None:
    assert re.search(construct, texts(("ios-12", "ios-15", "ios-xe")))


@pytest.mark.parametrize("construct", JUNOS)
def test_junos_constructs_occur(construct: str) -> None:
    assert re.search(construct, texts(("junos", "junos-set")))


def test_hostile_names_are_written_when_they_are_asked_for() -> None:
    plain, odd = (device(3, "junos", "large", hostile=hostile).text for hostile in (False, True))
    assert "$(reboot)" in odd
    assert "$(reboot)" not in plain
