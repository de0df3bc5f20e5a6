"""The path of a packet through an abstract IOS router, from one port to another.

Input first (CAR rules or the input policy), then the hop, then output. Within a policy the first
class that matches decides; a child policy classifies the packet anew inside its parent class. A
class looks at the packet as it entered the policy (a mark written there is seen by later policies).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.generator.ios.match import Seen, class_holds, is_ip, permitted
from tests.generator.ios.model import Mark, PolicyClass, Port, RateLimit, Router
from tests.generator.treatment import Treatment, World, settle
from tests.wire import Packet, carried

Colours = Mapping[str, str]


class Journey:
    """A packet under way: its marks as they are now, and what it has passed."""

    def __init__(
        self, router: Router, packet: Packet, world: World, colours: Colours | None = None
    ) -> None:
        """Start with the packet as it comes in. Meters that `colours` does not name are idle."""
        self.colours = colours or {}
        self.router = router
        self.packet = packet
        self.world = world
        self.group = 0
        self.meters: list[str] = []
        self.cos: int | None = None
        self.dropped = False

    def seen(self, output: bool) -> Seen:
        """What a policy sees now."""
        return Seen(self.packet, self.world, self.group, output)

    def mark(self, mark: Mark) -> None:
        """Write a mark; DSCP and precedence are of IP packets alone."""
        if mark.what == "qos-group":
            self.group = mark.value
        elif mark.what == "cos":
            self.cos = mark.value
        elif is_ip(self.packet) and not (mark.ipv4_only and self.packet.version != 4):
            value = mark.value
            if mark.what == "precedence":
                low = self.packet.dscp & 7 if self.world.precedence_keeps_low_bits else 0
                value = mark.value << 3 | low
            self.packet = replace(self.packet, dscp=value)

    def policy(self, name: str, direction: str) -> tuple[str, ...]:
        """Pass a policy: the classes taken, from the outermost to the innermost."""
        seen = self.seen(direction == "output")
        taken: list[tuple[PolicyClass, str]] = []
        path = [direction]
        following: str | None = name
        while following is not None:
            found = choose(self.router, following, seen)
            path.append(f"{following}/{found.name}")
            taken.append((found, ":".join(path)))
            if found.police is not None:
                self.meters.append(":".join(path))
            following = found.child
        for each, meter in taken:
            for mark in each.marks:
                self.mark(mark)
            if each.police is not None:
                written, drops = each.police.outcome(self.colours.get(meter, "conform"))
                self.dropped |= drops
                if written is not None:
                    self.mark(written)
        return tuple(each.name for each, _ in taken)

    def rules(self, rules: tuple[RateLimit, ...], direction: str) -> None:
        """Pass the CAR rules of a port: examined in order until one does not go on."""
        before = self.seen(direction == "output")
        for at, rule in enumerate(rules, 1):
            seen = self.seen(direction == "output") if self.world.rule_sees_mark else before
            ipv6 = self.packet.version == 6
            if not is_ip(self.packet) or (ipv6 and not self.world.rules_see_ipv6):
                continue
            if rule.acl is not None and not permitted(self.router.acls[rule.acl], seen):
                continue
            meter = f"{direction}:rate-limit {at}"
            self.meters.append(meter)
            if self.colours.get(meter, "conform") != "conform":
                self.dropped |= rule.exceed_drops
                return
            if rule.conform is not None:
                self.mark(rule.conform)
            if not rule.goes_on:
                return


def choose(router: Router, policy: str, seen: Seen) -> PolicyClass:
    """The first class of a policy that the packet is in; at the end class-default."""
    for each in router.policies[policy].classes:
        if each.name == "class-default":
            return each
        if class_holds(router, router.class_maps[each.name], seen):
            return each
    return PolicyClass("class-default")


def queues(router: Router, policy: str | None) -> bool:
    """Whether a policy, or a child of it, has a queueing action."""
    return policy is not None and any(
        each.bandwidth
        or each.remaining
        or each.ratio
        or each.priority
        or each.shape
        or each.queue_limit
        or each.fair_queue
        or each.random_detect
        or queues(router, each.child)
        for each in router.policies[policy].classes
    )


def once(
    router: Router,
    ingress: Port,
    egress: Port,
    packet: Packet,
    world: World,
    colours: Colours | None = None,
) -> Treatment:
    """The treatment in one world."""
    journey = Journey(router, packet, world, colours)
    input_leaf = None
    met = router.input_holder(ingress).input
    if met is not None:
        input_leaf = journey.policy(met, "input")
    journey.rules(ingress.input_rules, "input")
    journey.cos = None
    leaf = None
    if journey.dropped:
        return Treatment(dropped=True, input_leaf=input_leaf, meters=tuple(journey.meters))
    if egress.output is not None:
        leaf = journey.policy(egress.output, "output")
    journey.rules(egress.output_rules, "output")
    return Treatment(
        dropped=journey.dropped,
        leaf=leaf,
        input_leaf=input_leaf,
        dscp_out=journey.packet.dscp if is_ip(packet) and not journey.dropped else None,
        cos_out=journey.cos if egress.vlan is not None else None,
        meters=tuple(journey.meters),
    )


def questions(router: Router, packet: Packet) -> tuple[str, ...]:
    """What is open and can matter for this packet in this router."""
    ports, lists, policies = router.ports, router.acls.values(), router.policies.values()
    marks = [mark for policy in policies for each in policy.classes for mark in each.marks]
    rules = [rule for port in ports for rule in (*port.input_rules, *port.output_rules)]
    marks += [rule.conform for rule in rules if rule.conform is not None]
    asked = {
        "precedence_keeps_low_bits": any(mark.what == "precedence" for mark in marks),
        "output_sees_old_ttl": any(entry.ttl for acl in lists for entry in acl.entries),
        "rule_sees_mark": any(rule.goes_on for rule in rules),
        "rules_see_ipv6": bool(rules) and packet.version == 6,
        "ports_behind_extensions": bool(packet.extension_headers),
    }
    return tuple(name for name, open_here in asked.items() if open_here)


def treat(
    router: Router, ingress: str, egress: str, packet: Packet, colours: Colours | None = None
) -> Treatment:
    """The treatment of a packet from one port to another; what is open is marked unknown.

    `colours` says of meters by name what they find: conform, exceed or violate.
    """
    here, there = router.port(ingress), router.port(egress)
    packet = carried(packet)
    asked = questions(router, packet)
    return settle(lambda world: once(router, here, there, packet, world, colours), asked)
