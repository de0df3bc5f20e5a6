"""ATM circuits with a contract and no policy: each sends no faster than its contract."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import verify_script

TEXT = "interface ATM0.1 point-to-point\n pvc 1/100\n  {}\n"
RATES = [
    ("cbr 1000", 1_000_000),
    ("vbr-nrt 1000 500 32", 500_000),
    ("ubr 2000", 2_000_000),
]


@pytest.mark.parametrize(("line", "rate"), RATES)
def test_a_circuit_is_held_to_its_contract(line: str, rate: int) -> None:
    config = qosc.loads(TEXT.format(line))
    made = qosc.compile(config, target="tc")
    assert f"htb rate {rate}bit ceil {rate}bit" in made.files[0].text
    assert "unsupported" not in {str(entry.fidelity) for entry in made.ledger}
    found = qosc.compile(config, target="sim")
    assert f"rate_bps: {rate}" in found.files[0].text


def test_the_depth_that_nobody_gives_is_unknown() -> None:
    made = qosc.compile(qosc.loads(TEXT.format("cbr 1000")), target="tc")
    (entry,) = (one for one in made.ledger if one.path.endswith("depth"))
    assert (str(entry.fidelity), entry.got) == ("unknown", "64 packets")


def test_a_circuit_without_a_rate_is_left_alone() -> None:
    config = qosc.loads(TEXT.format("ubr"))
    (port,) = (port for port in config.complete_device.ports.values() if port.atm is not None)
    assert port.output == ()
    made = qosc.compile(config, target="tc")
    assert [str(entry.fidelity) for entry in made.ledger] == ["exact"]


def test_a_circuit_with_a_policy_keeps_it() -> None:
    text = "policy-map P\n class class-default\n  bandwidth 100\n"
    config = qosc.loads(text + TEXT.format("cbr 1000\n  service-policy output P"))
    (port,) = (port for port in config.complete_device.ports.values() if port.atm is not None)
    assert [stage.policy.name for stage in port.output] == ["P"]


def test_a_config_and_its_script_are_the_same() -> None:
    config = qosc.loads(
        "".join(TEXT.format(line).replace("0.1", f"0.{n}") for n, (line, _) in enumerate(RATES))
    )
    made = qosc.compile(config, target="tc")
    found = verify_script(config, made.files[0].text, made.ledger)
    assert found.differences == ()
