"""Which dialect a config is written in, and which platform it runs on.

Both are told from the text alone: words that only one dialect has, the `version` line, features
that only one family of routers has. A guess always comes with its reason.
"""

from __future__ import annotations

import re

from qosc.frontends.detect_switch import switch_platform
from qosc.source import SourceText

__all__ = ["DIALECTS", "Guess", "detect"]

DIALECTS = {
    "ios": "Cisco IOS and IOS XE",
    "ios-xr": "Cisco IOS XR",
    "nxos": "Cisco NX-OS",
    "asa": "Cisco ASA",
    "eos": "Arista EOS",
    "junos": "Juniper JunOS",
    "policy-agent": "OS/390 Policy Agent",
}
"""The dialects that can be told apart, and their names."""

_JUNOS = (
    "\nset class-of-service ", "\nset firewall ", "\nset interfaces ", "\nclass-of-service {",
    "\nfirewall {", "\ninterfaces {",
)  # fmt: skip
"""Beginnings of lines of which one tells JunOS, where nothing looks like IOS."""

_LOOKED_AT = 100_000
"""Characters from the start of a text that decide its dialect."""


class Guess:
    """A dialect (a key of DIALECTS), a profile name of `qosc.profiles`, and why.

    `platform` is empty for a dialect that is not read; `dialect_reason` and `platform_reason` are
    sentences without a final stop.
    """

    __slots__ = ("dialect", "dialect_reason", "platform", "platform_reason")

    def __init__(
        self, dialect: str, dialect_reason: str, platform: str = "", platform_reason: str = ""
    ) -> None:
        self.dialect = dialect
        self.dialect_reason = dialect_reason
        self.platform = platform
        self.platform_reason = platform_reason

    def __repr__(self) -> str:
        return f"<Guess {self.dialect} {self.platform}: {self.platform_reason}>"


_MARKS: dict[str, tuple[str, ...]] = {
    "junos": (
        " {\n", ";\n", "\nset interfaces ", "\nset class-of-service ", "\nset firewall ",
        "\nset policy-options ", "\nset protocols ", "\nset routing-", "\nset chassis ",
        "\nset system ", "\nset groups ", "\nset apply-groups ", "\nset forwarding-options ",
    ),
    "ios-xr": (
        "!! IOS XR", "\nend-policy-map", "\n end-policy-map", "\nend-class-map",
        "\n end-class-map", "\nroute-policy ", "MgmtEth", "\ninterface Bundle-Ether",
        "\ninterface TenGigE", "\ninterface GigabitEthernet0/0/0/", "/RP0/CPU0",
    ),
    "nxos": (
        "\nfeature ", "\nvdc ", "-map type qos ", "-map type queuing ", "-map type network-qos ",
        "\ninterface mgmt0", "\ninterface nve1", "\nboot nxos", "\nswitchname ",
        "\ninstall feature-set", "input copp-system",
    ),
    "eos": (
        "\n! device: ", "\ndaemon TerminAttr", "\ntransceiver qsfp",
        "\nservice routing protocols model", " type quality-of-service ", "\n   tx-queue ",
        "\nqos profile ", "\nmanagement api ",
    ),
    "asa": (
        "\nASA Version", "\n nameif ", "\n security-level ", "\nobject network ", "\n: Saved",
        "\nsame-security-traffic ",
    ),
    "policy-agent": (
        "ServicePolicyRules", "ServiceCategories", "PolicyScope", "PriorityTosMapping",
        "ServiceReference", "SetSubnetPrioTosMask",
    ),
}  # fmt: skip
_IOS = (
    "\npolicy-map ", "\nclass-map ", "\naccess-list ", "service-policy input ",
    "service-policy output ", "rate-limit input ", "rate-limit output ", "\nip access-list ",
    "\ninterface ", "match ip ", "match access-group ", "(config",
)  # fmt: skip

_XE = (
    "\nplatform qfp", "\nplatform console", "\nplatform punt-", "\nplatform hardware throughput",
    "\nlicense boot level", "\nlicense udi pid ISR4", "\nlicense udi pid ASR",
    "\nlicense udi pid C8", "\nlicense udi pid CSR", "\nsubscriber templating", "IOS-XE", "IOS XE",
    "\nvrf definition Mgmt-intf",
)  # fmt: skip
_VERSION = re.compile(r"\n[ \t]*version (\d{1,3})\.(\d{1,3})")


def detect(source: SourceText) -> Guess:
    """Guess the dialect and the platform of a text. Any text gives one; the default is IOS 12."""
    head = "\n" + source.text[:_LOOKED_AT].replace("\r\n", "\n")
    scores = {name: _count(marks, head) for name, marks in _MARKS.items()}
    best = max(scores, key=lambda name: scores[name])
    score, ios = scores[best], _count(_IOS, head)
    if best == "policy-agent":
        taken = score >= 2 and ios == 0
    elif best == "junos":
        taken = (score >= 2 and score > 2 * ios) or (ios == 0 and _count(_JUNOS, head) > 0)
    else:
        taken = score >= 2 or (score == 1 and ios == 0)
    if taken and best == "junos":
        # The words of JunOS are the same on all its platforms.
        reason = f"{score} lines are written as {DIALECTS[best]} writes them"
        return Guess(best, reason, "junos-mx", "the only JunOS platform with a profile")
    if taken:
        reason = f"{score} lines are written as {DIALECTS[best]} writes them"
        if best in ("ios-xr", "nxos"):
            nearest = f"there is no profile for {DIALECTS[best]} yet; IOS XE is nearest"
            return Guess(best, reason, "ios-xe", nearest)
        return Guess(best, reason)
    why = f"{ios} lines are written as IOS writes them" if ios else "nothing says otherwise"
    platform, reason = _platform(head)
    return Guess("ios", why, platform, reason)


def _count(marks: tuple[str, ...], text: str) -> int:
    return sum(text.count(mark) for mark in marks)


def _platform(head: str) -> tuple[str, str]:
    switch = switch_platform(head)
    if switch is not None:
        return switch
    version = _VERSION.search(head)
    major = int(version[1]) if version is not None else 0
    if version is not None and major >= 16:
        return "ios-xe", f"the config says version {version[1]}.{version[2]}"
    for mark in _XE:
        if mark in head:
            return "ios-xe", f"the config says `{mark.strip()}`"
    if version is None:
        return "ios-12", "the config does not say its version; classic IOS is assumed"
    said = f"the config says version {version[1]}.{version[2]}"
    if major == 15:
        # Hierarchical queueing came with 12.4(20)T and is in every 15.x (Cisco: QoS Hierarchical
        # Queueing Framework).
        return "ios-12", (
            f"{said}, which queues hierarchically (HQF); there is no profile for it yet, "
            "and classic IOS is nearest"
        )
    return "ios-12", said
