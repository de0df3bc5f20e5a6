"""What a device does to packets, in plain words: the output of `qosc show`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from qosc.amounts import show_rate
from qosc.datapath import link_rate
from qosc.datapath.crossing.translation import nat
from qosc.datapath.crossing.tunnels import SPOKES
from qosc.datapath.doubts import PER_LINK
from qosc.datapath.lines import Evidence, line_rate
from qosc.datapath.rates import base_of, why_unknown
from qosc.datapath.shares import Base
from qosc.ir import Attachment, Device, Policy, Port, Residue, RuleList, Stage, Verdict
from qosc.ir.leaves import resolve
from qosc.platforms import is_junos
from qosc.profiles import Profile
from qosc.render.figures import percent
from qosc.render.layout import hung
from qosc.render.printable import printable
from qosc.render.rules import rule_table
from qosc.render.runs import with_ranges
from qosc.render.shows.policies import View, called, policy_lines
from qosc.render.style import PLAIN, Style
from qosc.values import replace

__all__ = ["show_loose_policies", "show_port", "show_ports"]

_SURE = (Evidence.CLOCK, Evidence.KIND, Evidence.SAID, Evidence.SETTINGS)
"""What a line's speed is known by, whatever `bandwidth` says."""


def show_port(device: Device, port: Port, profile: Profile, style: Style = PLAIN) -> Iterator[str]:
    """One port: its link, then each stage of its pipelines in the order packets see them."""
    return _Ports(device, profile, style).lines([port])


def show_ports(
    device: Device,
    ports: Iterable[Port],
    profile: Profile,
    style: Style = PLAIN,
    lines: Sequence[str] = (),
) -> Iterator[str]:
    """Each port, with an empty line behind it; ports that are alike have one heading.

    A policy or a list of rules that several ports have stands once, at the first of them. `lines`
    are those of the config, of which address translation is told.
    """
    shown = _Ports(device, profile, style, lines)
    alike: dict[object, list[Port]] = {}
    for port in ports:
        alike.setdefault(shown.key(port), []).append(port)
    for group in alike.values():
        yield from shown.lines(group)
        yield ""


_DESCRIBED = 3
"""Where more ports are alike, they stand without their descriptions."""


class _Ports:
    """Shows ports one after the other, and remembers what it has shown."""

    def __init__(
        self, device: Device, profile: Profile, style: Style, lines: Sequence[str] = ()
    ) -> None:
        self._device, self._profile, self._style = device, profile, style
        self._nat = nat(lines, junos=is_junos(device.platform))
        self._shown: dict[object, str] = {}
        """The first port that each stage was shown at."""
        self._equal: dict[Policy | Stage, int] = {}
        self._by_id: dict[int, int] = {}
        self._kept: list[Policy | Stage] = []
        """What the keys of `_by_id` are of, lest another object get the same."""
        self._left = _left_lines(device)
        self._remainders = {
            line.context.rpartition(" ")[2]: line.text
            for line in device.residue
            if line.text.startswith("output-traffic-control-profile-remaining ")
        }

    def key(self, port: Port) -> object:
        """Equal for ports of which all is alike but their names."""
        stages = tuple(
            (direction, self._stage_key(port, direction, stage))
            for direction, stage in _stages(port)
        )
        return self._speed(port), tuple(self._facts(port)), stages

    def _stage_key(self, port: Port, direction: str, stage: Stage) -> object:
        # Most equal stages are one object: long lists of rules are compared only where they are
        # not. Some policies are of one port each, and called by its name.
        policy = resolve(self._device, stage.policy) if isinstance(stage, Attachment) else None
        shown = policy if isinstance(policy, Policy) else stage
        same = self._by_id.get(id(shown))
        if same is None:
            plain = replace(policy, name="") if isinstance(policy, Policy) else shown
            self._kept.append(shown)
            same = self._by_id[id(shown)] = self._equal.setdefault(plain, len(self._equal))
        return same, self._base(port, direction), stage.default_by

    def _base(self, port: Port, direction: str) -> Base:
        return base_of(self._device, port, self._profile, output=direction == "output")

    def lines(self, ports: Sequence[Port]) -> Iterator[str]:
        """Ports that are alike, below one heading."""
        port = ports[0]
        described = len(ports) <= _DESCRIBED
        names = ", ".join(with_ranges([_called(each, described=described) for each in ports]))
        heading = f"{names}: {self._speed(port)}"
        yield from _heading(heading, self._style)
        for fact in self._facts(port):
            yield from hung("  ", fact, self._style.columns, hang=4)
        for direction, stage in _stages(port):
            key = self._stage_key(port, direction, stage)
            before = self._shown.setdefault((direction, key), printable(port.name))
            yield ""
            yield from self._stage(port, direction, stage, before)

    def _speed(self, port: Port) -> str:
        """The speed of a port's line, and what percentages are of where that is another."""
        rate = link_rate(self._device, port, self._profile)
        if rate is None:
            why = why_unknown(port, self._profile)
            return f"speed unknown ({why})" if why else "speed unknown"
        line = line_rate(self._device, port, self._profile)
        if line is None or line.evidence not in _SURE or line.rate == rate:
            return show_rate(rate)
        return f"{show_rate(line.rate)} (bandwidth {show_rate(rate)}: percentages only)"

    def _is_left_out(self, policy: str) -> bool:
        """Whether a line that is not in the model defines a policy-map of a name."""
        heads = (line.text.split() for line in self._device.residue)
        return any(words[:1] == ["policy-map"] and words[-1] == policy for words in heads)

    def _facts(self, port: Port) -> Iterator[str]:
        yield from _facts(port)
        before = self._nat.before(self._device, port)
        if before is not None:
            yield f"not followed: {before}"
        yield from self._remaining(port)
        # The spokes of a group are of their tunnel, under which the line stands.
        stands = port.parent if SPOKES in port.name else port.name
        for residue in self._left.get(stands, ()):
            why = f" ({residue.reason})" if residue.reason else ""
            yield f"not modelled: {residue.text.strip()}{why}"

    def _remaining(self, port: Port) -> Iterator[str]:
        """The profile of units without a profile of their own, which is not in the model."""
        line = self._remainders.get(port.name.partition(".")[0])
        bound = any(isinstance(stage, Attachment) for _, stage in _stages(port))
        if line and not (port.parent and bound):
            yield (
                f"not modelled: {printable(line)}: units without a profile of their own are held "
                "to it, and no figure here is theirs"
            )

    def _stage(self, port: Port, direction: str, stage: Stage, before: str) -> Iterator[str]:
        view = View(self._device, self._profile, self._style, self._base(port, direction))
        if isinstance(stage, RuleList):
            title, end = printable(stage.feature), ""
            if not view.junos:
                unless = ", unless it says continue" if _goes_on(stage) else ""
                end = f", the first rule that matches decides{unless}"
            lines = rule_table(
                self._device, stage, view.base, self._style, view.indent, junos=view.junos
            )
        else:
            policy = resolve(self._device, stage.policy)
            if not isinstance(policy, Policy):
                name = printable(stage.policy.name)
                what = "in the model" if self._is_left_out(stage.policy.name) else "defined"
                words = f"policy-map {name}, which is not {what}"
                yield from hung(f"  {direction}: ", words, self._style.columns, hang=4)
                return
            title = called(policy)
            single = view.junos or len(policy.classes) == 1
            end = "" if single else ", the first class that matches decides"
            lines = policy_lines(view, policy)
        by = f" (default of {printable(stage.default_by)})" if stage.default_by else ""
        if before != printable(port.name):
            by, end = "", f", as on {before}"
        yield from hung(f"  {direction}: ", f"{title}{by}{end}", self._style.columns, hang=4)
        if before == printable(port.name):
            yield from lines


def _heading(text: str, style: Style) -> Iterator[str]:
    for line in hung("", text, style.columns, hang=4):
        yield style.paint("bold", line)


def _stages(port: Port) -> Iterator[tuple[str, Stage]]:
    for stage in port.input:
        yield "input", stage
    for stage in port.output:
        yield "output", stage


def _called(port: Port, *, described: bool) -> str:
    words = f" ({printable(port.description)})" if port.description and described else ""
    unit = f" with its unit {printable(port.unit)}" if port.unit else ""
    return f"{printable(port.name)}{words}{unit}"


def _left_lines(device: Device) -> dict[str, list[Residue]]:
    """The lines of each interface that concern QoS and are not in the model."""
    places = sorted(
        (port.origin.line, port.name)
        for port in device.ports.values()
        if port.origin.line and SPOKES not in port.name
    )
    starts = [line for line, _ in places]
    by_port: dict[str, list[Residue]] = {}
    for residue in device.residue:
        at = bisect_right(starts, residue.origin.line)
        if residue.context == "interface" and at:
            by_port.setdefault(places[at - 1][1], []).append(residue)
    return by_port


def _facts(port: Port) -> Iterator[str]:
    if SPOKES in port.name:
        yield "each spoke of the group has these queues for itself"
    for one in port.beside:
        yield printable(str(one))
    if port.per_link and (port.input or port.output):
        yield f"a bundle: {PER_LINK}"
    if port.shutdown:
        yield "shut down"
    if port.atm is not None:
        contract = (
            f"{name} {value}"
            for name, value in (
                ("peak", port.atm.peak),
                ("sustained", port.atm.sustained),
                ("burst cells", port.atm.burst_cells),
            )
            if value is not None
        )
        yield f"ATM {port.atm.category}: {', '.join(contract)} (rates count whole cells)"
    if port.max_reserved is not None:
        by = port.max_reserved.default_by
        why = f" (default of {printable(by)})" if by else ""
        yield f"guarantees may take {percent(str(port.max_reserved))} of the link together{why}"
    if port.fair_queue is not None:
        by, flows = port.fair_queue.default_by, port.fair_queue.flows
        words = f"default of {printable(by)}" if by else f"{flows} queues" if flows else ""
        yield "fair queueing by flow" + (f" ({words})" if words else "")
    if port.within is not None:
        yield f"{printable(port.within.name)}: the ports of the set share what it says"
    for name, depth in (
        ("hold queue in", port.hold_queue_in),
        ("hold queue out", port.hold_queue_out),
        ("transmit ring", port.tx_ring),
    ):
        if depth is not None:
            why = f" (default of {printable(depth.default_by)})" if depth.default_by else ""
            yield f"{name}: {depth}{why}"


def _goes_on(rules: RuleList) -> bool:
    """Whether some rule hands packets to the next one."""
    return any(
        Verdict.CONTINUE in (rule.policer.conform.verdict, rule.policer.exceed.verdict)
        if rule.policer is not None
        else rule.verdict is Verdict.CONTINUE
        for rule in rules.rules
    )


def show_loose_policies(
    device: Device, profile: Profile, style: Style = PLAIN, joined: Device | None = None
) -> Iterator[str]:
    """The policies and named lists of rules that nothing applies: what they would do. `joined` is
    the device as its ports are shown, if they are.
    """
    stages = [stage for port in device.ports.values() for _, stage in _stages(port)]
    used = {stage.policy.name for stage in stages if isinstance(stage, Attachment)} | {
        traffic_class.child.name
        for policy in device.policies.values()
        for traffic_class in policy.classes
        if traffic_class.child is not None
    }
    # What the remaining traffic of a port has is shown in the tree of its units, if it has one.
    outside = {one.origin for one in (joined or device).residue}
    remaining = [port.remaining for port in device.ports.values() if port.remaining is not None]
    used |= {one.name for one in remaining} - {
        one.name for one in remaining if one.origin in outside
    }
    # What units share, or have beside their own, is in no pipeline of a port.
    users = {f"{one.kind} {one.name}": printable(one.by) for one in device.names if one.by}
    view = View(device, profile, style, Base(None), indent=2)
    for policy in device.policies.values():
        if policy.name not in used:
            by = users.get(policy.title, "")
            where = f"used by {by}" if by else "applied to no interface"
            yield from _heading(f"{called(policy)}, {where}", style)
            yield from policy_lines(view, policy)
            yield ""
    applied = {stage.feature for stage in stages if isinstance(stage, RuleList)}
    for feature, rules in device.rule_lists.items():
        if feature not in applied:
            # A filter of an input-list, or inside another filter, is part of what is shown there.
            by = users.get(feature, "") if feature.startswith("filter ") else ""
            where = f"used by {by}" if by else "applied to no interface"
            yield from _heading(f"{printable(feature)}, {where}", style)
            yield from rule_table(device, rules, view.base, style, 2, junos=view.junos)
            yield ""
