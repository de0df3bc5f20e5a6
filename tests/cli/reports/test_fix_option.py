"""`qosc check --fix`, `--diff` and `--unsafe-fixes`: which files change, and how they are told."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from qosc.cli import main

REPEATED = "access-list 101 permit ip any any dscp ef\n"
UNSAFE = (
    "policy-map WAN\n class class-default\n  fair-queue\ninterface Serial0/0\n bandwidth 2000\n"
)
UNSAFE += " service-policy output WAM\n"


class Program:
    """`qosc check` in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> tuple[str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["check", *arguments])
        told = self._capsys.readouterr()
        assert ended.value.code == status, told
        return told.out, told.err


@pytest.fixture
def check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Program:
    monkeypatch.chdir(tmp_path)
    return Program(capsys)


def test_safe_fixes_are_made_and_the_rest_is_told(check: Program) -> None:
    path = Path("edge.cfg")
    path.write_text(REPEATED * 2 + UNSAFE)
    out, err = check("--fix", "--format", "concise", "edge.cfg", status=1)
    assert path.read_text() == REPEATED + UNSAFE
    assert "QOS115" not in out
    assert "QOS002" in out
    assert "1 finding in 1 file fixed; 1 more with --unsafe-fixes" in err


def test_unsafe_fixes_are_made_where_they_are_asked_for(check: Program) -> None:
    path = Path("edge.cfg")
    path.write_text(UNSAFE)
    check("--fix", "--unsafe-fixes", "edge.cfg")
    assert path.read_text() == UNSAFE.replace("WAM", "WAN")
    before = path.stat().st_mtime_ns, path.stat().st_ino
    _, err = check("--fix", "--unsafe-fixes", "edge.cfg")
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before
    assert "No fix to make" in err


def test_a_diff_changes_nothing_and_tells_by_its_status(check: Program) -> None:
    path = Path("edge.cfg")
    path.write_text(REPEATED * 2)
    out, err = check("--diff", "edge.cfg", status=1)
    assert out.splitlines()[:2] == ["--- a/edge.cfg", "+++ b/edge.cfg"]
    assert f"-{REPEATED}" in out
    assert "1 finding in 1 file would be fixed" in err
    assert path.read_text() == REPEATED * 2
    path.write_text(REPEATED)
    out, _ = check("--diff", "edge.cfg")
    assert out == ""


HEAD = "enable secret 5 PLANTED\nsnmp-server community PLANTED RO\n"


@pytest.mark.parametrize(
    ("head", "ends", "codec"),
    [
        ("", "\n", "utf-8"),
        ("", "\r\n", "utf-8"),
        ("", "\r", "utf-8"),
        ("\ufeff", "\n", "utf-8"),
        ("\ufeff", "\r\n", "utf-16-le"),
        ("", "\n", "latin-1"),
    ],
)
@pytest.mark.parametrize("last", ["", "\n"])
def test_a_file_with_secrets_is_fixed_and_keeps_them(
    check: Program, head: str, ends: str, codec: str, last: str
) -> None:
    """It was left alone: a text without its secrets was held against the bytes of the file."""
    rest = "interface Serial0/0\n description caf\N{LATIN SMALL LETTER E WITH ACUTE}"
    for before, after in ((REPEATED * 2, REPEATED), (f"!\t\n{REPEATED * 2}", f"!\t\n{REPEATED}")):
        old, new = (
            f"{head}{HEAD}{part}{rest}{last}".replace("\n", ends).encode(codec)
            for part in (before, after)
        )
        path = Path("edge.cfg")
        path.write_bytes(old)
        out, err = check("--select", "QOS115", "--diff", "edge.cfg", status=1)
        assert "-access-list" in out
        assert "PLANTED" not in out + err
        check("--select", "QOS115", "--fix", "edge.cfg")
        assert path.read_bytes() == new


def test_only_selected_rules_are_fixed(check: Program) -> None:
    path = Path("edge.cfg")
    text = REPEATED * 2 + UNSAFE
    path.write_text(text)
    check("--fix", "--unsafe-fixes", "--select", "QOS002", "edge.cfg")
    assert path.read_text() == text.replace("WAM", "WAN")


def test_links_and_modes_are_kept(check: Program) -> None:
    path, link = Path("real.cfg"), Path("link.cfg")
    path.write_text(REPEATED * 2)
    path.chmod(0o640)
    link.symlink_to("real.cfg")
    check("--fix", "link.cfg", "--select", "QOS115")
    assert link.is_symlink()
    assert path.read_text() == REPEATED
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir()) == ["link.cfg", "real.cfg"]


def test_a_name_is_no_command(check: Program) -> None:
    name = "a$(touch x)'\n\x1b[2J.cfg"
    Path(name).write_text(REPEATED * 2)
    out, err = check("--diff", name, status=1)
    assert "\x1b" not in out + err
    check("--fix", name, "--select", "QOS115")
    assert os.listdir() == [name]
    assert Path(name).read_text() == REPEATED


def test_what_is_read_as_another_text_is_not_fixed(check: Program) -> None:
    """Of XML, places are those of its lines; a fix for braces would be none."""
    xml = Path("edge.xml")
    xml.write_text(
        "<configuration><class-of-service><interfaces><interface><name>ge-0/0/0</name>"
        "<scheduler-map>edgee</scheduler-map></interface></interfaces><scheduler-maps>"
        "<name>edge</name></scheduler-maps></class-of-service></configuration>\n"
    )
    before = xml.read_bytes()
    with pytest.raises(SystemExit):
        main(["check", "--fix", "--unsafe-fixes", "edge.xml"])
    assert xml.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--unsafe-fixes", "edge.cfg"), "--fix or --diff"),
        (("--fix", "--diff", "edge.cfg"), "give one of them"),
        (("--fix", "-"), "name the file"),
        (("--fix", "--against", "main", "edge.cfg"), "--against"),
        (("--fix", "--device", "r1=edge.cfg,edge.cfg"), "--device"),
    ],
)
def test_what_is_no_sense_is_refused(check: Program, arguments: tuple[str, ...], told: str) -> None:
    Path("edge.cfg").write_text(REPEATED * 2)
    assert told in check(*arguments, status=2)[1]
    assert Path("edge.cfg").read_text() == REPEATED * 2


def test_a_missing_file_is_an_error(check: Program) -> None:
    Path("edge.cfg").write_text(REPEATED * 2)
    assert "none.cfg" in check("--diff", "none.cfg", "edge.cfg", status=2)[1]
    assert "none.cfg" in check("--fix", "none.cfg", "edge.cfg", status=2)[1]
    assert Path("edge.cfg").read_text() == REPEATED


def test_archives_and_empty_files_are_left_alone(check: Program) -> None:
    Path("x.cfg").write_bytes(b"PK\x03\x04\x00\x00")
    Path("y.cfg").write_bytes(b"")
    check("--fix", ".", status=1)
    assert Path("x.cfg").read_bytes() == b"PK\x03\x04\x00\x00"
    assert Path("y.cfg").read_bytes() == b""
