"""docs/emulators.md: as far as it can be checked where no emulator runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "emulators.md").read_text(encoding="utf-8")


def block(language: str, below: str) -> str:
    """The block of a language below the heading of an emulator."""
    section = PAGE.partition(f"\n## {below}\n")[2].partition("\n## ")[0]
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return str(found)


def clab_problems(document: dict[str, Any]) -> list[str]:
    """What the schema of containerlab refuses of a topology, for the keys that pages here use.

    schemas/clab.schema.json of srl-labs/containerlab, commit 007da916: `name` and `topology` are
    there, a node has no keys but these (and others that we do not use), `exec` and `binds` are
    lists of texts, and a link has two ends or more, each a node and an interface.
    """
    topology = document["topology"]
    nodes = topology["nodes"]
    found = [f"{key} at the top" for key in document.keys() - {"name", "topology"}]
    found += [f"{key} in topology" for key in topology.keys() - {"nodes", "kinds", "links"}]
    for name, node in {**nodes, **topology.get("kinds", {})}.items():
        found += [f"{key} of {name}" for key in node.keys() - {"kind", "image", "exec", "binds"}]
        found += [f"{name} of kind {node['kind']}"] if node.get("kind", "linux") != "linux" else []
        for key in {"exec", "binds"} & node.keys():
            texts = isinstance(node[key], list) and all(isinstance(one, str) for one in node[key])
            found += [] if texts and node[key] else [f"{key} of {name}: {node[key]!r}"]
    for link in topology["links"]:
        ends = [str(end).partition(":") for end in link["endpoints"]]
        found += [] if len(ends) > 1 else [f"one end: {link}"]
        found += [f"end {''.join(end)}" for end in ends if end[0] not in nodes or not end[2]]
    return found


def test_the_topology_has_the_keys_of_the_schema_of_containerlab() -> None:
    document = yaml.safe_load(block("yaml", "containerlab"))
    assert clab_problems(document) == []
    document["topology"]["nodes"]["wan"]["execs"] = []
    document["topology"]["links"][0]["endpoints"] = ["lan:eth1", "rooter:eth1"]
    assert clab_problems(document) == ["execs of wan", "end rooter:eth1"]


def test_the_topology_uses_interfaces_that_its_links_make() -> None:
    topology = yaml.safe_load(block("yaml", "containerlab"))["topology"]
    made = {end for link in topology["links"] for end in link["endpoints"]}
    used = {
        f"{name}:{interface}"
        for name, node in topology["nodes"].items()
        for command in node["exec"]
        for interface in re.findall(r"\beth\d+\b", command)
    }
    assert used == made


def test_netlab_takes_the_topology_and_shapes_the_port_towards_the_provider(tmp_path: Path) -> None:
    (tmp_path / "topology.yml").write_text(block("yaml", "netlab"))
    (tmp_path / "wan-edge").mkdir()
    (tmp_path / "wan-edge" / "frr.j2").write_text(block("jinja", "netlab"))
    (tmp_path / "wan-edge.sh").write_text("exit 0\n")
    program = Path(sys.executable).parent / "netlab"
    done = subprocess.run(
        [program, "create", "topology.yml"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(tmp_path), "COLUMNS": "200", "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stdout + done.stderr
    shaped = (tmp_path / "node_files" / "router" / "wan-edge").read_text()
    assert shaped == "#!/bin/sh\nsh /wan-edge.sh apply eth2\n"
    topology = yaml.safe_load((tmp_path / "clab.yml").read_text())["topology"]
    assert "wan-edge.sh:/wan-edge.sh" in topology["nodes"]["router"]["binds"]
    assert {"endpoints": ["router:eth2", "wan:eth1"]} in topology["links"]


def test_the_python_compiles_and_uses_interfaces_that_its_links_make() -> None:
    code = block("python", "Mininet")
    compile(code, "docs/emulators.md", "exec")
    made = set(re.findall(r'intfName\d="([^"]+)"', code))
    assert set(re.findall(r"\b(?:lan|wan|r)-eth\d\b", code)) == made
