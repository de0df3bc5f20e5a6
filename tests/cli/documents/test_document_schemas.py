"""What commands print for programs is as `qosc schema` says, and stays so (docs/documents.md)."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from qosc.cli import cli
from qosc.cli.commands.schema import MAKERS
from scripts import document_keys
from tests.cli.documents.closed import closed
from tests.cli.engines.test_lab import CONFIG, TRAFFIC, expect

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
EDGE = "examples/wan-edge"
ROUTER, FIXED = f"{EDGE}/router.cfg", f"{EDGE}/fixed.cfg"
DOCUMENTS = {
    "check": ["check", "--format", "json", ROUTER, "examples/infn-fnal-wfq/router.cfg"],
    "rules": ["rules", "--format", "json"],
    "show": ["show", "--format", "json", FIXED],
    "diff": ["diff", "--format", "json", ROUTER, FIXED],
    "trace": ["trace", "--format", "json", ROUTER, "udp 10.0.0.1 > 192.0.2.7", "--out", "Gi0/0/0"],
    "ledger": ["compile", "--target", "tc", "--ledger", "json", FIXED],
    "verify": ["verify", "--format", "json", FIXED],
    "traffic-import": [
        *("traffic", "import", "--ledger", "json", "--allow-loss"),
        "docs/traffic/lines.sh",
    ],
}
"""A command for each document, run at the root; others have a test of their own below."""
ELSEWHERE = {
    "live": "tests/targets/live/test_live_command.py",
    "baseline": "tests/cli/reports/test_baseline.py",
    "ir": "tests/cli/test_commands.py",
    "expected": "tests/cli/test_commands.py",
    "traffic": "tests/cli/test_commands.py",
    "scenario": "tests/laws/simulator/test_scenario_round_trip.py",
}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "qosc", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def schema_of(document: str) -> Any:
    module, maker = MAKERS[document]
    made = getattr(import_module(module), maker)()
    jsonschema.Draft202012Validator.check_schema(made)
    return made


def held(document: str, text: str) -> Any:
    """The document, which its schema describes with every key."""
    made = json.loads(text)
    jsonschema.validate(made, closed(schema_of(document)))
    return made


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_command_prints_is_as_its_schema_says(document: str) -> None:
    done = run(*DOCUMENTS[document])
    printed = done.stderr if "--ledger" in DOCUMENTS[document] else done.stdout
    assert held(document, printed)


def test_each_part_of_a_finding_is_in_the_schema() -> None:
    found = json.loads(run(*DOCUMENTS["check"]).stdout)["diagnostics"]
    for part in ("related", "notes", "fixes"):
        assert any(one[part] for one in found), part


def test_a_verify_that_differs_is_as_the_schema_says(tmp_path: Path) -> None:
    script = tmp_path / "qos.sh"
    assert run("compile", FIXED, "-t", "tc", "--output", str(script)).returncode == 0
    text = script.read_text()
    script.write_text(text.replace("ceil 20000000bit", "ceil 10000000bit"))
    assert script.read_text() != text
    made = held("verify", run("verify", "--format", "json", FIXED, "--script", str(script)).stdout)
    assert not made["same"]
    assert made["differences"]


def test_a_counted_capture_is_as_the_schema_says(tmp_path: Path) -> None:
    packet = bytes.fromhex("45b8001c000100004011000000000000000000000400003500080000")
    head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101)
    capture = tmp_path / "c.pcap"
    capture.write_bytes(head + struct.pack("<IIII", 0, 0, len(packet), len(packet)) + packet)
    done = run("trace", ROUTER, "--out", "Gi0/0/0", "--pcap", str(capture), "--format", "json")
    assert held("trace-count", done.stdout)["packets"] == 1


def test_results_are_as_the_schema_says(tmp_path: Path) -> None:
    scenario = tmp_path / "s.yaml"
    assert run("compile", FIXED, "-t", "sim", "--output", str(scenario)).returncode == 0
    text = re.sub(r"duration_ms: \d+", "duration_ms: 6000", scenario.read_text(), count=1)
    text = re.sub(r"^measure:.*\n(?: .*\n)*", "", text, flags=re.MULTILINE)
    scenario.write_text(
        text + "measure: {warm_up_ms: 5000, interval_ms: 500, occupancy_every_ms: 100}\n"
    )
    made = held("result", run("simulate", "--format", "json", str(scenario)).stdout)
    assert any("occupancy" in one for one in made["classes"])
    assert all("series" in one for one in made["flows"])


def test_experiments_are_as_the_schema_says(tmp_path: Path) -> None:
    (tmp_path / "router.cfg").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "traffic.yaml").write_text(TRAFFIC, encoding="utf-8")
    asked = "{flow: gold, figure: delay.mean_us, at_most: 1000000, basis: theory}"
    (tmp_path / "expected.yaml").write_text(expect(asked), encoding="utf-8")
    done = run("lab", "run", str(tmp_path), "--format", "json", "--runs", "2")
    made = held("lab", done.stdout)
    assert made["rows"]
    assert all("runs" in cell for row in made["rows"] for cell in row["engines"].values())


def test_files_that_are_read_are_as_the_schemas_say(tmp_path: Path) -> None:
    meant = tmp_path / "meant.json"
    assert run("diff", ROUTER, FIXED, "--write-expect", str(meant)).returncode == 1
    assert held("expected-changes", meant.read_text(encoding="utf-8"))["changes"]
    links = yaml.safe_load((ROOT / "examples/two-routers/links.yaml").read_text(encoding="utf-8"))
    assert held("links", json.dumps(links))["links"]
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    settings = page.partition("| tee qosc.toml\n")[2].partition("$ ")[0]
    assert held("settings", json.dumps(tomllib.loads(settings)))["links"]


def test_each_document_is_on_the_page_and_held_by_a_test() -> None:
    own = {"samples", "distribution", "series"}
    own |= {"trace-count", "result", "lab", "expected-changes", "links", "settings", *DOCUMENTS}
    assert own | set(ELSEWHERE) == set(MAKERS)
    assert all("jsonschema" in (ROOT / path).read_text("utf-8") for path in ELSEWHERE.values())
    named = set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE))
    assert named == set(MAKERS)


def test_each_command_that_prints_json_has_a_schema() -> None:
    import click

    def commands(group: click.Group, above: str) -> dict[str, click.Command]:
        found: dict[str, click.Command] = {}
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if isinstance(command, click.Group):
                found |= commands(command, f"{above}{name} ")
            elif command is not None:
                found[f"{above}{name}"] = command
        return found

    def in_json(command: click.Command) -> bool:
        choices = [one.type.choices for one in command.params if isinstance(one.type, click.Choice)]
        return any("json" in each for each in choices)

    told = {name for name, command in commands(cli, "").items() if in_json(command)}
    assert told >= {"check", "show", "compile"}
    assert {name for name in told if f"`{name} " not in PAGE} == set()


def test_no_promised_key_is_gone_and_new_ones_are_kept() -> None:
    now = document_keys.lines()
    kept = document_keys.FILE.read_text(encoding="utf-8").splitlines()
    assert sorted(set(kept) - set(now)) == [], "docs/documents.md promises these keys"
    assert sorted(set(now) - set(kept)) == [], "run python -m scripts.document_keys"


def test_a_key_that_is_gone_is_told_and_not_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "keys.txt"
    text = document_keys.FILE.read_text(encoding="utf-8")
    file.write_text(f"{text}check older string\n", encoding="utf-8")
    assert document_keys.main([], file) == 1
    assert "gone: check older string" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8").endswith("check older string\n")
    file.write_text(text.partition("\n")[2], encoding="utf-8")
    assert document_keys.main(["--check"], file) == 1
    assert document_keys.main([], file) == 0
    assert file.read_text(encoding="utf-8") == text


def test_the_keys_tell_optional_from_required_ones_and_every_value() -> None:
    schema = {
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"enum": ["x", 1]}, "b": {"type": ["array"], "items": {"$ref": "#N"}}},
        "$defs": {"#N": {"type": "object", "additionalProperties": {"$ref": "#N"}}},
    }
    assert list(document_keys.keys(schema, schema, "", ())) == [
        " object",
        "a = x",
        "a = 1",
        "b? array",
        "b?[] object",
        "b?[].* is #N",
    ]
