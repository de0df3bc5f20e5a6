"""What a fault of a scenario says, at which place, and in which order."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from qosc.scenario import load

TEXT = """\
schema: qosc/scenario/1
duration_ms: 1000
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: a, port: e}, {node: b, port: e}]
    rate_bps: 20_000_000
"""


def faults(text: str) -> tuple[Diagnostic, ...]:
    found = load(text, "s.yaml")
    assert isinstance(found, tuple), found
    return found


@pytest.mark.parametrize(
    ("written", "help_"),
    [
        ("20e6", "write 20_000_000"),
        ("20M", "write 20_000_000"),
        ("20Mbit/s", "write 20_000_000"),
        ("20000000.0", "write 20_000_000"),
        ("64k", "write 64_000"),
        ("1.5", "units are in the key, and there are no fractions of them"),
    ],
)
def test_a_number_with_a_unit_is_written_out(written: str, help_: str) -> None:
    (fault,) = faults(TEXT.replace("20_000_000", written))
    assert fault.message == "'rate_bps' must be a whole number"
    assert fault.help == help_
    assert (fault.primary.line, fault.primary.column) == (8, 15)


def test_a_misspelt_key_comes_before_the_missing_one() -> None:
    first, second = faults(TEXT.replace("rate_bps", "rate_bsp"))
    assert first.message == "there is no key 'rate_bsp' here"
    assert first.help == "did you mean 'rate_bps'?"
    assert (first.primary.line, first.primary.column) == (8, 5)
    assert second.message == "the key 'rate_bps' is missing"


PORTS = """\
ports:
  - node: a
    port: e
    output:
      - kind: policy
        classes:
          - {name: x, match: {where: {dscp: 46}}, queue: {guarantee_bps: 1, excess_weight: 2}}
          - {name: y, match: {where: {}}, queue: {guarantee_bps: 1}}
"""


def test_weights_are_given_by_all_siblings_or_by_none() -> None:
    (fault,) = faults(TEXT + PORTS)
    assert "excess_weight" in fault.message
    assert "all" in fault.message
    assert 13 <= fault.primary.line <= 16
    for sound in (
        PORTS.replace(", excess_weight: 2", ""),
        PORTS.replace("{guarantee_bps: 1}", "{guarantee_bps: 1, excess_weight: 1}"),
    ):
        assert not isinstance(load(TEXT + sound, "s.yaml"), tuple)


@pytest.mark.parametrize(
    ("old", "new", "message", "place"),
    [
        ("20_000_000", "0", "'rate_bps' must be 1 or more", (8, 15)),
        ("20_000_000", "1" * 15, "'rate_bps' must be 10000000000000 or less", (8, 15)),
        ("kind: host", "kind: hosst", "'kind' must be 'host' or 'router'", (4, 21)),
        ("name: a", "name: ''", "'name' must not be empty", (4, 12)),
        ("[{node: a, port: e}, ", "[", "'ends' must have 2 or more entries", (7, 5)),
        ("[{node: a,", "[{node: b, port: x}, {node: a,", "'ends' must have 2 entries", (7, 5)),
    ],
)
def test_what_must_be_is_said_at_the_value(
    old: str, new: str, message: str, place: tuple[int, int]
) -> None:
    """These were `input should be ...` and, of a list that is too short, a key that is missing."""
    (fault,) = faults(TEXT.replace(old, new, 1))
    assert fault.message.startswith(message)
    assert (fault.primary.line, fault.primary.column) == place


@pytest.mark.parametrize("written", ["crb", "5"])
def test_a_kind_that_there_is_not_is_marked_itself(written: str) -> None:
    flow = f"traffic:\n  - {{name: t, from: a, to: b, kind: {written}, packet_bytes: 100}}\n"
    (fault,) = faults(TEXT + flow)
    assert fault.message.startswith(f"the kind '{written}' is none of 'cbr', ")
    column = flow.splitlines()[1].index(written) + 1
    assert (fault.primary.line, fault.primary.column) == (10, column)


def test_a_list_of_classes_that_is_empty_is_said_so() -> None:
    policy = "ports:\n  - {node: a, port: e, output: [{kind: policy, classes: []}]}\n"
    (fault,) = faults(TEXT + policy)
    assert fault.message == "'classes' must have 1 or more entries"
