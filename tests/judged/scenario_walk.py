"""Scenarios as docs/scenario.md describes them, walked by one packet whose meters all conform."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import yaml

from tests.wire import Packet, carried, frame

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
PORTS = (6, 17, 33, 132, 136)


@dataclass
class Ports:
    """The pipelines of a device's ports, gathered from its scenarios."""

    inputs: dict[str, list[Any]] = field(default_factory=dict)
    outputs: dict[str, list[Any]] = field(default_factory=dict)
    links: dict[str, int] = field(default_factory=dict)
    """bit/s of the egress ports that have a scenario."""

    @classmethod
    def read(cls, place: Path) -> Ports:
        """From a scenario, or from a folder of them."""
        found = cls()
        for path in sorted(place.glob("*.yaml")) if place.is_dir() else [place]:
            with path.open(encoding="utf-8") as file:
                text = yaml.load(file, Loader=LOADER)  # noqa: S506
            for port in text["ports"]:
                found.inputs.setdefault(port["port"], port.get("input", []))
                if port.get("output"):
                    found.outputs.setdefault(port["port"], port["output"])
            for link in text["links"]:
                for end in link["ends"]:
                    if link["name"] == "output" and end["node"] == "router":
                        found.links[end["port"]] = link["rate_bps"]
        return found


class Walk:
    """A packet on its way through the pipelines."""

    def __init__(self, packet: Packet) -> None:
        """Start with the header fields of a packet."""
        packet = carried(packet)
        self.version = packet.version
        self.fields: dict[str, int | str] = {
            "ip-version": packet.version,
            "ethertype": 0x0800 if packet.version == 4 else 0x86DD,
            f"src{packet.version}": int(ip_address(packet.src)),
            f"dst{packet.version}": int(ip_address(packet.dst)),
            "protocol": packet.protocol,
            "dscp": packet.dscp,
            "ecn": packet.ecn,
            "ttl": packet.ttl,
            "length": len(frame(packet)) - 14 - 4 * (packet.vlan is not None),
            "fragment": int(packet.fragment_offset > 0),
            "first-fragment": int(packet.more_fragments and not packet.fragment_offset),
            "qos-group": 0,
            "loss-priority": "low",
            "forwarding-class": "",
        }
        if packet.vlan is not None:
            self.fields |= {"vlan": packet.vlan.id, "cos": packet.vlan.pcp}
        if not packet.fragment_offset:
            if packet.protocol in PORTS:
                self.fields |= {"src-port": packet.src_port, "dst-port": packet.dst_port}
            if packet.protocol == 6:
                self.fields["tcp-flags"] = packet.tcp_flags
            if packet.protocol == (1 if packet.version == 4 else 58):
                self.fields |= {"icmp-type": packet.icmp_type, "icmp-code": packet.icmp_code}
        self.dropped = False
        self.taken: list[str] = []
        self.meters = 0

    @property
    def cos(self) -> int | None:
        """The priority of the tag, if there is one or one was written."""
        value = self.fields.get("cos")
        return value if isinstance(value, int) else None

    def value(self, name: str) -> int | str | None:
        """A field, or None when the packet has none."""
        dscp = int(self.fields["dscp"])
        views = {"precedence": dscp >> 3, "tos": dscp << 1 & 15 | int(self.fields["ecn"]) >> 1}
        return views.get(name, self.fields.get(name))

    def holds(self, match: dict[str, Any]) -> bool:
        """Whether a match holds."""
        if "where" in match:
            return all(self.one_of(name, wanted) for name, wanted in match["where"].items())
        if "not" in match:
            return not self.holds(match["not"])
        if "all" in match:
            return all(self.holds(each) for each in match["all"])
        if "any" in match:
            return any(self.holds(each) for each in match["any"])
        for entry in match["first"]:
            for word in ("permit", "deny"):
                if word in entry and self.holds(entry[word]):
                    return word == "permit"
        return False

    def one_of(self, name: str, wanted: Any) -> bool:
        """Whether a field has one of some values."""
        value = self.value(name)
        values = wanted if isinstance(wanted, list) else [wanted]
        return value is not None and any(is_value(value, each) for each in values)

    def set(self, marks: dict[str, Any]) -> None:
        """Write marks."""
        for name, value in marks.items():
            assert not isinstance(value, dict), "look-ups are not generated"
            if name == "precedence":
                self.fields["dscp"] = value << 3 | int(self.fields["dscp"]) & 7
            else:
                self.fields[name] = value

    def police(self, police: dict[str, Any]) -> str:
        """Pass a policer; the verdict of its conforming packets."""
        self.meters += 1
        action = police.get("conform", {})
        self.set(action.get("set", {}))
        return str(action.get("then", "transmit"))

    def go(self, elements: list[Any]) -> None:
        """Pass the elements of a port in one direction."""
        for element in elements:
            if self.dropped:
                return
            if element["kind"] == "rules":
                self.rules(element)
            else:
                self.policy(element)

    def rules(self, element: dict[str, Any]) -> None:
        """Rules in order; each sees the packet as those before it left it."""
        for rule in element["rules"]:
            if not self.holds(rule["match"]):
                continue
            verdict = rule.get("then", "transmit")
            if "police" in rule:
                verdict = self.police(rule["police"])
            else:
                self.set(rule.get("set", {}))
            if verdict == "continue":
                continue
            self.dropped = verdict == "drop"
            return
        self.dropped = element.get("otherwise") == "drop"

    def policy(self, element: dict[str, Any]) -> None:
        """Classes by first match, as the packet came in, at each level."""
        chosen = []
        level: dict[str, Any] | None = element
        while level is not None:
            found = next((c for c in level["classes"] if self.holds(c["match"])), None)
            if found is None:
                break
            chosen.append(found)
            level = found.get("child")
        for each in chosen:
            self.taken.append(each["name"])
            self.set(each.get("set", {}))
            for police in each.get("police", []):
                self.dropped |= self.police(police) == "drop"
            self.dropped |= bool(each.get("drop"))


def is_value(value: int | str, wanted: int | str) -> bool:
    """Whether a value is as written: a number, a range, a prefix, bits under a mask, a name."""
    if isinstance(wanted, int) or isinstance(value, str):
        return value == wanted
    if " mask " in wanted:
        text, _, mask = wanted.partition(" mask ")
        bits = int(ip_address(mask))
        return value & bits == int(ip_address(text)) & bits
    if wanted.startswith("0x"):
        text, _, mask = wanted.partition("/")
        return value & int(mask, 16) == int(text, 16)
    if "." in wanted or ":" in wanted:
        network = ip_network(wanted, strict=False)
        first, last = int(network[0]), int(network[-1])
        return first <= value <= last
    low, _, high = wanted.partition("-")
    return int(low) <= value <= int(high or low)
