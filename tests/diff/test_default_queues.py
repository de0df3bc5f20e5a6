"""A JunOS port from which all class of service is taken has the default queues still.

Juniper, Default Schedulers Overview: best-effort has 95 percent of rate and buffer, network-control
5 percent, without any statement.
"""

from __future__ import annotations

from pathlib import Path

from tests.diff.running import changes, compared

ROUTER = """\
set version 18.4R1
set class-of-service interfaces ge-0/0/1 scheduler-map OUT
set class-of-service scheduler-maps OUT forwarding-class best-effort scheduler B
set class-of-service schedulers B transmit-rate percent 80
set firewall family inet filter F term calls from source-address 10.1.0.0/16
set firewall family inet filter F term calls then forwarding-class expedited-forwarding
set firewall family inet filter F term calls then accept
set firewall family inet filter F term rest then accept
set interfaces ge-0/0/0 unit 0 family inet filter input F
set interfaces ge-0/0/1 unit 0 family inet address 10.0.1.1/24
"""


def test_a_term_that_is_not_in_force_leaves_the_queues_of_other_packets(tmp_path: Path) -> None:
    _, device = compared(
        tmp_path, ROUTER, ROUTER + "deactivate firewall family inet filter F term calls\n"
    )
    at_port = [one for one in device["changes"] if one["ways"][0]["outputs"] == ["ge-0/0/0"]]
    assert at_port
    for change in at_port:
        assert change["packets"].startswith("from 10.1.0.0/16")
        assert "queue" not in {one["name"] for one in change["differences"]}


def test_a_scheduler_map_that_is_taken_away_leaves_the_default_one(tmp_path: Path) -> None:
    gone = "set class-of-service interfaces ge-0/0/1 scheduler-map OUT\n"
    found = changes(tmp_path, ROUTER, ROUTER.replace(gone, ""))
    assert [one["guarantee"] for one in found.values() if "guarantee" in one][:2] == [
        "800 Mbit/s (80% of 1 Gbit/s) -> 950 Mbit/s (95% of 1 Gbit/s, default of junos-mx)",
        "none -> 50 Mbit/s (5% of 1 Gbit/s, default of junos-mx)",
    ]
