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


def _each_its_own(text: str, count: int) -> qosc.Config:
    """Ports with objects of their own each, as a program writes them: `{0}` is a number."""
    return qosc.loads("".join(text.format(n) for n in range(count)), platform="ios-15")


OWN = """\
class-map VOICE-{0}
 match dscp ef
policy-map CHILD-{0}
 class VOICE-{0}
  priority percent 10
policy-map PARENT-{0}
 class class-default
  shape average 1000000
  service-policy CHILD-{0}
interface GigabitEthernet0/{0}
 service-policy output PARENT-{0}
"""


def test_policies_that_differ_in_names_alone_make_ports_alike() -> None:
    config = _each_its_own(OWN, 12)
    whole = commands(config)
    assert f"about {whole} commands, and {whole // 3} are allowed" in refusal(config, whole // 3)
    assert qosc.compile(config, allow_loss=True, max_commands=whole).files


def test_policies_that_differ_below_their_names_are_not_taken_for_alike() -> None:
    # The first child has classes by the dozen, the others have none.
    large = "".join(f" class X{n}\n  bandwidth percent 1\n" for n in range(12))
    maps = "".join(f"class-map X{n}\n match dscp {n}\n" for n in range(12))
    parent = (
        "policy-map CHILD-{0}\n{1} class class-default\npolicy-map PARENT-{0}\n"
        " class class-default\n  shape average 1000000\n  service-policy CHILD-{0}\n"
        "interface GigabitEthernet0/{0}\n service-policy output PARENT-{0}\n"
    )
    text = maps + parent.format(0, large) + "".join(parent.format(n, "") for n in range(1, 12))
    config = qosc.loads(text, platform="ios-15")
    whole = commands(config)
    first = commands(qosc.loads(maps + parent.format(0, large), platform="ios-15"))
    assert first * 12 > 2 * whole, "the first port has to mislead"
    assert qosc.compile(config, allow_loss=True, max_commands=whole).files


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
