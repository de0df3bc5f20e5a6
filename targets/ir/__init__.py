"""The model itself, as JSON."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from qosc.ir import Device, Port
from qosc.ir.leaves import leaves
from qosc.ledger import Entry, Ledger
from qosc.source import public_path
from qosc.targets.base import Artefact, Flag, Options, OutputFile, Ports, TooLargeError

__all__ = ["MOST_VALUES", "TARGET", "IrTarget", "dump", "json_schema", "parse"]

MOST_VALUES = 300_000
"""So many values of ports one document has: a text of a megabyte may have a thousand times more,
and a document of gigabytes. The largest of 450 public configs has 171,000."""


class IrTarget:
    """Writes the whole device; nothing is lost."""

    name = "ir"
    options = Options
    flags: tuple[Flag, ...] = ()
    ports = Ports.MODEL
    simulated = False

    def compile(self, device: Device, ports: tuple[Port, ...], options: Options) -> Artefact:
        """The device with its defaults as one JSON document. TooLargeError for one of too many
        values: a list that thousands of ports use is written for each of them.
        """
        entries: list[Entry] = []
        for port in ports:
            found_leaves = list(islice(leaves(device, port), MOST_VALUES - len(entries) + 1))
            if len(entries) + len(found_leaves) > MOST_VALUES:
                raise TooLargeError(
                    f"the document would have more than {MOST_VALUES:,} values up to {port.name}: "
                    "give the config with fewer ports, or with shorter lists"
                )
            ledger = Ledger(found_leaves)
            for leaf in ledger.open_leaves():
                ledger.at(leaf.path).exact()
            entries += ledger.close()
        text = dump(device, options.source.path if options.source is not None else "")
        return Artefact((OutputFile("device.json", text),), tuple(entries))


def dump(device: Device, path: str = "") -> str:
    """The device as JSON text, with the place of every value.

    `path` is that of its config; one from the root is not in the text (see `public_path`).
    """
    text: str = _adapter().dump_json(device, indent=2).decode()
    if path != public_path(path):
        # In a string of the config, the quotes would be written as \\".
        shown = [json.dumps(each, ensure_ascii=False) for each in (path, public_path(path))]
        text = text.replace(f'"path": {shown[0]}', f'"path": {shown[1]}')
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
