"""A change of a config, told by what happens to packets."""

from __future__ import annotations

from pathlib import Path

from tests.diff.running import changes, compared, diff

IOS = """\
version 15.4
class-map match-all VOICE
 match dscp ef
class-map match-any DATA
 match dscp af31
 match access-group 101
policy-map WAN
 class VOICE
  priority 500
 class DATA
  bandwidth 400
access-list 101 permit tcp any any eq 80
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
"""


def test_a_figure(tmp_path: Path) -> None:
    found = changes(tmp_path, IOS, IOS.replace("bandwidth 400", "bandwidth 450"))
    data = next(what for what in found.values() if "guarantee" in what)
    assert data == {"guarantee": "400 kbit/s -> 450 kbit/s"}
    # What nobody reserves is the default class's, and has become less.
    assert found[
        "any packet except (dscp af31 or ef; IPv4, tcp, port 80; IPv4, tcp, later fragments)"
    ] == {
        "share of the rest": "1100 kbit/s, what nobody reserves (default of ios-15) -> "
        "1050 kbit/s, what nobody reserves (default of ios-15)"
    }


def test_a_burst_that_follows_from_a_figure_is_told_as_a_default(tmp_path: Path) -> None:
    found = changes(tmp_path, IOS, IOS.replace("priority 500", "priority 800"))
    assert found["dscp ef"] == {
        "priority rate": "500 kbit/s -> 800 kbit/s",
        "priority burst": "12500 bytes (default of ios-15) -> 20000 bytes (default of ios-15)",
    }


def test_an_entry_that_moves_packets_from_one_class_to_another(tmp_path: Path) -> None:
    new = IOS.replace(
        "access-list 101 permit tcp any any eq 80",
        "access-list 101 deny tcp "
        "10.0.0.0 0.255.255.255 any eq 80\naccess-list 101 permit tcp any any eq 80",
    )
    status, device = compared(tmp_path, IOS, new)
    (change,) = device["changes"]
    assert status == 1
    assert (change["old_class"], change["new_class"]) == ("DATA", "class-default")
    match = {"src4": [[167772160, 184549375]], "dst-port": [[80, 80]], "protocol": [[6, 6]]}
    dscp = {"dscp": [[0, 25], [27, 45], [47, 63]]}
    assert change["region"] == [{"match": match | dscp, "except": []}]
    assert change["example"].startswith("tcp 10.0.0.1:1024 -> 192.0.2.7:80")


def test_entries_in_another_order_that_take_other_packets(tmp_path: Path) -> None:
    lines = (
        "access-list 101 permit tcp any any eq 80\n",
        "access-list 101 deny tcp any host 10.1.1.1\n",
    )
    one, two = (IOS.replace(lines[0], "".join(both)) for both in (lines, lines[::-1]))
    (packets,) = changes(tmp_path, one, two)
    assert packets.startswith("tcp, to 10.1.1.1, port 80")


def test_a_class_that_is_added(tmp_path: Path) -> None:
    new = IOS.replace(
        "policy-map WAN\n", "class-map match-all VIDEO\n match dscp af41\npolicy-map WAN\n"
    ).replace(
        " class DATA\n",
        " class VIDEO\n  police 64000 "
        "8000 conform-action transmit exceed-action drop\n class DATA\n",
        1,
    )
    new = new.replace("class-map match-any VIDEO", "class-map match-all VIDEO")
    status, device = compared(tmp_path, IOS, new)
    assert status == 1
    policed = {"name": "policer", "old": "none"}
    for change in device["changes"]:
        assert "dscp af41" in change["packets"]
        (one,) = (one for one in change["differences"] if one["name"] == "policer")
        assert policed.items() <= one.items()
        assert one["new"] == "64 kbit/s, burst 8000 bytes, exceeding dropped"
    # Web traffic of that code point leaves the queue of DATA; the rest was in no queue of its own.
    assert {change["old_class"] for change in device["changes"]} == {"DATA", "class-default"}


def test_a_port_of_another_speed_changes_what_percentages_come_to(tmp_path: Path) -> None:
    old = IOS.replace("bandwidth 400", "bandwidth percent 20")
    found = changes(tmp_path, old, old.replace("bandwidth 2000", "bandwidth 4000"))
    assert found["the port"] == {"link rate": "2 Mbit/s -> 4 Mbit/s"}
    data = next(what for what in found.values() if "guarantee" in what)
    assert data["guarantee"] == "400 kbit/s (20% of 2 Mbit/s) -> 800 kbit/s (20% of 4 Mbit/s)"


def test_a_default_of_another_release_is_told_with_both_platforms(tmp_path: Path) -> None:
    options = ("--old-platform", "ios-15", "--new-platform", "ios-xe")
    _, device = compared(tmp_path, IOS, IOS, *options)
    assert "defaults are those of ios-15 before and of ios-xe after" in device["notes"]
    defaults = [
        (one["old_default_of"], one["new_default_of"])
        for change in device["changes"]
        for one in change["differences"]
    ]
    assert ("ios-15", "ios-xe") in defaults


def test_what_an_input_marks_is_followed_to_the_queue(tmp_path: Path) -> None:
    marking = IOS.replace(
        "interface Serial0/0",
        "class-map WEB\n match access-group 101\n"
        "policy-map IN\n class WEB\n  set dscp ef\ninterface FastEthernet0/0\n"
        " service-policy input IN\ninterface Serial0/0",
    )
    _, device = compared(tmp_path, marking, marking.replace("set dscp ef", "set dscp cs1"))
    ways = {
        (*way["inputs"], *way["outputs"]): {d["name"] for d in change["differences"]}
        for change in device["changes"]
        for way in change["ways"]
    }
    assert ways["FastEthernet0/0", None] == {"dscp"}
    assert ways["FastEthernet0/0", "Serial0/0"] >= {"dscp", "priority", "priority rate"}
    assert device["composed"] == [{"inputs": ["FastEthernet0/0"], "outputs": ["Serial0/0"]}]


def test_a_policer_shared_by_two_classes_is_not_two(tmp_path: Path) -> None:
    old = """\
firewall {
    policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } then discard; }
    family inet { filter F {
        FIRST
        term a { from { protocol udp; } then { policer P; accept; } }
        term b { from { protocol tcp; } then { policer P; accept; } }
        term c { then accept; }
    } }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
"""
    one = old.replace("FIRST", "")
    two = old.replace("FIRST", "term-specific;").replace("term-specific;", "")
    shared = one.replace("policer P { if", "policer P { filter-specific; if")
    assert compared(tmp_path, one, two)[0] == 0
    status, device = compared(tmp_path, one, shared)
    assert status == 1
    assert {d["name"] for change in device["changes"] for d in change["differences"]} == {
        "shared policer"
    }


RATE_LIMIT = """\
version 12.2
interface Serial0/0
 bandwidth 2048
 rate-limit output 1500000 93750 187500 conform-action transmit exceed-action drop
"""


def test_the_rate_of_a_limit_on_a_port_is_not_taken_for_its_link(tmp_path: Path) -> None:
    found = changes(tmp_path, RATE_LIMIT, RATE_LIMIT.replace("2048", "1024"))
    assert found == {"the port": {"link rate": "2048 kbit/s -> 1024 kbit/s"}}


POLICED = """\
version 15.4
class-map match-all DNS
 match access-group 150
access-list 150 permit udp any any eq 53
policy-map P
 class DNS
  police 1000000
 class class-default
  fair-queue
interface GigabitEthernet0/1
 service-policy output P
"""


def test_a_policer_is_of_the_class_that_took_the_packets(tmp_path: Path) -> None:
    _, device = compared(tmp_path, POLICED, POLICED.replace("police 1000000", "police 2000000"))
    (change,) = device["changes"]
    assert (change["old_class"], change["new_class"]) == ("DNS", "DNS")
    # It has no queue of its own (Cisco, Class-Based Weighted Fair Queueing).
    assert (change["old_queue"], change["new_queue"]) == ("class-default", "class-default")
    _, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert "  class DNS (queue of class-default)  (old.cfg:7 -> new.cfg:7)\n" in out


def test_a_figure_of_a_queue_is_of_its_class_for_all_that_wait_in_it(tmp_path: Path) -> None:
    new = POLICED.replace("fair-queue", "fair-queue\n  queue-limit 100")
    _, device = compared(tmp_path, POLICED, new)
    (change,) = device["changes"]
    assert (change["old_class"], change["old_queue"]) == ("class-default", None)


def test_the_depth_of_a_flow_queue(tmp_path: Path) -> None:
    old = IOS.replace("  bandwidth 400\n", "  bandwidth 400\n  fair-queue queue-limit 20\n")
    found = changes(tmp_path, old, old.replace("queue-limit 20", "queue-limit 40"))
    (what,) = found.values()
    assert list(what) == ["depth of a flow queue"]
    assert "20 packets" in what["depth of a flow queue"].partition("->")[0]
    assert "40 packets" in what["depth of a flow queue"].partition("->")[2]


TWO_POLICERS = """\
version 15.4
class-map match-all A
 match dscp ef
class-map match-all B
 match dscp af31
policy-map P
 class A
  police 1000000
 class B
  police 1000000
interface GigabitEthernet0/1
 service-policy input P
"""


def test_policers_that_become_one_are_named_by_their_classes(tmp_path: Path) -> None:
    new = TWO_POLICERS.replace(" match dscp ef", " match dscp ef af31")
    _, device = compared(tmp_path, TWO_POLICERS, new)
    (change,) = device["changes"]
    assert (change["old_class"], change["new_class"]) == ("A, B", "A")
    (shared,) = change["differences"]
    assert shared["old"] == "2 policers: class A; class B"
    assert shared["new"].startswith("one policer: class A, 1 Mbit/s, burst ")


FILTER = """\
firewall {
    policer P { SPECIFIC if-exceeding { bandwidth-limit 5m; burst-size-limit 62k; } then discard; }
    family inet { filter F {
        term a { from { protocol tcp; } then { policer P; accept; } }
        term b { from { protocol udp; } then { policer P; accept; } }
        term c { then accept; }
    } }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
"""


def test_terms_that_share_a_policer_no_longer_are_named(tmp_path: Path) -> None:
    one, two = (FILTER.replace("SPECIFIC", word) for word in ("filter-specific;", ""))
    _, device = compared(tmp_path, one, two)
    (change,) = device["changes"]
    assert (change["old_class"], change["new_class"]) == (None, None)
    (shared,) = change["differences"]
    assert shared["old"].startswith("one policer: policer P of filter inet F, 5 Mbit/s, burst ")
    assert shared["new"] == "2 policers: filter inet F, rule 1; filter inet F, rule 2"


def test_a_mac_address_is_told_as_one(tmp_path: Path) -> None:
    old = TWO_POLICERS.replace("match dscp ef", "match source-address mac 0000.0c00.0001")
    new = old.replace("police 1000000\n class B", "police 2000000\n class B")
    _, device = compared(tmp_path, old, new)
    (change,) = device["changes"]
    assert change["packets"] == "src-mac 0000.0c00.0001"
    assert ", src-mac 0000.0c00.0001, " in change["example"]


PRIORITIES = """\
class-of-service {
    forwarding-classes { queue 0 be; queue 2 crit; queue 3 nc; }
    interfaces { ge-0/0/0 { scheduler-map SM; } }
    scheduler-maps { SM { forwarding-class be scheduler L; forwarding-class nc scheduler L;
        forwarding-class crit scheduler M; } }
    schedulers { L { transmit-rate percent 30; priority low; }
        M { transmit-rate percent 30; priority medium-high; } }
}
"""


def test_a_priority_is_in_the_words_of_junos_and_low_stays_low(tmp_path: Path) -> None:
    new = PRIORITIES.replace("forwarding-class crit scheduler M;", "")
    _, device = compared(tmp_path, PRIORITIES, new, "--old-platform", "junos-mx")
    told = {
        (change["old_class"], one["old"], one["new"])
        for change in device["changes"]
        for one in change["differences"]
        if one["name"] == "priority"
    }
    assert all(old_class == "crit" for old_class, _, _ in told)
    status, device = compared(tmp_path, PRIORITIES, PRIORITIES.replace("medium-high", "high"))
    assert status == 1
    found = {one["name"]: one for one in device["changes"][0]["differences"]}
    one = found["priority"]
    assert (one["old"], one["new"]) == ("medium-high or medium-low", "high")
