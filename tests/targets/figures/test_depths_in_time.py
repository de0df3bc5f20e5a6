"""A depth that is a time is of one rate, in the script and in the scenario."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Entry, Fidelity

IOS = (
    "class-map match-any A\n match dscp ef\npolicy-map P\n class A\n  bandwidth percent 10\n"
    "  queue-limit 100 ms\n class class-default\n  bandwidth percent 20\n"
    "interface GigabitEthernet0/1\n service-policy output P\n"
)
JUNOS = (
    "class-of-service { schedulers { s { transmit-rate percent 10; buffer-size temporal 100k; }\n"
    " r { transmit-rate percent 80; } c { transmit-rate percent 10; } }\n"
    " scheduler-maps { m { forwarding-class expedited-forwarding scheduler s;\n"
    " forwarding-class best-effort scheduler r; forwarding-class network-control scheduler c; } }\n"
    " interfaces { ge-0/0/0 { scheduler-map m; } } }\n"
    "interfaces { ge-0/0/0 { unit 0 { family inet { address 10.0.0.1/24; } } } }\n"
)


@pytest.mark.parametrize(
    ("text", "platform", "port"),
    [(IOS, "ios-xe", "GigabitEthernet0/1"), (JUNOS, "junos-mx", "ge-0/0/0")],
)
def test_100_ms_of_a_tenth_of_a_gigabit(text: str, platform: str, port: str) -> None:
    # 100 Mbit/s * 0.1 s / 8
    config = qosc.loads(text, platform=platform)
    texts = {
        target: qosc.compile(config, target=target, interface=port, allow_loss=True).files[0].text
        for target in ("tc", "sim")
    }
    assert "bfifo limit 1250000" in texts["tc"]
    assert "bytes: 1250000" in texts["sim"]


def depth_entry(text: str, target: str, port: str, platform: str) -> Entry:
    config = qosc.loads(text, platform=platform)
    made = qosc.compile(config, target=target, interface=port, allow_loss=True)
    return next(entry for entry in made.ledger if entry.path.endswith("limits[1] > depth"))


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_junos_pages_differ_on_the_rate_so_that_both_depths_are_told(target: str) -> None:
    # Juniper, buffer-size: the logical interface speed, 1 Gbit/s * 0.1 s / 8 = 12500000 bytes;
    # Configuring Large Delay Buffers in CoS: the transmit rate, a tenth of it.
    entry = depth_entry(JUNOS, target, "ge-0/0/0", "junos-mx")
    assert entry.fidelity is Fidelity.UNKNOWN
    assert entry.got == "1250000 bytes"
    assert "1250000 bytes" in entry.note
    assert "12500000 bytes" in entry.note


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_queue_with_the_whole_interface_has_one_depth_by_all_pages(target: str) -> None:
    text = JUNOS.replace("transmit-rate percent 10; buffer-size", "buffer-size")
    text = text.replace("forwarding-class best-effort scheduler r;", "")
    text = text.replace("forwarding-class network-control scheduler c;", "")
    entry = depth_entry(text, target, "ge-0/0/0", "junos-mx")
    assert entry.fidelity is Fidelity.APPROX


def test_ios_says_of_which_rate_a_time_is() -> None:
    entry = depth_entry(IOS, "tc", "GigabitEthernet0/1", "ios-xe")
    assert entry.fidelity is Fidelity.APPROX
