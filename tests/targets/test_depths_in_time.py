"""A depth that is a time is of one rate, in the script and in the scenario."""

from __future__ import annotations

import pytest

import qosc

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
