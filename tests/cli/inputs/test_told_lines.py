"""Lines that are read in part, or not: which are told, and which need no word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.judged.black_box import run

POLICY = "policy-map P\n class class-default\n  {}\ninterface Serial0\n service-policy output P\n"
REWRITE = "set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules exp default protocol {}\n"


def findings(text: str, folder: Path, name: str = "a.cfg") -> list[dict[str, object]]:
    path = folder / name
    path.write_text(text)
    status, out, err = run("check", "--format", "json", str(path))
    assert status in (0, 1), err
    found: list[dict[str, object]] = json.loads(out)["diagnostics"]
    return found


def codes(text: str, folder: Path, name: str = "a.cfg") -> set[object]:
    return {each["code"] for each in findings(text, folder, name)}


@pytest.mark.parametrize(("rate", "told"), [("0", True), ("1", False), ("8000", False)])
def test_a_shape_rate_of_nothing(rate: str, told: bool, tmp_path: Path) -> None:
    found = codes(POLICY.format(f"shape average {rate}"), tmp_path)
    assert ("QOS010" in found) is told


@pytest.mark.parametrize(("code", "told"), [("1111", True), ("001111", False), ("af11", False)])
def test_a_code_point_of_six_bits(code: str, told: bool, tmp_path: Path) -> None:
    text = (
        "set class-of-service rewrite-rules dscp R forwarding-class best-effort loss-priority low "
        f"code-point {code}\n"
        "set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R\n"
    )
    assert ("QOS010" in codes(text, tmp_path, "a.conf")) is told


@pytest.mark.parametrize(("protocol", "told"), [("mpls", False), ("mpls-inet-both", True)])
def test_a_protocol_that_is_read_as_it_stands(protocol: str, told: bool, tmp_path: Path) -> None:
    assert ("QOS011" in codes(REWRITE.format(protocol), tmp_path, "a.conf")) is told


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("premium-da", "premium-data"),
        ("premium-datas", "premium-data"),
        ("gold", ""),
        ("premium-d", ""),
    ],
)
def test_a_name_two_letters_away_is_meant(written: str, meant: str, tmp_path: Path) -> None:
    text = (
        "class-map match-all premium-data\n match ip dscp ef\n"
        f"policy-map P\n class {written}\n  bandwidth 10\n"
        "interface Serial0\n service-policy output P\n"
    )
    (found,) = (each for each in findings(text, tmp_path) if each["code"] == "QOS001")
    help_words = str(found.get("help") or "")
    assert (f"did you mean {meant}?" in help_words) if meant else ("did you mean" not in help_words)


@pytest.mark.parametrize(("release", "carried"), [("5.12", False), ("5.13", True)])
def test_packets_are_metered_from_the_release_that_can(
    release: str, carried: bool, tmp_path: Path
) -> None:
    """Linux 2ffe0395288a, "act_police: add support for packet-per-second policing", is in 5.13."""
    path = tmp_path / "a.cfg"
    path.write_text(POLICY.format("police rate 100 pps"))
    status, out, err = run(
        "compile", "-t", "tc", "--kernel", release, "--iproute2", "6.1", str(path)
    )
    assert status == (0 if carried else 1), err
    assert ("pkts_rate 100" in out) is carried
    if not carried:
        assert "5.13" in err


@pytest.mark.parametrize(
    ("burst", "share"),
    [
        (96_000, "0.27 %"),
        (95_999, "3.9 %"),
        (24_000, "3.9 %"),
        (23_999, "8.3 %"),
        (6000, "8.3 %"),
        (5999, "14 %"),
    ],
)
def test_how_far_two_buckets_differ_from_rfc_2697(burst: int, share: str, tmp_path: Path) -> None:
    path = tmp_path / "a.cfg"
    marks = "conform-action transmit exceed-action set-dscp-transmit 10 violate-action drop"
    path.write_text(POLICY.format(f"police 8000000 {burst} 96000 {marks}"))
    status, _, err = run("compile", "-t", "tc", "--ledger", "json", str(path))
    assert status == 0
    notes = " ".join(row["note"] for row in json.loads(err)["entries"])
    assert f"at most {share} of the packets" in notes
