"""A device made from a seed: its text, and what a router would do with packets and figures."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from tests.generator.borders import Interest, packet
from tests.generator.figure import Figure
from tests.generator.ios import figures as ios_figures
from tests.generator.ios import interest as ios_interest
from tests.generator.ios import make as ios_make
from tests.generator.ios import make_nested
from tests.generator.ios import printing as ios_printing
from tests.generator.ios import treat as ios_treat
from tests.generator.ios.model import Router
from tests.generator.junos import figures as junos_figures
from tests.generator.junos import interest as junos_interest
from tests.generator.junos import make as junos_make
from tests.generator.junos import printing as junos_printing
from tests.generator.junos import treat as junos_treat
from tests.generator.junos.model import JunosRouter
from tests.generator.treatment import Treatment
from tests.wire import Packet

IOS = ("ios-12", "ios-15", "ios-xe")
JUNOS = ("junos", "junos-set")
NESTED = "nested"
DIALECTS = (*IOS, *JUNOS)
"""`junos` is printed with braces, `junos-set` as set commands."""


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port as a harness needs it.

    `speed` is in bit/s. `input` and `output` say whether there is any QoS in that direction. `unit`
    is the logical interface of a JunOS port, `versions` are the versions of IP that it forwards.
    """

    name: str
    speed: int
    input: bool
    output: bool
    vlan: int | None = None
    unit: str = ""
    versions: tuple[int, ...] = (4, 6)


class Expected(Protocol):
    """What a dialect's module knows of an abstract device."""

    def treat(self, ingress: str, egress: str, packet: Packet) -> Treatment: ...

    def figures(self) -> list[Figure]: ...

    def interest(self) -> Interest: ...

    def ports(self) -> tuple[PortInfo, ...]: ...


@dataclass(frozen=True, slots=True)
class Device:
    """A text and its expected treatment.

    `platform` is what to pass as `--platform`, or None when the text says it. The expectation is
    worked out from the abstract policy, never from the text.
    """

    seed: int
    dialect: str
    text: str
    platform: str | None
    ports: tuple[PortInfo, ...]
    expected: Expected

    def packets(self, count: int, rng: Random) -> list[tuple[str, str, Packet, Treatment]]:
        """So many (ingress port, egress port, packet, treatment), near the borders."""
        interest = self.expected.interest()
        found = []
        for _ in range(count):
            here, there = rng.sample(self.ports, 2)
            versions = tuple(v for v in (4, 4, 4, 6) if v in here.versions and v in there.versions)
            made = packet(rng, interest, versions=versions, vlan=here.vlan)
            if made.version not in versions:
                made = packet(rng, Interest(), versions=versions, vlan=here.vlan)
            found.append((here.name, there.name, made, self.treat(here.name, there.name, made)))
        return found

    def treat(self, ingress: str, egress: str, packet: Packet) -> Treatment:
        """The expected treatment of one packet."""
        return self.expected.treat(ingress, egress, packet)

    def figures(self) -> list[Figure]:
        """The expected figures of all attachments."""
        return self.expected.figures()


@dataclass(frozen=True, slots=True)
class IosExpected:
    """The expectation of an abstract IOS router."""

    router: Router

    def treat(self, ingress: str, egress: str, packet: Packet) -> Treatment:
        """See ios_treat."""
        return ios_treat.treat(self.router, ingress, egress, packet)

    def figures(self) -> list[Figure]:
        """See ios_figures."""
        return ios_figures.figures(self.router)

    def interest(self) -> Interest:
        """See ios_interest."""
        return ios_interest.interest(self.router)

    def ports(self) -> tuple[PortInfo, ...]:
        """The ports in the order of the abstract router."""
        return tuple(
            PortInfo(
                port.name,
                port.speed,
                input=port.input is not None or bool(port.input_rules),
                output=port.output is not None or bool(port.output_rules),
                vlan=port.vlan,
            )
            for port in self.router.ports
        )


@dataclass(frozen=True, slots=True)
class JunosExpected:
    """The expectation of an abstract JunOS router."""

    router: JunosRouter

    def treat(self, ingress: str, egress: str, packet: Packet) -> Treatment:
        """See junos_treat."""
        return junos_treat.treat(self.router, ingress, egress, packet)

    def figures(self) -> list[Figure]:
        """See junos_figures."""
        return junos_figures.figures(self.router)

    def interest(self) -> Interest:
        """See junos_interest."""
        return junos_interest.interest(self.router)

    def ports(self) -> tuple[PortInfo, ...]:
        """The ports in the order of the abstract router."""
        return tuple(
            PortInfo(
                port.name,
                port.speed,
                input=bool(port.unit.classifiers or port.unit.input_filters),
                output=bool(port.schedulers or port.unit.rewrites or port.unit.output_filters),
                unit=f"{port.name}.{port.unit.number}",
                versions=port.unit.versions,
            )
            for port in self.router.ports
        )


def device(seed: int, dialect: str, size: str = "small", *, hostile: bool = False) -> Device:
    """The device of a seed: the same arguments give the same bytes.

    `dialect` is one of DIALECTS, `size` small, medium or large, or of IOS "nested": child policies
    in percent, see make_nested. `hostile` puts shell code and quotes into names.
    """
    rng = Random(f"{seed} {dialect} {size} {hostile}")  # noqa: S311
    if dialect in IOS:
        if size == NESTED:
            router = make_nested.router(rng, dialect, hostile=hostile)
        else:
            router = ios_make.router(rng, dialect, size, hostile=hostile)
        expected = IosExpected(router)
        text = ios_printing.text_of(router, rng)
        return Device(seed, dialect, text, dialect, expected.ports(), expected)
    if dialect in JUNOS:
        other = junos_make.router(rng, size, hostile=hostile)
        known = JunosExpected(other)
        form = "set" if dialect == "junos-set" else "braces"
        text = junos_printing.text_of(other, rng, form)
        return Device(seed, dialect, text, "junos-mx", known.ports(), known)
    raise ValueError(f"no dialect {dialect!r}; there are {', '.join(DIALECTS)}")
