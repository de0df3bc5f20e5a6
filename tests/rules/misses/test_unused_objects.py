"""Objects of JunOS that nothing refers to: each kind, and the same object in use."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

PORT = "interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } } }\n"
COS = "class-of-service {{ {} }}\n"
DSCP = "dscp X {{ forwarding-class best-effort {{ loss-priority low {}; }} }}"
METER = (
    "committed-information-rate 1m; committed-burst-size 15k; "
    "peak-information-rate 2m; peak-burst-size 30k;"
)
OBJECTS = {
    "scheduler": COS.format("schedulers { X { transmit-rate percent 10; } }"),
    "drop-profile": COS.format("drop-profiles { X { fill-level 50 drop-probability 50; } }"),
    "classifier": COS.format(f"classifiers {{ {DSCP.format('code-points be')} }}"),
    "rewrite-rule": COS.format(f"rewrite-rules {{ {DSCP.format('code-point be')} }}"),
    "policer": (
        "firewall { policer X { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } "
        "then discard; } }\n"
    ),
    "three-color-policer": (
        f"firewall {{ three-color-policer X {{ two-rate {{ color-blind; {METER} }} }} }}\n"
    ),
    "filter": "firewall { family inet { filter X { term a { then accept; } } } }\n",
}
USES = {
    "scheduler": COS.format(
        "scheduler-maps { M { forwarding-class best-effort scheduler X; } } "
        "interfaces { ge-0/0/0 { scheduler-map M; } }"
    ),
    "drop-profile": COS.format(
        "schedulers { S { transmit-rate percent 10; "
        "drop-profile-map loss-priority any protocol any drop-profile X; } } "
        "scheduler-maps { M { forwarding-class best-effort scheduler S; } } "
        "interfaces { ge-0/0/0 { scheduler-map M; } }"
    ),
    "classifier": COS.format("interfaces { ge-0/0/0 { unit 0 { classifiers { dscp X; } } } }"),
    "rewrite-rule": COS.format("interfaces { ge-0/0/0 { unit 0 { rewrite-rules { dscp X; } } } }"),
    "policer": "interfaces { ge-0/0/0 { unit 0 { family inet { policer { input X; } } } } }\n",
    "three-color-policer": (
        "firewall { family inet { filter F { term a { "
        "then { three-color-policer { two-rate X; } accept; } } } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n"
    ),
    "filter": "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input X; } } } } }\n",
}


@pytest.mark.parametrize("kind", OBJECTS)
def test_an_object_is_told_unless_something_refers_to_it(kind: str) -> None:
    found = [one for one in lint(PORT + OBJECTS[kind], "junos-mx") if one.code == "QOS013"]
    assert [one.primary.line for one in found] == [2]
    assert " X " in found[0].message
    used = lint(PORT + OBJECTS[kind] + USES[kind], "junos-mx")
    assert "QOS013" not in {one.code for one in used}
