"""`import qosc`: a path and a text are never taken for each other."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.api import TARGETS

TEXT = """\
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOCE
  priority 100
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "router.cfg"
    found.write_text(TEXT)
    return found


def test_a_path_is_read_whether_it_is_a_string_or_not(path: Path) -> None:
    for given in (path, str(path)):
        config = qosc.load(given)
        assert config.source.path == str(path)
        assert "QOS001" in {finding.code for finding in qosc.check(config)}


def test_a_text_is_read_from_a_string_or_bytes() -> None:
    for given in (TEXT, TEXT.encode(), TEXT.encode("utf-16")):
        config = qosc.loads(given, name="r1")
        assert config.source.path == "r1"
        assert "QOS001" in {finding.code for finding in qosc.check(config)}


def test_a_text_in_place_of_a_path_is_refused_with_the_remedy() -> None:
    for given in (TEXT, TEXT.replace("\n", "\r")):
        with pytest.raises(ValueError, match=r"use qosc\.loads"):
            qosc.load(given)
    with pytest.raises(TypeError, match=r"qosc\.loads"):
        qosc.load(TEXT.encode())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given", ["router.cfg", "configs/r1-confg", "R1.CFG\n", Path("router.cfg")]
)
def test_a_path_in_place_of_a_text_is_refused_with_the_remedy(given: object) -> None:
    with pytest.raises(ValueError, match=r"use qosc\.load$"):
        qosc.loads(given)


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"router\.cfg"):
        qosc.load(tmp_path / "router.cfg")


def test_a_platform_is_known_in_any_case(path: Path) -> None:
    assert qosc.load(path, platform="IOS-XE").profile.name == "ios-xe"
    with pytest.raises(ValueError, match="known are ios-12"):
        qosc.load(path, platform="vms")


def test_every_target_is_compiled_from_python() -> None:
    config = qosc.loads(TEXT.replace("VOCE", "VOICE"))
    for target in TARGETS:
        assert qosc.compile(config, target=target).files
