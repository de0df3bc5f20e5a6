"""What the ledger of tc says of the depth of a queue, by the qdisc that it has become."""

from __future__ import annotations

import qosc
from qosc.ledger import Fidelity
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Red
from qosc.targets.tc.options import TcOptions


def _lowered(*lines: str):
    body = "".join(f"  {line}\n" for line in lines)
    text = (
        f"version 15.2\npolicy-map p\n class class-default\n{body}"
        "interface Serial0\n bandwidth 2000\n service-policy output p\n"
    )
    config = qosc.loads(text)
    ports = qosc.api.qos_ports(config)
    plans, ledger = lower(config.complete_device, ports, TcOptions(config.profile))
    (entry,) = [one for one in ledger if one.path.endswith("limits[1] > depth")]
    return [command.node for plan in plans for command in plan.commands], entry


def test_packets_become_bytes_where_the_queue_drops_early() -> None:
    nodes, entry = _lowered("random-detect", "queue-limit 80")
    assert entry.fidelity is Fidelity.APPROX
    assert entry.got == "120000 bytes"
    (red,) = [node for node in nodes if isinstance(node, Red)]
    assert red.limit == 120_000


def test_a_limit_below_the_curves_is_kept() -> None:
    """40 packets is the end of the ramp: a queue of 30 is full before."""
    nodes, _ = _lowered("random-detect", "queue-limit 30")
    (red,) = [node for node in nodes if isinstance(node, Red)]
    assert (red.limit, red.maximum) == (45_000, 60_000)


def test_packets_and_bytes_are_exact_where_the_queue_counts_them() -> None:
    assert _lowered("bandwidth 100", "queue-limit 80")[1].fidelity is Fidelity.EXACT
    assert _lowered("bandwidth 100", "queue-limit 8000 bytes")[1].fidelity is Fidelity.EXACT


def test_bytes_become_packets_where_flows_have_queues() -> None:
    _, entry = _lowered("fair-queue", "queue-limit 20000 bytes")
    assert entry.fidelity is Fidelity.APPROX
    assert entry.got == "19682 bytes"
