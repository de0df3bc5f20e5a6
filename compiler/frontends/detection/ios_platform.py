"""Which platform a text of IOS runs on: by its version, its image, or words of one family."""

from __future__ import annotations

import re

from qosc.frontends.detection.switch import switch_platform
from qosc.patterns import pattern

__all__ = ["ios_platform"]

_XE = (
    "\nplatform qfp",
    "\nplatform console",
    "\nplatform punt-",
    "\nplatform hardware throughput",
    "\nlicense boot level",
    "\nlicense udi pid ISR4",
    "\nlicense udi pid ASR",
    "\nlicense udi pid C8",
    "\nlicense udi pid CSR",
    "\nsubscriber templating",
    "IOS-XE",
    "IOS XE",
    "\nvrf definition Mgmt-intf",
    ":packages.conf",
    "interface TwentyFiveGigE",
    "interface FiveGigabitEthernet",
    "interface TwoGigabitEthernet",
    "bandwidth remaining ratio ",
)
"""Words that only IOS XE has. Cisco, Command Reference, bandwidth remaining ratio: for routers of
the 10000 series, and IOS XE. Cisco document 217607: in install mode it boots by `packages.conf`.
"""
_XE_SWITCH = (
    "queue-buffers ratio ",
    "class-map match-any system-cpp-police-",
    "class system-cpp-police-",
    "\nqos queue-softmax-multiplier ",
    "AutoQos-4.0-",
    "interface AppGigabitEthernet",
)
"""Words that only a Catalyst switch of IOS XE has. Catalyst 3850 Series QoS Configuration Guide,
Cisco IOS XE 3SE, queue-buffers ratio, and "Configuring Auto-QoS"; Catalyst 9300 Series QoS
Configuration Guide 16.5, Configuring Control Plane Policing: the classes of the system.
"""
_XE_PORT = "\ninterface GigabitEthernet0/0/"
_OLD_PORTS = (
    "\ninterface FastEthernet",
    "\ninterface GigabitEthernet0/0\n",
    "\ninterface GigabitEthernet0/1",
    "\nversion ",
    "\ninterface Serial0/0\n",
    "service instance ",
)
"""An ISR of the first generations may have a card with such a port, and then has ports of its own
beside it: GigabitEthernet0/0 (Cisco 4000 Series ISRs Software Configuration Guide, and 3900 Series,
2900 Series and 1900 Series ISRs Software Configuration Guide, on the numbers of interfaces)."""
_STACK = pattern(r"\n[ \t]*switch \d provision (?:ws-)?(\S+)", re.IGNORECASE)
"""The model of a switch in a stack."""
_STACKS = (
    (pattern(r"c(?:3750|2960|2975)", re.IGNORECASE), "cat3750"),
    (pattern(r"c(?:3850|3650|9\d{3})", re.IGNORECASE), "cat9000"),
)
_RELEASE = pattern(r"\.(?:SPA\.)?(12|15)([0-5])-(\d{1,2})[a-z]?\.?([A-Z]*)")
"""The release in the name of an image that a config boots: `c2800nm-ipbase-mz.124-24.T.bin`."""
_UNDECIDED = (
    "the config says version 12.4, which does not tell 12.4(20)T and later, with hierarchical "
    "queueing (HQF), from those before; these are assumed"
)
_SESSION = pattern(r"\n[ \t]*+[\w.-]{1,64}+\(config[\w-]{0,40}+\) ?#[ \t]*+")
"""A prompt, behind which a statement stands as at the beginning of a line."""
_VERSION = pattern(r"\n[ \t]*version (\d{1,3})\.(\d{1,3})")


def ios_platform(head: str) -> tuple[str, str, bool]:
    """The platform of a text of IOS, by what, and whether it is assumed."""
    if "(config" in head:
        head = _SESSION.sub("\n", head)
    stated = _platform(head)
    if stated is not None:
        return *stated, False
    if _XE_PORT in head and not any(mark in head for mark in _OLD_PORTS):
        reason = "its ports are named slot/subslot/port, as those of routers with IOS XE"
        return "ios-xe", reason, True
    if _VERSION.search(head) is not None:
        return "ios-12", _UNDECIDED, True
    from qosc.frontends.detection.release import assumed_release

    return *assumed_release(head), True


def _platform(head: str) -> tuple[str, str] | None:
    """The platform that the text tells, and by what; None where it does not tell the release."""
    stack = _STACK.search(head) if "provision" in head.lower() else None
    for model, name in _STACKS if stack is not None else ():
        if stack is not None and model.match(stack[1]):
            return name, f"the config provisions a {stack[1]}"
    switch = switch_platform(head)
    if switch is not None:
        return switch
    for mark in _XE_SWITCH:
        if mark in head:
            return "cat9000", f"the config says `{mark.strip()}`"
    image = _image(head)
    version = _VERSION.search(head)
    major = int(version[1]) if version is not None else 0
    if version is not None and major >= 16:
        return "ios-xe", f"the config says version {version[1]}.{version[2]}"
    for mark in _XE:
        if mark in head:
            return "ios-xe", f"the config says `{mark.strip()}`"
    if image is not None:
        release = f"{image[1]}.{image[2]}({image[3]}){image[4]}"
        hierarchical = _has_hqf(int(image[1]), int(image[2]), int(image[3]), image[4])
        queues = "queues hierarchically (HQF)" if hierarchical else "is from before HQF"
        return "ios-15" if hierarchical else "ios-12", (
            f"the config boots release {release}, which {queues}"
        )
    if version is None or (major, version[2]) == (12, "4"):
        return None
    said = f"the config says version {version[1]}.{version[2]}"
    if major == 15:
        return "ios-15", f"{said}, which queues hierarchically (HQF)"
    return "ios-12", said


def _image(head: str) -> re.Match[str] | None:
    """The release in the first name of an image, behind what says where it runs (`-m`, `-mz`)."""
    for word in head.split() if "-m" in head else ():
        at = word.find("-m")
        named = at >= 0 and "." in word
        release: re.Match[str] | None = _RELEASE.search(word, at) if named else None
        if release is not None:
            return release
    return None


def _has_hqf(major: int, minor: int, build: int, train: str) -> bool:
    """Whether a release queues hierarchically.

    Cisco white paper c11-481499, Hierarchical Queuing Framework: it came with 12.4(20)T, and all
    releases after it have it.
    """
    return major == 15 or ((major, minor) == (12, 4) and train.startswith("T") and build >= 20)
