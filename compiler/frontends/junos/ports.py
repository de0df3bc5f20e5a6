"""Interfaces and their units, with the filters and policers applied to them.

Source for the order: Juniper, Order of Policer and Firewall Filter Operations: a policer of the
interface acts before the input filter, and after the output filter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qosc.amounts import Rate
from qosc.frontends.junos.firewall.filters import SIMPLE, Filter, Filters, everything
from qosc.frontends.junos.firewall.policers import NO_PREMIUM, Found, Policers
from qosc.frontends.junos.interfaces.bundles import OPTIONS
from qosc.frontends.junos.interfaces.units import is_whole
from qosc.frontends.junos.text.values import amount
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import Anything, Policer, Port, PortKind, Rule, RuleList, Stage

__all__ = ["Ports"]

_DIRECTIONS = ("input", "output")
_ETHERNET = ("fe-", "ge-", "xe-", "et-", "mge-", "ae")
_CHANNELLED = (("t1-options",), ("e1-options",))
_LEVELS = ("per-unit-scheduler", "hierarchical-scheduler", "shared-scheduler")
_LEVELLED = "input-hierarchical-policer"
_APPLIED = frozenset(("filter", "policer", "simple-filter", "service"))


class Ports:
    """The ports, and what filters and policers do there."""

    def __init__(self, root: Node, filters: Filters, policers: Policers, account: Account) -> None:
        self.filters, self.policers, self.account = filters, policers, account
        self.ports: dict[str, Port] = {}
        self.uses: dict[tuple[str, str], int] = {}
        interfaces = root.get("interfaces")
        nodes = interfaces.children if interfaces is not None else []
        self.nodes = [node for node in nodes if len(node.words) == 1 and node.known]
        for node in self.nodes:
            for unit in node.all("unit"):
                for family, where in self._places(unit):
                    for direction in _DIRECTIONS:
                        if _listed(where, direction):
                            continue
                        for one in self._named(where, family, direction, count=True):
                            key = (one.family, one.name)
                            self.uses[key] = self.uses.get(key, 0) + 1
        for node in nodes:
            if len(node.words) == 1:
                self._interface(node)

    def _interface(self, node: Node) -> None:
        name = node.name
        kind = PortKind.CONTROL_PLANE if name == "lo0" else PortKind.INTERFACE
        self.ports[name] = Port(
            name,
            kind,
            description=_text(node.get("description")),
            bandwidth=self._rate(_speed(node)),
            mtu=self._mtu(node.get("mtu")),
            encapsulation=_text(node.get("encapsulation")),
            origin=node.span,
            shutdown=node.get("disable") is not None,
            unit_queues=_unit_queues(node),
            # Some timeslots of a line are slower than its name says.
            speed_by_name=all(node.get(*place, "timeslots") is None for place in _CHANNELLED),
        )
        frames = node.all("layer2-policer")
        for unit in node.all("unit"):
            if len(unit.words) > 1:
                self._unit(node, unit, kind, frames)
        for held in frames:
            if any(kid.words[0] != _LEVELLED for kid in held.children):
                self.account.recognised(held, "policers of whole frames are not in the model")
            elif node.get("unit") is None:
                self.account.recognised(held, "the interface has no unit that frames come in by")

    def _unit(self, above: Node, unit: Node, kind: PortKind, frames: Sequence[Node]) -> None:
        """A unit; `frames` are the statements of the interface on policers of all its frames."""
        name = f"{above.name}.{unit.words[1]}"
        stages: dict[str, list[Stage]] = {"input": [], "output": []}
        for family, where in self._places(unit):
            for direction in _DIRECTIONS:
                filter_stage = self._filter_stage(where, family, name, direction)
                policer = self._policer_stage(where, family, name, direction)
                pair = (policer, filter_stage) if direction == "input" else (filter_stage, policer)
                stages[direction] += [stage for stage in pair if stage is not None]
            stages["input"] += self._simple(where, name)
            for kid in where.all("service"):
                self.account.recognised(kid, "understood, but not in the model")
            for held in where.all("policer"):
                for kid in held.children:
                    if not kid.known:
                        self.account.unknown(kid, "not a policer that a family can have")
        self._frames(unit, stages, name)
        for held in frames:
            for node in held.all(_LEVELLED):
                # It is one for all units of the interface.
                stages["input"][:0] = self._hierarchical(held, node, above.name)
        if kind is PortKind.INTERFACE:
            kind = PortKind.SUBINTERFACE
        self.ports[name] = Port(
            name,
            kind,
            parent=above.name,
            description=_text(unit.get("description")),
            bandwidth=self._rate(unit.get("bandwidth")),
            encapsulation=_text(unit.get("encapsulation")),
            input=tuple(stages["input"]),
            output=tuple(stages["output"]),
            shutdown=any(one.get("disable") is not None for one in (above, unit)),
            origin=unit.span,
            whole=is_whole(above.name, unit.words[1], unit),
            vlan=None if above.get("native-vlan-id") is not None else _tag(unit),
        )

    def _frames(self, unit: Node, stages: dict[str, list[Stage]], place: str) -> None:
        """The policers of all frames of a unit, which see them first and last.

        Source: Juniper, Layer 2 Policers at the Logical Interface Overview.
        """
        for held in unit.all("layer2-policer"):
            for node in held.children:
                direction, _, rest = node.words[0].partition("-")
                if node.words[0] == _LEVELLED:
                    stages["input"][:0] = self._hierarchical(held, node, place)
                    continue
                kind = "policer" if rest == "policer" else "three-color-policer"
                if direction not in _DIRECTIONS or rest not in ("policer", "three-color"):
                    self.account.recognised(node, "understood, but not in the model")
                    continue
                policer = self._policed(node, kind)
                if policer is None:
                    continue
                self.account.modelled(held, node)
                # The meter of a family is another one, whatever the policer shares there.
                rule = Rule(Anything(node.span), policer.policer, origin=node.span)
                stage = RuleList(f"layer2-policer {node.value}", (rule,), node.span)
                stages[direction].insert(
                    0 if direction == "input" else len(stages[direction]), stage
                )

    def _hierarchical(self, held: Node, node: Node, place: str) -> list[Stage]:
        levels = self.policers.levels.get(node.value)
        if levels is None:
            known = ("hierarchical-policer", node.value) in self.policers.known
            why = "in the model" if known else "defined"
            if known and not self.policers.classes.premium_classes():
                why += f": {NO_PREMIUM}"
            self.account.recognised(node, f"hierarchical-policer `{node.value}` is not {why}")
            return []
        from qosc.frontends.junos.firewall.levels import frames_stage

        self.account.modelled(held, node)
        classes = self.policers.classes
        wanted = classes.test(classes.premium_classes(), node.span)
        return [frames_stage(node.value, levels, wanted, place, node.span)]

    @staticmethod
    def _places(unit: Node) -> list[tuple[str, Node]]:
        """The levels of a unit that have filters or policers: itself (family any), its families."""
        places = [
            ("any", unit),
            *((one.words[1], one) for one in unit.all("family") if len(one.words) > 1),
        ]
        return [one for one in places if one[1].kids and not _APPLIED.isdisjoint(one[1].kids)]

    def _named(
        self, where: Node, family: str, direction: str, *, count: bool = False
    ) -> list[Filter]:
        """The filters applied at a level in a direction, in order."""
        held = where.get("filter")
        if held is None:
            return []
        said: list[Node] = []
        single, many = held.get(direction), held.get(f"{direction}-list")
        if single is not None and len(single.words) > 1:
            said.append(single)
        said += many.children if many is not None else []
        filters = []
        for node in said:
            one = self.filters.found.get((family, node.value))
            if one is not None:
                filters.append(one)
                self.account.modelled(held, many, node)
            elif not count:
                self.account.recognised(
                    node, f"filter `{node.value}` of family {family} is not defined"
                )
        return filters

    def _simple(self, where: Node, name: str) -> list[Stage]:
        held = where.get("simple-filter")
        node = held.get("input") if held is not None else None
        if node is None or len(node.words) < 2:
            return []
        simple = self.filters.found.get((SIMPLE, node.value))
        if simple is None:
            self.account.recognised(node, f"simple-filter `{node.value}` is not defined")
            return []
        self.account.modelled(held, node)
        return [self.filters.stage((simple,), name, "input", self.uses)]

    def _filter_stage(self, where: Node, family: str, name: str, direction: str) -> Stage | None:
        filters = self._named(where, family, direction)
        if not filters:
            return None
        listed = _listed(where, direction)
        return self.filters.stage(tuple(filters), name, direction, self.uses, listed=listed)

    def _policer_stage(self, where: Node, family: str, name: str, direction: str) -> Stage | None:
        held = where.get("policer")
        node = held.get(direction) if held is not None else None
        if node is None or len(node.words) < 2:
            return None
        policed = self._policed(node, "policer")
        if policed is None:
            return None
        self.account.modelled(held, node)
        policer = self._scoped(policed, node, name, direction)
        rule = Rule(everything(family, node.span), policer, origin=node.span)
        return RuleList(f"policer {family} {node.value}", (rule,), node.span)

    def _policed(self, node: Node, kind: str) -> Found | None:
        """The policer that a statement names; None (and the line says why) where there is none."""
        policer = self.policers.found.get((kind, node.value))
        if policer is None:
            known = (kind, node.value) in self.policers.known
            self.account.recognised(
                node, f"{kind} `{node.value}` is not {'in the model' if known else 'defined'}"
            )
        return policer

    @staticmethod
    def _scoped(defined: Found, node: Node, name: str, direction: str) -> Policer:
        """The policer, its meter shared with all that use the same instance."""
        if defined.scope not in ("unit", "interface"):
            return defined.policer
        where_shared = name if defined.scope == "unit" else name.partition(".")[0]
        return replace(
            defined.policer, shared=f"policer {node.value} on {where_shared} {direction}"
        )

    def _rate(self, node: Node | None) -> Rate | None:
        value = amount(node.value) if node is not None else None
        if node is None or value is None:
            return None
        self.account.modelled(node)
        return Rate(value, origin=node.span)

    def _mtu(self, node: Node | None) -> int | None:
        if node is None or not (node.value.isascii() and node.value.isdecimal()):
            return None
        value = int(node.value[:9])
        # The MTU of an interface counts its Ethernet header: Juniper, Interfaces Fundamentals,
        # Media MTU Overview.
        return value - 14 if 64 < value < 65_536 else None


def _listed(where: Node, direction: str) -> bool:
    """Whether the filters of a level come by `input-list` or `output-list`."""
    return where.get("filter", f"{direction}-list") is not None


def _unit_queues(node: Node) -> bool | None:
    """Whether an Ethernet interface enables queues on its units.

    Source: Juniper, Applying Scheduler Maps and Shaping Rate to Logical Interfaces and VLANs:
    output scheduling is not enabled on logical interfaces by default; per-unit-scheduler,
    hierarchical-scheduler and shared-scheduler of [edit interfaces] enable it. Link services have
    it without (no-per-unit-scheduler).
    """
    if not node.name.startswith(_ETHERNET):
        return None
    return any(node.get(word) is not None for word in _LEVELS)


def _tag(unit: Node) -> int | None:
    """The `vlan-id` of a unit, where it is a number and the only one."""
    said = unit.get("vlan-id")
    if said is None or not (said.value.isascii() and said.value.isdecimal()):
        return None
    return int(said.value[:9])


def _speed(node: Node) -> Node | None:
    """`speed` of an interface, which stands below its Ethernet options on some platforms (Juniper,
    CLI reference, speed: [edit interfaces interface-name ether-options] and gigether-options).
    """
    speeds = (node.get(*place, "speed") for place in ((), *((word,) for word in OPTIONS)))
    return next((one for one in speeds if one is not None), None)


def _text(node: Node | None) -> str:
    return node.value if node is not None and len(node.words) > 1 else ""
