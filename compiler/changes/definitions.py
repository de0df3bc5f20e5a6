"""Named objects that the model does not look into: whether both texts define them alike.

A condition such as `object-group network OG` is one unknown set of packets. It is the same set on
both sides only where the lines that define OG are the same lines, white space aside; else each side
gets a condition of its own, and what hangs on it is not decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from qosc.changes import junos_definitions
from qosc.ir import Device, Opaque, Reference, RefKind
from qosc.outside.heads import head
from qosc.source import Span
from qosc.values import replace

__all__ = ["Definitions", "Differing", "Key", "apart_by_definition", "but"]

_NBAR = re.compile(r"(?:no )?ip nbar (?P<nbar>custom|port-map|attribute)\S* ?(?P<protocol>\S*)")
_STARTS = ("object-", "time-r", "mac ac", "ipx ac", "arp ac", "access", "ip nba", "no ")
_REFLECT = re.compile(r" reflect (\S+)")
_BODY = re.compile(
    r"(?:no )?(?:\d+[./ ]|(?:host|range|group-object|network-object|service-object|port-object"
    r"|tcp|udp|tcp-udp|icmp|eq|gt|lt|any|description|absolute|periodic|permit|deny)\b)"
)
"""How lines begin that stand in a definition, in a text that has lost its indentation."""
_NETWORK_LIST = re.compile(r"access-list (?:[1-9]\d?|1\d\d|1[3-9]\d\d|2[0-6]\d\d) ")
_PARTS = (
    "ports",
    "policies",
    "class_maps",
    "access_lists",
    "rate_limit_lists",
    "rule_lists",
    "standing",
    "applied",
)
"""The parts of a device that hold conditions."""
_NUMBER = re.compile(r"[\d./]+")
_MOST_SHOWN = 160

Key = tuple[str, str]
"""What kind of object it is, and its name in lower case."""


class Definitions:
    """The lines of a text that define named objects outside the model."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: dict[Key, list[str]] = {}
        current: tuple[Key, ...] = ()
        depth = 0
        kept = list(lines)
        for key, statement in junos_definitions.defining(kept):
            self.lines.setdefault(key, []).append(statement)
        for raw in kept:
            text = " ".join(raw.split())
            if not text:
                continue
            indent = len(raw) - len(raw.lstrip())
            keys = tuple(_keys_of_line(text))
            if keys:
                current, depth = keys, indent
            elif text[0] != "!" and (
                indent < depth or (indent == depth and _BODY.match(text) is None)
            ):
                current = ()
            for key in current if text[0] != "!" else ():
                self.lines.setdefault(key, []).append(text)
            if " reflect " in text and (match := _REFLECT.search(text)):
                self.lines.setdefault(("evaluate", match[1].lower()), []).append(text)

    def whole(self, key: Key) -> tuple[str, ...]:
        """The lines of an object, and of the groups that it is made of."""
        lines: list[str] = []
        seen = {key}
        work = [key]
        while work:
            for line in self.lines.get(work.pop(), ()):
                lines.append(line)
                _, inner, name = line.partition("group-object ")
                below = ("name", name.lower())
                if inner and below not in seen:
                    seen.add(below)
                    work.append(below)
        return tuple(lines)


def _keys_of_line(text: str) -> Iterator[Key]:
    if not text.startswith(_STARTS):
        return
    nbar = _NBAR.match(text)
    if nbar is not None:
        name = "attribute" if nbar["nbar"] == "attribute" else nbar["protocol"]
        yield "protocol", name.lower()
        return
    found = head(text)
    if found is None:
        return
    if found.kind in ("object-group", "time-range"):
        yield "name", found.name.lower()
    elif found.kind == "access-list" and found.family != "ip":
        # The model has the numbered lists of IP.
        of_others = found.name.isdecimal() and _NETWORK_LIST.match(text) is None
        if found.family or of_others:
            yield "access-list", found.name.lower()


def _keys(condition: Opaque | Reference) -> Iterator[Key]:
    """What a condition may be defined by."""
    if isinstance(condition, Reference):
        yield "access-list", condition.name.lower()
        return
    feature, words = condition.feature, condition.argument.lower().split()
    if feature in ("source-class", "destination-class"):
        yield "routing-policy", ""
        return
    kind = {"list": "access-list", "dynamic": "evaluate"}.get(feature, feature)
    for word in words:
        if kind in ("protocol", "access-list", "evaluate", "interface-group"):
            yield kind, word
        elif not _NUMBER.fullmatch(word):
            yield "name", word


class Differing(NamedTuple):
    """A condition of both sides that they define otherwise: what it is, and the lines that differ,
    those of the old text and those of the new.
    """

    words: str
    old: str
    new: str


def apart_by_definition(
    old: Device, new: Device, texts: tuple[Sequence[str], Sequence[str]]
) -> tuple[Device, Device, Mapping[Opaque | Reference, Differing]]:
    """The two devices with conditions of their own where a text defines one otherwise than the
    other, and what differs of each.
    """
    both = Definitions(texts[0]), Definitions(texts[1])
    if both[0].lines == both[1].lines:
        return old, new, {}
    apart: dict[Opaque | Reference, Differing] = {}
    sides = [
        _Rewriting(device, both, word, apart).device()
        for device, word in ((old, "old"), (new, "new"))
    ]
    return sides[0], sides[1], apart


class _Rewriting:
    """Gives the conditions of one device the name of its side where their definitions differ."""

    def __init__(
        self,
        device: Device,
        both: tuple[Definitions, Definitions],
        side: str,
        differing: dict[Opaque | Reference, Differing],
    ) -> None:
        self._device, self._both, self._side, self._found = device, both, side, differing
        self._known: dict[int, tuple[object, Any]] = {}

    def device(self) -> Device:
        made: dict[str, Any] = {
            part: {name: self._of(value) for name, value in getattr(self._device, part).items()}
            for part in _PARTS
        }
        return replace(self._device, **made)

    def _of(self, value: Any) -> Any:
        if isinstance(value, Opaque | Reference):
            return self._condition(value)
        if value is None or isinstance(value, str | int | Span):
            return value
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = (value, self._inside(value))
        return known[1]

    def _inside(self, value: Any) -> Any:
        if type(value) is tuple:
            parts = tuple(map(self._of, value))
            changed = any(a is not b for a, b in zip(parts, value, strict=True))
            return parts if changed else value
        if not is_dataclass(value):
            return value
        made: dict[str, Any] = {}
        for one in fields(value):
            before = getattr(value, one.name)
            after = self._of(before)
            if after is not before:
                made[one.name] = after
        return replace(value, **made) if made else value  # type: ignore[type-var]

    def _condition(self, condition: Opaque | Reference) -> Opaque | Reference:
        if isinstance(condition, Reference) and (
            condition.target is not RefKind.ACCESS_LIST
            or condition.name in self._device.access_lists
        ):
            return condition
        before, after = (
            [line for key in _keys(condition) for line in side.whole(key)] for side in self._both
        )
        if before == after:
            return condition
        mark = f" ({self._side} definition)"
        made: Opaque | Reference
        if isinstance(condition, Reference):
            words = f"access list {condition.name}"
            made = replace(condition, name=condition.name + mark)
        else:
            words = f"{condition.feature} {condition.argument}"
            made = replace(condition, argument=condition.argument + mark)
        self._found[made] = Differing(words, but(before, after), but(after, before))
        return made


def but(lines: Sequence[str], others: Sequence[str]) -> str:
    """The lines that the other side has not; all of them where only their order differs."""
    known = frozenset(others)
    own = [line for line in lines if line not in known] or (lines if lines != others else [])
    if not lines:
        return "not defined"
    if set(lines) < known:
        return "without these"
    return _shortened("; ".join(own))


def _shortened(text: str) -> str:
    """A text, or its beginning with what tells it from others of the same beginning."""
    if len(text) <= _MOST_SHOWN:
        return text
    from hashlib import sha256

    return f"{text[:_MOST_SHOWN]}... ({sha256(text.encode()).hexdigest()[:8]})"
