"""Files that are not plain UTF-8, or no config at all: read if they can be, else told, never passed
over in silence.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import json
import lzma
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.command import run

TEXT = """class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOCE
  priority 100
interface Serial0/0
 description Büro
 bandwidth 2000
 service-policy output WAN
"""


@pytest.fixture
def concise(tmp_path: Path):
    """What `check --format concise` prints of some bytes, and its status."""

    def check(data: bytes, *options: str) -> tuple[int, str]:
        path = tmp_path / "router.cfg"
        path.write_bytes(data)
        code, out, err = run("check", "--format", "concise", *options, str(path))
        # Where no line is on QoS, that is said beside the findings.
        assert err == "" or err.startswith("No QoS in 1 file: ")
        return code, out.replace(str(path), "router.cfg")

    return check


def test_a_file_that_is_named_twice_is_checked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.cfg").write_text(TEXT)
    Path("same.cfg").symlink_to("r.cfg")
    once = run("check", "r.cfg")
    assert " in 1 file: 9 lines" in once[1]
    for again in (["r.cfg"], ["./r.cfg"], ["same.cfg"], [str(tmp_path)]):
        assert run("check", "r.cfg", *again) == once


def test_a_file_that_a_folder_passes_over_is_checked_where_it_is_named_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.md").write_text(TEXT)
    Path("r.cfg").write_text(TEXT)
    assert " in 2 files: 18 lines" in run("check", ".", "notes.md")[1]


def zipped() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("router.cfg", TEXT)
    return made.getvalue()


def tarred() -> bytes:
    made, data = io.BytesIO(), TEXT.encode()
    with tarfile.open(fileobj=made, mode="w") as archive:
        member = tarfile.TarInfo("router.cfg")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return made.getvalue()


NO_TEXT = {
    "a gzip file": gzip.compress(TEXT.encode()),
    "a bzip2 file": bz2.compress(TEXT.encode()),
    "an xz file": lzma.compress(TEXT.encode()),
    "a zip archive or an office document": zipped(),
    "a tar archive": tarred(),
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\nclass-map VOICE\n",
    "a program": b"\x7fELF\x02\x01\x01" + bytes(57) + TEXT.encode(),
    "nothing but NUL bytes": bytes(4096),
    "text in EBCDIC": TEXT.replace("ü", "ue").encode("cp037"),
    "binary data": hashlib.shake_128(b"noise").digest(3000),
}


@pytest.mark.parametrize("what", NO_TEXT)
def test_what_is_no_text_is_told(concise, what: str) -> None:
    code, out = concise(NO_TEXT[what])
    assert code == 1
    assert out.startswith(f"router.cfg:1:1: error[QOS009] this is {what}, not a config")
    assert out.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "compile -t tc", "verify -t tc", "simulate"])
def test_other_commands_refuse_what_is_no_text(tmp_path: Path, command: str) -> None:
    path = tmp_path / "router.cfg"
    path.write_bytes(NO_TEXT["a gzip file"])
    code, out, err = run(*command.split(), str(path))
    assert (code, out) == (2, "")
    assert err == f"Error: cannot read '{path}': it is a gzip file: unpack it first\n"


def test_no_choice_of_rules_hides_it_but_to_ignore_it(concise) -> None:
    packed = NO_TEXT["a gzip file"]
    assert concise(packed, "--select", "QOS4")[0] == 1
    assert concise(packed, "--ignore", "not-a-config") == (0, "")


def test_the_files_beside_it_are_checked(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_bytes(NO_TEXT["a gzip file"])
    (tmp_path / "b.cfg").write_text(TEXT)
    code, out, _ = run("check", "--format", "json", str(tmp_path))
    found = json.loads(out)["diagnostics"]
    assert code == 1
    assert {(Path(one["path"]).name, one["code"]) for one in found} >= {
        ("a.cfg", "QOS009"),
        ("b.cfg", "QOS001"),
    }
    (packed,) = (one for one in found if one["code"] == "QOS009")
    assert packed["help"] == "unpack it first"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode("utf-16-le"),
        TEXT.encode("utf-32"),
        TEXT.replace("\n", "\r").encode(),
        TEXT.encode("latin-1"),
        TEXT.replace("Büro", "B\0ro").encode(),
        TEXT.encode() + bytes(5000),
        TEXT.replace("Büro", "\x03").encode() + b"\xff",
    ],
    ids=[
        "utf-8 mark",
        "utf-16 mark",
        "utf-16-be mark",
        "utf-16-le",
        "utf-16-be",
        "utf-16 crlf",
        "utf-32",
        "cr",
        "latin-1",
        "a NUL",
        "padded",
        "controls",
    ],
)
def test_whatever_a_text_is_written_in_it_is_read(concise, data: bytes) -> None:
    assert concise(data) == concise(TEXT.encode())
    assert "QOS001" in concise(data)[1]


def test_nuls_that_fill_the_time_of_a_return_are_no_binary_data(concise) -> None:
    code, out = concise(TEXT.replace("\n", "\r\n\0\0\0\0").encode())
    assert code == 1
    assert "QOS001" in out
    assert "QOS009" not in out


PAGE = "<!DOCTYPE html>\n<html><body>\n{}</body></html>\n"


def test_a_page_is_told_where_no_config_was_found_in_it(concise) -> None:
    lines = "".join(f"<div>{line}</div>\n" for line in TEXT.splitlines())
    code, out = concise(PAGE.format(lines).encode())
    assert code == 1
    assert out.startswith("router.cfg:1:1: error[QOS009] this is a page of HTML ")


def test_a_config_in_a_page_is_read(concise) -> None:
    code, out = concise(PAGE.format(f"<pre>\n{TEXT}</pre>\n").encode())
    assert code == 1
    assert "QOS001" in out
    assert "QOS009" not in out


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "router.cfg"
    path.write_bytes(b"")
    told = f"Error: cannot read {str(path)!r}: it is empty\n"
    for command in ("check", "show", "verify", "compile -t ir"):
        assert run(*command.split(), str(path)) == (2, "", told)


def test_standard_input_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.TextIOWrapper(io.BytesIO(NO_TEXT["a gzip file"]))
    monkeypatch.setattr(sys, "stdin", packed)
    code, out, _ = run("check", "-", "--format", "concise")
    assert (code, out[:27]) == (1, "<stdin>:1:1: error[QOS009] ")
