"""Names that a device keeps beside a packet (forwarding classes, loss priorities), as numbers.

The packet's mark holds numbers. Only a mark of the config gives a packet such a name, so that the
names of all its marks, in alphabetical order, are numbered from 1 and 0 means none; the numbers are
the same in every script that is made from one config. Loss priorities keep the number that their
mark has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from qosc.fields import Field
from qosc.ir import Device, Interval, Mark, Named, Test

__all__ = ["numbered"]

_NAMED = (Field.FORWARDING_CLASS, Field.LOSS_PRIORITY)

Numbers = Mapping[Field, Mapping[str, int]]


def numbered(device: Device) -> Device:
    """The device with the numbers of forwarding classes and loss priorities for their names.

    A test for a name that no mark sets holds for no packet.
    """
    found: dict[Field, dict[str, int]] = {name: {} for name in _NAMED}
    stages = [stage for port in device.ports.values() for stage in (*port.input, *port.output)]
    for root in (*device.policies.values(), *stages):
        for mark in _marks(root):
            if mark.field in found and mark.name:
                found[mark.field].setdefault(mark.name, mark.value)
    if not any(found.values()):
        return device
    classes = sorted(found[Field.FORWARDING_CLASS])
    found[Field.FORWARDING_CLASS] = {name: number for number, name in enumerate(classes, 1)}
    return replace(
        device,
        ports={name: _with(value, found) for name, value in device.ports.items()},
        policies={name: _with(value, found) for name, value in device.policies.items()},
        applied={use: _with(value, found) for use, value in device.applied.items()},
        class_maps={name: _with(value, found) for name, value in device.class_maps.items()},
        access_lists={name: _with(value, found) for name, value in device.access_lists.items()},
    )


def _marks(value: Any) -> Iterator[Mark]:
    if isinstance(value, Mark):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _marks(item)
    elif is_dataclass(value) and not isinstance(value, Test):
        for item in fields(value):
            child = getattr(value, item.name)
            if child and item.name not in ("match", "origin"):
                yield from _marks(child)


def _with(value: Any, numbers: Numbers) -> Any:
    if isinstance(value, Mark):
        number = numbers.get(value.field, {}).get(value.name)
        return value if number is None else replace(value, value=number)
    if isinstance(value, Test):
        return _test(value, numbers)
    if isinstance(value, tuple):
        made = tuple(_with(item, numbers) for item in value)
        same = all(new is old for new, old in zip(made, value, strict=True))
        return value if same else made
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for item in fields(value):
        child = getattr(value, item.name)
        if child and item.name != "origin" and (isinstance(child, tuple) or is_dataclass(child)):
            new = _with(child, numbers)
            if new is not child:
                changed[item.name] = new
    return replace(value, **changed) if changed else value


def _test(test: Test, numbers: Numbers) -> Test:
    known = numbers.get(test.field)
    if known is None:
        return test
    values: list[Any] = []
    for value in test.values:
        number = known.get(value.name) if isinstance(value, Named) else None
        values.append(value if number is None else Interval(number, number))
    return replace(test, values=tuple(values))
