"""Random IOS routers: ports of several speeds below shared policies, parents and children."""

from __future__ import annotations

from random import Random

from tests.generator import make_acl
from tests.generator.make_policy import input_policy, output_policy, parent_policy
from tests.generator.model import (
    Acl,
    Anything,
    ClassMap,
    InAcl,
    InClass,
    Length,
    Line,
    Marked,
    Policy,
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
    "ios-12": ("FastEthernet0/0", "Ethernet1/0", "FastEthernet0/1", "GigabitEthernet0/2"),
    "ios-15": ("GigabitEthernet0/0", "FastEthernet0/1/0", "GigabitEthernet0/1", "Ethernet0/2/0"),
    "ios-xe": (
        "GigabitEthernet0/0/0",
        "TenGigabitEthernet0/1/0",
        "GigabitEthernet0/0/1",
        "GigabitEthernet0/0/2",
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
    kinds = rng.sample(PLACES[platform], 4)
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
    ports = attached(ports, leaf, parent, marker, rng)
    return Router(names.new("R"), platform, tuple(ports), acls, maps, policies)


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
    """One policy on two ports, a parent on a third, nothing on a fourth."""
    first, second, third, bare = ports

    def on(port: Port, **policies: str | None) -> Port:
        return Port(port.name, port.speed, port.bandwidth, **policies)  # type: ignore[arg-type]

    return [
        on(first, input=marker.name, output=leaf.name),
        on(second, input=rng.choice((marker.name, None)), output=leaf.name),
        on(third, output=parent.name),
        bare,
    ]
