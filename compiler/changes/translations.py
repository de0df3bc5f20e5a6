"""Address translation of two texts, which decides what outputs see and is not followed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from qosc.changes.model import Change, Way
from qosc.changes.pairing import Pairing
from qosc.changes.unfollowed import MOST, Line, apart, not_decided, places
from qosc.datapath.crossing.translation import Before, nat
from qosc.ir import Device
from qosc.platforms import is_junos

__all__ = ["Translations"]

_NAT = re.compile(
    r"(?:ip|ipv6) nat(?![\w-])(?! (?:translation|log|settings|service|create)\b)|nat64(?![\w-])"
)
_NAMED = re.compile(r"(?:list|route-map|interface) (\S+)")
_HEAD = re.compile(
    r"(?:ip access-list \S+|access-list|ipv6 access-list|route-map|interface) +(\S+)"
)


class _Text:
    """One side: the outputs that may see packets translated, and the lines that say how."""

    def __init__(self, device: Device, lines: Sequence[str]) -> None:
        junos = is_junos(device.platform)
        told = nat(lines, junos=junos)
        self.path = next((port.origin.path for port in device.ports.values()), "")
        self.outputs: dict[str, Before] = {}
        self.said: list[Line] = []
        if not told.statements:
            return
        for port in device.ports.values():
            before = told.before(device, port)
            if before is not None:
                self.outputs[port.name] = before
        if self.outputs:
            self.said = list(_junos(lines) if junos else _cisco(lines))


class Translations:
    """What two devices, with the lines of their texts, say of translation."""

    def __init__(
        self,
        devices: tuple[Device, Device],
        pairing: Pairing,
        texts: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self._old, self._new = (
            _Text(device, lines) for device, lines in zip(devices, texts, strict=True)
        )
        self._ports = [
            pair.old
            for pair in pairing.pairs
            if pair.old in self._old.outputs or pair.new in self._new.outputs
        ]

    def notes(self) -> Iterator[str]:
        """That the outputs of both are told of packets as they are after translation."""
        if self._ports:
            named = ", ".join(self._ports[:MOST])
            more = " and more" if len(self._ports) > MOST else ""
            yield (
                f"NAT is not followed: the output of {named}{more} is compared for packets with "
                "the addresses and ports that NAT gives them"
            )

    def changes(self) -> Iterator[Change]:
        """The lines that only one side has, as one change of these outputs that is not decided."""
        if not self._ports:
            return
        gone, come = apart(self._old.said, self._new.said), apart(self._new.said, self._old.said)
        deltas = not_decided("NAT", gone, come)
        if not deltas:
            return
        yield Change(
            "undecided",
            (Way(egress=tuple(self._ports)),),
            deltas,
            "packets that NAT translates",
            reason="NAT comes before the output, which sees the addresses and ports that it gives",
            at_output=True,
            old_lines=places(self._old.path, gone),
            new_lines=places(self._new.path, come),
        )


def _cisco(lines: Sequence[str]) -> Iterator[Line]:
    """The lines of NAT, and those of the lists and route-maps that they name."""
    names: set[str] = set()
    for line in lines:
        text = " ".join(line.split())
        names.update(_NAMED.findall(text) if _NAT.match(text) else ())
    head, named = "", False
    for number, line in enumerate(lines, start=1):
        text = " ".join(line.split())
        top = line[:1] not in (" ", "\t", "!", "")
        if top:
            said = _HEAD.match(text)
            head, named = text, said is not None and said[1] in names
        if not text or text.startswith("!"):
            continue
        # Of an interface whose address is given to packets, that address.
        part = text.startswith("ip address ") if head.startswith("interface ") else True
        if _NAT.match(text) or (named and part):
            yield Line(number, text if top else f"{head}: {text}")


def _junos(lines: Sequence[str]) -> Iterator[Line]:
    """The lines of `set` form, or those of the stanzas of NAT."""
    depth = 0
    for number, line in enumerate(lines, start=1):
        text = " ".join(line.split())
        if text.startswith("set ") and (" security nat " in text or " services nat " in text):
            yield Line(number, text)
        elif depth or text == "nat {":
            if text and text != "}":
                yield Line(number, text)
            depth += text.count("{") - text.count("}")
