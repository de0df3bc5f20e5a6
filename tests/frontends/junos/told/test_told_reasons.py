"""What a stanza of JunOS has that is not understood, not defined or not in the model is told."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.source import SourceText

ROWS: list[tuple[str, list[tuple[str, str, str]]]] = [
    (
        (
            "class-of-service { classifiers { dscp C { import D; forwarding-class A { "
            "loss-priority low code-points 2b; } } dscp D { import C; } } interfaces { "
            "ge-0/0/0 { unit 0 { classifiers { dscp C; } } } } }"
        ),
        [
            ("unknown", "2b", "not a code point of dscp"),
        ],
    ),
    (
        (
            "class-of-service { classifiers { dscp C { import nosuch; forwarding-class "
            "best-effort { loss-priority low code-points ef; } } } interfaces { ge-0/0/0 { "
            "unit 0 { classifiers { dscp C; } } } } }"
        ),
        [
            ("recognised", "import nosuch", "classifiers dscp `nosuch` is not defined"),
        ],
    ),
    (
        (
            "class-of-service { drop-profiles { P { interpolate { fill-level [ 10 20 ]; "
            "drop-probability [ 5 ]; } } } schedulers { S { drop-profile-map loss-priority "
            "low protocol any drop-profile P; } } scheduler-maps { M { forwarding-class "
            "best-effort scheduler S; } } interfaces { ge-0/0/0 { scheduler-map M; } } }"
        ),
        [
            (
                "unknown",
                "P",
                "fill-level has 2 values and drop-probability 1: they go together in pairs",
            ),
            ("recognised", "drop-profile P", "understood, but not in the model"),
        ],
    ),
    (
        (
            "class-of-service { drop-profiles { P { fill-level 101 drop-probability 5; } } "
            "schedulers { S { drop-profile-map loss-priority lowest protocol any drop-profile "
            "P; } } scheduler-maps { M { forwarding-class best-effort scheduler S; } } "
            "interfaces { ge-0/0/0 { scheduler-map M; } } }"
        ),
        [
            ("unknown", "P", "fill levels and probabilities do not go together"),
            (
                "unknown",
                "drop-profile-map loss-priority lowest protocol any",
                "not a loss priority",
            ),
            ("recognised", "drop-profile P", "understood, but not in the model"),
        ],
    ),
    (
        (
            "class-of-service { schedulers { S { drop-profile-map loss-priority low protocol "
            "any drop-profile NONE; priority highest; transmit-rate percent 10; } } "
            "scheduler-maps { M { forwarding-class best-effort scheduler S; forwarding-class "
            "best-effort scheduler S2; } } interfaces { ge-0/0/0 { scheduler-map M; } } }"
        ),
        [
            ("recognised", "S", "nothing uses this scheduler"),
            ("recognised", "scheduler S2", "scheduler `S2` is not defined"),
        ],
    ),
    (
        (
            "class-of-service { schedulers { S { transmit-rate exact; } } scheduler-maps { M "
            "{ forwarding-class best-effort scheduler S; } } interfaces { ge-0/0/0 { "
            "scheduler-map M; } } }"
        ),
        [
            ("recognised", "exact", "understood, but not in the model"),
        ],
    ),
    (
        (
            "class-of-service { loss-priority-maps { frame-relay-de L { loss-priority low "
            "code-points 2; loss-priority lowest code-points 1; } } interfaces { ge-0/0/0 { "
            "unit 0 { loss-priority-maps { frame-relay-de L; frame-relay-de NONE; } } } } }"
        ),
        [
            ("recognised", "2", "understood, but not in the model"),
            ("recognised", "1", "understood, but not in the model"),
            ("recognised", "frame-relay-de NONE", "frame-relay-de `NONE` is not defined"),
        ],
    ),
    (
        (
            "class-of-service { interfaces { interface-set S { output-traffic-control-profile "
            "T; } } traffic-control-profiles { T { shaping-rate 5m; } } } interfaces { "
            "interface-set S { interface ge-0/0/0 { vlan-tags-outer 5; } } }"
        ),
        [
            ("recognised", "interface-set S", "no interface of this text is in the set"),
            ("recognised", "interface ge-0/0/0", "no interface of this text has that name"),
            ("recognised", "interface ge-0/0/0", "members by VLAN tag are not looked up"),
        ],
    ),
    (
        (
            "firewall { family inet { filter F { term a { from { source-address { nosuch; } } "
            "then accept; } } } } interfaces { ge-0/0/0 { unit 0 { family inet { filter { "
            "input F; } } } } }"
        ),
        [
            ("unknown", "nosuch", "not a prefix"),
        ],
    ),
    (
        (
            "firewall { family inet { filter F { term a { then { frobnicate; accept; } } term "
            "b { filter G; } } } } interfaces { ge-0/0/0 { unit 0 { family inet { filter { "
            "input F; } } } } }"
        ),
        [
            ("unknown", "frobnicate", "not an action of a filter that is known"),
            ("recognised", "filter G", "filter `G` of family inet is not defined"),
        ],
    ),
    (
        (
            "firewall { family ethernet-switching { filter F { term a { from { "
            "source-mac-address { 00:11:22:33:44:55/40; bad; } } then accept; } } } } "
            "interfaces { ge-0/0/0 { unit 0 { family ethernet-switching { filter { input F; } "
            "} } } }"
        ),
        [
            (
                "recognised",
                "source-mac-address",
                (
                    "understood, but no field of the model: matched as a condition that may "
                    "or may not hold"
                ),
            ),
        ],
    ),
    (
        (
            "firewall { policer P { then discard; } policer Q { if-exceeding { "
            "bandwidth-limit 5m; burst-size-limit 5q; } then discard; } policer R { "
            "if-exceeding { burst-size-limit 15k; } then discard; }  family inet { filter F { "
            "term a { then { policer P; } } term b { then { policer Q; accept; } } term c { "
            "then { policer R; accept; } } } } } interfaces { ge-0/0/0 { unit 0 { family inet "
            "{ filter { input F; } } } } }"
        ),
        [
            ("recognised", "policer P", "it has no limit (if-exceeding) in this text"),
            ("recognised", "discard", "understood, but not in the model"),
            ("unknown", "burst-size-limit 5q", "not a size in bytes"),
            ("unknown", "if-exceeding", "not a rate that a policer can have"),
            ("recognised", "burst-size-limit 15k", "understood, but not in the model"),
            ("recognised", "discard", "understood, but not in the model"),
            ("recognised", "policer P", "policer `P` is not in the model"),
            ("recognised", "policer R", "policer `R` is not in the model"),
        ],
    ),
    (
        (
            "firewall { three-color-policer T { two-rate { committed-information-rate 5m; "
            "color-blind; } } family inet { filter F { term a { then { three-color-policer { "
            "two-rate T; } accept; } } } } } interfaces { ge-0/0/0 { unit 0 { family inet { "
            "filter { input F; } } } } }"
        ),
        [
            ("unknown", "committed-information-rate 5m", "not the rates that a policer needs"),
            ("recognised", "color-blind", "understood, but not in the model"),
            ("recognised", "three-color-policer", "three-color-policer `T` is not in the model"),
        ],
    ),
    (
        (
            "firewall { family inet { simple-filter F { term a { then { forwarding-class "
            "best-effort; } } } } } interfaces { ge-0/0/0 { unit 0 { family inet { "
            "simple-filter { input G; } } } } }"
        ),
        [
            ("recognised", "input G", "simple-filter `G` is not defined"),
        ],
    ),
    (
        (
            "interfaces { ge-0/0/0 { layer2-policer { input-policer P; } unit 0 { "
            "layer2-policer { input-policer P; } family inet { policer { input P; } sampling "
            "{ input; } filter { input NONE; group 5; } } } } }"
        ),
        [
            ("recognised", "layer2-policer", "policers of whole frames are not in the model"),
            ("recognised", "input-policer P", "policer `P` is not defined"),
            ("recognised", "input P", "policer `P` is not defined"),
            ("recognised", "input NONE", "filter `NONE` of family inet is not defined"),
        ],
    ),
    (
        (
            "routing-instances { R { interface ge-0/0/0.0; class-of-service { interfaces { "
            "ge-0/0/0 { scheduler-map M; } } } } }"
        ),
        [
            (
                "recognised",
                "class-of-service",
                "class of service of routing-instances is not modelled",
            ),
        ],
    ),
    (
        (
            "logical-systems { L { interfaces { ge-0/0/1 { unit 0 { family inet { filter { "
            "input F; } } } } } class-of-service { interfaces { ge-0/0/1 { scheduler-map M; } "
            "} } } }"
        ),
        [
            ("recognised", "filter", "logical-systems are not in the model"),
            ("recognised", "class-of-service", "logical-systems are not in the model"),
        ],
    ),
    (
        (
            "class-of-service { rewrite-rules { dscp R { forwarding-class nosuch { "
            "loss-priority low code-point ef; } } } interfaces { ge-0/0/0 { unit 0 { "
            "rewrite-rules { dscp R; dscp NONE; } } } } }"
        ),
        [
            ("recognised", "dscp NONE", "rewrite-rules dscp `NONE` is not defined"),
        ],
    ),
    (
        (
            "class-of-service { interfaces { ge-0/0/0 { scheduler-map NONE; unit 0 { "
            "forwarding-class nosuch; classifiers { dscp NONE; } } } } }"
        ),
        [
            ("recognised", "scheduler-map NONE", "scheduler-map `NONE` is not defined"),
            ("recognised", "nosuch", "forwarding class `nosuch` has no queue in this text"),
            ("recognised", "dscp NONE", "classifiers dscp `NONE` is not defined"),
        ],
    ),
    (
        (
            "class-of-service { code-point-aliases { dscp { mine 12; exp 101; } exp { five "
            "101; } } } interfaces { ge-0/0/0 { unit 0; } }"
        ),
        [
            ("unknown", "12", "not the bits of such a code point"),
            ("unknown", "101", "not the bits of such a code point"),
        ],
    ),
    (
        (
            "class-of-service { system-defaults { classifiers { exp D; } } "
            "host-outbound-traffic { forwarding-class nosuch; dscp-code-point 2b; } "
            "fragmentation-maps { F { forwarding-class best-effort { multilink-class 3; } } } "
            "} interfaces { ge-0/0/0 { unit 0; } }"
        ),
        [
            ("recognised", "exp D", "understood, but not in the model"),
            (
                "recognised",
                "host-outbound-traffic",
                "packets of the router itself are not in the model",
            ),
            ("recognised", "fragmentation-maps", "fragments of multilink PPP are not in the model"),
        ],
    ),
]


@pytest.mark.parametrize(("text", "told"), ROWS, ids=[row[1][0][2] for row in ROWS])
def test_a_statement_is_told_with_its_reason(text: str, told: list[tuple[str, str, str]]) -> None:
    found = frontends.load(SourceText("t.conf", f"{text}\n"), "junos-mx").residue
    assert [(str(each.state), each.text, each.reason) for each in found] == told
