"""What a Catalyst switch says for all its ports: whether QoS is on, and the maps from code points
to code points and to queues.

Defaults of the maps between code points: CoS n and IP precedence n stand for DSCP 8n, DSCP d for
CoS d/8, and dscp-mutation changes nothing (Catalyst 3550 Multilayer Switch Software
Configuration Guide, "Default QoS Configuration"; the same in the guides of the other families).
Defaults of the maps to queues are facts of the family (`qosc.profiles.switches`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qosc.fields import Field
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    ORPHAN,
    Account,
    Rejected,
    number,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.text.lines import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qosc.frontends.cisco.catalyst.port import SwitchPort
    from qosc.frontends.cisco.catalyst.queue_sets import QueueSets
    from qosc.ir import Mark

__all__ = ["SwitchMaps"]

_FABRIC = (
    "the queues between a port and the switch fabric are not in the model: they fill only when the "
    "fabric is oversubscribed"
)
_WHY = {
    "map_other": "this map is not in the model",
    "srr_input": (
        "the two queues between all ports and the ring are not in the model: how fast they empty "
        "depends on what all ports of the switch receive"
    ),
    "srr_other": "a threshold belongs to a queue: this form is not in the model",
    "rcv": _FABRIC,
    "dbl": "dynamic buffer limiting drops by flow, in a way that Cisco does not document",
    "auto_qos": "what AutoQoS makes for the whole switch stands in lines of its own",
    "rewrite": (
        "packets keep the DSCP that they came with: trace and diff follow that, and elsewhere the "
        "model writes that of the switch into them, and chooses queues by it"
    ),
    "global_other": "this setting of the switch is not in the model",
}
_OFF = "without effect: QoS is off for the whole switch"
_NEVER_ON = "without effect: QoS is off, since the config does not say `mls qos`"
_NEEDS_MLS = ("cat3550", "cat3750")
"""Switches with QoS off until `mls qos`, which a running configuration then shows (Catalyst 3550
and 3750 command references, `mls qos`). The Catalyst 2950 has no such line, and some supervisors of
the 6500 do without it."""
_LEAVES = (
    "it gives the CoS of tagged frames that leave, which the model does not write; the queues here "
    "do not go by it"
)
_WRR = frozenset(("wrr_bandwidth", "wrr_cos_map", "wrr_limit"))
"""Lines that the Catalyst 2950 has for all its ports."""
_QUEUE = "Catalyst 3560 command reference"
_BY_COS = frozenset(("cos", "cos pass-through dscp"))
"""What a port trusts that goes by CoS."""


class SwitchMaps:
    """The maps of a switch. `platform` is a name of `qosc.platforms`."""

    def __init__(self, account: Account, platform: str = "", *, whole: bool = False) -> None:
        self.account = account
        self.platform = platform
        self._whole = whole
        """Whether the text is all of a running configuration."""
        self.enabled: Line | None = None
        """The line `mls qos` (`qos` on the Catalyst 4500)."""
        self.disabled: Line | None = None
        self.cos_dscp = [8 * n for n in range(8)]
        self.precedence_dscp = [8 * n for n in range(8)]
        self.dscp_cos = [n >> 3 for n in range(64)]
        self.dscp_cos_lines: list[Line] = []
        """The lines that change it, as long as no queue has gone by it."""
        self.mutations: dict[str, dict[int, int]] = {}
        self.cos_out: dict[int, tuple[int, int]] = {}
        """Queue and threshold of the CoS values that the config names; `dscp_out` alike."""
        self.dscp_out: dict[int, tuple[int, int]] = {}
        self.by_cos: list[Line] = []
        self.by_dscp: list[Line] = []
        self.tx_out: dict[int, int] = {}
        """Transmit queue of the DSCPs that the config names (Catalyst 4500)."""
        self.after: dict[str, list[tuple[Line | None, tuple[Mark, ...]]]] = {}
        """By input policy: for each port that has it, what is written into packets that the policy
        leaves open, and the line that says so."""
        self.trusted: set[str] = set()
        """What the ports trust, once all of them are known."""
        self._said: set[tuple[Line, str]] = set()
        self._sets: QueueSets | None = None
        self._all: SwitchPort | None = None

    @property
    def sets(self) -> QueueSets:
        """The queue-sets, which divide the buffers of ports."""
        if self._sets is None:
            from qosc.frontends.cisco.catalyst.queue_sets import QueueSets

            self._sets = QueueSets()
        return self._sets

    @property
    def all_ports(self) -> SwitchPort | None:
        """What `wrr-queue` lines outside of interfaces say for all ports."""
        return self._all

    @property
    def off(self) -> str:
        """Why QoS is off for the whole switch; empty where it is on, or may be."""
        if self.disabled is not None:
            return _OFF
        never = self._whole and self.enabled is None and self.platform in _NEEDS_MLS
        return _NEVER_ON if never else ""

    def label(self) -> Field:
        """The field that chooses the queue of a port with shaped round robin.

        A switch goes by the DSCP of packets from ports that trust it, and by CoS where CoS is
        trusted (Cisco, Catalyst 3750 Switch Software Configuration Guide, "Queueing and Scheduling
        Overview"); the maps agree unless they are changed. Where no port says what it trusts, the
        map that is changed counts; DSCP where ports differ.
        """
        if self.trusted and self.trusted <= _BY_COS:
            return Field.COS if self.by_cos or self.by_dscp else Field.DSCP
        if self.trusted and not self.trusted & _BY_COS:
            return Field.DSCP
        return Field.COS if self.by_cos and not self.by_dscp else Field.DSCP

    def queues_by_cos(self) -> bool:
        """Whether queues are chosen by the CoS in the frame itself."""
        return self.platform == "cat2950" or self.label() is Field.COS

    def finish(self) -> None:
        """Say what of the maps does not count."""
        by_cos = self.label() is Field.COS
        name = "CoS" if by_cos else "DSCP"
        for line in self.by_dscp if by_cos else self.by_cos:
            self.account.recognised(line, f"the queues are taken to go by the map of {name}")
        for line in self.dscp_cos_lines:
            self.account.recognised(line, _LEAVES)

    def recognised(self, line: Line, reason: str) -> None:
        """Say once that a line is not in the model, however many ports it holds for."""
        if (line, reason) not in self._said:
            self._said.add((line, reason))
            self.account.recognised(line, reason)

    def line(self, line: Line) -> None:
        """A global line `mls qos ...`, `qos ...`, `wrr-queue ...` or `auto qos ...`."""
        from qosc.frontends.cisco.catalyst.port_values import switch_phrase

        try:
            self._apply(line, switch_phrase(line))
        except Rejected as error:
            self.account.rejected(line, error)
        else:
            self.account.modelled(line)

    def _apply(self, line: Line, node: Node) -> None:
        name = node.name
        if name == "mls_qos":
            self.enabled, self.disabled = (None, line) if line.negated else (line, None)
        elif name in _MAPS:
            _MAPS[name](self, line, node)
        elif name in ("buffers", "thresholds"):
            self.sets.line(line, node)
        elif name in ("srr_map", "srr_map_short", "srr_map_gone"):
            self._map(line, node)
        elif name in _WRR:
            if self._all is None:
                from qosc.frontends.cisco.catalyst.port import SwitchPort

                self._all = SwitchPort()
            self._all.line(line, self.account)
        elif line.keyword == "srr-queue":
            raise recognised(None, ORPHAN)
        else:
            rewrite = "rewrite" in line.text.lower().split()
            if rewrite and not line.negated:
                return
            raise recognised(None, _WHY.get("rewrite" if rewrite else name, _WHY["global_other"]))

    def _map(self, line: Line, node: Node) -> None:
        by_cos = node.nodes()[0].word() == "cos-map"
        queues, lines = (self.cos_out, self.by_cos) if by_cos else (self.dscp_out, self.by_dscp)
        if line.negated or node.name == "srr_map_gone":
            queues.clear()
            lines.clear()
            return
        queue, *values = node.words()
        target, threshold = number(queue, 1, 4, "a queue", _QUEUE), 1
        if node.name == "srr_map":
            threshold = number(values.pop(0), 1, 3, "a threshold", _QUEUE)
        points = [_cos(word) if by_cos else _dscp(word) for word in values]
        queues.update(dict.fromkeys(points, (target, threshold)))
        lines.append(line)


def _dscp(word: Word) -> int:
    return number(word, 0, 63, "a DSCP", "RFC 2474")


def _cos(word: Word) -> int:
    return number(word, 0, 7, "a CoS", "IEEE 802.1Q")


def _eight(line: Line, node: Node) -> list[int]:
    values = [_dscp(word) for word in node.words()]
    if line.negated:
        return [8 * n for n in range(8)]
    if len(values) != 8:
        raise Rejected(None, "a DSCP for each of the eight values is needed")
    return values


def _cos_dscp(maps: SwitchMaps, line: Line, node: Node) -> None:
    maps.cos_dscp = _eight(line, node)


def _precedence_dscp(maps: SwitchMaps, line: Line, node: Node) -> None:
    maps.precedence_dscp = _eight(line, node)


def _cos_to_dscp(maps: SwitchMaps, line: Line, node: Node) -> None:
    *values, target = node.words()
    for word in values:
        cos = _cos(word)
        maps.cos_dscp[cos] = 8 * cos if line.negated else _dscp(target)


def _pairs(line: Line, node: Node, what: str) -> tuple[list[int], Word | None]:
    """The DSCPs before `to` and the word after it; none of either behind `no`."""
    pairs = node.find("pairs")
    words = pairs.words() if pairs is not None else ()
    if len(words) < 2:
        if line.negated:
            return [], None
        raise Rejected(None, f"a map needs DSCPs, `to` and {what}")
    return [_dscp(word) for word in words[:-1]], words[-1]


def _dscp_cos(maps: SwitchMaps, line: Line, node: Node) -> None:
    if node.name == "map_dscp_to_cos":
        *given, target = node.words()
        values: Sequence[int] = [_dscp(word) for word in given]
        cos_word: Word | None = target
    else:
        values, cos_word = _pairs(line, node, "a CoS")
    if cos_word is None or line.negated:
        for value in values or range(64):
            maps.dscp_cos[value] = value >> 3
        return
    cos = _cos(cos_word)
    maps.dscp_cos_lines.append(line)
    for value in values:
        maps.dscp_cos[value] = cos


def _mutation(maps: SwitchMaps, line: Line, node: Node) -> None:
    _update(maps.mutations.setdefault(unquoted(node.word()), {}), line, node)


def _update(table: dict[int, int], line: Line, node: Node) -> None:
    values, word = _pairs(line, node, "a DSCP")
    if word is None:
        table.clear()
        return
    target = _dscp(word)
    for value in values:
        table[value] = value if line.negated else target


def _tx_queue(maps: SwitchMaps, line: Line, node: Node) -> None:
    *values, target = node.words()
    queue = number(target, 1, 4, "a transmit queue", "Catalyst 4500 command reference")
    for word in values:
        if line.negated:
            maps.tx_out.pop(_dscp(word), None)
        else:
            maps.tx_out[_dscp(word)] = queue


_MAPS = {
    "map_cos_dscp": _cos_dscp,
    "map_ip_prec_dscp": _precedence_dscp,
    "map_dscp_cos": _dscp_cos,
    "map_dscp_to_cos": _dscp_cos,
    "map_cos_to_dscp": _cos_to_dscp,
    "map_mutation": _mutation,
    "map_tx_queue": _tx_queue,
}
