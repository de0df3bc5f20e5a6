"""Whatever fault is put into a script, verify finds it, or it is shown to change nothing."""

import re
from functools import cache
from pathlib import Path

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.verify import Unreadable
from tests.targets.verify.mutants_from_manual import KINDS as MANUAL
from tests.targets.verify.verify_configs import CONFIGS, TESTBEDS
from tests.targets.verify.verify_equivalence import why_harmless
from tests.targets.verify.verify_mutations import KINDS

PAGE = Path(__file__).parents[3] / "docs" / "verify.md"
LARGE = "everything"
SCRIPTS = [name for name, (_, platform) in CONFIGS.items() if platform is None and name != LARGE]
FOLDERS = {path.parent: [p for p in TESTBEDS if p.parent == path.parent] for path in TESTBEDS}
# The configs of one testbed are alike.
SCRIPTS += [f"{path.parent.name}/{path.name}" for paths in FOLDERS.values() for path in paths[:2]]
ENOUGH = 3
"""Kinds that as many smaller scripts have a place for are not put into the large one."""
MOST = 6
"""Mutants of one kind that are tried here at most, if one of them is found;
`scripts/figures/mutants.py` takes them all."""


@cache
def compiled(name: str) -> tuple[Config, tuple, str]:
    paths = {f"{path.parent.name}/{path.name}": path for path in TESTBEDS}
    config = qosc.load(paths[name]) if name in paths else qosc.loads(CONFIGS[name][0])
    artefact = qosc.compile(config, allow_loss=True)
    return config, artefact.ledger, artefact.files[0].text


def mutants(kind: str) -> list[tuple[str, str]]:
    """The names of scripts, and each with one fault of the kind, in the middle of its places."""
    found = []
    for name in (*SCRIPTS, LARGE):
        if name == LARGE and len(found) >= ENOUGH:
            break
        script = compiled(name)[2]
        edits = [text for text in KINDS[kind](script) if text != script]
        if edits:
            found.append((name, edits[len(edits) // 2]))
    return found


def is_caught(name: str, mutant: str) -> bool:
    config, ledger, _ = compiled(name)
    try:
        return bool(verify_script(config, mutant, ledger).differences)
    except Unreadable:
        return True


def is_harmless(name: str, mutant: str) -> bool:
    config, _, script = compiled(name)
    return bool(why_harmless(config.complete_device, script, mutant))


def changed(name: str, mutant: str) -> str:
    """The lines of the mutant that the script has not."""
    lines = set(compiled(name)[2].split("\n"))
    return (
        " | ".join(line.strip() for line in mutant.split("\n") if line not in lines)
        or "a line less"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_is_caught_or_changes_nothing(kind: str) -> None:
    made = mutants(kind)
    assert made, "no script has a place for this fault"
    step = -(-len(made) // MOST)
    chosen = [*made[::step], *(each for place, each in enumerate(made) if place % step)]
    caught, missed = 0, []
    for tried, (name, text) in enumerate(chosen):
        if caught and tried >= MOST:
            break
        if is_caught(name, text):
            caught += 1
        elif not is_harmless(name, text):
            missed.append(f"{name}: {changed(name, text)[:300]}")
    assert not missed, f"{caught} caught; not: " + "\n".join(missed)
    assert caught, "not one fault of this kind is caught"


def test_the_page_counts_the_kinds() -> None:
    counted = re.findall(r"(\d+) kinds of faults", PAGE.read_text(encoding="utf-8"))
    assert [int(number) for number in counted] == [len(KINDS), len(MANUAL)]
