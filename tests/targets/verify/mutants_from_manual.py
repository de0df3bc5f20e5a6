"""Faults in tc scripts, thought up from the manual pages of tc alone.

Each kind takes the text of a script and gives texts with one such fault. The pages are tc(8),
tc-htb(8), tc-flower(8), tc-u32(8), tc-police(8), tc-pedit(8), tc-csum(8), tc-skbedit(8), tc-red(8),
tc-sfq(8), tc-stab(8), tc-pfifo(8), tc-matchall(8) and tc-tbf(8); the frame's kinds are from sh(1).
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

Kind = Callable[[str], Iterator[str]]
COMMAND = re.compile(r"(?m)^    tc (?P<words>.*)$")


def in_commands(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Kind:
    """One match of a pattern within a tc command becomes something else."""

    def edits(script: str) -> Iterator[str]:
        for command in COMMAND.finditer(script):
            for found in re.finditer(pattern, command["words"]):
                new = replacement(found) if callable(replacement) else found.expand(replacement)
                start = command.start("words") + found.start()
                yield script[:start] + new + script[start + len(found.group()) :]

    return edits


def anywhere(pattern: str, replacement: str) -> Kind:
    """The same in the frame of the script."""

    def edits(script: str) -> Iterator[str]:
        for found in re.finditer(pattern, script):
            yield script[: found.start()] + found.expand(replacement) + script[found.end() :]

    return edits


def number(change: Callable[[int], object], group: int = 1) -> Callable[[re.Match[str]], str]:
    """The number in a group of the match is changed."""

    def text(found: re.Match[str]) -> str:
        start, end = (place - found.start() for place in found.span(group))
        return f"{found.group()[:start]}{change(int(found[group], 0))}{found.group()[end:]}"

    return text


def bodies(script: str) -> Iterator[re.Match[str]]:
    """The functions that run the commands of a port."""
    yield from re.finditer(r"(?ms)^apply_\d+\(\) \{\n(?P<body>.*?)^\}\n", script)


def at_the_end(line: str, needs: str = "    tc ") -> Kind:
    """One command more, behind all others of a port; `needs` is what must be there."""

    def edits(script: str) -> Iterator[str]:
        for found in bodies(script):
            if needs in found["body"]:
                end = found.end("body")
                yield f"{script[:end]}    tc {line}\n{script[end:]}"

    return edits


def moved(pattern: str, *, behind: str) -> Kind:
    """A command goes behind the last one of another kind."""

    def edits(script: str) -> Iterator[str]:
        for function in bodies(script):
            body = function["body"]
            for found in re.finditer(rf"(?m)^    tc {pattern}.*\n", body):
                rest = body[: found.start()] + body[found.end() :]
                others = list(re.finditer(rf"(?m)^    tc {behind}.*\n", rest))
                if others and others[-1].end() > found.start():
                    place = others[-1].end()
                    new = rest[:place] + found.group() + rest[place:]
                    start, end = function.span("body")
                    yield script[:start] + new + script[end:]

    return edits


def twice(pattern: str) -> Kind:
    """A command stands there twice."""
    return anywhere(rf"(?m)^(    tc {pattern}.*\n)", r"\1\1")


def changed_classes(verb: str) -> Kind:
    """A class has its rate doubled later on."""

    def edits(script: str) -> Iterator[str]:
        pattern = r"class add (dev \S+ parent \S+ classid \S+ htb) rate (\d+)bit"
        for function in bodies(script):
            for found in re.finditer(pattern, function["body"]):
                rate = 2 * int(found[2])
                line = f"    tc class {verb} {found[1]} rate {rate}bit ceil {rate}bit\n"
                yield script[: function.end("body")] + line + script[function.end("body") :]

    return edits


def swapped_prefs(script: str) -> Iterator[str]:
    """Two neighbours of a chain are asked in the other order."""
    pattern = r'(?m)^    tc filter add dev "\$dev" (?P<at>\w+ chain \d+) pref (?P<pref>\d+) .*$'
    for one, two in pairwise(re.finditer(pattern, script)):
        if one["at"] == two["at"] and one["pref"] != two["pref"]:
            (a, b), (c, d) = one.span("pref"), two.span("pref")
            yield script[:a] + two["pref"] + script[b:c] + one["pref"] + script[d:]


def goto_itself(script: str) -> Iterator[str]:
    """A filter jumps to the chain that it is in."""
    pattern = r"(?m)^(    tc filter add .* chain (\d+) pref .*goto chain )\d+(.*)$"
    for found in re.finditer(pattern, script):
        yield script[: found.start()] + f"{found[1]}{found[2]}{found[3]}" + script[found.end() :]


CLASS = r"(class add .* htb rate \d+bit)"
POLICE = r"(police (?:index \d+ )?rate \d+bit burst \d+b)"
TBF_BURST = r"'\"\$\(\(mtu \+ \d+\)\)\"'"
"""A frame of the interface, which the shell reckons inside a text of sed."""
KINDS: dict[str, Kind] = {
    # In the wrong order, or taken back.
    "filter before clsact": moved('qdisc add dev "\\$dev" clsact', behind="filter add"),
    "queue before its class": moved("class add", behind='qdisc add dev "\\$dev" parent'),
    "class before its parent": moved(r"class add .* parent 1: ", behind="class add .* parent 1:1 "),
    "root qdisc behind its classes": moved('qdisc add dev "\\$dev" root', behind="class add"),
    "clsact twice": twice('qdisc add dev "\\$dev" clsact'),
    "class twice": twice("class add"),
    "filter twice": twice("filter add"),
    "root deleted": at_the_end('qdisc del dev "$dev" root'),
    "clsact deleted": at_the_end('qdisc del dev "$dev" clsact'),
    "filters of egress deleted": at_the_end('filter del dev "$dev" egress', " egress "),
    "filters of ingress deleted": at_the_end('filter del dev "$dev" ingress', " ingress "),
    "root replaced": at_the_end('qdisc replace dev "$dev" root handle 9: pfifo limit 9'),
    "class changed later": changed_classes("change"),
    "class replaced later": changed_classes("replace"),
    "a queue deleted": at_the_end('qdisc del dev "$dev" parent 1:10'),
    "a filter in front": at_the_end(
        'filter add dev "$dev" egress chain 0 pref 65000 protocol all matchall action drop'
    ),
    # In another base or unit.
    "mask of ip_tos in decimal": in_commands(r"(ip_tos \w+/)(0x\w+)", number(str, 2)),
    "ip_tos without 0x": in_commands(r"ip_tos 0x(\w*[a-f]\w*/)", r"ip_tos \1"),
    "ip_tos in decimal": in_commands(r"ip_tos (0x\w+)/", number(str)),
    "ip_tos of digits without 0x": in_commands(r"ip_tos 0x(\d\d)/", r"ip_tos \1/"),
    "protocol number in decimal": in_commands(r"ip_proto (0x\w+)", number(str)),
    "protocol by decimal number": in_commands(r"ip_proto udp", "ip_proto 17"),
    "protocol by hexadecimal number": in_commands(r"ip_proto udp", "ip_proto 0x11"),
    "port in hexadecimal": in_commands(r"dst_port (\d+)(?= )", number(hex)),
    "mask of u32 in decimal": in_commands(r"match u\d+ \w+ (0x\w+) at", number(str)),
    "ICMP type in hexadecimal": in_commands(r" type (\d+)", number(hex)),
    "prio in hexadecimal": in_commands(r" prio (\d)", number(hex)),
    "chain of goto in hexadecimal": in_commands(r"goto chain (\d+)", number(hex)),
    "index in hexadecimal": in_commands(r"police index (\d+)", number(hex)),
    "rate in 1024 bit": in_commands(r"rate (\d+)000bit", r"rate \1kibit"),
    "rate in 1000 bit": in_commands(r"rate (\d+)000bit", r"rate \1kbit"),
    "rate of bytes": in_commands(r"rate (\d+)bit", r"rate \1bps"),
    "burst in 1000 bit": in_commands(r"burst (\d+)000b", r"burst \1kbit"),
    "packets in thousands": in_commands(r"pfifo limit (\d+)", r"pfifo limit \1k"),
    "default class in decimal": in_commands(
        r"htb default (\d\d)", lambda f: f"htb default {int(f[1], 16)}"
    ),
    "class id in decimal": in_commands(
        r"priority 1:(\d\d)", lambda f: f"priority 1:{int(f[1], 16)}"
    ),
    "quantum as a size": in_commands(r"quantum (\d+)", r"quantum \1b"),
    "bandwidth beyond 32 bits": in_commands(r"bandwidth \d+bit", "bandwidth 50gbit"),
    # Arguments too many, too few, or of another meaning.
    "mpu of a class": in_commands(CLASS, r"\1 mpu 512"),
    "mtu of a class": in_commands(CLASS, r"\1 mtu 9000"),
    "overhead of a class": in_commands(CLASS, r"\1 overhead 24"),
    "link layer of a class": in_commands(CLASS, r"\1 linklayer atm"),
    "class without ceil": in_commands(r" ceil \d+bit", ""),
    "prio above the last": in_commands(r" prio \d", " prio 9"),
    "class without quantum": in_commands(r" quantum \d+", ""),
    "class without burst": in_commands(r" burst \d+b(?= cburst)", ""),
    "size table at the root": in_commands(r"(root handle 1: )(htb)", r"\1stab overhead 20 \2"),
    "packets past the classes": in_commands(r"(htb default \w+)", r"\1 direct_qlen 5"),
    "default class that is not there": in_commands(r"htb default \w+", "htb default ffff"),
    "no default class": in_commands(r"htb default \w+", "htb"),
    "mtu of a policer left out": in_commands(r" mtu 65535", ""),
    "overhead of a policer": in_commands(POLICE, r"\1 overhead 14"),
    "mpu of a policer": in_commands(POLICE, r"\1 mpu 64"),
    "peak rate of a policer": in_commands(POLICE, r"\1 peakrate 100gbit"),
    "link layer of a policer": in_commands(POLICE, r"\1 linklayer atm"),
    "policer without outcomes": in_commands(r" conform-exceed (?:goto chain \d+ / )?\S+", ""),
    "policer without what conforms": in_commands(r"conform-exceed drop/\S+", "conform-exceed drop"),
    "reclassify what exceeds": in_commands(r"conform-exceed drop/", "conform-exceed reclassify/"),
    "reclassify for ok": in_commands(r"action ok", "action reclassify"),
    "continue for ok": in_commands(r"action ok", "action continue"),
    "trap for ok": in_commands(r"action ok", "action trap"),
    "pipe for ok": in_commands(r"action ok", "action pipe"),
    "pedit without pipe": in_commands(r"(retain 0x\w+) pipe", r"\1"),
    "pedit without retain": in_commands(r" retain 0x(?!ff)\w+", ""),
    "pedit of the other header": in_commands(r"munge ip dsfield", "munge ip6 traffic_class"),
    "csum without pipe": in_commands(r"csum ip4h pipe", "csum ip4h"),
    "csum of another header": in_commands(r"csum ip4h", "csum udp"),
    "csum of one header more": in_commands(r"csum ip4h", "csum ip4h and udp"),
    "mark without a mask": in_commands(r"(skbedit mark 0x\w+)/0x\w+", r"\1"),
    "skbedit without pipe": in_commands(r"(skbedit (?:priority|mark) \S+) pipe", r"\1"),
    "in hardware only": in_commands(r"flower ", "flower skip_sw "),
    "not in hardware": in_commands(r"flower ", "flower skip_hw "),
    "class of the filter": in_commands(r"matchall ", "matchall classid 1:10 "),
    "filter for another device's frames": in_commands(r"flower ", "flower indev eth9 "),
    "red with ecn": in_commands(r"(red limit \S+)", r"\1 ecn"),
    "red adaptive": in_commands(r"(red limit \S+)", r"\1 adaptive"),
    "red without a probability": in_commands(r" probability \S+", ""),
    "red with another average": in_commands(r"burst (\d+) bandwidth", number(lambda n: n * 3)),
    "sfq with fewer flows": in_commands(
        r"(sfq .*)flows (\d+)", number(lambda n: max(n // 2, 1), 2)
    ),
    "sfq perturbed": in_commands(r"(sfq \S+ \S+)", r"\1 perturb 3"),
    # Other packets, other places.
    "filters in another order": swapped_prefs,
    "a jump to itself": goto_itself,
    "protocol by its number": in_commands(r"protocol ip (?=\w)", "protocol 0x0800 "),
    "protocol in capitals": in_commands(r"protocol ip (?=\w)", "protocol IP "),
    "protocol of other frames": in_commands(r"protocol ip (?=\w)", "protocol ipv6 "),
    "network mask in full": in_commands(r"(_ip \d+\.\d+\.\d+\.\d+)/8(?= )", r"\1/255.0.0.0"),
    "prefix one bit shorter": in_commands(r"_ip \S+/(\d+)", number(lambda n: max(n - 1, 0))),
    "another interface": in_commands(r'dev "\$dev"', "dev lo"),
    "port of the other end": in_commands(r"dst_port", "src_port"),
    "range of ports by a mask": in_commands(r"_port (\d+)-\d+", r"_port \1/0xff00"),
    # The tbf above the classes, which the frame adds to the commands as they are run.
    "tbf with a bucket below a frame": anywhere(
        rf"(tbf rate \S+ burst ){TBF_BURST}", r"\g<1>1500b"
    ),
    "tbf with a bucket of payloads": anywhere(r"\$\(\(mtu \+ \d+\)\)", "$mtu"),
    "tbf with a bucket of half a frame": anywhere(r"\$\(\(mtu \+ \d+\)\)", "$((mtu / 2))"),
    "tbf with the rate of a line": anywhere(r"tbf rate \S+", "tbf rate 1gbit"),
    "tbf with a rate in bytes": anywhere(r"(tbf rate \d+\w)bit", r"\1bps"),
    "tbf with a rate of no unit": anywhere(r"tbf rate (\d+)\S+", r"tbf rate \1"),
    "tbf that holds nothing": anywhere(r"(tbf rate .* limit )\d+", r"\g<1>1"),
    "tbf with a latency for its limit": anywhere(r"(tbf rate .*) limit \d+", r"\1 latency 1ms"),
    "tbf with a peak rate": anywhere(r"(tbf rate .* limit \d+)", r"\1 peakrate 1mbit mtu 1600"),
    "tbf with a smallest packet": anywhere(r"(tbf rate \S+)", r"\1 mpu 1500"),
    "tbf of the handle of the classes": anywhere(r"root handle \w+: tbf", "root handle 1: tbf"),
    "tbf below which the classes are not": anywhere(r"parent fffe:1 handle 1:", "root handle 1:"),
    "classes at a class that the tbf has not": anywhere(r"parent fffe:1 ", "parent fffe:2 "),
    "classes of another handle below the tbf": anywhere(r"handle 1: htb /'", "handle 2: htb /'"),
    "another qdisc for the tbf": anywhere(rf"tbf rate \S+ burst {TBF_BURST} limit", "pfifo limit"),
    "no tbf": anywhere(r'(?m)^    split_joined "\$1".*\n', ""),
    "a tbf above a size table too": anywhere(r"root handle 1: htb /", "root handle 1: .*htb /"),
    "offloads left on": anywhere(r"(?m)^ *ethtool -K .*\n", ""),
    # What the shell does.
    "tc does nothing": anywhere(r"(?m)^    printf '%s.n' \"\$\*\" >> .*$", "    :"),
    "nothing is run": anywhere(r'(?m)^    run "\$work/\$1.live" .*$', "    :"),
    "set -e is gone": anywhere(r"(?m)^set -eu$", "set -u"),
    "no trap": anywhere(r"(?m)^    trap finish EXIT\n", ""),
    "nothing cleared": anywhere(r'(?m)^    away "\$1" > .*\n', ""),
    "only the filters cleared": anywhere(r'(?m)^    \[ -z "\$root" \] .*qdisc del dev .*\n', ""),
    "emptied behind the last command": anywhere(r"(?m)^\}\n(?=\n\[)", '    plan "$1"\n}\n'),
    "a command as a comment": anywhere(r"(?m)^    (tc .*)$", r"    # \1"),
    "a command in the background": anywhere(r"(?m)^    (tc .*)$", r"    \1 &"),
    "a command that may fail": anywhere(r"(?m)^    (tc .*)$", r"    \1 || :"),
    "a command behind a condition": anywhere(r"(?m)^    (tc .*)$", r"    false && \1"),
    "a second command in the line": anywhere(
        r"(?m)^    (tc .*)$", r'    \1; command tc qdisc del dev "$dev" root'
    ),
}
SPELLING = frozenset(
    (
        "ip_tos without 0x",
        "ip_tos in decimal",
        "protocol by hexadecimal number",
        "rate in 1000 bit",
        "policer without what conforms",
        "protocol by its number",
        "protocol in capitals",
        "network mask in full",
        "skbedit without pipe",
        "class without ceil",
        "quantum as a size",
    )
)
"""Kinds by which the manual says the same in other words, at least in some places."""
SAME_PACKETS = frozenset(("pipe for ok", "csum without pipe"))
"""Kinds of which every fault tried so far leaves every packet as it was."""
