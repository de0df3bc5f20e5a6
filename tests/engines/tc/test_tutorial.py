"""The Linux step of docs/tutorial.md, word by word, in a kernel of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import qosc
from qosc.lab.linux import uml

pytestmark = pytest.mark.engine

ROOT = Path(__file__).parents[3]
SCRIPT = "build/wan-edge.sh"
BLOCK = re.compile(
    r"<!-- not run: it needs root;[^>]*-->\n```console\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


def commands() -> list[str]:
    """The commands of the blocks that need root, in the order of the page."""
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    return [
        line.removeprefix("$ ")
        for block in BLOCK.findall(page)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


@pytest.fixture(scope="module")
def steps(linux: None) -> dict[str, tuple[int, str]]:
    """Status and output of each command, in one shell of one boot."""
    config = qosc.load(ROOT / "examples" / "wan-edge" / "fixed.cfg")
    (script,) = qosc.compile(config, target="tc").files
    lines = [f"mkdir -p /run/tmp/tutorial/build && cp $1 /run/tmp/tutorial/{SCRIPT}"]
    lines.append("cd /run/tmp/tutorial")
    for command in commands():
        lines += [f"{{ {command}; }} 2>&1", "echo @$?@"]
    experiment = {
        "name": "tutorial",
        "nodes": [{"name": "box", "addresses": []}],
        "links": [],
        "routes": [],
        "steps": [{"node": "box", "argv": ["sh", "@page", "@script"]}],
    }
    files = {"script": script.text, "page": "\n".join(lines) + "\n"}
    outcome = uml.run({"files": files, "experiments": [experiment]}, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    (found,) = outcome.result["experiments"]
    assert "error" not in found, found
    (step,) = found["steps"]
    done = re.findall(r"(.*?)^@(\d+)@$", step["stdout"], re.MULTILINE | re.DOTALL)
    return {
        command: (int(status), text)
        for command, (text, status) in zip(commands(), done, strict=True)
    }


def test_every_command_of_the_page_succeeds(steps: dict[str, tuple[int, str]]) -> None:
    assert len(steps) > 15
    assert {command: text for command, (status, text) in steps.items() if status} == {}


def test_no_ping_is_lost_and_the_counters_are_those_of_the_page(
    steps: dict[str, tuple[int, str]],
) -> None:
    pings = [text for command, (_, text) in steps.items() if " ping " in command]
    assert len(pings) == 2
    assert all(" 0% packet loss" in text for text in pings)
    (shown,) = (text for command, (_, text) in steps.items() if " show eth1" in command)
    counted = re.findall(r"out +(\d+) .*> class (VOICE|SIGNALLING|CRITICAL)$", shown, re.MULTILINE)
    assert [(name, int(packets)) for packets, name in counted] == [
        ("VOICE", 20),
        ("SIGNALLING", 0),
        ("CRITICAL", 10),
    ]
