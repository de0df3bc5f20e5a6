"""Objects that refer to each other without end are refused in a sentence, not followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from qosc.cli import cli

PORT = "interface Serial0/0\n bandwidth 2000\n service-policy output p\n"


def _chain(levels: int, line: str) -> str:
    maps = (f"class-map match-any c{n}\n{line.format(n + 1)}" for n in range(levels))
    policy = "policy-map p\n class c0\n  bandwidth 100\n"
    return f"{PORT}{policy}{''.join(maps)}class-map c{levels}\n match ip dscp ef\n"


def _policies(levels: int) -> str:
    body = "policy-map {}\n class class-default\n  shape average 100000\n  service-policy {}\n"
    nested = (body.format("p" if n == 0 else f"p{n}", f"p{n + 1}") for n in range(levels))
    return f"{PORT}{''.join(nested)}policy-map p{levels}\n class class-default\n  bandwidth 10\n"


ENDLESS = {
    "deep class-maps": _chain(3000, " match class-map c{0}\n"),
    "doubling class-maps": _chain(40, " match class-map c{0}\n match not class-map c{0}\n"),
    "deep policies": _policies(2000),
}


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("target", ["tc", "sim", "ir"])
def test_compile_refuses(name: str, target: str, tmp_path: Path) -> None:
    config = tmp_path / "router.cfg"
    config.write_text(ENDLESS[name])
    done = CliRunner().invoke(cli, ["compile", str(config), "-t", target])
    assert done.exit_code == 2
    assert "reached too deeply or too often" in done.output


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("command", ["show", "check"])
def test_show_and_check_end(name: str, command: str, tmp_path: Path) -> None:
    config = tmp_path / "router.cfg"
    config.write_text(ENDLESS[name])
    done = CliRunner().invoke(cli, [command, str(config)], standalone_mode=False)
    assert done.exception is None
    assert len(done.output) < 10_000


def test_three_levels_are_nothing_special(tmp_path: Path) -> None:
    config = tmp_path / "router.cfg"
    config.write_text(_policies(2))
    done = CliRunner().invoke(cli, ["compile", str(config), "-t", "tc"], standalone_mode=False)
    assert done.exception is None
    assert done.return_value == 0
