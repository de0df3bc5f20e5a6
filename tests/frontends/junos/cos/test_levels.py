"""Hierarchical policers of JunOS: a premium and an aggregate level."""

from __future__ import annotations

import pytest

from qosc import api
from qosc.amounts import Rate
from qosc.ir import Device, Named, Not, Rule, RuleList, Test, Verdict
from qosc.ledger import Fidelity

TEXT = """
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
firewall {
    hierarchical-policer H {
        aggregate { if-exceeding { bandwidth-limit 10m; burst-size-limit 300k; }
                    then { loss-priority high; } }
        premium { if-exceeding { bandwidth-limit 2m; burst-size-limit 100k; } then { discard; } }
    }
    family inet { filter F { term a { then { count c; hierarchical-policer H; accept; } } } }
}
"""


def device(text: str) -> Device:
    return api.loads(text, name="r1.conf", platform="junos-mx").device


def rules(found: Device) -> tuple[Rule, ...]:
    (stage,) = found.ports["ge-0/0/0.0"].input
    assert isinstance(stage, RuleList)
    return stage.rules[1:]


def test_premium_packets_meet_both_meters_and_others_get_what_they_leave() -> None:
    premium, counted, others = rules(device(TEXT))
    wanted = Test(premium.match.field, (Named("expedited-forwarding"),))  # type: ignore[union-attr]
    assert (premium.match, counted.match, others.match) == (wanted, wanted, Not(wanted))
    first, second, third = premium.policer, counted.policer, others.policer
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.meter.cir == Rate(2_000_000)
    assert (first.conform.verdict, first.exceed.verdict) == (Verdict.CONTINUE, Verdict.DROP)
    assert second.meter == third.meter
    assert second.meter.cir == Rate(10_000_000)
    assert second.shared == third.shared != ""
    assert (second.exceed.verdict, second.exceed.marks) == (Verdict.TRANSMIT, ())
    assert [mark.name for mark in third.exceed.marks] == ["high"]


def test_the_config_says_which_classes_are_premium() -> None:
    classes = (
        "class-of-service { forwarding-classes { class voice queue-num 1 policing-priority premium;"
        " class data queue-num 2 policing-priority normal; } }\n"
    )
    found = device(TEXT + classes)
    match = rules(found)[0].match
    assert isinstance(match, Test)
    assert match.values == (Named("voice"),)
    assert not [one for one in found.residue if one.text]


PREMIUM = (
    "premium { if-exceeding { bandwidth-limit 2m; burst-size-limit 100k; } then { discard; } }"
)
TAKEN = "class-of-service { forwarding-classes { class a queue-num 1; } }\n"
"""Another class has the queue of expedited-forwarding."""


@pytest.mark.parametrize("text", [TEXT.replace(PREMIUM, ""), TAKEN + TEXT])
def test_a_level_that_is_missing_leaves_the_policer_out_and_says_so(text: str) -> None:
    found = device(text)
    assert [rule.policer for rule in rules(found)] == [None]
    assert "hierarchical-policer H" in [one.text for one in found.residue]


def test_the_meter_that_only_counts_premium_packets_is_not_called_useless() -> None:
    config = api.loads(TEXT, name="r1.conf", platform="junos-mx")
    assert "QOS301" not in [one.code for one in api.check(config)]


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_each_value_is_accounted_for(target: str) -> None:
    config = api.loads(TEXT, name="r1.conf", platform="junos-mx")
    artefact = api.compile(config, target=target)
    assert artefact.files
    assert not artefact.losses
    (bound,) = [entry for entry in artefact.ledger if entry.path.endswith("> draws-all")]
    if target == "tc":
        assert bound.fidelity is Fidelity.APPROX
        assert "no more than the rate and burst of the meter before it" in bound.note
    else:
        assert bound.fidelity is Fidelity.ENVELOPE


def test_a_meter_of_a_rate_that_is_not_known_draws_nothing() -> None:
    text = TEXT.replace("bandwidth-limit 10m", "bandwidth-percent 10").replace("ge-", "et-")
    config = api.loads(text, name="r1.conf", platform="junos-mx")
    artefact = api.compile(config, target="tc", allow_loss=True)
    assert [one.fidelity for one in artefact.ledger if one.path.endswith("> draws-all")] == [
        Fidelity.UNSUPPORTED
    ]
