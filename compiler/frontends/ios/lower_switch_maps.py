"""What a Catalyst switch says for all its ports: the maps from code points to code points and to
queues.

The defaults are those of the Catalyst 2960 and 3560 Software Configuration Guides, "Configuring
QoS": CoS n and IP precedence n stand for DSCP 8n; "Mapping DSCP or CoS Values to an Egress Queue
and to a Threshold ID" gives the queue of each DSCP and CoS.
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lowering import Account, Rejected, number, phrase, recognised
from qosc.frontends.ios.statements import Node

__all__ = ["SwitchMaps"]

_WHY = {
    "mls_qos": "ports that trust nothing reset the marks of their packets: only trust is modelled",
    "map_other": "only the maps from CoS and from IP precedence are in the model",
    "srr_other": "queues at the input of a port, and thresholds, are not in the model",
    "queue_set_output": "buffers that ports share are not in the model",
    "aggregate": "policers that classes share are not in the model",
    "wrr_bandwidth": "round robin for the whole switch is not in the model",
    "wrr_cos_map": "round robin for the whole switch is not in the model",
    "auto_qos": "what AutoQoS makes stands in lines of its own",
}
_OTHER = "this setting of the switch is not in the model"
_COS_QUEUES = {0: 2, 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 4, 7: 4}


class SwitchMaps:
    """The maps of a switch."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self.cos_dscp = [8 * n for n in range(8)]
        self.precedence_dscp = [8 * n for n in range(8)]
        self.cos_queue = dict(_COS_QUEUES)
        self.dscp_queue = {dscp: _COS_QUEUES[dscp >> 3] for dscp in range(64)}
        self.by_cos: list[Line] = []
        self.by_dscp: list[Line] = []

    @property
    def shaped_round_robin(self) -> bool:
        """Whether the config maps anything to queues of shaped round robin."""
        return bool(self.by_cos or self.by_dscp)

    def label(self) -> tuple[Field, dict[int, int]]:
        """The field that chooses the queue of a port, and the queue of each of its values.

        A switch goes by the DSCP of ports that trust it, and by CoS where CoS is trusted; the maps
        agree unless they are changed. The one that the config changes counts, and DSCP first.
        """
        if self.by_cos and not self.by_dscp:
            return Field.COS, self.cos_queue
        return Field.DSCP, self.dscp_queue

    def finish(self) -> None:
        """Say what of the maps does not count."""
        if self.by_cos and self.by_dscp:
            for line in self.by_cos:
                self._account.recognised(line, "the queues are taken to go by the map of DSCP")

    def line(self, line: Line) -> None:
        """A global line `mls qos ...`, `wrr-queue ...` or `auto qos ...`."""
        try:
            self._apply(line, phrase("switch_qos", line))
        except Rejected as error:
            self._account.rejected(line, error)
        else:
            self._account.modelled(line)

    def _apply(self, line: Line, node: Node) -> None:
        if node.name in ("map_cos_dscp", "map_ip_prec_dscp"):
            values = [number(word, 0, 63, "a DSCP", "RFC 2474") for word in node.words()]
            if len(values) != 8 and not line.negated:
                raise Rejected(None, "a DSCP for each of the eight values is needed")
            if line.negated:
                values = [8 * n for n in range(8)]
            if node.name == "map_cos_dscp":
                self.cos_dscp = values
            else:
                self.precedence_dscp = values
        elif node.name == "srr_map" and not line.negated:
            self._map(line, node)
        else:
            raise recognised(None, _WHY.get(node.name, _OTHER))

    def _map(self, line: Line, node: Node) -> None:
        queue, threshold, *values = node.words()
        target = number(queue, 1, 4, "a queue", "Catalyst 3560 command reference")
        number(threshold, 1, 3, "a threshold", "Catalyst 3560 command reference")
        if node.nodes()[0].word() == "cos-map":
            points = [number(word, 0, 7, "a CoS", "IEEE 802.1Q") for word in values]
            self.cos_queue.update(dict.fromkeys(points, target))
            self.by_cos.append(line)
        else:
            points = [number(word, 0, 63, "a DSCP", "RFC 2474") for word in values]
            self.dscp_queue.update(dict.fromkeys(points, target))
            self.by_dscp.append(line)
