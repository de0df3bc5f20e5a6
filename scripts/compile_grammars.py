"""Compile the `grammars/*.lark` that changed to the tables that lie beside them."""

from __future__ import annotations

import json
from pathlib import Path

from qosc.frontends.cisco.statements.tables import compile_grammar, digest

FOLDER = Path(__file__).resolve().parents[1] / "grammars"


def main() -> None:
    for path in sorted(FOLDER.glob("*.lark")):
        source = path.read_bytes()
        kept = path.with_suffix(".json")
        # lark numbers states differently each time: a table that still fits is left alone.
        if kept.is_file() and json.loads(kept.read_bytes())["digest"] == digest(source):
            continue
        data = compile_grammar(source)
        text = json.dumps(data, separators=(",", ":"))
        kept.write_text(text + "\n", encoding="utf-8")
        print(f"{path.name}: {len(data['states'])} states, {len(text)} bytes")


if __name__ == "__main__":
    main()
