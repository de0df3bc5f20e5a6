"""Where `compile --output` writes: never over what is no ordinary file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """policy-map P
 class class-default
  shape average 1000000
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    config, pipe = tmp_path / "router.cfg", tmp_path / "pipe"
    config.write_text(CONFIG)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(SystemExit) as ended:
            main(("compile", str(config), "-t", "tc", "-o", str(pipe)))
        assert not ended.value.code
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert os.read(reader, 10) == b"#!/bin/sh\n"
    finally:
        os.close(reader)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pipe", "router.cfg"]
