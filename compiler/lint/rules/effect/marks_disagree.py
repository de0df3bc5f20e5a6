"""A class that sets two marks which do not go together, where those of its siblings do.

## What it does

Reports a class that sets a DSCP, and a CoS, EXP or precedence other than the first three bits of
that DSCP, where at least one other class of the device sets both so that they agree, or the DSCP
is EF, and no other class differs. Marks of 0 are left out, and so is EF with CoS 6, the user
priority of voice on a wireless LAN.

## Why it matters

Routers go by the one mark and switches by the other: the packets are in the queue of one class here
and of another there.

## Example

```ios
access-list 101 permit udp any any range 16384 32767
access-list 102 permit tcp any any range 2000 2002
class-map match-all PHONES
 match access-group 101
class-map match-all SIG
 match access-group 102
policy-map MARK
 class PHONES
  set dscp ef
  set cos 3
 class SIG
  set dscp cs3
  set cos 3
interface FastEthernet0/0.10
 encapsulation dot1Q 10
 service-policy output MARK
```

## Use instead

```ios
access-list 101 permit udp any any range 16384 32767
access-list 102 permit tcp any any range 2000 2002
class-map match-all PHONES
 match access-group 101
class-map match-all SIG
 match access-group 102
policy-map MARK
 class PHONES
  set dscp ef
  set cos 5
 class SIG
  set dscp cs3
  set cos 3
interface FastEthernet0/0.10
 encapsulation dot1Q 10
 service-policy output MARK
```

## Sources

- RFC 2474, section 4.2.2.1: the first three bits of a DSCP are its class selector.
- RFC 8325, section 2.3: the usual default takes the first three bits of the DSCP for those of the
  frame. The same RFC has other values for wireless frames.
- The config itself: its other classes with both marks.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import written_marks
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS606", "marks-disagree", Severity.WARNING, "0.1")

_EF = 46
_WIRELESS_VOICE = 6
"""The user priority of EF on a wireless LAN (RFC 8325, section 4.2.1)."""
_THREE_BITS = (Field.COS, Field.MPLS_EXP, Field.PRECEDENCE)


class _Both(NamedTuple):
    title: str
    dscp: Mark
    other: Mark

    @property
    def agree(self) -> bool:
        wireless = self.other.field is Field.COS and self.other.value == _WIRELESS_VOICE
        return self.dscp.value >> 3 == self.other.value or (wireless and self.dscp.value == _EF)


def check(context: Context) -> Iterator[Diagnostic]:
    by_field: dict[Field, dict[Span, _Both]] = {}
    for policy in context.device.policies.values():
        for item in policy.classes:
            marks = {mark.field: mark for mark in written_marks(item)}
            dscp = marks.get(Field.DSCP)
            for field in _THREE_BITS:
                other = marks.get(field)
                if dscp is not None and other is not None and dscp.value and other.value:
                    title = f"class {item.name[:30]} of {policy.title[:40]}"
                    both = _Both(title, dscp, other)
                    by_field.setdefault(field, {}).setdefault(other.origin, both)
    for group in by_field.values():
        agreeing = [one for one in group.values() if one.agree]
        differing = [one for one in group.values() if not one.agree]
        if len(differing) != 1 or not (agreeing or differing[0].dscp.value == _EF):
            continue
        (one,) = differing
        others = (
            f"the marks of {len(agreeing)} other class{'es' if len(agreeing) > 1 else ''} agree"
        )
        yield RULE.at(
            one.other.origin,
            f"{one.title} sets dscp {code_point_name(Field.DSCP, one.dscp.value)} and "
            f"{one.other.field} {one.other.value}",
            effect=f"{one.dscp.value >> 3} is what the DSCP begins with"
            + (f"; {others}" if agreeing else ""),
            label="another class than the DSCP",
            related=(Label(one.dscp.origin, "the DSCP of the same packets"),),
            help=f"set {one.other.field} {one.dscp.value >> 3} if it was meant",
        )
