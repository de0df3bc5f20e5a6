"""An entry for ports that the two ends of a connection hardly ever have.

## What it does

Reports an entry of an access list that a class uses which has the two ends of a known range as two
ports (`eq 16384 32767`), or the same port below 49152 for TCP on both sides.

## Why it matters

With `eq` the entry takes two ports of thousands, so that calls are not in their class. And a TCP
client has a port of its own choice: an entry with the server's port on both sides matches nothing.

## Example

```ios
ip access-list extended RTP
 permit udp any any eq 16384 32767
class-map match-all VOICE
 match access-group name RTP
policy-map MARK
 class VOICE
  set dscp ef
interface FastEthernet0/0
 service-policy input MARK
```

## Use instead

```ios
ip access-list extended RTP
 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group name RTP
policy-map MARK
 class VOICE
  set dscp ef
interface FastEthernet0/0
 service-policy input MARK
```

## Sources

- Cisco IOS Security Command Reference, `permit (IP)`: `eq` takes up to ten ports, `range` all
  between two.
- RFC 6056, section 3.2: a TCP client takes an ephemeral port.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import TCP, Field
from qosc.ir import AccessEntry, AccessList, Interval, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS126", "ports-of-no-client", Severity.WARNING, "0.1")

_ENDS = {
    (16384, 32767): "RTP of Cisco",
    (10000, 20000): "RTP of Asterisk",
    (49152, 65535): "the dynamic ports",
    (1024, 65535): "all that are not well-known",
    (16384, 32768): "RTP of Cisco",
    (50000, 50019): "audio of Teams",
    (3478, 3481): "Teams",
}
_EPHEMERAL = 49152
_SYMMETRIC = frozenset((20, 179, 512, 513, 514, 515, 646, 639))
"""Ports with a protocol whose other end may have it too: data of FTP, the r-commands, BGP, LDP."""


def check(context: Context) -> Iterator[Diagnostic]:
    used: dict[str, AccessList] = {}
    for class_map in context.device.class_maps.values():
        for each in lists_of(context.device, class_map.match):
            used.setdefault(each.name, each)
    for each in used.values():
        for entry in each.entries:
            if entry.permit and entry.origin != NOWHERE:
                yield from _of_entry(context, each, entry)


def _of_entry(
    context: Context, access_list: AccessList, entry: AccessEntry
) -> Iterator[Diagnostic]:
    tests = {test.field: test for test in leaf_tests(context.device, entry.match)}
    title = f"access-list {access_list.name[:40]}"
    source, target = (_ports(tests.get(each)) for each in (Field.SRC_PORT, Field.DST_PORT))
    for ports in (source, target):
        if len(ports) == 2 and tuple(ports) in _ENDS:
            low, high = ports
            yield RULE.at(
                entry.origin,
                f"an entry of {title} matches the ports {low} and {high} alone",
                effect=f"of those from {low} to {high} ({_ENDS[low, high]}) it takes these two",
                label="two ports, not a range",
                help=f"write `range {low} {high}` for all of them",
            )
            return
    common = set(source) & set(target)
    tcp = _ports(tests.get(Field.PROTOCOL)) == [TCP]
    if tcp and len(source) == 1 and source == target and not common & _SYMMETRIC:
        (port,) = common
        if port < _EPHEMERAL:
            yield RULE.at(
                entry.origin,
                f"an entry of {title} matches TCP port {port} on both sides",
                effect="clients have ports of their own choice, so that it matches nothing",
                label="on both sides",
                help="match it on the side of the server alone",
            )


def _ports(test: Test | None) -> list[int]:
    """The ports of a test where each is given by itself, else none."""
    values = test.values if test is not None else ()
    single = [one.low for one in values if isinstance(one, Interval) and one.low == one.high]
    return single if len(single) == len(values) else []
