"""Devices whose scripts are cut: three small ones of all kinds of changes, and whole ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import qosc
from tests.bulk.trial import Trial, plan

IOS = """\
class-map match-any V
 match precedence 5
policy-map P
 class V
  bandwidth percent 10
 class class-default
  random-detect
class-map match-any BAD
 match protocol arp
policy-map IN
 class BAD
  drop
interface GigabitEthernet0/0
 bandwidth 10000
 service-policy output P
interface GigabitEthernet0/1
 service-policy input IN
"""
JUNOS = """
set class-of-service schedulers be transmit-rate percent 80
set class-of-service scheduler-maps m forwarding-class best-effort scheduler be
set class-of-service interfaces ge-0/0/0 scheduler-map m
set class-of-service interfaces ge-0/0/0 shaping-rate 10m
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
"""
MAPPED = """\
class-map match-any V
 match precedence 5
policy-map P
 class V
  bandwidth percent 10
  set cos 5
 class class-default
  set cos 1
interface GigabitEthernet0/1.30
 encapsulation dot1Q 30
 service-policy output P
"""
PLANE = """\
policy-map COPP
 class class-default
  police 8000 1500 conform-action transmit exceed-action drop
policy-map OUT
 class class-default
  shape average 2000000
interface GigabitEthernet0/1
 ip address 10.0.1.1 255.255.255.0
 service-policy output OUT
control-plane
 service-policy input COPP
"""


@dataclass(frozen=True)
class Made:
    """A script, its files by name, and the words of `apply`."""

    files: Mapping[str, str]
    script: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Device:
    """Interfaces, a script and an earlier one for them, and what others have set up before.

    `stands` has lines for `tc` and `ip` by name.
    """

    interfaces: tuple[str, ...]
    new: Made
    old: Made
    stands: Mapping[str, Mapping[str, tuple[str, ...]]]


def _foreign(*interfaces: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    first, last = interfaces[0], interfaces[-1]
    lines = {
        "tc": (
            f"qdisc add dev {first} root handle 8001: tbf rate 1Mbit burst 10Kb lat 50ms",
            f"qdisc add dev {last} ingress",
        ),
        "ip": tuple(
            f"link set dev {each} type vlan egress-qos-map 0:3 6:6"
            for each in interfaces
            if "." in each
        ),
    }
    return {"foreign": lines}


def _made(text: str, platform: str, words: tuple[str, ...], *, batch: bool) -> Made:
    made = qosc.compile(qosc.loads(text, platform=platform), batch=batch, allow_loss=True)
    files = {each.name: each.text for each in made.files}
    return Made(files, made.files[0].name, words)


def _small(text: str, earlier: str, platform: str, words: tuple[str, ...]) -> Device:
    interfaces = tuple(word.split("=")[1] for word in words if "=" in word)
    return Device(
        interfaces,
        _made(text, platform, words, batch=False),
        _made(earlier, platform, words, batch=False),
        _foreign(*interfaces),
    )


def _ios() -> Device:
    words = ("GigabitEthernet0/0=e0", "GigabitEthernet0/1=e1")
    return _small(IOS, IOS.replace("percent 10", "percent 20"), "ios-15", words)


def _junos() -> Device:
    words = ("ge-0/0/0=e0",)
    return _small(JUNOS, JUNOS.replace("percent 80", "percent 60"), "junos-mx", words)


def _mapped() -> Device:
    words = ("GigabitEthernet0/1.30=e1.30",)
    earlier = MAPPED.replace("cos 5", "cos 6").replace("percent 10", "percent 20")
    return _small(MAPPED, earlier, "ios-15", words)


def _plane() -> Device:
    words = ("--no-confirm", "GigabitEthernet0/1=e1", "control-plane=e0")
    return _small(PLANE, PLANE.replace("8000 1500", "16000 1500"), "ios-15", words)


SMALL = {"IOS": _ios, "JunOS": _junos, "control plane": _plane, "VLAN": _mapped}
"""Queues and filters; marks; meters that two interfaces share; a map of priorities."""


def whole(trial: Trial, earlier: Trial) -> Device:
    """The device of a trial, and the script of another one as the earlier one."""
    made = []
    for each in (trial, earlier):
        planned = plan(each)
        if planned.error:
            raise RuntimeError(planned.error)
        script, _, *words = planned.job["steps"][0]
        made.append(Made(planned.job["files"], script.removeprefix("./"), tuple(words)))
    interfaces = tuple(word.split("=")[-1] for word in made[0].words if not word.startswith("--"))
    return Device(interfaces, made[0], made[1], _foreign(*interfaces))
