"""The reports of a check for other programs: each has every finding, whatever is in the config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from qosc.cli import main
from qosc.render.reports import FORMS
from tests.cli.reports.sarif_model import read_by_others
from tests.cli.reports.sarif_schema import SCHEMA

HOSTILE = "a:b,c%0A::error::<x>&]]>[l](http://e){0}\N{RIGHT-TO-LEFT OVERRIDE}\N{PILE OF POO}"
MISSING = f"interface Serial0/0\n service-policy output {HOSTILE}\n"
GOOD = "policy-map WAN\n class class-default\n  fair-queue\n"
NO_LIMIT = (
    "interface Ethernet0\n rate-limit input 1000000 187500 187500 conform-action transmit"
    " exceed-action transmit\n"
)
TWO = (
    "interface Serial0/0\n service-policy output A\ninterface Serial0/1\n service-policy output A\n"
)


REPEATED = "access-list 101 permit ip any any dscp ef\n" * 2


class Check:
    """`qosc check` in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 1) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["check", *arguments])
        told = self._capsys.readouterr()
        assert ended.value.code == status, told
        return told.out


@pytest.fixture
def check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Check:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.cfg").write_text("hostname R1\n" + MISSING)
    (tmp_path / "good.cfg").write_text(GOOD)
    return Check(capsys)


def sarif(text: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(text)
    jsonschema.validate(log, SCHEMA)
    run: dict[str, Any] = log["runs"][0]
    return run


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314  (we wrote it ourselves)


@pytest.mark.parametrize(
    "options",
    [
        ("bad.cfg", "good.cfg"),
        ("bad.cfg", "nowhere.cfg"),
        ("bad.cfg", "good.cfg", "--baseline", "accepted.json"),
        ("odd \N{GRINNING FACE}#.cfg", "unread.cfg", "--fail-on", "never"),
    ],
)
def test_sarif_is_what_classes_made_of_the_schema_read(
    check: Check, options: tuple[str, ...]
) -> None:
    """With suppressions, fixes, notifications, notes, related places and names of any kind."""
    Path("odd \N{GRINNING FACE}#.cfg").write_text("hostname R1\n" + MISSING + REPEATED)
    Path("unread.cfg").write_text("policy-map A\n class class-default\n  priorty 3\n")
    with pytest.raises(SystemExit):
        main(["baseline", "write", "--output", "accepted.json", "bad.cfg"])
    with pytest.raises(SystemExit):
        main(["check", *options, "--output", "sarif=x.sarif"])
    log = json.loads(Path("x.sarif").read_text())
    assert read_by_others(log) == log
    log["runs"][0]["results"][0]["level"] = "bad"
    with pytest.raises(ValueError, match="level"):
        read_by_others(log)


def test_sarif_has_the_finding_with_rule_place_and_key(check: Check) -> None:
    run = sarif(check("bad.cfg", "good.cfg", "--format", "sarif", "--select", "QOS002"))
    (result,) = run["results"]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert (rule["id"], rule["name"]) == ("QOS002", "undefined-policy-map")
    assert "## Example" in rule["help"]["markdown"]
    (location,) = result["locations"]
    place = location["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "bad.cfg", "uriBaseId": "%SRCROOT%"}
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (3, 24)
    assert location["logicalLocations"][0]["name"] == "R1"
    assert [one["location"]["uri"] for one in run["artifacts"]] == ["bad.cfg", "good.cfg"]
    words = result["message"]["text"]
    assert "](" not in words, "a name must not become a link"
    assert "{{0}}" in words, "braces are doubled: 3.11.5"


def test_a_file_elsewhere_and_names_with_blanks_are_addresses(check: Check, tmp_path: Path) -> None:
    (tmp_path / "in here").mkdir()
    (tmp_path / "in here" / "ä b.cfg").write_text(MISSING)
    elsewhere = tmp_path.parent / f"{tmp_path.name}-else.cfg"
    elsewhere.write_text(MISSING)
    run = sarif(check(".", str(elsewhere), "--format", "sarif", "--select", "QOS002"))
    files = [one["location"] for one in run["artifacts"]]
    assert {"uri": "in%20here/%C3%A4%20b.cfg", "uriBaseId": "%SRCROOT%"} in files
    assert {"uri": elsewhere.as_uri()} in files


def test_what_is_not_read_is_told_in_every_form(check: Check) -> None:
    run = sarif(check("absent.cfg", "good.cfg", "--format", "sarif", status=2))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (told,) = invocation["toolExecutionNotifications"]
    assert "no such file" in told["message"]["text"].lower()
    for form in FORMS:
        assert "absent.cfg" in check("absent.cfg", "good.cfg", "--format", form, status=2)


def test_an_empty_file_that_a_folder_led_to_is_no_failure_of_the_run(
    check: Check, tmp_path: Path
) -> None:
    (tmp_path / "empty.cfg").write_text("")
    (tmp_path / "bad.cfg").unlink()
    run = sarif(check(".", "--format", "sarif", status=0))
    assert run["invocations"][0]["executionSuccessful"] is True
    assert run["invocations"][0]["toolExecutionNotifications"][0]["level"] == "note"
    assert check(".", "--format", "github", status=0).startswith("::notice file=empty.cfg,")
    assert parsed(check(".", "--format", "junit", status=0)).findall(".//skipped")


def test_a_finding_is_one_line_for_github_and_cannot_bring_another_command(check: Check) -> None:
    told = check("bad.cfg", "--format", "github", "--select", "QOS002")
    (line,) = told.splitlines()
    assert line.startswith("::warning file=bad.cfg,line=3,endLine=3,col=24,endColumn=")
    assert ",title=QOS002 (undefined-policy-map)::R1: Serial0/0 output" in line
    assert "%250A" in line


def test_a_path_of_several_words_is_a_property_of_github(check: Check, tmp_path: Path) -> None:
    (tmp_path / "a,b:c%.cfg").write_text(MISSING)
    told = check("a,b:c%.cfg", "--format", "github", "--select", "QOS002")
    assert told.startswith("::warning file=a%2Cb%3Ac%25.cfg,line=2,")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b[0mcore.cfg", "\u241b[0mcore.cfg"),
        ("\x1b]0;x\x07core.cfg", "\u241b]0;x\u2407core.cfg"),
        ("a\u202ecore.cfg", "a\ufffdcore.cfg"),
        ("a\x9b1mcore.cfg", "a\ufffd1mcore.cfg"),
        ("a\ncore.cfg", "a%0Acore.cfg"),
        ("a\u00a0core.cfg", "a\u00a0core.cfg"),
        ("\U0001f468\u200d\U0001f4bb.cfg", "\U0001f468\u200d\U0001f4bb.cfg"),
    ],
)
def test_a_finding_for_github_stands_at_no_other_file(
    check: Check, tmp_path: Path, name: str, shown: str
) -> None:
    (tmp_path / name).write_text(MISSING)
    (tmp_path / "empty\x1b[0m.cfg").write_text("")
    for told in (
        check(name, "--format", "github", "--select", "QOS002"),
        check(".", "--format", "github", "--select", "QOS002"),
    ):
        assert f"::warning file={shown},line=2," in told
        assert "\x1b" not in told
    assert "file=core.cfg" not in told
    assert "::notice file=empty\u241b[0m.cfg," in told


def test_gitlab_has_a_fingerprint_for_each_of_two_equal_lines(check: Check, tmp_path: Path) -> None:
    (tmp_path / "two.cfg").write_text(TWO)
    found = json.loads(check("./two.cfg", "--format", "gitlab", "--select", "QOS002"))
    assert {one["location"]["path"] for one in found} == {"two.cfg"}
    assert {one["severity"] for one in found} <= {"info", "minor", "major", "critical", "blocker"}
    prints = [one["fingerprint"] for one in found]
    assert len(prints) == len(set(prints)) >= 1
    # Lines above move no fingerprint.
    (tmp_path / "two.cfg").write_text("hostname two.cfg\n!\n" + TWO)
    again = json.loads(check("two.cfg", "--format", "gitlab", "--select", "QOS002"))
    assert len(again) == len(found)


def test_xml_is_well_formed_and_has_the_name_as_text(check: Check) -> None:
    for form, path in (("junit", ".//failure"), ("checkstyle", ".//error")):
        root = parsed(check("bad.cfg", "good.cfg", "--format", form))
        found = [one.get("message", "") for one in root.iterfind(path)]
        assert any("<x>&]]>" in message for message in found)


def test_a_clean_file_is_a_test_that_passes_and_info_is_no_failure(check: Check) -> None:
    root = parsed(check("good.cfg", "--format", "junit", status=0))
    (suite,) = root.iterfind("testsuite")
    assert (suite.get("name"), suite.get("failures")) == ("good.cfg", "0")
    assert int(suite.get("tests", "0")) == len(suite.findall("testcase")) >= 1
    never = parsed(check("bad.cfg", "--format", "junit", "--fail-on", "never", status=0))
    assert not never.findall(".//failure")
    assert never.findall(".//system-out")


def test_several_reports_in_one_run(check: Check, tmp_path: Path) -> None:
    alone = {form: check("bad.cfg", "--format", form) for form in (*FORMS, "json", "concise")}
    wanted = [word for form in alone for word in ("--output", f"{form}=out.{form}")]
    told = check("bad.cfg", *wanted)
    assert "1 file" in told
    for form, text in alone.items():
        assert (tmp_path / f"out.{form}").read_text() == text


@pytest.mark.parametrize("given", ["sarif", "=x", "sarif=", "yaml=x"])
def test_an_output_without_form_or_file_is_refused(check: Check, given: str) -> None:
    assert check("bad.cfg", "--output", given, status=2) == ""


def test_a_config_is_not_overwritten_by_its_report(check: Check, tmp_path: Path) -> None:
    before = (tmp_path / "bad.cfg").read_bytes()
    check("bad.cfg", "--output", "sarif=bad.cfg", status=2)
    assert (tmp_path / "bad.cfg").read_bytes() == before


def test_less_severe_findings_are_counted_only(check: Check, tmp_path: Path) -> None:
    (tmp_path / "some.cfg").write_text(NO_LIMIT + MISSING)
    every = json.loads(check("some.cfg", "--format", "json"))
    severities = [one["severity"] for one in every["diagnostics"]]
    low = sum(severity == "info" for severity in severities)
    assert 0 < low < len(severities)
    found = json.loads(check("some.cfg", "--format", "json", "--min-severity", "warning"))
    assert found["hidden"] == low
    assert len(found["diagnostics"]) == len(severities) - low
    assert f"{low} less severe not shown" in check("some.cfg", "--min-severity", "warning")


def test_what_is_not_shown_cannot_be_what_fails(check: Check) -> None:
    check("bad.cfg", "--min-severity", "error", status=0)
    check("bad.cfg", "--min-severity", "error", "--fail-on", "warning", status=2)


def test_a_report_is_written_where_nothing_could_be_read(check: Check, tmp_path: Path) -> None:
    (tmp_path / "old.sarif").write_text("stale")
    check("absent.cfg", "--output", "sarif=old.sarif", status=2)
    run = sarif((tmp_path / "old.sarif").read_text())
    assert run["invocations"][0]["executionSuccessful"] is False


def test_statistics_count_each_rule(check: Check, tmp_path: Path) -> None:
    (tmp_path / "b.cfg").write_text(MISSING)
    told = check(".", "--select", "QOS002", "--statistics")
    assert [line.split() for line in told.splitlines() if "count" in line or line[2:3] == "2"] == [
        ["count", "rule", "severity", "name"],
        ["2", "QOS002", "warning", "undefined-policy-map"],
    ]
