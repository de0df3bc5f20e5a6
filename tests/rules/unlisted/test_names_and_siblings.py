"""Near misses of the rules that compare a line with its siblings."""

from __future__ import annotations

import pytest

from tests.rules.linting import codes, lint

SHAPERS = (
    "policy-map Q10\n class class-default\n  fair-queue\n"
    "policy-map Q2\n class class-default\n  queue-limit 20\n"
)


@pytest.mark.parametrize(
    ("sites", "told"),
    [
        (((10, "Q10"), (10, "Q2"), (10, "Q10"), (2, "Q2")), 1),
        (((10, "Q10"), (10, "Q10"), (10, "Q10"), (2, "Q2")), 0),
        (((10, "Q10"), (10, "Q2"), (2, "Q2")), 0),  # one other is no custom
        (((10, "Q10"), (10, "Q2"), (10, "Q10")), 0),  # Q2 is for nobody else
        (((10, "Q10"), (10, "Q2"), (10, "Q10"), (2, "Q2"), (4, "Q10")), 0),
    ],
)
def test_queues_of_another_rate_are_told(sites: tuple[tuple[int, str], ...], told: int) -> None:
    text = SHAPERS + "".join(
        f"policy-map S{number}\n class class-default\n  shape average {rate}000000\n"
        f"  service-policy {child}\n"
        for number, (rate, child) in enumerate(sites)
    )
    text += "".join(
        f"interface GigabitEthernet0/0.{number}\n service-policy output S{number}\n"
        for number in range(len(sites))
    )
    assert sum(one.code == "QOS611" for one in lint(text)) == told


JUNOS = """
class-of-service {{
    classifiers {{
        dscp EDGE {{
            forwarding-class best-effort {{ loss-priority low code-points be; }}
            forwarding-class assured-forwarding {{
                loss-priority low code-points {data};
                loss-priority high code-points af22;
            }}
            forwarding-class network-control {{ loss-priority low code-points {control}; }}
        }}
    }}
    drop-profiles {{ D {{ interpolate {{ fill-level [ 30 80 ]; drop-probability [ 0 100 ]; }} }} }}
    schedulers {{
        A {{
            transmit-rate percent 40;
            priority medium-low;
            drop-profile-map loss-priority {loss} protocol any drop-profile D;
        }}
        B {{ transmit-rate percent 35; priority {first}; }}
        N {{ transmit-rate percent 5; priority high; }}
    }}
    scheduler-maps {{
        M {{
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }}
    }}
    interfaces {{ ge-0/0/0 {{ scheduler-map M; unit 0 {{ classifiers {{ dscp EDGE; }} }} }} }}
}}
interfaces {{ ge-0/0/0 {{ unit 0 {{ family inet {{ address 192.0.2.1/24; }} }} }} }}
"""
SOUND = {"data": "af21", "control": "[ cs6 cs7 ]", "loss": "high", "first": "low"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, ""),
        ({"loss": "medium-high"}, "QOS614"),
        ({"loss": "any"}, ""),
        ({"loss": "low"}, ""),
        ({"first": "high"}, "QOS615"),
        ({"first": "medium-low"}, ""),
        ({"data": "[ af21 cs6 ]", "control": "cs7"}, "QOS616"),
        ({"data": "[ af21 cs4 ]"}, ""),
    ],
)
def test_a_scheduler_or_a_classifier_against_its_siblings(
    change: dict[str, str], code: str
) -> None:
    found = codes(JUNOS.format(**SOUND | change), "junos-mx")
    assert found & {"QOS614", "QOS615", "QOS616"} == ({code} if code else set())


@pytest.mark.parametrize(
    ("uses", "told"),
    [
        (("input LAN-IN", "output LAN-OUT", "output LAN-IN"), 1),
        (("input LAN-IN", "output LAN-OUT", "input LAN-IN"), 0),
        (("input LAN-IN", "output LAN-IN"), 0),
        (("output TO-IN", "input TO-OUT", "output TO-IN", "input TO-OUT"), 0),
    ],
)
def test_a_direction_that_its_name_denies_is_told(uses: tuple[str, ...], told: int) -> None:
    names = dict.fromkeys(use.split()[1] for use in uses)
    text = "".join(f"policy-map {one}\n class class-default\n  police 8000000\n" for one in names)
    text += "".join(
        f"interface GigabitEthernet0/{number}\n service-policy {use}\n"
        for number, use in enumerate(uses)
    )
    assert sum(one.code == "QOS618" for one in lint(text)) == told


@pytest.mark.parametrize(
    ("mark", "asked", "told"),
    [
        ("precedence 5", "dscp ef", True),
        ("precedence 5", "dscp ef cs5", False),
        ("precedence 5", "precedence 5", False),
        ("precedence 5", "dscp af41", False),  # another matter: nothing waits for it
        ("dscp ef", "dscp ef", False),
    ],
)
def test_a_precedence_beside_classes_of_code_points(mark: str, asked: str, told: bool) -> None:
    text = (
        "ip access-list extended L\n permit udp any any\n"
        "class-map match-all L\n match access-group name L\n"
        f"class-map match-any V\n match {asked}\n"
        f"policy-map IN\n class L\n  set {mark}\npolicy-map OUT\n class V\n  priority 100\n"
        "interface FastEthernet0/0\n service-policy input IN\n"
        "interface Serial0/0\n service-policy output OUT\n"
    )
    assert ("QOS619" in codes(text)) == told
