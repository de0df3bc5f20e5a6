"""`compile` says whose defaults it took where the config does not tell its platform."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qosc
from qosc.cli import main

CONFIG = """\
class-map DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 40
interface Serial0
 bandwidth 1000
 service-policy output WAN
"""


def compiled(
    config: str, folder: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[str, str]:
    """Standard output, and standard error with its lines joined."""
    path = folder / "r.cfg"
    path.write_text(config)
    with pytest.raises(SystemExit) as ended:
        main(["compile", "--allow-loss", str(path), *words])
    assert ended.value.code == 0
    out, err = capsys.readouterr()
    return out, " ".join(err.split())


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
@pytest.mark.parametrize("ledger", ["losses", "full"])
def test_a_platform_that_is_assumed_is_told(
    target: str, ledger: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("-t", target, "--ledger", ledger, "-o", str(tmp_path / "made"))
    _, err = compiled(CONFIG, tmp_path, capsys, *words)
    assert err.startswith("assumed: defaults are those of ios-12: the config does not say its")
    assert "--platform names another" in err


@pytest.mark.parametrize(
    ("config", "words"),
    [("version 15.4\n" + CONFIG, ()), (CONFIG, ("--platform", "ios-12"))],
)
def test_one_that_is_known_is_not(
    config: str, words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, err = compiled(config, tmp_path, capsys, "-t", "sim", *words)
    assert "assumed:" not in err
    assert "values:" in err


def test_the_ledger_for_programs_has_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = compiled(CONFIG, tmp_path, capsys, "-t", "sim", "--ledger", "json")
    (told,) = json.loads(err)["assumed"]
    assert told.startswith("defaults are those of ios-12")
    _, err = compiled("version 15.4\n" + CONFIG, tmp_path, capsys, "-t", "sim", "--ledger", "json")
    assert json.loads(err)["assumed"] == []


def test_of_several_routers_each_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("r1", "r2"):
        (tmp_path / f"{name}.cfg").write_text(f"hostname {name}\n{CONFIG}")
    (tmp_path / "links.yaml").write_text(
        "schema: qosc/links/1\nlinks:\n  - ends: [{node: r1, port: Serial0}, "
        "{node: r2, port: Serial0}]\n"
    )
    with pytest.raises(SystemExit):
        main(
            [
                *("compile", "-t", "sim", "--allow-loss"),
                *(str(tmp_path / name) for name in ("r1.cfg", "r2.cfg")),
                *("--links", str(tmp_path / "links.yaml"), "-o", str(tmp_path / "out.yaml")),
            ]
        )
    err = " ".join(capsys.readouterr().err.split())
    assert "assumed: r1: defaults are those of ios-12" in err
    assert "assumed: r2: defaults are those of ios-12" in err


def test_python_has_it_with_the_artefact() -> None:
    (told,) = qosc.compile(qosc.loads(CONFIG), target="tc").assumed
    assert told.startswith("defaults are those of ios-12")
    assert qosc.compile(qosc.loads("version 15.4\n" + CONFIG), target="tc").assumed == ()
