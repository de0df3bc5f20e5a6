"""Packets at the borders of whatever a config's predicates name, as fields."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from qosc.fields import WIDTHS
from qosc.ir import (
    AllOf,
    AnyOf,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Policy,
    Predicate,
    RuleList,
    Test,
)

PORTS = (6, 17, 33, 132, 136)


def tests_of(device: Device) -> list[Test]:
    """All tests of a device's classes, lists and rules."""
    work: list[Predicate] = [found.match for found in device.class_maps.values()]
    work += [entry.match for found in device.access_lists.values() for entry in found.entries]
    policies: list[Policy] = [*device.policies.values(), *device.applied.values()]
    work += [each.match for policy in policies for each in policy.classes]
    for port in device.ports.values():
        for stage in (*port.input, *port.output):
            if isinstance(stage, RuleList):
                work += [rule.match for rule in stage.rules]
    found: dict[Test, None] = {}
    while work:
        match = work.pop()
        if isinstance(match, Test):
            found.setdefault(match)
        elif isinstance(match, Not):
            work.append(match.operand)
        elif isinstance(match, AllOf | AnyOf):
            work += match.operands
    return list(found)


def packets(device: Device, rng: Random, count: int) -> Iterator[dict[str, int | str]]:
    """So many packets, each with the values of up to four tests, or what is beside them."""
    tests = tests_of(device)
    for _ in range(count):
        chosen = rng.sample(tests, min(len(tests), rng.randrange(5)))
        yield packet(chosen, rng)


def packet(tests: list[Test], rng: Random) -> dict[str, int | str]:
    """A packet that meets tests, or just does not; a field that it cannot have is left out."""
    asked: dict[str, int | str] = {}
    for test in tests:
        value = _near(test, rng)
        if value is not None:
            asked[str(test.field)] = value
    version = asked.pop("ip-version", None)
    if version not in (4, 6):
        version = 6 if {"src6", "dst6"} & set(asked) else 4
    found: dict[str, int | str] = {
        "ip-version": version,
        "ethertype": 0x0800 if version == 4 else 0x86DD,
        "protocol": rng.choice((6, 17, 1 if version == 4 else 58)),
        "dscp": rng.choice((0, 8, 46, rng.randrange(64))),
        "ecn": 0,
        "ttl": 64,
        "length": rng.choice((64, 200, 1500)),
        "fragment": int(rng.random() < 0.06),
        "first-fragment": 0,
        "src-port": rng.choice((5060, rng.randrange(65536))),
        "dst-port": rng.choice((80, rng.randrange(65536))),
        "tcp-flags": rng.choice((2, 16, 18)),
        "icmp-type": 8,
        "icmp-code": 0,
        "src-mac": 0,
        "dst-mac": 0,
        "qos-group": 0,
        "discard-class": 0,
        "traffic-class": 0,
        "forwarding-class": "",
        "loss-priority": "low",
        f"src{version}": rng.getrandbits(32 if version == 4 else 128),
        f"dst{version}": rng.getrandbits(32 if version == 4 else 128),
    }
    if "precedence" in asked:
        found["dscp"] = int(asked.pop("precedence")) << 3
    asked.pop("tos", None)
    kept = set(found) - {"qos-group", "discard-class", "traffic-class", "forwarding-class"}
    kept -= {"loss-priority", "ethertype"}
    if "src-port" in asked or "dst-port" in asked:
        found["protocol"] = rng.choice((6, 17))
    if "tcp-flags" in asked:
        found["protocol"] = 6
    found |= {name: value for name, value in asked.items() if name in kept}
    return carried(found)


def carried(found: dict[str, int | str]) -> dict[str, int | str]:
    """The fields without those that a packet of its kind does not have."""
    later, protocol = bool(found["fragment"]), found["protocol"]
    gone: set[str] = set()
    if later or protocol not in PORTS:
        gone |= {"src-port", "dst-port"}
    if later or protocol != 6:
        gone |= {"tcp-flags"}
    if later or protocol != (1 if found["ip-version"] == 4 else 58):
        gone |= {"icmp-type", "icmp-code"}
    return {name: value for name, value in found.items() if name not in gone}


def _near(test: Test, rng: Random) -> int | str | None:
    if test.field not in WIDTHS:
        return None
    most = (1 << WIDTHS[test.field]) - 1
    allowed = rng.choice(test.values)
    if isinstance(allowed, Named):
        return None
    if isinstance(allowed, Masked):
        free = most & ~allowed.mask
        value = allowed.value | rng.choice((0, free, rng.getrandbits(WIDTHS[test.field]) & free))
        return value ^ 1 << rng.randrange(WIDTHS[test.field]) if rng.random() < 0.2 else value
    assert isinstance(allowed, Interval)
    value = rng.choice((allowed.low, allowed.high, allowed.low - 1, allowed.high + 1))
    return min(max(value, 0), most)
