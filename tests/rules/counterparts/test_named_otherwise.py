"""Rules of JunOS on schedulers, sets, loopbacks and terms: each page, a slip, and its near miss."""

from __future__ import annotations

import pytest

from qosc.lint import find_rule
from qosc.lint.engine.pages import examples
from tests.rules.linting import lint

CODES = ("QOS953", "QOS954", "QOS955", "QOS956", "QOS957", "QOS958")


def _lines(text: str, code: str) -> list[int]:
    found = lint(f"set version 20.2R3\n{text}", "junos-mx", select=(code,))
    return [one.primary.line - 1 for one in found if one.code == code]


@pytest.mark.parametrize("code", CODES)
def test_the_page_shows_what_is_reported_and_what_is_not(code: str) -> None:
    rule = find_rule(code)
    assert rule is not None
    for section, expected in (("Example", True), ("Use instead", False)):
        for example in examples(rule, section):
            found = {one.code for one in lint(example.text, example.platform or "junos-mx")}
            assert (code in found) is expected


_ORDER = """\
set class-of-service scheduler-maps M forwarding-class film-video scheduler A
set class-of-service scheduler-maps M forwarding-class night-bulk scheduler B
set class-of-service schedulers A priority low
set class-of-service schedulers B priority medium-high
"""


def test_bulk_served_before_video_is_told_at_its_priority() -> None:
    assert _lines(_ORDER, "QOS953") == [4]


def test_bulk_as_low_as_video_is_no_slip() -> None:
    assert not _lines(_ORDER.replace("medium-high", "low"), "QOS953")


def test_a_class_that_shares_the_scheduler_of_voice_is_no_exchange() -> None:
    text = """\
set class-of-service scheduler-maps M forwarding-class voice scheduler S-VOICE
set class-of-service scheduler-maps M forwarding-class best-effort scheduler S-VOICE
"""
    assert not _lines(text, "QOS953")


_SETS = """\
set class-of-service forwarding-class-sets LAN class web
set class-of-service forwarding-class-sets LAN class disk
set class-of-service interfaces xe-0/0/1 forwarding-class-set LAN output-traffic-control-profile L
set class-of-service traffic-control-profiles L scheduler-map LM
set class-of-service scheduler-maps LM forwarding-class web scheduler W
"""


def test_a_class_without_any_scheduler_may_be_meant() -> None:
    assert not _lines(_SETS, "QOS954")


_UNITS = """\
set interfaces interface-set EAST interface ge-1/0/0 unit 11
set interfaces interface-set WEST interface ge-1/0/0 unit 22
set interfaces ge-1/0/0 unit 11 description "EAST, by way of WEST"
set interfaces ge-1/0/0 unit 22 description "WEST, house 2"
"""


def test_a_unit_that_names_its_own_set_too_is_in_the_right_one() -> None:
    assert not _lines(_UNITS, "QOS955")


def test_names_of_sets_in_descriptions_tell_nothing_where_no_member_has_its_own() -> None:
    text = _UNITS.replace("EAST, by way of WEST", "to WEST").replace("WEST, house 2", "house 2")
    assert not _lines(text, "QOS955")


_LOOPS = """\
set interfaces lo0 unit 1 family inet filter input GUARD
set interfaces lo0 unit 1 family inet address 198.51.100.1/32
set interfaces lo0 unit 2 family inet address 198.51.100.2/32
set firewall family inet filter GUARD term REST then discard
set routing-instances A instance-type vrf
set routing-instances A interface lo0.1
set routing-instances B instance-type vrf
set routing-instances B interface lo0.2
"""


def test_a_loopback_of_a_vrf_without_filter_is_told_at_its_address() -> None:
    assert _lines(_LOOPS, "QOS956") == [3]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            "unit 2 family inet address 198.51.100.2",
            "unit 2 family inet address 127.0.0.1",
            id="local",
        ),
        pytest.param("interface lo0.1", "interface ge-0/0/1.0", id="no-twin"),
        pytest.param("unit 1 family inet filter", "unit <*> family inet filter", id="pattern"),
        pytest.param(
            "set routing-instances A instance-type",
            "set interfaces ge-0/0/3 unit 0 family ethernet-switching\n"
            "set routing-instances A instance-type",
            id="switch",
        ),
    ],
)
def test_loopbacks_that_need_no_filter_of_their_own(old: str, new: str) -> None:
    assert not _lines(_LOOPS.replace(old, new), "QOS956")


_BFD = """\
set interfaces lo0 unit 0 family inet filter input GUARD
set firewall family inet filter GUARD term BFD from protocol udp
set firewall family inet filter GUARD term BFD from destination-port 3784
set firewall family inet filter GUARD term BFD then accept
set firewall family inet filter GUARD term REST then policer P
set firewall family inet filter GUARD term REST then accept
set protocols bgp group I bfd-liveness-detection session-mode multihop
"""


def test_multihop_bfd_that_is_policed_with_the_rest_is_told() -> None:
    assert _lines(_BFD, "QOS957") == [3]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("destination-port 3784", "destination-port 3784-4784", id="range"),
        pytest.param("destination-port 3784", "destination-port [ 3784 4784 ]", id="list"),
        pytest.param("session-mode multihop", "minimum-interval 300", id="single-hop"),
        pytest.param("REST then policer P", "REST then count all", id="accepted"),
    ],
)
def test_bfd_that_is_accepted_is_no_slip(old: str, new: str) -> None:
    assert not _lines(_BFD.replace(old, new), "QOS957")


_SENT = """\
set interfaces lo0 unit 0 family inet filter output OWN
set firewall family inet filter OWN term A from protocol tcp
set firewall family inet filter OWN term A from source-port 179
set firewall family inet filter OWN term A then forwarding-class nc
set firewall family inet filter OWN term B from destination-port 179
set firewall family inet filter OWN term B then forwarding-class nc
set protocols bgp group I neighbor 192.0.2.9
"""


def test_two_terms_may_have_a_half_each() -> None:
    assert not _lines(_SENT, "QOS957")
    assert _lines(_SENT.replace("from destination-port 179", "from port 22"), "QOS957") == [3]


_CLASS = """\
set policy-options policy-statement MARK term A then destination-class gold
set firewall family inet filter OUT term G from destination-class gold
set firewall family inet filter OUT term G then forwarding-class af
"""


@pytest.mark.parametrize(
    "more",
    [
        "set routing-options forwarding-table export MARK",
        "set routing-options forwarding-table export [ OTHER MARK ]",
        "set policy-options policy-statement ALL term A from policy MARK",
    ],
)
def test_a_class_that_routes_get_is_no_slip(more: str) -> None:
    assert _lines(_CLASS, "QOS958") == [2]
    assert not _lines(_CLASS + more, "QOS958")


def test_a_prefix_list_beside_an_exception_is_what_it_is_taken_from() -> None:
    text = """\
set firewall family inet filter F term T from source-address 10.1.0.0/16 except
set firewall family inet filter F term T from source-prefix-list OURS
set firewall family inet filter F term T then discard
"""
    assert not _lines(text, "QOS958")
    assert _lines(text.replace("prefix-list OURS", "prefix-list OURS except"), "QOS958") == [1]
