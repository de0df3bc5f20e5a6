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
      committed-packet-rate =
      committed-burst-size =
      committed-packet-burst-size =
      excess-burst-size =
      excess-packet-burst-size =
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
        discard !
    aggregate
      if-exceeding                      ->exceeding
      if-exceeding-pps
        pps-limit =
        packet-burst =
      then
        discard !
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
      traffic-type-except []
      policy-map =
      ip-version
        ipv4                            ->inner
        ipv6                            ->inner
      ip-protocol-except []
      ip-precedence-except []
      user-vlan-1p-priority-except []
      user-vlan-id-except []
      learn-vlan-id-except []
      learn-vlan-dei []
      learn-vlan-dei-except []
      ether-type-except []
      vlan-ether-type-except []
      hop-limit-except []
      ip-options-except []
      interface-except []
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
      dot1q-tag []
      dot1q-user-priority []
      user-vlan-dei []
      source-mac-filter-group []
      gbp-src-tag []
      gbp-dst-tag []
      ttl-exceeded !
      tunnel []
      rat-type []
      group []
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
        single-packet-rate = |kind
        two-packet-rate = |kind
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
      port-mirror ?
      port-mirror-instance =
      exclude-accounting !
      force-premium !
      service-filter-hit !
      packet-mode !
      dont-fragment =
      clear-policy-map !
      next-hop-group =
      next-ip =
      next-ip6 =
      next-interface =
      interface =
      vlan =
      analyzer =
      logical-system = |verdict
      topology = |verdict
      load-balance =
      decapsulate ?
      encapsulate =
      ipsec-sa =
      l2-mirror
      dialer =
      no-decrement-ttl !
      user-vlan-1p-priority =
      learn-vlan-1p-priority =
      user-priority =
      precedence =
      traffic-class-count =
      indirect-count =
      skip-services !
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
  *
    except !
"""
