"""What the ledger excuses is typed, belongs to one test of one place, and never hangs on words."""

import re
from dataclasses import replace

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.ledger import Entry, Excuse
from tests.targets.verify.verify_configs import CONFIGS

PORTS_IN = """
ip access-list extended web
 permit tcp any any eq 80
class-map match-any web
 match access-group name web
class-map match-any voice
 match dscp ef
policy-map in
 class web
  set dscp 10
policy-map out
 class voice
  bandwidth 200
 class class-default
  fair-queue
interface GigabitEthernet0/1
 bandwidth 2000
 service-policy input in
 service-policy output out
"""
IPV6 = """
ipv6 access-list six
 permit udp any any eq 5060
 permit ipv6 any any fragments
class-map match-any six
 match access-group name six
class-map match-any short
 match access-group name six
 match packet length max 200
policy-map p
 class short
  set dscp 46
interface GigabitEthernet0/1
 service-policy output p
"""


def compiled(text: str, platform: str | None = None) -> tuple[Config, str, tuple[Entry, ...]]:
    config = qosc.loads(text, platform=platform)
    artefact = qosc.compile(config, allow_loss=True)
    return config, artefact.files[0].text, artefact.ledger


def verdicts(config: Config, script: str, ledger: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    found = verify_script(config, script, ledger)
    return [found.regions, *((d.kind, d.origin, d.line, d.packet) for d in found.differences)]


@pytest.mark.parametrize("name", [name for name in CONFIGS if name != "everything"])
def test_the_words_of_notes_decide_nothing(name: str) -> None:
    config, script, ledger = compiled(*CONFIGS[name])
    reworded = tuple(replace(entry, note="x") for entry in ledger)
    assert reworded != ledger
    assert verdicts(config, script, reworded) == verdicts(config, script, ledger)
    wrong = re.sub(r"(ip_tos 0x\w+/0x)fc", r"\1e0", script, count=1)
    assert verdicts(config, wrong, reworded) == verdicts(config, wrong, ledger)


def test_without_its_excuses_a_script_differs() -> None:
    config, script, ledger = compiled(PORTS_IN)
    assert not verify_script(config, script, ledger).differences
    strict = tuple(replace(entry, excuses=frozenset()) for entry in ledger)
    (found,) = verify_script(config, script, strict).differences
    assert found.packet is not None
    assert "a first fragment" in " ".join(found.notes) or "fragment" in str(found.packet)


def test_an_excuse_holds_only_at_the_decision_that_has_it() -> None:
    config, script, ledger = compiled(PORTS_IN)
    first = '    tc filter add dev "$dev" egress chain 0 pref '
    moved = re.sub(rf"(?m)^{re.escape(first)}(\d+)", lambda f: f"{first}{int(f[1]) + 9}", script)
    lost = f"{first}1 protocol ip flower ip_proto tcp ip_flags frag/firstfrag action drop\n"
    found = verify_script(config, moved.replace(first, lost + first, 1), ledger).differences
    assert {each.kind for each in found} == {"verdict"}
    assert all("a first fragment" in " ".join(each.notes) for each in found)
    assert not verify_script(config, moved, ledger).differences


def test_entries_say_in_which_ways_they_differ() -> None:
    _, _, ports = compiled(PORTS_IN)
    _, _, six = compiled(IPV6)
    told = {each for entry in (*ports, *six) for each in entry.excuses}
    assert told == {
        Excuse.FIRST_FRAGMENT,
        Excuse.RARE_TRANSPORTS,
        Excuse.EXTENSION_HEADERS,
        Excuse.FRAGMENT_HEADER,
        Excuse.MPLS_IN_IP,
    }
