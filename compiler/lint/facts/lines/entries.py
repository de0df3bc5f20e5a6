"""The entries of the IPv4 access lists of a Cisco text, as they are written."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address

from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import blocks
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Entry", "entries"]

_ENTRY = pattern(r"(?:\d+ )?(permit|deny) +(\S.*)")
_ALL = 0xFFFFFFFF
_NAMED = ("ip access-list ", "ipv4 access-list ")


class Entry(NamedTuple):
    """An entry: its line, whether it permits, its protocol, its addresses (value and mask, None
    where it has none, or a group), the words of both, and its ports: `to` is the first of the
    destination, `ports` are all that are given.
    """

    number: int
    permit: bool
    protocol: str
    source: tuple[int, int] | None
    written: str
    destination: tuple[int, int] | None
    target: str
    to: str
    ports: tuple[str, ...]


def entries(context: Context) -> dict[str, tuple[Entry, ...]]:
    """By name or number, in small letters. Use through `context.once`."""
    by_list: dict[str, list[Entry]] = {}
    for block in context.once(blocks):
        words = block.head.split()
        if block.head.startswith(_NAMED):
            name = words[-1]
            rows = [(number, line) for number, line in block.lines]
            plain = "standard" in words
        elif words[0] == "access-list" and len(words) > 2:
            name, rows = words[1], [(block.number, " ".join(words[2:]))]
            plain = name.isdecimal() and len(name) < 3
        else:
            continue
        for number, line in rows:
            said = _ENTRY.match(line)
            if said is not None:
                entry = _read(number, said[2].split(), permit=said[1] == "permit", plain=plain)
                by_list.setdefault(name, []).append(entry)
    return {name: tuple(rows) for name, rows in by_list.items()}


def _read(number: int, words: list[str], *, permit: bool, plain: bool) -> Entry:
    protocol = "ip" if plain else words.pop(0)
    source, written, words = _address(words, standard=plain)
    before, words = _ports(words)
    destination, target, words = _address(words)
    after, _ = _ports(words)
    to = after[0] if after else ""
    return Entry(
        number=number,
        permit=permit,
        protocol=protocol,
        source=source,
        written=written,
        destination=destination,
        target=target,
        to=to,
        ports=(*before, *after),
    )


def _address(
    words: list[str], *, standard: bool = False
) -> tuple[tuple[int, int] | None, str, list[str]]:
    """An address with its mask, its words, and the words behind it."""
    if not words:
        return None, "", words
    first, rest = words[0], words[1:]
    if first == "any":
        return (0, 0), first, rest
    if first == "host" and rest:
        value = _number(rest[0])
        return (None if value is None else (value, _ALL)), rest[0], rest[1:]
    address, slash, length = first.partition("/")
    value = _number(address)
    if value is None:
        return None, first, rest[1:] if first in ("object-group", "addrgroup") else rest
    if slash:
        bits = int(length) if length.isdigit() and int(length) <= 32 else 32
        mask = _ALL << (32 - bits) & _ALL
        return (value & mask, mask), first, rest
    wild = _number(rest[0]) if rest else None
    if wild is None:
        return ((value, _ALL) if standard else None), first, rest
    mask = _ALL ^ wild
    return (value & mask, mask), f"{first} {rest[0]}", rest[1:]


def _number(word: str) -> int | None:
    try:
        return int(IPv4Address(word))
    except AddressValueError:
        return None


def _ports(words: list[str]) -> tuple[list[str], list[str]]:
    """The ports that stand here, and the words behind them."""
    if words[:1] == ["range"]:
        return words[1:3], words[3:]
    if words[:1] and words[0] in ("eq", "gt", "lt", "neq"):
        end = 2
        while words[0] == "eq" and end < len(words) and _is_port(words[end]):
            end += 1
        return words[1:end], words[end:]
    return [], words


def _is_port(word: str) -> bool:
    return word.isdigit()
