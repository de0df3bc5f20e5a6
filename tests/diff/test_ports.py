"""What differs of ports as wholes, and of ports on one side only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import changes, compared, diff
from tests.diff.test_what_changes import IOS

FILTERED = """\
firewall {
    policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } then discard; }
    family inet { filter F {
        interface-specific;
        term a { from { protocol udp; } then { policer P; accept; } }
        term b { then accept; }
    } }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input F; } } } }
    ge-0/0/1 { unit 0 { family inet { filter { input F; } } } }
}
"""
COMMON = FILTERED.replace("interface-specific;", "")


def test_a_policer_of_several_ports_is_not_one_for_each(tmp_path: Path) -> None:
    status, device = compared(tmp_path, FILTERED, COMMON)
    (change,) = device["changes"]
    assert (status, change["ways"]) == (
        1,
        [{"inputs": [None], "outputs": ["ge-0/0/0", "ge-0/0/1"]}],
    )
    (delta,) = change["differences"]
    assert delta["name"] == "policers for several ports together"
    assert (delta["old"], delta["new"]) == ("none", "ge-0/0/0 and ge-0/0/1")


def test_other_names_and_unused_filters_share_no_more(tmp_path: Path) -> None:
    renamed = COMMON.replace("filter F", "filter G").replace("input F", "input G")
    assert compared(tmp_path, COMMON, renamed.replace(" P ", " Q ").replace("P;", "Q;"))[0] == 0
    one = FILTERED.replace("ge-0/0/1 { unit 0 { family inet { filter { input F; } } } }", "")
    assert compared(tmp_path, one, one.replace("interface-specific;", ""))[0] == 0
    moved = COMMON.replace("ge-0/0/1", "ge-1/0/1")
    assert compared(tmp_path, COMMON, moved, "--map", "ge-0/0/1=ge-1/0/1")[0] == 0


def test_a_port_that_is_shut_down_is_told(tmp_path: Path) -> None:
    found = changes(tmp_path, IOS, IOS.replace(" bandwidth 2000\n", " bandwidth 2000\n shutdown\n"))
    assert found == {"the port": {"shutdown": "none -> yes"}}


def test_a_policer_that_goes_is_told_with_what_it_does_to_each_colour(tmp_path: Path) -> None:
    """So that two such changes are not one to those who expect the first."""
    new = "policy-map P\n class class-default\n  set qos-group 1\n"
    new += "interface GigabitEthernet0/1\n service-policy input P\n"
    police = "police 1000000 8000 conform-action transmit exceed-action set-dscp-transmit"
    prints = set()
    for dscp, words in (("8", "8 (cs1)"), ("40", "40 (cs5)")):
        old = new.replace("set qos-group 1", f"{police} {dscp}")
        _, device = compared(tmp_path, old, new)
        change = next(one for one in device["changes"] if one["packets"] == "IPv4 or IPv6")
        gone = next(one for one in change["differences"] if one["name"] == "policer")
        assert gone["old"].endswith(f"exceeding marked dscp {words}")
        prints.add(change["fingerprint"])
    assert len(prints) == 2


def test_what_one_side_has_is_expected_with_what_it_holds(tmp_path: Path) -> None:
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
    moved = IOS.replace("Serial0/0", "Serial0/1")
    (tmp_path / "old" / "r1.cfg").write_text(IOS)
    (tmp_path / "new" / "r1.cfg").write_text(moved)
    (tmp_path / "new" / "r2.cfg").write_text(IOS)
    assert diff(tmp_path, "old", "new", "--write-expect", "meant.json")[0] == 1
    for name, text in (("r1.cfg", moved), ("r2.cfg", IOS)):
        file = tmp_path / "new" / name
        file.write_text(f"!\n{text}")
        assert diff(tmp_path, "old", "new", "--expect", "meant.json")[0] == 0
        file.write_text(text.replace("priority 500", "priority 800"))
        assert diff(tmp_path, "old", "new", "--expect", "meant.json")[0] == 1
        file.write_text(text)


def test_a_junos_port_that_is_disabled_is_told(tmp_path: Path) -> None:
    for before, after in (
        ("ge-0/0/0 { unit", "ge-0/0/0 { disable; unit"),
        ("ge-0/0/0 { unit 0 { family", "ge-0/0/0 { unit 0 { disable; family"),
    ):
        found = changes(tmp_path, FILTERED, FILTERED.replace(before, after))
        assert found == {"the port": {"shutdown": "none -> yes"}}


AGGREGATE = """\
mls qos
mls qos aggregate-policer AGG 1000000 8000 exceed-action drop
class-map match-any A
 match ip dscp ef
policy-map P
 class A
  police aggregate AGG
policy-map Q
 class A
  police 1000000 8000 exceed-action drop
interface GigabitEthernet1/1
 service-policy input P
interface GigabitEthernet1/2
 service-policy input P
"""


def test_an_aggregate_policer_is_one_for_several_ports_where_the_switch_has_it_so(
    tmp_path: Path,
) -> None:
    """Of a Catalyst 6500 it is one for all ports, of a 3750 one for each (command references)."""
    new = AGGREGATE[::-1].replace("P tupni", "Q tupni", 1)[::-1]

    def platform(name: str) -> tuple[str, ...]:
        return ("--old-platform", name, "--new-platform", name)

    assert changes(tmp_path, AGGREGATE, new, *platform("cat6500")) == {
        "the port": {
            "policers for several ports together": "GigabitEthernet1/1 and GigabitEthernet1/2 "
            "-> none"
        }
    }
    assert compared(tmp_path, AGGREGATE, new, *platform("cat3750"))[0] == 0


def test_the_queues_of_a_3750_divide_its_speed_and_not_its_bandwidth(tmp_path: Path) -> None:
    text = "mls qos\ninterface GigabitEthernet1/0/1\n srr-queue bandwidth shape 10 0 0 0\n"
    said = text + " bandwidth 100000\n"
    assert compared(tmp_path, text, said)[0] == 0
    slower = changes(tmp_path, text, text + " speed 100\n")["dscp 40 to 47"]
    assert slower["cap"] == "100 Mbit/s (10% of 1 Gbit/s) -> 10 Mbit/s (10% of 100 Mbit/s)"


def test_ways_are_told_by_groups_of_ports_that_do_the_same(tmp_path: Path) -> None:
    """Of 40 ports in and 30 out there are 1,200 ways, which nobody lists one by one."""
    marks = "class-map A\n match dscp af31\npolicy-map IN\n class A\n  set dscp ef\n"
    text = marks + "class-map V\n match dscp ef\npolicy-map OUT\n class V\n  bandwidth 100\n"
    inputs = [f"GigabitEthernet1/{n}" for n in range(40)]
    outputs = [f"GigabitEthernet2/{n}" for n in range(30)]
    text += "".join(f"interface {name}\n service-policy input IN\n" for name in inputs)
    text += "".join(f"interface {name}\n service-policy output OUT\n" for name in outputs)
    _, device = compared(tmp_path, text, text.replace("bandwidth 100", "bandwidth 200"))
    assert device["composed"] == [{"inputs": inputs, "outputs": outputs}]
    ways = [way for change in device["changes"] for way in change["ways"]]
    assert {"inputs": inputs, "outputs": outputs} in ways
    assert sum(len(way["inputs"]) + len(way["outputs"]) for way in ways) < 300


ONE_OF_SEVERAL = """\
version 12.2
hostname C6500
mls qos
mls qos aggregate-policer AGG {police}
class-map match-all A
 match access-group 101
class-map match-all B
 match access-group 102
policy-map P
 class A
  police aggregate AGG
 class B
  police {own}
interface GigabitEthernet1/1
 service-policy input P
access-list 101 permit tcp any any
access-list 102 permit udp any any
"""


def test_a_class_that_leaves_an_aggregate_with_a_maximum_burst_has_a_bucket_of_its_own(
    tmp_path: Path,
) -> None:
    police = "10000000 312500 312500 conform-action transmit exceed-action drop"
    _, device = compared(
        tmp_path,
        ONE_OF_SEVERAL.format(police=police, own="aggregate AGG"),
        ONE_OF_SEVERAL.format(police=police, own=police),
    )
    (change,) = device["changes"]
    (found,) = change["differences"]
    assert found["name"] == "shared policer"
    assert found["old"].startswith("one policer: aggregate-policer AGG, 10 Mbit/s")
    assert found["new"].startswith("2 policers: ")


JUNOS_ITSELF = """\
interfaces {
    lo0 { unit 0 { family inet { filter { input PROTECT; } address 10.0.0.1/32; } } }
}
firewall { family inet { filter PROTECT {
    term BGP { from { protocol tcp; port bgp; } then accept; }
    term REST { then discard; }
} } }
"""
CISCO_ITSELF = """\
version 15.4
class-map match-any BGP
 match access-group 101
policy-map COPP
 class BGP
  police 64000 conform-action transmit exceed-action drop
control-plane
 service-policy input COPP
access-list 101 permit tcp any any eq bgp
"""


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (JUNOS_ITSELF, JUNOS_ITSELF.replace("port bgp", "port ssh"), "lo0.0"),
        (CISCO_ITSELF, CISCO_ITSELF.replace("64000", "128000"), "control-plane"),
    ],
)
def test_what_filters_packets_to_the_router_is_not_called_an_output(
    old: str, new: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / "old").write_text(old)
    (tmp_path / "new").write_text(new)
    status, out, _ = diff(tmp_path, "old", "new")
    assert status == 1
    assert out.splitlines()[0] == f"{name}, to the router itself"
    assert ", output" not in out


def test_a_port_of_a_queue_set_without_lines_has_its_default_buffers(tmp_path: Path) -> None:
    lines = "mls qos queue-set output 1 buffers 40 20 20 20\n"
    text = f"version 12.2\nmls qos\n{lines}interface GigabitEthernet1/0/1\n"
    text += " srr-queue bandwidth share 1 2 3 4\n"
    found = changes(tmp_path, text + " queue-set 2\n", text)
    depths = [each["depth"] for each in found.values() if "depth" in each]
    assert depths
    # 25 percent of the buffer, of which the threshold of the code points is 100 or 200 percent.
    known = ("25% of the buffer (default of cat3750)", "50% of the buffer (default of cat3750)")
    assert all(words.startswith(known) for words in depths), depths


MOVED = """\
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } }
}
class-of-service {
    interfaces { ge-0/0/0 { scheduler-map OUT; } }
    scheduler-maps { OUT { forwarding-class best-effort scheduler B; } }
    schedulers { B { transmit-rate percent 40; } }
}
"""


def test_a_port_of_junos_in_braces_is_paired_by_its_address(tmp_path: Path) -> None:
    status, device = compared(
        tmp_path,
        MOVED,
        MOVED.replace("ge-0/0/0", "ge-1/0/5").replace("percent 40", "percent 30"),
    )
    (change,) = (one for one in device["changes"] if one["packets"] != "the port")
    assert status == 1
    assert [one["name"] for one in change["differences"]] == ["guarantee"]
    assert change["ways"][0]["outputs"] == ["ge-0/0/0"]
