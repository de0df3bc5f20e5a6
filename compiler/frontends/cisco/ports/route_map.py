"""Policy routing as far as it marks packets: `route-map` with `set ip precedence` and the like, and
`ip policy route-map` on an interface.

The entries are looked at in the order of their numbers. The first whose match lines all hold
decides; `deny` leaves the packet alone (Cisco IOS IP Routing: Protocol-Independent Command
Reference, `route-map (IP)`, `ip policy route-map`, `match length`, `set ip precedence`). Packets
are marked after rate limits and input policies (Cisco, Quality of Service Order of Operation).
"""

from __future__ import annotations

from qosc.fields import TOS_NAMES, Field
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    code_point,
    equal,
    number,
    phrase,
    recognised,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    AllOf,
    AnyOf,
    Interval,
    Mark,
    Predicate,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Test,
)
from qosc.source import Span

__all__ = ["RouteMaps"]


_FIRST = 10
"""The number of an entry that gives none."""


class _Entry:
    __slots__ = ("lines", "marks", "matches", "origin", "permit")

    def __init__(self, origin: Span, *, permit: bool) -> None:
        self.origin = origin
        self.permit = permit
        self.matches: list[Predicate] = []
        self.marks: dict[Field, Mark] = {}

    def rule(self) -> Rule:
        """Policy routing looks at IP packets only."""
        operands = (equal(Field.VERSION, (4,), self.origin), *self.matches)
        match = operands[0] if len(operands) == 1 else AllOf(operands, self.origin)
        marks = tuple(self.marks.values()) if self.permit else ()
        return Rule(match, None, marks, origin=self.origin)


class RouteMaps:
    """Collects route-maps. The lines of one count only once an interface uses it."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._sections: dict[str, list[Line]] = {}
        self._used: set[str] = set()
        self._lists: dict[str, RuleList | None] = {}

    def section(self, line: Line) -> None:
        """A line `route-map NAME [permit|deny] [N]`, of which some line below could mark, or such a
        line with `no`: it takes the entry of that number away, and without one the whole map.
        """
        words = line.text.split()[1 + line.negated :]
        if not words:
            return
        if not line.negated:
            self._sections.setdefault(words[0], []).append(line)
            return
        self._account.modelled(line)
        kept = []
        for one in self._sections.pop(words[0], ()):
            if _number(words[1:]) in (None, _number(one.text.split()[2:]) or str(_FIRST)):
                for each in one.walk():
                    self._account.modelled(each)
            else:
                kept.append(one)
        if kept:
            self._sections[words[0]] = kept

    def use(self, line: Line) -> RuleList | None:
        """What `ip policy route-map NAME` does; None where it marks nothing. Raises `Rejected`."""
        words = phrase("route_map", line).words()
        if line.negated:
            return None
        if not words:
            raise Rejected(None, "a route-map is missing")
        name = words[0].text
        if name not in self._lists:
            self._lists[name] = self._lower(name, line.span())
        return self._lists[name]

    def finish(self) -> None:
        """Say what became of the route-maps that no interface uses."""
        for name, sections in self._sections.items():
            if name in self._lists:
                continue
            for section in sections:
                self._leave(section)

    def _leave(self, section: Line) -> None:
        marks = [child for child in section.children if _sets(child)]
        for line in section.walk():
            if not line.unknown and line not in marks:
                self._account.irrelevant(line)
        for line in marks:
            self._account.recognised(line, "no interface applies the route-map with `ip policy`")

    def _lower(self, name: str, origin: Span) -> RuleList | None:
        entries: dict[int, _Entry] = {}
        sections = self._sections.get(name, [])
        if not any(_sets(child) for section in sections for child in section.children):
            for section in sections:
                self._leave(section)
            return None
        for section in sections:
            try:
                node = phrase("route_map", section)
                place = int(node.words()[1].text) if len(node.words()) > 1 else _FIRST
                place = min(place, 65536)
            except (Rejected, ValueError) as error:
                reason = error if isinstance(error, Rejected) else Rejected(None, "a wrong number")
                self._account.rejected(section, reason)
                continue
            self._account.modelled(section)
            kind = node.find("permission")
            permit = kind is None or kind.word() == "permit"
            entry = entries.setdefault(place, _Entry(section.span(), permit=permit))
            for child in section.children:
                if not child.unknown:
                    self._below(entry, child)
        rules = tuple(entries[place].rule() for place in sorted(entries))
        return RuleList("ip policy", rules, origin) if rules else None

    def _below(self, entry: _Entry, line: Line) -> None:
        try:
            _statement(entry, line, phrase("route_map", line))
        except Rejected as error:
            self._account.rejected(line, error)
        else:
            self._account.modelled(line)


def _number(words: list[str]) -> str | None:
    """The number of an entry; None where there is none."""
    return words[-1] if words and words[-1].isdecimal() else None


def _sets(line: Line) -> bool:
    words = line.text.lower().split()
    return line.keyword.startswith("set ") and not any("df".startswith(w) for w in words[2:3])


def _statement(entry: _Entry, line: Line, node: Node) -> None:
    if node.name == "match_address":
        lists = tuple(
            Reference(RefKind.ACCESS_LIST, word.text, at(line, word)) for word in node.words()
        )
        match: Predicate = lists[0] if len(lists) == 1 else AnyOf(lists, line.span())
        _match(entry, line, match)
    elif node.name == "match_length":
        low, high = (number(word, 0, 2_147_483_647, "a packet length") for word in node.words())
        if low > high:
            raise Rejected(None, "the least length is above the greatest")
        bounds = Interval(min(low, 65535), min(high, 65535))
        _match(entry, line, Test(Field.LENGTH, (bounds,), line.span()))
    elif node.name in ("match_other", "set_df"):
        raise recognised(None, "this part of policy routing is not in the model")
    else:
        mark = _mark(line, node)
        entry.marks.pop(mark.field, None)
        if not line.negated:
            entry.marks[mark.field] = mark


def _match(entry: _Entry, line: Line, match: Predicate) -> None:
    if line.negated:
        entry.matches = [kept for kept in entry.matches if kept != match]
    else:
        entry.matches.append(match)


def _mark(line: Line, node: Node) -> Mark:
    origin = line.span()
    if node.name == "set_qos_group":
        return Mark(Field.QOS_GROUP, number(node, 0, 99, "a qos-group"), origin)
    value = node.nodes()[0]
    if node.name == "set_tos":
        text = value.word()
        tos = TOS_NAMES[text] if text in TOS_NAMES else number(value, 0, 15, "a TOS", "RFC 1349")
        return Mark(Field.TOS, tos, origin)
    field = Field.PRECEDENCE if node.name == "set_precedence" else Field.DSCP
    return Mark(field, code_point(field, value), origin)
