"""A fault of a user's own traffic is told at its place in their file."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from qosc.cli import main
from qosc.scenario import load, load_overlay
from qosc.scenario.laid_over import load_laid_over
from qosc.source import SourceText

CONFIG = """\
version 15.4
policy-map WAN
 class class-default
  fair-queue
interface Serial0
 bandwidth 1000
 service-policy output WAN
"""
HEAD = "schema: qosc/traffic/1\n"
TRAFFIC = """\
traffic:
  - name: voice
    from: FROM
    to: TO
    kind: cbr
    packet_bytes: BYTES
    rate_bps: 100000
"""


def traffic(sender: str = "sender", to: str = "receiver", size: str = "500") -> str:
    return TRAFFIC.replace("FROM", sender).replace("TO", to).replace("BYTES", size)


def compiled(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str], target: str = "sim"
) -> tuple[int | str | None, str]:
    (folder / "r.cfg").write_text(CONFIG)
    (folder / "own.yaml").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(
            [
                *("compile", "-t", target, str(folder / "r.cfg"), "--ledger", "none"),
                *("--traffic", str(folder / "own.yaml"), "-o", str(folder / "made")),
            ]
        )
    return ended.value.code, capsys.readouterr().err


@pytest.mark.parametrize("target", ["sim", "ns3"])
@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        (HEAD + traffic(sender="sendr"), "there is no host 'sendr'", "4:11"),
        (HEAD + "\n# mine\n" + traffic(to="nobody"), "there is no host 'nobody'", "7:9"),
        (HEAD + traffic(size="9000"), "9000", "7:19"),
        (
            HEAD + traffic() + traffic().removeprefix("traffic:\n"),
            "the name 'voice' is taken",
            "9:11",
        ),
    ],
)
def test_the_place_is_one_of_the_users_file(
    text: str,
    said: str,
    line: str,
    target: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, err = compiled(text, tmp_path, capsys, target)
    assert status == 2
    assert said in err
    assert f"own.yaml:{line}\n" in err
    assert "serial0.yaml:" not in err
    assert "those of serial0.yaml, which is made of the config" in err
    assert not (tmp_path / "made").exists()


def test_traffic_of_standard_input_has_places_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.cfg").write_text(CONFIG)
    given = io.TextIOWrapper(io.BytesIO((HEAD + traffic(sender="sendr")).encode()))
    monkeypatch.setattr("sys.stdin", given)
    with pytest.raises(SystemExit) as ended:
        main(["compile", "-t", "sim", str(tmp_path / "r.cfg"), "--traffic", "-"])
    assert ended.value.code == 2
    assert "<stdin>:4:11" in capsys.readouterr().err


MADE = """\
schema: qosc/scenario/1
name: made
duration_ms: 1000
measure: {warm_up_ms: 2000}
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - name: ab
    ends: [{node: a, port: e}, {node: b, port: e}]
    rate_bps: 1000000
    mtu_bytes: 1500
traffic:
  - {name: t, kind: ping, from: a, to: b}
"""


@pytest.mark.parametrize(
    ("words", "place"),
    [("duration_ms: 1000\n", "own.yaml:2:14"), ("seed: 3\n", "made.yaml:4:23")],
)
def test_what_the_users_file_does_not_say_is_told_of_the_scenario(words: str, place: str) -> None:
    own = SourceText(
        "own.yaml", f"{HEAD}{words}traffic:\n  - {{name: t, kind: ping, from: a, to: b}}"
    )
    overlay = load_overlay(own.text, own.path)
    assert not isinstance(overlay, tuple)
    found = load_laid_over(SourceText("made.yaml", MADE), overlay, own)
    assert isinstance(found, tuple)
    (fault,) = found
    assert "nothing of duration_ms" in fault.message
    assert f"{fault.primary}" == place


def test_what_is_sound_is_the_scenario_itself() -> None:
    sound = MADE.replace("2000", "10")
    own = SourceText("own.yaml", f"{HEAD}traffic:\n  - {{name: t, kind: ping, from: a, to: b}}")
    overlay = load_overlay(own.text, own.path)
    assert not isinstance(overlay, tuple)
    assert load_laid_over(SourceText("made.yaml", sound), overlay, own) == load(sound, "made.yaml")
