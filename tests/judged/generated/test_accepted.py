"""Generated devices go through check and compile: no crash, no line that is not understood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.generator import DIALECTS, device
from tests.judged.black_box import run, written

SEEDS = range(40)
"""For each of five dialects: 200 devices."""

MISREAD = {"QOS010", "QOS011"}
"""line-not-understood and line-not-modelled."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_line_is_understood(dialect: str, tmp_path: Path) -> None:
    for seed in SEEDS:
        made = device(seed, dialect, hostile=seed % 4 == 3)
        status, out, err = run("check", "--format", "json", *written(made, tmp_path))
        assert status in (0, 1), f"seed {seed}: {err}"
        found = [
            f"line {each['line']}: {each['message']}"
            for each in json.loads(out)["diagnostics"]
            if each["code"] in MISREAD
        ]
        assert not found, f"seed {seed}: {found}"


def compiles(seeds: range, dialect: str, target: str, folder: Path) -> None:
    for seed in seeds:
        made = device(seed, dialect, hostile=seed % 4 == 3)
        out = folder / f"{seed}"
        arguments = ("compile", "-t", target, "--allow-loss", "--ledger", "json", "-o", str(out))
        status, _, err = run(*arguments, *written(made, folder))
        assert status == 0, f"seed {seed}: {err[-2000:]}"
        assert out.exists(), f"seed {seed}: {err[-2000:]}"


@pytest.mark.parametrize("target", ["tc", "sim"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_device_compiles(dialect: str, target: str, tmp_path: Path) -> None:
    compiles(SEEDS[:4], dialect, target, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("first", SEEDS[4::6])
@pytest.mark.parametrize("target", ["tc", "sim"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_further_device_compiles(
    dialect: str, target: str, first: int, tmp_path: Path
) -> None:
    compiles(SEEDS[first : first + 6], dialect, target, tmp_path)
