"""What the tests of `no` lines share."""

from __future__ import annotations

from qosc import frontends
from qosc.ir import Device
from qosc.source import SourceText


def device(template: str, platform: str, *lines: str) -> Device:
    """The device of a config with some lines at its place `{}`."""
    text = template.replace("{}", "".join(f"{line}\n" for line in lines))
    return frontends.load(SourceText("t.cfg", text), platform)


def parts(found: Device) -> tuple[object, ...]:
    """What packets meet: where a line stands is no part of it."""
    return found.policies, found.ports, found.class_maps, found.access_lists, found.rule_lists


def assert_nothing_is_left(template: str, platform: str, line: str, no: str) -> None:
    """A line says something, and behind its `no` all is as without both; neither is told."""
    without = parts(device(template, platform))
    assert parts(device(template, platform, line)) != without
    gone = device(template, platform, line, no)
    assert parts(gone) == without
    both = range(len(line.splitlines() + no.splitlines()))
    first = template[: template.index("{}")].count("\n") + 1
    assert not {each.origin.line - first for each in gone.residue}.intersection(both)
