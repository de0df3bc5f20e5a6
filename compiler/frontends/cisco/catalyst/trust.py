"""What a Catalyst port does to the marks of packets that come in.

A switch works with an internal DSCP, and writes it into the packets that it sends. With QoS on, a
port that trusts nothing gives every packet DSCP 0, or the one of its own CoS where that overrides
(Catalyst 3550 Multilayer Switch Software Configuration Guide, table 20-2; Catalyst 4500 Series
Software Configuration Guide, table 27-3; "Understanding Quality of Service on the Catalyst 6500
Switch": port CoS for untrusted ports). Frames without a tag have the CoS of the port. A mutation
map changes the DSCP of a port that trusts it (Catalyst 3560 Switch Command Reference).
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.cisco.catalyst.maps import SwitchMaps
from qosc.frontends.cisco.catalyst.port import ETHERNET, SwitchPort
from qosc.frontends.cisco.statements.account import equal
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Anything, Mark, Predicate, Rule, RuleList
from qosc.source import Span

__all__ = ["MUTATION", "UNTAGGED", "conditions", "own_dscp", "trust_lines", "trusted"]

UNTAGGED = "the CoS of untagged frames counts only with trust cos"
_BY_VLAN = (
    "what comes in here is marked by the policies of its VLANs, and the model has these at the "
    "interfaces of the VLANs only"
)
_BY_COS = "untagged frames go to the queue of this CoS: the model takes them to that of CoS 0"
_PASSED = (
    "the queue goes by the CoS, and the DSCP stays as it came: the model chooses the queue by that "
    "DSCP"
)
_BY_TAG = (
    "the queue goes by the CoS that the DSCP stands for: the model goes by the CoS in the frame"
)
MUTATION = "a mutation map counts on ports that trust DSCP"
_OWN = "the DSCP of a port counts where it trusts nothing"
_SPOKEN = "taken for a port with that device: without it, nothing is trusted"


def trusted(port: SwitchPort, name: str, maps: SwitchMaps) -> RuleList | None:
    """The rules for what comes in on a port without an input policy; None where the marks stay."""
    if maps.off:
        for line in trust_lines(port):
            maps.recognised(line, maps.off)
        return None
    default = port.cos.value(0) if port.cos is not None else 0
    conditions(port, maps)
    if port.override is not None:
        if port.trust is not None:
            maps.recognised(port.trust[1], "overridden by `mls qos cos override`")
        if default and maps.queues_by_cos():
            maps.recognised(port.override, _BY_COS)
        origin = port.override.span()
        mark = _remark(Anything(origin), maps.cos_dscp[default], origin)
        return RuleList("mls qos cos override", (mark,), origin)
    if port.trust is None:
        own = own_dscp(port, maps)
        if port.mutation is not None and own is None:
            maps.recognised(port.mutation[1], MUTATION)
        return _untrusted(port, name, maps, default, own)
    return _trusted(port, maps, *port.trust)


def conditions(port: SwitchPort, maps: SwitchMaps) -> None:
    """Say on what else it depends how the port treats a packet."""
    if port.device is not None:
        maps.recognised(port.device, _SPOKEN)
    if port.by_vlan is not None:
        maps.recognised(port.by_vlan, _BY_VLAN)


def _trusted(port: SwitchPort, maps: SwitchMaps, what: str, line: Line) -> RuleList:
    default = port.cos.value(0) if port.cos is not None else 0
    _queued(port, maps, what, line, default)
    origin = line.span()
    rules: list[Rule] = []
    if what == "cos":
        for cos, dscp in enumerate(maps.cos_dscp):
            rules.append(_remark(equal(Field.COS, (cos,), origin), dscp, origin))
        rules.append(_remark(Anything(origin), maps.cos_dscp[default], origin))
    elif what == "ip-precedence":
        for precedence, dscp in enumerate(maps.precedence_dscp):
            rules.append(_remark(equal(Field.PRECEDENCE, (precedence,), origin), dscp, origin))
    else:
        rules += _mutated(port, maps)
        rules.append(Rule(Anything(origin), origin=origin))
    return RuleList(f"mls qos trust {what}", tuple(rules), origin)


def _queued(port: SwitchPort, maps: SwitchMaps, what: str, line: Line, default: int) -> None:
    """Say where the queue of a packet is not the one that its marks give in the model."""
    by_cos = maps.queues_by_cos()
    if port.cos is not None and not what.startswith("cos"):
        maps.recognised(port.cos.line, UNTAGGED)
    elif port.cos is not None and default and by_cos:
        maps.recognised(port.cos.line, _BY_COS)
    if port.mutation is not None:
        own = own_dscp(port, maps) is not None
        if own or not what.startswith("dscp"):
            maps.recognised(port.mutation[1], _OWN if own else MUTATION)
    if what == "cos pass-through dscp" and not by_cos:
        maps.recognised(line, _PASSED)
    elif what.startswith("dscp") and maps.platform == "cat2950":
        maps.recognised(line, _BY_TAG)


def own_dscp(port: SwitchPort, maps: SwitchMaps) -> int | None:
    """The DSCP that a port of the Catalyst 4500 gives what it does not trust (`qos dscp N`).

    Raises nothing: a number that is no DSCP counts as none. Source: Catalyst 4500 Series Switch
    Cisco IOS Command Reference, `qos trust`: without trust in DSCP the interface's own is used.
    """
    name = port.mutation[0] if port.mutation is not None else ""
    if maps.platform != "cat4500" or not (name.isascii() and name.isdigit() and int(name[:3]) < 64):
        return None
    return int(name)


def _untrusted(
    port: SwitchPort, name: str, maps: SwitchMaps, default: int, own: int | None
) -> RuleList | None:
    if port.cos is not None and maps.platform == "cat2950" and default:
        # Catalyst 2950 and 2955 Switch Software Configuration Guide, "Configuring the CoS Value for
        # an Interface": for untagged frames on trusted and untrusted ports.
        maps.recognised(port.cos.line, _BY_COS)
    elif port.cos is not None and (maps.enabled is None or maps.platform != "cat6500"):
        maps.recognised(port.cos.line, UNTAGGED)
        default = 0
    if maps.enabled is None or ETHERNET.fullmatch(name) is None:
        return None
    if port.by_vlan is not None or port.assisted:
        return None
    origin = maps.enabled.span()
    dscp = maps.cos_dscp[default]
    if own is not None:
        dscp, origin = own, port.mutation[1].span() if port.mutation else origin
    mark = _remark(Anything(origin), dscp, origin)
    return RuleList("mls qos untrusted", (mark,), origin)


def _mutated(port: SwitchPort, maps: SwitchMaps) -> list[Rule]:
    if port.mutation is None or own_dscp(port, maps) is not None:
        return []
    name, line = port.mutation
    table = maps.mutations.get(name)
    if table is None:
        maps.recognised(line, f"there is no dscp-mutation map `{name}` in this text")
        return []
    origin = line.span()
    return [
        _remark(equal(Field.DSCP, (before,), origin), after, origin)
        for before, after in sorted(table.items())
        if before != after
    ]


def _remark(match: Predicate, dscp: int, origin: Span) -> Rule:
    return Rule(match, None, (Mark(Field.DSCP, dscp, origin),), origin=origin)


def trust_lines(port: SwitchPort) -> list[Line]:
    """The lines of a port on what it trusts."""
    lines: list[Line | None] = [port.device, port.override]
    lines += [pair[1] for pair in (port.trust, port.mutation) if pair is not None]
    lines.append(port.cos.line if port.cos is not None else None)
    return [line for line in lines if line is not None]
