"""Priority queues without a rate to police: one of JunOS that `rate-limit` holds to nothing, and a
percentage of a rate that is not known. The ledger says that the bound is lost.

Juniper, Class of Service User Guide, transmit-rate: `rate-limit` limits a strict-high queue to its
rate, so that none of it is sent at 0.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity

CONFIG = """\
class-of-service {
    interfaces {
        ge-0/0/0 {
            scheduler-map M;
        }
    }
    scheduler-maps {
        M {
            forwarding-class expedited-forwarding scheduler VOICE;
            forwarding-class best-effort scheduler REST;
        }
    }
    schedulers {
        VOICE {
            transmit-rate {
                RATE;
                rate-limit;
            }
            priority strict-high;
        }
        REST {
            transmit-rate percent 50;
        }
    }
}
interfaces {
    ge-0/0/0 {
        unit 0;
    }
}
"""

BELOW_METER = """\
class-map match-any V
 match dscp ef
 end-class-map
policy-map CHILD
 class V
  priority percent 10
 class class-default
 end-policy-map
policy-map PARENT
 class class-default
  police rate 1 gbps PEAK
  service-policy CHILD
 end-policy-map
interface TenGigE0/0/0/1
 service-policy output PARENT
"""


def bound(text: str, platform: str) -> tuple[Fidelity, str]:
    """What becomes of the rate of the one priority class."""
    config = qosc.loads(text, platform=platform)
    made = qosc.compile(config, target="tc", allow_loss=True)
    (entry,) = (each for each in made.ledger if each.path.endswith("priority > rate"))
    return entry.fidelity, entry.got


@pytest.mark.parametrize("rate", ["percent 0", "0"])
def test_no_rate_at_all_is_told_as_lost(rate: str) -> None:
    text = CONFIG.replace("RATE", rate)
    assert bound(text, "junos-mx") == (Fidelity.UNSUPPORTED, "no bound")


def test_a_small_rate_is_policed() -> None:
    fidelity, got = bound(CONFIG.replace("RATE", "percent 1"), "junos-mx")
    assert fidelity is Fidelity.APPROX
    assert got.endswith("policed at 10 Mbit/s")


def test_a_percentage_of_one_of_two_rates_is_told_as_lost() -> None:
    # Of a policer with a peak no source says which of its rates a percentage below it is of.
    text = BELOW_METER.replace("PEAK", "peak-rate 2 gbps")
    assert bound(text, "ios-xr") == (Fidelity.UNSUPPORTED, "no bound")


def test_a_percentage_below_a_policer_of_one_rate_is_of_that() -> None:
    # Cisco, Converged SDN Transport High Level Design, "H-QoS configuration": 10 % of 1 Gbit/s.
    fidelity, got = bound(BELOW_METER.replace(" PEAK", ""), "ios-xr")
    assert fidelity is Fidelity.APPROX
    assert got.endswith("policed at 100 Mbit/s")
