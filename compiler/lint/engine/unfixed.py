"""Rules whose findings have no fix, with the reason: the others offer one where it is plain."""

from __future__ import annotations

__all__ = ["UNFIXED"]

_ABSENT = "what is missing is not in the text"
_CHOICE = "several changes would settle it, and the config does not say which of them is meant"
_DESIGN = "the figures or the traffic to change are a decision on the design of the network"
_KEPT = "it changes nothing for packets, and may be kept for later"
_NOTHING = "the finding is about what is known of the config, and nothing in it need be wrong"

_BY_REASON = {
    _ABSENT: """
        QOS008 QOS014 QOS015 QOS017 QOS105 QOS119 QOS120 QOS121 QOS202 QOS309 QOS319 QOS431 QOS432
        QOS436 QOS437 QOS439 QOS441 QOS444 QOS446 QOS514
    """,
    _CHOICE: """
        QOS007 QOS016 QOS101 QOS102 QOS103 QOS104 QOS106 QOS107 QOS108 QOS109 QOS110 QOS113 QOS114
        QOS116 QOS117 QOS118 QOS201 QOS203 QOS204 QOS206 QOS207 QOS208 QOS301 QOS306 QOS308 QOS311
        QOS312 QOS314 QOS316 QOS317 QOS403 QOS407 QOS408 QOS409 QOS410 QOS412 QOS413 QOS421 QOS433
        QOS434 QOS435 QOS440 QOS443 QOS445 QOS449 QOS450 QOS454 QOS501 QOS511 QOS512 QOS513 QOS516
        QOS122 QOS415 QOS701 QOS702 QOS703 QOS711 QOS712 QOS713 QOS714
        QOS517 QOS518 QOS018 QOS123 QOS124 QOS209 QOS416 QOS455 QOS519 QOS520 QOS521 QOS715 QOS716
        QOS019 QOS125 QOS126 QOS127 QOS210 QOS211 QOS522 QOS523 QOS459
        QOS601 QOS602 QOS603 QOS604 QOS605 QOS606 QOS607
    """,
    _DESIGN: """
        QOS112 QOS205 QOS302 QOS303 QOS305 QOS307 QOS313 QOS318 QOS401 QOS402 QOS404 QOS405 QOS406
        QOS411 QOS414 QOS422 QOS423 QOS438 QOS442 QOS447 QOS448 QOS451 QOS417 QOS452 QOS721 QOS722
        QOS456 QOS457 QOS458 QOS723 QOS724
    """,
    _KEPT: "QOS004 QOS005 QOS006 QOS013",
    _NOTHING: "QOS009 QOS011 QOS091",
}
UNFIXED = {code: reason for reason, codes in _BY_REASON.items() for code in codes.split()}
"""By code, why a rule of this package has no fix."""
