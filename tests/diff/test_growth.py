"""What `qosc diff` costs where each port changes in a way of its own: it grows as the ports do."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.changes import ways
from qosc.changes.meeting import MANY
from qosc.ir import Device, Port
from qosc.profiles.model import Profile
from qosc.treatments import Outcomes, Pipeline
from tests.diff.running import compared
from tests.judged.test_tickets import Sent, told

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


PAIR = """\
policy-map IN{n}
 class VOICE
  police {rate} 31250
 class DATA
  set dscp {mark}
policy-map OUT{n}
 class VOICE
  priority 128
 class class-default
  bandwidth {share}
interface GigabitEthernet0/{n}
 bandwidth 10000
 service-policy input IN{n}
 service-policy output OUT{n}
"""


def device(ports: int, *, rate: int = 100_000, mark: int = 0, share: int = 1000) -> str:
    """A router that marks on every input, and looks at the marks on every output."""
    head = HEAD.partition("policy-map")[0]
    head += "class-map match-all DATA\n match ip dscp af31\n"
    return head + "".join(
        PAIR.format(n=n, rate=rate + 1000 * n, mark=mark + n % 20, share=share + n)
        for n in range(ports)
    )


KINDS = {
    "a policer of each input": {"rate": 200_000},
    "a mark of each input": {"mark": 30},
    "a share of each output": {"share": 2000},
}


@pytest.mark.parametrize("kind", list(KINDS))
def test_inputs_and_outputs_that_do_not_meet_are_run_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0
    plain = Pipeline.outcomes

    def counting(self: Pipeline) -> Outcomes:
        nonlocal runs
        runs += 1
        return plain(self)

    monkeypatch.setattr(Pipeline, "outcomes", counting)
    counts = []
    for ports in (16, 32):
        runs = 0
        _, found = compared(tmp_path, device(ports), device(ports, **KINDS[kind]))
        assert 16 <= len(found["changes"]) <= 2 * ports
        assert found["composed"] == []
        counts.append(runs)
    assert 0 < counts[1] <= 2 * counts[0]


def test_what_is_told_for_ports_alone_is_said(tmp_path: Path) -> None:
    """From twelve inputs on; with fewer, each pair of ports is told."""
    for ports, alone in ((MANY - 1, False), (MANY, True)):
        _, found = compared(tmp_path, device(ports), device(ports, mark=30))
        assert any("for each pair of ports" in note for note in found["notes"]) is alone
    _, found = compared(tmp_path, device(MANY), device(MANY, rate=200_000))
    assert not any("for each pair of ports" in note for note in found["notes"])


def test_a_mark_and_what_looks_at_it_are_compared_together(tmp_path: Path) -> None:
    """Both ends change, and the queue stays: however many ports there are."""
    sides = []
    for mark in ("cs5", "cs4"):
        text = device(MANY).replace("class VOICE\n  priority", "class CALLS\n  priority")
        text = text.replace("IN0\n class VOICE\n", f"IN0\n class VOICE\n  set dscp {mark}\n")
        sides.append(text + f"class-map match-all CALLS\n match ip dscp {mark}\n")
    _, found = compared(tmp_path, *sides)
    call = Sent("GigabitEthernet0/0", 17, "10.1.2.3", 20000, 46)
    assert told(found, call, "GigabitEthernet0/1") == {"dscp"}
