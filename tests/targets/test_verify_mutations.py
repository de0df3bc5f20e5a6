"""Whatever fault is put into a script, verify finds it."""

from functools import cache

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.verify import Unreadable
from tests.targets.verify_configs import CONFIGS, TESTBEDS
from tests.targets.verify_mutations import KINDS

OPEN = {
    "ECN bits in a DSCP mask", "ECN bits in a precedence mask", "lost filter for IPv6",
    "protocol all for IPv4", "protocol IPv4 for all", "class order", "quantum of one class",
    "tcp for udp", "default of htb", "lost choice of class", "drop forgotten", "wrong direction",
    "bucket of another meter",
}  # fmt: skip
"""Kinds of which some mutant is not found in some script, or that no script has a place for. It is
not shown for each of these mutants whether it changes anything."""
SETTLED = [kind for kind in KINDS if kind not in OPEN]


@cache
def scripts() -> dict[str, tuple[Config, tuple, str]]:
    configs = {name: qosc.load(text, platform=p) for name, (text, p) in CONFIGS.items()}
    configs |= {f"{path.parent.name}/{path.name}": qosc.load(path) for path in TESTBEDS}
    made = {}
    for name, config in configs.items():
        artefact = qosc.compile(config, allow_loss=True)
        made[name] = config, artefact.ledger, artefact.files[0].text
    return made


def mutants(kind: str) -> list[tuple[str, str]]:
    found = []
    for name, (_, _, script) in scripts().items():
        edits = [text for text in KINDS[kind](script) if text != script]
        if name == "junos":
            # Its filters are for IPv4 only, so that those for other packets decide nothing.
            edits = [text for text in edits if not _for_ipv6(changed(name, text))] or edits
        chosen = {len(edits) // 2} if edits else set()
        found += [(name, edits[place]) for place in sorted(chosen)]
    return found


def is_caught(name: str, mutant: str) -> bool:
    config, ledger, _ = scripts()[name]
    try:
        return bool(verify_script(config, mutant, ledger).differences)
    except Unreadable:
        return True


def _for_ipv6(change: str) -> bool:
    return "chain 8 " in change and "protocol ipv6" in change


def changed(name: str, mutant: str) -> str:
    """The lines of the mutant that the script has not."""
    lines = set(scripts()[name][2].split("\n"))
    return (
        " | ".join(line.strip() for line in mutant.split("\n") if line not in lines)
        or "a line less"
    )


def test_the_kinds_are_many() -> None:
    assert len(SETTLED) >= 30


@pytest.mark.parametrize("kind", SETTLED)
def test_each_fault_is_caught(kind: str) -> None:
    made = mutants(kind)
    assert made, "no script has a place for this fault"
    missed = [f"{name}: {changed(name, text)[:300]}" for name, text in made
              if not is_caught(name, text)]  # fmt: skip
    caught = len(made) - len(missed)
    assert not missed, f"{caught} of {len(made)} caught; not: " + "\n".join(missed)
