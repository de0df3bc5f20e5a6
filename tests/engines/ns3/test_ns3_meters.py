"""The meters of the C++ headers and those of the simulator colour the same packets alike."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from qosc.scenario.pipeline import Meter
from qosc.simulator.meters import SingleBucket, build_meter
from qosc.targets.ns3.render import runtime

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("cxx")]

DRIVER = """
#include <cstdio>
#include "qosc/meters.h"
int main() {
  long long algorithm, cir, cbs, ebs, pir, pbs, now, length, before;
  if (scanf("%lld %lld %lld %lld %lld %lld", &algorithm, &cir, &cbs, &ebs, &pir, &pbs) != 6)
    return 1;
  auto meter = qosc::MakeMeter({qosc::Algorithm(algorithm), cir, cbs, ebs, pir, pbs, 0});
  while (scanf("%lld %lld %lld", &now, &length, &before) == 3)
    putchar('0' + (before < 0 ? meter->Draw(now, length)
                              : meter->Measure(now, length, qosc::Colour(before))));
}
"""
ALGORITHMS = ("single-bucket", "srtcm", "trtcm", "car", "rfc4115")


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("meters")
    (home / "qosc").mkdir()
    for file in runtime():
        (home / file.name).write_text(file.text)
    (home / "driver.cc").write_text(DRIVER)
    # No path of ns-3: the meters stand alone.
    command = ["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "driver.cc", "-o", "d"]
    subprocess.run(command, cwd=home, check=True)
    return home / "d"


def meter(algorithm: str, cir: int, cbs: int, other: int) -> Meter:
    extra = {
        "single-bucket": {},
        "srtcm": {"ebs_bytes": other},
        "car": {"ebs_bytes": other},
        "trtcm": {"pir_bps": cir * 3 // 2, "pbs_bytes": other + 3000},
        "rfc4115": {"eir_bps": cir // 2 + 1, "ebs_bytes": other},
    }[algorithm]
    return Meter(algorithm=algorithm, cir_bps=cir, cbs_bytes=cbs, **extra)


@pytest.mark.parametrize("aware", [False, True])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("cir", "cbs", "other"),
    [
        (1_000_000, 8000, 16_000),
        (64_000, 1500, 9000),
        (333_333_333, 20_001, 7),
        (9, 10**13 - 3000, 10**13 - 3000),
    ],
)
def test_packet_by_packet(
    driver: Path, algorithm: str, cir: int, cbs: int, other: int, aware: bool
) -> None:
    chance = random.Random(f"{algorithm} {cir}")  # noqa: S311
    model = meter(algorithm, cir, cbs, other)
    # Around the rate on average, in bursts, with some packets at one instant.
    now, trace = 0, []
    for _ in range(4000):
        length = chance.choice((40, 64, 576, 1500, chance.randrange(20, 9000)))
        gap = chance.choice((0, 1, chance.randrange(2 * length * 8 * 10**9 // cir + 1)))
        now += gap if now < 1 << 60 else 0
        trace.append((now, length, chance.choice((0, 0, 0, 1, 2)) if aware else 0))
    python = build_meter(model)
    expected = "".join(str(python.colour(*each)) for each in trace)
    words = (
        ALGORITHMS.index(algorithm),
        model.cir_bps,
        model.cbs_bytes,
        model.ebs_bytes or 0,
        model.pir_bps or model.eir_bps or 0,
        model.pbs_bytes or 0,
    )
    text = "\n".join(" ".join(map(str, row)) for row in (words, *trace))
    done = subprocess.run([driver], input=text, capture_output=True, text=True, check=True)
    assert done.stdout == expected
    if cbs < 10**12:
        assert len(set(expected)) > 1


def test_a_bucket_that_some_draw_on_in_any_case(driver: Path) -> None:
    chance = random.Random("debt")  # noqa: S311
    bucket = SingleBucket(1_000_000, 8000)
    now, rows, expected = 0, [(0, 1_000_000, 8000, 0, 0, 0)], ""
    for _ in range(4000):
        length, drawn = chance.randrange(40, 1500), chance.random() < 0.4
        now += chance.randrange(2 * length * 8000)
        rows.append((now, length, -1 if drawn else 0))
        expected += str(bucket.draw(now, length) if drawn else bucket.colour(now, length))
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    done = subprocess.run([driver], input=text, capture_output=True, text=True, check=True)
    assert done.stdout == expected
    assert len(set(expected)) == 2
