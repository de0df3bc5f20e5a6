"""What rules read beside the model is the same in each form that JunOS prints, and in force.

One small device in braces, as `set` lines, XML and JSON, each written by hand: a policer whose name
has another rate, and a filter on lo0 that discards BGP. Where the statements come from a group, the
group's lines are told.
"""

from __future__ import annotations

import pytest

import qosc

SET = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet policer input LIMIT-20M
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter input PROTECT
set protocols bgp group X type external
set protocols bgp group X neighbor 192.0.2.2 peer-as 64500
set firewall family inet filter PROTECT term T from protocol icmp
set firewall family inet filter PROTECT term T then accept
set firewall family inet filter PROTECT term REST then discard
set firewall policer LIMIT-20M if-exceeding bandwidth-limit 200m
set firewall policer LIMIT-20M if-exceeding burst-size-limit 700k
set firewall policer LIMIT-20M then discard
"""
BRACES = """\
version 20.2R3;
interfaces {
    ge-0/0/0 {
        unit 0 {
            family inet {
                policer {
                    input LIMIT-20M;
                }
                address 192.0.2.1/30;
            }
        }
    }
    lo0 {
        unit 0 {
            family inet {
                filter {
                    input PROTECT;
                }
            }
        }
    }
}
protocols {
    bgp {
        group X {
            type external;
            neighbor 192.0.2.2 {
                peer-as 64500;
            }
        }
    }
}
firewall {
    family inet {
        filter PROTECT {
            term T {
                from {
                    protocol icmp;
                }
                then accept;
            }
            term REST {
                then {
                    discard;
                }
            }
        }
    }
    policer LIMIT-20M {
        if-exceeding {
            bandwidth-limit 200m;
            burst-size-limit 700k;
        }
        then discard;
    }
}
"""
XML = """\
<rpc-reply xmlns:junos="http://xml.juniper.net/junos/20.2R3/junos">
<configuration>
<version>20.2R3</version>
<interfaces>
<interface>
<name>ge-0/0/0</name>
<unit><name>0</name><family><inet>
<policer><input>LIMIT-20M</input></policer>
<address><name>192.0.2.1/30</name></address>
</inet></family></unit>
</interface>
<interface>
<name>lo0</name>
<unit><name>0</name><family><inet>
<filter><input><filter-name>PROTECT</filter-name></input></filter>
</inet></family></unit>
</interface>
</interfaces>
<protocols>
<bgp>
<group><name>X</name><type>external</type>
<neighbor><name>192.0.2.2</name><peer-as>64500</peer-as></neighbor>
</group>
</bgp>
</protocols>
<firewall>
<family><inet><filter>
<name>PROTECT</name>
<term><name>T</name><from><protocol>icmp</protocol></from><then><accept/></then></term>
<term><name>REST</name><then><discard></discard></then></term>
</filter></inet></family>
<policer>
<name>LIMIT-20M</name>
<if-exceeding>
<bandwidth-limit>200m</bandwidth-limit>
<burst-size-limit>700k</burst-size-limit>
</if-exceeding>
<then><discard/></then>
</policer>
</firewall>
</configuration>
</rpc-reply>
"""
JSON = """\
{
 "configuration" : {
  "version" : "20.2R3",
  "interfaces" : {
   "interface" : [
    {"name" : "ge-0/0/0", "unit" : [{"name" : 0, "family" : {"inet" : {
      "policer" : {"input" : "LIMIT-20M"},
      "address" : [{"name" : "192.0.2.1/30"}]
    }}}]},
    {"name" : "lo0", "unit" : [{"name" : 0, "family" : {"inet" : {
      "filter" : {"input" : {"filter-name" : "PROTECT"}}
    }}}]}
   ]
  },
  "protocols" : {
   "bgp" : {
    "group" : [
     {"name" : "X", "type" : "external",
      "neighbor" : [{"name" : "192.0.2.2", "peer-as" : "64500"}]}
    ]
   }
  },
  "firewall" : {
   "family" : {"inet" : {"filter" : [
    {"name" : "PROTECT", "term" : [
     {"name" : "T", "from" : {"protocol" : ["icmp"]}, "then" : {"accept" : [null]}},
     {"name" : "REST", "then" : {"discard" : {}}}
    ]}
   ]}},
   "policer" : [
    {"name" : "LIMIT-20M",
     "if-exceeding" : {
      "bandwidth-limit" : "200m",
      "burst-size-limit" : "700k"
     },
     "then" : {"discard" : [null]}}
   ]
  }
 }
}
"""
APPLIED = """\
set version 20.2R3
set groups POLICERS firewall policer LIMIT-20M if-exceeding bandwidth-limit 200m
set groups POLICERS firewall policer LIMIT-20M if-exceeding burst-size-limit 700k
set groups POLICERS firewall policer LIMIT-20M then discard
set groups PEERS protocols bgp group <*> neighbor 192.0.2.2 peer-as 64500
set apply-groups POLICERS
set interfaces ge-0/0/0 unit 0 family inet policer input LIMIT-20M
set interfaces lo0 unit 0 family inet filter input PROTECT
set protocols apply-groups PEERS
set protocols bgp group X type external
set firewall family inet filter PROTECT term T from protocol icmp
set firewall family inet filter PROTECT term T then accept
set firewall family inet filter PROTECT term REST then discard
"""


def _told(text: str, *codes: str) -> list[tuple[str, str]]:
    """The findings with the text of the lines they are at."""
    config = qosc.loads(text, platform="junos-mx")
    lines = text.splitlines()
    return [
        (one.code, lines[one.primary.line - 1].strip())
        for one in qosc.check(config, select=codes or ("QOS942", "QOS317"))
        if one.code != "QOS090"
    ]


@pytest.mark.parametrize(
    ("text", "rate", "filter_line"),
    [
        pytest.param(SET, "bandwidth-limit 200m", "term T from protocol icmp", id="set"),
        pytest.param(BRACES, "bandwidth-limit 200m;", "filter PROTECT {", id="braces"),
        pytest.param(XML, "<bandwidth-limit>200m", "<name>PROTECT</name>", id="xml"),
        pytest.param(JSON, '"bandwidth-limit" : "200m"', '"name" : "PROTECT"', id="json"),
    ],
)
def test_each_form_gives_the_same_findings_at_its_own_lines(
    text: str, rate: str, filter_line: str
) -> None:
    found = dict(_told(text))
    assert set(found) == {"QOS317", "QOS942"}
    assert rate in found["QOS942"]
    assert filter_line in found["QOS317"]


@pytest.mark.parametrize("text", [SET, BRACES, XML, JSON], ids=["set", "braces", "xml", "json"])
def test_the_protocol_that_a_filter_drops_is_shown_where_it_is_turned_on(text: str) -> None:
    config = qosc.loads(text, platform="junos-mx")
    (found,) = [one for one in qosc.check(config, select=("QOS317",)) if one.code == "QOS317"]
    (related,) = found.related
    assert "bgp" in text.splitlines()[related.span.line - 1]


def test_a_statement_of_a_group_counts_where_the_group_is_applied() -> None:
    found = dict(_told(APPLIED))
    assert set(found) == {"QOS317", "QOS942"}
    assert found["QOS942"].startswith("set groups POLICERS")
    unapplied = APPLIED.replace("set apply-groups POLICERS\n", "")
    assert "QOS942" not in dict(_told(unapplied))


def test_a_group_names_the_neighbors_of_a_protocol_outside_of_the_model() -> None:
    text = APPLIED.replace("protocol icmp", "source-address 198.51.100.0/24")
    assert dict(_told(text, "QOS317", "QOS319"))["QOS319"].startswith("set firewall family inet")


@pytest.mark.parametrize(
    "change",
    [
        "deactivate firewall policer LIMIT-20M if-exceeding bandwidth-limit",
        "delete firewall policer LIMIT-20M if-exceeding bandwidth-limit",
        "set firewall policer LIMIT-20M if-exceeding bandwidth-limit 20m",
    ],
)
def test_only_what_is_in_force_is_compared(change: str) -> None:
    assert "QOS942" in dict(_told(SET))
    assert "QOS942" not in dict(_told(f"{SET}{change}\n"))


def test_protected_and_replaced_statements_are_in_force() -> None:
    for tag in ("protect: ", "replace: "):
        text = BRACES.replace("    policer LIMIT-20M {", f"    {tag}policer LIMIT-20M {{")
        assert "QOS942" in dict(_told(text)), tag
    text = BRACES.replace("    policer LIMIT-20M {", "    inactive: policer LIMIT-20M {")
    assert "QOS942" not in dict(_told(text))


def test_a_protocol_that_is_switched_off_is_not_missed_by_a_filter() -> None:
    assert "QOS317" not in dict(_told(f"{SET}deactivate protocols bgp\n"))
    assert "QOS317" not in dict(_told(BRACES.replace("    bgp {", "    inactive: bgp {")))
    assert "QOS317" not in dict(_told(f"{SET}delete protocols bgp\n"))
