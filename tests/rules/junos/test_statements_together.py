"""What several statements of one JunOS text say together: found, and sound designs beside it."""

from __future__ import annotations

import pytest

import qosc

UNITS = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 0 family inet6 address 2001:db8::1/64
set interfaces lo0 unit 0 family inet filter input RE
set interfaces lo0 unit 0 family inet6 filter input RE6
set protocols ospf area 0.0.0.0 interface ge-0/0/0.0 bfd-liveness-detection minimum-interval 300
set protocols ldp interface ge-0/0/0.0
set system ntp server 198.51.100.7
set firewall policer P if-exceeding bandwidth-limit 1m
set firewall policer P if-exceeding burst-size-limit 15k
set firewall policer P then discard
set firewall family inet filter RE term BGP from source-prefix-list PEERS
set firewall family inet filter RE term BGP from protocol tcp
set firewall family inet filter RE term BGP then accept
{terms}
set firewall family inet filter RE term REST then policer P
set firewall family inet filter RE term REST then accept
set firewall family inet6 filter RE6 term REST then accept
set policy-options prefix-list PEERS apply-path "protocols bgp group <*> neighbor <*>"
"""


def _found(text: str, code: str) -> list[str]:
    found = [one for one in qosc.check(qosc.loads(text)) if one.code == code]
    return [text.splitlines()[one.primary.line - 1] for one in found]


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        (["from protocol 88"], 0),
        (["from protocol ospf", "from destination-address 192.0.2.0/30"], 1),
        (["from protocol ospf", "from source-address 192.0.2.0/30"], None),
        (["from protocol ospf", "from source-address 198.51.100.0/24"], 1),
        (["from protocol ospf", "from source-prefix-list PEERS"], None),  # who knows
        (["from protocol [ igmp 89 ]"], None),
    ],
)
def test_a_term_takes_the_hellos_that_it_is_for(terms: list[str], fault: int | None) -> None:
    head = "set firewall family inet filter RE term OSPF "
    rows = [head + one for one in terms]
    text = UNITS.format(terms="\n".join([*rows, head + "then accept"]))
    assert _found(text, "QOS985") == ([] if fault is None else [rows[fault]])


@pytest.mark.parametrize(
    ("port", "told"), [("port ldp", False), ("port 646", False), ("port 711", True)]
)
def test_a_term_by_port_takes_hellos_of_ldp(port: str, *, told: bool) -> None:
    head = "set firewall family inet filter RE term LDP "
    rows = [head + "from protocol udp", head + f"from {port}", head + "then accept"]
    found = _found(UNITS.format(terms="\n".join(rows)), "QOS985")
    assert found == ([rows[1]] if told else [])


def test_a_term_of_traceroute_is_not_blamed_for_what_is_left() -> None:
    head = "set firewall family inet filter RE term TRACE "
    rows = [head + "from protocol udp", head + "from port 33434-33523", head + "then accept"]
    assert not _found(UNITS.format(terms="\n".join(rows)), "QOS985")


def test_what_is_accepted_at_the_end_is_not_lost() -> None:
    head = "set firewall family inet filter RE term OSPF "
    text = UNITS.format(terms=f"{head}from port 89\n{head}then accept")
    assert _found(text, "QOS985")
    text = text.replace("term REST then policer P", "term REST then count rest")
    assert not _found(text, "QOS985")


LIST = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 0 family inet filter input-list A
set interfaces ge-0/0/0 unit 0 family inet filter input-list B
set firewall family inet filter A term ONE from protocol icmp
set firewall family inet filter A term ONE then {one}
set firewall family inet filter A term TWO from protocol udp
set firewall family inet filter A term TWO then count two
set firewall family inet filter A term TWO then next term
set firewall family inet filter A term TRE from protocol tcp
set firewall family inet filter A term TRE then count tre
set firewall family inet filter A term TRE then next term
set firewall family inet filter B term ALL then accept
"""


@pytest.mark.parametrize("one", ["discard", "next term", "accept"])
def test_a_term_that_ends_a_list_without_policer_may_be_meant(one: str) -> None:
    assert not _found(LIST.format(one=one), "QOS986")


CLASSES = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 0 family inet filter input F
set firewall family inet filter F term ONE from protocol udp
set firewall family inet filter F term ONE then forwarding-class assured-forwarding
set firewall family inet filter F term ONE then next term
{middle}
set firewall family inet filter F term END then forwarding-class {end}
set firewall family inet filter F term END then accept
"""


@pytest.mark.parametrize(
    ("middle", "end", "told"),
    [
        ("", "best-effort", True),
        ("", "assured-forwarding", False),
        ("term TWO from port 53\nterm TWO then accept", "best-effort", False),
        ("term TWO from protocol tcp\nterm TWO then discard", "best-effort", True),
        ("term TWO then policer P\nterm TWO then next term", "best-effort", True),
    ],
)
def test_a_class_is_lost_where_every_way_on_sets_another(
    middle: str, end: str, *, told: bool
) -> None:
    rows = [f"set firewall family inet filter F {row}" for row in middle.splitlines()]
    text = CLASSES.format(middle="\n".join(rows), end=end)
    assert bool(_found(text, "QOS210")) is told


def test_a_filter_that_goes_by_marks_or_leaves_some_is_no_fault() -> None:
    text = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 0 family inet filter input F
set class-of-service classifiers dscp T forwarding-class calls loss-priority low code-points ef
set class-of-service classifiers dscp T forwarding-class talk loss-priority low code-points cs3
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 5
set class-of-service forwarding-classes class talk queue-num 4
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp T
set firewall family inet filter F term ONE from {asked}
set firewall family inet filter F term ONE then {does}
set firewall family inet filter F term END then forwarding-class data
set firewall family inet filter F term END then accept
"""
    calls = "forwarding-class calls"
    assert _found(text.format(asked="port 9", does="forwarding-class data"), "QOS988")
    assert not _found(text.format(asked="dscp ef", does=calls), "QOS988")
    assert not _found(text.format(asked="port 9", does="accept"), "QOS988")


def test_names_that_mean_nothing_are_not_compared() -> None:
    pairs = [("AA", "P-BB"), ("BB", "P-CC"), ("CC", "P-AA"), ("DD", "P-DD")]
    lines = ["set version 20.2R3"]
    for at, (name, policer) in enumerate(pairs):
        head = f"set interfaces ge-0/0/{at} unit 0 family inet"
        lines += [f"{head} filter input {name}", f"{head} address 192.0.2.{4 * at + 1}/30"]
        lines.append(f"set firewall family inet filter {name} term T then policer {policer}")
        lines.append(f"set firewall family inet filter {name} term T then accept")
        lines.append(f"set firewall policer {policer} if-exceeding bandwidth-limit 1m")
    assert not _found("\n".join(lines) + "\n", "QOS989")


def test_a_table_of_another_place_may_have_other_code_points() -> None:
    # Each row is exchanged: the partner beyond the port has another plan.
    text = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family mpls
set class-of-service forwarding-classes class a queue-num 0
set class-of-service forwarding-classes class b queue-num 1
set class-of-service forwarding-classes class c queue-num 2
set class-of-service forwarding-classes class d queue-num 3
set class-of-service classifiers exp T forwarding-class a loss-priority low code-points 000
set class-of-service classifiers exp T forwarding-class b loss-priority low code-points 001
set class-of-service classifiers exp T forwarding-class c loss-priority low code-points {c}
set class-of-service classifiers exp T forwarding-class d loss-priority low code-points {d}
set class-of-service rewrite-rules exp W forwarding-class a loss-priority low code-point 001
set class-of-service rewrite-rules exp W forwarding-class b loss-priority low code-point 000
set class-of-service rewrite-rules exp W forwarding-class c loss-priority low code-point 011
set class-of-service rewrite-rules exp W forwarding-class d loss-priority low code-point 010
set class-of-service interfaces ge-0/0/0 unit 0 classifiers exp T
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules exp W
"""
    assert not _found(text.format(c="010", d="011"), "QOS990")
    assert _found(text.format(c="011", d="010"), "QOS990")
