"""Filters as tc shows them, turned into the words that set them up.

As iproute2 6.1 printed them. Forms that other releases from 5.10 to 6.15 are known to have were
not seen in a dump. A filter that asks or does something that no script has is kept as strange: it
may take packets away from those behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from qosc.verify.state.actions import FIRST, action_words
from qosc.verify.state.dump import Line
from qosc.verify.state.lines import Live, Strange
from qosc.verify.tc.filters import read_filter
from qosc.verify.tc.flower import TYPES
from qosc.verify.tc.model import Filter, Police, Unreadable
from qosc.verify.tc.shell import Command
from qosc.verify.tc.words import Words

__all__ = ["read_filters"]

_HEAD = re.compile(
    r"filter (?:(?:ingress|egress|parent \S+) )?protocol (\S+) pref ([0-9]{1,5}) (\S++)"
    r"(?: chain ([0-9]{1,10}))?+(.*)"
)
_KINDS = ("flower", "u32", "matchall", "fw", "basic")
_TABLE = re.compile(r"fh [0-9a-f]+: ht divisor [0-9]+")
_U32 = re.compile(
    r"fh [0-9a-f]+:[0-9a-f]*:[0-9a-f]+ order [0-9]+ key ht [0-9a-f]+ bkt [0-9a-f]+"
    r"(?: terminal flowid(?: \?\?\?)?)?(?: (?:not_in_hw|in_hw))*"
)
_MATCH = re.compile(r"match ([0-9a-f]{8})/([0-9a-f]{8}) at (-?[0-9]{1,9})")
_MARK = re.compile(r"mark (0x[0-9a-f]+) (0x[0-9a-f]+)(?: \(success [0-9]+\))?")
_QUIET = re.compile(r"not_in_hw|eth_type \S+|\(rule hit [0-9]+ success [0-9]+\)|used_hw_stats .*")
_HARDWARE = re.compile(r"in_hw(?:_count [0-9]+)?(?: .*)?|skip_sw")
_NAMES = {"icmp_type": "type", "icmp_code": "code", "icmpv6_type": "type", "icmpv6_code": "code"}

_Head = re.Match[str]


def read_filters(live: Live, hook: str, lines: Sequence[Line], got: Sequence[Line]) -> None:
    """The filters of a hook. `got` are those that the list names without what they do."""
    known = {_place(head): block for head, block in _blocks(live, got) if head[5].strip()}
    own: dict[tuple[str, ...], list[list[Line]]] = {}
    heads: dict[tuple[str, ...], tuple[_Head, list[Line]]] = {}
    for head, block in _blocks(live, lines):
        place = _place(head)
        if head[5].strip():
            own.setdefault(place, []).append(block)
        else:
            heads.setdefault(place, (head, block))
    for place, (head, block) in heads.items():
        if place not in own and place in known:
            own[place] = [known[place]]
        elif place not in own:
            live.unknown.append((block[0][0], f"what {_what(hook, head)} does"))
    for blocks in own.values():
        for block in blocks:
            _filter(live, hook, block)


def _place(head: _Head) -> tuple[str, ...]:
    return head[1], head[2], head[3], head[4] or "0"


def _what(hook: str, head: _Head) -> str:
    return f"filter {hook} chain {head[4] or 0} pref {head[2]} {head[3]}"


def _blocks(live: Live, lines: Sequence[Line]) -> Iterator[tuple[_Head, list[Line]]]:
    """Each filter's lines, the first of which tells where it stands."""
    head: _Head | None = None
    block: list[Line] = []
    for number, text in lines:
        first = _HEAD.fullmatch(text.rstrip())
        if first is None:
            if head is None or text[:1] not in (" ", "\t"):
                live.unknown.append((number, "a line of the list of filters"))
            else:
                block.append((number, text))
            continue
        if head is not None:
            yield head, block
        head, block = first, [(number, text)]
    if head is not None:
        yield head, block


def _filter(live: Live, hook: str, block: list[Line]) -> None:
    line, text = block[0]
    head = _HEAD.fullmatch(text.rstrip())
    assert head is not None  # noqa: S101
    if head[3] == "u32" and _TABLE.fullmatch(head[5].strip()):
        return
    try:
        live.filters.append(_read(live, hook, head, block))
    except Unreadable as error:
        live.strange.append(Strange(line, _what(hook, head), str(error)))


def _read(live: Live, hook: str, head: _Head, block: list[Line]) -> Filter:
    kind, rest, line = head[3], head[5].strip(), block[0][0]
    if kind not in _KINDS:
        raise Unreadable(f"unknown kind of filter: {kind[:20]}")
    place = [hook, "chain", head[4] or "0", "pref", head[2], "protocol", head[1]]
    tests, actions = _parts(block)
    if kind == "u32":
        if not _U32.fullmatch(rest):
            raise Unreadable(f"a u32 filter with {rest[:80]!a}")
        keys = _u32(live, tests)
    else:
        handle, extra = _handle(rest)
        if extra:
            raise Unreadable(f"a filter with {extra[:80]!a}")
        place += ["handle", handle] if kind == "fw" else []
        keys = _flower(live, tests, head[1]) if kind == "flower" else _quiet(live, tests)
    numbers: list[int] = []
    words: list[str] = []
    for each in actions:
        command_words, number = action_words(each)
        words += command_words
        if command_words[1] == "police":
            numbers.append(number)
    filter_read = read_filter(Words(Command([*place, kind, *keys, *words], line)), line)
    return _numbered(filter_read, numbers)


def _numbered(firewall_filter: Filter, numbers: list[int]) -> Filter:
    """With the numbers that the kernel has for its policers."""
    left = iter(numbers)
    actions = tuple(
        replace(each, index=next(left)) if isinstance(each, Police) else each
        for each in firewall_filter.actions
    )
    return replace(firewall_filter, actions=actions)


def _handle(text: str) -> tuple[str, str]:
    words = text.split()
    if words[:1] == ["handle"] and len(words) > 1:
        return words[1], " ".join(each for each in words[2:] if each != "not_in_hw")
    return "", text


def _parts(block: list[Line]) -> tuple[list[Line], list[list[Line]]]:
    """The lines of what a filter asks, and those of each action."""
    tests: list[Line] = []
    actions: list[list[Line]] = []
    for number, text in block[1:]:
        if FIRST.fullmatch(text.rstrip()):
            actions.append([(number, text)])
        elif actions:
            actions[-1].append((number, text))
        else:
            tests.append((number, text.strip()))
    return tests, actions


def _quiet(live: Live, tests: list[Line]) -> list[str]:
    for number, text in tests:
        if _HARDWARE.fullmatch(text):
            live.unknown.append((number, "what the hardware does, which has this filter, too"))
        elif not _QUIET.fullmatch(text):
            raise Unreadable(f"a filter with {text[:60]!a}")
    return []


def _flower(live: Live, tests: list[Line], protocol: str) -> list[str]:
    words: list[str] = []
    for number, text in tests:
        name, _, value = text.partition(" ")
        if name == "eth_type" and TYPES.get(value.lower()) == TYPES.get(protocol.lower()):
            continue
        if (name == "eth_type" and protocol.lower() in ("802.1q", "all")) or not value:
            _quiet(live, [(number, text)])
            continue
        if _HARDWARE.fullmatch(text) or _QUIET.fullmatch(text):
            _quiet(live, [(number, text)])
            continue
        words += [_NAMES.get(name, name), _value(name, value.strip())]
    # tc takes a key of a higher layer behind the one that says which layer it is.
    pairs = sorted(zip(words[::2], words[1::2], strict=True), key=_layer)
    return [word for pair in pairs for word in pair]


def _layer(pair: tuple[str, str]) -> int:
    return {"vlan_ethtype": 0, "ip_proto": 1}.get(pair[0], 2)


def _value(name: str, text: str) -> str:
    """A number as tc reads it: it shows a mask in hexadecimal, without saying so where small."""
    if name not in ("ip_tos", "ip_ttl", "tcp_flags"):
        return text
    value, slash, mask = text.partition("/")
    return f"{value}{slash}{mask if mask.startswith('0x') or not mask else '0x' + mask}"


def _u32(live: Live, tests: list[Line]) -> list[str]:
    words: list[str] = []
    for number, text in tests:
        match, mark = _MATCH.fullmatch(text), _MARK.fullmatch(text)
        if match:
            words += ["match", "u32", f"0x{match[1]}", f"0x{match[2]}", "at", match[3]]
        elif mark:
            words += ["match", "mark", mark[1], mark[2]]
        else:
            _quiet(live, [(number, text)])
    return words
