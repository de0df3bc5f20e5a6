"""What the words after a keyword look like: enough to tell a statement from prose, no more.

Papers, mails and study notes put configs among sentences, flush left both. `bandwidth 100` and
`interface ATM1/0.108 point-to-point` are statements; `bandwidth over-provisioning is adopted` and
`interface in the LAN.` are not. The statement grammars judge what passes here.
"""

from __future__ import annotations

import re

from qosc.frontends.cisco.text.lines import Mode
from qosc.patterns import pattern

__all__ = [
    "ANY_SHAPE",
    "BLOB_WORDS",
    "config_like",
    "furniture",
    "prose",
    "prose_words",
    "shape_of",
]

BLOB_WORDS = ("banner", "macro", "menu")
"""First words of lines that may begin text which is not made of statements."""


def _short(word: str, least: int) -> str:
    """A pattern for a word and its abbreviations of at least `least` letters."""
    pattern = ""
    for letter in reversed(word[least:]):
        pattern = f"(?:{re.escape(letter)}{pattern})?"
    return re.escape(word[:least]) + pattern


_RATE = r"(?:\d[\d.]*\s*[kmg]?(?:bps)?(?:\s|$)|\d)"
_PERMIT = f"(?:{_short('permit', 2)}|{_short('deny', 2)}|{_short('remark', 3)})"
_DIRECTION = f"(?:{_short('input', 1)}|{_short('output', 1)})"
_ACTION = rf"(?:{_short('transmit', 2)}|drop|set-)"
_MARK = (
    r"(?:(?:ip|ipv6|mpls|atm|fr|frame-relay|l2)\s+)?(?:dscp|prec\w*|cos\S*|exp\w*|qos-group"
    r"|discard-class|atm-clp|fr-de|clp|de|tos)\b"
)
_RANGE = r"range(?:\s++\S++){1,600}?(?<=\d)"
_SEVERAL = (
    r"[a-z][a-z-]*\s?\d+(?:/\d+)*(?:\s*-\s*\d+)?"
    r"(?:\s*,\s*[a-z][a-z-]*\s?\d+(?:/\d+)*(?:\s*-\s*\d+)?){0,64}"
)
"""What NX-OS writes for several ports: `Ethernet1/2-4, Ethernet1/9`."""
_PORT = (
    rf"(?:{_RANGE}|{_SEVERAL}|(?:preconfigure\s+)?[a-z][a-z-]*(?:\d+[a-z]+)?\s*\d+(?:[/.:][a-z]*\d+)*)"
    r"(?:\s+(?:point-to-point|multipoint|l2transport|type\s+\S+|ethernet|module\s+\S+))?\s*$"
)
_QOS = (
    r"(?:account|aggregate-policer|cos|dbl|dscp|map|marking|mode|police|pre-classify|profile"
    r"|qos-group"
    r"|queue|queue-softmax-multiplier|queue-stats-frame-count|random-detect|rewrite|shape"
    r"|share-buffer|statistics|trust|vlan-based|wrr|wrr-queue)(?:\s|$)|$"
)
_ATTACHED = rf"{_DIRECTION}\s+\S+(?:\s+(?:account|shared-policy-instance|subscriber-parent)\s.*)?$"
_NUMBER = r"\d+(?:\s|$)"
_ANY_RATE = rf"{_RATE}|{_short('percent', 3)}\s+\d|{_short('remaining', 3)}\s|ratio\s"

_SHAPES: dict[tuple[Mode, str], str] = {
    (Mode.GLOBAL, "class-map"): r"(?:match-a\w*\s+)?\S+$|type\s+\S+\s",
    (Mode.GLOBAL, "policy-map"): r"\S+$|type\s+\S+\s",
    (Mode.GLOBAL, "access-list"): (
        rf"(?:\S+\s+(?:{_PERMIT}|dynamic|mask|[\da-f.]+)(?:\s|$)|rate-limit\s|compiled\s*$"
        r"|\d+\s*$)"
    ),
    (Mode.GLOBAL, "ip access-list"): (
        rf"(?:{_short('standard', 1)}|{_short('extended', 1)}|reseq\w*|log\S*|helper|role-based"
        r"|match-local\S*|persistent|fqdn)(?:\s|$)|\S+$"
    ),
    (Mode.GLOBAL, "interface"): _PORT,
    (Mode.GLOBAL, "control-plane"): r"(?:host|transit|cef-exception|slot\s+\d+)?\s*$",
    (Mode.GLOBAL, "map-class"): rf"{_short('frame-relay', 2)}\s+\S+$|atm\s+\S+$|dialer\s+\S+$",
    (Mode.GLOBAL, "route-map"): r"\S+(?:\s+(?:permit|deny)(?:\s+\d+)?)?\s*$",
    (Mode.GLOBAL, "table-map"): r"\S+$",
    (Mode.GLOBAL, "template"): r"\S+$",
    (Mode.GLOBAL, "vlan configuration"): r"\d[\d,\s-]*$",
    (Mode.GLOBAL, "vc-class"): r"atm\s+\S+$",
    (Mode.GLOBAL, "qos"): _QOS,
    (Mode.INTERFACE, "bandwidth"): (
        rf"(?:{_NUMBER}|{_short('receive', 2)}|{_short('inherit', 2)}|qos)"
    ),
    (Mode.INTERFACE, "channel-group"): r"\d",
    (Mode.INTERFACE, "multilink-group"): r"\d",
    (Mode.INTERFACE, "bundle id"): r"\d",
    (Mode.GLOBAL, "controller"): r"\S+\s*\d",
    (Mode.CONTROLLER, "channel-group"): r"\d+\s+(?:timeslots?|unframed)",
    (Mode.CONTROLLER, "e1"): r"\d+\s+(?:channel-group|timeslots?|unframed)",
    (Mode.CONTROLLER, "t1"): r"\d+\s+(?:channel-group|timeslots?)",
    (Mode.INTERFACE, "description"): r"",
    (Mode.INTERFACE, "encapsulation"): r"[a-z0-9-]+(?:\s+\S+){0,4}$",
    (Mode.INTERFACE, "mtu"): _NUMBER,
    (Mode.INTERFACE, "pvc"): r"(?:\S+\s+)?\d+(?:/\d+)?(?:\s+[\w-]+)*\s*$",
    (Mode.INTERFACE, "range"): r"(?:\S+\s+)?pvc\s+\d",
    (Mode.INTERFACE, "pvc-bundle"): r"(?:\S+\s+)?\d+(?:/\d+)?",
    (Mode.PVC, "pvc-in-range"): r"(?:\S+\s+)?\d+(?:/\d+)?",
    (Mode.PVC, "precedence"): r"(?:\d|other)",
    (Mode.PVC, "bump"): r"explicit|implicit|traffic",
    (Mode.PVC, "protect"): r"group|vc",
    (Mode.INTERFACE, "service instance"): r"(?:trunk\s+)?\d+\s",
    (Mode.INTERFACE, "shutdown"): r"$",
    (Mode.INTERFACE, "rate-limit"): rf"{_DIRECTION}\s",
    (Mode.INTERFACE, "qos"): _QOS,
    (Mode.INTERFACE, "hold-queue"): r"\d+\s+(?:in|out)",
    (Mode.INTERFACE, "service-policy"): rf"{_ATTACHED}|history|type\s",
    (Mode.PVC, "service-policy"): rf"{_ATTACHED}|type\s",
    (Mode.PVC, "encapsulation"): r"aal\S+(?:\s+\S+){0,3}$",
    (Mode.PVC, "ubr"): r"\d*\s*",
    (Mode.PVC, "cbr"): _NUMBER,
    (Mode.PVC, "abr"): _NUMBER,
    (Mode.DLCI, "class"): r"\S+$",
    (Mode.CLASS_MAP, "description"): r"",
    (Mode.CLASS_MAP, "match"): (
        r"(?:not\s+)?(?:any\b|access-gr\w*|all\b|atm|class-map|cos\b|destination-address|discard-class"
        r"|destination-prefix|dscp|encapsulation|ethertype|exception|flow-key|fr-d\w+|frame-relay"
        r"|l2\s|mac\s|mlppp|redirect|session|source-prefix|ulp|traffic-class|flow|group-object|input-inter\w*|input\b|ip\b|ipv6\b|mpls\b|packet\s"
        rf"|prec\w*|{_short('protocol', 3)}\b|qos-group|security-group|source-address|vlan"
        r"|application|start|user|"
        r"exp\w*|port-type|tag\b|traffic-category|metadata|field|avc|non-client-nrt|acc\w*\s)"
    ),
    (Mode.POLICY_MAP, "class"): (
        r"\S+(?:\s+(?:insert-before|fragment|service-fragment)\s+\S+)?$|type\s"
    ),
    (Mode.POLICY_MAP, "description"): r"",
    (Mode.POLICY_CLASS, "bandwidth"): _ANY_RATE,
    (Mode.POLICY_CLASS, "priority"): rf"$|{_ANY_RATE}|level\s+\d",
    (Mode.POLICY_CLASS, "queue-limit"): (
        r"\d|dscp\s|prec\w*\s|cos\s|discard-class\s|percent\s|exp\w*\s|dynamic\s|atm\s|clp\s"
    ),
    (Mode.POLICY_CLASS, "fair-queue"): (
        r"$|\d|(?:queue|individual|aggregate)-limit|dynamic-queues|pre-classify|precedence\s"
        r"|qos-group|tos"
    ),
    (Mode.POLICY_CLASS, "random-detect"): (
        r"$|\d|dscp|prec\w*|exponential|ecn|cos|default\s*$|discard-class|aggregate|flow|clp|exp\w*"
        r"|atm|minimum-th|mpls-exp|non-ecn\s|percent\s|threshold\s"
    ),
    (Mode.POLICY_CLASS, "police"): rf"$|{_ANY_RATE}|(?:cir|rate)(?:\s|$)|aggregate\s|flow\s",
    (Mode.POLICY_CLASS, "shape"): (
        r"(?:av\w*|peak|percent|kbps|min)\s|(?:adaptive|fecn-adapt|fr-voice-adapt|max-buffers)\b|\d"
    ),
    (Mode.POLICY_CLASS, "set"): rf"{_MARK}\s+\S",
    (Mode.POLICY_CLASS, "service-policy"): r"(?:(?:input|output|history)\s+)?\S+$",
    (Mode.POLICY_CLASS, "trust"): r"(?:cos|dscp|ip-prec\w*|precedence)?\s*$",
    (Mode.POLICY_CLASS, "drop"): r"$",
    (Mode.POLICY_CLASS, "log"): r"$",
    (Mode.POLICY_CLASS, "account"): r"$|\S+$",
    (Mode.POLICY_CLASS, "estimate"): r"bandwidth\s",
    (Mode.POLICY_CLASS, "encap-sequence"): _NUMBER,
    (Mode.POLICY_CLASS, "fragment"): _NUMBER,
    (Mode.POLICY_CLASS, "latency"): r"low\s*$|\d",
    (Mode.POLICY_CLASS, "multicast-optimize"): r"$",
    (Mode.POLICY_POLICE, "child-conform-aware"): r"$",
    (Mode.POLICY_POLICE, "conform-action"): _ACTION,
    (Mode.POLICY_POLICE, "exceed-action"): _ACTION,
    (Mode.POLICY_POLICE, "violate-action"): _ACTION,
    (Mode.POLICY_POLICE, "conform-color"): rf"(?!{_ACTION})\S+(?:\s+exceed-color\s+\S+)?$",
    (Mode.POLICY_POLICE, "exceed-color"): rf"(?!{_ACTION})\S+$",
    (Mode.POLICY_CLASS, "compression"): r"header\b|$",
    (Mode.POLICY_CLASS, "admit"): r"\S+",
    (Mode.TABLE_MAP, "default"): r"copy|ignore|\d",
    (Mode.TABLE_MAP, "map"): r"from\s",
    (Mode.TABLE_MAP, "from"): r"\d",
    (Mode.SERVICE_INSTANCE, "service-policy"): rf"{_DIRECTION}\s+\S+$",
    (Mode.TEMPLATE, "service-policy"): rf"{_DIRECTION}\s+\S+$",
    (Mode.ROUTE_MAP, "set ip"): r"(?:prec\w*|tos|dscp|df|qos-group)\s+\S",
    (Mode.ROUTE_MAP, "set qos-group"): r"\d",
    (Mode.ROUTE_MAP, "match ip"): r"add\w*\s+(?!prefix)\S",
    (Mode.ROUTE_MAP, "match length"): r"\d",
    (Mode.INTERFACE, "tx-queue"): r"\d+\s*$",
    (Mode.INTERFACE, "uc-tx-queue"): r"\d+\s*$",
    (Mode.INTERFACE, "mc-tx-queue"): r"\d+\s*$",
    (Mode.INTERFACE, "shape"): r"rate\s+\d",
    (Mode.INTERFACE, "trust"): r"device\s+\S+$",
    (Mode.INTERFACE, "vlan-range"): r"\d[\d,\s-]*$",
    (Mode.GLOBAL, "random-detect-group"): r"\S+(?:\s+(?:dscp|prec\w*)-based)?\s*$",
    (Mode.VLAN_RANGE, "service-policy"): rf"{_DIRECTION}\s+\S+$",
    (Mode.TX_QUEUE, "bandwidth"): r"(?:percent|guaranteed)(?:\s+(?:percent\s+)?\d|\s*$)|\d",
    (Mode.TX_QUEUE, "priority"): r"high\s*$|strict\s*$|$",
    (Mode.TX_QUEUE, "random-detect"): r"(?:drop|ecn)\b",
    (Mode.TX_QUEUE, "shape"): r"(?:percent\s+)?\d|rate\b",
    (Mode.INTERFACE, "ip policy"): r"route-map\s+\S+\s*$",
    (Mode.CONTROL_PLANE, "service-policy"): rf"{_DIRECTION}\s+\S+$|type\s",
}
_ENTRY_MODES = (Mode.ACL_STANDARD, Mode.ACL_EXTENDED, Mode.ACL_IPV6)
for _mode in _ENTRY_MODES:
    for _word in ("permit", "deny"):
        _SHAPES[_mode, _word] = r"(?:any|host|ip|ipv6|tcp|udp|icmp|esp|\d|[\da-f]*:|[a-z]+\s+\S)"
    _SHAPES[_mode, "remark"] = r""
for _word in ("vbr-nrt", "vbr-rt", "tx-ring-limit"):
    _SHAPES[Mode.PVC, _word] = _NUMBER


ANY_SHAPE = re.compile("")
"""The shape of statements of whose words nothing is known."""


def shape_of(mode: Mode, keyword: str) -> re.Pattern[str]:
    """The pattern of the words after a keyword."""
    found = _SHAPES.get((Mode.PVC if mode is Mode.VC_CLASS else mode, keyword))
    return ANY_SHAPE if found is None else re.compile(found, re.IGNORECASE)


_FUNCTION_WORDS = (
    "the of is are was were and that this these those which we it its by be been has have had an "
    "but or so since because than when where while will would can could may must should into "
    "they their there you your our if also both each more most only used using shown between "
    "however therefore does do did as on for with"
)
_PROSE = pattern(
    r"(?<!\S)[(\"']?(?:" + "|".join(_FUNCTION_WORDS.split()) + r")[,.;:)\"']?(?!\S)", re.IGNORECASE
)
_CLAUSE_END = pattern(r"[a-z)\"'][.,;:?]$", re.IGNORECASE)
_LOOKED_AT = 400
"""Characters of a line that decide whether it is prose: hostile lines are long."""


def prose_words(text: str) -> int:
    """How many words of the text only a sentence has."""
    return len(_PROSE.findall(text[:_LOOKED_AT]))


def prose(text: str) -> bool:
    """Whether the text reads as (part of) a sentence."""
    return _PROSE.search(text[:_LOOKED_AT]) is not None or (
        _CLAUSE_END.search(text[-8:]) is not None
    )


_STATEMENT_START = pattern(r"[A-Za-z][A-Za-z0-9+-]*(?:\s|$)")


def furniture(text: str) -> bool:
    """Whether the text cannot begin a statement: fences, tables, bullets, page numbers."""
    return _STATEMENT_START.match(text) is None


def config_like(rest: str) -> bool:
    """Whether the words after a keyword look like names and numbers rather than a sentence."""
    rest = rest[:_LOOKED_AT]
    words = rest.split(None, 8)
    return 0 < len(words) <= 6 and any(letter.isdigit() or letter in "-_/" for letter in rest)
