"""A mark that no later class of the device matches.

## What it does

Follows each mark through the device: from the rule or class that writes it, over the rest of the
input, to every output policy and output `rate-limit`. Reports a mark where something there tells
packets apart by the field, and nothing takes packets with this value. It is a warning where other
marks of the same policy or list are taken, so that this one stands out, and for a qos-group or a
discard class, which nothing outside of the device can read; it is for information otherwise. Marks
of value 0 are not looked at.

The packets are followed exactly, as sets: a class that matches the value but only for other
addresses does not count.

## Why it matters

The packets were sorted out, metered and marked, and then share `class-default` with everything
else. Often a class for them exists and is mistyped.

## Example

```ios
class-map match-all PHONES
 match access-group 110
class-map match-all CAMERAS
 match access-group 111
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af31
policy-map LAN-IN
 class PHONES
  set dscp ef
 class CAMERAS
  set dscp af41
policy-map WAN-OUT
 class VOICE
  priority 128
 class VIDEO
  bandwidth 512
interface FastEthernet0/0
 service-policy input LAN-IN
interface Serial0/0
 service-policy output WAN-OUT
access-list 110 permit udp any any range 16384 32767
access-list 111 permit tcp any any eq 554
```

## Use instead

```ios
class-map match-all PHONES
 match access-group 110
class-map match-all CAMERAS
 match access-group 111
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map LAN-IN
 class PHONES
  set dscp ef
 class CAMERAS
  set dscp af41
policy-map WAN-OUT
 class VOICE
  priority 128
 class VIDEO
  bandwidth 512
interface FastEthernet0/0
 service-policy input LAN-IN
interface Serial0/0
 service-policy output WAN-OUT
access-list 110 permit udp any any range 16384 32767
access-list 111 permit tcp any any eq 554
```

## Sources

- RFC 2475, section 2.3: a classifier selects packets by the code point that a marker has set.
- Cisco IOS Quality of Service Solutions Configuration Guide: input marking comes before output
  classification. Whether `set precedence` clears the rest of the DSCP is not documented; both are
  tried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import DS_VIEWS, Field, code_point_name
from qosc.ir import Attachment, Device, Policy, Reference
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.marking.inner_marks import INNER
from qosc.lint.facts.marking.mark_cases import FEW, Case
from qosc.lint.facts.marking.mark_cases import cases as every_mark
from qosc.lint.facts.marking.marks import Chain, Writer, overlap
from qosc.lint.facts.packets.sampled import sample
from qosc.packets.quick import TooDeepError, guesses, holds, marked
from qosc.packets.sample import remarked
from qosc.values import replace

if TYPE_CHECKING:
    from qosc.packets import Packet, PacketSpace, Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS201", "mark-never-matched", Severity.WARNING, "0.1")

QUICK = 32
"""Writers behind more classes than this are not tried with guessed packets."""
ASIDE = 4000
"""So many questions are asked in all to say more of findings: where the packets end, and which
undefined class might have taken them. Findings times classes would be far more."""


class _Union:
    """What the predicates of a chain take together, made from that of the chain before it."""

    def __init__(self, space: PacketSpace) -> None:
        self.space = space
        self._chain = Chain()
        self._region = space.nothing

    def of(self, chain: Chain) -> Region:
        here, more = chain, []
        while here is not self._chain and here.before is not None and here.last is not None:
            more.append(here.last)
            here = here.before
        region = self._region if here is self._chain else self.space.nothing
        for match in reversed(more):
            region |= self.space.region(match)
        self._chain, self._region = chain, region
        return region


def _union(context: Context) -> _Union:
    return _Union(context.once(packet_space))


class _Aside:
    """How much may still be asked, and which class of a policy takes a packet, as far as asked."""

    def __init__(self) -> None:
        self.left = ASIDE
        self.places: dict[tuple[str, str], str] = {}

    def ask(self) -> bool:
        self.left -= 1
        return self.left >= 0


def _aside(_context: Context) -> _Aside:
    return _Aside()


def check(context: Context) -> Iterator[Diagnostic]:
    cases = [case for case in every_mark(context.device, context.index.busy) if case.is_looked_at()]
    beside: dict[int, dict[tuple[Field, int], None]] = defaultdict(dict)
    known: dict[object, bool] = {}
    for case in cases:
        case.taken = _plainly_taken(context, case)
        if not case.taken:
            # The same line on many ports is one question.
            writer = case.writer
            key = (writer.match, writer.before, writer.marks, writer.mark, tuple(case.later))
            if key not in known:
                known[key] = True  # where it is not known
                with deciding(context, RULE, writer.mark.origin, writer.by, _union):
                    known[key] = _taken(context, case)
            case.taken = known[key]
        if case.taken:
            mark = case.writer.mark
            beside[id(case.writer.stage)][mark.field, mark.value] = None
    for case in cases:
        if not case.taken:
            with deciding(context, RULE, case.writer.mark.origin, case.writer.by, _union):
                yield _finding(context, case, beside[id(case.writer.stage)])


def _plainly_taken(context: Context, case: Case) -> bool:
    """Whether the sample shows that a reader of the field takes packets that bear the mark."""
    writer, points = case.writer, context.once(sample)
    if len(writer.before) > QUICK:
        return False
    written = points.takes(writer.match) or 0
    for other in writer.before if written else ():
        taken = points.takes(other)
        written &= 0 if taken is None else ~taken
    after = remarked(written, writer.marks)
    field = writer.mark.field
    return any(after & later.points(points, field) for later in case.later.values())


def _taken(context: Context, case: Case) -> bool:
    """Whether some reader of the field takes packets that bear the mark."""
    if _surely_taken(context.device, case):
        return True
    space = context.once(packet_space)
    written = _written(context, case.writer)
    # Packets that are never marked at all are another rule's matter.
    return written.is_empty() or any(
        written.meets(later.union(space, case.writer.mark.field)) for later in case.later.values()
    )


def _surely_taken(device: Device, case: Case) -> bool:
    writer = case.writer
    if len(writer.before) > QUICK:
        return False
    try:
        tried = list(islice(guesses(device, writer.match), 2))
        for packet in tried:
            if _is_marked(device, writer, packet) and any(
                later.takes(device, writer.mark, after)
                for after in _after(writer, packet)
                for later in case.later.values()
            ):
                return True
        if tried and writer.mark.field in DS_VIEWS:
            # The bits of the DS byte that the mark leaves alone may be what a reader asks for.
            for reader in islice(case.first(), FEW):
                for wanted in islice(guesses(device, reader.match), 1):
                    packet = replace(tried[0], ds=wanted.ds)
                    if _is_marked(device, writer, packet) and any(
                        holds(device, reader.match, after) for after in _after(writer, packet)
                    ):
                        return True
    except TooDeepError:
        pass
    return False


def _is_marked(device: Device, writer: Writer, packet: Packet) -> bool:
    return holds(device, writer.match, packet) and not any(
        holds(device, other, packet) for other in writer.before
    )


def _after(writer: Writer, packet: Packet) -> Iterator[Packet]:
    """What the packet can be after the marks."""
    return (marked(packet, writer.marks, zero=zero) for zero in (False, True))


def _written(context: Context, writer: Writer) -> Region:
    """The packets that the writer lets go on with the mark."""
    from qosc.packets import image

    space = context.once(packet_space)
    region = space.region(writer.match) - context.once(_union).of(writer.before)
    return image(region, writer.marks)


def _finding(context: Context, case: Case, beside: Iterable[tuple[Field, int]]) -> Diagnostic:
    """The finding; `beside` are the marks of the same stage that something takes."""
    writer, mark = case.writer, case.writer.mark
    siblings = {value for field, value in beside if overlap(field, mark.field)}
    space = context.once(packet_space)
    written = _written(context, writer)
    value = f"{mark.field} {code_point_name(mark.field, mark.value)}"
    ends, notes, related = "", [], []
    attached = _attached(context.device, case)
    if attached is not None:
        attachment, policy = attached
        packet, place = _end(space, policy, written, context.once(_aside))
        if place:
            ends = f"its packets are in {place} of {policy.title}"
            notes.append(f"for example {packet}")
        others = sorted(siblings, reverse=True)
        looks = f"{policy.title} looks at {mark.field}"
        shown = ", ".join(str(number) for number in others[:8])
        said = f"{looks}, and matches {shown} of the marks set here" if others else looks
        related.append(Label(attachment.origin, said))
    for reference in _wanting(space, case, written, context.once(_aside))[:3]:
        words = f"might match it, but {reference.target} {reference.name} is not defined"
        related.append(Label(reference.origin, words))
    return RULE.at(
        mark.origin,
        f"{writer.by} sets {value}; no later class matches it",
        effect=ends,
        label=f"marks with {value}",
        related=tuple(related),
        notes=tuple(notes),
        # A mark of the device alone has no other reader; that of a packet may have one behind it.
        severity=Severity.WARNING
        if siblings or (mark.field in INNER and attached is not None)
        else Severity.INFO,
        help=f"match {value} in a class of the output policy, or do not write it",
    )


def _attached(device: Device, case: Case) -> tuple[Attachment, Policy] | None:
    """The first later policy that looks at the field, with its attachment."""
    field = case.writer.mark.field
    for later in case.later.values():
        for read in later.reads:
            stage = read.stage
            if isinstance(stage, Attachment) and stage.policy.name in device.policies:
                fields = (other for reader in read.readers for other in reader.fields)
                looks = (overlap(field, other) for other in fields)
                if any(looks):
                    return stage, device.policies[stage.policy.name]
    return None


def _end(space: PacketSpace, policy: Policy, written: Region, aside: _Aside) -> tuple[str, str]:
    """A packet that bears the mark, and the class that it ends in; empty where it is not known."""
    packet = written.witness()
    if packet is None:
        return "", ""
    known = aside.places
    key = policy.title, repr(packet)
    if key not in known:
        known[key] = ""
        for item in policy.classes:
            if not aside.ask():
                break
            if packet in space.region(item.match):
                name = item.name
                known[key] = name if name == "class-default" else f"class {name}"
                break
    return str(packet), known[key]


def _wanting(space: PacketSpace, case: Case, written: Region, aside: _Aside) -> list[Reference]:
    """The undefined references of later classes that might have taken the packets, as far as may
    be asked.
    """
    references: dict[Reference, None] = {}
    for later in case.later.values():
        for reader, names in later.lost(space.device):
            if not aside.ask():
                return list(references)
            if written.meets(space.region(reader.match)):
                references.update(dict.fromkeys(names))
    return list(references)
