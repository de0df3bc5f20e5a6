"""A row: what of tc it is the test of, a config, and packets by their class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.bulk.trial import Probe, Trial, Wanted
from tests.wire import Packet

PORT = "GigabitEthernet0/1"
DEFAULT = "class-default"


@dataclass(frozen=True)
class Row:
    """`covers` are entries of the vocabulary, such as `flower ip_proto` or `htb rate`."""

    name: str
    covers: tuple[str, ...]
    trial: Trial


def row(
    name: str,
    covers: str,
    text: str,
    packets: Mapping[str, Iterable[Packet]],
    platform: str | None = "ios-15",
) -> Row:
    """Packets by the class of `PORT` that takes them; `covers` are separated by commas."""
    probes = tuple(Probe(p, PORT, Wanted(leaf)) for leaf, some in packets.items() for p in some)
    kinds = tuple(each.strip() for each in covers.split(",") if each.strip())
    return Row(name, kinds, Trial(name, text, probes, platform))


def policy(matches: Mapping[str, Sequence[str]], *, head: str = "", kind: str = "match-any") -> str:
    """Classes of one policy on `PORT`, each with its `match` lines and a share of its own."""
    lines = [head.strip()]
    for name, some in matches.items():
        lines += [f"class-map {kind} {name}", *(f" {each}" for each in some)]
    lines.append("policy-map OUT")
    for name in matches:
        lines += [f" class {name}", "  bandwidth percent 2"]
    lines += [f"interface {PORT}", " bandwidth 100000", " service-policy output OUT"]
    return "\n".join(lines) + "\n"


def lists(entries: Mapping[str, Sequence[str]], *, version: int = 4) -> str:
    """A policy with one access list for each class."""
    word = "ip access-list extended" if version == 4 else "ipv6 access-list"
    head = []
    for name, some in entries.items():
        head += [f"{word} L-{name}", *(f" {each}" for each in some)]
    matches = {name: [f"match access-group name L-{name}"] for name in entries}
    return policy(matches, head="\n".join(head))


def both(**fields: object) -> tuple[Packet, Packet]:
    """A packet of IPv4 and its like of IPv6."""
    return Packet(**fields), Packet(version=6, **fields)  # type: ignore[arg-type]
