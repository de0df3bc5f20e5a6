"""A priority queue of JunOS that `rate-limit` holds to nothing: no policer of tc does that, and the
ledger says that the bound is lost.

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


def bound(rate: str) -> tuple[Fidelity, str]:
    config = qosc.loads(CONFIG.replace("RATE", rate))
    made = qosc.compile(config, target="tc", allow_loss=True)
    (entry,) = (each for each in made.ledger if each.path.endswith("priority > rate"))
    return entry.fidelity, entry.got


@pytest.mark.parametrize("rate", ["percent 0", "0"])
def test_no_rate_at_all_is_told_as_lost(rate: str) -> None:
    assert bound(rate) == (Fidelity.UNSUPPORTED, "no bound")


def test_a_small_rate_is_policed() -> None:
    fidelity, got = bound("percent 1")
    assert fidelity is Fidelity.APPROX
    assert got.endswith("policed at 10 Mbit/s")
