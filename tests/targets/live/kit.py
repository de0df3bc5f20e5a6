"""Configs, what their scripts set up, and dumps of it."""

from __future__ import annotations

from pathlib import Path

import qosc
from qosc.verify.tc.model import PortSetup
from qosc.verify.tc.read import read_script
from tests.command import Ended, run
from tests.targets.live.shown_by_tc import dump

SMALL = """
class-map match-all voice
 match dscp ef
class-map match-all data
 match dscp af31
policy-map out
 class voice
  priority 512
 class data
  bandwidth 256
  random-detect
 class class-default
  queue-limit 30
policy-map in
 class voice
  police 128000 8000 conform-action transmit exceed-action drop
 class data
  set dscp af11
interface Ethernet0/0
 service-policy input in
 service-policy output out
"""


def setups_of(config: str) -> dict[str, PortSetup]:
    """What the script of a config sets up, by port."""
    text = qosc.compile(qosc.loads(config), allow_loss=True).files[0].text
    return {setup.name: setup for setup in read_script(text)}


def dump_of(setups: dict[str, PortSetup]) -> list[str]:
    """A dump of it: the ports are e0, e1, ..., and `apply` remembers which is which."""
    names = {f"e{number}": port for number, port in enumerate(setups)}
    return dump({name: setups[port] for name, port in names.items()}, names)


def verify(folder: Path, config: str, lines: list[str], *more: str) -> Ended:
    """`qosc verify CONFIG --state DUMP`."""
    (folder / "router.cfg").write_text(config)
    (folder / "state.txt").write_text("\n".join(lines) + "\n")
    return run("verify", str(folder / "router.cfg"), "--state", str(folder / "state.txt"), *more)
