"""What many ports have in common is worked on once, and long chains end in an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from qosc import api
from qosc.datapath.units import joined
from qosc.ir import Device
from qosc.targets.tc.lower.names import numbered
from qosc.values import replace
from tests.cli.limits.limited import qosc, used

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts" / "growth"))

from worst_configs import CASES


class Counted(str):
    """A name that counts how often it is compared with another one."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        Counted.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def _comparisons(count: int) -> int:
    device = api.loads(CASES["units of class of service"].make(count)).device
    names = {name: Counted(name) for name in device.ports}
    counted = {names[name]: replace(port, name=names[name]) for name, port in device.ports.items()}
    Counted.times = 0
    made = joined(replace(device, ports=counted))
    assert len(made.ports) == count
    return Counted.times


def test_units_with_queues_are_not_each_compared_with_all_others() -> None:
    assert _comparisons(400) < 3 * _comparisons(200)


FILTER = """\
class-of-service {
    forwarding-classes { class voice queue-num 5; }
    interfaces { <*> { unit <*> { scheduler-map m; } } }
    scheduler-maps { m { forwarding-class voice scheduler s; } }
    schedulers { s { transmit-rate percent 20; } }
}
firewall { family inet { filter f {
    term t { from { dscp ef; } then forwarding-class voice; }
    term u { then accept; }
} } }
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input f; } } } }
    ge-0/0/1 { unit 0 { family inet { filter { input f; } } } }
}
"""


def _filters(device: Device) -> list[Any]:
    stages = (stage for port in device.ports.values() for stage in port.input)
    return [stage for stage in stages if stage.feature.startswith("filter ")]


def test_a_filter_of_two_ports_is_one_object_still_when_its_names_are_numbers() -> None:
    device = api.loads(FILTER).device
    first, second = _filters(device)[:2]
    assert first is second
    first, second = _filters(numbered(device))[:2]
    assert first is second
    (mark,) = [mark for rule in first.rules for mark in rule.marks]
    assert (mark.name, mark.value) == ("voice", 1)


def test_diff_of_policies_nested_by_the_thousand_ends(tmp_path: Path) -> None:
    make = CASES["nested policies"].make
    (tmp_path / "old.cfg").write_text(make(1500))
    result = qosc(["diff", str(tmp_path / "old.cfg"), "-"], make(1499))
    assert result.returncode in (0, 1), used(result)


def test_verify_says_that_a_chain_of_rules_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "r.conf"
    path.write_text(CASES["terms that go on"].make(600))
    result = qosc(["verify", "-t", "tc", str(path)])
    assert result.returncode == 2, used(result)
    assert "not decided: ge-0/0/0: too many rules in a row that go on" in result.stderr


def test_prefix_lists_that_are_cut_short_are_told_each() -> None:
    """So many prefixes may be added in all; the lists from there on are told, none before."""
    count = 480
    text = CASES["apply-paths"].make(count)
    result = qosc(["check", "-", "--format", "json"], text)
    (told,) = (
        one
        for one in json.loads(result.stdout)["diagnostics"]
        if "this path leads to too much; not all is read" in one["notes"]
    )
    # Each list takes a prefix of each of as many units; the first one stands on line 2.
    assert 200_000 // count - 10 < told["line"] <= 200_000 // count + 2, used(result)
    assert told["label"] == f"up to line {count + 1}"
