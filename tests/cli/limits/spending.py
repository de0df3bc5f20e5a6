"""Texts, each of its own form, of which a check cannot decide all within its budget of nodes."""

from __future__ import annotations

import random
from collections.abc import Callable

__all__ = ["TEXTS", "crossed", "policy", "wildcards"]


def wildcards(classes: int, lines: int) -> list[str]:
    """Class-maps that each match a list of wildcards without order, with ranges of ports."""
    chance = random.Random(7)  # noqa: S311

    def end() -> str:
        mask = chance.getrandbits(32)
        low = chance.randrange(60_000)
        address = f"{_dotted(chance.getrandbits(32) & ~mask)} {_dotted(mask)}"
        return f"{address} range {low} {low + chance.randrange(5000)}"

    text = []
    for number in range(classes):
        text.append(f"ip access-list extended A{number}")
        text += [f" permit udp {end()} {end()}" for _ in range(lines)]
    for number in range(classes):
        text += [f"class-map match-all c{number}", f" match access-group name A{number}"]
    return text


def crossed(bits: int) -> list[str]:
    """A class-map that matches packets with some bit in both addresses: 2 ** bits pieces."""
    text = ["ip access-list extended A0", *_crossing(bits)]
    return [*text, "class-map match-all c0", " match access-group name A0"]


def policy(lists: list[str], classes: int) -> str:
    """A policy of these classes, and of two more of which the last gets no packet."""
    text = [*lists, "class-map match-all d1", " match dscp ef"]
    text += ["class-map match-all d2", " match dscp ef", " match precedence 5", "policy-map p0"]
    for name in (*(f"c{number}" for number in range(classes)), "d1", "d2"):
        text += [f" class {name}", "  bandwidth percent 5"]
    return "\n".join([*text, "interface Serial0", " service-policy output p0", ""])


def _dotted(number: int) -> str:
    return ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0))


def _crossing(bits: int, action: str = " permit ip") -> list[str]:
    """Entries, one for each bit, that match it in both addresses and nothing else of them."""
    masks = [(_dotted(1 << bit), _dotted(~(1 << bit))) for bit in range(bits)]
    return [f"{action} {one} {rest} {one} {rest}" for one, rest in masks]


def _inside_out() -> str:
    """What a class-map does not match, which is as much."""
    text = ["ip access-list extended A0", *_crossing(27), "class-map match-all in"]
    text += [" match access-group name A0", "class-map match-all c0", " match not class-map in"]
    return policy(text, 1)


def _in_two_lists() -> str:
    """Half of the bits in each of two lists that one class-map matches either of."""
    entries = _crossing(28)
    text = ["ip access-list extended A0", *entries[::2]]
    text += ["ip access-list extended A1", *entries[1::2], "class-map match-any c0"]
    text += [f" match access-group name A{number}" for number in range(2)]
    return policy(text, 1)


def _numbered() -> str:
    """Numbered entries, the first of which denies: a list as IOS had it first."""
    entries = _crossing(27, "access-list 101 permit udp")
    text = ["access-list 101 deny udp any any eq 53", *entries]
    return policy([*text, "class-map match-all c0", " match access-group 101"], 1)


def _iosxr() -> str:
    """A list of IOS XR, with numbers before its entries."""
    entries = _crossing(27, "permit ipv4")
    text = ["!! IOS XR Configuration 7.3.2", "ipv4 access-list A0"]
    text += [f" {10 * number} {entry}" for number, entry in enumerate(entries, 1)]
    text += ["!", "class-map match-any c0", " match access-group ipv4 A0", " end-class-map", "!"]
    text += ["class-map match-any d1", " match dscp ef", " end-class-map", "!"]
    text += ["class-map match-all d2", " match dscp ef", " match precedence 5", " end-class-map"]
    text += ["!", "policy-map p0"]
    for name in ("c0", "d1", "d2"):
        text += [f" class {name}", "  bandwidth percent 5", " !"]
    text += [" end-policy-map", "!", "interface GigabitEthernet0/0/0/0"]
    return "\n".join([*text, " service-policy output p0", "!", ""])


TEXTS: dict[str, Callable[[], str]] = {
    "bits of both addresses": lambda: policy(crossed(26), 1),
    "ten lists of wildcards": lambda: policy(wildcards(10, 100), 10),
    "not the bits": _inside_out,
    "bits in two lists": _in_two_lists,
    "a numbered list": _numbered,
    "a list of IOS XR": _iosxr,
}
