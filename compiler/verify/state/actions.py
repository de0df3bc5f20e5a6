"""Actions as tc shows them, turned into the words that set them up.

As iproute2 6.1 printed them. Forms that other releases from 5.10 to 6.15 are known to have were
not seen in a dump.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qosc.verify.state.dump import Line
from qosc.verify.tc.model import Unreadable

__all__ = ["FIRST", "action_words"]

FIRST = re.compile(r"\taction order [0-9]+: ++(.*)")
"""The first line of an action."""
_QUIET = re.compile(
    r"random type none pass val 0|(?:index [0-9]+ )?ref [0-9]+ bind [0-9]+|no_percpu|not_in_hw"
    r"|cookie \S+|used_hw_stats \S+|installed .*|Action statistics:|Sent .*|backlog .*"
)
"""Lines of an action that do not say what it does."""
_KEY = re.compile(r"key #0 +at (ipv4|ipv6)\+0: val ([0-9a-f]{8}) mask ([0-9a-f]{8})")
_BYTES = {"ipv4": ("ip", "dsfield", 16), "ipv6": ("ip6", "traffic_class", 20)}
_INDEX = re.compile(r"police 0x([0-9a-f]{1,8}) (.*)")


def action_words(lines: Sequence[Line]) -> tuple[list[str], int]:
    """The words of one action, and the number that the kernel has for a police (else 0).

    Raises Unreadable for an action that no script has, and for a line that says something unknown.
    """
    first = FIRST.fullmatch(lines[0][1].rstrip())
    assert first is not None  # noqa: S101
    rest = [text.strip() for _, text in lines[1:] if not _QUIET.fullmatch(text.strip())]
    kind = first[1].split()[0] if first[1].split() else ""
    if kind == "pedit":
        return _pedit(first[1], rest), 0
    if rest:
        raise Unreadable(f"an action with {rest[0][:60]!a}")
    if kind == "gact":
        return ["action", *first[1].removeprefix("gact action ").split()], 0
    if kind == "skbedit":
        return ["action", *first[1].split()], 0
    if kind == "csum":
        words = first[1].split()
        if words[1:3] not in (["(iph)", "action"], ["(ip4h)", "action"]):
            raise Unreadable(f"an action {first[1][:60]!a}")
        return ["action", "csum", "ip4h", *words[3:]], 0
    if kind == "police":
        return _police(first[1])
    raise Unreadable(f"an action {first[1][:60]!a}")


def _pedit(text: str, rest: list[str]) -> list[str]:
    words = text.split()
    key = _KEY.fullmatch(rest[0]) if len(rest) == 1 else None
    if words[:2] != ["pedit", "action"] or words[-2:] != ["keys", "1"] or key is None:
        raise Unreadable("a pedit of something else than the DS byte")
    header, name, shift = _BYTES[key[1]]
    value, kept = int(key[2], 16), int(key[3], 16)
    written = ~kept & 0xFFFFFFFF
    if written & ~(0xFF << shift) or value & ~written:
        raise Unreadable("a pedit of something else than the DS byte")
    new, mask = f"{value >> shift:#x}", f"{written >> shift:#x}"
    control = words[2:-2]
    return ["action", "pedit", "ex", "munge", header, name, "set", new, "retain", mask, *control]


def _police(text: str) -> tuple[list[str], int]:
    head = _INDEX.fullmatch(text)
    if head is None:
        raise Unreadable(f"an action {text[:60]!a}")
    words = head[2].split()
    options: list[str] = []
    outcomes: list[str] = []
    at = 0
    while at < len(words):
        name = words[at]
        if name == "action":
            end = next((n for n in range(at, len(words)) if words[n] == "overhead"), len(words))
            outcomes = words[at + 1 : end]
            at = end
            continue
        value = words[at + 1] if at + 1 < len(words) else ""
        at += 2
        if name == "overhead":
            value = value.removesuffix("b")
        if (name, value) not in (("linklayer", "ethernet"), ("overhead", "0"), ("rate", "0bit")):
            options += [name, value]
    if "pkts_rate" in options[::2]:
        options = _of_packets(options)
    if not outcomes:
        raise Unreadable("a policer that does not say what it does")
    both = " ".join(outcomes).replace("/", " / ").split()
    # The reader takes blanks around the slash with goto only.
    options += ["conform-exceed", *(both if "goto" in both else ["".join(both)])]
    return ["action", "police", *options], int(head[1], 16)


def _of_packets(words: list[str]) -> list[str]:
    """Without what tc 6.1 shows of the bytes of a policer that counts packets: `burst 0b` and
    `linklayer unspec`.
    """
    pairs = zip(words[::2], words[1::2], strict=True)
    usual = (("burst", "0b"), ("linklayer", "unspec"))
    return [word for pair in pairs if pair not in usual for word in pair]
