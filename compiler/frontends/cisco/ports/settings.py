"""Single settings of a port: its speed, its MTU, its queue lengths, its policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qosc.amounts import Depth, Rate, RateBase
from qosc.datapath.rates import CLOCKED, kind_of
from qosc.frontends.cisco.mqc.queueing import kilobits
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    number,
    parts_per_million,
    phrase,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Attachment, FairQueue, Reference, RefKind
from qosc.patterns import pattern

if TYPE_CHECKING:
    from qosc.frontends.cisco.ports.port_lines import PortLines

__all__ = ["SETTINGS", "attach", "clear", "packets", "tx_queue"]

_MEGA = 1_000_000
_TOP_MBPS = 10**7
_TOP_CLOCK = 10**8


def clear(target: PortLines, keyword: str) -> None:
    """`no bandwidth` and the like."""
    if keyword == "hold-queue":
        target.hold = {"in": None, "out": None}
    elif keyword == "service-policy":
        target.policies = {"input": None, "output": None}
        target.queuing = {"input": None, "output": None}
    elif keyword in ("description", "encapsulation"):
        setattr(target, keyword, "")
    elif keyword == "shutdown":
        target.shutdown = False
    elif keyword in ("abr", "cbr", "ubr", "ubr+", "vbr-nrt", "vbr-rt"):
        target.atm = None
    else:
        target.fifo = target.fifo or keyword == "fair-queue"
        names = {
            "tx-ring-limit": "tx_ring",
            "max-reserved-bandwidth": "max_reserved",
            "ip mtu": "ip_mtu",
            "fair-queue": "fair_queue",
            "clock rate": "speed",
            "clockrate": "speed",
        }
        setattr(target, names.get(keyword, keyword), None)


def attach(
    account: Account, target: PortLines, line: Line, node: Node, way: str, *, queuing: bool
) -> None:
    """Put a policy on a port, or take it off. `way` is `input` or `output`.

    Of dual policies, `queuing` holds the later.
    """
    policies = target.queuing if queuing else target.policies
    beside = target.queuing[way]
    dual = account.dialect.dual_policies and way == "output"
    if line.negated:
        words = node.words()
        if dual and words and beside is not None and beside.policy.name == unquoted(words[0].text):
            policies = target.queuing
        policies[way] = None
        return
    attachment = _attachment(line, node)
    before = policies[way]
    if before is None or before.policy.name == attachment.policy.name:
        policies[way] = attachment
    elif dual and (beside is None or beside.policy.name == attachment.policy.name):
        target.queuing[way] = attachment
    elif account.dialect.first_policy_stays:
        account.overruled(
            line,
            f"policy-map {attachment.policy.name} never takes effect on {way} of {target.name}: "
            f"policy-map {before.policy.name} is attached there",
            before.origin,
        )
    else:
        policies[way] = attachment
        name = before.policy.name
        account.overruled(
            line,
            f"policy-map {name} is taken to be replaced on {way} of {target.name} by "
            f"policy-map {attachment.policy.name}",
            attachment.origin,
            text=f"service-policy {way} {name}",
            origin=before.origin,
        )


def _attachment(line: Line, node: Node) -> Attachment:
    word = _first(node, "a policy has a name")
    policy = Reference(RefKind.POLICY_MAP, unquoted(word.text), at(line, word))
    return Attachment(policy, line.span())


def _first(node: Node, reason: str) -> Word:
    """The first word of a phrase that can do without one only behind `no`."""
    words = node.words()
    if not words:
        raise Rejected(node, reason)
    return words[0]


def packets(line: Line, node: Node) -> Depth:
    word = _first(node, "a queue has a length")
    return Depth(number(word, 0, 65535, "a queue length"), origin=at(line, word))


def _bandwidth(target: PortLines, line: Line, node: Node) -> None:
    target.bandwidth = None if line.negated else kilobits(line, node.words()[0], "a bandwidth")


def _qos_reference(target: PortLines, line: Line, node: Node) -> None:
    """What the percentages of policies are taken of, whatever `bandwidth` says (Cisco IOS Interface
    and Hardware Component Command Reference, `bandwidth qos-reference`).
    """
    speed = kilobits(line, node.words()[0], "a bandwidth")
    target.qos_reference = None if line.negated else speed


def _speed(target: PortLines, line: Line, node: Node) -> None:
    """`speed 100`, in Mbit/s: how fast the line of an Ethernet port is, and, where `bandwidth` says
    nothing, what percentages are of (Cisco IOS Interface and Hardware Component Command Reference,
    `speed`; the BW of `show interfaces` follows it).
    """
    word = node.words()[0]
    if kind_of(target.name) in CLOCKED:
        raise recognised(None, "a serial line has the speed of its clock")
    value = number(word, 1, _TOP_MBPS, "a speed", "Mbit/s")
    target.speed = None if line.negated else Rate(value * _MEGA, origin=at(line, word))


def _clock_rate(target: PortLines, line: Line, node: Node) -> None:
    """`clock rate 128000`, in bit/s: the clock that a serial interface gives the line where it is
    the DCE. It leaves the BW of `show interfaces`, which percentages are of, as it is (Cisco IOS
    Interface and Hardware Component Command Reference, `clock rate` and `bandwidth`).
    """
    word = node.words()[0]
    if kind_of(target.name) not in CLOCKED:
        raise recognised(None, "only a serial interface gives the line its clock")
    value = number(word, 1, _TOP_CLOCK, "a clock rate", "bit/s")
    target.speed = None if line.negated else Rate(value, origin=at(line, word))


_WRITTEN = pattern(r"speed\s+(?:(?:forced|auto)\s+)?(\d{1,7})(g?)(?:full|half)?(?:-\d)?\s*$")


def _any_speed(target: PortLines, line: Line, node: Node) -> None:
    """`speed forced 10000full`, `speed 100g-4` and `speed auto 1000full`, as published configs of
    Arista EOS have them: one speed is set or offered. With `speed auto`, or several speeds, the two
    ends agree on it, so that the text does not say it.
    """
    said = _WRITTEN.match(line.text.lower())
    target.speed = None
    if said is not None and not line.negated:
        mega = int(said[1]) * (1000 if said[2] else 1)
        target.speed = Rate(mega * _MEGA, origin=at(line, node.words()[0])) if mega else None


def _mtu(target: PortLines, line: Line, node: Node) -> None:
    target.mtu = None if line.negated else number(node.words()[0], 64, 65535, "an MTU")


def _without_header(target: PortLines, _line: Line, _node: Node) -> None:
    """Take off the layer 2 header, which IOS XR counts in the `mtu` of a port: 14 bytes of
    Ethernet, 4 more with a VLAN tag, 4 of PPP and HDLC (Cisco document 116350, "MTU Behavior on
    Cisco IOS XR and Cisco IOS Routers").
    """
    name = target.name.lower()
    header = 4 if name.startswith(("serial", "pos")) else 0
    if "eth" in name or "gig" in name or name.startswith("be"):
        header = 18 if "." in name else 14
    if target.mtu is not None:
        target.mtu = max(target.mtu - header, 64)


def _ip_mtu(target: PortLines, line: Line, node: Node) -> None:
    target.ip_mtu = (
        None if line.negated else number(node.words()[0], 68, 65535, "an MTU", "RFC 791")
    )


def _tx_ring(target: PortLines, line: Line, node: Node) -> None:
    target.tx_ring = None if line.negated else packets(line, node)


def tx_queue(target: PortLines, line: Line) -> None:
    """`tx-queue-limit N`: the packets below the scheduler, like `tx-ring-limit` (Cisco IOS
    Interface Command Reference).
    """
    node = phrase("port_queues", line)
    target.tx_ring = None if line.negated else packets(line, node)


def _max_reserved(target: PortLines, line: Line, node: Node) -> None:
    word = node.words()[0]
    percentage = Rate(parts_per_million(word), RateBase.PERCENT, origin=at(line, word))
    target.max_reserved = None if line.negated else percentage


def _fair_queue(target: PortLines, line: Line, node: Node) -> None:
    """`fair-queue [congestive-discard-threshold [dynamic-queues [reservable-queues]]]`."""
    words = node.words()
    values = [number(word, 0, 4096, "a number of queues or messages") for word in words]
    target.fifo = line.negated
    target.fair_queue = (
        None
        if line.negated
        else FairQueue(
            values[1] if len(values) > 1 else None,
            Depth(values[0], origin=at(line, words[0])) if values else None,
            values[2] if len(values) > 2 else None,
            line.span(),
        )
    )


SETTINGS = {
    "bandwidth": _bandwidth,
    "mtu": _mtu,
    "ip_mtu": _ip_mtu,
    "qos_reference": _qos_reference,
    "without_header": _without_header,
    "tx_ring": _tx_ring,
    "max_reserved": _max_reserved,
    "fair_queue": _fair_queue,
    "clock_rate": _clock_rate,
    "speed": _speed,
    "speed_other": _any_speed,
}
