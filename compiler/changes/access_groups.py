"""Access groups of two texts, which decide what reaches a queue and are not followed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from qosc.changes.model import Change, Way
from qosc.changes.pairing import Pairing
from qosc.changes.unfollowed import MOST, Line, apart, not_decided, places
from qosc.datapath.crossing.access_groups import access_groups
from qosc.ir import Device
from qosc.ir.leaves import has_qos
from qosc.treatments.compare import Delta
from qosc.values import replace

__all__ = ["Filters"]

_LIST = re.compile(
    r"(?:(?:ip|ipv4|ipv6|mac) access-list(?: (?:standard|extended))?|access-list) (\S+)"
)


class _Text:
    """One side: the statements of each port, and the lines of each list."""

    def __init__(self, device: Device, lines: Sequence[str]) -> None:
        self.device = device
        self.path = next((port.origin.path for port in device.ports.values()), "")
        self._groups = access_groups(lines, junos=device.platform.startswith("junos"))
        self._lists = _lists(lines)

    def said(self, name: str, side: str) -> tuple[Line, ...]:
        """The lines that filter a port on one side."""
        found: list[Line] = []
        for one in self._groups.of(self.device.ports[name], side):
            found.append(Line(one.line, one.text))
            for each in one.lists:
                found += self._lists.get(each, ())
        return tuple(found)


class Filters:
    """What two devices, with the lines of their texts, say of access groups."""

    def __init__(
        self,
        devices: tuple[Device, Device],
        pairing: Pairing,
        texts: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self._old, self._new = (
            _Text(device, lines) for device, lines in zip(devices, texts, strict=True)
        )
        self._aside: list[str] = []
        self._found: dict[tuple[object, ...], tuple[Change, list[str]]] = {}
        for pair in pairing.pairs:
            for side in ("input", "output"):
                self._compare(pair.old, pair.new, side)

    def notes(self) -> Iterator[str]:
        """That access groups differ on ports without QoS, whose packets meet that of others."""
        if self._aside and any(
            has_qos(port) for side in (self._old, self._new) for port in side.device.ports.values()
        ):
            named = ", ".join(dict.fromkeys(self._aside[:MOST]))
            more = " and more" if len(self._aside) > MOST else ""
            yield (
                "access-groups are not followed: what they permit on ports without QoS differs "
                f"({named}{more}); not compared"
            )

    def changes(self) -> Iterator[Change]:
        """What differs on ports with QoS, one change for all with the same lines; not decided."""
        for (side, *_), (change, names) in self._found.items():
            way = Way(ingress=tuple(names)) if side == "input" else Way(egress=tuple(names))
            yield replace(change, ways=(way,))

    def _compare(self, old: str, new: str, side: str) -> None:
        before, after = self._old.said(old, side), self._new.said(new, side)
        if [line.text for line in before] == [line.text for line in after]:
            return
        if not (has_qos(self._old.device.ports[old]) or has_qos(self._new.device.ports[new])):
            self._aside.append(old)
            return
        gone, come = apart(before, after), apart(after, before)
        deltas = not_decided("access-group", gone, come)
        if not deltas:
            deltas = (Delta("access-group", "its order", "another order", decided=False),)
        change = Change(
            "undecided",
            (),
            deltas,
            "packets that an access-group filters",
            reason="access-groups are not followed: what they deny reaches no queue",
            at_output=side == "output",
            old_lines=places(self._old.path, gone),
            new_lines=places(self._new.path, come),
        )
        key = (side, *(delta.key for delta in deltas))
        self._found.setdefault(key, (change, []))[1].append(old)


def _lists(lines: Sequence[str]) -> Mapping[str, list[Line]]:
    """The entries of each list by its name, whatever its kind; remarks are none."""
    found: dict[str, list[Line]] = {}
    name = head = ""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("!") or "remark" in words[:4]:
            continue
        text = " ".join(words)
        if line[0].isspace():
            if name:
                found[name].append(Line(number, f"{head}: {text}"))
            continue
        said = _LIST.match(text)
        name, head = (said[1], text) if said is not None else ("", "")
        if said is not None:
            kept = found.setdefault(said[1], [])
            if text != said[0]:
                kept.append(Line(number, text))
    return found
