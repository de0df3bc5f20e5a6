"""Statements at the top, and below `interfaces`.

How to read the table: see `schema`. Source: Juniper, CLI Explorer.
"""

__all__ = ["TOP"]

TOP = """
=root
  version =
  system ~
    host-name =
    ntp
    radius-server *
    tacplus-server *
    name-server *
    syslog
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
        unit *                              :
    *                                   ->interface
  policy-options ~
    prefix-list *
      apply-path =                          : Rule.match
      *                                     : Rule.match
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
      class-of-service
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
  input =                                   : Port.input
  output =                                  : Port.output
  @input-list []                            : Port.input
  @output-list []                           : Port.output
  group =
=interface
  description =
  mtu =
  speed =                                   : Port.speed
  encapsulation =
  per-unit-scheduler !
  shared-scheduler !
  vlan-tagging !
  flexible-vlan-tagging !
  hierarchical-scheduler
    maximum-hierarchy-levels =
    implicit-hierarchy !
  shaping-rate =
  native-vlan-id =
  t1-options
    timeslots =
  e1-options
    timeslots =
  ether-options
    802.3ad =
    speed =
  gigether-options
    802.3ad =
    speed =
  layer2-policer
    input-policer =
    output-policer =
    input-hierarchical-policer =            : Port.input
  unit *
    description =
    bandwidth =                             : Port.bandwidth
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
      input-policer =                       : Port.input
      output-policer =
      input-three-color =
      output-three-color =
      input-hierarchical-policer =          : Port.input
    filter                              ->attach
    input-vlan-map
      vlan-id =
    output-vlan-map
      vlan-id =
    family *
      mtu =
      address *                         :
      interface-mode =
      port-mode =
      vlan
        members []
      filter                            ->attach
      simple-filter
        input =
      policer
        input =                             : Port.input
        output =                            : Port.output
        arp =
      service
        input
          service-filter =
        output
          service-filter =
"""
