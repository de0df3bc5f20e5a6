"""`check --device NAME=FILE,FILE`: several files as one device."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qosc.cli import main
from tests.frontends.junos.reading.printed import json_of, xml_of

QOS = """\
hostname R1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 600
end
"""
PORTS = "interface Serial0/0\n bandwidth 512\n service-policy output WAN\n"
COS = """\
class-of-service {
    scheduler-maps {
        M {
            forwarding-class best-effort scheduler NONE;
        }
    }
}
"""
JUNOS_PORTS = """\
class-of-service {
    interfaces {
        ge-0/0/0 {
            scheduler-map M;
        }
    }
}
"""


def check(
    capsys: pytest.CaptureFixture[str], *words: str | Path
) -> tuple[int | str | None, dict[str, Any], str]:
    with pytest.raises(SystemExit) as ended:
        main(["check", "--format", "json", *map(str, words)])
    out, err = capsys.readouterr()
    return ended.value.code, json.loads(out) if out.startswith("{") else {}, err


def places(report: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(one["code"], Path(one["path"]).name, one["line"]) for one in report["diagnostics"]]


def test_each_finding_is_at_its_own_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    qos, ports, both = tmp_path / "qos.cfg", tmp_path / "ports.cfg", tmp_path / "both.cfg"
    qos.write_text(QOS)
    ports.write_text(PORTS)
    both.write_text(QOS.replace("end\n", "") + PORTS)
    _, alone, _ = check(capsys, both)
    status, report, _ = check(capsys, "--device", f"EDGE={qos},{ports}")
    assert status == 1
    want = [(one["code"], one["message"]) for one in alone["diagnostics"]]
    assert want
    assert sorted((one["code"], one["message"]) for one in report["diagnostics"]) == sorted(want)
    assert [Path(path).name for path in report["files"]] == ["qos.cfg", "ports.cfg"]
    assert [(one["path"], one["device"]) for one in report["devices"]] == [(str(qos), "EDGE")]
    lines = {"qos.cfg": QOS.splitlines(), "ports.cfg": PORTS.splitlines()}
    for one in report["diagnostics"]:
        for place in (one, *one["related"]):
            assert 1 <= place["line"] <= len(lines[Path(place["path"]).name])
    used = [label for one in report["diagnostics"] for label in one["related"]]
    assert "ports.cfg" in {Path(one["path"]).name for one in (*used, *report["diagnostics"])}


def test_the_text_form_shows_the_lines_of_both_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "qos.cfg").write_text(QOS)
    (tmp_path / "ports.cfg").write_text(PORTS)
    with pytest.raises(SystemExit):
        main(["check", "--device", f"EDGE={tmp_path}/qos.cfg,{tmp_path}/ports.cfg"])
    out = capsys.readouterr().out
    assert "EDGE: " in out
    assert "priority 600" in out
    assert "in 2 files" in out


def test_a_folder_does_not_check_a_part_for_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("qos.cfg", QOS), ("ports.cfg", PORTS), ("third.cfg", PORTS)):
        (tmp_path / name).write_text(text)
    device = f"EDGE={tmp_path}/qos.cfg,{tmp_path}/ports.cfg"
    _, report, _ = check(capsys, tmp_path, "--device", device)
    assert [Path(path).name for path in report["files"]] == ["third.cfg", "qos.cfg", "ports.cfg"]
    assert "QOS002" not in [code for code, path, _ in places(report) if path != "third.cfg"]


@pytest.mark.parametrize("form", [str, xml_of, json_of])
def test_the_parts_of_a_junos_config_in_any_form(
    form: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").write_text(COS)
    (tmp_path / "b").write_text(form(JUNOS_PORTS))
    (tmp_path / "whole").write_text(COS + JUNOS_PORTS)
    _, want, _ = check(capsys, tmp_path / "whole")
    _, report, _ = check(capsys, "--device", f"r1={tmp_path}/a,{tmp_path}/b")
    told = [
        sorted((one["code"], one["message"]) for one in all_["diagnostics"])
        for all_ in (want, report)
    ]
    assert told[0] == told[1]
    assert told[0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--device", "a.cfg"], "NAME=FILE,FILE is needed"),
        (["--device", "=a.cfg"], "NAME=FILE,FILE is needed"),
        (["--device", "R=a.cfg,"], "NAME=FILE,FILE is needed"),
        (["--device", "R=a.cfg,-"], "standard input"),
        (["--device", "R=a.cfg,./a.cfg"], "a file comes twice"),
        (["--device", "R=a.cfg", "--device", "R=b.cfg"], "a device R already"),
        (["--device", "R=a.cfg,none.cfg"], "cannot read 'none.cfg'"),
        (
            ["--device", "R=a.cfg,j.conf"],
            "j.conf is a config of JunOS, and a.cfg of another system",
        ),
        (["--device", "R=a.cfg,c.cfg"], "a.cfg is of r1, and c.cfg of r2"),
        ([], "Missing argument 'PATHS"),
    ],
)
def test_what_is_refused(
    words: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cfg").write_text(QOS)
    Path("b.cfg").write_text(PORTS)
    Path("c.cfg").write_text(QOS.replace("R1", "R2"))
    Path("j.conf").write_text(COS)
    status, _, err = check(capsys, *words)
    assert status == 2
    assert why in err


def test_a_hostile_name_is_printed_harmless(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cfg").write_text(PORTS)
    with pytest.raises(SystemExit):
        main(["check", "--device", f"\x1b[2Jx\n$(reboot)={tmp_path}/a.cfg"])
    out = "".join(capsys.readouterr())
    assert "\x1b" not in out
    assert "$(reboot)" in out


def shown(
    capsys: pytest.CaptureFixture[str], *words: str | Path
) -> tuple[int | str | None, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["show", *map(str, words)])
    out, err = capsys.readouterr()
    return ended.value.code, out, err


def test_show_has_the_figures_of_the_files_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    qos, ports, both = tmp_path / "qos.cfg", tmp_path / "ports.cfg", tmp_path / "both.cfg"
    qos.write_text(QOS)
    ports.write_text(PORTS)
    both.write_text(QOS.replace("end\n", "") + PORTS)
    status, together, _ = shown(capsys, "--device", f"EDGE={qos},{ports}")
    assert status == 0
    assert "600 kbit/s" in together
    assert together == shown(capsys, both)[1]
    status, out, _ = shown(capsys, "--device", f"EDGE={qos},{ports}", "--format", "json")
    sources = {row["source"].partition(":")[0] for row in json.loads(out)["rows"]}
    assert (status, sources) == (0, {str(qos)})


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name a FILE"),
        (["a.cfg", "--device", "r=b.cfg"], "leave FILE out"),
        (["--host", "r", "--device", "r=b.cfg"], "leave --host out"),
        (["--device", "b.cfg"], "NAME=FILE,FILE is needed"),
        (["--device", "r=b.cfg,nowhere.cfg"], "nowhere.cfg"),
    ],
)
def test_show_refuses_what_is_not_one_device(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.cfg").write_text(PORTS)
    status, out, err = shown(capsys, *words)
    assert (status, out) == (2, "")
    assert told in err
