"""Words without which a rule about lines has nothing to say, in any case.

A rule may look for a statement that hardly a text has, on devices of which many have its traits.
Where none of its words stands in the text, the rule's module is not imported.
"""

from __future__ import annotations

from qosc.source import SourceText

__all__ = ["NEAR", "Near"]

NEAR = {
    "QOS018": (
        *("policy route-map", "table ", "object-group", "group-object", "time-range", "track "),
        *("dscp-mutation", "class-vc", "ip access-group", "match ip address"),
    ),
    "QOS113": ("ipv6",),
    "QOS124": ("ip nat inside source list ",),
    "QOS620": (
        *("aggregate-policer ", "map dscp-mutation ", "table-map ", "map-class ", "vc-class "),
        *("nbar custom ", "time-range "),
        "object-group ",
    ),
    "QOS621": ("mls qos vlan-based",),
    "QOS623": ("wrr-queue ",),
    "QOS624": ("bgp-policy ", "\n table-map "),
    "QOS904": ("ip access-group ", "ipv4 access-group "),
    "QOS905": ("next-hop ",),
    "QOS912": ("max-conn ",),
    "QOS933": ("channel-group ", "ppp multilink group "),
    "QOS934": ("map-class frame-relay ",),
    "QOS962": ("ppp multilink fragment delay ", "ppp multilink fragment-delay "),
    "QOS964": ("mls qos map policed-dscp ",),
    "QOS965": ("random-detect discard-class ",),
    "QOS966": ("nhrp map group ",),
    "QOS967": ("user-defined -",),
    "QOS969": (" range 3478 3481",),
    "QOS971": ("vlan-range ",),
    "QOS972": ("control-plane",),
    "QOS976": ("policy-map type network-qos ",),
    "QOS977": ("ppp multilink fragment", "frame-relay fragment "),
    "QOS978": (
        *("mls qos queue-set output ", "bandwidth remaining ratio ", "queue-buffers ratio "),
        *("random-detect dscp ", "random-detect precedence "),
    ),
    "QOS979": ("set-", "action set ", "ip policy route-map "),
    "QOS980": ("table-map ", "mls qos map dscp-mutation "),
    "QOS981": ("time-range",),
    "QOS982": ("bgp policy propagation ",),
    "QOS984": ("match protocol rtp", "business-irrelevant", "best effort"),
}
"""The words by the code of the rule, in small letters; one of them has to be there."""


class Near:
    """The words of one text. Each is looked for once, when a first rule needs it."""

    def __init__(self, source: SourceText | None) -> None:
        self._low = source.text.lower() if source is not None else ""
        self._known: dict[str, bool] = {}

    def lacks(self, code: str) -> bool:
        """Whether the text has none of the words of a rule that needs one."""
        return code in NEAR and not any(self._has(word) for word in NEAR[code])

    def _has(self, word: str) -> bool:
        if word not in self._known:
            self._known[word] = word in self._low
        return self._known[word]
