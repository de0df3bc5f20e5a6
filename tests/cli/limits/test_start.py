"""What a check of a few lines imports: most of its time goes into that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXCERPT = """\
version 12.4
hostname edge
access-list 100 permit udp any host 10.0.0.1 range 1000 1001
class-map match-any VOICE
 match ip dscp ef
 match access-group 100
policy-map WAN
 class VOICE
  priority 432
 class class-default
  fair-queue
end
"""

_COUNT = """
import sys, qosc.cli
try:
    qosc.cli.main(["check", sys.argv[1]])
except SystemExit:
    print(*(name for name in sys.modules if name.partition(".")[0] in ("qosc", "lark", "oxidd")))
"""

_NOT_ASKED = ("lark", "oxidd", "qosc.redaction", "qosc.ir.statements", "qosc.frontends.junos")
"""Parts that a text of IOS without secrets has no use for."""

_MOST = 250
"""Modules of qosc; 236 when this was written."""


def test_a_check_of_an_excerpt_imports_what_it_uses(tmp_path: Path) -> None:
    config = tmp_path / "excerpt.cfg"
    config.write_text(EXCERPT, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", _COUNT, str(config)], capture_output=True, text=True, check=True
    )
    names = ran.stdout.splitlines()[-1].split()
    assert "qosc.lint.engine.run" in names
    assert not [name for name in names if name.startswith(_NOT_ASKED)]
    assert len(names) <= _MOST, f"{len(names)} modules"
