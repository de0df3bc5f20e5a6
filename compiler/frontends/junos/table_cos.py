"""Statements below `class-of-service`.

How to read the table: see `schema`.
Source: Juniper, "Class of Service User Guide" and CLI Explorer.
"""

__all__ = ["COS"]

COS = """
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
"""
