"""A script that will not fit is refused at the first ports of a kind, with what it would take."""

from __future__ import annotations

import pytest

import qosc
from qosc.ports import qos_ports
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.options import TcOptions, TooManyCommandsError

HEAD = """\
class-map VOICE
 match dscp ef
policy-map LARGE
 class VOICE
  priority percent 10
 class class-default
  fair-queue
policy-map SMALL
 class class-default
  police 100000 8000
"""
PORT = "interface GigabitEthernet0/{}\n service-policy output {}\n"


def device(*policies: str) -> qosc.Config:
    text = HEAD + "".join(PORT.format(n, name) for n, name in enumerate(policies))
    return qosc.loads(text, platform="ios-15")


def commands(config: qosc.Config) -> int:
    """Those of all ports, though the script has those of like ports once, as a function."""
    options = TcOptions(max_commands=10_000, profile=config.profile)
    plans, _ = lower(config.joined_device, qos_ports(config), options)
    return sum(len(plan.commands) for plan in plans)


def refusal(config: qosc.Config, most: int) -> str:
    with pytest.raises(TooManyCommandsError) as refused:
        qosc.compile(config, allow_loss=True, max_commands=most)
    return str(refused.value)


def test_the_refusal_says_how_many_commands_ports_of_one_policy_take() -> None:
    config = device(*["LARGE"] * 12)
    whole = commands(config)
    said = refusal(config, whole // 3)
    assert f"about {whole} commands, and {whole // 3} are allowed" in said
    assert "--max-commands" in said
    assert "--interface" in said


def test_ports_of_two_kinds_are_counted_by_their_kind() -> None:
    # The small ones come first, and alone they would fit.
    config = device(*["SMALL"] * 12, *["LARGE"] * 12)
    whole = commands(config)
    assert f"about {whole} commands" in refusal(config, whole // 3)


def test_ports_of_other_policies_are_not_taken_for_alike() -> None:
    config = device("LARGE", *["SMALL"] * 20)
    whole = commands(config)
    large = commands(device("LARGE"))
    assert large * 21 > 2 * whole, "the first port has to mislead"
    assert qosc.compile(config, allow_loss=True, max_commands=whole).files


def test_a_script_that_nearly_fits_is_worked_out() -> None:
    config = device(*["LARGE"] * 12)
    whole = commands(config)
    assert f"more than {whole - 1} commands, at GigabitEthernet0/11" in refusal(config, whole - 1)
    assert qosc.compile(config, allow_loss=True, max_commands=whole).files
