"""The keys of the documents that stay the same (docs/documents.md): tests/data/document-keys.txt.

python -m scripts.document_keys          add what is new
python -m scripts.document_keys --check  say what is new or gone, status 1 if anything is

A line is a document, a key (`a[].b`, `*` for any name, `?` behind one that may be missing) and a
type or value that it can have. What is in the file stays true: a key that is gone, that has become
required or has another type needs another number in the document's `schema`, and its lines taken
out of the file by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from qosc.cli.commands.schema import MAKERS

__all__ = ["FILE", "FREE", "keys", "lines", "main"]

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "document-keys.txt"
FREE = {"ir"}
"""Documents that may change in any release."""


def lines() -> list[str]:
    """What the schemas of this program say."""
    found = []
    for name, (module, maker) in sorted(MAKERS.items()):
        if name not in FREE:
            schema = getattr(import_module(module), maker)()
            found += sorted({f"{name} {one}" for one in keys(schema, schema, "", ())})
    return found


def keys(
    schema: Mapping[str, Any], root: Mapping[str, Any], path: str, within: tuple[str, ...]
) -> Iterator[str]:
    """The lines of a schema and of what is below it, without the document's name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name in within:
            yield f"{path} is {name}"
        else:
            yield from keys(root["$defs"][name], root, path, (*within, name))
        return
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from keys(each, root, path, within)
    for value in schema.get("enum", [schema["const"]] if "const" in schema else []):
        yield f"{path} = {value}"
    if "const" not in schema and "enum" not in schema:
        kinds = schema.get("type", ())
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            yield f"{path} {kind}"
    for name, below in schema.get("properties", {}).items():
        optional = "" if name in schema.get("required", ()) else "?"
        yield from keys(below, root, f"{path}.{name}{optional}".lstrip("."), within)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from keys(schema["additionalProperties"], root, f"{path}.*".lstrip("."), within)
    for below in (schema.get("items"), *schema.get("prefixItems", ())):
        if isinstance(below, dict):
            yield from keys(below, root, f"{path}[]", within)


def main(arguments: list[str], file: Path = FILE) -> int:
    """Add to the file, or check it; the status of the program."""
    now = lines()
    held = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    gone, new = sorted(set(held) - set(now)), sorted(set(now) - set(held))
    for line in gone:
        print(f"gone: {line}")
    if gone or (new and "--check" in arguments):
        for line in new:
            print(f"new: {line}")
        print("gone: what is promised in docs/documents.md" if gone else "run it without --check")
        return 1
    file.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
