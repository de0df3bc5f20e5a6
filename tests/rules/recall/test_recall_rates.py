"""Mistakes with rates: actions the wrong way round, rates that nothing reaches."""

from __future__ import annotations

import pytest

from tests.rules.linting import codes
from tests.rules.recall.recall import Mistake, judge, mqc

CONFORM = "police cir 1000000 bc 62500 conform-action {} exceed-action {}"
THREE = "police cir 1000000 bc 62500 be 62500 conform-action drop exceed-action drop {}"
NESTED = """policy-map IN
 class class-default
  shape average 8000000
policy-map P
 class class-default
  shape average 5000000
  service-policy IN
interface FastEthernet0/0
 service-policy output P
"""
JUNOS = """class-of-service {
    schedulers {
        rest { transmit-rate percent 35; shaping-rate percent 20; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map core; }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet; } } }
"""
PORT = JUNOS.replace("percent 35; shaping-rate percent 20", "percent 35").replace(
    "{ scheduler-map core; }", "{ scheduler-map core; shaping-rate 10g; }"
)
PROFILE = (
    PORT.replace("{ scheduler-map core; shaping-rate 10g; }", "{ unit 0 { T } }")
    .replace("T }", "output-traffic-control-profile T; }")
    .replace(
        "    interfaces {\n        ge",
        "    traffic-control-profiles {\n        T { scheduler-map core; shaping-rate 20m;\n"
        "            guaranteed-rate 30m; }\n    }\n    interfaces {\n        ge",
    )
    + "interfaces { ge-0/0/0 { hierarchical-scheduler; vlan-tagging; unit 0 { vlan-id 5; } } }\n"
)

MISTAKES = {
    "conform drop, exceed transmit": Mistake(
        "QOS312",
        5,
        mqc(CONFORM.format("drop", "transmit")),
        "action drop exceed",
        "action transmit exceed",
    ),
    "conform and exceed drop, violate transmit": Mistake(
        "QOS312", 5, mqc(THREE.format("violate-action transmit")), "n transmit", "n drop"
    ),
    "a shaper above the line": Mistake(
        "QOS313", 5, mqc("shape average 200000000"), "200000000", "100000000"
    ),
    "a policer above the line": Mistake(
        "QOS313", 5, mqc("police cir 200000000"), "200000000", "20000000"
    ),
    "a shaper above the shaper around it": Mistake("QOS313", 3, NESTED, "8000000", "5000000"),
    "a shaper above a speed that is set": Mistake(
        "QOS313",
        5,
        mqc("shape average 20000000") + " speed 10\n",
        " speed 10\n",
        "",
    ),
    "a shaping-rate above the port of JunOS": Mistake("QOS313", 13, PORT, "10g", "1g", "junos-mx"),
    "bandwidth above the shape of the class": Mistake(
        "QOS448", 5, mqc("bandwidth 20000", "shape average 10000000"), "20000", "10000"
    ),
    "bandwidth percent above the shape in percent": Mistake(
        "QOS448", 5, mqc("bandwidth percent 40", "shape average percent 30"), "40", "30"
    ),
    "a transmit-rate above the shaping-rate": Mistake(
        "QOS448", 3, JUNOS, "shaping-rate percent 20", "shaping-rate percent 50", "junos-mx"
    ),
    "a guaranteed-rate above the shaping-rate": Mistake(
        "QOS448", 14, PROFILE, "30m", "20m", "junos-mx"
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


def test_a_policy_on_a_fast_and_a_slow_port_shapes_on_one_of_them() -> None:
    text = mqc("shape average 200000000")
    fast = text + "interface GigabitEthernet0/1\n service-policy output P\n"
    judge(Mistake("QOS313", 5, text, text, fast))


def test_a_line_of_unknown_speed_bounds_nothing() -> None:
    for port in ("Serial0/0", "Tunnel1", "Port-channel1"):
        text = mqc("shape average 200000000")
        judge(Mistake("QOS313", 5, text, "FastEthernet0/0", port))


def test_a_burst_of_a_minute_is_left_alone_where_it_guards_the_control_plane() -> None:
    text = "policy-map C\n class class-default\n  police cir 512000 bc 6400000\n{}\n"
    text += " service-policy input C\n"
    assert "QOS318" in codes(text.format("interface FastEthernet0/0"))
    assert "QOS318" not in codes(text.format("control-plane"))
