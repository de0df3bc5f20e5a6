"""Random IOS routers: ports of several speeds below shared policies, parents and children."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.generator.ios import make_acl, make_rules
from tests.generator.ios.make_policy import input_policy, output_policy, parent_policy
from tests.generator.ios.model import (
    Acl,
    Amount,
    Anything,
    ClassMap,
    Cos,
    InAcl,
    InClass,
    InGroup,
    Length,
    Line,
    Mark,
    Marked,
    Policy,
    PolicyClass,
    Port,
    Predicate,
    Router,
    Version,
)
from tests.generator.names import DSCP

SPEEDS = {
    "Ethernet": 10_000_000,
    "FastEthernet": 100_000_000,
    "GigabitEthernet": 1_000_000_000,
    "TenGigabitEthernet": 10_000_000_000,
}
"""bit/s by the name of the interface type."""

PLACES = {
    "ios-12": (
        "FastEthernet0/0",
        "Ethernet1/0",
        "FastEthernet0/1",
        "GigabitEthernet0/2",
        "Ethernet1/1",
    ),
    "ios-15": (
        "GigabitEthernet0/0",
        "FastEthernet0/1/0",
        "GigabitEthernet0/1",
        "Ethernet0/2/0",
        "GigabitEthernet0/2",
    ),
    "ios-xe": (
        "GigabitEthernet0/0/0",
        "TenGigabitEthernet0/1/0",
        "GigabitEthernet0/0/1",
        "GigabitEthernet0/0/2",
        "GigabitEthernet0/0/3",
    ),
}
HOSTILE = (
    "$(reboot)",
    "`id`",
    "a;b",
    "x'y",
    'q"r',
    "%s%n",
    "-rf",
    "a&b",
    "${HOME}",
    "a|b",
    "<p>",
    "#1",
    "*",
    "~",
    "\\n",
)


def router(rng: Random, platform: str, size: str = "small", *, hostile: bool = False) -> Router:
    """A router; `size` is small, medium or large, `hostile` puts shell code into names."""
    scale = {"small": 1, "medium": 2, "large": 4}[size]
    names = Names(rng, hostile=hostile)
    acls = make_acls(rng, names, scale)
    maps = class_maps(rng, names, acls, 3 * scale + rng.randrange(2))
    kinds = rng.sample(PLACES[platform], 5)
    ports = [Port(name, speed_of(name)) for name in kinds]
    if rng.random() < 0.5:
        ports[0] = with_bandwidth(rng, ports[0])
    slowest = min(port.reference for port in ports[:2])
    chosen = list(maps)
    leaf = output_policy(rng, names.new("OUT"), pick(rng, chosen), platform, slowest)
    shaped = rng.choice((2, 4, 8, 10, 20)) * 100_000
    child = output_policy(rng, names.new("CHILD"), pick(rng, chosen), platform, shaped)
    parent = parent_policy(rng, names.new("WAN"), pick(rng, chosen)[:1], child.name, shaped)
    marker = input_policy(rng, names.new("IN"), pick(rng, chosen))
    policies = {each.name: each for each in (leaf, child, parent, marker)}
    if rng.random() < 0.4:
        grouped(rng, names, maps, policies, leaf, marker)
    ports = attached(ports, leaf, parent, marker, rng)
    if platform != "ios-xe" and rng.random() < 0.6:
        ports[3] = limited(rng, ports[3], acls)
    if size != "small":
        ports.append(subinterface(rng, names, ports[4], maps, policies))
    return Router(names.new("R"), platform, tuple(ports), acls, maps, policies)


def grouped(
    rng: Random,
    names: Names,
    maps: dict[str, ClassMap],
    policies: dict[str, Policy],
    leaf: Policy,
    marker: Policy,
) -> None:
    """Let the input policy set a qos-group, and an output class match it."""
    value = rng.randrange(1, 99)
    first, *others = marker.classes
    if first.name == "class-default":
        return
    marked = replace(first, marks=(*first.marks, Mark("qos-group", value)))
    policies[marker.name] = Policy(marker.name, (marked, *others))
    found = ClassMap(names.new("QG"), (Line(InGroup(value)),))
    maps[found.name] = found
    at = next((c for c in leaf.classes if c.bandwidth is not None), None)
    if at is not None:
        new = replace(at, name=found.name)
        policies[leaf.name] = Policy(
            leaf.name, tuple(new if each is at else each for each in leaf.classes)
        )


def limited(rng: Random, port: Port, acls: dict[str, Acl]) -> Port:
    """The port with CAR rules in one direction or both."""
    return replace(
        port,
        input_rules=make_rules.rules(rng, acls),
        output_rules=make_rules.rules(rng, acls) if rng.random() < 0.4 else (),
    )


def subinterface(
    rng: Random,
    names: Names,
    port: Port,
    maps: dict[str, ClassMap],
    policies: dict[str, Policy],
) -> Port:
    """A tagged subinterface: input by CoS, output shaped with marks of CoS in the child."""
    vlan = rng.randrange(2, 4000)
    wanted = tuple(rng.sample(range(8), rng.randrange(1, 3)))
    by_cos = ClassMap(names.new("COS"), (Line(Cos(wanted)),), match_any=True)
    by_mark = ClassMap(names.new("AF"), (Line(Marked((46, 34))),))
    maps |= {each.name: each for each in (by_cos, by_mark)}
    made = [
        Policy(names.new("COSIN"), (PolicyClass(by_cos.name, marks=(Mark("dscp", 46),)),)),
        Policy(
            names.new("SUB"),
            (
                PolicyClass(
                    by_mark.name,
                    marks=(Mark("cos", rng.randrange(8)),),
                    bandwidth=Amount(bps=256_000),
                ),
            ),
        ),
    ]
    shape = PolicyClass("class-default", shape=Amount(bps=2_000_000), child=made[1].name)
    made.append(Policy(names.new("SHAPE"), (shape,)))
    policies |= {each.name: each for each in made}
    return Port(
        f"{port.name}.{vlan}", port.speed, vlan=vlan, input=made[0].name, output=made[2].name
    )


class Names:
    """Names that are never given twice."""

    def __init__(self, rng: Random, *, hostile: bool) -> None:
        """With `hostile`, a name may hold characters that a shell, C++ or YAML knows."""
        self.rng = rng
        self.hostile = hostile
        self.given = 0

    def new(self, stem: str) -> str:
        """Another name."""
        self.given += 1
        if self.hostile and stem != "R" and self.rng.random() < 0.6:
            return f"{self.rng.choice(HOSTILE)}{self.given}"
        return f"{stem}{self.rng.choice(('-', '_', ''))}{self.given}"


def speed_of(name: str) -> int:
    """bit/s of an interface by its name."""
    return SPEEDS[name.rstrip("0123456789/.")]


def with_bandwidth(rng: Random, port: Port) -> Port:
    """The port with a `bandwidth` line, slower than it is."""
    return Port(port.name, port.speed, bandwidth=port.speed // rng.choice((2, 5, 10)) // 1000)


def make_acls(rng: Random, names: Names, scale: int) -> dict[str, Acl]:
    """Access lists of all kinds."""
    found = [make_acl.extended(rng, names.new("ACL"), rng.randrange(1, 5)) for _ in range(scale)]
    found.append(make_acl.extended(rng, str(rng.randrange(100, 200)), rng.randrange(1, 4)))
    if rng.random() < 0.5:
        found.append(make_acl.standard(rng, str(rng.randrange(1, 99)), rng.randrange(1, 3)))
    if rng.random() < 0.5:
        found.append(make_acl.ipv6(rng, names.new("V6"), rng.randrange(1, 4)))
    return {acl.name: acl for acl in found}


def predicate(rng: Random, acls: dict[str, Acl], classes: list[ClassMap]) -> Predicate:
    """What one match line tests."""
    kind = rng.choice(("marked", "marked", "marked", "acl", "acl", "length", "class", "version"))
    if kind == "acl":
        return InAcl(rng.choice(list(acls)))
    if kind == "length" and rng.random() < 0.5:
        low = rng.choice((28, 40, 64, 100, 128, 200))
        return Length(low, low + rng.choice((0, 1, 100, 400)))
    if kind == "version" and rng.random() < 0.3:
        return Version(rng.choice((4, 6)))
    if kind == "class" and classes:
        return InClass(rng.choice(classes).name)
    precedence = rng.random() < 0.3
    stock = range(8) if precedence else [*DSCP.values(), 1, 2, 63]
    values = tuple(rng.sample(list(stock), rng.randrange(1, 4)))
    return Marked(values, precedence, ipv4_only=rng.random() < 0.5)


def class_maps(rng: Random, names: Names, acls: dict[str, Acl], count: int) -> dict[str, ClassMap]:
    """Class-maps, later ones sometimes referring to earlier ones."""
    found: list[ClassMap] = []
    for _ in range(count):
        match_any = rng.random() < 0.6
        lines: list[Line] = []
        for _ in range(rng.choice((1, 1, 2, 2, 3) if match_any else (1, 1, 2))):
            each = predicate(rng, acls, found)
            if not match_any and any(type(line.predicate) is type(each) for line in lines):
                continue
            lines.append(Line(each, negated=rng.random() < 0.15))
        found.append(ClassMap(names.new("CM"), tuple(lines), match_any))
    if rng.random() < 0.1:
        found.append(ClassMap(names.new("ALL"), (Line(Anything()),)))
    return {each.name: each for each in found}


def pick(rng: Random, names: list[str]) -> list[str]:
    """Two or three of the class-maps, in some order."""
    return rng.sample(names, min(len(names), rng.randrange(2, 4)))


def attached(
    ports: list[Port], leaf: Policy, parent: Policy, marker: Policy, rng: Random
) -> list[Port]:
    """One policy on two ports, a parent on a third, nothing on the others."""
    first, second, third, *bare = ports

    def on(port: Port, **policies: str | None) -> Port:
        return Port(port.name, port.speed, port.bandwidth, **policies)  # type: ignore[arg-type]

    return [
        on(first, input=marker.name, output=leaf.name),
        on(second, input=rng.choice((marker.name, None)), output=leaf.name),
        on(third, output=parent.name),
        *bare,
    ]
