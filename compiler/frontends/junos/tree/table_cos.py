"""Statements below `class-of-service`.

How to read the table: see `schema`.
Source: Juniper, "Class of Service User Guide" and CLI Explorer.
"""

__all__ = ["COS"]

COS = """
=cos
  forwarding-classes
    class *
      queue-num =                           :
      priority =
      policing-priority =
      spu-priority =
      pfc-priority =
      no-loss !
    queue *
      priority =
      policing-priority =
      *! |class                             :
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
      queue-num =
      *!
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
      fill-level *                          : DropCurve.points
        drop-probability =                  : DropCurve.points
      interpolate
        @fill-level []+                     : DropCurve.points
        @drop-probability []+               : DropCurve.points
  schedulers
    *                                   ->scheduler
  scheduler-maps
    *
      forwarding-class *                    : TrafficClass.match
        scheduler =                         : Policy.classes
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
      scheduler-map =                       : TrafficClass.child
      shaping-rate                      ->rate : TrafficClass.shaper
      guaranteed-rate                   ->rate : TrafficClass.guarantee
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
        frame-mode !
          frame-mode-bytes =
        cell-mode !
          cell-mode-bytes =
        *! |mode
      adjust-minimum =
      queue-monitoring =
      strict-priority-scheduler !
      atm-service =
      max-burst-size =
      peak-rate                         ->rate
      sustained-rate                    ->rate
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
      output-traffic-control-profile =      : Port.output
      input-traffic-control-profile =
      output-traffic-control-profile-remaining =
      internal-node !
      excess-bandwidth-share
        proportional =
        equal !
    *
      unit *                            ->binding
      scheduler-map =                       : Port.output
      scheduler-map-chassis =
      input-scheduler-map =
      shaping-rate                      ->rate : Port.output
      input-shaping-rate                ->rate
      excess-bandwidth-share
        proportional =
        equal !
      output-traffic-control-profile =      : Port.output
      output-traffic-control-profile-remaining =
      input-traffic-control-profile =
      input-traffic-control-profile-remaining =
      congestion-notification-profile =
      forwarding-class =                    : Port.input
      forwarding-class-set *
        output-traffic-control-profile =
      shared-scheduler !
      simple-filter =
      input-excess-bandwidth-share
        proportional =
        equal !
      dedicated-buffer-profile =
      input-forwarding-class-map =
      output-forwarding-class-map =
      irb
        unit *                          ->binding
      classifiers                       ->bound
      rewrite-rules                     ->bound
      rewrite-value
        input
        output
      member-link-scheduler =
      logical-interface-aggregate-statistics !
  congestion-notification-profile *     ->congestion
  congestion-notification-profiles
    *                                   ->congestion
  forwarding-policy
    next-hop-map *                      ->nexthops
    class *
      classification-override
        forwarding-class =
  cos-next-hop-map *                    ->nexthops
  dedicated-buffer                      ->pools
  dedicated-buffer-profile *            ->pools
  tail-drop-profiles
    *
      *
  multi-destination
    classifiers
      ieee-802.1 =
      dscp =
      inet-precedence =
    family
      ethernet
        broadcast
          forwarding-class =
      inet
        classifier
          dscp =
          inet-precedence =
    scheduler-map =
  translation-table
    *                                   ->translation
  output-forwarding-class-map *
    class *
      queue-num =
  virtual-channels
    *
  virtual-channel-groups
    *
      *
        scheduler-map =
        shaping-rate                    ->rate
        default !
  adaptive-shapers
    *
      trigger *
        shaping-rate                    ->rate
  application-traffic-control
    rate-limiters *
      bandwidth-limit =
      burst-size-limit =
    rule-sets *
      rule *
        match
          application []
          application-any !
          application-group []
          application-known !
          application-unknown !
        then
          forwarding-class =
          dscp-code-point =
          loss-priority =
          log !
          rate-limit
            client-to-server =
            server-to-client =
            loss-priority-high !
  traffic-manager
    packet-timestamp
      enable !
    buffer-monitor-enable !
    egress-shaping-overhead =
    ingress-shaping-overhead =
    queue-threshold =
  traffic-management
  cos-ldp
  non-strict-priority-scheduling !
  tx-delay-buffer =
  delay-buffer-rate =
  system-defaults
    classifiers                         ->bound
    rewrite-rules                       ->bound
  routing-instances
    *
      classifiers
        exp =
        dscp =
        ieee-802.1 =
  shared-buffer                         ->pools
"""
