"""Statements below `firewall`.

How to read the table: see `schema`.
Source: Juniper, "Routing Policies, Firewall Filters, and Traffic Policers User Guide".
"""

__all__ = ["FIREWALL"]

FIREWALL = """
=firewall
  family *
    filter *                            ->filter
    simple-filter *                     ->filter
    service-filter *                    ->filter
    dialer-filter *                     ->filter
    fast-update-filter *                ->filter
    prefix-action *
      policer =
      count !
      filter-specific !
      subnet-prefix-length =
      source-prefix-length =
      destination-prefix-length =
  filter *                              ->filter
  simple-filter *                       ->filter
  policer *
    if-exceeding                        ->exceeding
    if-exceeding-pps
      pps-limit =                           : Meter.cir
      packet-burst =                        : Meter.cbs
    filter-specific !                       : Policer.shared
    logical-bandwidth-policer !             : Policer.shared
    logical-interface-policer !             : Policer.shared
    physical-interface-policer !            : Policer.shared
    shared-bandwidth-policer !              : Policer.shared
    forwarding-class =
    then
      discard !                             : Policer.exceed
      loss-priority =                       : Policer.exceed
      forwarding-class =                    : Policer.exceed
      out-of-profile !
  three-color-policer *
    action
      loss-priority *
        then
          discard !                         : Policer.violate
    logical-interface-policer !             : Policer.shared
    physical-interface-policer !            : Policer.shared
    shared-bandwidth-policer !              : Policer.shared
    filter-specific !                       : Policer.shared
    single-rate
      color-blind ! |aware
      color-aware ! |aware                  : Meter.colours
      committed-information-rate =          : Meter.cir
      committed-burst-size =                : Meter.cbs
      excess-burst-size =                   : Meter.ebs
    single-packet-rate
      color-blind ! |aware
      color-aware ! |aware
      committed-packet-rate =
      committed-burst-size =
      committed-packet-burst-size =
      excess-burst-size =
      excess-packet-burst-size =
    two-rate
      color-blind ! |aware                  : Meter.colours
      color-aware ! |aware                  : Meter.colours
      committed-information-rate =          : Meter.cir
      committed-burst-size =                : Meter.cbs
      peak-information-rate =               : Meter.pir
      peak-burst-size =                     : Meter.pbs
    two-packet-rate
      color-blind ! |aware
      color-aware ! |aware
      committed-packet-rate =
      committed-burst-size =
      committed-packet-burst-size =
      peak-packet-rate =
      peak-burst-size =
      peak-packet-burst-size =
  hierarchical-policer *
    filter-specific !
    logical-interface-policer !
    physical-interface-policer !
    shared-bandwidth-policer !
    premium
      if-exceeding                      ->exceeding
      if-exceeding-pps
        pps-limit =
        packet-burst =
      then
        discard !                           : Policer.exceed
    aggregate
      if-exceeding                      ->exceeding
      if-exceeding-pps
        pps-limit =
        packet-burst =
      then
        discard !                           : Policer.exceed
        loss-priority =
        forwarding-class =
  interface-set *
    *!
  load-balance-group *
  flexible-match *
    bit-length =
    bit-offset =
    byte-offset =
    match-start =
  atm-policer *
  policer-array *
  tunnel-end-point *
  template *
  forwarding-class-accounting
  gbp-source-tag *
=exceeding
  bandwidth-limit = |rate                   : Meter.cir
  bandwidth-percent = |rate                 : Meter.cir
  burst-size-limit =                        : Meter.cbs
=filter
  interface-specific !                      :
  physical-interface-filter !
  accounting-profile []
  @term *                                   : RuleList.rules
    filter =
    from
      source-address                    ->prefixes : Rule.match
      destination-address               ->prefixes : Rule.match
      address                           ->prefixes : Rule.match
      ip-source-address                 ->prefixes : Rule.match
      ip-destination-address            ->prefixes : Rule.match
      source-prefix-list                ->prefixes : Rule.match
      destination-prefix-list           ->prefixes : Rule.match
      prefix-list                       ->prefixes : Rule.match
      source-mac-address                ->prefixes : Rule.match
      destination-mac-address           ->prefixes : Rule.match
      protocol []                           : Rule.match
      protocol-except []                    : Rule.match
      payload-protocol []                   : Rule.match
      payload-protocol-except []            : Rule.match
      next-header []                        : Rule.match
      next-header-except []                 : Rule.match
      port []                               : Rule.match
      port-except []                        : Rule.match
      source-port []                        : Rule.match
      source-port-except []                 : Rule.match
      destination-port []                   : Rule.match
      destination-port-except []            : Rule.match
      dscp []                               : Rule.match
      dscp-except []                        : Rule.match
      traffic-class []                      : Rule.match
      traffic-class-except []               : Rule.match
      precedence []                         : Rule.match
      precedence-except []                  : Rule.match
      ip-precedence []                      : Rule.match
      exp []                                : Rule.match
      exp-except []                         : Rule.match
      user-vlan-1p-priority []              : Rule.match
      user-vlan-id []                       : Rule.match
      learn-vlan-1p-priority []             : Rule.match
      learn-vlan-1p-priority-except []      : Rule.match
      learn-vlan-id []                      : Rule.match
      vlan []
      ether-type []                         : Rule.match
      vlan-ether-type []                    : Rule.match
      forwarding-class []                   : Rule.match
      forwarding-class-except []            : Rule.match
      loss-priority []                      : Rule.match
      loss-priority-except []               : Rule.match
      packet-length []                      : Rule.match
      packet-length-except []               : Rule.match
      icmp-type []                          : Rule.match
      icmp-type-except []                   : Rule.match
      icmp-code []                          : Rule.match
      icmp-code-except []                   : Rule.match
      fragment-flags =
      fragment-offset []                    : Rule.match
      fragment-offset-except []
      first-fragment !                      : Rule.match
      is-fragment !                         : Rule.match
      ip-options []
      ip-protocol []                        : Rule.match
      tcp-flags =                           : Rule.match
      tcp-established !                     : Rule.match
      tcp-initial !                         : Rule.match
      interface []                          : Rule.match
      interface-group []
      interface-group-except []
      interface-set []
      ttl []                                : Rule.match
      ttl-except []                         : Rule.match
      hop-limit []                          : Rule.match
      traffic-type []
      traffic-type-except []
      policy-map =
      ip-version
        ipv4                            ->inner
        ipv6                            ->inner
      ip-protocol-except []                 : Rule.match
      ip-precedence-except []               : Rule.match
      user-vlan-1p-priority-except []       : Rule.match
      user-vlan-id-except []                : Rule.match
      learn-vlan-id-except []               : Rule.match
      learn-vlan-dei []
      learn-vlan-dei-except []
      ether-type-except []                  : Rule.match
      vlan-ether-type-except []             : Rule.match
      hop-limit-except []                   : Rule.match
      ip-options-except []
      interface-except []                   : Rule.match
      interface-set-except []
      source-class []
      source-class-except []
      destination-class []
      destination-class-except []
      ah-spi []
      ah-spi-except []
      esp-spi []
      esp-spi-except []
      gre-key []
      gre-key-except []
      extension-header []
      extension-header-except []
      redirect-reason []
      service-filter-hit !
      flexible-match-mask               ->flexible
      flexible-match-range              ->flexible
      label []
      isid []
      cfm []
      l2-encode-type []
      dot1q-tag []                          : Rule.match
      dot1q-user-priority []                : Rule.match
      user-vlan-dei []
      source-mac-filter-group []
      gbp-src-tag []
      gbp-dst-tag []
      ttl-exceeded !
      tunnel []
      rat-type []
      group []
    then
      accept ! |verdict                     : Rule.verdict
      discard ! |verdict                    : Rule.verdict
      reject ? |verdict                     : Rule.verdict
      next = |verdict                       : Rule.verdict
      routing-instance =
      forwarding-class =                    : Rule.marks
      loss-priority =                       : Rule.marks
      policer =                             : Rule.policer
      three-color-policer
        single-rate = |kind                 : Rule.policer
        two-rate = |kind                    : Rule.policer
        single-packet-rate = |kind
        two-packet-rate = |kind
      hierarchical-policer =                  : Rule.policer
      dscp =                                : Rule.marks
      traffic-class =                       : Rule.marks
      count =                               :
      log !                                 :
      syslog !                              :
      sample !                              :
      service-accounting !                  :
      policy-map =
      prefix-action =
      virtual-channel =
      port-mirror ?                         :
      port-mirror-instance =                :
      exclude-accounting !                  :
      force-premium !
      service-filter-hit !                  :
      packet-mode !                         :
      dont-fragment =
      clear-policy-map !
      next-hop-group =                      :
      next-ip =
      next-ip6 =
      next-interface =
      interface =
      vlan =
      analyzer =                            :
      logical-system = |verdict
      topology = |verdict
      load-balance =                        :
      decapsulate ?
      encapsulate =
      ipsec-sa =
      l2-mirror                             :
      dialer =
      no-decrement-ttl !
      user-vlan-1p-priority =
      learn-vlan-1p-priority =
      user-priority =
      precedence =
      traffic-class-count =                 :
      indirect-count =                      :
      skip-services !                       :
      redirect =
=inner
  ip-protocol []
  source-address                        ->prefixes
  destination-address                   ->prefixes
  source-port []
  destination-port []
  dscp []
  tcp-flags =
  *
=flexible
  match-start =
  byte-offset =
  bit-offset =
  bit-length =
  mask-in-hex =
  prefix =
  range =
  range-except =
  flexible-mask-name =
  flexible-range-name =
=prefixes
  *                                         : Rule.match
    except !                                : Rule.match
"""
