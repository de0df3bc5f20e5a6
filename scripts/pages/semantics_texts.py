"""Small configs of one construct each, and the tests that put constructs on a kernel."""

from __future__ import annotations

__all__ = [
    "IN",
    "JUNOS",
    "KERNEL",
    "LEVELS",
    "LISTS",
    "OUT",
    "PORT",
    "SCRIPT",
    "SET_TEXT",
    "SHARES",
    "UNITS",
]

PORT = "interface GigabitEthernet0/1\n bandwidth 2000\n"
OUT = "policy-map p\n class class-default\n{}" + PORT + " service-policy output p\n"
IN = "policy-map p\n class class-default\n{}" + PORT + " service-policy input p\n"
JUNOS = "tests/engines/tc/test_tc_forwarding_classes.py"
KERNEL = "tests/engines/tc/test_tc_kernel_state.py"
LISTS = "tests/engines/tc/test_tc_lists_and_batch.py"
SHARES = "tests/engines/linux/test_linux_shares.py"
SCRIPT = "tests/engines/tc/test_tc_script.py"

LEVELS = """interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
firewall {
    hierarchical-policer H {
        aggregate { if-exceeding { bandwidth-limit 10m; burst-size-limit 300k; } then { discard; } }
        premium { if-exceeding { bandwidth-limit 2m; burst-size-limit 100k; } then { discard; } }
    }
    family inet { filter F { term a { then { hierarchical-policer H; accept; } } } }
}
"""
SET_TEXT = """interfaces {
    interface-set s { interface ge-0/0/0 { unit 1; unit 2; } }
    ge-0/0/0 { unit 1; unit 2; }
}
class-of-service {
    interfaces { interface-set s { output-traffic-control-profile T; } }
    traffic-control-profiles { T { shaping-rate 60m; } }
}
"""


UNITS = """interfaces { ge-0/0/0 { vlan-tagging; unit 1 { vlan-id 1; }
                         unit 2 { vlan-tags outer 2 inner 5; }
                         unit 3 { vlan-id 3; } } }
class-of-service {
    interfaces {
        ge-0/0/0 {
            output-traffic-control-profile P;
            unit 1 { output-traffic-control-profile T; }
            unit 2 { output-traffic-control-profile T; }
            unit 3 { forwarding-class network-control; }
        }
    }
    traffic-control-profiles { P { shaping-rate 60m; } T { shaping-rate 50m; } }
}
"""
