"""`qosc trace`: which port is meant by a name, and what packets leave with."""

from __future__ import annotations

import pytest

from tests.diff.running import changes
from tests.trace.test_trace_command import Qosc, qosc

__all__ = ["qosc"]

UNITS = """\
interfaces {{
    ge-0/0/0 {{
        {divided};
        vlan-tagging;
        unit 10 {{ vlan-id 10; family inet {{ filter {{ input IN; }} }} }}
        {more}
    }}
    ge-0/0/1 {{ unit 0 {{ family inet {{ address 10.0.2.1/30; }} }} }}
}}
firewall {{ family inet {{ filter IN {{
    term gold {{
        from {{ dscp af11; }}
        then {{ forwarding-class gold; loss-priority low; accept; }}
    }}
    term rest {{ then accept; }}
}} }} }}
class-of-service {{
    forwarding-classes {{ class best-effort queue-num 0; class gold queue-num 1; }}
    interfaces {{
        ge-0/0/0 {{ unit 10 {{
            scheduler-map OUT; shaping-rate 10m; rewrite-rules {{ dscp RW; }}
        }} }}
        ge-0/0/1 {{ scheduler-map OUT; }}
    }}
    rewrite-rules {{ dscp RW {{ forwarding-class gold {{ loss-priority low code-point af21; }} }} }}
    scheduler-maps {{ OUT {{ forwarding-class gold scheduler gold; }} }}
    schedulers {{ gold {{ transmit-rate percent 50; }} }}
}}
"""
ONE = UNITS.format(divided="per-unit-scheduler", more="")
TWO = UNITS.format(
    divided="per-unit-scheduler",
    more="unit 20 { vlan-id 20; family inet { address 10.0.3.1/30; } }",
)
SWITCH = """\
version 12.2
hostname sw
mls qos
{line}
class-map match-all PHONES
 match ip dscp cs3
policy-map IN
 class PHONES
  set dscp ef
interface FastEthernet0/1
 service-policy input IN
interface FastEthernet0/2
 switchport mode access
interface FastEthernet0/3
 mls qos trust dscp
"""
KEPT = SWITCH.format(line="no mls qos rewrite ip dscp")
WRITTEN = SWITCH.format(line="mls qos rewrite ip dscp")


@pytest.mark.parametrize("divided", ["per-unit-scheduler", "hierarchical-scheduler"])
def test_a_port_stands_for_its_only_unit(qosc: Qosc, divided: str) -> None:
    """The filter and the rewrite rules are those of the unit, whatever the port is called."""
    text = UNITS.format(divided=divided, more="")
    packet = "tcp 10.0.0.1:1024 > 192.0.2.7:80 dscp af11"
    for name in ("ge-0/0/0", "ge-0/0/0.10"):
        (way,) = qosc.ways(text, "--in", name, "--out", "ge-0/0/1", packet)
        assert way["queue"][0]["class"] == "gold"
        (sent,) = qosc.ways(text, "--in", name, "--out", name, packet)
        assert (sent["queue"][0]["class"], sent["dscp_out"]) == ("gold", [18])
    assert "ge-0/0/0 is taken for its unit ge-0/0/0.10" in qosc(text, "--in", "ge-0/0/0", packet)


def test_of_several_units_one_has_to_be_named(qosc: Qosc) -> None:
    for option in ("--in", "--out"):
        told = qosc(TWO, option, "ge-0/0/0", "udp", status=2)
        assert "one of its units: name ge-0/0/0.10 or ge-0/0/0.20" in " ".join(told.split())
    assert "filter inet IN" in qosc(TWO, "--in", "ge-0/0/0.10", "udp")


def test_units_that_do_the_same_need_not_be_named(qosc: Qosc) -> None:
    text = TWO.replace("address 10.0.3.1/30;", "filter { input IN; }")
    assert "name ge-0/0/0.10 or" in qosc(text, "--in", "ge-0/0/0", "udp", status=2)
    alike = text.replace("scheduler-map OUT; shaping-rate 10m; rewrite-rules { dscp RW; }", "")
    assert "forwarding-class gold" in qosc(alike, "--in", "ge-0/0/0", "ip4 dscp af11")


def test_without_a_port_the_interfaces_are_listed(qosc: Qosc) -> None:
    told = " ".join(qosc(KEPT, "udp", status=2).split())
    assert "name the interface of --in, of --out, or both" in told
    assert "FastEthernet0/1 (QoS on input)" in told
    assert "has no interface at all" in qosc("version 12.2\n", "udp", status=2)


@pytest.mark.parametrize(
    ("port", "dscp", "written"), [("Fa0/1", 24, 46), ("Fa0/2", 46, 0), ("Fa0/3", 46, 46)]
)
def test_a_switch_that_does_not_rewrite_leaves_the_dscp(
    qosc: Qosc, port: str, dscp: int, written: int
) -> None:
    """Catalyst 3750 Switch Command Reference, `mls qos rewrite ip dscp`: in the `no` form the
    outgoing DSCP is the incoming one, whatever the policy or the trust of the port.
    """
    packet = f"udp 10.0.0.1:5060 > 192.0.2.7:16400 dscp {dscp}"
    for text, wanted in ((KEPT, dscp), (WRITTEN, written)):
        (way,) = qosc.ways(text, "--in", port, "--out", "Fa0/3", packet)
        assert way["dscp_out"] == [wanted]
        kept = [step["source"] for step in way["steps"] if step["kind"] == "kept"]
        assert bool(kept) is (text == KEPT and written != dscp)
        assert all(place.split(":")[1] == "4" for place in kept)


def test_the_line_that_keeps_the_dscp_changes_marks(qosc: Qosc) -> None:
    found = changes(qosc.folder, WRITTEN, KEPT)
    assert {"dscp": "46 (ef) -> as it came"} in found.values()
    assert {"dscp": "0 (default) -> as it came"} in found.values()
    assert not any("line not in the model" in each for each in found.values())
    edited = KEPT.replace("set dscp ef", "set dscp cs5")
    assert not changes(qosc.folder, KEPT, edited)
