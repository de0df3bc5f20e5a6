"""Scripts made from published configs do what the configs say."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import qosc
from qosc.api import NoSuchPortError, qos_ports, verify_script
from qosc.source import SourceText
from tests.published import CORPUS

ONE_OF = 4
LARGEST = 200_000
"""Bytes of the largest config that is taken: the largest of all take half a minute each."""


def _sample() -> list[Path]:
    """Files by the hash of what they hold, so that a file keeps its place when others come."""
    files = (path for path in sorted(CORPUS.rglob("*")) if path.is_file())
    small = ((path, path.read_bytes()) for path in files if path.stat().st_size < LARGEST)
    return [path for path, text in small if sha256(text).digest()[0] % ONE_OF == 0]


@pytest.mark.shared("corpus")
def test_the_scripts_of_published_configs() -> None:
    compared, differing = 0, []
    configs = (
        (path, config)
        for path in _sample()
        for config in qosc.devices(SourceText.of(path.name, path.read_bytes()))
    )
    for path, config in configs:
        try:
            ports = qos_ports(config)
        except NoSuchPortError:
            continue
        artefact = qosc.compile(config, allow_loss=True)
        if not artefact.files:
            continue
        found = verify_script(config, artefact.files[0].text, artefact.ledger)
        compared += len(ports)
        # A port of which the ledger calls all unsupported is told, and is no difference.
        differing += [
            f"{path.name}: {each.message}" for each in found.differences if each.kind != "nothing"
        ]
    assert compared
    assert differing == []
