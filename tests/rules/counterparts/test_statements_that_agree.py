"""Statements of JunOS that have to agree: each slip at its line, and its near miss silent."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

_DYNAMIC = """
set dynamic-profiles HOME variables in-rate default-value 20m
set dynamic-profiles HOME variables out-rate default-value 90m
set dynamic-profiles HOME class-of-service traffic-control-profiles T shaping-rate "$in-rate"
"""
_LABELS = """
set class-of-service forwarding-policy next-hop-map M forwarding-class voice lsp-next-hop X-BULK
set class-of-service forwarding-policy next-hop-map M forwarding-class video lsp-next-hop X-GOLD
"""
_LIMITS = """
set class-of-service application-traffic-control rate-limiters UP-2M bandwidth-limit 2000
set class-of-service application-traffic-control rate-limiters DOWN-9M bandwidth-limit 9000
set class-of-service application-traffic-control rule-sets S rule R then rate-limit \
client-to-server DOWN-9M
set class-of-service application-traffic-control rule-sets S rule R then rate-limit \
server-to-client UP-2M
"""
_FABRIC = """
set class-of-service forwarding-classes class bulk queue-num 1 priority high
set class-of-service forwarding-classes class voice queue-num 5 priority low
"""
_EXCESS = """
set class-of-service schedulers SCAVENGER excess-priority high
set class-of-service schedulers WEB excess-priority low
"""
_PAUSE = """
set class-of-service classifiers ieee-802.1 C forwarding-class r loss-priority low code-points 011
set class-of-service forwarding-classes class r queue-num 3 no-loss
set class-of-service congestion-notification-profile N input ieee-802.1 code-point 011 pfc
set class-of-service congestion-notification-profile N output ieee-802.1 code-point 011 \
flow-control-queue 5
"""
_SERVERS = """
set class-of-service congestion-notification-profile N input ieee-802.1 code-point 011 pfc
set policy-options application-maps A application RDMA code-points 101
"""
_EARLY = """
set class-of-service forwarding-classes class rdma queue-num 3 no-loss
set class-of-service scheduler-maps M forwarding-class rdma scheduler FIRST
set class-of-service schedulers FIRST drop-profile-map loss-priority low drop-profile D
set class-of-service schedulers REST explicit-congestion-notification
"""
_SETS = """
set interfaces ge-0/0/1 unit 5 vlan-tags outer 300 inner 1
set interfaces interface-set S interface ge-0/0/1 vlan-tags-outer 310
"""
_QUEUES = """
set chassis fpc 0 pic 0 max-queues-per-interface 4
set class-of-service forwarding-classes class voice queue-num 5
"""
_MEMBER = """
set interfaces xe-0/0/1 gigether-options 802.3ad ae7
set class-of-service interfaces xe-0/0/1 unit 0 classifiers dscp C
"""
_HOSTS = """
set firewall family inet prefix-action A policer P
set firewall family inet prefix-action A subnet-prefix-length 24
set firewall family inet prefix-action A source-prefix-length 24
"""
_MAKER = """
set firewall family ethernet-switching filter F term T from source-mac-address 00:11:22:00:00:00/48
"""
_DELAY = """
set class-of-service traffic-control-profiles T shaping-rate 50m
set class-of-service traffic-control-profiles T delay-buffer-rate 500k
"""
_DROPS = "set class-of-service drop-profiles D fill-level 10 drop-probability 80\n"
_HOST = """
set class-of-service host-outbound-traffic forwarding-class best-effort
set protocols isis interface ge-0/0/0.0
"""
_NEIGHBORS = """
set interfaces lo0 unit 0 family inet filter input GUARD
set policy-options prefix-list PEERS apply-path "protocols bgp group A neighbor <*>"
set firewall family inet filter GUARD term BGP from source-prefix-list PEERS
set firewall family inet filter GUARD term BGP then accept
set protocols bgp group A neighbor 192.0.2.1
set protocols bgp group B neighbor 192.0.2.9
"""
_STATIC = """
set interfaces ge-0/0/0 unit 0 family inet filter input IN
set firewall family inet filter IN term PBX from destination-address 10.0.0.5/32
set firewall family inet filter IN term PBX then forwarding-class voice
set security nat static rule-set R from zone untrust
set security nat static rule-set R rule PBX match destination-address 198.51.100.5/32
set security nat static rule-set R rule PBX then static-nat prefix 10.0.0.5/32
set security zones security-zone untrust interfaces ge-0/0/0.0
"""
_FIRST_PACKETS = """
set interfaces ge-0/0/0 unit 0 family inet filter input EDGE-V4
set interfaces ge-0/0/0 unit 0 family inet6 filter input EDGE-V6
set firewall family inet filter EDGE-V4 term SYN from protocol tcp
set firewall family inet filter EDGE-V4 term SYN then policer P
set firewall family inet6 filter EDGE-V6 term SYN from next-header tcp
set firewall family inet6 filter EDGE-V6 term SYN from tcp-initial
set firewall family inet6 filter EDGE-V6 term SYN then policer P
"""
_BOTH = """
set interfaces ge-0/0/0 unit 0 family inet filter input A4
set interfaces ge-0/0/0 unit 0 family inet6 filter input A6
set firewall family inet filter A4 term ONE then policer ONE
set firewall family inet filter A4 term TWO then policer TWO
set firewall family inet6 filter A6 term ONE then policer ONE
set firewall family inet6 filter A6 term TWO then policer TWO
set firewall policer ONE logical-interface-policer
set firewall policer TWO then discard
"""

SLIPS = [
    pytest.param(
        "QOS942",
        "set firewall policer GUEST-4M if-exceeding bandwidth-limit 40m",
        "40m",
        "4m",
        id="another-rate",
    ),
    pytest.param("QOS951", _DYNAMIC, "variables out-rate", "", id="unused-variable"),
    pytest.param("QOS951", _LABELS, "X-BULK", "", id="path-of-bulk"),
    pytest.param("QOS951", _LIMITS, "client-to-server", "", id="directions"),
    pytest.param("QOS950", _FABRIC, "class bulk", "", id="fabric"),
    pytest.param("QOS950", _EXCESS, "SCAVENGER", "", id="excess"),
    pytest.param("QOS941", _PAUSE, "flow-control-queue 5", "flow-control-queue 3", id="queue"),
    pytest.param("QOS941", _SERVERS, "code-points 101", "code-points 011", id="dcbx"),
    pytest.param("QOS941", _EARLY, "drop-profile-map", "", id="no-ecn"),
    pytest.param("QOS945", _SETS, "vlan-tags-outer 310", "vlan-tags-outer 300", id="empty-set"),
    pytest.param(
        "QOS945", _QUEUES, "max-queues-per-interface 4", "max-queues-per-interface 8", id="queues"
    ),
    pytest.param("QOS945", _MEMBER, "xe-0/0/1 unit 0", "xe-0/0/2 unit 0", id="member"),
    pytest.param(
        "QOS949", _HOSTS, "source-prefix-length 24", "source-prefix-length 32", id="hosts"
    ),
    pytest.param("QOS949", _MAKER, "00:11:22:00:00:00/48", "00:11:22:00:00:00/24", id="maker"),
    pytest.param("QOS949", _DELAY, "delay-buffer-rate 500k", "delay-buffer-rate 50m", id="delay"),
    pytest.param("QOS949", _DROPS, "fill-level 10", "fill-level 80", id="drops"),
    pytest.param("QOS948", _HOST, "best-effort", "network-control", id="host"),
    pytest.param(
        "QOS948", _NEIGHBORS, "group A neighbor <*>", "group <*> neighbor <*>", id="neighbors"
    ),
    pytest.param(
        "QOS946",
        _STATIC,
        "destination-address 10.0.0.5/32",
        "destination-address 198.51.100.5/32",
        id="static-nat",
    ),
    pytest.param(
        "QOS943", _FIRST_PACKETS, "protocol tcp", "protocol tcp tcp-initial", id="first-packets"
    ),
    pytest.param(
        "QOS944",
        _BOTH,
        "policer TWO then discard",
        "policer TWO logical-interface-policer",
        id="both-families",
    ),
]


def _lines(text: str, code: str) -> list[int]:
    found = lint(f"set version 20.2R3\n{text}", "junos-mx", select=(code,))
    return [one.primary.line for one in found if one.code == code]


@pytest.mark.parametrize(("code", "text", "fault", "mended"), SLIPS)
def test_a_slip_is_told_at_its_line(code: str, text: str, fault: str, mended: str) -> None:
    del mended
    lines = ["", *f"set version 20.2R3\n{text}".splitlines()]
    at = [number for number, line in enumerate(lines) if fault in line]
    assert _lines(text, code) == at[:1]


@pytest.mark.parametrize(
    ("code", "text", "fault", "mended"), [slip for slip in SLIPS if slip.values[3]]
)
def test_the_mended_text_is_silent(code: str, text: str, fault: str, mended: str) -> None:
    if code == "QOS943":
        text = text.replace(
            "term SYN from protocol tcp",
            "term SYN from tcp-initial\nset firewall family inet filter EDGE-V4 term SYN from "
            "protocol tcp",
        )
    assert not _lines(text.replace(fault, mended), code)


def test_a_voice_vlan_that_all_phones_have_is_no_slip() -> None:
    text = """
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members DATA
set interfaces ge-0/0/2 unit 0 family ethernet-switching vlan members DATA
set switch-options voip interface ge-0/0/1.0 vlan CALLS
set switch-options voip interface ge-0/0/2.0 vlan DATA
"""
    assert _lines(text, "QOS952") == [6]
    assert not _lines(text.replace("vlan CALLS", "vlan DATA"), "QOS952")


def test_braces_and_commands_give_the_same_finding() -> None:
    text = """
class-of-service {
    forwarding-classes {
        class bulk queue-num 1 priority high;
        inactive: class web queue-num 2 priority high;
        class voice queue-num 5 priority low;
    }
}
"""
    assert _lines(text, "QOS950") == [5]
    assert not _lines(text.replace("class bulk", "inactive: class bulk"), "QOS950")


def test_policers_of_two_rates_on_a_bundle_are_no_twins() -> None:
    text = """
set interfaces ae1 unit 5 family inet filter input F
set firewall family inet filter F term A then policer A
set firewall family inet filter F term B then policer B
set firewall policer A shared-bandwidth-policer
set firewall policer A if-exceeding bandwidth-limit 500m
set firewall policer B if-exceeding bandwidth-limit 5m
"""
    assert not _lines(text, "QOS944")
    assert _lines(text.replace(" 5m", " 500m"), "QOS944") == [8]


def test_terms_of_one_name_that_ask_for_other_packets_are_no_twins() -> None:
    text = """
set interfaces ge-0/0/0 unit 0 family inet filter input IN
set interfaces ge-0/0/0 unit 0 family inet6 filter input IN6
set firewall family inet filter IN term 2 from dscp af21
set firewall family inet filter IN term 2 then policer P
set firewall family inet6 filter IN6 term 2 from next-header tcp
set firewall family inet6 filter IN6 term 2 then accept
"""
    assert not _lines(text, "QOS943")
    assert _lines(text.replace("next-header tcp", "traffic-class af21"), "QOS943") == [8]


def test_a_storm_level_is_the_whole_rate_only_of_ports_whose_name_says_their_speed() -> None:
    text = """
set interfaces xe-0/0/0 unit 0 family ethernet-switching storm-control S
set forwarding-options storm-control-profiles S all bandwidth-level 40000000
"""
    assert _lines(text, "QOS949") == [4]
    # An et port may have 100 Gbit/s, of which 40 are a limit (Juniper, Interface Naming Overview).
    assert not _lines(text.replace("xe-", "et-"), "QOS949")


def test_statements_that_are_cut_off_do_no_harm() -> None:
    texts = [slip.values[1] for slip in SLIPS]
    lines = [line for text in texts for line in str(text).splitlines() if line.startswith("set ")]
    for cut in range(2, 9):
        short = "\n".join(" ".join(line.split()[:cut]) for line in lines)
        lint(f"set version 20.2R3\n{short}", "junos-mx", select=("QOS9",))
