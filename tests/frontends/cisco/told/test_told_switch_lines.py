"""What a Catalyst would not take, or the model has no place for, is told at its line."""

from __future__ import annotations

from tests.frontends.cisco.told.rows import Row, Told, each_of, told_of

ROWS: list[Row] = [
    (
        "cat3750",
        ("mls qos queue-set output x buffers 1 2 3 4",),
        [
            (1, "unknown", "`x` is not understood here"),
        ],
    ),
    (
        "cat3750",
        ("mls qos queue-set output 1 threshold",),
        [
            (1, "unknown", "a queue is missing"),
        ],
    ),
    (
        "cat3750",
        ("mls qos queue-set output 1 threshold 2 3",),
        [
            (1, "unknown", "two thresholds, what is reserved and the most are needed"),
        ],
    ),
    (
        "cat3750",
        (
            "interface Gi1/0/1",
            " srr-queue bandwidth limit",
        ),
        [
            (
                2,
                "unknown",
                ("a limit in percent is a number from 10 to 90 (Catalyst 3560 command reference)"),
            ),
        ],
    ),
    (
        "cat4500",
        (
            "interface Gi1/0/1",
            " tx-queue 2",
            "  priority high",
        ),
        [
            (
                3,
                "unknown",
                (
                    "only transmit queue 3 has a priority (Catalyst 4500 command reference, "
                    "tx-queue)"
                ),
            ),
        ],
    ),
    (
        "cat4500",
        (
            "interface Gi1/0/1",
            " tx-queue 2",
            "  bandwidth",
        ),
        [
            (3, "unknown", "a rate is missing"),
        ],
    ),
    (
        "cat3550",
        (
            "interface Gi0/1",
            " wrr-queue cos-map",
        ),
        [
            (2, "unknown", "a queue and a CoS are needed"),
        ],
    ),
    (
        "cat3550",
        (
            "interface Gi0/1",
            " wrr-queue dscp-map 1",
            " wrr-queue threshold 1",
            " wrr-queue bandwidth 1 2",
        ),
        [
            (2, "unknown", "a queue and a DSCP are needed"),
            (3, "unknown", "a percentage is missing"),
            (4, "recognised", "the queue of CoS 5 depends on the type of the port"),
        ],
    ),
    (
        "cat6500",
        (
            "interface Gi0/1",
            " wrr-queue bandwidth 1",
            " wrr-queue cos-map 1",
            " mls qos cos",
            " priority-queue cos-map 1",
        ),
        [
            (
                2,
                "recognised",
                "the queue of CoS 0, 1, 2, 3, 4, 5, 6, 7 depends on the type of the port",
            ),
            (3, "unknown", "a queue and a CoS are needed"),
            (4, "unknown", "a CoS is missing"),
            (5, "unknown", "a queue and a CoS are needed"),
        ],
    ),
    (
        "cat3750",
        ("mls qos map dscp-cos 1 2 3",),
        [
            (1, "unknown", "the line ends too early"),
        ],
    ),
    (
        "cat3750",
        (
            "mls qos",
            "interface Gi1/0/1",
            " mls qos cos override",
            " mls qos cos",
            " mls qos trust device cisco-phone",
            " srr-queue bandwidth share 1 2",
        ),
        [
            (4, "unknown", "a CoS is missing"),
            (5, "recognised", "taken for a port with that device: without it, nothing is trusted"),
            (6, "unknown", "4 weights are needed"),
        ],
    ),
    (
        "cat9000",
        (
            "policy-map P",
            " class class-default",
            "  queue-buffers ratio 101",
        ),
        [
            (
                3,
                "unknown",
                (
                    "a share of the buffers is a number from 0 to 100 (Catalyst 3850 command "
                    "reference)"
                ),
            ),
        ],
    ),
    (
        "cat9000",
        (
            "policy-map P",
            " class class-default",
            "  queue-limit dscp 5 percent 101",
        ),
        [
            (3, "unknown", "a percentage is from 0 to 100"),
        ],
    ),
    (
        "cat3750",
        (
            "mls qos srr-queue output dscp-map queue 5 threshold 1 8",
            "mls qos srr-queue output dscp-map queue 1 threshold 4 8",
            "mls qos srr-queue output dscp-map queue 1 threshold 1 64",
            "mls qos srr-queue output cos-map queue 1 threshold 1 8",
            "mls qos queue-set output 3 buffers 1 2 3 4",
            "mls qos queue-set output 1 buffers 10 20 30 50",
            "mls qos map cos-dscp 1 2 3",
            "mls qos map dscp-mutation X 1 2",
            "mls qos map policed-dscp 64 to 0",
            "mls qos",
        ),
        [
            (1, "unknown", "a queue is a number from 1 to 4 (Catalyst 3560 command reference)"),
            (2, "unknown", "a threshold is a number from 1 to 3 (Catalyst 3560 command reference)"),
            (3, "unknown", "a DSCP is a number from 0 to 63 (RFC 2474)"),
            (4, "unknown", "a CoS is a number from 0 to 7 (IEEE 802.1Q)"),
            (5, "unknown", "a queue-set is a number from 1 to 2 (Catalyst 3750 command reference)"),
            (6, "unknown", "the buffers of a port are 100 %, not 110 %"),
            (7, "unknown", "a DSCP for each of the eight values is needed"),
            (8, "unknown", "the line ends too early"),
            (9, "unknown", "a DSCP is a number from 0 to 63 (RFC 2474)"),
        ],
    ),
    (
        "cat3750",
        (
            "mls qos",
            "interface GigabitEthernet1/0/1",
            " queue-set 3",
            " srr-queue bandwidth share 256 1 1 1",
            " srr-queue bandwidth shape 65536 1 1 1",
            " srr-queue bandwidth limit 9",
            " mls qos trust pass-through dscp",
            " mls qos cos 8",
            " auto qos voip trust",
            " mls qos dscp-mutation NONE",
        ),
        [
            (3, "unknown", "a queue-set is a number from 1 to 2 (Catalyst 3750 command reference)"),
            (4, "unknown", "a weight is a number from 1 to 255 (Catalyst command reference)"),
            (5, "unknown", "a weight is a number from 0 to 65535 (Catalyst command reference)"),
            (
                6,
                "unknown",
                ("a limit in percent is a number from 10 to 90 (Catalyst 3560 command reference)"),
            ),
            (7, "unknown", "`pass-through` is not understood here"),
            (8, "unknown", "a CoS is a number from 0 to 7 (IEEE 802.1Q)"),
            (10, "recognised", "a mutation map counts on ports that trust DSCP"),
        ],
    ),
    (
        "cat3550",
        (
            "mls qos",
            "interface GigabitEthernet0/1",
            " wrr-queue bandwidth 0 1 1 1",
            " wrr-queue cos-map 5 1",
            " wrr-queue queue-limit 10 20 30 50",
            " wrr-queue random-detect max-threshold 1 0 100",
            " mls qos trust cos pass-through dscp",
        ),
        [
            (
                3,
                "recognised",
                "the queue of CoS 0, 2, 3, 4, 5, 6, 7 depends on the type of the port",
            ),
            (3, "recognised", "queue 5 has no weight of its own"),
            (
                7,
                "recognised",
                (
                    "the queue goes by the CoS, and the DSCP stays as it came: the model "
                    "chooses the queue by that DSCP"
                ),
            ),
        ],
    ),
    (
        "cat4500",
        (
            "qos",
            "qos map dscp 64 to tx-queue 3",
            "qos map dscp 5 to tx-queue 5",
            "interface GigabitEthernet0/1",
            " tx-queue 5",
            "  bandwidth 5 mbps",
            " tx-queue 1",
            "  shape 5",
            "  bandwidth 1 kbps",
        ),
        [
            (2, "unknown", "a DSCP is a number from 0 to 63 (RFC 2474)"),
            (
                3,
                "unknown",
                "a transmit queue is a number from 1 to 4 (Catalyst 4500 command reference)",
            ),
            (
                5,
                "recognised",
                "the Catalyst 4500 has transmit queues 1 to 4: these are another switch's",
            ),
            (6, "recognised", "understood, but not in the model"),
            (
                7,
                "recognised",
                "the Catalyst 4500 has transmit queues 1 to 4: these are another switch's",
            ),
            (
                8,
                "unknown",
                (
                    "a rate is from 16000 to 10000000000000 bit/s (Catalyst 4500 command "
                    "reference, tx-queue)"
                ),
            ),
            (
                9,
                "unknown",
                (
                    "a rate is from 16000 to 10000000000000 bit/s (Catalyst 4500 command "
                    "reference, tx-queue)"
                ),
            ),
        ],
    ),
]


@each_of(ROWS)
def test_a_line_is_told_with_its_reason(platform: str, lines: tuple[str, ...], told: Told) -> None:
    assert told_of(platform, lines) == told
