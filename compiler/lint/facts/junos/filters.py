"""The firewall filters of a JunOS text by their statements, and the units that apply them."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.nat import network
from qosc.lint.facts.junos.statements import Statement, Words, below
from qosc.tuples import NamedTuple

__all__ = [
    "DENIED",
    "Term",
    "Use",
    "networks_of_lists",
    "networks_of_units",
    "prefixes",
    "terms",
    "uses",
]

DENIED = frozenset(("discard", "reject"))
"""The actions of a term that drop its packets."""


class Term(NamedTuple):
    """A term of a filter: its statements of `from` and `then`, with the words behind these."""

    family: str
    filter: str
    name: str
    origins: list[tuple[Statement, Words]]
    actions: list[tuple[Statement, Words]]

    @property
    def line(self) -> int:
        """The first line of the term."""
        return min(one.line for one, _ in (*self.origins, *self.actions))


class Use(NamedTuple):
    """A filter that a unit applies: `input` or `output`."""

    unit: str
    family: str
    way: str
    filter: str
    line: int


def terms(context: Context) -> dict[tuple[str, str], dict[str, Term]]:
    """The terms by name of each filter, by its family and name. Use through `context.once`."""
    by_filter: dict[tuple[str, str], dict[str, Term]] = {}
    for one, rest in below(context, "firewall"):
        family, words = ("inet", rest) if rest[0] == "filter" else ("", Words())
        if rest[0] == "family" and len(rest) > 2:
            family, words = rest[1], rest[2:]
        if words[:1] != ("filter",) or len(words) < 5 or words[2] != "term":
            continue
        of = by_filter.setdefault((family, words[1]), {})
        term = of.setdefault(words[3], Term(family, words[1], words[3], [], []))
        if words[4] == "from" and len(words) > 5:
            term.origins.append((one, words[5:]))
        elif words[4] == "then" and len(words) > 5:
            term.actions.append((one, words[5:]))
    return {
        key: {name: term for name, term in of.items() if term.origins or term.actions}
        for key, of in by_filter.items()
    }


def uses(context: Context) -> list[Use]:
    """Each filter that a unit applies. Use through `context.once`."""
    listed = []
    for one, rest in below(context, "interfaces", "*"):
        words = one.words
        if rest[0] != "unit" or "filter" not in rest[:-2]:
            continue
        at = rest.index("filter")
        family = rest[3] if rest[2:3] == ("family",) and at > 3 else "any"
        way = rest[at + 1].removesuffix("-list")
        if way in ("input", "output"):
            listed.append(Use(f"{words[1]}.{rest[1]}", family, way, rest[at + 2], one.line))
    return listed


def networks_of_units(context: Context) -> dict[str, list[IPv4Network]]:
    """The IPv4 networks of each unit that are no mere links. Use through `context.once`."""
    networks: dict[str, list[IPv4Network]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:4] == ("family", "inet", "address") and len(rest) > 4:
            net = network(rest[4])
            if net is not None and 0 < net.prefixlen <= _HOSTS:
                networks.setdefault(f"{one.words[1]}.{rest[0]}", []).append(net)
    return networks


_HOSTS = 29


def networks_of_lists(context: Context) -> dict[str, list[tuple[IPv4Network, int]]]:
    """The IPv4 networks of each prefix list, with their lines. Use through `context.once`."""
    networks: dict[str, list[tuple[IPv4Network, int]]] = {}
    for one, rest in below(context, "policy-options", "prefix-list"):
        if len(rest) == 2 and (net := network(rest[1])) is not None:
            networks.setdefault(rest[0], []).append((net, one.line))
    return networks


def prefixes(
    context: Context, term: Term, side: str
) -> Iterator[tuple[IPv4Network | None, Statement]]:
    """The networks that a term matches on one side, those of prefix lists too.

    What cannot be told (an exception, an undefined or empty list) is None.
    """
    lists = context.once(networks_of_lists)
    for one, words in term.origins:
        if words[0] in (f"{side}-address", "address") and len(words) > 1:
            plain = len(words) == 2 and words[0] != "address"
            yield (network(words[1]) if plain else None), one
        elif words[0] in (f"{side}-prefix-list", "prefix-list") and len(words) > 1:
            nets = lists.get(words[1], []) if len(words) == 2 and words[0] != "prefix-list" else []
            if not nets:
                yield None, one
            for net, _ in nets:
                yield net, one
