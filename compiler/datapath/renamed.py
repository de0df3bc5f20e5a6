"""Rules that test the interface a packet came in by, with other names for interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qosc.fields import Field
from qosc.ir import Device, Named, Test
from qosc.values import field_names, replace

__all__ = ["with_names"]


def with_names(device: Device, names: Mapping[str, str]) -> Device:
    """The device with `names` (new by old) in its tests of the input interface."""
    done: dict[int, tuple[Any, Any]] = {}
    return replace(
        device,
        ports={key: _with(one, names, done) for key, one in device.ports.items()},
        policies={key: _with(one, names, done) for key, one in device.policies.items()},
        class_maps={key: _with(one, names, done) for key, one in device.class_maps.items()},
    )


def _with(value: Any, names: Mapping[str, str], done: dict[int, tuple[Any, Any]]) -> Any:
    """The value with other names; parts that are one object are looked into once."""
    if isinstance(value, Test):
        return _test(value, names)
    if not (isinstance(value, tuple) or field_names(value.__class__)):
        return value
    if id(value) not in done:
        # The value is kept, so that no other object gets its id meanwhile.
        done[id(value)] = value, _parts(value, names, done)
    return done[id(value)][1]


def _parts(value: Any, names: Mapping[str, str], done: dict[int, tuple[Any, Any]]) -> Any:
    if isinstance(value, tuple):
        made = tuple(_with(item, names, done) for item in value)
        same = all(new is old for new, old in zip(made, value, strict=True))
        return value if same else made
    changed = {}
    for name in field_names(value.__class__):
        child = getattr(value, name)
        if (
            child
            and name != "origin"
            and (isinstance(child, tuple) or field_names(child.__class__))
        ):
            new = _with(child, names, done)
            if new is not child:
                changed[name] = new
    return replace(value, **changed) if changed else value


def _test(test: Test, names: Mapping[str, str]) -> Test:
    if test.field is not Field.INPUT_INTERFACE:
        return test
    values = tuple(
        Named(names.get(value.name, value.name)) if isinstance(value, Named) else value
        for value in test.values
    )
    return test if values == test.values else replace(test, values=values)
