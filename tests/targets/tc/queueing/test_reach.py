"""Early drop goes by the curves of code points that packets of the class can have."""

import pytest

import qosc
from qosc.ledger import Fidelity
from qosc.targets.tc.lower.classify.reach import NOT_THERE
from qosc.targets.tc.model import Red
from tests.targets.tc_reading import read_script

CONFIG = """\
class-map match-any voice
 match dscp ef
class-map match-any gold
 match dscp af11 af12
 {match}
policy-map wan
 class voice
  priority 200
 class gold
  bandwidth 500
  random-detect dscp-based
  random-detect dscp 10 30 40
  random-detect dscp 12 20 40
  random-detect dscp 14 5 40
  random-detect dscp 46 2 40
  {mark}
 class class-default
  random-detect dscp-based
  random-detect dscp 10 1 40
  random-detect dscp 46 2 40
  random-detect dscp 8 25 40
interface GigabitEthernet0/1
 bandwidth 2000
 service-policy output wan
 {after}
"""


POLICE = "police 64000 8000 8000 conform-action transmit exceed-action set-dscp-transmit 14"
CAR = "rate-limit output 64000 8000 8000 conform-action set-dscp-transmit 14 exceed-action drop"


def reds(match="", mark="", after=""):
    config = qosc.loads(CONFIG.format(match=match, mark=mark, after=after), platform="ios-15")
    artefact = qosc.compile(config, allow_loss=True)
    (plan,) = read_script(artefact.files[0].text)
    found = [c.node.minimum // 1500 for c in plan.commands if isinstance(c.node, Red)]
    return found, artefact.ledger


def test_curves_of_code_points_that_no_packet_has_are_left_out():
    (gold, default), ledger = reds()
    assert gold == 20
    # What earlier classes take whole is not in class-default: 10 and 46.
    assert default == 20
    told = [e for e in ledger if e.note == NOT_THERE]
    assert {e.asked for e in told if e.path.endswith("curves[3] > minimum")} >= {"5 packets"}
    assert {e.fidelity for e in told} == {Fidelity.EXACT}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("match", "match access-group 7", 5),
        ("match", "match dscp af13", 5),
        # 46 stays out of reach in the first: class voice takes it whole.
        ("mark", "set dscp af13", 2),
        ("mark", POLICE, 2),
        ("after", CAR, 20),
    ],
)
def test_what_else_the_class_takes_or_writes_counts(name, value, expected):
    text = {"match": "", "mark": "", "after": "", name: value}
    lists = "access-list 7 permit 10.0.0.0 0.255.255.255\n" if "access-group" in value else ""
    config = qosc.loads(CONFIG.format(**text) + lists, platform="ios-15")
    (plan,) = read_script(qosc.compile(config, allow_loss=True).files[0].text)
    gold = next(c.node for c in plan.commands if isinstance(c.node, Red))
    assert gold.minimum // 1500 == expected


def test_a_code_point_that_an_earlier_class_takes_for_ipv4_only_is_still_there():
    text = CONFIG.replace("match dscp ef", "match ip dscp ef").format(match="", mark="", after="")
    (plan,) = read_script(qosc.compile(qosc.loads(text, platform="ios-15")).files[0].text)
    default = [c.node for c in plan.commands if isinstance(c.node, Red)][-1]
    assert default.minimum // 1500 == 2


CURVE = """\
class-map match-any V
 match dscp af41
policy-map P
 class V
  bandwidth 200
  random-detect dscp-based
  random-detect dscp 34 20 40
  random-detect dscp 38 10 40
{police}interface Serial0/0
 bandwidth 1000
 service-policy output P
"""
ONLY_AF41 = "no packet of the class has these values"


@pytest.mark.parametrize(
    ("actions", "there"),
    [
        ("exceed-action transmit violate-action drop", False),
        ("exceed-action set-dscp-transmit af43 violate-action drop", True),
        ("exceed-action transmit violate-action set-dscp-transmit af43", True),
    ],
)
def test_a_colour_of_a_policer_may_have_the_curve_of_what_is_written(
    actions: str, there: bool
) -> None:
    police = f"  police cir 100000 pir 200000 conform-action transmit {actions}\n"
    config = qosc.loads(CURVE.format(police=police), platform="ios-15")
    made = qosc.compile(config, target="tc", allow_loss=True)
    (row,) = (one for one in made.ledger if "curves" in one.path and one.asked == "38")
    assert (row.note != ONLY_AF41) is there
