"""Above each command of a script stands the line of the config that it comes from."""

from __future__ import annotations

import re

import pytest

import qosc

LIMIT = "access-group 101 64000 8000 8000 conform-action transmit exceed-action drop"
CONFIG = f"""\
access-list 101 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group 101
class-map match-any DATA
 match dscp af21
class-map match-any BULK
 match dscp af11
class-map match-any WEB
 match dscp cs2
policy-map CHILD
 class DATA
  bandwidth 200
  random-detect
 class BULK
  bandwidth 100
  queue-limit 30
 class class-default
  fair-queue
policy-map WAN
 class VOICE
  priority 300
 class WEB
  police 64000 8000 8000 conform-action transmit exceed-action drop
 class class-default
  shape average 1000000
  service-policy CHILD
policy-map LAN
 class DATA
  set dscp ef
 class BULK
  police 128000 8000 8000 conform-action transmit exceed-action set-dscp-transmit 0
interface FastEthernet0/0
 rate-limit input {LIMIT}
 service-policy input LAN
interface Serial0/0
 bandwidth 1544
 service-policy output WAN
interface Serial0/1
 bandwidth 1544
 fair-queue
interface Ethernet0/0
 hold-queue 50 out
 traffic-shape rate 512000
"""
MADE_OF = {
    "interface Serial0/0": ["root handle 1: htb default", "htb rate 1544000bit ceil 1544000bit"],
    "priority 300": [
        "htb rate 300000bit",
        "matchall action police rate 300000bit",
    ],
    "class VOICE": ["10: pfifo limit 64", "flower ip_proto udp dst_port 16384-32767"],
    "shape average 1000000": ["htb rate 1000000bit ceil 1000000bit"],
    "bandwidth 200": ["htb rate 200000bit ceil 1000000bit"],
    "random-detect": ["red limit"],
    "bandwidth 100": ["htb rate 100000bit ceil 1000000bit"],
    "queue-limit 30": ["pfifo limit 30"],
    "fair-queue": ["14: sfq limit 64"],
    "police 64000 8000 8000 conform-action transmit exceed-action drop": [
        "egress chain 2 pref 1 protocol all matchall action police rate 64000bit"
    ],
    "class WEB": ["flower ip_tos 0x40/0xfc"],
    "class class-default": ["protocol all matchall action skbedit", "matchall action goto chain 3"],
    "class BULK": ["flower ip_tos 0x28/0xfc"],
    "class DATA": ["flower ip_tos 0x48/0xfc", "dsfield set 0xb8", "traffic_class set 0xb8"],
    "interface FastEthernet0/0": ["clsact"],
    "police 128000 8000 8000 conform-action transmit exceed-action set-dscp-transmit 0": [
        "police rate 128000bit",
        "dsfield set 0x0",
        "traffic_class set 0x0",
    ],
    "policy-map LAN": ["protocol all matchall action ok"],
    f"rate-limit input {LIMIT}": [
        "ingress chain 2 pref 1 protocol all matchall action police rate 64000bit",
        "ingress chain 0 pref 1 protocol ip flower ip_proto udp dst_port 16384-32767",
        "ingress chain 0 pref 3 protocol all matchall action goto chain 1",
    ],
    "traffic-shape rate 512000": ["rate 512000bit"],
}
"""By the line of the config: what its commands have in them that those of no other line have, on
one port at least. Which statement asks for which command is a matter of the config, not of ours."""
_LINE = re.compile(r"    # router\.cfg:(\d+): (.*)")


@pytest.fixture(scope="module")
def commands() -> list[tuple[str, str]]:
    """Each command of the script with the line above it."""
    text = (
        qosc.compile(qosc.loads(CONFIG, name="router.cfg", platform="ios-12"), allow_loss=True)
        .files[0]
        .text
    )
    lines, found, above = CONFIG.split("\n"), [], ""
    for line in text[text.index("\napply_1() {") :].splitlines():
        if said := _LINE.match(line):
            assert said[2] == lines[int(said[1]) - 1].strip()
            above = said[2]
        elif line.startswith("    tc "):
            assert above, line
            found.append((above, line.strip()))
        elif line == "}":
            above = ""
    return found


@pytest.mark.parametrize("line", MADE_OF)
def test_the_commands_of_a_line_stand_below_it(line: str, commands: list[tuple[str, str]]) -> None:
    for part in MADE_OF[line]:
        assert line in {above for above, command in commands if part in command}, part


@pytest.mark.parametrize(
    "port", ["interface FastEthernet0/0", "interface Serial0/0", "interface Serial0/1"]
)
def test_what_a_port_has_at_all_stands_below_its_own_line(
    port: str, commands: list[tuple[str, str]]
) -> None:
    assert next(command for above, command in commands if above == port).endswith("clsact")


def test_every_queue_of_flows_stands_below_what_asks_for_it(
    commands: list[tuple[str, str]],
) -> None:
    queues = [above for above, command in commands if " sfq " in command]
    # One in a class, eight of the interface; a shaped interface has flow queues by itself.
    assert queues.count("fair-queue") == 1 + 8
    assert set(queues) == {"fair-queue", "traffic-shape rate 512000"}
