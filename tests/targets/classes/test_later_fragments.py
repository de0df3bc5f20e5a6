"""Later fragments and access lists of Cisco IOS, whose entries test ports that they do not have.

Expected outcomes are those of Cisco document 8014, "Access Control Lists and IP Fragments": an
entry that permits takes a later fragment by its layer-3 part, one that denies leaves it to the
next. IOS alone says so: for other dialects nothing is made up.
"""

from __future__ import annotations

from ipaddress import ip_address

import pytest
import yaml

import qosc
from qosc.fields import Field
from qosc.targets.tc.model import Filter
from tests import wire
from tests.judged.scenario_walk import Walk
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import run
from tests.targets.tc_reading import read_script

TEXT = """
version 15.2
ip access-list extended G
 deny tcp any host 10.0.0.9 eq 80
 permit tcp any 10.0.0.0 0.0.0.255 eq 80
class-map match-all G
 match access-group name G
policy-map X
 class G
  bandwidth percent 10
interface GigabitEthernet0/0
 service-policy output X
"""
CASES = {
    "a permit takes a whole packet by its port": ("10.0.0.1", 6, 80, False, True),
    "a permit passes another port": ("10.0.0.1", 6, 81, False, False),
    "a permit takes a later fragment": ("10.0.0.1", 6, 0, True, True),
    "of its own network alone": ("10.0.1.1", 6, 0, True, False),
    "of its own protocol alone": ("10.0.0.1", 17, 0, True, False),
    "a deny takes a whole packet by its port": ("10.0.0.9", 6, 80, False, False),
    "a deny leaves a later fragment": ("10.0.0.9", 6, 0, True, True),
}


def made(target: str, text: str = TEXT) -> str:
    """The artefact's first file."""
    return qosc.compile(qosc.loads(text, name="a.cfg"), target=target).files[0].text


@pytest.mark.parametrize("target", ["tc", "sim"])
@pytest.mark.parametrize("platform", ["ios-xr", "nxos", "ios-15"])
def test_the_ledger_says_where_no_source_tells_of_them(platform: str, target: str) -> None:
    """Ports in lists of IOS XR and NX-OS: document 8014 is of IOS alone."""
    made_ = qosc.compile(qosc.loads(TEXT, platform=platform), target=target, allow_loss=True)
    rows = [one for one in made_.ledger if one.asked == "port 80"]
    assert len(rows) == 2
    told = [one for one in rows if "no public source says it of this system" in one.note]
    assert len(told) == (0 if platform == "ios-15" else 2)
    assert all(str(one.fidelity) != "exact" for one in told)


@pytest.mark.parametrize("name", CASES)
def test_the_script_takes_them_as_the_router_does(name: str) -> None:
    to, protocol, port, later, taken = CASES[name]
    values: dict[Field, int | str] = {
        Field.VERSION: 4,
        Field.DST4: int(ip_address(to)),
        Field.PROTOCOL: protocol,
        Field.SRC_PORT: 1024,
        Field.DST_PORT: port,
        Field.FRAGMENT: int(later),
    }
    (plan,) = read_script(made("tc"))
    filters = [command.node for command in plan.commands if isinstance(command.node, Filter)]
    queues = [
        run(filters, build(each), lambda _: True).queue
        for each in (values, {**values, Field.PROTOCOL: 47})
    ]
    assert (queues[0] != queues[1]) is taken


@pytest.mark.parametrize("name", CASES)
def test_the_scenario_takes_them_as_the_router_does(name: str) -> None:
    to, protocol, port, later, taken = CASES[name]
    packet = wire.Packet(
        src="1.2.3.4", dst=to, protocol=protocol, dst_port=port, fragment_offset=185 * later
    )
    (out,) = [
        each["output"]
        for each in yaml.safe_load(made("sim"))["ports"]
        if each["port"] == "GigabitEthernet0/0"
    ]
    walk = Walk(packet)
    walk.go(out)
    assert walk.taken == (["G"] if taken else ["class-default"])


def test_entries_that_differ_in_their_ports_take_fragments_once() -> None:
    text = TEXT.replace(" deny tcp any host 10.0.0.9 eq 80\n", "")
    more = text.replace("eq 80\n", "eq 80\n permit tcp any 10.0.0.0 0.0.0.255 eq 443\n")
    counts = [made("tc", each).count("nofirstfrag") for each in (text, more)]
    assert counts == [1, 1]


def test_a_list_of_nx_os_takes_no_more_than_is_known() -> None:
    text = TEXT.replace("ip access-list extended G", "feature bgp\nip access-list G")
    artefact = qosc.compile(
        qosc.loads(text, name="a.cfg", platform="nxos"), target="tc", allow_loss=True
    )
    assert "dst_port 80" in artefact.files[0].text
    assert "nofirstfrag" not in artefact.files[0].text
