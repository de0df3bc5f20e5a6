"""What `qosc diff` costs where each port changes in a way of its own: it grows as the ports do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qosc.changes import ways
from qosc.changes.meeting import MANY
from qosc.ir import Device, Port
from qosc.profiles.model import Profile
from qosc.treatments import Outcomes, Pipeline
from tests.diff.running import compared
from tests.judged.tickets.test_tickets import Sent, told

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


TERM = """\
set firewall family inet filter F{n} term calls from source-address 10.{n}.0.0/16
set firewall family inet filter F{n} term calls then forwarding-class {chosen}
set firewall family inet filter F{n} term calls then accept
set firewall family inet filter F{n} term rest then accept
set interfaces ge-0/0/{n} unit 0 family inet filter input F{n}
set class-of-service interfaces ge-0/0/{n} scheduler-map S{n}
set class-of-service scheduler-maps S{n} forwarding-class expedited-forwarding scheduler E{n}
set class-of-service scheduler-maps S{n} forwarding-class assured-forwarding scheduler A{n}
set class-of-service schedulers E{n} transmit-rate {rate}
set class-of-service schedulers A{n} transmit-rate {rate}
"""


def edge(ports: int, *, chosen: str = "expedited-forwarding", rate: int = 1_000_000) -> str:
    """A JunOS router whose inputs choose a forwarding class, and whose outputs serve it."""
    return "".join(TERM.format(n=n, chosen=chosen, rate=rate + 1000 * n) for n in range(ports))


def one_of(text: str, number: int, other: str) -> str:
    """The text with the lines of one port from another text."""
    both = zip(text.splitlines(), other.splitlines(), strict=True)
    own = re.compile(rf"\b(?:[FSEA]|ge-0/0/){number}\b")
    return "".join(f"{new if own.search(old) else old}\n" for old, new in both)


BOTH_ENDS = {
    "a mark and a class that looks at it": (
        device,
        lambda ports: device(ports, mark=30, share=2000).replace("dscp af31", "dscp cs4"),
    ),
    "a scheduler": (edge, lambda ports: edge(ports, rate=2_000_000)),
    "a forwarding class": (edge, lambda ports: edge(ports, chosen="assured-forwarding")),
    "a forwarding class and a scheduler": (
        edge,
        lambda ports: edge(ports, chosen="assured-forwarding", rate=2_000_000),
    ),
}


@pytest.mark.parametrize("kind", list(BOTH_ENDS))
def test_ends_that_meet_are_run_once_where_pairs_are_too_many(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0
    plain = Pipeline.outcomes

    def counting(self: Pipeline) -> Outcomes:
        nonlocal runs
        runs += 1
        return plain(self)

    monkeypatch.setattr(Pipeline, "outcomes", counting)
    before, after = BOTH_ENDS[kind]
    counts = []
    for ports in (16, 32):
        runs = 0
        _, found = compared(tmp_path, before(ports), after(ports))
        assert 16 <= len(found["changes"]) <= 4 * ports
        assert any("for each pair of ports" in note for note in found["notes"])
        counts.append(runs)
    assert 0 < counts[1] <= 2 * counts[0] + 8


def test_a_class_that_an_input_chooses_is_told_there_where_pairs_are_too_many(
    tmp_path: Path,
) -> None:
    _, found = compared(tmp_path, edge(16), edge(16, chosen="assured-forwarding"))
    (change,) = (one for one in found["changes"] if one["ways"][0]["inputs"] == ["ge-0/0/3"])
    assert [(one["name"], one["old"], one["new"]) for one in change["differences"]] == [
        ("forwarding-class", "expedited-forwarding", "assured-forwarding")
    ]
    assert change["packets"] == "from 10.3.0.0/16"


def test_a_scheduler_is_told_for_its_forwarding_class_where_pairs_are_too_many(
    tmp_path: Path,
) -> None:
    _, found = compared(tmp_path, edge(16), edge(16, rate=2_000_000))
    changes = [one for one in found["changes"] if one["ways"][0]["outputs"] == ["ge-0/0/3"]]
    told = {one["packets"].partition(",")[0]: one["differences"][0] for one in changes}
    difference = told["forwarding-class expedited-forwarding"]
    assert (difference["name"], difference["old"], difference["new"]) == (
        "guarantee",
        "1003 kbit/s",
        "2003 kbit/s",
    )
    # No input gives a packet this class.
    assert "forwarding-class assured-forwarding" not in told


def test_one_port_that_changes_among_many_is_told_for_each_way(tmp_path: Path) -> None:
    changed = one_of(edge(16), 3, edge(16, chosen="assured-forwarding", rate=2_000_000))
    _, found = compared(tmp_path, edge(16), changed)
    assert found["composed"]
    assert not any("for each pair of ports" in note for note in found["notes"])


def test_one_output_that_changes_among_very_many_is_told_as_packets_reach_it(
    tmp_path: Path,
) -> None:
    """Once for a forwarding class, not in words of its own for each of the inputs."""
    _, found = compared(tmp_path, edge(32), one_of(edge(32), 3, edge(32, rate=2_000_000)))
    assert any("for each pair of ports" in note for note in found["notes"])
    assert found["composed"] == []
    # No input gives a packet the other class.
    (calls,) = found["changes"]
    assert calls["packets"].startswith("forwarding-class expedited-forwarding")
    assert [(one["name"], one["old"], one["new"]) for one in calls["differences"]] == [
        ("guarantee", "1003 kbit/s", "2003 kbit/s")
    ]
    assert calls["ways"] == [{"inputs": [None], "outputs": ["ge-0/0/3"]}]


def test_both_ends_of_one_port_among_very_many_are_told_together(tmp_path: Path) -> None:
    """The way from the changed input to the changed output is one; other inputs need no words."""
    other = edge(32, chosen="assured-forwarding", rate=2_000_000)
    _, found = compared(tmp_path, edge(32), one_of(edge(32), 3, other))
    ways = [(way["inputs"], way["outputs"]) for way in found["composed"]]
    assert (["ge-0/0/3"], ["ge-0/0/3"]) in ways
    assert not any(out == ["ge-0/0/3"] and into != ["ge-0/0/3"] for into, out in ways)


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
