"""The lengths that meters count, in the simulator and in ns-3, on the way in and out.

What passes comes from the vendors' words: a packet of 64 bytes counts 78 with the header of
Ethernet (Cisco 10000 Series QoS configuration guide, Data Included in the Policing Rate), and 64
where the layer 3 packet counts (Juniper, Understanding the Frame Length for Policing Packets).
"""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.ledger import Fidelity
from qosc.scenario import Measure, Scenario
from qosc.simulator import simulate
from qosc.targets.ns3.columns import columns
from qosc.targets.ns3.lower.network import lower
from qosc.targets.ns3.model import TABLES, Tables
from tests.targets.sim_kit import compiled, fates, scenarios

IP, METER = 64, 1_000_000
MS = 2_000

CISCO = """
class-map match-all V
 match dscp ef
policy-map IN
 class V
  police 1000000 10000
policy-map BACK
 class class-default
  shape average 50000000
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
 service-policy input IN{back}
interface GigabitEthernet0/1
 ip address 10.0.1.1 255.255.255.0{out}
"""
BACK = "\n service-policy output BACK"

JUNOS = """
interfaces {
    ge-0/0/0 { unit 0 { %s family inet { %s address 10.0.0.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { %s address 10.0.1.1/24; } } }
}
firewall {
    policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 10k; } then discard; }
    policer FRAMES { if-exceeding { bandwidth-limit 1m; burst-size-limit 10k; } then discard; }
    family inet { filter F {
        term V { from { dscp ef; } then { policer P; accept; } }
        term REST { then accept; }
    } }
}
class-of-service {
    schedulers { ONE { transmit-rate percent 50; } }
    scheduler-maps { M { forwarding-class best-effort scheduler ONE; } }
    interfaces { ge-0/0/0 { scheduler-map M; } ge-0/0/1 { scheduler-map M; } }
}
"""


def offered(scenario: Scenario) -> Scenario:
    """The scenario with 2 Mbit/s of one class in packets of 64 bytes, from the first port."""
    first = next(each for each in scenario.traffic if each.kind == "cbr")
    flow = first.model_copy(
        update={
            "name": "voice",
            "packet_bytes": IP,
            "rate_bps": 2_000_000,
            "header": {**first.header, Field.DSCP: 46},
            "start_us": 0,
            "stop_us": None,
        }
    )
    changed = {"traffic": (flow,), "duration_ms": MS, "measure": Measure(warm_up_ms=0)}
    return scenario.model_copy(update=changed)


def passed(scenario: Scenario) -> int:
    """Bytes of the flow that arrive in 2 s."""
    (flow,) = simulate(offered(scenario)).flows
    return int(flow["received_bytes"])


def one_to(text: str, *ports: str, platform: str) -> Scenario:
    """The scenario in which packets leave by the first of the ports that has one."""
    every = {each.name: each for each in scenarios(compiled(text, platform))}
    return next(every[port] for port in ports if port in every)


def allowed(counted: int) -> float:
    """Bytes of IP that a full bucket and 2 s of its rate let through."""
    return (METER * MS / 8000 + 10_000) / counted * IP


def from_cisco(back: str, out: str) -> Scenario:
    text = CISCO.format(back=back, out=out)
    return one_to(text, "GigabitEthernet0/1", "GigabitEthernet0/0", platform="ios-15")


def from_junos(unit: str = "", received: str = "", sent: str = "") -> Scenario:
    text = JUNOS % (unit, received, sent)
    return one_to(text, "ge-0/0/1.0", "ge-0/0/1", platform="junos-mx")


@pytest.mark.parametrize(("back", "out"), [("", ""), ("", BACK), (BACK, BACK)])
def test_meters_of_input_count_the_header_whatever_leaves_by_the_port(back: str, out: str) -> None:
    assert passed(from_cisco(back, out)) == pytest.approx(allowed(78), rel=0.005)


@pytest.mark.parametrize(
    ("received", "sent"),
    [("filter { input F; }", ""), ("", "filter { output F; }"), ("policer { input P; }", "")],
)
def test_meters_of_junos_count_the_packet_alone(received: str, sent: str) -> None:
    assert passed(from_junos("", received, sent)) == pytest.approx(allowed(64), rel=0.005)


def test_a_policer_of_frames_counts_the_header_and_says_what_is_not_known() -> None:
    unit = "layer2-policer { input-policer FRAMES; }"
    assert passed(from_junos(unit)) == pytest.approx(allowed(78), rel=0.005)
    artefact = compiled(JUNOS % (unit, "", ""), "junos-mx")
    assert fates(artefact, "layer2-policer FRAMES > rules[1] > policer > meter > algorithm") == {
        Fidelity.UNKNOWN
    }


def test_ports_without_meters_are_written_as_before() -> None:
    plain = from_cisco("", "").model_dump_json()
    marked = CISCO.format(back="", out="").replace("police 1000000 10000", "set dscp af11")
    made = one_to(marked, "GigabitEthernet0/0", platform="ios-15")
    assert '"accounting_bytes":14' in plain
    assert [port.accounting_bytes for port in made.ports] == [0]


def test_a_meter_of_a_filter_at_several_places_is_not_told_as_certain() -> None:
    # Juniper, Hierarchical Policer Applied as Filter Action: one for each Packet Forwarding Engine.
    twice = JUNOS % ("", "filter { input F; }", "filter { output F; }")
    assert fates(compiled(twice, "junos-mx"), "> policer > shared") == {Fidelity.UNKNOWN}
    apart = twice.replace("filter F {", "filter F { interface-specific;")
    found = compiled(apart, "junos-mx").ledger
    assert not any(
        entry.fidelity is Fidelity.UNKNOWN for entry in found if entry.path.endswith("> shared")
    )


@pytest.mark.parametrize("received", ["filter { input F; }", ""])
def test_ns3_has_the_same_lengths(received: str) -> None:
    tables = lower(from_junos("", received) if received else from_cisco("", "")).tables
    own = [tuple(row[name] for name in ("counted", "extra")) for row in named(tables, "polices")]
    assert own == ([(1, 0)] if received else [(0, 0)])
    assert max(row["extra_in"] for row in named(tables, "ports")) == 14


def named(tables: Tables, table: str) -> list[dict[str, int]]:
    """The rows of a table, by the names of their columns."""
    kind, _ = TABLES[table]
    # The last columns have one number each.
    names = columns()[kind][::-1]
    return [dict(zip(names, row[::-1], strict=False)) for row in tables.rows(table)]
