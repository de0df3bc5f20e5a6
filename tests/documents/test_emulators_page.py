"""docs/emulators.md: as far as it can be checked where neither emulator runs."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "emulators.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_topology_uses_interfaces_that_its_links_make() -> None:
    topology = yaml.safe_load(block("yaml"))["topology"]
    made = {end for link in topology["links"] for end in link["endpoints"]}
    used = {
        f"{name}:{interface}"
        for name, node in topology["nodes"].items()
        for command in node["exec"]
        for interface in re.findall(r"\beth\d+\b", command)
    }
    assert used == made


def test_the_python_compiles_and_uses_interfaces_that_its_links_make() -> None:
    code = block("python")
    compile(code, "docs/emulators.md", "exec")
    made = set(re.findall(r'intfName\d="([^"]+)"', code))
    assert set(re.findall(r"\b(?:lan|wan|r)-eth\d\b", code)) == made
