"""Configs of Cisco ASA: its modular policy framework is told apart from IOS, and not read."""

from __future__ import annotations

from qosc.lint.engine.registry import ASA
from qosc.lint.engine.rule import Context
from qosc.lint.facts.excerpts import read_as_ios
from qosc.source import SourceText

__all__ = ["is_asa", "lines_on_qos"]

_SECTIONS = ("class-map", "policy-map", "service-policy", "priority-queue")
_ACTIONS = ("police", "priority", "shape", "set", "match", "class", "service-policy", "queue-limit")


def is_asa(context: Context) -> bool:
    """Whether the config is one of Cisco ASA. Use through `context.once`."""
    return read_as_ios(context) == ASA


def lines_on_qos(source: SourceText) -> list[int]:
    """The numbers of the lines of an ASA config that concern QoS, `inspect` left out.

    Source: Cisco ASA Series CLI Configuration Guide, Configuring QoS: class-map, policy-map with
    police, priority or shape, service-policy, and priority-queue.
    """
    numbers: list[int] = []
    inside = False
    for number, line in source.numbered():
        words = line.split()
        if not words or words[0].startswith("!"):
            continue
        if not line[0].isspace():
            inside = words[0] in _SECTIONS
        if inside and words[0] in (*_SECTIONS, *_ACTIONS):
            numbers.append(number)
    return numbers
