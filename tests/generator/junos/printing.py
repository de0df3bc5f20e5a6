"""An abstract JunOS router as text."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from random import Random

from tests.generator.junos.model import (
    Address,
    Classifier,
    Filter,
    JunosRouter,
    PhysicalPort,
    Rewrite,
    Scheduler,
    Span,
    Term,
)
from tests.generator.junos.tree import Node, braces, set_commands
from tests.generator.names import DSCP, JUNOS_PORTS, JUNOS_PROTOCOLS, name_of

DSCP_ALIASES = {"be" if name == "default" else name: value for name, value in DSCP.items()} | {
    "nc1": 48,
    "nc2": 56,
}
"""Juniper, default code-point aliases of type dscp."""

BITS = {"dscp": 6, "dscp-ipv6": 6, "inet-precedence": 3}


def text_of(router: JunosRouter, rng: Random, form: str) -> str:
    """The configuration in the form "braces" or "set"."""
    tree = Printer(router, rng).tree()
    return braces(tree, rng) if form == "braces" else set_commands(tree, rng)


class Printer:
    """One spelling of a router."""

    def __init__(self, router: JunosRouter, rng: Random) -> None:
        """`rng` chooses among equivalent spellings."""
        self.router = router
        self.rng = rng
        self.by_name = rng.choice((0.0, 0.5, 1.0))

    def tree(self) -> Node:
        """The whole configuration."""
        root = Node("")
        root.at("system").say(f"host-name {self.router.hostname}")
        root.at("version 20.4R3.8")
        for number, port in enumerate(self.router.ports, 1):
            self.interface(root, port, number)
            self.bindings(root, port)
            for each in (*port.unit.input_filters, *port.unit.output_filters):
                self.filter(root, each)
        self.definitions(root)
        return root

    def interface(self, root: Node, port: PhysicalPort, number: int) -> None:
        """The port and its unit below `interfaces`."""
        found = root.at("interfaces").at(port.name)
        if self.rng.random() < 0.3:
            found.say(f"description {quoted('to branch; 10% of { it }')}")
        unit = found.at(f"unit {port.unit.number}")
        for version in port.unit.versions:
            family = unit.at("family inet" if version == 4 else "family inet6")
            family.say(
                f"address 192.0.2.{16 * number + 1}/28"
                if version == 4
                else f"address 2001:db8:f000:{number}::1/64"
            )
            for word, filters in (
                ("input", port.unit.input_filters),
                ("output", port.unit.output_filters),
            ):
                for each in filters:
                    if each.version == version:
                        family.at("filter").say(f"{word} {quoted(each.name)}")

    def bindings(self, root: Node, port: PhysicalPort) -> None:
        """What class-of-service binds to the port and its unit."""
        unit = port.unit
        if not (port.map_name or unit.classifiers or unit.rewrites):
            return
        found = root.at("class-of-service").at("interfaces").at(port.name)
        if port.map_name:
            found.say(f"scheduler-map {quoted(port.map_name)}")
        if not (unit.classifiers or unit.rewrites):
            return
        inner = found.at(f"unit {unit.number}")
        for each in unit.classifiers:
            inner.at("classifiers").say(f"{each.kind} {quoted(each.name)}")
        for rule in unit.rewrites:
            inner.at("rewrite-rules").say(f"{rule.kind} {quoted(rule.name)}")

    def definitions(self, root: Node) -> None:
        """Classifiers, rules, schedulers, policers, lists: each once."""
        cos = root.at("class-of-service")
        for name, queue in self.router.queues:
            cos.at("forwarding-classes").say(f"class {quoted(name)} queue-num {queue}")
        for name, value in self.router.aliases:
            cos.at("code-point-aliases").at("dscp").say(f"{name} {value:06b}")
        done: set[str] = set()
        for port in self.router.ports:
            for each in port.unit.classifiers:
                if each.name not in done:
                    self.classifier(cos, each)
            for rule in port.unit.rewrites:
                if rule.name not in done:
                    self.rewrite(cos, rule)
            done |= {each.name for each in (*port.unit.classifiers, *port.unit.rewrites)}
            if port.map_name and port.map_name not in done:
                self.schedulers(cos, port)
                done.add(port.map_name)
        for policer in self.router.policers.values():
            found = root.at("firewall").at(f"policer {quoted(policer.name)}")
            rate = (
                f"bandwidth-percent {policer.percent}"
                if policer.bps is None
                else f"bandwidth-limit {self.amount(policer.bps)}"
            )
            found.at("if-exceeding").say(rate, f"burst-size-limit {self.amount(policer.burst)}")
            found.at("then").say(policer.excess)
        for name, addresses in self.router.prefix_lists.items():
            found = root.at("policy-options").at(f"prefix-list {quoted(name)}")
            found.say(*(prefix(each) for each in addresses))

    def classifier(self, cos: Node, each: Classifier) -> None:
        """A classifier."""
        found = cos.at("classifiers").at(f"{each.kind} {quoted(each.name)}")
        if each.import_default:
            found.say("import default")
        for name, loss, codes in each.rows:
            words = " ".join(self.code(each.kind, code) for code in codes)
            points = f"code-points [ {words} ]" if len(codes) > 1 else f"code-points {words}"
            found.at(f"forwarding-class {quoted(name)}").at(f"loss-priority {loss}").say(points)

    def rewrite(self, cos: Node, rule: Rewrite) -> None:
        """A rewrite rule."""
        found = cos.at("rewrite-rules").at(f"{rule.kind} {quoted(rule.name)}")
        for name, loss, code in rule.rows:
            found.at(f"forwarding-class {quoted(name)}").say(
                f"loss-priority {loss} code-point {self.code(rule.kind, code)}"
            )

    def schedulers(self, cos: Node, port: PhysicalPort) -> None:
        """A scheduler map and its schedulers."""
        found = cos.at("scheduler-maps").at(quoted(port.map_name))
        for name, scheduler in port.schedulers:
            found.say(f"forwarding-class {quoted(name)} scheduler {quoted(scheduler.name)}")
            self.scheduler(cos.at("schedulers").at(quoted(scheduler.name)), scheduler)

    def scheduler(self, found: Node, each: Scheduler) -> None:
        """A scheduler's statements."""
        if found.nodes:
            return
        if each.transmit is not None:
            kind, number = each.transmit
            rate = "remainder" if kind == "remainder" else f"percent {number}"
            if kind == "bps":
                rate = self.amount(number)
            if each.exact:
                found.at("transmit-rate").say(rate, "exact")
            else:
                found.say(f"transmit-rate {rate}")
        if each.shaping is not None:
            kind, number = each.shaping
            found.say(
                f"shaping-rate {f'percent {number}' if kind == 'percent' else self.amount(number)}"
            )
        if each.priority is not None:
            found.say(f"priority {each.priority}")
        if each.buffer_percent is not None:
            found.say(f"buffer-size percent {each.buffer_percent}")

    def filter(self, root: Node, each: Filter) -> None:
        """A firewall filter, once."""
        family = root.at("firewall").at("family inet" if each.version == 4 else "family inet6")
        found = family.at(f"filter {quoted(each.name)}", ordered=True)
        if found.nodes:
            return
        for term in each.terms:
            inner = found.at(f"term {quoted(term.name)}")
            conditions = self.conditions(term, each.version)
            if conditions.nodes:
                inner.nodes.append(conditions)
            inner.nodes.append(actions(term))

    def conditions(self, term: Term, version: int) -> Node:
        """The `from` of a term."""
        wanted = term.conditions
        found = Node("from")
        protocol = "protocol" if version == 4 else "next-header"
        self.listed(found, protocol, [self.protocol(each) for each in wanted.protocols])
        for word, addresses in (
            ("source-address", wanted.src),
            ("destination-address", wanted.dst),
        ):
            for each in addresses:
                words = f"{prefix(each)}{' except' if each.excepted else ''}"
                found.at(word).say(words)
        for word, spans in (
            ("source-port", wanted.src_port),
            ("destination-port", wanted.dst_port),
            ("port", wanted.port),
            ("destination-port-except", wanted.dst_port_except),
        ):
            self.listed(found, word, [self.port(each) for each in spans])
        code = "dscp" if version == 4 else "traffic-class"
        self.listed(found, code, [self.number(DSCP_ALIASES, each) for each in wanted.dscps])
        self.listed(found, "precedence", [str(each) for each in wanted.precedences])
        self.listed(found, "icmp-type", [str(each) for each in wanted.icmp_types])
        self.listed(found, "icmp-code", [str(each) for each in wanted.icmp_codes])
        self.listed(found, "packet-length", [span(each) for each in wanted.lengths])
        hop = "ttl" if version == 4 else "hop-limit"
        self.listed(found, hop, [span(each) for each in wanted.ttls])
        if wanted.prefix_list is not None:
            found.at("prefix-list").say(quoted(wanted.prefix_list))
        if wanted.flags is not None:
            parts = [*wanted.flags.on, *(f"!{name}" for name in wanted.flags.off)]
            joined = (" | " if wanted.flags.either else " & ").join(parts)
            found.say(f'tcp-flags "{joined}"')
        for word, on in (
            ("tcp-established", wanted.established),
            ("tcp-initial", wanted.initial),
            ("is-fragment", wanted.is_fragment),
            ("first-fragment", wanted.first_fragment),
        ):
            if on:
                found.say(word)
        return found

    def listed(self, found: Node, word: str, values: list[str]) -> None:
        """A condition with one value, or with several in one of two ways."""
        if len(values) > 1 and self.rng.random() < 0.7:
            found.say(f"{word} [ {' '.join(values)} ]")
        else:
            found.say(*(f"{word} {value}" for value in values))

    def number(self, table: dict[str, int], value: int) -> str:
        """A number, or its name."""
        name = name_of(table, value)
        return name if name is not None and self.rng.random() < self.by_name else str(value)

    def protocol(self, value: int) -> str:
        """A protocol."""
        return self.number(JUNOS_PROTOCOLS, value)

    def port(self, each: Span) -> str:
        """A port by name or number, or a range."""
        return self.number(JUNOS_PORTS, each[0]) if each[0] == each[1] else span(each)

    def code(self, kind: str, value: int) -> str:
        """A code point: its bits, or an alias."""
        if kind == "inet-precedence" or self.rng.random() >= self.by_name:
            return f"{value:0{BITS[kind]}b}"
        own = dict(self.router.aliases) if kind == "dscp" else {}
        return name_of(own | DSCP_ALIASES, value) or f"{value:06b}"

    def amount(self, number: int) -> str:
        """A number, or one with k, m or g (powers of 1000)."""
        for suffix, factor in (("g", 10**9), ("m", 10**6), ("k", 10**3)):
            if number % factor == 0 and self.rng.random() < 0.7:
                return f"{number // factor}{suffix}"
        return str(number)


def actions(term: Term) -> Node:
    """The `then` of a term."""
    found = Node("then")
    for word, value in (
        ("policer", term.policer),
        ("count", term.count),
        ("forwarding-class", term.forwarding_class),
        ("loss-priority", term.loss_priority),
    ):
        if value is not None:
            found.say(f"{word} {value if word == 'loss-priority' else quoted(value)}")
    if term.end:
        found.say(term.end)
    if not found.nodes:
        found.say("accept")
    return found


def span(each: Span) -> str:
    """A number or a range."""
    return str(each[0]) if each[0] == each[1] else f"{each[0]}-{each[1]}"


def prefix(each: Address) -> str:
    """A prefix; by its size it is of IPv4 or IPv6."""
    wide = each.value >= 1 << 32
    return f"{IPv6Address(each.value) if wide else IPv4Address(each.value)}/{each.bits}"


def quoted(name: str) -> str:
    """A name, in quotes where it needs them."""
    plain = name and all(letter.isalnum() or letter in "-_./" for letter in name)
    return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
