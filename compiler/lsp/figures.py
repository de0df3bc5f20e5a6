"""What a class comes to on each port that has it: the words of `qosc show`, for one class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.amounts import show_rate
from qosc.api import Config, NoSuchPortError, qos_ports
from qosc.datapath import link_rate
from qosc.datapath.rates import base_of
from qosc.datapath.shares import Base
from qosc.ir import Attachment, Policy, Port, Reference, TrafficClass
from qosc.ir.describe import describe
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.render import figures
from qosc.render.figures import Defaults
from qosc.render.shows.policies import View, service_words
from qosc.render.style import PLAIN

__all__ = ["PORTS", "AtPort", "at_ports"]

PORTS = 12
"""So many ports are told; `qosc show` has all of them."""


class AtPort(NamedTuple):
    """A class where it is applied: the port with its direction and speed, and the figures."""

    port: str
    words: tuple[str, ...]


def at_ports(config: Config, line: int) -> tuple[str, list[AtPort], bool]:
    """The class whose lines hold a line (from 1): its name, its figures on the first ports, and
    whether there are more. The name is empty where no class does.
    """
    owner = _owner(config, line)
    if owner is None:
        return "", [], False
    name, first = owner
    defaults = Defaults()
    rows: list[AtPort] = []
    try:
        ports = qos_ports(config, None)
    except NoSuchPortError:
        ports = ()
    for port in ports:
        for direction, stages in (("input", port.input), ("output", port.output)):
            base = base_of(config.joined_device, port, config.profile, output=direction == "output")
            for stage in stages:
                if not isinstance(stage, Attachment):
                    continue
                for policy, traffic_class, where in _classes(config, stage.policy, base, ()):
                    if traffic_class.origin.line == first:
                        if len(rows) == PORTS:
                            return name, _with_notes(rows, defaults), True
                        words = _words(config, policy, traffic_class, where, defaults)
                        rows.append(AtPort(_called(config, port, direction), tuple(words)))
    return name, _with_notes(rows, defaults), False


def _with_notes(rows: list[AtPort], defaults: Defaults) -> list[AtPort]:
    notes = tuple(defaults.notes())
    return [*rows, AtPort("", notes)] if notes else rows


def _owner(config: Config, line: int) -> tuple[str, int] | None:
    """The class that a line is in: its name, and the line that it begins at."""
    from qosc.lsp.symbols import block

    best: tuple[int, str] | None = None
    for policy in config.joined_device.policies.values():
        for traffic_class in policy.classes:
            first = traffic_class.origin.line
            # A class that the config does not write stands where its policy does.
            near = first != policy.origin.line and (best is None or first > best[0])
            if first <= line and near and line <= block(config.source, first).end_line:
                best = (first, traffic_class.name)
    return None if best is None else (best[1], best[0])


def _classes(
    config: Config, reference: Reference, base: Base, seen: tuple[Reference, ...]
) -> Iterator[tuple[Policy, TrafficClass, Base]]:
    policy = resolve(config.joined_device, reference)
    if not isinstance(policy, Policy) or reference in seen or len(seen) == POLICY_LEVELS:
        return
    for traffic_class in policy.classes:
        yield policy, traffic_class, base
        if traffic_class.child is not None:
            yield from _classes(
                config, traffic_class.child, base.below(traffic_class), (*seen, reference)
            )


def _words(
    config: Config, policy: Policy, traffic_class: TrafficClass, base: Base, defaults: Defaults
) -> Iterator[str]:
    view = View(config.joined_device, config.profile, PLAIN, base)
    if traffic_class.drop:
        yield "drops all packets"
    if traffic_class.marks:
        yield "marks " + ", ".join(describe(mark) for mark in traffic_class.marks)
    for one in traffic_class.policers:
        yield "polices " + figures.policer(one, base, defaults, {})
    service = service_words(view, policy, traffic_class, defaults)
    if service:
        yield service


def _called(config: Config, port: Port, direction: str) -> str:
    rate = link_rate(config.joined_device, port, config.profile)
    speed = show_rate(rate) if rate is not None else "speed unknown"
    return f"{port.name} {direction} ({speed})"
