"""What `qosc diff` costs on a switch that sends packets with the DSCP that they came with: its
outputs see the DSCP that inputs write, and no packet has it.

Source: Cisco, Catalyst 3750 Switch Command Reference, `mls qos rewrite ip dscp`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.changes.meeting import MANY
from qosc.treatments import Outcomes, Pipeline
from tests.diff.running import compared
from tests.judged.tickets.test_tickets import Sent, told

HEAD = """\
version 12.2
mls qos
no mls qos rewrite ip dscp
mls qos srr-queue output dscp-map queue 1 threshold 3 46
mls qos srr-queue output dscp-map queue 4 threshold 1 8
class-map match-all CALLS
 match ip dscp ef
"""
PORT = """\
policy-map IN{n}
 class CALLS
  set dscp {mark}
  police {rate} 8000 exceed-action drop
interface GigabitEthernet1/0/{n}
 srr-queue bandwidth share 10 20 30 {share}
 service-policy input IN{n}
"""
CALL = Sent("GigabitEthernet1/0/1", 17, "10.1.2.3", 20000, 46)
DATA = Sent("GigabitEthernet1/0/1", 17, "10.1.2.3", 20000, 8)


def switch(
    ports: int, *, marks: tuple[int, ...] = (46,), rate: int = 64_000, share: int = 40
) -> str:
    """A switch with an input policy for each port; marks are given in turn."""
    return HEAD + "".join(
        PORT.format(n=n, mark=marks[n % len(marks)], rate=rate + 8000 * n, share=share)
        for n in range(1, ports + 1)
    )


@pytest.mark.parametrize("change", [{"rate": 640_000}, {"share": 80}])
def test_inputs_and_outputs_that_do_not_meet_are_run_once(
    change: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0
    plain = Pipeline.outcomes

    def counting(self: Pipeline) -> Outcomes:
        nonlocal runs
        runs += 1
        return plain(self)

    monkeypatch.setattr(Pipeline, "outcomes", counting)
    counts = []
    for ports in (MANY, 2 * MANY):
        runs = 0
        _, found = compared(tmp_path, switch(ports), switch(ports, **change))
        assert found["changes"]
        assert found["composed"] == []
        counts.append(runs)
    assert 0 < counts[1] <= 2 * counts[0]


def test_a_share_of_an_output_is_told_for_packets_as_they_reach_it(tmp_path: Path) -> None:
    _, found = compared(tmp_path, switch(MANY), switch(MANY, share=80))
    assert any("for each pair of ports" in note for note in found["notes"])
    own = {one["packets"]: one["differences"] for one in found["changes"]}
    (difference,) = own["dscp cs1 or 32 to 39 or 48 to 63"]
    assert difference["name"] == "share of the rest"
    assert (difference["old"], difference["new"]) == ("ratio 40, 40 of 90", "ratio 80, 80 of 130")


@pytest.mark.parametrize("ports", [3, MANY])
def test_a_mark_that_leads_to_another_queue_is_told_by_its_queue(
    ports: int, tmp_path: Path
) -> None:
    """However many inputs there are: no packet leaves with the mark."""
    _, found = compared(tmp_path, switch(ports), switch(ports, marks=(46, 8)))
    names = told(found, CALL, "GigabitEthernet1/0/2")
    assert "share of the rest" in names
    assert "dscp" not in names


def test_a_mark_and_a_share_are_told_together(tmp_path: Path) -> None:
    _, found = compared(tmp_path, switch(MANY), switch(MANY, marks=(46, 8), share=80))
    assert "share of the rest" in told(found, CALL, "GigabitEthernet1/0/2")


def test_a_mark_of_the_same_queue_is_no_change(tmp_path: Path) -> None:
    _, found = compared(tmp_path, switch(MANY, marks=(0,)), switch(MANY, marks=(1,)))
    assert found["changes"] == []


def own_share(text: str) -> str:
    """The switch with outputs that have nothing in common: another share at each port."""
    parts = text.split(" srr-queue bandwidth share 10 20 ")
    return parts[0] + "".join(
        f" srr-queue bandwidth share 10 {20 + number} {part}"
        for number, part in enumerate(parts[1:])
    )


def test_ends_are_run_once_where_each_output_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From so many pairs on that not each can be told; then the mark is told at the input."""
    runs = 0
    plain = Pipeline.outcomes

    def counting(self: Pipeline) -> Outcomes:
        nonlocal runs
        runs += 1
        return plain(self)

    monkeypatch.setattr(Pipeline, "outcomes", counting)
    counts = []
    for ports in (2 * MANY, 4 * MANY):
        runs = 0
        sides = (switch(ports), switch(ports, marks=(8,), share=80))
        _, found = compared(tmp_path, *map(own_share, sides))
        # The first queue is shaped, and has no share.
        assert told(found, CALL, "GigabitEthernet1/0/2") == {"dscp within the device"}
        assert told(found, DATA, "GigabitEthernet1/0/2") == {"share of the rest"}
        assert any("for each pair of ports" in note for note in found["notes"])
        counts.append(runs)
    assert 0 < counts[1] <= 2 * counts[0] + 8


def test_inputs_before_outputs_of_a_few_kinds_are_told_by_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ports whose queues are alike are one end, though each has a policy of its own for them."""
    runs = 0
    plain = Pipeline.outcomes

    def counting(self: Pipeline) -> Outcomes:
        nonlocal runs
        runs += 1
        return plain(self)

    monkeypatch.setattr(Pipeline, "outcomes", counting)
    counts = []
    for ports in (2 * MANY, 4 * MANY):
        runs = 0
        _, found = compared(tmp_path, switch(ports), switch(ports, marks=(8,)))
        assert "share of the rest" in told(found, CALL, "GigabitEthernet1/0/2")
        counts.append(runs)
    assert 0 < counts[1] <= 2 * counts[0] + 8
