"""Ports that send over several links, and the channels of a T1 or E1: what gives them their speed.

Sources: a multilink bundle has the bandwidth of its members that are up together (I. Pepelnjak,
blog.ipspace.net, "Multilink bundles have varying bandwidth": 2000 and 4000 kbit/s are BW 6000;
recorded `show interfaces` of a 2811 with three channels of 31 timeslots of an E1: BW 5952 Kbit).
On IOS XR a policy works on each member of a bundle, and percentages are of the member (Cisco ASR
9000 QoS guide OL-23108-02, QoS and Link Bundling): such a port (`Port.per_link`) has the speed of
one link, where all links have the same.
A timeslot has 64 kbit/s, of a T1 56 or 64 (Cisco IOS in a Nutshell, channel-group (controller), has
56 for a T1 without `speed`; other cards have 64: nothing is taken there).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from qosc.amounts import Rate
from qosc.datapath.doubts import MEMBER_LINKS, ONE_LINK, TIMESLOTS
from qosc.datapath.rates import by_clock, kind_of
from qosc.frontends.cisco.ports.port_lines import PortLines
from qosc.frontends.cisco.statements.account import Account, recognised
from qosc.frontends.cisco.text.lines import Line
from qosc.patterns import pattern
from qosc.profiles import DEFAULT, profile

__all__ = ["bundle_of", "channels", "set_speeds"]

_GROUP = pattern(r"(?:group|id|channel-group|multilink-group)\s+(\d+)\b")
_CONTROLLER = pattern(r"controller\s+([te][13])\s+(\d[\d/]*)\s*$", re.IGNORECASE)
_CHANNEL = pattern(
    r"(?:[te]1\s+(?P<link>\d+)\s+)?(?:channel-group\s+(?P<group>\d+)\s+)?"
    r"(?:(?P<whole>unframed)|timeslots?\s+(?P<slots>\d[\d,-]*+(?:\s++[\d,-]++)*+))"
    r"(?:\s++speed\s+(?P<speed>\d+))?\s*+$",
    re.IGNORECASE,
)
_SPEEDS = ("48", "56", "64")
_UNFRAMED = 2048
_MOST = 31


def bundle_of(line: Line, name: str) -> str:
    """The bundle that a line makes a port called `name` a member of; empty for none."""
    group = _GROUP.search(line.text.lower())
    if group is None or line.negated:
        return ""
    if line.keyword == "channel-group":
        return f"Port-channel{group[1]}"
    if line.keyword == "bundle id":
        return f"Bundle-{'POS' if name.startswith('POS') else 'Ether'}{group[1]}"
    return f"Multilink{group[1]}"


def channels(account: Account, line: Line) -> dict[str, Rate]:
    """The speeds of the serial interfaces that the lines of a controller make, by name."""
    account.modelled(line)
    rates: dict[str, Rate] = {}
    head = _CONTROLLER.match(line.text)
    for child in line.children:
        said = _CHANNEL.search(child.text)
        if head is None or said is None or child.negated:
            account.irrelevant(child)
            continue
        kind = head[1].lower()
        account.modelled(child)
        rate = _kilobits(said, kind if said["link"] is None else child.keyword)
        if rate is None:
            account.rejected(child, recognised(None, "these timeslots are not understood"))
        elif rate:
            place = f"Serial{head[2]}"
            if said["link"] is not None and said["group"] is not None:
                place = f"{place}/{said['link']}"
            number = said["link"] if said["group"] is None else said["group"]
            rates[f"{place}:{number}"] = Rate(
                rate * 1000, origin=child.span(), default_by=TIMESLOTS
            )
    return rates


def _kilobits(said: re.Match[str], kind: str) -> int | None:
    """kbit/s of a channel; 0 where the text does not tell, None where it cannot be so."""
    if said["whole"]:
        return _UNFRAMED if kind == "e1" else 0
    slots: set[int] = set()
    for part in said["slots"].split(","):
        first, _, last = (word.strip() for word in part.partition("-"))
        if not first.isdigit() or (last and not last.isdigit()):
            return None
        if not 1 <= int(first) <= int(last or first) <= _MOST:
            return None
        slots.update(range(int(first), int(last or first) + 1))
    speed = said["speed"] or ("64" if kind == "e1" else "")
    if speed and speed not in _SPEEDS:
        return None
    return len(slots) * int(speed or 0)


def set_speeds(
    ports: Mapping[str, PortLines], of_channels: Mapping[str, Rate], platform: str
) -> None:
    """Give channels the speed of their timeslots, and bundles that of their members, or of one of
    them where each has the bundle's policies by itself.

    What a port says of its own speed stands. A bundle with a member whose speed nobody knows is
    left as it is, and one of links of several speeds where each has the policies; a member that is
    shut down sends nothing.
    """
    for name, rate in of_channels.items():
        if name in ports and ports[name].speed is None:
            ports[name].speed = rate
    members: dict[str, list[PortLines]] = {}
    for port in ports.values():
        if port.bundle in ports and port.bundle != port.name and not port.shutdown:
            members.setdefault(port.bundle, []).append(port)
    if not members:
        return
    speeds = profile(platform or DEFAULT).interface_speeds.value
    for name, links in members.items():
        target = ports[name]
        of_links = _speeds(links, speeds)
        if target.per_link and len(set(of_links)) > 1:
            continue
        total = sum(of_links[:1] if target.per_link else of_links)
        if total and target.bandwidth is None and target.speed is None:
            at = links[0].member_at or links[0].origin
            by = ONE_LINK if target.per_link else MEMBER_LINKS
            rate = Rate(total, default_by=by, origin=at)
            target.bandwidth = rate
            for port in ports.values():
                if port.parent == name and port.bandwidth is None and port.speed is None:
                    port.bandwidth = rate


def _speeds(links: Iterable[PortLines], speeds: Mapping[str, int]) -> list[int]:
    """bit/s of each link; empty where that of one is not known."""
    rates = []
    for link in links:
        speed = None if by_clock(link.name, link.speed) else link.speed
        said = link.qos_reference or link.bandwidth or speed
        named = speeds.get(kind_of(link.name)) if link.speed_by_name else None
        rate = named if said is None else said.bits_per_second(None)
        if rate is None or (said is None and ":" in link.name):
            return []
        rates.append(rate)
    return rates
