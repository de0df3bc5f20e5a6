"""The list of all rules. A new rule is a file and a row here; one of another package is a row
behind an entry point (`qosc.lint.engine.guest_rules`).

A row names the traits of which a device must have at least one for the rule to have anything to
say; the rule's module is imported only then. `qosc.lint.engine.traits` finds the traits of a
device, the engine three of the text, `suppression`, `odd-text` where it may be no config, and `asa`
where it is one of Cisco ASA, and `given-up` where a rule before had no answer. What a JunOS text
has beside the model is told by its words (`qosc.lint.engine.junos_words`), and so are statements
that few rules need (`qosc.lint.engine.near_words`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import cast

from qosc.guests import RULES, guests
from qosc.lint.engine.row import Row
from qosc.lint.engine.rule import RuleModule

__all__ = ["OF_ASA", "ROWS", "Row", "all_rows", "find", "load", "matches", "with_own"]


def _row(code: str, name: str, group: str, *traits: str) -> Row:
    return Row(code, name, f"{group}.{name.replace('-', '_')}", frozenset(traits))


ROWS: tuple[Row, ...] = (
    _row("QOS001", "undefined-class-map", "references", "undefined-class-map"),
    _row("QOS002", "undefined-policy-map", "references", "undefined-policy-map"),
    _row(
        "QOS003",
        "undefined-access-list",
        "references",
        "undefined-access-list",
        "undefined-rate-limit-list",
    ),
    _row("QOS004", "unused-class-map", "references", "unused-class-map"),
    _row("QOS005", "unattached-policy-map", "references", "unused-policy-map"),
    _row(
        "QOS006",
        "unused-access-list",
        "references",
        "unused-access-list",
        "unused-rate-limit-list",
    ),
    _row("QOS007", "policy-cycle", "references", "child", "nested-class-map"),
    _row("QOS008", "empty-class-map", "references", "empty-class-map"),
    _row("QOS009", "not-a-config", "references", "odd-text"),
    _row("QOS010", "line-not-understood", "references", "unknown-line"),
    _row("QOS011", "line-not-modelled", "references", "recognised-line"),
    _row("QOS012", "undefined-object", "references", "name"),
    _row("QOS013", "unused-object", "references", "name"),
    _row("QOS014", "pattern-without-interface", "references", "name"),
    _row("QOS015", "alias-of-another-family", "references", "name"),
    _row("QOS016", "second-service-policy", "references", "rival-line"),
    _row("QOS017", "commit-fails", "references", "refused-line"),
    _row(
        "QOS018",
        "undefined-map-or-group",
        "references",
        "access-list",
        "attachment",
        "recognised-line",
    ),
    _row("QOS019", "policy-on-closed-ports", "arrival", "attachment"),
    _row("QOS101", "unreachable-class", "classification", "class-map"),
    _row("QOS102", "partly-shadowed-class", "classification", "class-map"),
    _row("QOS103", "contradictory-match", "classification", "several-lines"),
    _row("QOS104", "unreachable-access-entry", "classification", "access-list"),
    _row("QOS105", "filter-drops-the-rest", "classification", "filter"),
    _row("QOS106", "last-term-goes-on", "classification", "filter"),
    _row("QOS107", "unreachable-rule", "classification", "several-rules"),
    _row("QOS108", "af-class-split", "classification", "forwarding-class", "class-map"),
    _row("QOS109", "af-precedences-collapsed", "classification", "forwarding-class"),
    _row("QOS110", "class-outside-parent", "classification", "child"),
    _row("QOS111", "netmask-as-wildcard", "classification", "access-list", "asa"),
    _row("QOS112", "everything-in-priority", "classification", "priority"),
    _row("QOS113", "ipv4-only-match", "classification", "class-map"),
    _row("QOS114", "cos-without-tag", "classification", "cos"),
    _row("QOS115", "repeated-access-entry", "classification", "repeated-entry"),
    _row("QOS116", "only-ipv6-left", "classification", "class-map"),
    _row("QOS117", "contradictory-term", "classification", "rule-list"),
    _row("QOS118", "rival-classifiers", "classification", "rule-list"),
    _row("QOS119", "no-pre-classify", "arrival", "attachment"),
    _row("QOS120", "vlan-of-no-port", "arrival", "vlan"),
    _row("QOS121", "port-without-protocol", "arrival", "rule-list"),
    _row("QOS122", "input-interface-closed", "arrival", "input-interface"),
    _row("QOS123", "own-network-ahead", "arrival", "access-list", "rule-list"),
    _row("QOS124", "inside-address-after-nat", "arrival", "access-list"),
    _row("QOS125", "exp-without-labels", "arrival", "exp"),
    _row("QOS126", "ports-of-no-client", "arrival", "access-list"),
    _row("QOS127", "code-point-astray", "classification", "class-map", "forwarding-class"),
    _row("QOS128", "deny-ignored", "platform", "access-list"),
    _row("QOS201", "mark-never-matched", "marking", "mark"),
    _row("QOS202", "rewrite-pair-missing", "marking", "forwarding-class"),
    _row("QOS203", "mark-not-requeued", "marking", "mark"),
    _row("QOS204", "mark-already-there", "marking", "mark"),
    _row("QOS205", "bulk-marked-ef", "marking", "mark"),
    _row("QOS206", "precedence-as-dscp", "marking", "class-map"),
    _row("QOS207", "mark-cleared-before", "arrival", "input-policy"),
    _row("QOS208", "rewrite-for-another-class", "marking", "forwarding-class"),
    _row("QOS209", "inner-mark-never-read", "marking", "mark", "rule-list"),
    _row("QOS210", "class-given-again", "marking", "several-rules"),
    _row("QOS211", "rewrite-precedence-inverted", "marking", "rule-list"),
    _row("QOS301", "police-same-actions", "policing", "policer"),
    _row("QOS302", "burst-below-mtu", "policing", "policer"),
    _row("QOS303", "burst-too-small-for-tcp", "policing", "policer"),
    _row("QOS304", "car-rate-step", "policing", "car"),
    _row("QOS305", "car-burst-too-small", "policing", "car"),
    _row("QOS306", "out-of-profile-in-another-queue", "policing", "remark"),
    _row("QOS307", "burst-below-ten-mtu", "policing", "policer"),
    _row("QOS308", "policer-shared-between-ports", "policing", "filter"),
    _row("QOS309", "burst-left-out", "policing", "burst-left-out"),
    _row("QOS311", "peak-below-committed", "policing", "peak", "circuit"),
    _row("QOS312", "conform-drops", "policing", "policer"),
    _row("QOS313", "rate-above-line", "shaping", "policer", "shaper"),
    _row("QOS314", "markdown-marks-up", "policing", "remark"),
    _row("QOS316", "copp-starves-routing", "control_plane", "control-plane"),
    _row("QOS317", "filter-drops-routing", "control_plane", "rule-list"),
    _row("QOS318", "burst-of-seconds", "policing", "policer"),
    _row("QOS319", "neighbor-left-out", "control_plane", "control-plane", "rule-list"),
    _row("QOS401", "priority-oversubscribes", "priority", "priority"),
    _row("QOS402", "over-reservable-share", "queueing", "guarantee"),
    _row("QOS403", "mixed-units", "queueing", "mixed-guarantees"),
    _row("QOS404", "priority-over-third", "priority", "priority"),
    _row("QOS405", "unpoliced-priority", "priority", "unbounded-priority"),
    _row("QOS406", "remaining-over-100", "queueing", "excess"),
    _row("QOS407", "wred-in-priority-class", "dropping", "priority-and-wred"),
    _row("QOS408", "priority-and-bandwidth", "priority", "priority-and-share"),
    _row("QOS409", "wred-minimum-at-maximum", "dropping", "given-curve"),
    _row("QOS410", "wred-maximum-above-limit", "dropping", "given-curve"),
    _row("QOS411", "fair-queue-flows", "queueing", "flows"),
    _row("QOS412", "bandwidth-above-queues", "queueing", "child"),
    _row("QOS413", "drop-precedence-inverted", "dropping", "given-curve", "drop-points"),
    _row("QOS414", "control-traffic-in-scavenger-queue", "queueing", "excess", "percent"),
    _row("QOS415", "curve-of-another-class", "dropping", "given-curve"),
    _row("QOS416", "wred-blind-to-drop-precedence", "dropping", "wred"),
    _row("QOS417", "drops-when-empty", "dropping", "drop-points"),
    _row("QOS421", "shape-of-strict-queue", "priority", "priority-and-overridden"),
    _row("QOS422", "queue-capped-by-default", "shaping", "shaper"),
    _row("QOS423", "share-above-shape", "shaping", "shaper"),
    _row("QOS431", "class-without-scheduler", "queueing", "forwarding-class"),
    _row("QOS432", "missing-network-control", "queueing", "name"),
    _row("QOS433", "zero-transmit-rate", "queueing", "zero-guarantee"),
    _row("QOS434", "several-strict-high", "priority", "scheduler-map"),
    _row("QOS435", "drop-probability-falls", "dropping", "drop-points"),
    _row("QOS436", "control-traffic-in-default-class", "queueing", "forwarding-class"),
    _row("QOS437", "queue-without-share", "queueing", "scheduler-map"),
    _row("QOS438", "buffers-over-100", "queueing", "scheduler-map", "limit"),
    _row("QOS439", "class-outside-sets", "queueing", "scheduler-map"),
    _row("QOS440", "strict-high-shares-set", "priority", "scheduler-map"),
    _row("QOS441", "queueing-without-shaper", "shaping", "logical-output", "child"),
    _row("QOS442", "police-before-shape", "shaping", "shaper"),
    _row("QOS443", "queueing-on-input", "queueing", "input-policy"),
    _row("QOS444", "unit-queues-not-enabled", "queueing", "logical-output"),
    _row("QOS445", "scheduling-on-port-and-unit", "queueing", "logical-output"),
    _row("QOS446", "bandwidth-without-shaper", "queueing", "guarantee", "excess", "priority"),
    _row("QOS447", "unit-guarantees-above-port", "queueing", "guarantee"),
    _row("QOS448", "guarantee-above-shape", "shaping", "guarantee-and-shaper"),
    _row("QOS449", "fair-queue-beside-policy", "queueing", "port-fair-queue"),
    _row("QOS450", "shaper-burst-in-bytes", "shaping", "given-shaper-burst"),
    _row("QOS451", "ef-without-priority", "priority", "guarantee", "excess", "wred"),
    _row("QOS452", "bulk-in-priority", "priority", "priority"),
    _row("QOS455", "ef-behind-video", "priority", "priority"),
    _row("QOS454", "rate-off-by-thousand", "shaping", "shaper", "policer"),
    _row("QOS456", "guarantee-above-policer", "shaping", "policer"),
    _row("QOS457", "limited-by-the-port", "shaping", "policer"),
    _row("QOS458", "parts-above-their-port", "shaping", "logical-output"),
    _row("QOS459", "policy-beside-spokes", "shaping", "attachment"),
    _row(
        "QOS501",
        "value-out-of-range",
        "platform",
        "guarantee",
        "excess",
        "priority",
        "shaper",
        "limit",
        "fair-queue",
        "wred",
        "mark",
        "policer",
    ),
    _row("QOS511", "marks-reset-everywhere", "platform", "trust"),
    _row("QOS512", "cos-5-is-not-ef", "platform", "trust"),
    _row("QOS513", "policed-dscp-changes-nothing", "platform", "remark"),
    _row("QOS514", "policy-not-for-this-port", "platform", "attachment"),
    _row("QOS515", "mls-qos-not-enabled", "platform", "trust", "attachment"),
    _row("QOS516", "ef-outside-expedite-queue", "platform", "priority"),
    _row("QOS517", "device-trust-alone", "platform", "recognised-line"),
    _row("QOS518", "vlan-policy-not-enabled", "platform", "attachment"),
    _row("QOS519", "queue-set-untuned", "platform", "trust"),
    _row("QOS520", "cos-trusted-without-tag", "platform", "trust"),
    _row("QOS521", "policy-rejected-by-switch", "platform", "attachment"),
    _row("QOS522", "threshold-above-maximum", "platform", "trust"),
    _row("QOS523", "phone-trust-on-trunk", "platform", "trust"),
    _row("QOS601", "queue-never-fed", "effect", "scheduler-map", "mark"),
    _row(
        "QOS602",
        "value-given-again",
        "effect",
        "class-map",
        "name",
        "policy-map",
        "trust",
        "attachment",
    ),
    _row("QOS603", "object-of-another", "effect", "access-list", "attachment", "rule-list"),
    _row("QOS604", "nothing-matches", "effect", "access-list", "rule-list"),
    _row("QOS605", "mark-of-another-class", "effect", "mark"),
    _row("QOS606", "marks-disagree", "effect", "mark"),
    _row("QOS607", "conform-leaves-class", "effect", "mark"),
    _row("QOS608", "network-elsewhere", "effect", "access-list"),
    _row("QOS609", "nothing-remains", "effect", "scheduler-map"),
    _row("QOS610", "twin-lacks-class", "effect", "attachment"),
    _row("QOS611", "queues-of-another-rate", "effect", "child"),
    _row("QOS612", "direction-unlike-others", "effect", "attachment", "rule-list"),
    _row("QOS613", "one-side-of-bgp", "effect", "control-plane"),
    _row("QOS614", "profile-never-chosen", "effect", "scheduler-map"),
    _row("QOS615", "best-effort-first", "effect", "scheduler-map"),
    _row("QOS616", "control-among-data", "effect", "forwarding-class", "class-map"),
    _row("QOS618", "direction-unlike-name", "effect", "attachment", "rule-list"),
    _row("QOS619", "precedence-misses-class", "effect", "mark"),
    _row("QOS620", "object-not-used", "uses", "policy-map"),
    _row("QOS621", "policy-under-vlan-based", "uses", "attachment"),
    _row("QOS622", "value-matched-twice", "uses", "class-map"),
    _row("QOS623", "queue-lines-of-another-switch", "uses", "trust"),
    _row("QOS624", "route-marks-half-made", "uses", "recognised-line"),
    _row("QOS625", "hosts-behind-no-port", "arrival", "attachment", "rule-list"),
    _row("QOS630", "group-without-effect", "junos", "text-groups"),
    _row("QOS632", "condition-never-true", "junos", "text-firewall"),
    _row("QOS633", "table-without-packets", "junos", "text-cos"),
    _row("QOS634", "loss-priorities-exchanged", "junos", "text-cos"),
    _row("QOS635", "class-for-first-packet", "junos", "text-firewall"),
    _row("QOS701", "port-unlike-others", "alike", "attachment", "rule-list", "trust"),
    _row("QOS702", "policy-unlike-others", "alike", "policy-map"),
    _row("QOS703", "network-unlike-its-list", "alike", "access-list"),
    _row("QOS711", "rate-unlike-description", "names", "shaper"),
    _row("QOS712", "port-of-other-protocol", "names", "access-list", "rule-list"),
    _row("QOS713", "code-point-unlike-name", "names", "class-map"),
    _row("QOS714", "scavenger-above-others", "names", "guarantee", "excess"),
    _row("QOS715", "port-unlike-name", "names", "access-list"),
    _row("QOS716", "class-unlike-name", "names", "name"),
    _row("QOS721", "queue-of-seconds", "times", "limit"),
    _row("QOS722", "shaper-interval-long", "times", "given-shaper-burst"),
    _row("QOS723", "queue-of-one-packet", "times", "attachment"),
    _row("QOS724", "average-of-seconds", "times", "wred"),
    _row("QOS901", "part-of-own-network", "surroundings", "input-policy"),
    _row("QOS902", "policy-of-another-network", "surroundings", "attachment"),
    _row("QOS904", "filter-drops-class", "surroundings", "access-list"),
    _row(
        "QOS905",
        "next-hop-own-address",
        "surroundings",
        "access-list",
        "rule-list",
        "recognised-line",
    ),
    _row("QOS909", "tunnel-against-its-circuit", "surroundings", "attachment"),
    _row("QOS911", "mark-of-own-packets", "surroundings", "attachment"),
    _row("QOS912", "calls-above-priority", "surroundings", "priority"),
    _row("QOS921", "families-differ", "twins", "class-map"),
    _row("QOS922", "any-with-not", "twins", "class-map"),
    _row("QOS923", "any-beside-all", "twins", "class-map"),
    _row("QOS924", "mark-unlike-twin", "twins", "mark"),
    _row("QOS925", "default-not-reset", "twins", "mark"),
    _row("QOS926", "class-not-translated", "twins", "mark"),
    _row("QOS941", "lossless-halves-differ", "counterparts", "text-flow-control"),
    _row("QOS942", "limit-unlike-name", "counterparts", "text-limit"),
    _row("QOS943", "family-twin-differs", "counterparts", "text-families"),
    _row("QOS944", "twin-lacks-statement", "counterparts", "text-description", "text-firewall"),
    _row("QOS945", "vlan-or-queue-not-there", "counterparts", "text-vlans"),
    _row("QOS946", "address-of-the-other-side", "counterparts", "text-nat"),
    _row("QOS947", "multicast-never-matched", "counterparts", "text-firewall"),
    _row("QOS948", "own-packets-unprotected", "counterparts", "text-protocols"),
    _row(
        "QOS949",
        "value-defeats-statement",
        "counterparts",
        "text-firewall",
        "text-cos",
        "text-storm-control",
    ),
    _row("QOS950", "class-order-inverted", "counterparts", "text-cos"),
    _row("QOS951", "pair-exchanged", "counterparts", "text-cos", "text-firewall"),
    _row("QOS931", "phone-port-marks", "boundary", "trust"),
    _row("QOS932", "rewrite-disabled", "boundary", "attachment", "trust"),
    _row("QOS933", "members-differ", "boundary", "attachment", "trust"),
    _row("QOS934", "frame-relay-shaping-off", "boundary", "attachment", "policy-map"),
    _row("QOS952", "voice-vlan-is-data-vlan", "counterparts", "text-vlans"),
    _row("QOS953", "scheduler-for-another-class", "counterparts", "text-cos"),
    _row("QOS954", "class-set-without-scheduler", "counterparts", "text-cos"),
    _row("QOS955", "unit-in-another-set", "counterparts", "text-description"),
    _row("QOS956", "vrf-loopback-open", "counterparts", "text-firewall"),
    _row("QOS957", "own-sessions-half-listed", "counterparts", "text-firewall"),
    _row("QOS958", "term-matches-nothing", "counterparts", "text-firewall"),
    _row("QOS961", "cef-off", "defeated", "attachment"),
    _row("QOS962", "fragments-not-interleaved", "defeated", "priority"),
    _row("QOS963", "phone-without-tag", "defeated", "trust"),
    _row("QOS964", "policed-map-lacks-dscp", "defeated", "attachment"),
    _row("QOS965", "discard-class-never-set", "defeated", "wred"),
    _row("QOS966", "group-with-other-policy", "defeated", "policy-map"),
    _row("QOS967", "overhead-sign", "defeated", "shaper"),
    _row("QOS968", "queue-maps-differ", "defeated", "trust"),
    _row("QOS969", "media-by-tcp", "defeated", "access-list"),
    _row("QOS959", "twin-left-out", "counterparts", "text-description"),
    _row("QOS970", "port-unlike-twin", "consistency", "attachment"),
    _row("QOS972", "list-for-absent-service", "consistency", "policy-map"),
    _row("QOS978", "order-inverted", "consistency", "policy-map", "trust"),
    _row("QOS975", "digits-astray", "consistency", "access-list"),
    _row("QOS977", "fragment-time", "consistency", "priority"),
    _row("QOS980", "map-of-another-field", "consistency", "policy-map", "trust"),
    _row("QOS974", "address-unlike-others", "consistency", "access-list"),
    _row("QOS981", "time-range-idle", "consistency", "access-list"),
    _row("QOS985", "own-packets-past-term", "junos", "text-firewall"),
    _row("QOS986", "filter-list-cut", "junos", "text-firewall"),
    _row("QOS988", "classifier-under-filter", "junos", "text-firewall"),
    _row("QOS989", "named-for-another", "junos", "text-cos", "text-firewall"),
    _row("QOS991", "source-of-another-unit", "junos", "text-firewall"),
    _row("QOS992", "shaped-at-another-rate", "junos", "text-description"),
    _row("QOS993", "security-policy-before", "junos", "text-application-control"),
    _row("QOS994", "default-table-on-twin", "junos", "text-cos"),
    _row("QOS995", "port-before-channels", "junos", "text-cos"),
    _row("QOS990", "code-point-out-of-line", "junos", "text-cos"),
    _row("QOS971", "vlan-not-on-trunk", "consistency", "policy-map"),
    _row("QOS976", "lossless-chain-broken", "consistency", "policy-map"),
    _row("QOS979", "mark-overwritten", "consistency", "policy-map"),
    _row("QOS982", "propagation-sets-nothing", "consistency", "attachment"),
    _row("QOS984", "application-unlike-class", "consistency", "policy-map"),
    _row("QOS130", "equal-rules-overlap", "hosts", "several-rules"),
    _row("QOS131", "source-of-no-interface", "hosts", "rule-list"),
    _row("QOS132", "minimum-above-maximum", "hosts", "crossed-line"),
    _row("QOS091", "not-decided", "references", "given-up"),
    _row("QOS090", "unused-suppression", "references", "suppression"),
)

"""In the order in which they run. QOS090 comes last: it looks at what the others found."""
_LAST = 2
"""So many rules at the end look at what the others found."""


@cache
def all_rows() -> tuple[Row, ...]:
    """The rules of this package and of others, in the order in which they run. GuestError for rows
    of another package that are none.
    """
    if not guests(RULES):
        return ROWS
    from qosc.lint.engine.guest_rules import guest_rows

    return (*ROWS[:-_LAST], *guest_rows(ROWS), *ROWS[-_LAST:])


def with_own(own: tuple[Row, ...]) -> tuple[Row, ...]:
    """All rows with those of a site, before the ones that look at what the others found."""
    return (*all_rows()[:-_LAST], *own, *all_rows()[-_LAST:]) if own else all_rows()


ASA = "Cisco ASA"
"""What the reader calls the system."""

OF_ASA = frozenset(("QOS009", "QOS011", "QOS090", "QOS091", "QOS111"))
"""The rules that run over a config of Cisco ASA. The others would judge its lines by what IOS means
by them: `match access-list`, `police output` and `service-policy P interface I` are of ASA alone.
"""


def load(row: Row) -> RuleModule:
    """Import a rule's module."""
    if row in ROWS:
        return cast("RuleModule", import_module(f"qosc.lint.rules.{row.module}"))
    from qosc.lint.engine.guest_rules import rule_module

    return rule_module(row)


def find(word: str, own: Iterable[Row] = ()) -> Row | None:
    """The row with a code or a name (in any case), of ours or of the site's, or None."""
    for row in (*all_rows(), *own):
        if word.upper() == row.code or word.lower() == row.name:
            return row
    return None


def matches(row: Row, selector: str) -> bool:
    """Whether a selector takes the rule: `ALL`, a code, the beginning of a code, or a name."""
    word = selector.strip()
    if not word:
        return False
    return word.upper() == "ALL" or row.code.startswith(word.upper()) or row.name == word.lower()
