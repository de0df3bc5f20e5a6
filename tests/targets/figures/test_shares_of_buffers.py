"""Shares of a port's buffer: what the ledger says of a base that the config does not settle.

Juniper, CLI Reference, delay-buffer-rate: without it "the delay-buffer calculation is based on the
guaranteed rate if one is configured, or the shaping rate if no guaranteed rate is configured".
"""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity

SHAPED = """\
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
set class-of-service schedulers A transmit-rate percent 95
set class-of-service schedulers A buffer-size percent 95
set class-of-service scheduler-maps M forwarding-class best-effort scheduler A
set class-of-service interfaces ge-0/0/0 scheduler-map M
set class-of-service interfaces ge-0/0/0 shaping-rate 10m
"""


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_share_of_a_buffer_below_a_shaper_names_the_other_base(target: str) -> None:
    config = qosc.loads(SHAPED, platform="junos-mx")
    ledger = qosc.compile(config, target=target, allow_loss=True).ledger
    found = [
        each for each in ledger if each.path.endswith("> class best-effort > limits[1] > depth")
    ]
    assert found
    for entry in found:
        assert entry.fidelity is Fidelity.UNKNOWN
        # 95 % of 100 ms at 1 Gbit/s; of the shaper's 10 Mbit/s it would be a hundredth.
        assert entry.got == "11875000 bytes"
        assert "shaping-rate (Juniper, delay-buffer-rate)" in entry.note
