"""Faults that a translator can make, as edits of the text of a script.

Each kind takes a script and gives the scripts with one such fault in one place.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

Kind = Callable[[str], Iterator[str]]


def swap(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Kind:
    """Replace one match in a tc command; the pattern must not cross a line."""

    def edits(script: str) -> Iterator[str]:
        for found in re.finditer(pattern, script):
            line = script[script.rfind("\n", 0, found.start()) + 1 : found.start()]
            if not line.lstrip().startswith("tc ") and not found.group().startswith("    tc "):
                continue
            text = replacement(found) if callable(replacement) else found.expand(replacement)
            if text != found.group():
                yield script[: found.start()] + text + script[found.end() :]

    return edits


def number(group: int, change: Callable[[int], int]) -> Callable[[re.Match[str]], str]:
    """Replace the number in a group of the match."""

    def text(found: re.Match[str]) -> str:
        start, end = (place - found.start() for place in found.span(group))
        old = found[group]
        value = change(int(old, 0))
        new = f"{value:#x}" if old.startswith("0x") else str(value)
        return found.group()[:start] + new + found.group()[end:]

    return text


def lost_line(pattern: str) -> Kind:
    """Take out a whole command."""

    def edits(script: str) -> Iterator[str]:
        for found in re.finditer(rf"^    tc {pattern}.*\n", script, re.MULTILINE):
            yield script[: found.start()] + script[found.end() :]

    return edits


FILTER = re.compile(
    r'^    tc filter add dev "\$dev" (?P<hook>\w+) chain (?P<chain>\d+) pref (?P<pref>\d+) '
    r"(?P<match>protocol .*?)(?P<actions> action .*)$",
    re.MULTILINE,
)


def _filters(script: str) -> list[re.Match[str]]:
    return list(FILTER.finditer(script))


def _with_pref(found: re.Match[str], pref: int | str) -> str:
    start, end = (place - found.start() for place in found.span("pref"))
    return found.group()[:start] + str(pref) + found.group()[end:]


def swapped_prefs(script: str) -> Iterator[str]:
    """What takes every packet comes before what takes some."""
    filters = _filters(script)
    for one, two in pairwise(filters):
        same = (one["hook"], one["chain"]) == (two["hook"], two["chain"])
        if not same or " matchall" not in two["match"] or one["actions"] == two["actions"]:
            continue
        if "matchall" in one["match"] and one["match"].split()[1] != "all":
            continue
        middle = script[one.end() : two.start()]
        if "}" in middle:
            continue
        yield (
            script[: one.start()]
            + _with_pref(one, two["pref"])
            + middle
            + _with_pref(two, one["pref"])
            + script[two.end() :]
        )


def dropped_negation(script: str) -> Iterator[str]:
    """A filter that keeps packets out of a class is missing."""
    filters = _filters(script)
    jumps = [
        (f["hook"], f["chain"], f["actions"])
        for f in filters
        if f["match"] == "protocol all matchall"
    ]
    for found in filters:
        here = found["hook"], found["chain"], found["actions"]
        if "goto chain" in found["actions"] and here in jumps and "matchall" not in found["match"]:
            yield script[: found.start()] + script[found.end() + 1 :]


def _is_of(line: str, part: str) -> bool:
    """Whether a part of the script has filters where this one is put."""
    return line[: line.index(" pref ")] in part


def _before_all(script: str, hook: str, chain: str, line: str) -> str:
    """A filter that looks first, all others of its chain moved behind it."""

    def moved(found: re.Match[str]) -> str:
        if (found["hook"], found["chain"]) != (hook, chain):
            return found.group()
        return _with_pref(found, int(found["pref"]) + 1000)

    function = re.split(r"(?m)^(?=apply_\d+\(\) \{)", script)
    for number_, part in enumerate(function):
        first = next((f for f in _filters(part) if (f["hook"], f["chain"]) == (hook, chain)), None)
        if first is None or not _is_of(line, part):
            continue
        new = FILTER.sub(moved, part)
        at = FILTER.search(new)
        assert at is not None
        text = line or ""
        function[number_] = new[: at.start()] + text + "\n" + new[at.start() :]
        break
    return "".join(function)


def marked_too_early(script: str) -> Iterator[str]:
    """The DS byte is written before the class is chosen by it."""
    if not re.search(r"egress chain 0 pref \d+ protocol ip \S+ .*(ip_tos|at 1 )", script):
        return
    line = (
        '    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip matchall action pedit '
        "ex munge ip dsfield set 0x28 retain 0xfc pipe action csum ip4h pipe action continue"
    )
    yield _before_all(script, "egress", "0", line)


def shadowed_policer(script: str) -> Iterator[str]:
    """The same filter stands before the one that polices, without an action."""
    for found in _filters(script):
        if "police" in found["actions"]:
            line = found.group()[: found.start("actions") - found.start()]
            line = re.sub(r"pref \d+", "pref 1", line)
            yield _before_all(script, found["hook"], found["chain"], line)


def equal_quanta(script: str) -> Iterator[str]:
    """The excess is shared equally, whatever the weights are."""
    found = re.findall(r"parent 1:\w+ .* quantum (\d+)", script)
    if len(set(found)) > 1:
        yield re.sub(r"quantum (\d+)(?=\n| linklayer| overhead)", "quantum 1514", script)


def missing_last_class(script: str) -> Iterator[str]:
    """The class of all other packets, and its queue, are not there."""
    ids = re.findall(r"classid (1:\w+) htb", script)
    if len(ids) > 1:
        yield re.sub(
            rf"(?m)^    tc (class .* classid|qdisc add dev \S+ parent) {ids[-1]} .*\n", "", script
        )


def another_bucket(script: str) -> Iterator[str]:
    """One of several meters that are one bucket draws from a bucket of its own."""
    for found in re.finditer(r"police index (\d+) ", script):
        if script.count(found[0]) > 1:
            other = f"police index {int(found[1]) + 1} "
            yield script[: found.start()] + other + script[found.end() :]


def other_port(script: str) -> Iterator[str]:
    """The parts of two ports are taken for each other."""
    if "number=2 " in script:
        names = {"1": "2", "2": "1"}
        yield re.sub(r"(?<= number=)[12](?= )", lambda found: names[found.group()], script)


def swapped_bands(script: str) -> Iterator[str]:
    """Two queues of a strict order are taken for each other."""
    if "parent 2:1 " in script:
        names = {"2:1": "2:2", "2:2": "2:1"}
        yield re.sub(r"priority (2:[12])\b", lambda f: f"priority {names[f[1]]}", script)


def lost_ceil(script: str) -> Iterator[str]:
    """A class cannot borrow."""
    for found in re.finditer(r"rate (\d+)bit( ceil (\d+)bit)", script):
        if found[1] != found[3]:
            yield script[: found.start(2)] + script[found.end(2) :]


def two_buckets(script: str) -> Iterator[str]:
    """A jump to a meter becomes a meter of its own."""
    for found in _filters(script):
        jump = re.fullmatch(r" action goto chain (\d+)", found["actions"])
        body = jump and re.search(
            rf"(?m)^    tc filter add dev \"\$dev\" {found['hook']} chain {jump[1]} pref \d+ "
            r"protocol all matchall( action police .*)$",
            script,
        )
        others = len(re.findall(rf"goto chain {jump[1]}\b", script)) if jump else 0
        if body and others > 1 and "continue" not in body[1]:
            yield script[: found.start("actions")] + body[1] + script[found.end() :]


def exchanged(script: str, one: str, two: str, group: str) -> Iterator[str]:
    """The values of `group` in the first line with each of two patterns change places."""
    first, second = (re.search(pattern, script) for pattern in (one, two))
    if first and second and first[group] != second[group]:
        (a, b), (c, d) = sorted((first.span(group), second.span(group)))
        yield script[:a] + script[c:d] + script[b:c] + script[a:b] + script[d:]


def exchanged_quanta(script: str) -> Iterator[str]:
    """Two classes have each other's turns."""
    ids = re.findall(r"parent 1:1 classid (\S+) ", script)
    for one, two in pairwise(ids):
        line = r"classid {} .* prio [1-7] quantum (?P<of>\d+)"
        yield from exchanged(script, line.format(one), line.format(two), "of")


def reordered_actions(script: str) -> Iterator[str]:
    """Two actions of a filter stand in the other order."""
    for found in _filters(script):
        parts = found["actions"].split(" action ")[1:]
        if len(parts) > 1:
            start = found.start("actions")
            parts[-2:] = parts[:-3:-1]
            yield script[:start] + "".join(f" action {p}" for p in parts) + script[found.end() :]


def outcomes_swapped(script: str) -> Iterator[str]:
    """What conforms has the fate of what exceeds, and the other way round."""
    pattern = r"conform-exceed (goto chain \d+|\w+)( ?/ ?)(goto chain \d+|\w+)"
    for found in re.finditer(pattern, script):
        text = f"conform-exceed {found[3]}{found[2]}{found[1]}"
        yield script[: found.start()] + text + script[found.end() :]


def lost_key(name: str) -> Kind:
    """One condition of a filter that has several is forgotten."""
    return swap(rf" {name} \S+(?=( \w+ \S+)* action )", "")


KINDS: dict[str, Kind] = {
    "ECN bits in a DSCP mask": swap(r"(ip_tos 0x[0-9a-f]+)/0xfc", r"\1/0xff"),
    "ECN bits in a precedence mask": swap(r"(ip_tos 0x[0-9a-f]+)/0xe0", r"\1/0xe3"),
    "ECN bits written": swap(r"retain 0xfc", "retain 0xff"),
    "unshifted IPv6 traffic class": swap(
        r"match u16 0x([0-9a-f]+)0 0x([0-9a-f]+)0 at 0", r"match u16 0x\1 0x\2 at 0"
    ),
    "swapped order of filters": swapped_prefs,
    "lost policer": swap(r"action police .*? conform-exceed (?:goto chain \d+ / )?\S+ ?", ""),
    "bytes for bits in a meter": swap(r"(police (?:index \d+ )?rate \d+)bit", r"\1bps"),
    "bytes for bits in a class": swap(r"(htb rate \d+)bit", r"\1bps"),
    "dropped negation": dropped_negation,
    "port range one too long": swap(r"(?:src|dst)_port \d+-(\d+)", number(1, lambda n: n + 1)),
    "port range one too short": swap(r"(?:src|dst)_port (\d+)-\d+", number(1, lambda n: n + 1)),
    "another port": swap(r"(?:src|dst)_port (\d+)(?= )", number(1, lambda n: n ^ 1)),
    "missing default class": missing_last_class,
    "pedit without retain": swap(r" retain 0x(?!ff)\w+", ""),
    "wrong DSCP": swap(r"set (0x\w+) retain", number(1, lambda n: n ^ 0x20)),
    "wrong chain": swap(r"goto chain (\d+)", number(1, lambda n: n + 1)),
    "a chain that there is not": swap(r"goto chain (\d+)", number(1, lambda n: n + 900)),
    "source for destination": swap(r"\bdst_(ip|port) ", r"src_\1 "),
    "destination for source": swap(r"\bsrc_(ip|port) ", r"dst_\1 "),
    "lost filter for IPv6": lost_line(
        r'filter add dev "\$dev" \w+ chain \d+ pref \d+ protocol ipv6 '
    ),
    "lost filter for IPv4": lost_line(
        r'filter add dev "\$dev" \w+ chain \d+ pref \d+ protocol ip '
    ),
    "protocol all for IPv4": swap(r"protocol ip matchall", "protocol all matchall"),
    "protocol IPv4 for all": swap(r"protocol all matchall", "protocol ip matchall"),
    "excess passes": swap(r"conform-exceed drop/", "conform-exceed ok/"),
    "excess dropped": swap(r"conform-exceed (?:continue|ok)/", "conform-exceed drop/"),
    "conform leaves early": swap(r"conform-exceed (\w+)/pipe", r"conform-exceed \1/ok"),
    "burst of a meter in bits": swap(r"(?:police .*?)burst (\d+)b", number(1, lambda n: n * 8)),
    "burst of a meter too small": swap(r"(?:police .*?)burst (\d+)b", number(1, lambda n: n // 2)),
    "largest packet of a meter": swap(r"mtu 65535", "mtu 1500"),
    "rate of a meter": swap(r"police (?:index \d+ )?rate (\d+)bit", number(1, lambda n: n + 8000)),
    "ceil missing": lost_ceil,
    "ceil too high": swap(r"ceil (\d+)bit", number(1, lambda n: n * 2)),
    "guarantee off by a hundredth": swap(
        r"parent 1:\w+ classid \S+ htb rate (\d{6,})bit", number(1, lambda n: n + n // 100)
    ),
    "class order": swap(r"parent 1:1 .* prio (\d) ", number(1, lambda n: 7 - n)),
    "quantum equal": equal_quanta,
    "quantum of one class": swap(r"parent 1:1 .* quantum (\d+)", number(1, lambda n: n * 2)),
    "bucket of a cap": swap(r"parent 1:1 .* cburst (\d+)b", number(1, lambda n: n * 8)),
    "queue limit": swap(r"[pb]fifo limit (\d+)", number(1, lambda n: n * 2)),
    "flows of a queue": swap(r"flows (\d+)", number(1, lambda n: n * 2)),
    "class below the root": swap(r"parent 1:1 classid", "parent 1: classid"),
    "queue below another class": swap(r"parent 1:10 handle", "parent 1:11 handle"),
    "red thresholds swapped": swap(r"min (\d+)b max (\d+)b", r"min \2b max \1b"),
    "red average": swap(r"avpkt \d+ burst (\d+)", number(1, lambda n: n * 4)),
    "red probability": swap(r"probability 0\.(\d)", number(1, lambda n: n ^ 1)),
    "lost checksum": swap(r"action csum ip4h pipe ", ""),
    "mark written before the class is chosen": marked_too_early,
    "a filter without action before the policer": shadowed_policer,
    "tcp for udp": swap(r"ip_proto udp", "ip_proto tcp"),
    "udp for tcp": swap(r"ip_proto tcp(?! .*tcp_flags)", "ip_proto udp"),
    "prefix length off by one": swap(r"_ip [0-9a-f.:]+/(\d+)", number(1, lambda n: n - 1)),
    "length off by one": swap(r"match u16 0x\w+ (0x\w+) at 2", number(1, lambda n: n | n >> 1)),
    "address mask": swap(r"match u32 0x\w+ (0x\w+) at 1[26]", number(1, lambda n: n & n - 1)),
    "default of htb": swap(r"htb default \w+", "htb default 1"),
    "overhead missing": swap(
        r" (?:stab linklayer atm overhead|overhead) -?\d+(?: mtu 2047 tsize 512| "
        r"linklayer atm)",
        "",
    ),
    "wrong interface variable": swap(r'"\$dev"', '"$1"'),
    "another class": swap(r"skbedit priority 1:10", "skbedit priority 1:11"),
    "lost choice of class": swap(r"action skbedit priority \S+ pipe ", ""),
    "too many bits of the mark": swap(r"(skbedit mark 0x\w+)/0x\w+", r"\1/0xffffffff"),
    "another mark tested": swap(r"match mark (0x\w+) ", number(1, lambda n: n ^ 1)),
    "drop forgotten": swap(r"action drop", "action ok"),
    # Where first fragments go wrong, for want of their ports, the ledger says so: nothing to find.
    "fragments confused": swap(
        r"ip_flags (frag/nofirstfrag|nofrag)",
        lambda found: f"ip_flags {'firstfrag' if found[1] == 'nofrag' else 'nofrag'}",
    ),
    "wrong direction": swap(r"egress chain", "ingress chain"),
    "parts of two ports swapped": other_port,
    "bands swapped": swapped_bands,
    "band of all others": swap(r"priomap.*", lambda found: found.group().translate({51: "2"})),
    "icmp type": swap(r" type (\d+)/255", number(1, lambda n: n ^ 8)),
    "tcp flags": swap(r"tcp_flags (0x\w+)/", number(1, lambda n: 0)),
    "arp for all": swap(r"protocol arp", "protocol all"),
    "two buckets for one": two_buckets,
    "bucket of another meter": another_bucket,
    "hardware address": swap(r"src_mac 00:", "src_mac 02:"),
    "DSCP not shifted": swap(r"ip_tos (0x\w+)/0xfc", number(1, lambda n: n >> 2)),
    "DSCP condition forgotten": lost_key("ip_tos"),
    "port condition forgotten": lost_key("(?:src|dst)_port"),
    "address condition forgotten": lost_key("(?:src|dst)_ip"),
    "flags condition forgotten": lost_key("tcp_flags"),
    "port in the order of the host": swap(
        r"(?:src|dst)_port (\d+)(?= )", number(1, lambda n: n >> 8 | (n & 255) << 8)
    ),
    "host for network": swap(r"(_ip [0-9.]+)/\d+", r"\1/32"),
    "thousands of 1024 in a rate": swap(r"htb rate (\d+)bit", r"htb rate \1kibit"),
    "thousands in a meter": swap(r"(police (?:index \d+ )?rate \d+)bit", r"\1kbit"),
    "bits for bytes in the bucket of a rate": swap(
        r"parent 1:1 .* burst (\d+)b", number(1, lambda n: n * 8)
    ),
    "quanta exchanged": exchanged_quanta,
    "conform and exceed exchanged": outcomes_swapped,
    "order of actions": reordered_actions,
    "IPv4 field written for IPv6": swap(r"munge ip6 traffic_class", "munge ip dsfield"),
    "IPv6 field written for IPv4": swap(r"munge ip dsfield", "munge ip6 traffic_class"),
    "another field written": swap(r"munge ip dsfield", "munge ip ttl"),
    "written at another offset": swap(
        r"munge ip dsfield set (0x\w+) retain 0x\w+", r"munge offset 2 u8 set \1"
    ),
    "another handle of the root": swap(r"root handle 1:", "root handle 3:"),
    "filter on a qdisc": swap(r"(filter add dev \S+) egress chain \d+", r"\1 parent 1:"),
    "missing clsact": lost_line(r'qdisc add dev "\$dev" clsact'),
    "missing queue of a class": lost_line(r'qdisc add dev "\$dev" parent 1:\w+ '),
    "missing root": lost_line(r'qdisc add dev "\$dev" root '),
    "jump forgotten": swap(r"action goto chain \d+", "action ok"),
    "filters of one pref": swap(r"pref (\d+) (?!.*matchall)", number(1, lambda n: n + 1)),
    "queue of bytes for packets": swap(r"pfifo limit (\d+)", r"bfifo limit \1"),
    "shared bucket not shared": swap(r"police index \d+ ", "police "),
    "guarantee taken of the link": swap(
        r"parent 1:1[0-9a-f] classid \S+ htb rate (\d+)bit", number(1, lambda n: n * 2)
    ),
}
