"""The buckets of a meter, by hand: every back end has the same, and none makes one up."""

from __future__ import annotations

import re

import qosc
from qosc.api import verify_script

PORT = "GigabitEthernet0/1"
THREE_COLOURS = (
    "class-map match-any A\n match dscp ef\npolicy-map P\n class A\n"
    "  police cir percent 10 bc 200 ms be 400 ms\n   conform-action transmit\n"
    "   exceed-action set-dscp-transmit af11\n   violate-action drop\n"
    f"interface {PORT}\n service-policy output P\n"
)
NO_BURST = (
    "firewall { policer P { if-exceeding { bandwidth-limit 1m; } then discard; }\n"
    " family inet { filter F { term a { then { policer P; accept; } } } } }\n"
    "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n"
)


def test_an_excess_burst_in_ms_is_of_the_rate_and_not_of_a_share_of_it() -> None:
    # 10 % of 1 Gbit/s are 100 Mbit/s: 200 ms of them 2500000 bytes, 400 ms 5000000.
    config = qosc.loads(THREE_COLOURS, platform="ios-15")
    made = qosc.compile(config, target="tc", interface=PORT)
    script = "\n".join(file.text for file in made.files)
    assert set(re.findall(r"police rate 100000000bit burst (\d+)b", script)) == {
        "2500000",
        "7500000",
    }
    assert not verify_script(config, script, made.ledger, interface=PORT).differences
    scenario = "\n".join(
        file.text for file in qosc.compile(config, target="sim", interface=PORT).files
    )
    assert "ebs_bytes: 5000000" in scenario


def test_a_burst_that_nobody_gives_is_not_made_up() -> None:
    config = qosc.loads(NO_BURST, platform="junos-mx")
    for target in ("tc", "sim"):
        made = qosc.compile(config, target=target, interface="ge-0/0/0", allow_loss=True)
        lost = [each.path for each in made.ledger if each.fidelity.value == "unsupported"]
        assert any(path.endswith("policer > meter > cir") for path in lost), target
        text = "\n".join(file.text for file in made.files)
        assert "action police" not in text
        assert "cir_bps" not in text
