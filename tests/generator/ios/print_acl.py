"""Access lists as IOS text: numbered or named, with remarks, numbers of entries and log."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from tests.generator.ios.model import Ace, Acl, Compare, Prefix
from tests.generator.names import (
    DSCP,
    ICMP,
    IOS_PORTS,
    IOS_PROTOCOLS,
    PRECEDENCE,
    name_of,
)
from tests.generator.spelling import Block, Spelling

FULL = {4: (1 << 32) - 1, 6: (1 << 128) - 1}


def acl_block(acl: Acl, spell: Spelling) -> Block:
    """A list: one block of a named list, or a block of numbered lines without a head."""
    entries = [entry_words(entry, acl, spell) for entry in acl.entries]
    if acl.name.isdigit() and spell.chance(0.6):
        head, *rest = [f"access-list {acl.name} {words}" for words in entries]
        if spell.chance(0.3):
            head, rest = f"access-list {acl.name} remark {spell.remark()}", [head, *rest]
        return Block(head, beside=rest)
    kind = (
        "ipv6 access-list"
        if acl.version == 6
        else ("ip access-list standard" if acl.standard else "ip access-list extended")
    )
    block = Block(f"{kind} {acl.name}")
    numbered = spell.chance(0.5) and acl.version == 4
    if spell.chance(0.3):
        block.add(f"remark {spell.remark()}")
    for at, words in enumerate(entries, 1):
        block.add(f"{10 * at} {words}" if numbered else words)
    return block


def entry_words(entry: Ace, acl: Acl, spell: Spelling) -> str:
    """The words of an entry."""
    words = ["permit" if entry.permit else "deny"]
    if acl.standard:
        words.append(address(entry.src, acl, spell, standard=True))
    else:
        words.append(protocol(entry, acl, spell))
        words.append(address(entry.src, acl, spell))
        words += port(entry.src_port, entry, spell)
        words.append(address(entry.dst, acl, spell))
        words += port(entry.dst_port, entry, spell)
        words += options(entry, acl, spell)
    if entry.log:
        words.append("log")
    return " ".join(words)


def protocol(entry: Ace, acl: Acl, spell: Spelling) -> str:
    """The protocol by name or number; `ip` (or `ipv6`) when it is not tested."""
    if entry.protocol is None:
        return "ip" if acl.version == 4 else "ipv6"
    if acl.version == 6 and entry.protocol == 58:
        return "icmp"
    name = name_of(IOS_PROTOCOLS, entry.protocol)
    if acl.version == 6 and entry.protocol not in (6, 17):
        name = None
    if entry.layer_4 and name is not None:
        return name
    return spell.number(entry.protocol, name)


def address(prefix: Prefix | None, acl: Acl, spell: Spelling, standard: bool = False) -> str:
    """An address test."""
    if prefix is None:
        return "any"
    if acl.version == 6:
        text = str(IPv6Address(prefix.value))
        if not prefix.wildcard and spell.chance(0.5):
            return f"host {text}"
        return f"{text}/{128 - prefix.wildcard.bit_length()}"
    text = str(IPv4Address(prefix.value))
    if not prefix.wildcard:
        spellings = [f"host {text}", f"{text} 0.0.0.0"]
        return spell.one(*spellings, *([text] if standard else []))
    return f"{text} {IPv4Address(prefix.wildcard)}"


def port(test: Compare | None, entry: Ace, spell: Spelling) -> list[str]:
    """A port test."""
    if test is None:
        return []
    names = IOS_PORTS.get(entry.protocol or 0, {})
    return [test.operator, *(spell.number(each, name_of(names, each)) for each in test.numbers)]


def options(entry: Ace, acl: Acl, spell: Spelling) -> list[str]:
    """What stands after the addresses."""
    words: list[str] = []
    if entry.icmp is not None:
        words += icmp(entry.icmp, acl, spell)
    if entry.established:
        words.append("established")
    for word, flags in (("match-all", entry.flags_all), ("match-any", entry.flags_any)):
        if flags:
            words += [word, *(f"{'+' if on else '-'}{name}" for name, on in flags)]
    if entry.dscp is not None:
        words += ["dscp", spell.number(entry.dscp, name_of(DSCP, entry.dscp))]
    if entry.precedence is not None:
        words += [
            "precedence",
            spell.number(entry.precedence, name_of(PRECEDENCE, entry.precedence)),
        ]
    if entry.ttl is not None:
        words += ["ttl", entry.ttl.operator, *map(str, entry.ttl.numbers)]
    if entry.fragments:
        words.append("fragments")
    return words


def icmp(test: tuple[int, int | None], acl: Acl, spell: Spelling) -> list[str]:
    """A type, a type with its code, or a name for them."""
    name = next((name for name, both in ICMP.items() if both == test), None)
    if acl.version == 4 and name is not None and spell.chance(spell.by_name):
        return [name]
    kind, code = test
    return [str(kind)] if code is None else [str(kind), str(code)]
