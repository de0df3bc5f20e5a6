"""What `show` says of a shaper's rate and of a port's speed."""

from __future__ import annotations

import pytest

import qosc
from qosc.render.shows.model import show_port

POLICY = "version 15.4\npolicy-map P\n class class-default\n  shape {}\ninterface {}\n{}"
APPLIED = " service-policy output P\n"


def shown(shape: str, port: str = "Serial0/0", lines: str = " bandwidth 8000\n") -> str:
    config = qosc.loads(POLICY.format(shape, port, lines + APPLIED))
    device = config.complete_device
    (found,) = [each for each in device.ports.values() if each.output]
    return " ".join(" ".join(show_port(device, found, config.profile)).split())


@pytest.mark.parametrize(
    ("shape", "rate"),
    [
        ("peak 1000000 8000 16000", "3 Mbit/s"),
        # Without a Be it is the Bc: Cisco ASR 901 command reference, shape; 64 kbit/s make 128.
        ("peak 64000 8000", "128 kbit/s"),
        ("peak 64000", "128 kbit/s"),
        ("peak percent 10 20 ms 40 ms", "2400 kbit/s"),
    ],
)
def test_a_peak_shaper_is_shown_with_what_it_sends(shape: str, rate: str) -> None:
    """CIR * (1 + Be / Bc): Cisco IOS QoS Solutions Command Reference, shape."""
    words = shown(shape).replace(" class-default", "")
    assert f"shaped to {rate}" in words


@pytest.mark.parametrize(
    ("port", "lines", "head"),
    [
        (
            "GigabitEthernet0/0",
            " bandwidth 10000\n",
            "GigabitEthernet0/0: 1 Gbit/s (bandwidth 10 Mbit/s: percentages only)",
        ),
        ("GigabitEthernet0/0", "", "GigabitEthernet0/0: 1 Gbit/s output"),
        ("GigabitEthernet0/0", " bandwidth 1000000\n", "GigabitEthernet0/0: 1 Gbit/s output"),
        ("Serial0/0", " bandwidth 2000\n", "Serial0/0: 2 Mbit/s output"),
    ],
)
def test_bandwidth_is_not_shown_as_the_speed_of_an_ethernet_port(
    port: str, lines: str, head: str
) -> None:
    """It tells routing protocols and QoS of a speed, and changes none: Cisco IOS Interface and
    Hardware Component Command Reference, bandwidth.
    """
    assert head in shown("average 4000000", port, lines)
