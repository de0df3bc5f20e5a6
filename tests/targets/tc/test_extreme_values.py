"""Values at the ends of what a config can say: never a script that tc refuses, nor an exception."""

from __future__ import annotations

import re

import pytest

import qosc
from qosc.api import verify_script
from qosc.ledger import Fidelity

HUGE = "9" * 30
POLICY = "class-map match-all C\n match dscp 46\npolicy-map P\n class C\n"
PORT = "interface GigabitEthernet0/0\n{} service-policy output P\n"


def made(lines: str, interface: str = "") -> qosc.targets.base.Artefact:
    config = qosc.loads(f"{POLICY}{lines}{PORT.format(interface)}", platform="ios-15")
    artefact = qosc.compile(config, allow_loss=True)
    assert verify_script(config, artefact.files[0].text, artefact.ledger).differences == ()
    return artefact


def test_flow_queues_of_one_packet_have_two_for_tc() -> None:
    text = made("  bandwidth percent 10\n  queue-limit 1 packets\n  fair-queue\n").files[0].text
    assert re.findall(r" sfq limit (\d+) ", text) == ["2"]


@pytest.mark.parametrize(
    "lines",
    [
        f"  police cir {HUGE} bc {HUGE}\n",
        f"  police rate {HUGE} pps burst {HUGE} packets\n",
        "  police rate 8000000000000 bps burst 4294967295 bytes\n",
        "  police cir 8 bc 1\n",
        f"  shape average {HUGE}\n",
        "  shape average 8\n",
        f"  bandwidth {HUGE}\n",
        f"  bandwidth percent 10\n  queue-limit {HUGE} packets\n",
        "  priority 8 1\n",
        (
            "  bandwidth percent 10\n  random-detect\n"
            f"  random-detect precedence 5 {HUGE} {HUGE} {HUGE}\n"
        ),
    ],
)
def test_a_value_at_the_end_of_its_range_is_written_as_tc_takes_it_or_told(lines: str) -> None:
    artefact = made(lines)
    for number in re.findall(r"burst (\d+)b", artefact.files[0].text):
        assert 0 < int(number) < 1 << 32
    for number in re.findall(r"(?:rate|ceil) (\d+)bit", artefact.files[0].text):
        assert 8 <= int(number) < 1 << 60


def test_packets_of_a_meter_beyond_any_link_are_unsupported() -> None:
    artefact = made(f"  police rate {HUGE} pps burst 9 packets\n")
    cir = [entry for entry in artefact.ledger if entry.path.endswith("meter > cir")]
    assert [entry.fidelity for entry in cir] in ([Fidelity.UNSUPPORTED], [])


@pytest.mark.parametrize("kbits", ["1", "20000000000000", HUGE])
def test_a_link_of_any_speed_makes_a_script(kbits: str) -> None:
    text = made("  bandwidth percent 10\n", f" bandwidth {kbits}\n").files[0].text
    for number in re.findall(r"burst (\d+)b", text):
        assert 0 < int(number) < 1 << 32
