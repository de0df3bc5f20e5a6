"""What a Catalyst port with an input policy does to packets that the policy neither marks nor
trusts.

The policy sees the packet as it came, and its trust goes before that of the port; what it leaves
open is decided by the trust state of the port (Cisco, Catalyst 3750-X and 3560-X Switch Software
Configuration Guide, OL-25303, "Classifying, Policing, and Marking Traffic on Physical Ports by
Using Policy Maps": the policy map is applied before the port trust state; Catalyst 3550, 3750 and
4500 command references, `trust`: it supersedes the trust of the interface). So the marks of the
port become marks of the classes that have none. On the Catalyst 6500 no public source settles it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qosc.fields import Field
from qosc.frontends.cisco.catalyst.maps import SwitchMaps
from qosc.frontends.cisco.catalyst.port import ETHERNET, SwitchPort
from qosc.frontends.cisco.catalyst.trust import (
    MUTATION,
    UNTAGGED,
    conditions,
    own_dscp,
    trust_lines,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Mark, MarkTable, Policy, TrafficClass

__all__ = ["decided", "undecided"]

_UNSETTLED = (
    "packets that the input policy neither trusts nor marks get the marks of the port's trust "
    "state: that is not in the model"
)
_BY_COS = (
    "packets that the input policy neither trusts nor marks get the DSCP that their CoS stands "
    "for: in the model they keep their own"
)
_LATE = "in the model a mutation map counts only on a port without an input policy"
_MANY = "ports of the same input policy differ in this, so that it is not in the model"
_DECIDES = (Field.DSCP, Field.PRECEDENCE)


def undecided(port: SwitchPort, name: str, maps: SwitchMaps, policy: str) -> None:
    """Take note of what the port does to such packets of a policy; says what cannot be."""
    if maps.off:
        for off in trust_lines(port):
            maps.recognised(off, maps.off)
        return
    conditions(port, maps)
    trusts_cos = port.trust is not None and port.trust[0] == "cos"
    if port.cos is not None and port.override is None and not trusts_cos:
        maps.recognised(port.cos.line, UNTAGGED)
    line, marks = _of_port(port, name, maps)
    maps.after.setdefault(policy, []).append((line, marks))


def _of_port(port: SwitchPort, name: str, maps: SwitchMaps) -> tuple[Line | None, tuple[Mark, ...]]:
    """The line that decides about such packets of a port, and what is written into them."""
    own = port.cos.value(0) if port.cos is not None else 0
    if port.override is not None:
        return port.override, (_written(maps.cos_dscp[own], port.override),)
    if port.trust is None:
        if maps.enabled is None or ETHERNET.fullmatch(name) is None:
            return None, ()
        if port.by_vlan is not None or port.assisted:
            return None, ()
        if maps.platform == "cat6500":
            maps.recognised(maps.enabled, _UNSETTLED)
            return None, ()
        own_value = own_dscp(port, maps)
        if own_value is not None and port.mutation is not None:
            return port.mutation[1], (_written(own_value, port.mutation[1]),)
        if port.mutation is not None:
            maps.recognised(port.mutation[1], MUTATION)
        return maps.enabled, (_written(0, maps.enabled),)
    what, line = port.trust
    if maps.platform == "cat6500" and what != "dscp":
        maps.recognised(line, _UNSETTLED)
        return None, ()
    if what == "cos":
        maps.recognised(line, _BY_COS)
        return None, ()
    if what == "ip-precedence":
        return line, (_by_precedence(maps, line),)
    if port.mutation is not None:
        maps.recognised(port.mutation[1], _LATE)
    return line, ()


def _written(dscp: int, line: Line) -> Mark:
    return Mark(Field.DSCP, dscp, line.span())


def _by_precedence(maps: SwitchMaps, line: Line) -> Mark:
    table = MarkTable(Field.PRECEDENCE, tuple(enumerate(maps.precedence_dscp)))
    return Mark(Field.DSCP, 0, line.span(), table=table)


def decided(
    policies: dict[str, Policy], trust_lines: dict[str, dict[str, Line]], maps: SwitchMaps
) -> dict[str, Policy]:
    """The policies with those marks, and with the marks of classes that trust.

    `trust_lines` are the lines `trust ...` by policy and class.
    """
    made = dict(policies)
    for name in (*maps.after, *(name for name in trust_lines if name not in maps.after)):
        policy = policies.get(name)
        if policy is None:
            continue
        ports = maps.after.get(name, [])
        marks = ports[0][1] if ports else ()
        if any(other != marks for _, other in ports):
            for line, _ in ports:
                if line is not None:
                    maps.recognised(line, _MANY)
            marks = ()
        classes = _marked(policy, trust_lines.get(name, {}), marks, maps)
        made[name] = replace(policy, classes=tuple(classes))
    return made


def _marked(
    policy: Policy, trust_lines: dict[str, Line], marks: tuple[Mark, ...], maps: SwitchMaps
) -> Iterator[TrafficClass]:
    for one in policy.classes:
        if one.drop or any(mark.field in _DECIDES for mark in one.marks):
            yield one
            continue
        line = trust_lines.get(one.name)
        added = _of_class(line, maps) if line is not None else marks
        yield replace(one, marks=(*one.marks, *added)) if added else one


def _of_class(line: Line, maps: SwitchMaps) -> tuple[Mark, ...]:
    """The marks of `trust cos`, `trust dscp` or `trust ip-precedence` in a class."""
    what = line.text.lower().split()[-1]
    if what == "cos":
        maps.recognised(line, _BY_COS)
    return (_by_precedence(maps, line),) if what == "ip-precedence" else ()
