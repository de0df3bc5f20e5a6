"""Which dialect a config is written in, and which platform it runs on.

Both are told from the text alone: words that only one dialect has, the `version` line, features
that only one family of routers has. A guess always comes with its reason.
"""

from __future__ import annotations

import re

from qosc.frontends.detection.ios_platform import ios_platform
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["DIALECTS", "NO_HINT", "Guess", "certain", "detect"]

DIALECTS = {
    "ios": "Cisco IOS and IOS XE",
    "ios-xr": "Cisco IOS XR",
    "nxos": "Cisco NX-OS",
    "asa": "Cisco ASA",
    "eos": "Arista EOS",
    "cnos": "Lenovo CNOS",
    "os10": "Dell OS10",
    "junos": "Juniper JunOS",
    "policy-agent": "OS/390 and z/OS Policy Agent",
    "freertr": "freeRtr",
}
"""The dialects that can be told apart, and their names."""

NO_HINT = "nothing says otherwise"
"""Why a text is taken for IOS in which no line tells a dialect."""

_JUNOS = (
    "\nset class-of-service ",
    "\nset firewall ",
    "\nset interfaces ",
    "\nset dynamic-profiles ",
    "\ndynamic-profiles {",
    "\nclass-of-service {",
    "\nfirewall {",
    "\ninterfaces {",
)
"""Beginnings of lines of which one tells JunOS, where nothing looks like IOS."""

_LOOKED_AT = 100_000
"""Characters from the start of a text that decide its dialect."""


class Guess:
    """A dialect (a key of DIALECTS), a profile name of `qosc.profiles`, and why.

    `platform` is empty for a dialect that is not read; `dialect_reason` and `platform_reason` are
    sentences without a final stop. `assumed`: nothing in the config tells the platform's release.
    """

    __slots__ = ("assumed", "dialect", "dialect_reason", "platform", "platform_reason")

    def __init__(
        self,
        dialect: str,
        dialect_reason: str,
        platform: str = "",
        platform_reason: str = "",
        assumed: bool = False,
    ) -> None:
        self.assumed = assumed
        self.dialect = dialect
        self.dialect_reason = dialect_reason
        self.platform = platform
        self.platform_reason = platform_reason

    def __repr__(self) -> str:
        return f"<Guess {self.dialect} {self.platform}: {self.platform_reason}>"


_MARKS: dict[str, tuple[str, ...]] = {
    "junos": (
        " {\n",
        ";\n",
        "\nset interfaces ",
        "\nset class-of-service ",
        "\nset firewall ",
        "\nset policy-options ",
        "\nset protocols ",
        "\nset routing-",
        "\nset chassis ",
        "\nset system ",
        "\nset groups ",
        "\nset apply-groups ",
        "\nset forwarding-options ",
        "\nset dynamic-profiles ",
    ),
    "ios-xr": (
        "!! IOS XR",
        "\nroute-policy ",
        "MgmtEth",
        "\ninterface Bundle-Ether",
        "\ninterface TenGigE",
        "\ninterface GigabitEthernet0/0/0/",
        "/RP0/CPU0",
        "/RSP0/CPU0",
    ),
    "eos": (
        "\n! device: ",
        "\ndaemon TerminAttr",
        "\ntransceiver qsfp",
        "\nservice routing protocols model",
        " type quality-of-service ",
        "\n   tx-queue ",
        "\nqos profile ",
        "\nmanagement api ",
    ),
    "nxos": (
        "\nfeature ",
        "\nvdc ",
        "-map type qos ",
        "-map type queuing ",
        "-map type network-qos ",
        "interface mgmt0",
        "\ninterface nve1",
        "service-policy type qos ",
        "service-policy type queuing ",
        "\nboot nxos",
        "\nswitchname ",
        "\ninstall feature-set",
        "input copp-system",
    ),
    "asa": (
        "\nASA Version",
        "\n nameif ",
        "\n security-level ",
        "\nobject network ",
        "\n: Saved",
        "\nsame-security-traffic ",
    ),
    "policy-agent": (
        "ServicePolicyRules",
        "ServiceCategories",
        "PolicyScope",
        "PriorityTosMapping",
        "ServiceReference",
        "SetSubnetPrioTosMask",
        "PolicyActionReference",
        "DiffServInProfileRate",
        "OutgoingTOS",
    ),
}
_OWN = (
    ("cnos", ('\nversion "',), pattern(r"^version \"\d", re.MULTILINE)),
    (
        "eos",
        ("-map type quality-of-service ", "-map type copp ", "qos map ", "system control-plane"),
        pattern(
            r"^[ \t]*+(?:(?:policy|class)-map type (?:quality-of-service|copp) "
            r"|qos map (?:cos|dscp|exp) [\d ,-]++to traffic-class \d"
            r"|qos map traffic-class [\d ,-]++to (?:cos|dscp|tx-queue) \d"
            r"|system control-plane[ \t]*+$)",
            re.MULTILINE,
        ),
    ),
    (
        "asa",
        ("match default-inspection-traffic", " global", " interface "),
        pattern(
            r"^[ \t]*+(?:match default-inspection-traffic\b"
            r"|service-policy \S++ (?:global|interface \S))",
            re.MULTILINE,
        ),
    ),
    ("ios-xr", ("RP/",), pattern(r"^[ \t]*+RP/\d++/[\w]++/CPU\d++:[\w.()-]++[#>]", re.MULTILINE)),
    (
        "nxos",
        ("(config-cmap-", "(config-pmap-"),
        pattern(
            r"^[ \t]*+[\w.-]++\(config-(?:c|p)map-(?:c-)?(?:qos|que|nqos|nqos-c)\)#", re.MULTILINE
        ),
    ),
    (
        "freertr",
        ("\naddrouter ", "\n seq", "\n  seq"),
        pattern(r"^(?:addrouter \S| {1,2}seq(?:uence)? \d+ act(?:ion)? )", re.MULTILINE),
    ),
    (
        "os10",
        ("\n! Version 10.", "\ninterface breakout "),
        pattern(r"^(?:! Version 10\.\d|interface breakout )", re.MULTILINE),
    ),
)
"""Lines that only one relative of IOS and NX-OS has: one is enough. In front of the pattern are
words of which a text with such a line has one."""

_NO_ASA = ("\nip access-list ", "\n ip access-group ", "\nversion 1", "\nline vty ")
"""What IOS writes, and an ASA never."""

_XR_END = pattern(r"^[ \t]*(?:\S+[#>][ \t]*)?end-(?:class|policy)-map[ \t\r]*$", re.MULTILINE)
"""What ends a map in IOS XR, and in no other system: one such line is enough."""

_XR_OWN = (
    "\n ipv4 address ",
    "\n ipv4 unnumbered ",
    "\ninterface TenGigE",
    "\ninterface Bundle-Ether",
    "\ninterface MgmtEth",
)
"""What only IOS XR has: one such line is enough."""
_IOS_OWN = "\n ip address "
"""What IOS XR writes with `ipv4`."""
_XR_PORTS = ("\ninterface GigabitEthernet0/", "\ninterface HundredGigE0/")

_TYPED = pattern(r"^[ \t]*(?:class|policy)-map type (?:qos|queuing|network-qos) ", re.MULTILINE)
"""What IOS does not have, and its relatives do."""
_REMARK_END = pattern(r"^!.*(?:;| \{)$", re.MULTILINE)
"""A remark of IOS that ends as a statement of JunOS does."""
_BY_THREE = pattern(r"^\w.*\n   \S", re.MULTILINE)
_BY_LESS = pattern(r"^ {1,2}\S", re.MULTILINE)
_EOS_PORT = pattern(
    r"^interface (?:Ethernet|Port-Channel|Vlan|Management)[\d/.]+\n   \S", re.MULTILINE
)

_IOS = (
    "\npolicy-map ",
    "\nclass-map ",
    "\naccess-list ",
    "service-policy input ",
    "service-policy output ",
    "rate-limit input ",
    "rate-limit output ",
    "\nip access-list ",
    "\ninterface ",
    "\nmls qos ",
    "match ip ",
    "match access-group ",
    "(config",
)


def detect(source: SourceText) -> Guess:
    """Guess the dialect and the platform of a text. Any text gives one; the default is IOS 15."""
    head = "\n" + source.text[:_LOOKED_AT].replace("\r\n", "\n")
    scores = _scores(head)
    ends = len(_XR_END.findall(head)) if "end-" in head else 0
    if (any(mark in head for mark in _XR_OWN) or _in_a_rack(head)) and _IOS_OWN not in head:
        ends += 1
    scores["ios-xr"] += ends
    if _indented_by_three(head):
        # NX-OS and EOS share words such as `class-map type qos`; EOS alone indents so.
        scores["eos"] += scores["nxos"] + 2 * len(_EOS_PORT.findall(head))
        scores["nxos"] = 0
    best = max(scores, key=lambda name: scores[name])
    score, ios = scores[best], _count(_IOS, head)
    own = _own(head)
    if own and not scores["junos"]:
        reason = f"a line is written as only {DIALECTS[own]} writes it"
        if own in ("ios-xr", "nxos"):
            return Guess(own, reason, own, f"the config is written in {DIALECTS[own]}")
        return Guess(own, reason)
    if best == "policy-agent":
        taken = score >= 2 and ios == 0
    elif best == "junos":
        taken = (score >= 2 and score > 2 * ios) or (ios == 0 and _count(_JUNOS, head) > 0)
    else:
        taken = score >= 2 or (
            score == 1 and (ios == 0 or ends > 0 or _TYPED.search(head) is not None)
        )
    if taken and best == "policy-agent":
        why = _written(score, DIALECTS[best])
        return Guess(best, why, "os390", f"the config is written in {DIALECTS[best]}")
    if taken and best == "junos":
        return _junos(_written(score, DIALECTS[best]), head)
    if taken:
        reason = _written(score, DIALECTS[best])
        if best in ("ios-xr", "nxos"):
            return Guess(best, reason, best, f"the config is written in {DIALECTS[best]}")
        return Guess(best, reason)
    lines = _pasted(source.text)
    if lines and (ios == 0 or lines > 2 * ios):
        from qosc.frontends.junos.text.pasted import bare

        return _junos(_written(lines, DIALECTS["junos"]), bare(head))
    why = _written(ios, "IOS") if ios else NO_HINT
    return Guess("ios", why, *ios_platform(head))


def _scores(head: str) -> dict[str, int]:
    """How many marks of each dialect a text bears."""
    scores = {name: _count(marks, head) for name, marks in _MARKS.items()}
    if scores["junos"] and "\n!" in head:
        scores["junos"] -= len(_REMARK_END.findall(head))
    return scores


def _own(head: str) -> str:
    """The dialect of which one line is enough that such a line is in, or nothing."""
    dialect = next(
        (
            name
            for name, words, line in _OWN
            if any(word in head for word in words) and line.search(head)
        ),
        "",
    )
    return "" if dialect == "asa" and any(mark in head for mark in _NO_ASA) else dialect


def certain(source: SourceText, dialect: str) -> bool:
    """Whether a text that `detect` took for a relative of IOS bears marks that only this relative
    has, and no line that only IOS writes: whoever names another system is wrong then.
    """
    head = "\n" + source.text[:_LOOKED_AT].replace("\r\n", "\n")
    if _IOS_OWN in head:
        return False
    if dialect == "nxos":
        # What stands within a line may be a description's.
        begins = (mark for mark in _MARKS["nxos"] if mark.startswith("\n"))
        return _TYPED.search(head) is not None or any(mark in head for mark in begins)
    if dialect == "ios-xr":
        own = any(mark in head for mark in _XR_OWN) or _in_a_rack(head)
        return own or ("end-" in head and _XR_END.search(head) is not None)
    return False


def _junos(why: str, head: str) -> Guess:
    from qosc.frontends.junos.platform import ASSUMED, platform_of

    platform, reason = platform_of(head)
    return Guess("junos", why, platform, reason, reason in ASSUMED)


def _pasted(text: str) -> int:
    """How many lines of the whole text begin as JunOS, behind margins and prompts."""
    if "set " not in text and "set\t" not in text and "{" not in text:
        return 0
    from qosc.frontends.junos.text.pasted import mentions

    return mentions(text)


def _in_a_rack(head: str) -> bool:
    """Whether a port is named rack/slot/module/port, as only those of IOS XR in rack 0 are.

    Source: Cisco IOS XR Interface and Hardware Component Configuration Guide, "Preconfiguring
    Physical Interfaces". A Catalyst of two chassis has four numbers, too, and begins with 1 or 2.
    """
    for mark in _XR_PORTS:
        for behind in head.split(mark, 3)[1:]:
            name = behind[:12].split(None, 1)[:1]
            if name and name[0].count("/") == 2:
                return True
    return False


def _written(lines: int, name: str) -> str:
    if lines == 1:
        return f"1 line is written as {name} writes it"
    return f"{lines} lines are written as {name} writes them"


def _indented_by_three(text: str) -> bool:
    """Whether what is below a line at the margin stands three blanks to the right, as in EOS."""
    deep = "\n   " in text and _BY_THREE.search(text) is not None
    return deep and _BY_LESS.search(text) is None


def _count(marks: tuple[str, ...], text: str) -> int:
    return sum(text.count(mark) for mark in marks)
