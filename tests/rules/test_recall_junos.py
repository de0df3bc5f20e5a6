"""Mistakes in JunOS texts: what does not commit, queues without share, terms that never match."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint
from tests.rules.recall import Mistake, judge

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
AT = "protocol tcp; destination-port ssh;"

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
