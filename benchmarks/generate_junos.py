"""Make JunOS configs of a given length, a tenth of them QoS: `generate_junos.py LINES FORM [FILE]`.

FORM is `braces` or `set`. Deterministic: the same length and form give the same bytes. The text
looks like `show configuration` of a large edge router: system, interfaces with many units, routing
protocols and instances, policies, with class of service and firewall filters among them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

Block = list[str]
"""Lines with braces, four blanks a level."""


def _system(number: int) -> Block:
    return [
        f"user operator{number} {{",
        f"    uid {2000 + number};",
        "    class super-user;",
        "    authentication {",
        '        encrypted-password "$6$abcd$0123456789abcdefghijklmnopqrstuv"; ## SECRET-DATA',
        "    }",
        "}",
    ]


def _interface(number: int) -> Block:
    block = [
        f"xe-{number // 100 % 20}/{number // 10 % 10}/{number % 10} {{",
        f'    description "core link {number}; north";',
        "    flexible-vlan-tagging;",
        "    mtu 9192;",
        "    encapsulation flexible-ethernet-services;",
    ]
    for unit in range(8):
        block += [
            f"    unit {number}{unit} {{",
            f'        description "customer {number}-{unit}";',
            f"        vlan-id {unit + 100};",
            "        family inet {",
            "            mtu 1500;",
            f"            address 10.{number % 250}.{unit}.1/24;",
            "        }",
            "        family inet6 {",
            f"            address 2001:db8:{number % 9999}:{unit}::1/64;",
            "        }",
            "    }",
        ]
    return [*block, "}"]


def _bgp(number: int) -> Block:
    block = [
        f"group customers-{number} {{",
        "    type external;",
        f"    import [ from-customer-{number} sane ];",
    ]
    for peer in range(10):
        block += [
            f"    neighbor 192.0.{number % 250}.{peer + 1} {{",
            f'        description "peer {peer} of {number}";',
            f"        peer-as {64512 + peer};",
            "        family inet {",
            "            unicast {",
            "                prefix-limit {",
            "                    maximum 1000;",
            "                }",
            "            }",
            "        }",
            "    }",
        ]
    return [*block, "}"]


def _policy(number: int) -> Block:
    return [
        f"policy-statement from-customer-{number} {{",
        "    term routes {",
        "        from {",
        "            protocol bgp;",
        f"            route-filter 10.{number % 250}.0.0/16 orlonger;",
        f"            community [ customer-{number} blackhole ];",
        "        }",
        "        then {",
        "            local-preference 120;",
        "            accept;",
        "        }",
        "    }",
        "    then reject;",
        "}",
        f"prefix-list customer-{number} {{",
        f"    10.{number % 250}.0.0/16;",
        f"    172.16.{number % 250}.0/24;",
        "}",
        f"community customer-{number} members 64512:{number};",
    ]


def _static(number: int) -> Block:
    return [
        f"route 10.{number % 250}.{step}.0/24 next-hop 192.0.2.{step + 1};" for step in range(30)
    ]


def _instance(number: int) -> Block:
    return [
        f"vpn-{number} {{",
        "    instance-type vrf;",
        f"    interface xe-0/0/{number % 10}.{number};",
        f"    route-distinguisher 64512:{number};",
        f"    vrf-target target:64512:{number};",
        "    vrf-table-label;",
        "    protocols {",
        "        bgp {",
        "            group ce {",
        f"                neighbor 10.9.{number % 250}.2 {{",
        "                    peer-as 65000;",
        "                }",
        "            }",
        "        }",
        "    }",
        "}",
    ]


def _filter(number: int) -> Block:
    return [
        f"filter customer-{number} {{",
        "    interface-specific;",
        "    term voice {",
        "        from {",
        f"            source-address {{ 10.{number % 250}.0.0/16; }}",
        "            protocol udp;",
        f"            destination-port [ 5060 {16384 + number}-{16999 + number} ];",
        "        }",
        "        then {",
        f"            policer customer-{number};",
        "            forwarding-class expedited-forwarding;",
        "            accept;",
        "        }",
        "    }",
        "    term rest {",
        "        then {",
        "            loss-priority high;",
        "            accept;",
        "        }",
        "    }",
        "}",
    ]


def _policer(number: int) -> Block:
    return [
        f"policer customer-{number} {{",
        "    if-exceeding {",
        f"        bandwidth-limit {1 + number % 90}m;",
        "        burst-size-limit 125k;",
        "    }",
        "    then discard;",
        "}",
    ]


def _schedulers(number: int) -> Block:
    return [
        "schedulers {",
        f"    voice-{number} {{",
        f"        transmit-rate percent {10 + number % 20};",
        "        buffer-size temporal 20k;",
        "        priority strict-high;",
        "    }",
        f"    data-{number} {{",
        "        transmit-rate percent 60;",
        "        buffer-size percent 60;",
        "        priority low;",
        "    }",
        "}",
        "scheduler-maps {",
        f"    edge-{number} {{",
        f"        forwarding-class expedited-forwarding scheduler voice-{number};",
        f"        forwarding-class best-effort scheduler data-{number};",
        "    }",
        "}",
        "interfaces {",
        f"    xe-{number // 100 % 20}/{number // 10 % 10}/{number % 10} {{",
        f"        unit {number}0 {{",
        f"            scheduler-map edge-{number};",
        f"            shaping-rate {100 + number}m;",
        "        }",
        "    }",
        "}",
    ]


Maker = tuple[tuple[str, ...], Callable[[int], Block], int]
"""The stanza that holds the block, what makes it, and in one of how many rounds it is made."""

_MAKERS: tuple[Maker, ...] = (
    (("system", "login"), _system, 1),
    (("interfaces",), _interface, 1),
    (("protocols", "bgp"), _bgp, 1),
    (("policy-options",), _policy, 1),
    (("routing-options", "static"), _static, 1),
    (("routing-instances",), _instance, 1),
    (("firewall", "family inet"), _filter, 2),
    (("firewall",), _policer, 2),
    (("class-of-service",), _schedulers, 2),
)


def _stanzas(rounds: int) -> Iterator[Block]:
    for path, make, turns in _MAKERS:
        block: Block = [f"{'    ' * depth}{word} {{" for depth, word in enumerate(path)]
        indent = "    " * len(path)
        for number in range(0, rounds, turns):
            block += [indent + line for line in make(number)]
        block += [f"{'    ' * depth}}}" for depth in reversed(range(len(path)))]
        yield block


def _set_lines(block: Block) -> Iterator[str]:
    """The same statements as `set` lines; strings hold no brace and no bracket."""
    path: list[str] = []
    for line in block:
        text = line.strip()
        if text == "}":
            path.pop()
        elif text.endswith("{"):
            path.append(text[:-2])
        elif text.endswith("; }"):
            head, _, value = text[:-3].partition(" { ")
            yield " ".join(("set", *path, head, value))
        else:
            statement = text.partition("; ##")[0].removesuffix(";")
            head, bracket, values = statement.partition(" [ ")
            for value in values.removesuffix(" ]").split() if bracket else ("",):
                yield " ".join(("set", *path, head, value)).rstrip()


def _made(rounds: int, form: str) -> Block:
    lines = ["set version 18.4R1.8" if form == "set" else "version 18.4R1.8;"]
    for block in _stanzas(rounds):
        lines += _set_lines(block) if form == "set" else block
    return lines


def text(length: int, form: str) -> str:
    """A config of at most `length` lines and nearly so many; a round of blocks is never cut."""
    few, more = len(_made(2, form)), len(_made(22, form))
    rounds = max(2, 2 + (length - few) * 20 // (more - few))
    lines = _made(rounds, form)
    while len(lines) > length and rounds > 2:
        rounds -= 1
        lines = _made(rounds, form)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write a config to a file, or to the standard output."""
    made = text(int(sys.argv[1]), sys.argv[2])
    if len(sys.argv) > 3:
        Path(sys.argv[3]).write_text(made, encoding="utf-8")
    else:
        sys.stdout.write(made)


if __name__ == "__main__":
    main()
