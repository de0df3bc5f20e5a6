"""Long lists are put so that the kernel can hash them, and nothing is decided otherwise."""

import re

import pytest
from hypothesis import HealthCheck, given, settings

import qosc
from qosc.fields import Field
from qosc.ir import Device
from qosc.targets.tc.lower.classify.budget import Budget
from qosc.targets.tc.lower.classify.cells import cells, inside_tag
from qosc.targets.tc.lower.classify.chains import OK
from qosc.targets.tc.lower.classify.decision import TooLargeError, decide
from qosc.targets.tc.lower.classify.grouping import bits_of, grouped
from qosc.targets.tc.model import U32, Filter, Gact, Hook
from tests.laws.packets.packet_oracle import build
from tests.targets import tc_strategies as some
from tests.targets.tc_machine import State, matches, run
from tests.targets.tc_reading import read_script

LINES = 1000
CONFIG = """\
class-map match-all listed
 match access-group name many
policy-map marker
 class listed
  set dscp af11
interface GigabitEthernet0/1
 service-policy input marker
ip access-list extended many
"""


def first_match(decided, packet):
    state = State(packet.version, packet.ds, dict(packet.values), packet.layers)
    for (protocol, match), verdict in decided:
        if matches(Filter(Hook.INGRESS, 0, 1, protocol, match, (Gact(OK),)), state):
            return verdict
    return None


@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(some.access_lists(), some.predicates, some.packets())
def test_filters_in_their_new_order_decide_the_same(lists, predicate, packet):
    try:
        decided = tuple(
            (one, verdict)
            for conjunction, verdict in decide(Device(access_lists=lists), predicate).entries
            for cell in cells(conjunction)
            for one in (cell, *inside_tag(cell))
        )
    except TooLargeError:
        return
    budget = Budget()
    found = budget.once("list", make=lambda: grouped(decided, budget))
    assert first_match(found, packet) == first_match(decided, packet)


def listed(number: int) -> str:
    return f" permit tcp host 10.0.{number // 250}.{number % 250} any eq {number + 1}\n"


def filters_of(text: str) -> list[Filter]:
    script = qosc.compile(qosc.loads(text)).files[0].text
    (plan,) = read_script(script)
    return [command.node for command in plan.commands if isinstance(command.node, Filter)]


def prefs(filters: list[Filter]) -> int:
    return len({(found.chain, found.pref) for found in filters if found.chain == 0})


def test_a_list_on_the_same_bits_is_one_table():
    filters = filters_of(CONFIG + "".join(map(listed, range(LINES))))
    assert len(filters) >= LINES
    # Whole packets, later fragments, class-default.
    assert prefs(filters) == 3


def test_entries_that_say_no_in_between_cost_one_table_more():
    text = "".join(listed(n) + f" deny udp host 10.9.0.{n} any\n" for n in range(200))
    assert prefs(filters_of(CONFIG + text)) <= 3


def test_a_permit_stays_behind_the_deny_that_takes_some_of_its_packets():
    text = CONFIG + (
        " permit ip host 10.0.0.1 any\n deny ip 10.0.0.0 0.0.0.255 any\n"
        " permit ip host 10.0.0.2 any\n permit ip host 10.1.0.2 any\n"
    )
    filters = filters_of(text)
    for address, ds in ((0x0A000001, 10), (0x0A000002, 0), (0x0A010002, 10), (0x0A010003, 0)):
        packet = build({Field.VERSION: 4, Field.SRC4: address, Field.DSCP: 0})
        assert run(filters, packet, lambda police: True).ds >> 2 == ds


@pytest.mark.parametrize(
    "deny", ["deny tcp any any eq 80", "deny tcp 10.0.0.0 0.0.0.255 any eq 80"]
)
def test_a_permit_does_not_pass_a_deny_that_takes_some_of_its_packets(deny):
    text = f" permit tcp host 10.9.0.1 any\n {deny}\n permit tcp host 10.0.0.2 any\n"
    filters = filters_of(CONFIG + text)
    for address, port, ds in ((0x0A000002, 80, 0), (0x0A000002, 81, 10), (0x0A090001, 80, 10)):
        fields = {Field.PROTOCOL: 6, Field.SRC4: address, Field.DST_PORT: port, Field.DSCP: 0}
        packet = build({Field.VERSION: 4, **fields})
        assert run(filters, packet, lambda police: True).ds >> 2 == ds


def test_two_classes_on_the_same_bits_are_not_one_filter_to_the_kernel():
    text = """\
class-map match-all one
 match ip dscp ef
class-map match-all other
 match ip dscp ef
policy-map marker
 class one
  set dscp af11
 class other
  set dscp af12
interface GigabitEthernet0/1
 service-policy input marker
"""
    filters = [found for found in filters_of(text) if found.chain == 0]
    assert len({(found.pref, found.match) for found in filters}) == len(filters) == 3
    packet = build({Field.VERSION: 4, Field.DSCP: 46})
    assert run(filters_of(text), packet, lambda police: True).ds >> 2 == 10


def test_what_is_hashed_has_no_range_and_no_raw_bits():
    # A deny entry leaves later fragments, which would be hashed, to the next.
    text = CONFIG + " deny tcp any any range 5 100\n permit ip 10.0.0.1 0.0.255.0 any\n"
    filters = [found for found in filters_of(text) if found.chain == 0]
    assert all(bits_of((found.protocol, found.match)) is None for found in filters[:-1])
    assert any(isinstance(found.match, U32) for found in filters)
    assert prefs(filters) == len(filters)


TAGS = """\
class-map match-any voice
 match cos 5
 match ip dscp ef
class-map match-all web
 match access-group 101
access-list 101 permit tcp any any eq 80
policy-map marker
 class voice
  set dscp cs5
 class web
  set dscp af11
 class class-default
  set dscp cs1
interface GigabitEthernet0/1
 service-policy input marker
"""


@pytest.mark.parametrize(
    ("fields", "ds"),
    [
        ({Field.DSCP: 46}, 40),
        ({Field.DSCP: 46, Field.COS: 1, Field.VLAN: 7}, 40),
        ({Field.DSCP: 0, Field.COS: 5, Field.VLAN: 7}, 40),
        ({Field.PROTOCOL: 6, Field.DST_PORT: 80, Field.COS: 1, Field.VLAN: 7}, 10),
        ({Field.PROTOCOL: 6, Field.DST_PORT: 81, Field.COS: 1, Field.VLAN: 7}, 8),
    ],
)
def test_where_a_class_tests_the_tag_tagged_frames_are_looked_into(fields, ds):
    packet = build({Field.VERSION: 4, **fields})
    assert run(filters_of(TAGS), packet, lambda police: True).ds >> 2 == ds


def test_only_where_a_class_tests_the_tag_there_are_filters_for_tagged_frames():
    script = qosc.compile(qosc.loads(TAGS)).files[0].text
    assert "vlan_ethtype ip ip_proto tcp dst_port 80" in script
    untagged = qosc.compile(qosc.loads(re.sub(r" match cos 5\n", "", TAGS))).files[0].text
    assert "802.1Q" not in untagged


def test_raw_bits_behind_a_tag_are_said_not_to_be_looked_for():
    text = TAGS.replace(" match access-group 101", " match packet length max 100")
    ledger = qosc.compile(qosc.loads(text)).ledger
    (entry,) = [e for e in ledger if "length" in e.asked]
    assert "with a VLAN tag are not looked into" in entry.note
