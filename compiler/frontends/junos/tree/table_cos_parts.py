"""Statements that stand at several places below `class-of-service`.

How to read the table: see `schema`.
Source: Juniper, "Class of Service User Guide" and CLI Explorer.
"""

__all__ = ["COS_PARTS"]

COS_PARTS = """
=nexthops
  forwarding-class *
    next-hop []
    lsp-next-hop []
    non-labelled-next-hop []
    lsp-next-hop-tunnel []
    discard !
    forwarding-class-default !
=congestion
  input
    ieee-802.1
      code-point *
        pfc !
        no-pfc !
        mru =
        xon =
        force-watchdog-detection !
    dscp
      code-point *
        pfc !
        xon =
        force-watchdog-detection !
    cable-length =
    headroom-auto-tuning !
  output
    ieee-802.1
      code-point *
        flow-control-queue []
        force-watchdog-detection !
    dscp
      code-point *
        flow-control-queue []
    flow-control-queue []
    cable-length =
  input-cable-length =
  pfc-watchdog
    poll-interval =
    detection =
    recovery =
    watchdog-action
      drop !
      forward !
=pools
  ingress                               ->pool
  egress                                ->pool
=pool
  percent =
  buffer-percent =
  dynamic-threshold =
  buffer-partition *
    percent =
    dynamic-threshold =
=translation
  *                                     ->translated
=translated
  *
    to-code-point *
      from-code-points []
=alias
  *
    *! |bits                                :
=classifier
  import =                                  : RuleList.rules
  forwarding-class *                        : Rule.marks
    loss-priority *                         : Rule.marks
      code-points []                        : Rule.match
=lossmap
  import =
  loss-priority *
    code-points []
=lossrewrite
  import =
  loss-priority *
    code-point =
=rewrite
  import =                                  : RuleList.rules
  forwarding-class *                        : Rule.match
    loss-priority *                         : Rule.match
      code-point =                          : Rule.marks
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
  dscp =                                ->applies : Port.input Port.output
  dscp-ipv6 =                           ->applies : Port.input Port.output
  exp =                                 ->applies : Port.input Port.output
  ieee-802.1 =                          ->applies : Port.input Port.output
  ieee-802.1ad =                        ->applies
  inet-precedence =                     ->applies : Port.input Port.output
  frame-relay-de =
  no-default !                              :
=applies
  vlan-tag =
  protocol []
  family []
=binding
  forwarding-class =                        : Port.input
  forwarding-class-map =
  input-forwarding-class-map =
  output-forwarding-class-map =
  scheduler-map =                           : Port.output
  input-scheduler-map =
  shared-scheduler !
  shaping-rate                          ->rate : Port.output
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
  output-traffic-control-profile =          : Port.output
  output-traffic-control-profile-remaining =
  input-traffic-control-profile =
  virtual-channel-group =
  adaptive-shaper =
  excess-bandwidth-share
    proportional =
    equal !
  translation-table                     ->bound
  report-ingress-shaping-rate !
=rate
  percent = |amount                         : Shaper.rate TrafficClass.guarantee
  burst-size =                              : Shaper.committed
  overhead-accounting =
  cps = |amount
  *! |amount                                : Shaper.rate TrafficClass.guarantee
=share
  percent = |amount                         : TrafficClass.excess
  proportion = |amount                      : TrafficClass.excess
  *! |amount
=scheduler
  transmit-rate
    percent = |amount                       : TrafficClass.guarantee
    remainder ? |amount                     : TrafficClass.guarantee TrafficClass.excess
    exact ! |limit                          : TrafficClass.shaper
    rate-limit ! |limit                     : TrafficClass.policers
    *! |amount                              : TrafficClass.guarantee
  buffer-size
    percent = |amount                       : TrafficClass.limits
    remainder ? |amount                     : TrafficClass.limits
    temporal = |amount                      : TrafficClass.limits
    shared ! |amount
    exact !
    buffer-partition =
    *! |amount
  shaping-rate                          ->rate : TrafficClass.shaper
  excess-rate                           ->share : TrafficClass.excess
  excess-priority =                         : TrafficClass.excess_level
  priority =                                : TrafficClass.level TrafficClass.priority
  drop-profile-map loss-priority * protocol *
    drop-profile =                          : TrafficClass.wred
  drop-profile-map-set =
  adjust-minimum =
  adjust-percent =
  explicit-congestion-notification !        : Wred.ecn
  buffer-dynamic-threshold =
  buffer-size-fixed =
  shared-buffer-maximum =
  latency-target =
  queue-monitoring =
  drop-timeout =
  scheduler-shaping-rate                ->rate
"""
