"""How much of a config scenarios are made of, unless more is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.cli import main
from qosc.targets.base import TooLargeError
from qosc.targets.sim.options import MOST_VALUES, TooManyValuesError
from tests.cli.limits.limited import qosc as limited
from tests.cli.limits.limited import used

HEAD = "class-map c\n match dscp ef\npolicy-map p\n class c\n  bandwidth percent 5\n"
PORT = "interface Serial0/{}\n service-policy output p\n"


def _ports(count: int) -> str:
    return HEAD + "".join(PORT.format(n) for n in range(count))


def _list(count: int) -> str:
    lines = "".join(
        f" permit tcp host 10.{n >> 16}.{n >> 8 & 255}.{n & 255} any eq {n % 60000}\n"
        for n in range(count)
    )
    used = "class-map c\n match access-group name A\npolicy-map p\n class c\n  bandwidth 9\n"
    return f"ip access-list extended A\n{lines}{used}{PORT.format(0)}"


def test_scenarios_of_many_ports_are_refused_and_those_asked_for_are_made() -> None:
    config = qosc.loads(_ports(8))
    assert len(qosc.compile(config, target="sim", allow_loss=True).files) == 8
    with pytest.raises(TooManyValuesError, match=r"of 8 ports, and 100 are .* --interface") as told:
        qosc.compile(config, target="sim", allow_loss=True, max_values=100)
    assert "--max-values" in str(told.value)
    one = qosc.compile(config, target="sim", allow_loss=True, max_values=100, interface="Serial0/3")
    assert [file.name for file in one.files] == ["serial0-3.yaml"]


def test_a_port_alone_is_refused_without_the_advice_to_choose_one() -> None:
    config = qosc.loads(_list(50))
    for interface in (None, "Serial0/0"):
        with pytest.raises(TooManyValuesError, match="of one port, and 100 are") as told:
            qosc.compile(config, target="ns3", max_values=100, interface=interface)
        assert "--interface" not in str(told.value)


def test_a_list_that_each_of_many_ports_uses_is_counted_for_each_up_to_a_bound() -> None:
    """A third of a megabyte made a document of 2 GB."""
    terms = "".join(
        f"term t{n} {{ from {{ source-address 10.{n >> 8}.{n & 255}.0/24; }} then accept; }}\n"
        for n in range(700)
    )
    ports = "".join(
        f"ge-0/0/{n} {{ unit 0 {{ family inet {{ filter {{ input f; }} }} }} }}\n"
        for n in range(700)
    )
    config = qosc.loads(
        f"interfaces {{\n{ports}}}\nfirewall {{ family inet {{ filter f {{\n{terms}}} }} }}\n"
    )
    with pytest.raises(TooManyValuesError, match=r"more than 2\d\d,\d{3} values, of"):
        qosc.compile(config, target="sim", allow_loss=True)
    with pytest.raises(TooLargeError, match="more than 300,000 values up to ge-0/0/"):
        qosc.compile(config, target="ir")


@pytest.mark.parametrize("text", [_ports(20_000), _list(20_000)], ids=["ports", "entries"])
def test_a_hard_megabyte_is_refused_soon(text: str, tmp_path: Path) -> None:
    line = ["compile", "-t", "sim", "--allow-loss", "-o", str(tmp_path / "made"), "-"]
    result = limited(line, text, cpu=10, space=1 << 30)
    assert result.returncode == 2, used(result)
    assert f"{MOST_VALUES:,} are allowed unasked" in result.stderr
    assert "--max-values" in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_option_is_for_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.cfg"
    path.write_text(_ports(3), encoding="utf-8")
    for arguments, status in (
        (("-t", "sim", "--max-values", "50"), 2),
        (("-t", "sim", "--max-values", "500", "-o", str(tmp_path / "out")), 0),
        (("-t", "tc", "--max-values", "50"), 2),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["compile", "--allow-loss", str(path), *arguments])
        assert ended.value.code == status, capsys.readouterr().err
    assert "--max-values is for the targets sim and ns3" in capsys.readouterr().err
