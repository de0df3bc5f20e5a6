"""The runs that the engine tests look at: made once, in as few boots as possible."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping

import pytest

from qosc.lab.linux import uml
from qosc.lab.ns3 import engine as ns3_engine
from tests.engines.calm import compared
from tests.engines.engine_kit import Run, experiments
from tests.engines.required import need


@pytest.fixture(scope="session")
def linux() -> None:
    """Skip without the Linux engine; fail instead where the engines are required."""
    need("the Linux engine", uml.available())


@pytest.fixture(scope="session")
def cxx() -> None:
    """Skip (or fail) without a C++ compiler."""
    need("a C++ compiler", None if shutil.which("g++") else "no g++ (Debian: g++)")


@pytest.fixture(scope="session")
def ns3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Skip (or fail) without ns-3; programs are built for this session alone."""
    need("ns-3", ns3_engine.available())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QOSC_CACHE", str(tmp_path_factory.mktemp("ns3")))
        yield


@pytest.fixture(scope="session")
def runs(linux: None) -> Mapping[str, Run]:
    """All experiments with traffic, in one boot."""
    return compared(experiments(), 4)
