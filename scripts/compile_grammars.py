"""Compile `grammars/*.lark` to the tables that lie beside them. Run it after a grammar's change."""

from __future__ import annotations

import json
from pathlib import Path

from qosc.frontends.ios.statements.tables import compile_grammar

FOLDER = Path(__file__).resolve().parents[1] / "grammars"


def main() -> None:
    for path in sorted(FOLDER.glob("*.lark")):
        data = compile_grammar(path.read_bytes())
        text = json.dumps(data, separators=(",", ":"))
        path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
        print(f"{path.name}: {len(data['states'])} states, {len(text)} bytes")


if __name__ == "__main__":
    main()
