"""The access lists of a config: which lines make up each, and their lowering when it is asked for.

Bodies are lowered only for lists that matter: those that QoS refers to, and those that nothing
refers to (they may have been meant for QoS). A list that only packet filters use is left alone.
"""

from __future__ import annotations

import re
from contextlib import suppress
from heapq import heappop, heappush

from qosc.frontends.cisco.acl.entries import entry
from qosc.frontends.cisco.sections.keywords import ACCESS_LIST_SETTINGS
from qosc.frontends.cisco.statements import Word, split
from qosc.frontends.cisco.statements.account import Account, Rejected
from qosc.frontends.cisco.table.dialect import NXOS, Dialect
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import AccessEntry, AccessList, Opaque
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["AccessLists"]

_NUMBERED = pattern(r"(?:no\s+|default\s+)?\S+\s+(\d+)(?:\s|$)", re.IGNORECASE)
_NAMED = ("extended", "standard", "remark", "ethertype", "webtype")
"""Second words of lists with names, as Cisco ASA writes them."""
_ENTRY_MODES = {
    Mode.ACL_STANDARD: "access_standard",
    Mode.ACL_EXTENDED: "access_extended",
    Mode.ACL_IPV6: "access_ipv6",
}
_V6 = _ENTRY_MODES[Mode.ACL_IPV6]
_STEP = 10


def _grammar_of(value: int) -> str:
    """The grammar of a numbered list; empty when the model has no such lists.

    Ranges: Cisco IOS Security Command Reference, `access-list`.
    """
    if 1 <= value <= 99 or 1300 <= value <= 1999:
        return "access_standard"
    if 100 <= value <= 199 or 2000 <= value <= 2699:
        return "access_extended"
    return ""


class _Item:
    """One line of a list, not lowered yet. `skip` words precede `permit`."""

    __slots__ = ("grammar", "line", "sequence", "skip")

    def __init__(self, line: Line, grammar: str, skip: int, sequence: int) -> None:
        self.line = line
        self.grammar = grammar
        self.skip = skip
        self.sequence = sequence

    @property
    def place(self) -> tuple[int, bool]:
        """The sequence number, and whether it counts among the entries for IPv6."""
        return self.sequence, self.grammar == _V6


class _List:
    """The lines of a list, by number and by their words, in the order of entry."""

    __slots__ = ("_numbers", "_places", "_words", "headers", "items", "origin", "relative")

    def __init__(self, origin: Span) -> None:
        self.origin = origin
        self.relative = False
        """Whether its first line is written as a relative of IOS writes it."""
        self.headers: list[Line] = []
        self.items: dict[int, _Item] = {}
        self._numbers: dict[tuple[int, bool], int] = {}
        """Place among the items by sequence number, for IPv6 apart."""
        self._words: dict[str, list[int]] | None = None
        """Places among the items by wording, once a line is taken out by its words."""
        self._places: list[tuple[int, int]] = []
        """A heap of (-sequence number, place); it may hold lines that are gone."""

    def add(self, line: Line, grammar: str, skip: int, sequence: int | None) -> None:
        """Without a number of its own, a line gets one ten above the highest there is."""
        if sequence is None:
            while self._places and self._places[0][1] not in self.items:
                heappop(self._places)
            sequence = _STEP - (self._places[0][0] if self._places else 0)
        item = _Item(line, grammar, skip, sequence)
        place = line.number
        self.items[place] = item
        self._numbers[item.place] = place
        if self._words is not None:
            self._words.setdefault(_wording(line, skip), []).append(place)
        heappush(self._places, (-sequence, place))

    def remove(self, sequence: int | None, grammar: str, wording: str) -> _Item | None:
        """Take out the line of a number or, without one, the last of those words."""
        if sequence is not None:
            place = sequence, grammar == _V6
            return self.items.pop(self._numbers.pop(place, -1), None)
        if self._words is None:
            self._words = {}
            for at, item in self.items.items():
                self._words.setdefault(_wording(item.line, item.skip), []).append(at)
        places = self._words.get(wording, [])
        while places:
            removed = self.items.pop(places.pop(), None)
            if removed is not None:
                return removed
        return None


def _wording(line: Line, skip: int) -> str:
    return " ".join(line.text.lower().split()[skip:])


class AccessLists:
    """Collects lines, then lowers."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._lists: dict[str, _List] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The lists that the config defines, in the order of their first lines."""
        return tuple(self._lists)

    def numbered(self, line: Line) -> None:
        """A line `access-list N ...`."""
        parts = _NUMBERED.match(line.text)
        words = line.text.lower().split()[1 + line.negated :] if parts is None else []
        if len(words) > 1 and words[1] in _NAMED:
            self._foreign(line)
            return
        if parts is None or len(parts[1]) > 4:
            self._account.rejected(line, Rejected(None, "an access list has a number"))
            return
        name = str(int(parts[1]))
        grammar = _grammar_of(int(name))
        if line.negated:
            # The whole list goes, whatever follows the number.
            self._remove(name, line)
            return
        self._list(name, line).add(line, grammar, 2, None)

    def _list(self, name: str, line: Line) -> _List:
        access_list = self._lists.get(name)
        if access_list is None:
            access_list = self._lists[name] = _List(line.span())
        return access_list

    def _foreign(self, line: Line) -> None:
        """`access-list NAME extended ...`: its masks are not those of IOS."""
        name = line.text.split()[1 + line.negated]
        if line.negated:
            self._remove(name, line)
        else:
            self._list(name, line).add(line, "", 3, None)

    def named(self, line: Line) -> None:
        """A line `ip|ipv4|ipv6 access-list ...`, with the entries below it."""
        words = split(line.text)[2 + line.negated :]
        kind = words[0].text.lower() if words else ""
        v6 = line.keyword.startswith("ipv6")
        typed = bool(kind and ("standard".startswith(kind) or "extended".startswith(kind)))
        if line.keyword == "ip access-list" and not typed:
            # NX-OS and EOS do not name the kind; everything else sets something.
            if len(words) != 1 or kind in ACCESS_LIST_SETTINGS:
                self._account.recognised(line, "this setting of access lists is not in the model")
                return
        elif line.keyword != "ip access-list":
            # Arista EOS names the kind of an IPv6 list, too; IOS XR names no kind.
            typed = v6 and len(words) > 1 and kind in ("standard", "extended")
        rest = words[1:] if typed else words
        if v6 and typed and kind == "standard":
            for one in line.walk():
                self._account.recognised(one, "IPv6 lists of this kind are not in the model")
            return
        if len(rest) != 1:
            self._account.rejected(line, Rejected(None, "an access list has a name"))
            return
        name = rest[0].text
        if self._is_of_other_family(name, v6):
            # Cisco ME 3400 Ethernet Access Switch Software Configuration Guide, "Configuring IPv6
            # ACLs": a list of either family needs a name that no other one has.
            other = "4" if v6 else "6"
            for one in line.walk():
                self._account.refused(one, f"there is an IPv{other} access list of that name")
            return
        if line.negated:
            self._remove(name, line)
            return
        target = self._list(name, line)
        target.headers.append(line)
        target.relative = not typed and not v6
        for child in line.children:
            self._child(target, child)

    def _is_of_other_family(self, name: str, v6: bool) -> bool:
        """Whether there is a list of that name for the other version of IP, in IOS itself."""
        access_list = self._lists.get(name)
        if (
            access_list is None
            or not access_list.headers
            or not self._account.dialect.one_name_one_list
        ):
            return False
        return access_list.headers[0].keyword.startswith("ipv6") is not v6

    def _child(self, target: _List, line: Line) -> None:
        grammar = _ENTRY_MODES.get(line.mode, "")
        sequence, skip, bare = _sequence(line)
        negated = line.negated or (bare and line.text[:3].lower() == "no ")
        if not grammar or (line.unknown and not (bare and negated)):
            return
        if negated:
            self._withdraw(target, line, sequence, grammar, skip)
        else:
            target.add(line, grammar, skip, sequence)

    def _withdraw(
        self, target: _List, line: Line, sequence: int | None, grammar: str, skip: int
    ) -> None:
        """`no 20` or `no permit ...`."""
        self._account.modelled(line)
        gone = target.remove(sequence, grammar, _wording(line, skip))
        if gone is not None:
            self._account.modelled(gone.line)

    def _remove(self, name: str, line: Line) -> None:
        self._account.modelled(line)
        target = self._lists.pop(name, None)
        if target is not None:
            for item in target.items.values():
                self._account.modelled(item.line)
            for header in target.headers:
                self._account.modelled(header)

    def lower(self, name: str) -> AccessList:
        """The list of that name, which must be defined."""
        target = self._lists[name]
        for header in target.headers:
            self._account.modelled(header)
        entries: list[tuple[int, AccessEntry]] = []
        seen: dict[tuple[bool, object], Span] = {}
        numbers: set[tuple[int, bool]] = set()
        for item in target.items.values():
            dialect = NXOS if target.relative else self._account.dialect
            lowered = self._entry(item, str(item.sequence), dialect)
            if lowered is None:
                continue
            # Cisco, IP Access List Entry Sequence Numbering: an entry that is there already is not
            # taken in again, and another one under its number is refused.
            key = (lowered.permit, lowered.match)
            first = seen.get(key)
            if first is not None:
                reason = f"access-list {name} has this entry already"
                self._account.repeated(item.line, first, reason)
                continue
            if item.place in numbers:
                reason = f"there is another entry with the sequence number {item.sequence}"
                self._account.refused(item.line, reason)
                continue
            seen[key] = item.line.span()
            numbers.add(item.place)
            entries.append((item.sequence, lowered))
        entries.sort(key=lambda pair: pair[0])
        return AccessList(name, tuple(lowered for _, lowered in entries), target.origin)

    def _entry(self, item: _Item, label: str, dialect: Dialect) -> AccessEntry | None:
        line = item.line
        if not item.grammar:
            if line.text.split()[2:3] == ["remark"]:
                self._account.irrelevant(line)
                return None
            # It is there, so that nobody takes it for missing, and nobody knows what it matches.
            self._account.recognised(line, "only IP access lists are in the model")
            words = split(line.text)[item.skip :]
            return _opaque(line, words, label, "access-list")
        try:
            lowered = _lowered(item, label, dialect, bare=self._account.dialect.sources_alone)
        except Rejected as error:
            self._account.rejected(line, error)
            # The entry keeps its place: what it takes, later entries do not see.
            return _opaque(line, split(line.text)[item.skip :], label, "not understood")
        if lowered is None:
            self._account.irrelevant(line)
        else:
            self._account.modelled(line)
        return lowered

    def leave(self, name: str) -> None:
        """The list does not concern QoS: its lines are accounted for, and not lowered."""
        target = self._lists[name]
        for line in (*target.headers, *(item.line for item in target.items.values())):
            self._account.irrelevant(line)


def _lowered(item: _Item, label: str, dialect: Dialect, *, bare: bool) -> AccessEntry | None:
    """The entry of a line; `bare`: it may have a source only, without a protocol.

    A list of IOS XR has no kind, and its entries have either form: bgpfs2acl, a public program of
    Cisco's for IOS XR (github.com/ios-xr/bgpfs2acl), ends the lists that it writes with
    `permit any`.
    """
    try:
        return entry(item.grammar, item.line, item.skip, label, dialect)
    except Rejected:
        if bare and item.grammar == "access_extended":
            with suppress(Rejected):
                return entry("access_standard", item.line, item.skip, label, dialect)
        raise


def _opaque(line: Line, words: list[Word], label: str, feature: str) -> AccessEntry:
    permit = not words or words[0].text.lower().startswith("p")
    match = Opaque(feature, " ".join(word.text for word in words[1:]), line.span())
    return AccessEntry(permit=permit, match=match, label=label, origin=line.span())


def _sequence(line: Line) -> tuple[int | None, int, bool]:
    """The sequence number of an entry, the number of words before it, whether there is no more.

    IPv6 lists have `sequence 10` before or behind the entry.
    """
    words = line.text.split()
    place = int(words[0].lower() in ("no", "default"))
    place += place < len(words) and (line.keyword or words[place].lower()) == "sequence"
    digits = words[place] if place < len(words) else ""
    if digits.isdecimal():
        place += 1
    elif len(words) > place + 1 and words[-2].lower() == "sequence":
        digits = words[-1]
    number = int(digits) if digits.isdecimal() and len(digits) <= 10 else None
    return number, place, place == len(words)
