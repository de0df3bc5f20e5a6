"""A match-any class beside match-all ones that have the same list and field.

## What it does

Reports a class-map of match-any with two lines, an access list and a code point, where all other
class-maps with the same list and a code point are of match-all, and one whose description has the
words `and only` or `only from`. A name with `OR` or `ANY` in it means match-any.

## Why it matters

By match-any all packets of the list are in the class whatever their mark, and so are those with the
mark from anywhere: the boundary that the list draws is open.

## Example

```ios
ip access-list extended PHONES
 permit ip 10.1.20.0 0.0.0.255 any
class-map match-any CALLS
 match access-group name PHONES
 match dscp ef
class-map match-all SIGNALING
 match access-group name PHONES
 match dscp cs3
policy-map LAN
 class SIGNALING
  set dscp cs3
 class CALLS
  set dscp ef
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 service-policy input LAN
```

## Use instead

```ios
ip access-list extended PHONES
 permit ip 10.1.20.0 0.0.0.255 any
class-map match-all CALLS
 match access-group name PHONES
 match dscp ef
class-map match-all SIGNALING
 match access-group name PHONES
 match dscp cs3
policy-map LAN
 class SIGNALING
  set dscp cs3
 class CALLS
  set dscp ef
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 service-policy input LAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `class-map`: match-all, each criterion;
  match-any, one of them.
- The config itself: its other class-maps, and the words of the description.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AnyOf, ClassMap, Reference, RefKind, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.words.name_words import said_words
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS923", "any-beside-all", Severity.WARNING, "0.1")

_EITHER = frozenset(("or", "any", "either"))
_SAID = ("and only", "only from", "both ")


class _Shape(NamedTuple):
    access_list: str
    field: Field


def check(context: Context) -> Iterator[Diagnostic]:
    alike: dict[_Shape, list[ClassMap]] = {}
    for class_map in context.device.class_maps.values():
        shape = _shape(class_map)
        if shape is not None:
            alike.setdefault(shape, []).append(class_map)
    for shape, group in alike.items():
        any_of = [one for one in group if isinstance(one.match, AnyOf)]
        all_of = [one for one in group if not isinstance(one.match, AnyOf)]
        said = [one for one in any_of if any(word in one.description.lower() for word in _SAID)]
        if len(any_of) != 1 or not (all_of or said):
            continue
        (one,) = any_of
        if not said and not _EITHER.isdisjoint(said_words(one.name)):
            continue
        yield RULE.at(
            one.origin,
            f"class-map {one.name[:40]} is match-any, its likes are match-all",
            effect=f"all of {shape.access_list} are in the class, and {shape.field} from anywhere",
            label="one of the two lines is enough",
            related=tuple(Label(other.origin, "this one is match-all") for other in all_of[:1]),
            help="write match-all if both lines are to hold",
        )


def _shape(class_map: ClassMap) -> _Shape | None:
    """The list and the field of a class-map that has one line of each."""
    names = [
        line.name
        for line in class_map.match.operands
        if isinstance(line, Reference) and line.target is RefKind.ACCESS_LIST
    ]
    fields = _fields(class_map.match.operands)
    if len(names) == len(fields) == 1 and len(class_map.match.operands) == 2:
        return _Shape(names[0], fields[0])
    return None


def _fields(lines: tuple[object, ...]) -> list[Field]:
    return [
        line.field
        for line in lines
        if isinstance(line, Test) and line.field in (Field.DSCP, Field.PRECEDENCE, Field.COS)
    ]
