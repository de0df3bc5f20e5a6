"""Faults from the manual pages of tc, one at a time: found, or shown to change nothing.

What changes nothing is shown without the config: by the ends of all packets, or, for another
spelling of the same command, by what a kernel holds then (see the engine test of the same name).
"""

import pytest

from tests.targets.verify.mutants_from_manual import KINDS, SAME_PACKETS, SPELLING
from tests.targets.verify.test_verify_mutations import (
    SCRIPTS,
    changed,
    compiled,
    is_caught,
    is_harmless,
)

NAMES = ("holes", "ports", "hierarchy", "circuit", "bands", "turns", "plain", "junos")
ENOUGH = 3


def mutants(kind: str) -> list[tuple[str, str]]:
    """The names of scripts, and each with one fault of the kind, in the middle of its places."""
    found = []
    for name in dict.fromkeys((*NAMES, *SCRIPTS, "everything")):
        if found and name not in NAMES:
            break
        script = compiled(name)[2]
        edits = [text for text in KINDS[kind](script) if text != script]
        if edits:
            found.append((name, edits[len(edits) // 2]))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_is_found_or_changes_nothing(kind: str) -> None:
    made = mutants(kind)
    assert made, "no script has a place for this fault"
    caught, missed = 0, []
    for name, text in made:
        if caught >= ENOUGH:
            break
        if is_caught(name, text):
            caught += 1
        elif kind not in SPELLING and not is_harmless(name, text):
            missed.append(f"{name}: {changed(name, text)[:300]}")
    assert not missed, "\n".join(missed)
    assert caught or kind in SPELLING | SAME_PACKETS, "not one fault of this kind is found"


def test_there_are_many_kinds() -> None:
    assert len(KINDS) >= 100
    assert KINDS.keys() >= SPELLING | SAME_PACKETS
