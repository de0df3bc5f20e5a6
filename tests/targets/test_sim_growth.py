"""The scenarios of a router with many ports grow with the ports, not with their square."""

from __future__ import annotations

from qosc import compile as compiled
from qosc import loads

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
