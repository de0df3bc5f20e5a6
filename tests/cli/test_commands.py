"""The commands as a shell sees them: what they print where, and their exit status."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "infn-fnal-wfq"

CLEAN = """\
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 100
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
"""
UNUSED = f"class-map match-all SPARE\n match ip dscp af11\n{CLEAN}"
BROKEN = CLEAN.replace("class VOICE\n", "class VOCE\n")


def qosc(*arguments: str, stdin: str = "", cwd: Path | None = None) -> tuple[int, str, str]:
    environment = {**os.environ, "COLUMNS": "80"}
    environment.pop("FORCE_COLOR", None)
    done = subprocess.run(
        [sys.executable, "-c", "from qosc.cli import main; main()", *arguments],
        input=stdin,
        text=True,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=environment,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (CLEAN, (), 0),
        (UNUSED, (), 0),
        (UNUSED, ("--fail-on", "info"), 1),
        (BROKEN, (), 1),
        (BROKEN, ("--fail-on", "never"), 0),
        (BROKEN, ("--ignore", "QOS001,QOS004"), 0),
        (BROKEN, ("--select", "unused-class-map"), 0),
    ],
)
def test_the_status_of_a_check(text: str, options: tuple[str, ...], status: int) -> None:
    code, out, err = qosc("check", "-", *options, stdin=text)
    assert (code, err) == (status, "")
    assert out.splitlines()[-1].endswith("not understood.")


def test_standard_input_has_the_name_that_it_is_given() -> None:
    _, out, _ = qosc(
        "check", "-", "--stdin-filename", "edge.cfg", "--format", "concise", stdin=BROKEN
    )
    assert out.startswith("edge.cfg:4:8: error[QOS001] ")


def test_a_folder_is_searched_in_order_and_other_files_are_left_alone(tmp_path: Path) -> None:
    for name in ("b.cfg", "a.conf", "notes.md"):
        (tmp_path / name).write_text(BROKEN)
    code, out, _ = qosc("check", str(tmp_path), "--format", "json")
    assert code == 1
    assert [Path(name).name for name in json.loads(out)["files"]] == ["a.conf", "b.cfg"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check",), "Missing argument"),
        (("check", "nothing-here.cfg"), "cannot read 'nothing-here.cfg'"),
        (("check", "-", "--select", "QOS999"), "no rule called QOS999"),
        (("check", "-", "--platform", "vms"), "Invalid value"),
        (("explain", "QOS999"), "no rule called"),
        (("compile", "-", "-t", "tc", "--interface", "Serial9"), "Serial9"),
        (("compile", "-", "-t", "tc", "--traffic", "x.yaml"), "--traffic is for the targets sim"),
        (("compile", "-", "-t", "tc", "-o", "/proc/no/such"), "cannot write"),
        (("frobnicate",), "No such command"),
    ],
)
def test_wrong_use_is_told_apart_from_findings(arguments: tuple[str, ...], words: str) -> None:
    code, out, err = qosc(*arguments, stdin=CLEAN)
    assert (code, out) == (2, "")
    assert words in err


def test_names_of_configs_in_upper_case_and_of_tftp_are_found(tmp_path: Path) -> None:
    for name in ("R1.CFG", "r2-confg"):
        (tmp_path / name).write_text(CLEAN)
    (tmp_path / "r3.cfg.gz").write_bytes(gzip.compress(CLEAN.encode()))
    _, out, _ = qosc("check", str(tmp_path), "--format", "json")
    assert [Path(name).name for name in json.loads(out)["files"]] == ["R1.CFG", "r2-confg"]


def test_a_folder_that_cannot_be_looked_into_is_no_clean_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import qosc.cli

    (tmp_path / "site").mkdir()
    (tmp_path / "r1.cfg").write_text(CLEAN)
    look = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("site"):
            raise PermissionError(13, "Permission denied", path)
        return look(path)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(SystemExit) as caught:
        qosc.cli.main(["check", str(tmp_path)])
    assert caught.value.code == 2
    assert capsys.readouterr().err == f"Error: cannot read '{tmp_path}/site': Permission denied\n"


def test_a_folder_without_configs_is_not_a_clean_one(tmp_path: Path) -> None:
    code, _, err = qosc("check", str(tmp_path))
    assert code == 2
    assert "no config in" in err


def test_a_config_without_qos_cannot_be_compiled() -> None:
    code, out, err = qosc("compile", "-", "-t", "tc", stdin="interface Serial0/0\n shutdown\n")
    assert (code, out) == (2, "")
    assert "no interface has any QoS" in err


def test_what_would_be_lost_stops_a_compile_until_it_is_allowed(tmp_path: Path) -> None:
    text = CLEAN.replace("match ip dscp ef", "match protocol rtp audio")
    script = tmp_path / "wan.sh"
    code, _, err = qosc("compile", "-", "-t", "tc", "-o", str(script), stdin=text)
    assert code == 1
    assert not script.exists()
    assert "unsupported" in err
    code, _, _ = qosc("compile", "-", "-t", "tc", "-o", str(script), "--allow-loss", stdin=text)
    assert code == 0
    assert "protocol rtp audio" in script.read_text()


def test_the_artefact_goes_to_standard_output_and_the_ledger_beside_it() -> None:
    code, out, err = qosc("compile", "-", "-t", "tc", stdin=CLEAN)
    assert code == 0
    assert out.startswith("#!/bin/sh\n")
    assert err.splitlines()[-2].endswith("0 unsupported.")
    assert qosc("compile", "-", "-t", "tc", "--ledger", "none", stdin=CLEAN) == (0, out, "")


def test_the_ledger_for_programs_has_every_value_once() -> None:
    _, _, err = qosc("compile", "-", "-t", "tc", "--ledger", "json", stdin=CLEAN)
    document = json.loads(err)
    paths = [entry["path"] for entry in document["entries"]]
    assert document["schema_version"] == 1
    assert len(set(paths)) == len(paths) > 5


def test_the_same_input_gives_the_same_bytes() -> None:
    for target in ("tc", "sim", "ir"):
        config = str(EXAMPLE / "router.cfg")
        runs = {
            subprocess.run(
                [
                    sys.executable,
                    "-c",
                    "from qosc.cli import main; main()",
                    "compile",
                    config,
                    "-t",
                    target,
                    "--ledger",
                    "json",
                ],
                capture_output=True,
                check=False,
                env={**os.environ, "PYTHONHASHSEED": seed},
            ).stdout
            for seed in ("1", "2")
        }
        assert len(runs) == 1


def test_faults_of_a_scenario_are_shown_where_they_are(tmp_path: Path) -> None:
    text = (EXAMPLE / "scenario.yaml").read_text().replace("duration_ms: 65000", "duration_ms: x")
    scenario = tmp_path / "scenario.yaml"
    scenario.write_text(text)
    line = text.splitlines().index("duration_ms: x") + 1
    code, out, err = qosc("simulate", str(scenario))
    assert (code, out) == (2, "")
    assert f"{scenario}:{line}:" in err


def test_traffic_for_a_host_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    traffic = tmp_path / "traffic.yaml"
    traffic.write_text(
        "schema: qosc/traffic/1\ntraffic:\n  - {name: a, kind: ping, from: sender, to: nobody}\n"
    )
    config = str(EXAMPLE / "router.cfg")
    code, out, err = qosc(
        "compile", config, "-t", "sim", "--traffic", str(traffic), "--ledger", "none"
    )
    assert (code, out) == (2, "")
    assert "there is no host 'nobody'" in err


def test_a_bug_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import qosc.cli

    monkeypatch.setattr("qosc.cli.configs.devices", lambda *_, **__: 1 / 0)
    with pytest.raises(SystemExit) as caught:
        qosc.cli.main(["check", str(EXAMPLE / "router.cfg")])
    assert caught.value.code == 3


def test_output_cut_off_by_its_reader_is_no_error() -> None:
    program = '"$1" -c "from qosc.cli import main; main()"'
    line = f'{program} check --format json "$2" | :; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(
        ["bash", "-c", line, "bash", sys.executable, str(EXAMPLE / "router.cfg")],
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.parametrize("document", ["ir", "scenario", "traffic", "expected", "check", "verify"])
def test_the_schemas_are_schemas(document: str) -> None:
    import jsonschema

    code, out, _ = qosc("schema", document)
    assert code == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(out))


@pytest.mark.parametrize(
    ("document", "pattern"), [("traffic", "constructs/*-*.yaml"), ("expected", "*/expected.yaml")]
)
def test_the_examples_fit_the_schemas(document: str, pattern: str) -> None:
    import jsonschema
    import yaml

    schema = json.loads(qosc("schema", document)[1])
    found = sorted(EXAMPLE.parent.glob(pattern))
    assert found
    for file in found:
        jsonschema.validate(yaml.safe_load(file.read_text()), schema)


def test_the_model_as_json_fits_its_schema_and_comes_back() -> None:
    import jsonschema

    import qosc
    from qosc.targets.ir import json_schema, parse

    config = qosc.loads((EXAMPLE / "router.cfg").read_text(), name="router.cfg")
    (file,) = qosc.compile(config, target="ir").files
    jsonschema.validate(json.loads(file.text), json_schema())
    assert parse(file.text) == config.complete_device


def test_a_text_without_qos_is_not_called_clean() -> None:
    code, out, _ = qosc("check", "-", stdin="hostname r1\nrouter ospf 1\n")
    assert (code, out) == (0, "No QoS in 1 file: none of 2 lines concerns it.\n")


def test_the_faults_of_scenarios_are_explained_too() -> None:
    assert qosc("explain", "scenario-schema") == qosc("explain", "qos691")
    code, out, err = qosc("explain", "QOS690")
    assert (code, err) == (0, "")
    assert out.startswith("# QOS690 scenario-syntax\n\nThe document is no YAML")
