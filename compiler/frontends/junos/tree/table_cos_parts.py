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
  dscp =                                ->applies
  dscp-ipv6 =                           ->applies
  exp =                                 ->applies
  ieee-802.1 =                          ->applies
  ieee-802.1ad =                        ->applies
  inet-precedence =                     ->applies
  frame-relay-de =
  no-default !
=applies
  vlan-tag =
  protocol []
  family []
=binding
  forwarding-class =
  forwarding-class-map =
  input-forwarding-class-map =
  output-forwarding-class-map =
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
  excess-bandwidth-share
    proportional =
    equal !
  translation-table                     ->bound
  report-ingress-shaping-rate !
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
  shared-buffer-maximum =
  latency-target =
  queue-monitoring =
  drop-timeout =
  scheduler-shaping-rate                ->rate
"""
