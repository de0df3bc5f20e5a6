"""What the words of a statement are, in the stanzas that matter to QoS.

Braces say where a statement of JunOS is nested; a `set` line does not. Both are one chain of words,
so the same table splits both into nodes. A word that the table does not know makes a node of its
own, with one word; so does each word after it. What is not in the table is therefore kept, and has
the same shape in both forms.

One line of the table is one statement, indented below the statement that holds it:

    word            a container
    word *          a list; each entry has a name (two names: `* *`)
    word =          one value; a later one replaces an earlier one
    word []         a set of values; each is a child of its own
    word []+        the same, where a value may come twice
    word !          no value
    word ?          a value or none
    * / *!          any word: the name of an entry / a value
    @word           the order of the entries matters
    word ... |x     only one of the statements that share `|x` can be there
    word ... ~      only what is listed below is read; the rest of the container is skipped
    word ... ->r    below it the statements of `r`, which is defined by a line `=r`

The shapes follow the statement syntax in Juniper's "Class of Service User Guide", "Routing
Policies, Firewall Filters, and Traffic Policers User Guide" and the CLI Explorer.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "ANY_VALUE", "BAG", "CONTAINER", "FLAG", "IRRELEVANT", "LEAF", "LIST", "OPTIONAL", "ROOTS",
    "SPECIAL", "VALUES", "Spec", "root_spec",
]  # fmt: skip

CONTAINER, LIST, LEAF, VALUES, BAG, FLAG, OPTIONAL, ANY_VALUE = range(8)

_KINDS = {"": CONTAINER, "=": LEAF, "[]": VALUES, "[]+": BAG, "!": FLAG, "?": OPTIONAL}


class Spec:
    """One line of the table."""

    __slots__ = ("any", "choice", "kind", "names", "only", "ordered", "words")

    def __init__(self, kind: int, names: int = 0) -> None:
        self.kind = kind
        self.names = names
        """Words after the keyword that belong to the node."""
        self.words: dict[str, Spec] = {}
        self.any: Spec | None = None
        self.choice = ""
        self.ordered = False
        self.only = False


_TABLE = """
=root
  version =
  system ~
    host-name =
  groups
    *                                   ->root
  logical-systems
    *                                   ->root
  tenants
    *                                   ->root
  dynamic-profiles
    *                                   ->root
  variables
  class-of-service                      ->cos
  firewall                              ->firewall
  interfaces
    interface-range *                   ->interface
      member *
      member-range * * *
    interface-set *
      interface *
        unit *
    *                                   ->interface
  policy-options ~
    prefix-list *
      apply-path =
      *
  chassis
    network-services =
    fpc *
      pic *
        traffic-manager
          mode =
          ingress-shaping-overhead =
          egress-shaping-overhead =
        max-queues-per-interface =
        q-pic-large-buffer
  routing-instances
    * ~
      instance-type =
      interface *
      forwarding-options ~
        family *
          filter                        ->attach
  forwarding-options ~
    family *
      filter                            ->attach
  vlans
    * ~                                 ->vlan
  bridge-domains
    * ~                                 ->vlan
  switch-options ~
    voip
      interface *
        vlan =
        forwarding-class =
  ethernet-switching-options ~
    voip
      interface *
        vlan =
        forwarding-class =
=vlan
  vlan-id =
  interface *
  filter                                ->attach
  forwarding-options
    filter                              ->attach
=attach
  input =
  output =
  @input-list []
  @output-list []
  group =
=interface
  description =
  mtu =
  speed =
  encapsulation =
  per-unit-scheduler !
  vlan-tagging !
  flexible-vlan-tagging !
  hierarchical-scheduler
    maximum-hierarchy-levels =
    implicit-hierarchy !
  shaping-rate =
  native-vlan-id =
  ether-options
    802.3ad =
  gigether-options
    802.3ad =
  layer2-policer
    input-policer =
    output-policer =
    input-hierarchical-policer =
  unit *
    description =
    bandwidth =
    encapsulation =
    vlan-id =
    vlan-id-list []
    vlan-id-range =
    vlan-tags
      outer =
      inner =
    policer
      input =
      output =
    layer2-policer
      input-policer =
      output-policer =
      input-three-color =
      output-three-color =
      input-hierarchical-policer =
    filter                              ->attach
    input-vlan-map
      vlan-id =
    output-vlan-map
      vlan-id =
    family *
      mtu =
      address *
      interface-mode =
      port-mode =
      vlan
        members []
      filter                            ->attach
      simple-filter
        input =
      policer
        input =
        output =
        arp =
      service
        input
          service-filter =
        output
          service-filter =
=cos
  forwarding-classes
    class *
      queue-num =
      priority =
      policing-priority =
      spu-priority =
      pfc-priority =
      no-loss !
    queue *
      priority =
      policing-priority =
      *! |class
  forwarding-class-map *
    class *
      queue-num =
      restricted-queue =
  forwarding-class-set
    *
      class *
  forwarding-class-sets
    *
      class *
  restricted-queues
    forwarding-class *
      queue =
  code-point-aliases
    dscp                                ->alias
    dscp-ipv6                           ->alias
    exp                                 ->alias
    ieee-802.1                          ->alias
    ieee-802.1ad                        ->alias
    inet-precedence                     ->alias
  classifiers
    dscp *                              ->classifier
    dscp-ipv6 *                         ->classifier
    exp *                               ->classifier
    ieee-802.1 *                        ->classifier
    ieee-802.1ad *                      ->classifier
    inet-precedence *                   ->classifier
  loss-priority-maps
    frame-relay-de *                    ->lossmap
    dscp *                              ->lossmap
    dscp-ipv6 *                         ->lossmap
    exp *                               ->lossmap
    ieee-802.1 *                        ->lossmap
    inet-precedence *                   ->lossmap
  loss-priority-rewrites
    frame-relay-de *                    ->lossrewrite
  rewrite-rules
    dscp *                              ->rewrite
    dscp-ipv6 *                         ->rewrite
    exp *                               ->rewrite
    ieee-802.1 *                        ->rewrite
    ieee-802.1ad *                      ->rewrite
    inet-precedence *                   ->rewrite
    frame-relay-de *                    ->rewrite
  policy-map *                          ->marks
  policy-maps
    *                                   ->marks
  drop-profiles
    *
      fill-level *
        drop-probability =
      interpolate
        @fill-level []+
        @drop-probability []+
  schedulers
    *                                   ->scheduler
  scheduler-maps
    *
      forwarding-class *
        scheduler =
      fabric
  scheduler-map-forwarding-class-sets
    *
      forwarding-class-set *
        scheduler =
  fragmentation-maps
    *
      forwarding-class *
        fragment-threshold =
        multilink-class =
        no-fragmentation !
        drop-timeout =
  traffic-control-profiles
    *
      scheduler-map =
      shaping-rate                      ->rate
      guaranteed-rate                   ->rate
      delay-buffer-rate                 ->rate
      excess-rate                       ->share
      excess-rate-high                  ->share
      excess-rate-low                   ->share
      shaping-rate-priority-high        ->rate
      shaping-rate-priority-medium      ->rate
      shaping-rate-priority-low         ->rate
      shaping-rate-excess-high          ->rate
      shaping-rate-excess-low           ->rate
      overhead-accounting
        bytes =
        *! |mode
      adjust-minimum =
      queue-monitoring =
  adjustment-control-profiles
  host-outbound-traffic
    forwarding-class =
    dscp-code-point =
    ieee-802.1
      default =
      rewrite-rules !
    tcp
      raise-internet-control-priority !
  tri-color !
  interfaces
    interface-set *
      output-traffic-control-profile =
      input-traffic-control-profile =
      output-traffic-control-profile-remaining =
      internal-node !
      excess-bandwidth-share
        proportional =
        equal !
    *
      unit *                            ->binding
      scheduler-map =
      scheduler-map-chassis =
      input-scheduler-map =
      shaping-rate                      ->rate
      input-shaping-rate                ->rate
      excess-bandwidth-share
        proportional =
        equal !
      output-traffic-control-profile =
      output-traffic-control-profile-remaining =
      input-traffic-control-profile =
      input-traffic-control-profile-remaining =
      congestion-notification-profile =
      forwarding-class =
      forwarding-class-set *
        output-traffic-control-profile =
      classifiers                       ->bound
      rewrite-rules                     ->bound
      rewrite-value
        input
        output
      member-link-scheduler =
      logical-interface-aggregate-statistics !
  congestion-notification-profile *
  congestion-notification-profiles
    *
  system-defaults
    classifiers                         ->bound
    rewrite-rules                       ->bound
  routing-instances
    *
      classifiers
        exp =
        dscp =
        ieee-802.1 =
  shared-buffer
    ingress
      percent =
      buffer-partition *
        percent =
        dynamic-threshold =
    egress
      percent =
      buffer-partition *
        percent =
        dynamic-threshold =
=alias
  *
    *! |bits
=classifier
  import =
  forwarding-class *
    loss-priority *
      code-points []
=lossmap
  import =
  loss-priority *
    code-points []
=lossrewrite
  import =
  loss-priority *
    code-point =
=rewrite
  import =
  forwarding-class *
    loss-priority *
      code-point =
=marks
  dscp                                  ->mark
  dscp-ipv6                             ->mark
  inet-precedence                       ->mark
  ieee-802.1                            ->mark
  exp                                   ->mark
=mark
  code-point =
  import =
=bound
  dscp =
  dscp-ipv6 =
  exp =
  ieee-802.1 =
  ieee-802.1ad =
  inet-precedence =
  frame-relay-de =
  no-default !
=binding
  forwarding-class =
  forwarding-class-map =
  scheduler-map =
  input-scheduler-map =
  shared-scheduler !
  shaping-rate                          ->rate
  input-shaping-rate                    ->rate
  classifiers                           ->bound
  rewrite-rules                         ->bound
  loss-priority-maps
    frame-relay-de =
    dscp =
    ieee-802.1 =
  loss-priority-rewrites
    frame-relay-de =
  fragmentation-map =
  policy-map =
  output-traffic-control-profile =
  output-traffic-control-profile-remaining =
  input-traffic-control-profile =
  virtual-channel-group =
  adaptive-shaper =
  translation-table
=rate
  percent = |amount
  burst-size =
  overhead-accounting =
  cps = |amount
  *! |amount
=share
  percent = |amount
  proportion = |amount
  *! |amount
=scheduler
  transmit-rate
    percent = |amount
    remainder ? |amount
    exact ! |limit
    rate-limit ! |limit
    *! |amount
  buffer-size
    percent = |amount
    remainder ? |amount
    temporal = |amount
    shared ! |amount
    exact !
    buffer-partition =
    *! |amount
  shaping-rate                          ->rate
  excess-rate                           ->share
  excess-priority =
  priority =
  drop-profile-map loss-priority * protocol *
    drop-profile =
  drop-profile-map-set =
  adjust-minimum =
  adjust-percent =
  explicit-congestion-notification !
  buffer-dynamic-threshold =
  buffer-size-fixed =
=firewall
  family *
    filter *                            ->filter
    simple-filter *                     ->filter
    service-filter *                    ->filter
    dialer-filter *                     ->filter
    fast-update-filter *                ->filter
    prefix-action *
      policer =
  filter *                              ->filter
  simple-filter *                       ->filter
  policer *
    if-exceeding                        ->exceeding
    if-exceeding-pps
      pps-limit =
      packet-burst =
    filter-specific !
    logical-bandwidth-policer !
    logical-interface-policer !
    physical-interface-policer !
    shared-bandwidth-policer !
    forwarding-class =
    then
      discard !
      loss-priority =
      forwarding-class =
      out-of-profile !
  three-color-policer *
    action
      loss-priority *
        then
          discard !
    logical-interface-policer !
    physical-interface-policer !
    shared-bandwidth-policer !
    filter-specific !
    single-rate
      color-blind ! |aware
      color-aware ! |aware
      committed-information-rate =
      committed-burst-size =
      excess-burst-size =
    single-packet-rate
      color-blind ! |aware
      color-aware ! |aware
    two-rate
      color-blind ! |aware
      color-aware ! |aware
      committed-information-rate =
      committed-burst-size =
      peak-information-rate =
      peak-burst-size =
    two-packet-rate
      color-blind ! |aware
      color-aware ! |aware
  hierarchical-policer *
    filter-specific !
    logical-interface-policer !
    physical-interface-policer !
    shared-bandwidth-policer !
    premium
      if-exceeding                      ->exceeding
      then
        discard !
    aggregate
      if-exceeding                      ->exceeding
      then
        discard !
        loss-priority =
        forwarding-class =
  interface-set *
    *!
  load-balance-group *
=exceeding
  bandwidth-limit = |rate
  bandwidth-percent = |rate
  burst-size-limit =
=filter
  interface-specific !
  physical-interface-filter !
  accounting-profile []
  @term *
    filter =
    from
      source-address                    ->prefixes
      destination-address               ->prefixes
      address                           ->prefixes
      ip-source-address                 ->prefixes
      ip-destination-address            ->prefixes
      source-prefix-list                ->prefixes
      destination-prefix-list           ->prefixes
      prefix-list                       ->prefixes
      source-mac-address                ->prefixes
      destination-mac-address           ->prefixes
      protocol []
      protocol-except []
      payload-protocol []
      payload-protocol-except []
      next-header []
      next-header-except []
      port []
      port-except []
      source-port []
      source-port-except []
      destination-port []
      destination-port-except []
      dscp []
      dscp-except []
      traffic-class []
      traffic-class-except []
      precedence []
      precedence-except []
      ip-precedence []
      exp []
      exp-except []
      user-vlan-1p-priority []
      user-vlan-id []
      learn-vlan-1p-priority []
      learn-vlan-1p-priority-except []
      learn-vlan-id []
      vlan []
      ether-type []
      vlan-ether-type []
      forwarding-class []
      forwarding-class-except []
      loss-priority []
      loss-priority-except []
      packet-length []
      packet-length-except []
      icmp-type []
      icmp-type-except []
      icmp-code []
      icmp-code-except []
      fragment-flags =
      fragment-offset []
      fragment-offset-except []
      first-fragment !
      is-fragment !
      ip-options []
      ip-protocol []
      tcp-flags =
      tcp-established !
      tcp-initial !
      interface []
      interface-group []
      interface-group-except []
      interface-set []
      ttl []
      ttl-except []
      hop-limit []
      traffic-type []
      policy-map =
    then
      accept ! |verdict
      discard ! |verdict
      reject ? |verdict
      next = |verdict
      routing-instance =
      forwarding-class =
      loss-priority =
      policer =
      three-color-policer
        single-rate = |kind
        two-rate = |kind
      hierarchical-policer =
      dscp =
      traffic-class =
      count =
      log !
      syslog !
      sample !
      service-accounting !
      policy-map =
      prefix-action =
      virtual-channel =
=prefixes
  *
    except !
"""


def _build() -> dict[str, Spec]:
    """Read the table: the names of its parts and their specifications."""
    parts: dict[str, Spec] = {}
    wanted: list[tuple[Spec, str]] = []
    stack: list[tuple[int, Spec]] = []
    for line in _TABLE.splitlines():
        text = line.strip()
        if not text:
            continue
        if text.startswith("="):
            stack = [(0, parts.setdefault(text[1:], Spec(CONTAINER)))]
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        while stack[-1][0] >= depth:
            stack.pop()
        parent = stack[-1][1]
        word, spec, part = _row(text.split())
        if part:
            wanted.append((spec, part))
        if word == "*":
            parent.any = spec
        else:
            parent.words[word] = spec
        stack.append((depth, spec))
    for spec, part in wanted:
        shared = parts[part]
        if spec.words:
            spec.words = {**shared.words, **spec.words}
            spec.any = spec.any or shared.any
        else:
            spec.words, spec.any = shared.words, shared.any
    return parts


def _row(cells: list[str]) -> tuple[str, Spec, str]:
    word, marks = cells[0], cells[1:]
    ordered = word.startswith("@")
    word = word.lstrip("@")
    choice = part = ""
    only = False
    names = 0
    kind = CONTAINER
    for mark in marks:
        if mark.startswith("->"):
            part = mark[2:]
        elif mark.startswith("|"):
            choice = mark[1:]
        elif mark == "~":
            only = True
        elif mark in _KINDS:
            kind = _KINDS[mark]
        else:  # `*`, or a fixed word between the names of an entry
            kind, names = LIST, names + 1
    if word == "*!":
        word, kind = "*", ANY_VALUE
    if kind in {LEAF, VALUES, BAG}:
        names = 1
    spec = Spec(kind, names)
    spec.choice, spec.ordered, spec.only = choice, ordered, only
    return word, spec, part


_PARTS: dict[str, Spec] = {}


def root_spec() -> Spec:
    """The specification of the whole configuration; the table is read on first use."""
    if not _PARTS:
        _PARTS.update(_build())
    return _PARTS["root"]


def _special() -> dict[str, Spec]:
    """Statements that can stand anywhere: "CLI User Guide", Configuration groups."""
    special = {word: Spec(VALUES, 1) for word in ("apply-groups", "apply-groups-except")}
    for spec in special.values():
        spec.ordered = True
    special["apply-flags"] = Spec(LEAF, 1)
    special["apply-macro"] = Spec(LIST, 1)
    return special


SPECIAL = _special()

ROOTS: Sequence[str] = (
    "version", "system", "groups", "logical-systems", "tenants", "dynamic-profiles",
    "class-of-service", "firewall", "interfaces", "policy-options", "chassis",
    "routing-instances", "forwarding-options", "vlans", "bridge-domains", "switch-options",
    "ethernet-switching-options", "apply-groups", "apply-groups-except",
)  # fmt: skip
"""Stanzas at the top of a configuration that are read."""

IRRELEVANT = frozenset({
    "access", "access-profile", "accounting-options", "applications", "apply-macro",
    "bridge", "diameter", "dynamic-tunnels", "event-options", "fabric", "fm", "ietf-interfaces",
    "jnx-aaa", "jsrc", "jsrc-partition", "l2vpn", "layer2-control", "logical-tunnels",
    "multi-chassis", "multicast-snooping-options", "netconf-node", "openconfig", "poe",
    "protocols", "rcsid", "routing-options", "security", "services", "session-limit-group",
    "smtp", "snmp", "unified-edge", "virtual-chassis", "wlan", "variables", "schema",
    "host", "rpm", "state", "rtf", "openconfig-qos", "analytics", "class-of-service-defaults",
    "extensions", "apply-flags", "predefined-variable-defaults", "replay", "when",
})  # fmt: skip
"""Stanzas at the top of a configuration that cannot matter to QoS."""
