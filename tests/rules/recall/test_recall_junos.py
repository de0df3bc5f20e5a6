"""Mistakes in JunOS texts: what does not commit, queues without share, terms that never match."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint
from tests.rules.recall.recall import Mistake, judge

QUEUES = """class-of-service {{
    schedulers {{
        voice {{ {} }}
        rest {{ transmit-rate percent 80; buffer-size percent 80; }}
        control {{ transmit-rate percent 10; buffer-size percent 10; }}
    }}
    scheduler-maps {{
        core {{
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }}
    }}
    interfaces {{
        ge-0/0/0 {{ scheduler-map core; }}
    }}
}}
interfaces {{ ge-0/0/0 {{ unit 0; }} }}
"""
NO_RATE = QUEUES.format("buffer-size percent 10; priority high;")
TOO_MUCH = QUEUES.format("transmit-rate percent 10; buffer-size percent 20;")
RED = """class-of-service {
    drop-profiles {
        early {
            interpolate {
                fill-level [ 30 60 90 ];
                drop-probability [ 10 90 ];
            }
        }
    }
}
"""
BOTH = """class-of-service {
    classifiers {
        dscp d { import default; }
        inet-precedence p { import default; }
        dscp-ipv6 s { import default; }
    }
    interfaces {
        ge-0/0/0 {
            unit 0 {
                classifiers {
                    dscp d;
                    inet-precedence p;
                }
            }
        }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet; } } }
"""
FILTER = """firewall {{
    family inet {{
        filter F {{
            term a {{
                from {{ {} }}
                then {{ forwarding-class assured-forwarding; accept; }}
            }}
            term z {{ then accept; }}
        }}
    }}
}}
interfaces {{ ge-0/0/0 {{ unit 0 {{ family inet {{ filter {{ input F; }} }} }} }} }}
"""
PORTS = FILTER.format("protocol icmp; destination-port 53;")
PROTECT = """interfaces {{
    lo0 {{ unit 0 {{ family inet {{ filter {{ input P; }} }} }} }}
}}
protocols {{
    {} {{
        {}
    }}
}}
firewall {{
    family inet {{
        filter P {{
            term a {{
                from {{ protocol tcp; destination-port ssh; }}
                then accept;
            }}
            term z {{ then {{ discard; }} }}
        }}
    }}
}}
"""
OSPF = PROTECT.format("ospf", "area 0 { interface ge-0/0/0; }")
BGP = PROTECT.format("bgp", "group g { neighbor 192.0.2.1; }")
BGP6 = BGP.replace("192.0.2.1", "2001:db8::1").replace("family inet ", "family inet6 ")
BGP6 = BGP6.replace("protocol tcp", "next-header tcp")
AT6 = "next-header tcp; destination-port ssh;"
AT = "protocol tcp; destination-port ssh;"

TWO_PROFILES = """{{
    drop-profiles {{
        a {{ fill-level 40 drop-probability 100; }}
        b {{ fill-level 80 drop-probability 100; }}
    }}
    schedulers"""
PROFILES = QUEUES.replace("{{\n    schedulers", TWO_PROFILES, 1)
LOW = "drop-profile-map loss-priority low protocol any drop-profile {}; "
HIGH = LOW.replace("low", "high")
INVERTED = PROFILES.format(
    "transmit-rate percent 10; buffer-size percent 10;" + LOW.format("a") + HIGH.format("b")
)
LOW_ONLY = PROFILES.format(
    "transmit-rate percent 10; buffer-size percent 10;" + LOW.format("a")
).replace("        b { fill-level 80 drop-probability 100; }\n", "")
LOW_ONLY = LOW_ONLY.replace(
    "unit 0; ", "unit 0 { family inet { filter { input M; } address 192.0.2.1/30; } } "
) + (
    "firewall { family inet { filter M { term a { from { source-port 20; } "
    "then { forwarding-class expedited-forwarding; loss-priority high; accept; } } "
    "term z { then accept; } } } }\n"
)
POLICER = """firewall {
    policer limit {
        if-exceeding { bandwidth-limit 1m; burst-size-limit 100m; }
        then discard;
    }
    family inet {
        filter edge { term all { then { policer limit; accept; } } }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } } }
"""
SETS = """class-of-service {
    forwarding-classes {
        class best-effort queue-num 0;
        class voice queue-num 5;
    }
    forwarding-class-sets {
        lan { class best-effort; class voice; }
    }
    schedulers {
        rest { transmit-rate percent 80; }
        voice { priority strict-high; shaping-rate percent 20; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class voice scheduler voice;
        }
    }
    traffic-control-profiles { T { scheduler-map core; guaranteed-rate percent 80; } }
    interfaces {
        xe-0/0/0 {
            forwarding-class-set { lan { output-traffic-control-profile T; } }
        }
    }
}
interfaces { xe-0/0/0 { unit 0 { family ethernet-switching; } } }
"""
UNSET = SETS.replace("priority strict-high; shaping-rate", "transmit-rate").replace(
    "        class voice", "        class other queue-num 3;\n        class voice"
)

MISTAKES = {
    "three fill levels and two probabilities": Mistake(
        "QOS017", 3, RED, "[ 10 90 ]", "[ 10 50 90 ]", "junos-mx"
    ),
    "a queue without a transmit-rate": Mistake(
        "QOS437",
        9,
        NO_RATE,
        "buffer-size percent 10; priority high",
        "transmit-rate percent 10",
        "junos-mx",
    ),
    "a strict-high queue without a transmit-rate": Mistake(
        "QOS437", 9, NO_RATE, "priority high", "priority strict-high", "junos-mx"
    ),
    "a map of which no scheduler has a transmit-rate": Mistake(
        "QOS437", 9, NO_RATE, "transmit-rate", "shaping-rate", "junos-mx"
    ),
    "buffers of 110%": Mistake("QOS438", 4, TOO_MUCH, "percent 20", "percent 10", "junos-mx"),
    "low dropped before high": Mistake(
        "QOS413", 7, INVERTED, "drop-profile b", "drop-profile a", "junos-mx"
    ),
    "a profile for low alone": Mistake(
        "QOS413", 6, LOW_ONLY, "loss-priority low", "loss-priority any", "junos-mx"
    ),
    "a burst of minutes": Mistake("QOS318", 3, POLICER, "100m", "625k", "junos-mx"),
    "a rate of ten bit/s": Mistake(
        "QOS318",
        3,
        POLICER.replace("limit 1m", "limit 10").replace("100m", "15k"),
        "limit 10;",
        "limit 10m;",
        "junos-mx",
    ),
    "strict-high with others in a set": Mistake(
        "QOS440", 11, SETS, "priority strict-high; shaping-rate", "transmit-rate", "junos-qfx"
    ),
    "a class in no set": Mistake(
        "QOS439", 23, UNSET, "        class other queue-num 3;\n", "", "junos-qfx"
    ),
    "dscp and inet-precedence on a unit": Mistake(
        "QOS118", 12, BOTH, "inet-precedence p;", "", "junos-mx"
    ),
    "dscp and dscp-ipv6 instead": Mistake(
        "QOS118", 12, BOTH, "inet-precedence p;", "dscp-ipv6 s;", "junos-mx"
    ),
    "ports of ICMP": Mistake("QOS117", 4, PORTS, "icmp", "udp", "junos-mx"),
    "a DSCP outside its precedence": Mistake(
        "QOS117",
        4,
        FILTER.format("dscp ef; precedence 3;"),
        "precedence 3",
        "precedence 5",
        "junos-mx",
    ),
    "OSPF dropped on lo0": Mistake("QOS317", 11, OSPF, AT, "protocol ospf;", "junos-mx"),
    "BGP dropped on lo0": Mistake("QOS317", 11, BGP, AT, "protocol tcp; port bgp;", "junos-mx"),
    "BGP accepted from one neighbour": Mistake(
        "QOS317", 11, BGP, AT, "source-address 192.0.2.1/32; protocol tcp;", "junos-mx"
    ),
    "BGP of IPv6 dropped on lo0": Mistake(
        "QOS317", 11, BGP6, AT6, "next-header tcp; port bgp;", "junos-mx"
    ),
    "BGP of IPv6 behind a filter of IPv4": Mistake(
        "QOS317", 11, BGP, "192.0.2.1;", "2001:db8::1;", "junos-mx"
    ),
    "BGP of IPv4 behind a filter of IPv6": Mistake(
        "QOS317", 11, BGP6, "neighbor 2001:db8::1", "allow [ 192.0.2.0/24 ]", "junos-mx"
    ),
    "BGP of neighbours that are not written": Mistake(
        "QOS317",
        11,
        BGP.replace("neighbor 192.0.2.1;", "peer-as 65001;"),
        "interfaces {",
        "interfaces { ge-0/0/0 { unit 0 { family inet6; } }",
        "junos-mx",
    ),
    "OSPF of an instance": Mistake(
        "QOS317", 11, OSPF, "protocols {", "routing-instances {", "junos-mx"
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


def test_a_second_kind_of_classifier_on_acx_is_an_error() -> None:
    text = BOTH.replace("inet-precedence p;\n", "dscp-ipv6 s;\n", 1)
    (found,) = [
        one
        for one in lint(BOTH.replace("inet-precedence p;\n   ", "dscp-ipv6 s;\n   "), "junos-acx")
        if one.code == "QOS017"
    ]
    assert found.severity is Severity.ERROR
    assert found.message.startswith("the commit fails at dscp-ipv6 s: ")
    assert "QOS017" not in {one.code for one in lint(text, "junos-mx")}


def test_protocols_in_set_form_are_seen() -> None:
    lines = [
        "set interfaces lo0 unit 0 family inet filter input P",
        "set protocols bgp group g neighbor 192.0.2.1",
        "set protocols ospf area 0 interface ge-0/0/0",
        "set firewall family inet filter P term a from protocol tcp",
        "set firewall family inet filter P term a from destination-port ssh",
        "set firewall family inet filter P term a then accept",
        "set firewall family inet filter P term z then discard",
    ]
    (found,) = [one for one in lint("\n".join(lines) + "\n", "junos-mx") if one.code == "QOS317"]
    assert found.message == "filter P on lo0.0 accepts no packet of BGP and OSPF of this router"


BOTH_FAMILIES = """interfaces {
    lo0 { unit 0 { family inet { filter { input A; } } family inet6 { filter { input B; } } } }
}
protocols {
    bgp { group g { PEERS } }
}
firewall {
    family inet { filter A { term a { from { protocol icmp; } then accept; } } }
    family inet6 { filter B { term a { from { next-header tcp; port bgp; } then accept; } } }
}
"""


@pytest.mark.parametrize(
    ("peers", "filters"),
    [
        ("neighbor 2001:db8::2;", []),
        ("peer-as 65001;", []),
        ("neighbor 192.0.2.2; neighbor 2001:db8::2 { peer-as 65001; }", ["A"]),
        (
            'inactive: neighbor 192.0.2.2 { hold-time 9; } neighbor 2001:db8::2; description "y";',
            [],
        ),
    ],
)
def test_bgp_is_asked_of_the_families_of_its_neighbours(peers: str, filters: list[str]) -> None:
    found = lint(BOTH_FAMILIES.replace("PEERS", peers), "junos-mx")
    assert [one.message.split()[1] for one in found if one.code == "QOS317"] == filters


def test_a_list_that_is_missing_altogether_is_told_as_not_understood() -> None:
    text = RED.replace("                drop-probability [ 10 90 ];\n", "")
    assert {one.code for one in lint(text, "junos-mx")} == {"QOS010"}


def test_an_empty_prefix_list_is_left_alone() -> None:
    """No public source says whether it matches nothing or everything."""
    text = "policy-options { prefix-list EMPTY; }\n" + FILTER.format(
        "protocol tcp; destination-prefix-list { EMPTY; }"
    )
    assert "QOS117" not in {one.code for one in lint(text, "junos-mx")}
