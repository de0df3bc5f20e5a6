"""Files that are named by mistake, or with odd names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFIG = b"interface Serial0/0\n bandwidth 2000\n service-policy output WAN\n"
OF_OTHERS = "root:x:0:0:a secret of root:/root:/bin/bash\ndaemon:x:1:1::/:/bin/false\n"


def qosc(*arguments: str | bytes, cwd: Path) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "qosc", *arguments],
        cwd=cwd,
        check=False,
        timeout=120,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "r.cfg").write_bytes(CONFIG.replace(b"WAN", b"P") + b"policy-map P\n class x\n")
    (tmp_path / "secret").write_text(OF_OTHERS)
    return tmp_path


@pytest.mark.parametrize(
    "line",
    ["simulate secret", "verify r.cfg --script secret", "compile r.cfg -t sim --traffic secret"],
)
def test_a_file_of_another_kind_is_told_and_not_quoted(place: Path, line: str) -> None:
    code, out, err = qosc(*line.split(), cwd=place)
    said = (out + err).decode()
    assert code == 2
    assert "secret:1:1" in said
    assert "a secret of root" not in said
    assert "daemon" not in said


def test_a_broken_document_of_ours_is_quoted(place: Path) -> None:
    (place / "s.yaml").write_text("schema: qosc/scenario/1\nnodes: [a, b}\n")
    code, out, err = qosc("simulate", "s.yaml", cwd=place)
    assert code == 2
    assert b"nodes: [a, b}" in out + err
    (place / "s.sh").write_text("apply_1() {\n    tc qdisc add dev $dev $(reboot)\n}\n")
    code, out, err = qosc("verify", "r.cfg", "--script", "s.sh", cwd=place)
    assert code == 2
    assert b"tc qdisc add dev $dev $(reboot)" in out + err


def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    name = b"r\xff\xe9.cfg"
    with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
        file.write(CONFIG)
    for given in (name, b"."):
        code, out, err = qosc(b"check", b"--format", b"json", given, cwd=tmp_path)
        assert (code, err) == (1, b"")
        document = json.loads(out)
        assert len(document["files"]) == 1
        assert document["files"][0].endswith(".cfg")
        assert [found["code"] for found in document["diagnostics"]] == ["QOS002"]
    assert qosc(b"show", name, cwd=tmp_path)[0] == 0
    code, out, _ = qosc(b"compile", b"-t", b"tc", b"--allow-loss", name, cwd=tmp_path)
    assert code in (0, 1)
    out.decode("utf-8")


def test_a_link_that_is_named_is_followed_and_one_that_is_met_is_not(tmp_path: Path) -> None:
    """Who names a link means what it leads to; in a folder, a stranger may have put it there."""
    inside, outside = tmp_path / "configs", tmp_path / "elsewhere.cfg"
    inside.mkdir()
    outside.write_bytes(CONFIG)
    (inside / "link.cfg").symlink_to(outside)
    code, out, _ = qosc("check", "--format", "concise", "configs/link.cfg", cwd=tmp_path)
    assert code == 1
    assert out.startswith(b"configs/link.cfg:3:")
    code, out, err = qosc("check", "--format", "concise", "configs", cwd=tmp_path)
    assert b"QOS002" not in out
    assert b"link.cfg" in err
