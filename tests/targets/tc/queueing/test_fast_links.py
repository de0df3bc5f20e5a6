"""Early drop on links whose rate does not fit into the 32 bits that tc has for it."""

from __future__ import annotations

import re

import qosc
from qosc.api import verify_script
from qosc.ledger import Fidelity
from qosc.targets.base import Artefact

CONFIG = """class-map match-all A
 match dscp 10
policy-map P
 class A
  bandwidth percent 50
  random-detect dscp-based
{more}interface HundredGigE0/0/0
 service-policy output P
"""
MOST = 4_294_967_295 * 8
"""bit/s: 32 bits of bytes a second (iproute2 tc/q_red.c, get_rate)."""


def made(more: str = "", interface: str = "HundredGigE0/0/0") -> tuple[qosc.Config, Artefact]:
    text = CONFIG.format(more=more).replace("HundredGigE0/0/0", interface)
    config = qosc.loads(text, platform="ios-xe")
    return config, qosc.compile(config, allow_loss=True)


def bandwidths(artefact: Artefact) -> list[int]:
    return [int(n) for n in re.findall(r" red .* bandwidth (\d+)bit", artefact.files[0].text)]


def test_the_bandwidth_of_red_is_one_that_tc_takes_and_the_ledger_says_so() -> None:
    config, artefact = made("  random-detect exponential-weighting-constant 9\n")
    assert bandwidths(artefact) == [MOST]
    (entry,) = [e for e in artefact.ledger if e.path.endswith("wred > exponent")]
    assert entry.fidelity is Fidelity.APPROX
    # 50 Gbit/s over 34.36.
    assert "34.36 Gbit/s, the most that tc takes: 1.46 times more slowly" in entry.note
    assert verify_script(config, artefact.files[0].text, artefact.ledger).differences == ()


def test_without_a_weight_the_entries_of_the_thresholds_say_so() -> None:
    _, artefact = made()
    said = [e for e in artefact.ledger if "34.36 Gbit/s" in e.note]
    assert said
    assert Fidelity.EXACT not in {entry.fidelity for entry in said}


def test_a_slower_link_is_taken_as_it_is() -> None:
    _, artefact = made(interface="FortyGigabitEthernet0/0/0")
    assert bandwidths(artefact) == [20_000_000_000]
    assert not [e for e in artefact.ledger if "the most that tc takes" in e.note]


def test_a_queue_of_hundreds_of_megabytes_is_told() -> None:
    _, artefact = made("  queue-limit 50 ms\n")
    (entry,) = [e for e in artefact.ledger if e.path.endswith("depth") and "class A" in e.path]
    # 50 Gbit/s for 50 ms.
    assert "up to 312 MB of packets (50 ms at 50 Gbit/s) stay in the kernel's memory" in entry.note


def test_a_queue_of_a_few_megabytes_is_not() -> None:
    _, artefact = made("  queue-limit 1 ms\n")
    (entry,) = [e for e in artefact.ledger if e.path.endswith("depth") and "class A" in e.path]
    assert "kernel's memory" not in entry.note
