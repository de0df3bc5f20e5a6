"""Kinds of code points, their aliases, and the tables of the default classifiers and rewrite rules.

Sources: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)": Default Aliases for
CoS Value Bit Patterns Overview; Default DSCP and DSCP IPv6 Classifiers; Default IP Precedence
Classifier (tables ipprec-default and ipprec-compatibility); Default MPLS EXP Classifier; Default
IEEE 802.1p Classifier; Applying Default Rewrite Rules.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.fields import Field
from qosc.frontends.junos.text.values import DSCPS
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node

__all__ = [
    "KINDS",
    "SHOWN",
    "Aliases",
    "Kind",
    "default_aliases",
    "default_codes",
    "default_rewrites",
    "unsettled_rewrites",
]


class Kind(NamedTuple):
    """A kind of code point: its field, and the IP version whose packets have it (0: any)."""

    field: Field
    version: int
    bits: int


KINDS = {
    "ieee-802.1": Kind(Field.COS, 0, 3),
    "exp": Kind(Field.MPLS_EXP, 0, 3),
    "inet-precedence": Kind(Field.PRECEDENCE, 4, 3),
    "dscp": Kind(Field.DSCP, 4, 6),
    "dscp-ipv6": Kind(Field.DSCP, 6, 6),
}
"""In the order in which a packet's code points are looked at: the last one decides. There is no
field for drop eligibility (`ieee-802.1ad`, `frame-relay-de`)."""

_THREE = {
    "be": 0,
    "be1": 1,
    "ef": 2,
    "ef1": 3,
    "af11": 4,
    "af12": 5,
    "nc1": 6,
    "cs6": 6,
    "nc2": 7,
    "cs7": 7,
}
_SIX = {**DSCPS, "nc1": 48, "nc2": 56}

_BE, _EF, _AF, _NC = (
    "best-effort",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
)
_Codes = dict[int, tuple[str, str]]


_LOSSLESS = {3: "fcoe", 4: "no-loss"}


def default_codes(kind: str, tables: str = "routers") -> _Codes:
    """The (forwarding class, loss priority) of each code point in the default classifier.

    `tables` says whose, see `JunosDefaults.tables`: those of switches have the classes that they
    have by default, and loss priority low.


    `compatibility` is `ipprec-compatibility`, which is in force without being asked for, and
    `compatibility-ipv6` the same for IPv6, taken to go by the same three bits: no public source
    has the table of `dscp-ipv6-compatibility`.
    """
    if tables != "routers":
        odd = _LOSSLESS if tables == "qfx" and kind == "ieee-802.1" else {}
        return {
            code: (_NC if name == _NC else odd.get(code, _BE), "low")
            for code, (name, _) in default_codes(kind).items()
        }
    if kind == "compatibility-ipv6":
        table = default_codes("compatibility")
        return {code: table[code >> 3] for code in range(64)}
    if kind == "compatibility":
        return {
            code: (_NC if code > 5 else _BE, "high" if code & 1 else "low") for code in range(8)
        }
    if KINDS[kind].bits == 6:
        codes: _Codes = dict.fromkeys(range(64), (_BE, "low"))
        codes |= {
            10: (_AF, "low"),
            12: (_AF, "high"),
            14: (_AF, "high"),
            46: (_EF, "low"),
            48: (_NC, "low"),
            56: (_NC, "low"),
        }
        return codes
    if kind == "inet-precedence":
        codes = dict.fromkeys(range(8), (_BE, "low"))
        return codes | {1: (_AF, "low"), 5: (_EF, "low"), 6: (_NC, "low"), 7: (_NC, "high")}
    names = (_BE, _EF, _AF, _NC)
    return {code: (names[code >> 1], "high" if code & 1 else "low") for code in range(8)}


def default_rewrites(kind: str, rewrites: str = "routers") -> dict[tuple[str, str], int]:
    """The code point of each (forwarding class, loss priority) in the default rewrite rule.

    `rewrites` says whose, see `JunosDefaults.rewrites`. What `unsettled_rewrites` speaks of is
    left out.
    """
    table = _router_rewrites(kind)
    if unsettled_rewrites(kind, rewrites):
        return {pair: code for pair, code in table.items() if pair[0] in (_BE, _NC)}
    return table


def unsettled_rewrites(kind: str, rewrites: str) -> str:
    """What keeps part of a default rewrite rule from being known; empty where all of it is."""
    if rewrites == "qfx":
        return "is in no public source but for best-effort and network-control"
    if rewrites == "ptx" and kind == "exp":
        return (
            "depends on the release but for best-effort and network-control of loss priority low "
            "and high: since 21.1 other loss priorities of these, before that expedited-forwarding "
            "and assured-forwarding"
        )
    return ""


def _router_rewrites(kind: str) -> dict[tuple[str, str], int]:
    if KINDS[kind].bits == 6:
        be, ef, af, nc = (0, 0), (46, 46), (10, 12), (48, 56)
    elif kind == "inet-precedence":
        be, ef, af, nc = (0, 0), (5, 5), (1, 1), (6, 7)
    else:
        be, ef, af, nc = (0, 1), (2, 3), (4, 5), (6, 7)
    pairs = ((_BE, be), (_EF, ef), (_AF, af), (_NC, nc))
    return {
        (name, loss): codes[number]
        for name, codes in pairs
        for number, loss in enumerate(("low", "high"))
    }


SHOWN = {
    "dscp": "dscp-default",
    "dscp-ipv6": "dscp-ipv6-default",
    "exp": "exp-default",
    "ieee-802.1": "ieee8021p-default",
    "inet-precedence": "ipprec-default",
}
"""What `show class-of-service classifier` and `rewrite-rule` call the default tables; people bind
them by these names, too."""


def default_aliases(kind: str) -> tuple[str, ...]:
    """The aliases of a kind that are there without a line of the config."""
    return tuple(_SIX if KINDS[kind].bits == 6 else _THREE)


class Aliases:
    """The names of code points: those of the config, then the default ones."""

    def __init__(self, root: Node, account: Account) -> None:
        self.names: dict[str, dict[str, int]] = {}
        aliases = root.get("class-of-service", "code-point-aliases")
        for kind in aliases.children if aliases is not None else ():
            if kind.name not in KINDS:
                continue
            own = self.names.setdefault(kind.name, {})
            for alias in kind.children:
                bits = alias.children[0] if alias.children else None
                value = _bits(bits.name, KINDS[kind.name].bits) if bits is not None else None
                if bits is None or value is None:
                    account.unknown(bits or alias, "not the bits of such a code point")
                    continue
                own[alias.name] = value
                account.modelled(aliases, kind, alias, bits)

    def value(self, kind: str, text: str) -> int | None:
        """The code point that a word stands for: bits, or an alias."""
        wide = KINDS[kind].bits == 6
        code_point = self.names.get(kind, {}).get(text)
        if code_point is None:
            code_point = (_SIX if wide else _THREE).get(text)
        return _bits(text, KINDS[kind].bits) if code_point is None else code_point


def _bits(text: str, width: int) -> int | None:
    text = text.removeprefix("b")
    if len(text) != width or text.strip("01"):
        return None
    return int(text, 2)
