"""The model itself, as JSON."""

from __future__ import annotations

import json
from typing import Any

from qosc.ir import Device, Port
from qosc.ir.leaves import leaves
from qosc.ledger import Entry, Ledger
from qosc.targets.base import Artefact, Options, OutputFile

__all__ = ["TARGET", "IrTarget", "dump", "json_schema", "parse"]


class IrTarget:
    """Writes the whole device; nothing is lost."""

    name = "ir"

    def compile(self, device: Device, ports: tuple[Port, ...], options: Options) -> Artefact:  # noqa: ARG002
        """The device with its defaults as one JSON document."""
        entries: list[Entry] = []
        for port in ports:
            ledger = Ledger(leaves(device, port))
            for leaf in ledger.open_leaves():
                ledger.at(leaf.path).exact()
            entries += ledger.close()
        return Artefact((OutputFile("device.json", dump(device)),), tuple(entries))


def dump(device: Device) -> str:
    """The device as JSON text, with the place of every value."""
    text: str = _adapter().dump_json(device, indent=2).decode()
    return (text if text.isascii() and "\x7f" not in text else "".join(map(_escaped, text))) + "\n"


def _escaped(char: str) -> str:
    """What a terminal might obey, as JSON writes it where it must; it stands in strings alone."""
    return char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1]


def parse(text: str) -> Device:
    """The device back from its JSON; pydantic.ValidationError when it is not one."""
    device: Device = _adapter().validate_json(text)
    return device


def json_schema() -> dict[str, object]:
    """The JSON Schema of the document."""
    made: dict[str, object] = _adapter().json_schema()
    return made


def _adapter() -> Any:  # pydantic is imported only when needed
    from pydantic import TypeAdapter

    return TypeAdapter(Device)


TARGET = IrTarget()
