"""The four classes of ESnet's circuits in ns-3, all overloaded: each gets its part."""

from __future__ import annotations

import pytest

from tests.engines.ns3_kit import in_ns3
from tests.targets.ports.circuit_classes import PARTS, TOLERANCE_BPS, expected_bps, overloaded

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("ns3")]


def test_each_overloaded_class_gets_its_part() -> None:
    result = in_ns3(overloaded())
    for name in PARTS:
        row = result.of_class(name, port="router ge-1/0/2")
        want = expected_bps()[name]
        assert row["arrived_bytes"] * 8000 / result.measured_ms > 1.1 * want, name
        assert row["throughput_bps"] == pytest.approx(want, abs=TOLERANCE_BPS), name
