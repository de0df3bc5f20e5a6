"""A line inside a QoS context that is not understood.

## What it does

Reports each line in a class-map, a policy-map, an access list or under an interface's QoS commands
that the program cannot read, with the column where it stopped and the words it could have gone on
with. A word that is nearly one of them is taken for a slip of the finger; another that is met in
four lines of a context or more is one finding, which names the others; so are six lines or more
that begin alike, as those of another system do. Where a brace of JunOS is not closed, what it tears
out of its stanza is not told again. A word such as `Q-ID` or `{in|out}` in an excerpt stands for a
value, and is at info, as is what a line leaves to be filled in, `<policer name>` or `${rate}`,
anywhere; so is a line of another system that is not read (Cisco ASA, Broadcom EFOS,
Brocade, Force10) in an excerpt, or one of three and more. A statement of JunOS that lacks what a
line inside it was to say is not told beside that line. A value that no device can hold, such as a
DSCP of 64 or 101 per cent, is an error.

## Why it matters

Nothing is known of what the line does, so nothing else this program says about that class or that
interface is certain. A router that does not understand the line either leaves it out, and the class
works without it.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  prioriti 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- A rule about this program's own reading; it needs no other source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Edit, Fix, Severity, first_names
from qosc.fields import Field, code_point_name
from qosc.ir import Residue, SupportState
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import is_whole
from qosc.lint.facts.names import nearest
from qosc.lint.facts.objects import covers, told
from qosc.lint.facts.refused import is_refused
from qosc.lint.facts.systems import system_of
from qosc.lint.facts.titles import elsewhere
from qosc.patterns import pattern
from qosc.values import replace

__all__ = ["RULE", "check"]

RULE = Rule("QOS010", "line-not-understood", Severity.WARNING, "0.1")

_MANY = 6
_SAME_START = 2
"""Lines of one context with so many words alike at their beginning are one finding, if many."""
_STANZAS = frozenset(("term", "then", "from", "filter", "family", "unit", "interfaces"))
_PLACEHOLDER = pattern(r"[A-Z][A-Z0-9.-]+|[\[{].*")
"""What stands for a value in notes: `Q-ID`, `{in|out}`."""
_BLANK = pattern(
    r"<[A-Za-z][A-Za-z]*+(?:[ _-][A-Za-z0-9]++){0,5}+>|\$\{[^}]{1,200}+\}|\{\{|#[A-Z][A-Z_]{0,40}+#"
)
"""What is to be filled in: `<policer name>`, `${rate}`, `{{ rate }}`, `#RATE#`. JunOS has `<*>` and
`<ge-*>` as names of its own."""
_FEW = 3
"""A word that is not understood in so many other places is one finding."""
_SHOWN = 8
_LONGEST = 40
_LOOKED_AT = 400
"""Characters of a line in which a blank is looked for: hostile lines are long."""
_OF_VALUES = ("not a", "`", "a queue is")
"""So begin the reasons that speak of the value of a statement, and not of its keyword."""
_CUT = "the line ends too early"

_SYNTAX = pattern(
    r" \[[a-z]+ \| |<[a-z][a-z_-]*>|<---| \.\.\.$|\[\.\.\.\]| \{[a-z]+ ", re.IGNORECASE
)


def check(context: Context) -> Iterator[Diagnostic]:
    reported = context.once(told)
    named = {comment.line for comment in context.suppressions}
    alike: dict[tuple[object, ...], list[Diagnostic]] = {}
    starts: Counter[tuple[str, ...]] = Counter()
    begun: dict[int, str] = {}
    lines = []
    inside = {
        residue.context
        for residue in context.device.residue
        if residue.state is SupportState.UNKNOWN
    }
    systems = Counter(system_of(residue.text) for residue in context.device.residue)
    whole = context.device.complete and context.once(is_whole)
    torn = any(residue.context == "text" for residue in context.device.residue)
    for residue in context.device.residue:
        unknown = residue.state is SupportState.UNKNOWN and not is_refused(residue)
        if not unknown or covers(residue.origin, reported):
            continue
        if _opening(residue) in inside:
            continue  # the line in it that is not understood has the finding
        if torn and residue.text.partition(" ")[0] in _STANZAS:
            continue  # it stands where the brace that is not closed has put it
        finding = _finding(context, residue)
        system = system_of(residue.text)
        if system and not residue.impossible and (systems[system] >= _FEW or not whole):
            finding = _of_system(finding, system)
        # A line with a comment for us, or with a mend of its own, has a finding of its own.
        own = finding.fixes or finding.help or finding.primary.line in named
        start = () if own else (residue.context, *residue.text.split()[:_SAME_START])
        starts[start] += 1
        lines.append((finding, start, bool(own)))
    for finding, start, own in lines:
        # Lines of another system have each its own word at fault, and one reason.
        many = start and starts[start] >= _MANY and finding.severity is not Severity.ERROR
        same = (start,) if many else (finding.message, finding.notes)
        key = (finding.severity, same, finding.primary if own else None)
        alike.setdefault(key, []).append(finding)
        if many:
            begun[id(finding)] = " ".join(start[1:])[:_LONGEST]
    for first, *others in alike.values():
        if len(others) < _FEW:
            yield from (first, *others)
        else:
            more = elsewhere([each.primary.line for each in others])
            if id(first) in begun:
                more = f"of lines that begin with `{begun[id(first)]}`; {more}"
            yield replace(first, notes=(*first.notes, more))


def _opening(residue: Residue) -> str:
    """The context of the lines inside a statement of JunOS, whose text is the statement's word."""
    return f"{residue.context} {residue.text}"


def _of_system(diagnostic: Diagnostic, system: str) -> Diagnostic:
    """The finding on a line of another system."""
    return replace(
        diagnostic,
        severity=Severity.INFO,
        message=f"this is a line of {system}, which is not read",
        notes=("lines of that system are left out",),
        help="",
        fixes=(),
    )


def _about_text(residue: Residue) -> Diagnostic:
    """The text itself is not in order."""
    message, _, help_ = residue.reason.partition("; ")
    effect = "what follows may stand in another stanza than it seems, and is checked there"
    return RULE.at(residue.origin, message, effect=effect, label="it begins here", help=help_)


def _finding(context: Context, residue: Residue) -> Diagnostic:
    if residue.context == "text":
        return _about_text(residue)
    words = _marked(context, residue).split()
    word = words[0] if words else ""
    expected = [name for name in residue.expected if name.isidentifier() or "-" in name]
    meant = nearest(word, expected) if word else ""
    said = ("", "not understood", f"`{word}` is not understood here", _CUT)  # by the message
    notes = [residue.reason] if residue.reason not in said else []
    if residue.expected and residue.expected != (meant,):
        notes.append(f"here could stand: {first_names(residue.expected, _SHOWN)}")
    tos = _tos_byte(residue.text)
    fixes: tuple[Fix, ...] = ()
    if meant:
        span = residue.origin
        place = type(span)(span.path, span.line, span.column, span.line, span.column + len(word))
        fixes = (Fix(f"write {meant}", (Edit(place, meant),)),)
    what = f"`{_shown(residue, word)}` is not understood in {residue.context}"
    if not word or residue.reason == _CUT:
        what = f"this line in {residue.context} ends too early to be understood"
    effect = "the rest is checked without this line"
    if residue.impossible:
        what = f"this line in {residue.context} has a value that no device can hold"
        effect = "the router rejects the line"
    label = f"'{_shown(residue, word)}' is not known here" if word else "not understood"
    severity = Severity.ERROR if residue.impossible else None
    placeholder = not context.device.complete and bool(_PLACEHOLDER.fullmatch(word))
    if severity is None and (placeholder or _of_a_manual(context, residue.text)):
        severity = Severity.INFO
        notes.append("it is written as the syntax in a manual, with words in place of values")
    elif severity is None and _leaves_blank(context, residue):
        severity = Severity.INFO
        notes.append("the line has a value that is to be filled in")
    return RULE.at(
        residue.origin,
        what,
        effect=effect,
        severity=severity,
        label="no such value" if residue.impossible else label,
        notes=tuple(notes),
        help=tos or (f"did you mean {meant}?" if meant else ""),
        fixes=fixes,
    )


def _of_a_manual(context: Context, text: str) -> bool:
    """Whether a line of Cisco says what could stand there: `[match-all | match-any]`, `<bps>`."""
    return not context.profile.takes.junos_statements and bool(_SYNTAX.search(text))


def _leaves_blank(context: Context, residue: Residue) -> bool:
    """Whether the line, as it stands in the text, has a value that is to be filled in."""
    span, source = residue.origin, context.source
    if source is None or span.path != source.path:
        return False
    return _BLANK.search(source.line(span.line)[:_LOOKED_AT]) is not None


def _shown(residue: Residue, word: str) -> str:
    """The word at fault: with its value where the reason speaks of the value."""
    whole = residue.reason.startswith(_OF_VALUES) and residue.text.startswith(f"{word} ")
    return (residue.text if whole else word)[:_LONGEST]


def _marked(context: Context, residue: Residue) -> str:
    """The text that the residue's span marks."""
    span = residue.origin
    if context.source is None or span.path != context.source.path:
        return residue.text
    end = span.end_column - 1 if span.end_line == span.line else None
    return context.source.line(span.line)[span.column - 1 : end]


def _tos_byte(text: str) -> str:
    """Advice for a DSCP above 63 that is a whole TOS byte: four times the code point."""
    words = text.lower().split()
    for word, value in pairwise(words):
        if word == "dscp" and value.isdecimal() and len(value) < 4:
            number = int(value)
            if 63 < number < 256 and number % 4 == 0:
                name = code_point_name(Field.DSCP, number // 4)
                return f"{number} is the whole TOS byte of DSCP {name}; a DSCP is at most 63"
    return ""
