"""Pairs of IOS and JunOS texts that mean the same, written from the vendors' guides.

Cisco IOS Quality of Service Solutions Configuration Guide (policing, CBWFQ, class-based shaping);
Juniper, Class of Service and Routing Policies, Firewall Filters, and Traffic Policers User Guides.
What is equal is no change; what remains is a difference of the platforms.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.diff.running import compared

POLICED = """\
version 15.2
hostname edge
ip access-list extended BACKUP
 permit tcp 10.1.0.0 0.0.255.255 any eq 873
class-map match-all BACKUP
 match access-group name BACKUP
policy-map IN
 class BACKUP
  police cir 10000000 bc 625000 conform-action transmit exceed-action drop
interface GigabitEthernet0/1
 service-policy input IN
"""
POLICED_JUNOS = """\
firewall {
    policer BACKUP {
        if-exceeding {
            bandwidth-limit 10m;
            burst-size-limit 625k;
        }
        then discard;
    }
    family inet {
        filter IN {
            term backup {
                from {
                    source-address {
                        10.1.0.0/16;
                    }
                    protocol tcp;
                    destination-port 873;
                }
                then {
                    policer BACKUP;
                    accept;
                }
            }
            term rest {
                then accept;
            }
        }
    }
}
interfaces {
    ge-0/0/1 {
        unit 0 {
            family inet {
                filter {
                    input IN;
                }
                address 192.0.2.1/24;
            }
        }
    }
}
"""
QUEUED = """\
version 15.2
hostname edge
class-map match-any VOICE
 match ip dscp ef
class-map match-any DATA
 match ip dscp af31
policy-map OUT
 class VOICE
  bandwidth percent 20
 class DATA
  bandwidth percent 30
 class class-default
  bandwidth percent 50
interface GigabitEthernet0/1
 ip address 192.0.2.1 255.255.255.0
interface GigabitEthernet0/2
 service-policy output OUT
"""
QUEUED_JUNOS = """\
class-of-service {
    classifiers {
        dscp CLASSES {
            forwarding-class voice { loss-priority low code-points ef; }
            forwarding-class data { loss-priority low code-points af31; }
            forwarding-class rest { loss-priority low code-points [ be cs6 cs7 ]; }
        }
    }
    forwarding-classes {
        queue 0 rest;
        queue 1 data;
        queue 2 voice;
    }
    interfaces {
        ge-0/0/1 { unit 0 { classifiers { dscp CLASSES; } } }
        ge-0/0/2 { scheduler-map OUT; }
    }
    scheduler-maps {
        OUT {
            forwarding-class voice scheduler VOICE;
            forwarding-class data scheduler DATA;
            forwarding-class rest scheduler REST;
        }
    }
    schedulers {
        VOICE { transmit-rate percent 20; }
        DATA { transmit-rate percent 30; }
        REST { transmit-rate percent 50; }
    }
}
interfaces {
    ge-0/0/1 { unit 0 { family inet { address 192.0.2.1/24; } } }
    ge-0/0/2 { unit 0 { family inet { address 198.51.100.1/24; } } }
}
"""
SHAPED = """\
version 15.2
policy-map SHAPE
 class class-default
  shape average 20000000 200000
interface GigabitEthernet0/2
 service-policy output SHAPE
"""
SHAPED_JUNOS = """\
class-of-service { interfaces { ge-0/0/2 { unit 0 { shaping-rate 20m burst-size 25k; } } } }
interfaces { ge-0/0/2 { per-unit-scheduler; unit 0 { family inet { address 198.51.100.1/24; } } } }
"""
MAPS = ("--map", "Gi0/1=ge-0/0/1", "--map", "Gi0/2=ge-0/0/2")


def rows(device: dict[str, Any], way: dict[str, list[str | None]]) -> dict[str, set[str]]:
    """By the packets of each change of a way, the names of what differs."""
    return {
        change["packets"]: {one["name"] for one in change["differences"]}
        for change in device["changes"]
        if way in change["ways"]
    }


def test_a_policer_by_ports_differs_for_later_fragments_alone(tmp_path: Path) -> None:
    """An entry of IOS with a port takes them by its addresses (Cisco document 8014); a term of
    JunOS with a port does not match them.
    """
    _, device = compared(tmp_path, POLICED, POLICED_JUNOS, "--map", "Gi0/1=ge-0/0/1")
    (change,) = device["changes"]
    assert change["packets"] == "tcp, from 10.1.0.0/16, later fragments"
    assert {one["name"] for one in change["differences"]} == {"policer"}


def test_a_policer_by_addresses_is_the_same(tmp_path: Path) -> None:
    old = POLICED.replace(" any eq 873", " any")
    new = POLICED_JUNOS.replace("destination-port 873;", "")
    assert compared(tmp_path, old, new, "--map", "Gi0/1=ge-0/0/1")[0] == 0
    faster = new.replace("10m", "11m")
    assert compared(tmp_path, old, faster, "--map", "Gi0/1=ge-0/0/1")[0] == 1


def test_queues_by_output_and_by_input_classification_differ_in_buffers_and_excess(
    tmp_path: Path,
) -> None:
    """The guarantees of 20, 30 and 50 % are the same for what comes in where JunOS classifies."""
    _, device = compared(tmp_path, QUEUED, QUEUED_JUNOS, *MAPS)
    way: dict[str, list[str | None]]
    way = {"inputs": ["GigabitEthernet0/1"], "outputs": ["GigabitEthernet0/2"]}
    assert rows(device, way) == {
        "IPv4, dscp ef": {"depth"},
        "IPv4, dscp af31": {"depth"},
        "any packet except (IPv4, dscp af31 or ef)": {"depth"},
    }
    port: dict[str, list[str | None]] = {"inputs": [None], "outputs": ["GigabitEthernet0/2"]}
    assert rows(device, port)["the port"] == {"what guarantees leave is shared"}
    other = QUEUED_JUNOS.replace("percent 30", "percent 25")
    _, device = compared(tmp_path, QUEUED, other, *MAPS)
    assert rows(device, way)["IPv4, dscp af31"] == {"guarantee", "depth"}


def test_a_shaper_is_the_same_rate_above_the_queues_that_junos_has_by_default(
    tmp_path: Path,
) -> None:
    _, device = compared(tmp_path, SHAPED, SHAPED_JUNOS, "--map", "Gi0/2=ge-0/0/2")
    caps = [
        (one["name"], one["old"], one["new"])
        for change in device["changes"]
        for one in change["differences"]
        if one["name"].endswith("cap")
    ]
    assert set(caps) == {("cap", "20 Mbit/s", "none"), ("above: cap", "none", "20 Mbit/s")}
    classes = {change["new_class"] for change in device["changes"] if change["new_class"]}
    assert classes == {"all-traffic > best-effort", "all-traffic > network-control"}
