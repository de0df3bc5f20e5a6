"""A port with a phone whose marks are not those of the phone.

## What it does

Reports, on a port of a Catalyst with a voice VLAN: `mls qos cos override`, a default CoS of 4 or
more (`mls qos cos 5`), and on one that trusts what it gets, `switchport priority extend trust`, for
information, or an extended CoS of 4 or more. A port whose access VLAN is the voice VLAN has no PC,
and is left out; so is the default CoS where phones send no tags, where the port trusts the DSCP,
and where a policy of the port classifies.

## Why it matters

By the override the CoS of the phone is replaced by the default one, which is 0 unless another is
set. The default CoS is for frames without a tag, those of the PC behind the phone. What the phone
is told to extend is for frames with a tag that it gets from the PC: a PC that tags its frames is in
the queue of voice. A PC with a telephone program may be trusted so on purpose.

## Example

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 switchport access vlan 10
 switchport voice vlan 20
 switchport priority extend cos 5
 mls qos trust cos
```

## Use instead

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 switchport access vlan 10
 switchport voice vlan 20
 mls qos trust cos
```

## Sources

- Cisco Catalyst 3750 Switch Command Reference, `mls qos cos`: the default CoS, 0 at first, is that
  of untagged frames; override gives it to all frames, whatever the port trusts.
- Cisco Catalyst 3560 Switch Software Configuration Guide, Configuring the CoS Value for an
  Interface: the default CoS is given on trusted and untrusted ports.
- Cisco Catalyst 3750 Switch Software Configuration Guide, Configuring Voice VLAN, Cisco IP Phone
  Data Traffic: the phone passes tagged frames of the PC as they are (trusted) or with the CoS that
  is configured, 0 at first (untrusted), and untagged ones unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, interfaces, place

__all__ = ["RULE", "check"]

RULE = Rule("QOS931", "phone-port-marks", Severity.WARNING, "0.1")


_HIGH = 4
_VOICE = "switchport voice vlan "


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None or _VOICE not in context.source.text:
        return
    for block in context.once(interfaces):
        if block.has(_VOICE) and not _is_phones_only(block):
            for number, what, effect, severity in _faults(block):
                yield RULE.at(
                    place(context, number),
                    f"{block.head.split()[1][:40]} has a phone, and {what}",
                    effect=effect,
                    label="a phone is behind this port",
                    help="leave the line out, if phones are to be served as voice and PCs not",
                    severity=severity,
                )


def _faults(block: Block) -> Iterator[tuple[int, str, str, Severity | None]]:
    trusts = block.has("mls qos trust", "auto qos voip", "trust device")
    by_cos = not block.has("mls qos trust dscp", "mls qos trust ip", "service-policy input")
    for number, line in block.lines:
        words = line.split()
        if line == "mls qos cos override":
            yield number, "the CoS of its frames is overridden", "calls have the default CoS", None
        elif words[:3] == ["mls", "qos", "cos"] and _is_high(words[3:]) and by_cos:
            effect = f"untagged frames, those of the PC behind it, have CoS {words[3]}"
            yield number, f"untagged frames get CoS {words[3]}", effect, None
        elif words[:3] == ["switchport", "priority", "extend"] and trusts:
            if words[3:] == ["trust"]:
                effect = "a PC that tags its frames is in any queue"
                yield number, "passes the CoS of the PC", effect, Severity.INFO
            elif words[3:4] == ["cos"] and _is_high(words[4:]):
                effect = "a PC that tags its frames is served as voice"
                yield number, f"gives tagged frames of the PC CoS {words[4]}", effect, None


def _is_phones_only(block: Block) -> bool:
    """Whether untagged frames are those of the phone as well: of a phone without tags, and of one
    without a PC.
    """
    voice = {line.split()[-1] for _, line in block.starting(_VOICE)}
    if voice & {"none", "untagged"}:
        return True
    return any(line.split()[-1] in voice for _, line in block.starting("switchport access vlan "))


def _is_high(words: list[str]) -> bool:
    return bool(words) and words[0].isdigit() and int(words[0][:2]) >= _HIGH
