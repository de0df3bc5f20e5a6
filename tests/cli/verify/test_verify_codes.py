"""What `qosc verify` prints: codes with pages, unreadable scripts with place and text, and never
"No difference" where nothing was compared."""

import json
import re
from pathlib import Path

import pytest

from qosc.ir import Port
from qosc.verify.check import _nothing
from qosc.verify.codes import CODES, code_of
from tests.command import run

LOST = """
interface GigabitEthernet0/1
 service-policy output p
policy-map p
 class a
  police 8000 8000
class-map match-all a
 match input-interface GigabitEthernet0/2
"""
OWN = """
policy-map copp
 class class-default
  police 64000 8000
control-plane
 service-policy input copp
"""
PORT = """
interface GigabitEthernet0/1
 service-policy input copp
"""


def script_of(tmp_path: Path, config: str) -> tuple[str, Path]:
    (tmp_path / "r.cfg").write_text(config)
    path = tmp_path / "qos.sh"
    made = run("compile", "-t", "tc", str(tmp_path / "r.cfg"), "-o", str(path), "--allow-loss")
    assert made.status == 0, made.output
    return str(tmp_path / "r.cfg"), path


def test_each_kind_has_one_code_and_a_page() -> None:
    kinds = [kind for code in CODES for kind in code.kinds]
    assert len(set(kinds)) == len(kinds)
    assert [code.code for code in CODES] == sorted({code.code for code in CODES})
    for code in CODES:
        for name in (code.code, code.code.lower(), code.name):
            printed = run("explain", name)
            assert printed.status == 0
            assert printed.output.startswith(f"# {code.code} {code.name}\n")
            assert code.title in printed.output


def test_kinds_used_in_the_code_have_a_code() -> None:
    sources = Path(__file__).parents[3] / "compiler" / "verify"
    used = set()
    for path in sources.rglob("*.py"):
        used |= set(re.findall(r"Difference\(\s*\"([a-z]+)\"", path.read_text()))
    assert used >= {"frame", "port", "meter", "queues"}
    assert all(code_of(kind) for kind in used)


def test_a_difference_has_a_code(tmp_path: Path) -> None:
    config, script = script_of(tmp_path, OWN + PORT)
    script.write_text(script.read_text().replace("rate 64000bit", "rate 72000bit"))
    found = run("verify", "-t", "tc", config, "--script", str(script), "--format", "json")
    assert found.status == 1
    (difference,) = json.loads(found.output)["differences"][:1]
    assert difference["diagnostic"]["code"] == "QOS814"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("action police", "action reclassify", "reclassify starts all filters again"),
        ("clsact", "clsact noqueue", "unknown word: noqueue"),
        ("rate 64000bit", "rate 64000b", "not a rate: 64000b"),
    ],
)
def test_an_unreadable_script_is_told_with_place_and_text(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    config, script = script_of(tmp_path, OWN + PORT)
    text = re.sub(rf"(?m)^(    tc .*){old}", rf"\1{new}", script.read_text(), count=1)
    script.write_text(text)
    found = run("verify", "-t", "tc", config, "--script", str(script))
    assert found.status == 2
    assert "QOS801" in found.errors
    assert words in found.errors
    number = next(n for n, line in enumerate(text.split("\n"), 1) if new in line)
    assert f"{script}:{number}:" in found.errors


def test_a_config_of_which_nothing_is_carried_is_not_green(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(LOST)
    found = run("verify", "-t", "tc", str(tmp_path / "r.cfg"))
    assert found.status == 1
    assert "No difference" not in found.output
    (tmp_path / "own.cfg").write_text(OWN)
    found = run("verify", "-t", "tc", str(tmp_path / "own.cfg"))
    assert found.status == 1
    assert "No difference" not in found.output


def test_one_port_of_which_nothing_is_carried_is_named(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(OWN + PORT)
    found = run("verify", "-t", "tc", str(tmp_path / "r.cfg"))
    assert found.status == 0
    assert "QOS804" in found.output
    assert "nothing of control-plane was compared" in found.output
    assert "for 1 port," in found.output
    assert found.output.rstrip().endswith("of 1 port nothing was compared.")


@pytest.mark.parametrize(("count", "words"), [(1, "QoS with 1 value "), (2, "QoS with 2 values ")])
def test_values_are_counted_in_singular_and_plural(count: int, words: str) -> None:
    assert words in str(_nothing(Port("Serial0/0"), count))
