"""The scenarios of a router with many ports grow with the ports, not with their square."""

from __future__ import annotations

from qosc import compile as compiled
from qosc import loads
from qosc.scenario import load, load_overlay
from qosc.simulator import simulate

POLICIES = """\
class-map match-any GOLD
 match ip dscp ef
policy-map IN
 class GOLD
  set ip dscp af41
policy-map OUT
 class GOLD
  priority 100
"""


def _files(ports: int, text: str = ""):
    sections = (
        f"interface Serial{n}/0\n bandwidth 2000\n service-policy input IN\n"
        f" service-policy output OUT\n{text}"
        for n in range(ports)
    )
    return compiled(loads(POLICIES + "".join(sections)), target="sim", allow_loss=True).files


def _lines(files) -> int:
    return sum(file.text.count("\n") for file in files)


def test_twice_the_ports_give_twice_the_lines():
    few, more = _lines(_files(20)), _lines(_files(40))
    assert 1.9 < more / few < 2.1


def test_each_port_has_its_scenario_with_a_sender_that_is_not_itself():
    files = _files(20)
    assert len(files) == 20
    for number, file in enumerate(files):
        assert f"\nname: Serial{number}/0\n" in file.text
        assert "from: sender1" in file.text
        other = "Serial1/0" if number == 0 else "Serial0/0"
        assert f"port: {other}" in file.text


def test_a_few_input_ports_are_all_in_every_scenario():
    for file in _files(5):
        assert all(f"port: Serial{number}/0" in file.text for number in range(5))


def test_a_scenario_tells_of_its_own_ports_only():
    files = _files(
        20,
        " rate-limit input access-group 9 64000 8000 8000 conform-action transmit "
        "exceed-action drop\n",
    )
    assert "Serial19/0 > input" in files[19].text
    assert "Serial18/0 > input" not in files[19].text


def test_ports_that_feed_another_scenario_are_a_row_of_the_ledger():
    sections = "".join(
        f"interface Serial{n}/0\n bandwidth 2000\n service-policy input IN\n"
        " service-policy output OUT\n"
        for n in range(12)
    )
    config = loads(POLICIES + sections)
    artefact = compiled(config, target="sim", allow_loss=True)
    rows = {e.path: e for e in artefact.ledger if e.path.endswith(" > fed by")}
    assert len(rows) == 12
    assert rows["Serial5/0 > fed by"].fidelity == "approx"
    assert "--interface" in rows["Serial5/0 > fed by"].note
    (one,) = compiled(config, target="sim", interface="Serial5/0", allow_loss=True).files
    assert all(f"port: Serial{n}/0" in one.text for n in range(12))


def test_a_few_ports_need_no_such_row():
    config = loads(POLICIES + "interface Serial0/0\n bandwidth 2000\n service-policy output OUT\n")
    artefact = compiled(config, target="sim", allow_loss=True)
    assert not [e for e in artefact.ledger if "fed by" in e.path]


MANY = (
    "class-map match-all DEEP\n match qos-group 7\n"
    "policy-map OUT\n class DEEP\n  bandwidth percent 10\n class class-default\n"
    "policy-map IN\n class class-default\n  set qos-group 1\n"
    "policy-map LAST\n class class-default\n  set qos-group 7\n"
    "interface Serial0/0\n bandwidth 2000\n service-policy output OUT\n"
    "interface Serial1/0\n bandwidth 2000\n service-policy output OUT\n"
    + "".join(
        f"interface FastEthernet1/{n}\n service-policy input {'LAST' if n == 19 else 'IN'}\n"
        for n in range(20)
    )
)


def test_a_port_that_alone_leads_to_a_class_comes_along_into_each_scenario():
    artefact = compiled(loads(MANY, platform="ios-12"), target="sim")
    assert artefact.losses == ()
    for file in artefact.files:
        assert "port: FastEthernet1/19" in file.text
        assert "class DEEP: no packet" not in file.text
        scenario = load(file.text, file.name)
        row = simulate(scenario).of_class("DEEP")
        assert row["arrived_packets"] > 10
    rows = [e for e in artefact.ledger if e.path.endswith(" > fed by")]
    assert [row.fidelity for row in rows] == ["approx", "approx"]


def test_traffic_of_ones_own_cannot_come_in_by_a_port_that_is_left_out():
    text = (
        "schema: qosc/traffic/1\ntraffic:\n"
        "  - {name: a, kind: cbr, from: sender1, to: receiver, packet_bytes: 100, rate_bps: 8000}\n"
    )
    overlay = load_overlay(text, "traffic.yaml")
    config = loads(MANY, platform="ios-12")
    artefact = compiled(config, target="sim", overlay=overlay, allow_loss=True)
    rows = [e for e in artefact.losses if e.path.endswith(" > fed by")]
    assert [row.path.split(" > ")[0] for row in rows] == ["Serial0/0", "Serial1/0"]
    assert "--interface" in rows[0].note
    whole = compiled(config, target="sim", overlay=overlay, interface="Serial0/0")
    assert all(f"port: FastEthernet1/{n}\n" in whole.files[0].text for n in range(20))
