"""The JSON report of a check: its schema, and counts of each device."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qosc.cli import main
from tests.cli.documents.closed import closed

FINDING = "interface Serial0/0\n service-policy output MISSING\n"
RATE = " rate-limit input 8000000 1500000 3000000 conform-action transmit exceed-action transmit\n"
SILENCED = (
    "interface Serial0/1\n ! qosc: ignore[QOS002] comes with the next step\n"
    " service-policy output LATER\n"
)


class Run:
    """A command in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        told = self._capsys.readouterr()
        assert (ended.value.code or 0) == status, told
        return told.out

    def report(self, *words: str, status: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self("check", "--format", "json", *words, status=status))
        jsonschema.validate(found, closed(json.loads(self("schema", "check"))))
        return found


@pytest.fixture
def qosc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(capsys)


def test_each_device_has_counts_of_its_own(qosc: Run) -> None:
    Path("a.cfg").write_text("hostname A\n" + FINDING + RATE + SILENCED)
    Path("b.cfg").write_text("hostname B\n" + FINDING + "hostname C\n" + FINDING + FINDING)
    Path("empty.cfg").write_text("")
    qosc("baseline", "write", "b.cfg")
    Path("b.cfg").write_text(Path("b.cfg").read_text() + " service-policy input NEW\n")
    found = qosc.report(
        "--min-severity", "warning", "--baseline", "qosc-baseline.json", ".", status=1
    )
    rows = {one["device"]: one for one in found["devices"]}
    assert list(rows) == ["A", "B", "C"]
    assert rows["A"]["findings"] == {"error": 0, "warning": 1, "info": 0}
    assert (rows["A"]["silenced"], rows["A"]["accepted"]) == (1, 0)
    assert rows["A"]["hidden"] > 0
    assert rows["B"]["findings"]["warning"] == 0
    assert (rows["B"]["accepted"], rows["B"]["silenced"]) == (1, 0)
    assert rows["C"]["findings"]["warning"] == 1
    for key in ("accepted", "silenced", "hidden"):
        assert found[key] == sum(one[key] for one in rows.values())
    told = [one["severity"] for one in found["diagnostics"]]
    assert told.count("warning") == sum(one["findings"]["warning"] for one in rows.values())
    for key, total in found["coverage"].items():
        assert total == sum(one["coverage"][key] for one in rows.values())
    assert found["unread"][0]["path"] == "./empty.cfg"


def test_what_a_comment_silences_is_counted_and_suppressed(qosc: Run) -> None:
    Path("a.cfg").write_text(SILENCED + FINDING)
    found = qosc.report("a.cfg", "--output", "sarif=x.sarif", status=1)
    assert found["silenced"] == 1
    assert [one["message"].split()[-1] for one in found["diagnostics"]] == ["MISSING"]
    (left_out,) = found["suppressed"]
    assert (left_out["code"], left_out["line"], left_out["in_source"]) == ("QOS002", 3, True)
    assert left_out["reason"].endswith(": comes with the next step")
    results = json.loads(Path("x.sarif").read_text())["runs"][0]["results"]
    by_line = {
        one["locations"][0]["physicalLocation"]["region"]["startLine"]: one["suppressions"]
        for one in results
    }
    (of_comment,) = by_line[3]
    assert of_comment["kind"] == "inSource"
    assert of_comment["justification"].endswith(": comes with the next step")
    assert by_line[5] == []


@pytest.mark.parametrize("form", ["concise", "github", "gitlab", "junit", "checkstyle", "text"])
def test_other_forms_do_not_tell_what_is_silenced(qosc: Run, form: str) -> None:
    Path("a.cfg").write_text(SILENCED)
    assert "LATER" not in qosc("check", "--format", form, "a.cfg")


def test_a_baseline_s_findings_are_in_the_report_with_their_reason(qosc: Run) -> None:
    Path("a.cfg").write_text(FINDING)
    qosc("baseline", "write", "a.cfg", "-o", "known.json")
    found = qosc.report("a.cfg", "--baseline", "known.json")
    assert found["diagnostics"] == []
    assert len(found["suppressed"]) == found["accepted"] > 0
    assert not any(one["in_source"] for one in found["suppressed"])
    assert all(one["reason"] for one in found["suppressed"])


def test_junit_does_not_call_a_file_clean_where_a_comment_silences(qosc: Run) -> None:
    Path("a.cfg").write_text(SILENCED)
    told = qosc("check", "--format", "junit", "a.cfg")
    assert "no findings" not in told
    assert "0 findings accepted, 1 silenced by comments" in told


def test_what_is_silenced_in_one_of_several_files_is_at_its_line(qosc: Run) -> None:
    Path("qos.cfg").write_text("class-map V\n match dscp ef\n")
    Path("ports.cfg").write_text(SILENCED)
    qosc("check", "--device", "R=qos.cfg,ports.cfg", "--output", "sarif=x.sarif", status=0)
    results = json.loads(Path("x.sarif").read_text())["runs"][0]["results"]
    (place,) = [
        one["locations"][0]["physicalLocation"] for one in results if one["ruleId"] == "QOS002"
    ]
    assert place["artifactLocation"]["uri"] == "ports.cfg"
    assert place["region"]["startLine"] == 3


NO_QOS = "hostname R7\ninterface Ethernet0\n ip address 192.0.2.1 255.255.255.0\n"
NO_QOS_JUNOS = (
    "system { host-name r8; }\ninterfaces { ge-0/0/0 { unit 0 { family inet { address "
    "192.0.2.1/24; } } } }\n"
)


@pytest.mark.parametrize("text", [NO_QOS, NO_QOS_JUNOS])
def test_a_config_without_qos_is_an_error_where_some_is_asked_for(qosc: Run, text: str) -> None:
    Path("r.cfg").write_text(text)
    assert qosc.report("r.cfg")["diagnostics"] == []
    (one,) = qosc.report("r.cfg", "--require-qos", status=1)["diagnostics"]
    assert (one["code"], one["severity"], one["line"]) == ("QOS009", "error", 1)
    assert "no QoS is configured" in one["message"]
    # Whatever else is chosen, as where a file is no config.
    assert qosc.report("r.cfg", "--require-qos", "--select", "QOS4", status=1)["diagnostics"]
    qosc("baseline", "write", "r.cfg")


@pytest.mark.parametrize(
    "text",
    [
        "policy-map P\n class class-default\n  fair-queue\n",
        "interface Serial0\n fair-queue\n",
        FINDING,
        "class-of-service { forwarding-classes { queue 3 voice; } }\n",
    ],
)
def test_what_has_some_is_none_of_these(qosc: Run, text: str) -> None:
    Path("r.cfg").write_text(text)
    words = ("check", "r.cfg", "--require-qos", "--format", "concise", "--fail-on", "never")
    assert "--require-qos" not in qosc(*words)


@pytest.mark.parametrize(
    ("comment", "words", "settings"),
    [
        ("! qosc: ignore-file[QOS009] lab switch\n", (), ""),
        ("! qosc: ignore-file[not-a-config]\n", (), ""),
        ("", ("--ignore", "QOS009"), ""),
        ("", (), 'ignore = ["QOS009"]\n'),
        ("", (), '[per-file-ignores]\n"r.cfg" = ["QOS009"]\n'),
        ("", ("--baseline", "accepted.json"), ""),
    ],
)
def test_a_config_may_do_without_the_qos_that_is_asked_for(
    qosc: Run, comment: str, words: tuple[str, ...], settings: str
) -> None:
    Path("r.cfg").write_text(comment + NO_QOS)
    Path("qosc.toml").write_text(settings or 'fail-on = "warning"\n')
    qosc("baseline", "write", "r.cfg", "--require-qos", "-o", "accepted.json")
    report = qosc.report("r.cfg", "--require-qos", *words)
    assert report["diagnostics"] == []
    assert report["devices"][0]["silenced"] == (1 if comment else 0)
    # The comment stays where the check does not ask for QoS.
    assert qosc.report("r.cfg")["diagnostics"] == []
    qosc("check", "r.cfg", "--fix")
    assert Path("r.cfg").read_text() == comment + NO_QOS


@pytest.mark.parametrize("more", [(), ("--skip-others",)])
def test_an_empty_config_has_not_the_qos_that_is_asked_for(
    qosc: Run, more: tuple[str, ...]
) -> None:
    Path("all").mkdir()
    Path("all/r.cfg").write_text(FINDING)
    Path("all/empty.cfg").write_text("")
    words = ("check", "all", "--fail-on", "never", *more)
    qosc(*words)
    qosc(*words, "--require-qos", status=2)
    qosc(*words, "--require-qos", "--ignore", "QOS009")


def test_of_several_devices_the_one_without_is_named(qosc: Run) -> None:
    Path("r.cfg").write_text("hostname R1\n" + FINDING + "end\n" + NO_QOS)
    found = qosc.report("r.cfg", "--require-qos", status=1)["diagnostics"]
    (one,) = [each for each in found if each["code"] == "QOS009"]
    assert (one["device"], one["line"]) == ("R7", 5)
