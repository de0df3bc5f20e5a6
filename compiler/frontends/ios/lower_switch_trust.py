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
from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lower_switch_maps import SwitchMaps
from qosc.frontends.ios.lower_switch_port import ETHERNET, SwitchPort
from qosc.frontends.ios.lowering import equal
from qosc.ir import Anything, Mark, Predicate, Rule, RuleList
from qosc.source import Span

__all__ = ["trusted"]

_OFF = "without effect: QoS is off for the whole switch"


def trusted(port: SwitchPort, name: str, maps: SwitchMaps, *, policed: bool) -> RuleList | None:
    """The rules for what comes in; None where the marks stay as they are.

    `policed` says that a policy looks at the packets, which then decides about untrusted ones.
    """
    if maps.disabled is not None:
        for line in _lines(port):
            maps.recognised(line, _OFF)
        return None
    default = port.cos.value(0) if port.cos is not None else 0
    if port.device is not None:
        reason = "taken for a port with that device: without it, nothing is trusted"
        maps.recognised(port.device, reason)
    if port.override is not None:
        if port.trust is not None:
            maps.recognised(port.trust[1], "overridden by `mls qos cos override`")
        origin = port.override.span()
        mark = _remark(Anything(origin), maps.cos_dscp[default], origin)
        return RuleList("mls qos cos override", (mark,), origin)
    if port.trust is None:
        if port.mutation is not None:
            maps.recognised(port.mutation[1], "a mutation map counts on ports that trust DSCP")
        return _untrusted(port, name, maps, default, policed=policed)
    return _believed(port, maps, *port.trust)


def _believed(port: SwitchPort, maps: SwitchMaps, what: str, line: Line) -> RuleList:
    default = port.cos.value(0) if port.cos is not None else 0
    if port.cos is not None and what != "cos":
        maps.recognised(port.cos.line, "the CoS of untagged frames counts only with trust cos")
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


def _untrusted(
    port: SwitchPort, name: str, maps: SwitchMaps, default: int, *, policed: bool
) -> RuleList | None:
    if port.cos is not None and (maps.enabled is None or maps.platform != "cat6500"):
        maps.recognised(port.cos.line, "the CoS of untagged frames counts only with trust cos")
        default = 0
    if maps.enabled is None or ETHERNET.fullmatch(name) is None:
        return None
    if policed:
        reason = (
            "a port with an input policy resets the marks of packets that the policy neither "
            "trusts nor marks: that is not in the model"
        )
        maps.recognised(maps.enabled, reason)
        return None
    origin = maps.enabled.span()
    mark = _remark(Anything(origin), maps.cos_dscp[default], origin)
    return RuleList("mls qos untrusted", (mark,), origin)


def _mutated(port: SwitchPort, maps: SwitchMaps) -> list[Rule]:
    if port.mutation is None:
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


def _lines(port: SwitchPort) -> list[Line]:
    found: list[Line | None] = [port.device, port.override]
    found += [pair[1] for pair in (port.trust, port.mutation) if pair is not None]
    found.append(port.cos.line if port.cos is not None else None)
    return [line for line in found if line is not None]
