"""Where reports, baselines and pictures are written: to a file that was named, over no input."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """\
policy-map P
 class class-default
  shape average 1000000
  bandwidth percent 150
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(line.split())
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("r.cfg").write_text(CONFIG)
    Path("new.cfg").write_text(CONFIG.replace("1000000", "1500000"))
    Path("folder").mkdir()
    line = "compile r.cfg -t sim --allow-loss --ledger none -o s.yaml"
    assert run(capsys, line)[0] == 0
    return tmp_path


def names(place: Path) -> list[str]:
    return sorted(path.relative_to(place).as_posix() for path in place.rglob("*"))


WRITERS = {
    "baseline": "baseline write r.cfg -o {}",
    "report": "check r.cfg --output sarif={}",
    "changes": "diff r.cfg new.cfg --write-expect {}",
    "copy": "anonymise r.cfg -o {}",
}


@pytest.mark.parametrize("what", WRITERS)
@pytest.mark.parametrize("output", ["folder", "made/"])
def test_a_folder_in_place_of_the_file_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], what: str, output: str
) -> None:
    before = names(place)
    code, _, err = run(capsys, WRITERS[what].format(output))
    assert (code, err) == (2, f"Error: cannot write '{output}': it is a folder; name a file\n")
    assert names(place) == before


@pytest.mark.parametrize("what", [name for name in WRITERS if name != "copy"])
def test_a_dash_is_no_file_of_that_name(
    place: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    code, _, err = run(capsys, WRITERS[what].format("-"))
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("Error: cannot write '-': name a file")
    assert not Path("-").exists()


def test_a_dash_is_standard_output_for_a_copy(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "anonymise r.cfg --key words"
    assert run(capsys, f"{line} -o -") == run(capsys, line)
    assert not Path("-").exists()


@pytest.mark.parametrize(
    "line",
    [
        "baseline write r.cfg -o {}",
        "baseline write . -o {}",
        "check r.cfg --output sarif={}",
        "check . --output json={}",
        "check new.cfg --output sarif=s.sarif --output text={} --baseline r.cfg",
        "diff r.cfg new.cfg --write-expect {}",
        "diff . . --write-expect {}",
        "anonymise r.cfg -o {}",
    ],
)
@pytest.mark.parametrize("output", ["./r.cfg", "soft"])
def test_what_was_read_is_not_overwritten(
    place: Path, capsys: pytest.CaptureFixture[str], line: str, output: str
) -> None:
    Path("soft").symlink_to("r.cfg")
    code, _, err = run(capsys, line.format(output))
    assert code == 2
    assert f"cannot write '{output}': it is the input" in err
    assert Path("r.cfg").read_text() == CONFIG


def test_a_picture_and_a_capture_replace_a_link_and_are_whole_or_not_there(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("prey").write_text("keep")
    Path("p.svg").symlink_to("prey")
    Path("c.pcap").symlink_to("another")
    line = "simulate s.yaml --plot p.svg --capture router Serial0/0 c.pcap"
    assert run(capsys, line)[0] == 0
    assert Path("prey").read_text() == "keep"
    assert Path("p.svg").read_text().rstrip().endswith("</svg>")
    assert Path("c.pcap").read_bytes()[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_capture_is_not_waited_for_in_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(CONFIG)
    os.mkfifo(tmp_path / "pipe")
    for name, why in (("pipe", "it is a named pipe"), ("/dev/zero", "it is a device")):
        done = subprocess.run(
            [sys.executable, "-m", "qosc", "trace", "r.cfg", "--out", "Serial0/0", "--pcap", name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"Error: cannot read '{name}': {why}")


def test_a_capture_comes_by_standard_input_too(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(CONFIG)
    empty = b"\xd4\xc3\xb2\xa1\x02\x00\x04\x00" + bytes(8) + b"\xff\xff\x00\x00\x01\x00\x00\x00"
    line = ["trace", "--out", "Serial0/0", "--pcap", "-"]
    for config, code, said in (("r.cfg", 1, b""), ("-", 2, b"not both")):
        done = subprocess.run(
            [sys.executable, "-m", "qosc", *line, "--", config],
            cwd=tmp_path,
            input=empty,
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == code, done.stderr
        assert said in done.stderr
