"""What `qosc diff` costs where each port changes in a way of its own: it grows as the ports do."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.changes import ways
from qosc.ir import Device, Port
from qosc.profiles.model import Profile
from tests.diff.running import compared

HEAD = """\
version 15.4
class-map match-all VOICE
 match ip dscp ef
policy-map OUT
 class class-default
  fair-queue
"""


def text(ports: int, mark: int) -> str:
    """A router whose ports have input policies of their own, and one output policy."""
    return HEAD + "".join(
        f"policy-map IN{number}\n class VOICE\n  set dscp {mark + number}\n"
        f"interface GigabitEthernet0/{number}\n service-policy input IN{number}\n"
        f" service-policy output OUT\n"
        for number in range(ports)
    )


def test_the_ports_are_looked_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    plain = ways.link_rate

    def counting(device: Device, port: Port, profile: Profile) -> int | None:
        nonlocal asked
        asked += 1
        return plain(device, port, profile)

    monkeypatch.setattr(ways, "link_rate", counting)
    counts = []
    for ports in (6, 24):
        asked = 0
        _, device = compared(tmp_path, text(ports, 0), text(ports, 30))
        assert len(device["changes"]) == ports
        counts.append(asked)
    assert 0 < counts[1] <= 6 * counts[0]
