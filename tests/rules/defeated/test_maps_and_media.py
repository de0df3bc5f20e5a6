"""Maps of queues that go apart, and media taken for TCP: what is told, and near misses."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


MAPS = (
    "hostname sw\nmls qos\nmls qos srr-queue {first} cos-map queue 2 threshold 3 {cos}\n"
    "mls qos srr-queue {second} dscp-map queue {queue} threshold {threshold} {dscp}\n"
    "interface GigabitEthernet0/1\n switchport mode trunk\n mls qos trust dscp\n"
)


@pytest.mark.parametrize(
    ("first", "second", "cos", "queue", "threshold", "dscp", "told"),
    [
        ("output", "output", "6 7", 2, 1, "48 56", [4]),  # dropped before data
        ("output", "output", "2", 4, 3, "16", [4]),
        ("output", "output", "2", 2, 1, "16", []),  # a threshold of data
        ("output", "output", "6 7", 2, 3, "48 56", []),
        ("output", "input", "2", 4, 3, "16", []),  # maps of two directions
        ("input", "input", "4", 1, 3, "32", []),  # as AutoQoS has it
        ("output", "output", "2", 4, 3, "18", []),  # no class selector
    ],
)
def test_maps_from_cos_and_from_dscp(
    first: str, second: str, cos: str, queue: int, threshold: int, dscp: str, told: list[int]
) -> None:
    text = MAPS.format(
        first=first, second=second, cos=cos, queue=queue, threshold=threshold, dscp=dscp
    )
    assert lines_of("QOS968", text, "cat3750") == told


RELAYS = (
    "class-map match-all C\n match access-group name {used}\npolicy-map P\n class C\n"
    "  set dscp af41\ninterface GigabitEthernet0/0\n service-policy input P\n"
    "ip access-list extended OTHER\n permit udp any any eq 53\n"
    "ip access-list extended RELAYS\n{entries}"
)
BY_TCP = " permit tcp any 192.0.2.0 0.0.0.255 range 3478 3481\n"


@pytest.mark.parametrize(
    ("used", "entries", "told"),
    [
        ("RELAYS", BY_TCP, [11]),
        ("RELAYS", BY_TCP.replace("tcp", "udp"), []),
        ("RELAYS", BY_TCP + BY_TCP.replace("tcp", "udp"), []),  # both
        ("RELAYS", BY_TCP.replace("3478 3481", "3478 3479"), []),  # STUN may be by TCP
        ("OTHER", BY_TCP, []),  # no class matches by the list
    ],
)
def test_media_taken_for_tcp(used: str, entries: str, told: list[int]) -> None:
    assert lines_of("QOS969", RELAYS.format(used=used, entries=entries)) == told
