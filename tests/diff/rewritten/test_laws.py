"""A text written in another way that means the same is no change: laws over many configs.

The rewritings (`tests/diff/rewritten`) share no code with the front ends; what they cannot rewrite
safely they refuse. Deep tests go through the corpus, and print how many texts were compared.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tests.diff.rewritten.holds import CORPUS, ROOT, files_of, tally
from tests.diff.rewritten.laws import LAWS

OWN = [
    path
    for folder in (
        "tests/frontends/cisco/cases",
        "tests/frontends/junos/cases",
        "examples",
        "docs/diff",
    )
    for path in files_of(ROOT / folder)
    if path.suffix in (".cfg", ".conf")
]
PARTS = 4
ABBREVIATED_BEYOND = {"switch-cat4500.cfg"}
"""`shape` below `tx-queue` is known as a whole word only; `check` says so (QOS010)."""
WHOLE_WORDS = {
    "ansible+ansible__show_run__31f070.cfg",
    "ansible+ansible__cnos_config_config__7dc794.cfg",
    "batfish+batfish__nxos_policy_map__36f8c9.cfg",
    "aristanetworks+avd__ethernet-interfaces__0d088d.cfg",
    "stuh84+ccie-rs-notes__classification-marking-shortnotes.md_L167__29f7d5.cfg",
}
"""Forms of NX-OS, EOS and NBAR that are known in whole words only, as devices print them."""
UNDEFINED = {
    "aerleon+aerleon__RegressionDemo.testSmokeTest.sample_juniper_loopback.jcl.ref__768903.conf",
}
"""A filter that is named and not defined is not known to be the same under another name."""
KNOWN = {"abbreviated": WHOLE_WORDS, "renamed": UNDEFINED}


@pytest.mark.parametrize("law", list(LAWS))
def test_own_configs(law: str, seed: int) -> None:
    paths = Random(seed).sample(OWN, 24)  # noqa: S311
    found = tally(law, paths, seed)
    assert not found.differ.keys() - ABBREVIATED_BEYOND, found.differ
    assert found.same


@pytest.mark.deep
@pytest.mark.parametrize("law", list(LAWS))
def test_all_own_configs(law: str, seed: int) -> None:
    found = tally(law, OWN, seed)
    sys.stdout.write(f"{law}: {found}\n")
    assert not found.differ.keys() - ABBREVIATED_BEYOND, found.differ
    assert found.same > len(OWN) // 8


@pytest.mark.deep
@pytest.mark.shared("corpus")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("law", list(LAWS))
def test_the_corpus(law: str, part: int, seed: int) -> None:
    paths: list[Path] = files_of(CORPUS)[part::PARTS]
    found = tally(law, paths, seed)
    sys.stdout.write(f"{law}, part {part + 1} of {PARTS}: {found}\n")
    assert not found.differ.keys() - KNOWN.get(law, set()), found.differ
