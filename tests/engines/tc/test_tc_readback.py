"""Every emitted command is taken by the real tc, and the kernel then holds what it asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.readback_kit import (
    commands_for,
    commands_of,
    judged,
    read_back_all,
    shared_configs,
)
from tests.readback.compare import UNSEEN, Report
from tests.readback.debian import RELEASES, missing, unpacked
from tests.readback.machine import read_back

PARTS = 8
"""Boots that share the published configs: each takes about a minute."""


@pytest.fixture(scope="module")
def read(linux: None) -> tuple[Report, list[str]]:
    texts, answer, too_long = read_back_all(commands_for())
    assert len(texts) > 40
    assert not too_long
    return judged(texts, answer)


@pytest.mark.engine
def test_tc_and_the_kernel_take_every_script(read: tuple[Report, list[str]]) -> None:
    assert not read[1], "\n".join(read[1])


@pytest.mark.engine
def test_the_kernel_holds_what_each_command_asked_for(read: tuple[Report, list[str]]) -> None:
    report, _ = read
    assert not report.wrong, "\n".join(report.wrong[:40])
    assert sum(report.seen.values()) > 3000


@pytest.mark.engine
def test_arguments_that_the_kernel_does_not_give_back_are_the_ones_listed(
    read: tuple[Report, list[str]],
) -> None:
    assert set(read[0].unseen) == set(UNSEEN)


@pytest.mark.engine
@pytest.mark.deep
@pytest.mark.shared("corpus")
@pytest.mark.parametrize("part", range(PARTS))
def test_scripts_of_published_configs_are_taken_and_read_back(linux: None, part: int) -> None:
    paths = shared_configs()
    assert paths
    named = (
        pair
        for path in paths[part::PARTS]
        for pair in commands_of(path.name, path.read_bytes().decode("utf-8", "replace"), None)
    )
    texts, answer, _too_long = read_back_all(named)
    report, refused = judged(texts, answer)
    assert texts
    assert not refused, "\n".join(refused)
    assert not report.wrong, "\n".join(report.wrong[:40])


@pytest.mark.engine
@pytest.mark.deep
@pytest.mark.parametrize("name", RELEASES)
def test_older_and_newer_releases_take_what_is_compiled_for_them(
    linux: None, name: str, tmp_path: Path
) -> None:
    if why := missing():
        pytest.skip(why)
    release = unpacked(name, tmp_path)
    versions = read_back(release, {})
    iproute2 = versions.iproute2.partition("iproute2-")[2].split(",")[0]
    texts, answer, _ = read_back_all(commands_for(versions.kernel, iproute2), release)
    report, refused = judged(texts, answer)
    assert not refused, "\n".join(refused)
    assert not report.wrong, "\n".join(report.wrong[:40])
    assert sum(report.seen.values()) > 3000
