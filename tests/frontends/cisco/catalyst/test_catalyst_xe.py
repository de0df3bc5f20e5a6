"""Catalyst switches of IOS XE: queues that share the buffers of their port."""

from __future__ import annotations

import qosc
from qosc.amounts import Depth, DepthUnit
from qosc.fields import Field
from qosc.ir import Interval, QueueLimit, TrafficClass
from qosc.ir import Test as Match


def of(*lines: str) -> TrafficClass:
    """A class on a port of 1 Gbit/s, with the defaults of the platform."""
    body = "".join(f"  {line}\n" for line in lines)
    text = (
        "switch 1 provision ws-c3850-24t\nclass-map match-any C\n match dscp af41 af42 af43\n"
        f"policy-map P\n class C\n{body}interface GigabitEthernet1/0/1\n service-policy output P\n"
    )
    config = qosc.loads(text)
    assert config.device.platform == "cat9000"
    assert not config.device.residue
    return config.complete_device.policies["P"].classes[0]


def test_a_queue_without_buffers_of_its_own_has_no_depth_in_packets() -> None:
    assert of("bandwidth remaining percent 10").limits == ()


def test_a_ratio_is_the_share_of_the_port_that_a_queue_has() -> None:
    own = Depth(100_000, DepthUnit.SHARE)
    assert of("queue-buffers ratio 10").limits == (QueueLimit(own),)
    assert of("queue-buffers ratio 10", "no queue-buffers ratio 10").limits == ()


def test_a_threshold_by_code_point_is_a_part_of_the_queue_wherever_it_stands() -> None:
    limits = of("queue-limit dscp af43 percent 80", "queue-buffers ratio 10").limits
    assert limits[1] == QueueLimit(
        Depth(80_000, DepthUnit.SHARE), Match(Field.DSCP, (Interval(38, 38),))
    )


def test_a_queue_that_only_borrows_is_reported() -> None:
    found = qosc.loads("policy-map P\n class class-default\n  queue-buffers ratio 0\n")
    assert [residue.text.strip() for residue in found.device.residue] == ["queue-buffers ratio 0"]
