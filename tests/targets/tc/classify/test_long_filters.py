"""Filters of more terms than the kernel lets a packet change chains."""

from __future__ import annotations

from importlib import import_module

import pytest

import qosc
from qosc.api import verify_script

TERM = (
    "term t{n} {{ from {{ destination-port {port}; }} then {{ {meter} forwarding-class {name};"
    " loss-priority high; accept; }} }} "
)


def config(terms: int, meter: str = "") -> qosc.Config:
    """Two filters of so many terms, each of which takes TCP and UDP of IPv4 or IPv6."""
    names = ("best-effort", "expedited-forwarding", "assured-forwarding")
    parts = "".join(
        TERM.format(n=n, port=5000 + n, name=names[n % 3], meter=meter) for n in range(terms)
    )
    text = f"""interfaces {{ ge-0/0/0 {{ unit 0 {{
    family inet {{ filter {{ output F; }} }} family inet6 {{ filter {{ output F; }} }} }} }} }}
firewall {{
    policer p {{ if-exceeding {{ bandwidth-limit 1m; burst-size-limit 15k; }} then discard; }}
    family inet {{ filter F {{ {parts} }} }}
    family inet6 {{ filter F {{ {parts} }} }}
}}
"""
    return qosc.loads(text, name="r1.conf", platform="junos-mx")


@pytest.mark.parametrize("meter", ["", "policer p;"])
def test_terms_that_take_their_packets_for_good_stay_in_one_chain(meter: str) -> None:
    found = config(30, meter)
    artefact = qosc.compile(found, target="tc")
    assert not artefact.losses
    checked = verify_script(found, artefact.files[0].text, artefact.ledger)
    assert checked.commands
    assert checked.differences == ()


def test_terms_that_go_on_are_still_too_many() -> None:
    found = config(30)
    text = found.source.text.replace("accept;", "next term;")
    artefact = qosc.compile(qosc.loads(text, name="r1.conf"), target="tc", allow_loss=True)
    assert any("change chain" in entry.note for entry in artefact.losses)


def test_more_filters_than_the_kernel_numbers_are_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel numbers filters (pref) with 16 bits; the bound is 8 here."""
    entries = "".join(f" permit tcp any host 10.0.0.{n} range {n} {3 * n}\n" for n in range(1, 9))
    text = (
        f"ip access-list extended L\n{entries}class-map match-all C\n match access-group name L\n"
        "policy-map P\n class C\n  set dscp af11\n"
        "interface GigabitEthernet0/0\n service-policy input P\n"
    )
    found = qosc.loads(text, name="a.cfg")
    assert not qosc.compile(found, target="tc").losses
    monkeypatch.setattr(import_module("qosc.targets.tc.lower.classify.chains"), "_PREF_MOST", 8)
    artefact = qosc.compile(found, target="tc", allow_loss=True)
    notes = {entry.note for entry in artefact.losses}
    assert len(notes) == 1
    assert "numbers no more than 8 (pref): none of this direction's filters are set" in notes.pop()
    assert "flower" not in artefact.files[0].text
