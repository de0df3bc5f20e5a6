"""`qosc show --format json`: the figures of the tables, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qosc.cli import main

CONFIG = """\
version 15.4
class-map match-any VOICE
 match dscp ef
policy-map LLQ
 class VOICE
  priority percent 20
 class class-default
  police cir percent 10
  bandwidth percent 30
policy-map SHAPE
 class class-default
  shape average 10000000
  service-policy LLQ
interface GigabitEthernet0/0
 service-policy output SHAPE
interface FastEthernet0/1
 service-policy output LLQ
 rate-limit input 1000000 8000 8000 conform-action set-prec-transmit 5 exceed-action drop
 mls qos trust device cisco-phone
"""


def document(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    path.write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["show", str(path), "--format", "json"])
    assert not ended.value.code
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return document(tmp_path / "r.cfg", CONFIG, capsys)


def row(shown: dict[str, Any], **wanted: object) -> dict[str, Any]:
    (found,) = (
        each for each in shown["rows"] if all(each[key] == value for key, value in wanted.items())
    )
    return found


def test_each_class_has_the_figures_of_its_port(shown: dict[str, Any]) -> None:
    below = row(shown, port="GigabitEthernet0/0", name="VOICE")
    assert below["inside"] == ["class-default"]
    assert below["priority"]["rate"] == {
        "said": "20%",
        "bits_per_second": 2_000_000,
        "default_by": "",
    }
    # 200 ms at 2 Mbit/s, and at 20 Mbit/s
    assert below["priority"]["burst"]["bytes"] == 50_000
    direct = row(shown, port="FastEthernet0/1", name="VOICE")
    assert direct["priority"]["rate"]["bits_per_second"] == 20_000_000
    assert direct["priority"]["burst"]["bytes"] == 500_000
    assert direct["priority"]["burst"]["default_by"] == "ios-15"
    rest = row(shown, port="FastEthernet0/1", name="class-default")
    assert rest["policers"][0]["cir"]["bits_per_second"] == 10_000_000
    assert rest["guarantee"]["bits_per_second"] == 30_000_000
    outer = row(shown, stage="policy-map SHAPE")
    assert outer["shaper"]["sends_bits_per_second"] == 10_000_000


def test_rules_and_source_lines_are_there(shown: dict[str, Any]) -> None:
    limit = row(shown, kind="rule")
    assert (limit["port"], limit["direction"], limit["stage"]) == (
        "FastEthernet0/1",
        "input",
        "rate-limit",
    )
    assert limit["source"].split(":")[-2] == "18"
    assert limit["policers"][0]["cbs"] == {"said": "8000 bytes", "bytes": 8000, "default_by": ""}
    assert [port["bits_per_second"] for port in shown["ports"]] == [10**9, 10**8]
    assert [line["text"].strip() for line in shown["not_modelled"]] == [
        "mls qos trust device cisco-phone"
    ]


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> Iterator[str]:
    """What of a value a schema of records, arrays and plain types does not allow."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        found = [list(faults(value, each, root, at)) for each in schema["anyOf"]]
        yield from min(found, key=len)
        return
    if "const" in schema or "enum" in schema:
        if value not in schema.get("enum", [schema.get("const")]):
            yield f"{at}: {value!r}"
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    types = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}
    if not any(value is None if kind == "null" else type(value) is types[kind] for kind in kinds):
        yield f"{at}: {value!r} is no {kinds}"
    elif isinstance(value, dict):
        if set(value) != set(schema["required"]) or set(value) != set(schema["properties"]):
            yield f"{at}: {set(value) ^ set(schema['properties'])}"
        for key, each in value.items():
            yield from faults(each, schema["properties"][key], root, f"{at}.{key}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from faults(each, schema["items"], root, f"{at}[{number}]")


JUNOS = """\
class-of-service {
    interfaces { ge-0/0/0 {
        scheduler-map M; shaping-rate 50m; unit 0 { classifiers { dscp C; } }
    } }
    classifiers { dscp C { forwarding-class ef { loss-priority low code-points ef; } } }
    forwarding-classes { queue 0 be; queue 1 ef; }
    scheduler-maps { M { forwarding-class ef scheduler S; } }
    schedulers { S { transmit-rate percent 20; buffer-size percent 10; priority strict-high; } }
}
interfaces { ge-0/0/0 { unit 0 { family inet { address 10.0.0.1/30; } } } }
"""


RATIO = """\
version 15.1
class-map match-all D
 match dscp af21
class-map match-all E
 match dscp af31
class-map match-all V
 match dscp ef
policy-map P
 class V
  priority percent 10
 class D
  bandwidth remaining ratio 3
 class E
  fair-queue
interface GigabitEthernet0/0
 service-policy output P
"""


def test_a_class_without_a_line_has_the_ratio_of_the_platform(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Cisco 10000 Series QoS Configuration Guide, Distribution of Remaining Bandwidth Using Ratio:
    # 1 for each class without one. A priority class has no part in what remains.
    rows = document(tmp_path / "r.cfg", RATIO, capsys)["rows"]
    found = {row["name"]: row["excess"] for row in rows}
    mine = {"said": "ratio 1", "bits_per_second": None, "default_by": "ios-xe"}
    assert found == {
        "V": None,
        "D": {"said": "ratio 3", "bits_per_second": None, "default_by": ""},
        "E": mine,
        "class-default": mine,
    }


@pytest.mark.parametrize("text", [CONFIG, JUNOS, RATIO, "hostname r1\n"])
def test_the_document_is_as_its_schema_says(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["schema", "show"])
    schema = json.loads(capsys.readouterr().out)
    assert list(faults(document(tmp_path / "r.cfg", text, capsys), schema, schema, "")) == []
