"""Frame Relay traffic shaping: guarantees are of the least rate, the shaper keeps the CIR."""

from __future__ import annotations

import re

import pytest

import qosc
from qosc.api import verify_script
from qosc.scenario import Scenario, load

CONFIG = """\
class-map voice
 match dscp ef
class-map data
 match dscp af21
policy-map P
 class voice
  priority percent 25
 class data
  {data}
map-class frame-relay m
 frame-relay cir 128000
 frame-relay mincir 96000
 no frame-relay adaptive-shaping
 service-policy output P
interface Serial0/0
 bandwidth 1536
 encapsulation frame-relay
 frame-relay traffic-shaping
interface Serial0/0.1 point-to-point
 frame-relay interface-dlci 100
  class m
"""
PERCENT, PLAIN = (
    qosc.loads(CONFIG.format(data=line)) for line in ("bandwidth percent 50", "bandwidth 48")
)


def test_percentages_in_a_scenario_are_of_the_least_rate() -> None:
    artefact = qosc.compile(PERCENT, target="sim", allow_loss=True)
    made = load(artefact.files[0].text, "made.yaml")
    assert isinstance(made, Scenario)
    (whole,) = made.ports[-1].output[0].classes
    assert whole.queue.shape.rate_bps == 128_000
    voice, data, _ = whole.child.classes
    assert (voice.queue.priority.rate_bps, data.queue.guarantee_bps) == (24_000, 48_000)


def test_a_percentage_does_what_its_figure_does() -> None:
    def text(config: qosc.Config) -> str:
        found = qosc.compile(config, allow_loss=True).files[0].text
        return re.sub(r"bandwidth (percent 50|48)", "bandwidth", found)

    assert text(PERCENT) == text(PLAIN)


def test_verify_takes_the_same_rates() -> None:
    artefact = qosc.compile(PERCENT, allow_loss=True)
    script = artefact.files[0].text
    assert verify_script(PERCENT, script, artefact.ledger).differences == ()
    assert "rate 48000bit ceil 128000bit" in script
    other = script.replace("rate 48000bit ceil 128000bit", "rate 64000bit ceil 128000bit")
    (found, *_) = verify_script(PERCENT, other, artefact.ledger).differences
    assert "class data has another guarantee" in found.message


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_class_without_a_shaper_hands_the_least_rate_on(target: str) -> None:
    # 50 % in the child is of 96, as in its parent, not of the 128 kbit/s of the circuit.
    inner = "policy-map INNER\n class video\n  bandwidth percent 50\n"
    text = CONFIG.format(data="bandwidth percent 50\n  service-policy INNER")
    text = text.replace(
        "policy-map P\n", f"class-map video\n match dscp af22\n{inner}policy-map P\n"
    )
    artefact = qosc.compile(qosc.loads(text), target=target, allow_loss=True)
    if target == "tc":
        video = re.search(r"# class video\n(.*)", artefact.files[0].text)
        assert video is not None
        assert " rate 48000bit" in video[1]
        return
    made = load(artefact.files[0].text, "made.yaml")
    assert isinstance(made, Scenario)
    (whole,) = made.ports[-1].output[0].classes
    assert whole.child.classes[1].child.classes[0].queue.guarantee_bps == 48_000
