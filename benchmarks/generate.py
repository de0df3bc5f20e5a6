"""Make IOS configs of a given length, a tenth of it QoS: `generate.py LINES [FILE]`.

Deterministic: the same length gives the same bytes. The text looks like `show running-config` of a
large edge router: routing, interfaces, users, keys, logging, with class-maps, policy-maps, access
lists and CAR spread among them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

Block = list[str]
Maker = Callable[[random.Random, int], Block]


def _class_and_policy(dice: random.Random, number: int) -> Block:
    low = 1000 + 2 * number % 60000
    host = f"10.{number // 250 % 250}.{number % 250}.1"
    rates = [dice.randrange(64, 512, 8) for _ in range(2)]
    return [
        f"access-list {100 + number % 100} permit udp any host {host} range {low} {low + 1}",
        f"class-map match-any VOICE-{number}",
        " match ip dscp ef",
        f" match access-group {100 + number % 100}",
        f"class-map match-all DATA-{number}",
        " match ip dscp af21 af22",
        f"policy-map WAN-{number}",
        f" class VOICE-{number}",
        f"  priority {rates[0]}",
        f" class DATA-{number}",
        f"  bandwidth {rates[1]}",
        "  random-detect dscp-based",
        "  queue-limit 40",
        " class class-default",
        "  fair-queue",
        "!",
    ]


def _wan_port(dice: random.Random, number: int) -> Block:
    rate = dice.randrange(1, 40) * 256000
    # 1.5 s and 3 s of the rate, as the command reference advises; one in sixteen is too small.
    burst = 8000 if number % 16 == 0 else rate * 3 // 16
    actions = "conform-action set-prec-transmit 5 exceed-action drop"
    return [
        f"interface Serial{number // 8}/{number % 8}:0",
        f" description link {number} to the north",
        " bandwidth 2000",
        f" rate-limit input {rate} {burst} {2 * burst} {actions}",
        f" service-policy output WAN-{number}",
        "!",
    ]


def _lan_port(_dice: random.Random, number: int) -> Block:
    return [
        f"interface GigabitEthernet{number // 48}/0/{number % 48}.{number}",
        f" encapsulation dot1Q {number % 4000 + 1}",
        " ip vrf forwarding customer",
        f" ip address 172.{16 + number % 16}.{number // 16 % 250}.1 255.255.255.0",
        " no ip redirects",
        " no ip unreachables",
        " no ip proxy-arp",
        " ip ospf cost 50",
        " ip ospf message-digest-key 1 md5 7 094F471A1A0A",
        " standby 1 ip 172.16.0.2",
        " standby 1 priority 110",
        " standby 1 preempt",
        " load-interval 30",
        " no cdp enable",
        "!",
    ]


def _bgp(_dice: random.Random, number: int) -> Block:
    block = [f"router bgp {64512 + number % 1000}", " no synchronization"]
    for peer in range(12):
        address = f"192.0.{number % 250}.{peer + 1}"
        block += [
            f" neighbor {address} remote-as {65000 + peer}",
            f" neighbor {address} description peer {peer} of {number}",
            f" neighbor {address} route-map IN-{peer} in",
            f" neighbor {address} send-community both",
        ]
    return [*block, "!"]


def _static(dice: random.Random, number: int) -> Block:
    return [
        f"ip route 10.{number % 250}.{step}.0 255.255.255.0 192.0.2.{dice.randrange(1, 250)}"
        for step in range(20)
    ]


def _people(_dice: random.Random, number: int) -> Block:
    return [
        f"username user{number} privilege 1 secret 5 $1$abcd$0123456789abcdefghijkl",
        f"snmp-server host 10.9.{number % 250}.1 version 2c community{number}",
        f"logging host 10.8.{number % 250}.1",
        f"crypto map VPN {number} ipsec-isakmp",
        f" set peer 198.51.100.{number % 250}",
        " set transform-set STRONG",
        f" match address VPN-{number}",
        f"ip prefix-list PL-{number} seq 5 permit 10.0.0.0/8 le 24",
        f"route-map IN-{number} permit 10",
        f" match ip address prefix-list PL-{number}",
        " set local-preference 200",
        "!",
    ]


_QOS: tuple[Maker, ...] = (_class_and_policy, _wan_port)
_REST: tuple[Maker, ...] = (_lan_port, _lan_port, _bgp, _static, _people)


def lines(length: int) -> Iterator[str]:
    """The lines of a config of `length` lines, a tenth of them QoS."""
    dice = random.Random(length)
    yield from ("version 12.4", f"hostname edge{length}", "!")
    made, qos, round_ = 3, 0, 0
    while made < length - 1:
        wanted = _QOS if qos * 10 <= made else _REST
        group = [maker(dice, round_) for maker in wanted]
        round_ += 1
        for block in group:
            part = block[: length - 1 - made]
            yield from part
            made += len(part)
            qos += len(part) if wanted is _QOS else 0
    yield "end"


def text(length: int) -> str:
    """A config of `length` lines."""
    return "\n".join(lines(length)) + "\n"


def main() -> None:
    """Write a config to a file, or to the standard output."""
    made = text(int(sys.argv[1]))
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(made, encoding="utf-8")
    else:
        sys.stdout.write(made)


if __name__ == "__main__":
    main()
