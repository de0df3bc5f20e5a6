"""Configs of real routers: with themselves, and under other names, nothing changes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from qosc.changes import Changes, changes
from qosc.changes.ways import Ends
from qosc.configs import Config, devices
from qosc.source import SourceText
from tests.published import CORPUS

NAMES = re.compile(
    r"^[ ]?(?:class-map(?: match-\w+)?|policy-map) ([A-Za-z][\w-]{3,})[ ]*$"
    r"|^set class-of-service (?:schedulers|scheduler-maps) ([A-Za-z][\w-]{3,}) ",
    re.MULTILINE,
)
LONGEST = 1500


def sample(seed: int, count: int) -> list[Path]:
    files = [one for one in CORPUS.rglob("*") if one.is_file() and one.suffix != ".tsv"]
    return Random(seed).sample(sorted(files), count)  # noqa: S311


def compared(old: Config, new: Config) -> Changes:
    return changes((old.joined_device, old.profile), (new.joined_device, new.profile))


def renamed(text: str) -> str:
    """The text with other names for its policies, classes and schedulers."""
    names = {name for pair in NAMES.findall(text) for name in pair if name}
    names -= {"class-default", "match", "input", "output"}
    if not names:
        return text
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])")
    return pattern.sub(r"\1-xq", text)


@pytest.mark.shared("corpus")
def test_a_config_with_itself_is_the_same_region_by_region(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What reads the same would not be looked at.
    monkeypatch.setattr(Ends, "_same", lambda *_: False)
    looked = 0
    for path in sample(seed, 40):
        source = SourceText.of(str(path), path.read_bytes())
        if len(source.lines) <= LONGEST:
            for config in devices(source):
                found = compared(config, config)
                assert not found.differing, path
                looked += found.ports
    assert looked


@pytest.mark.shared("corpus")
def test_another_name_is_no_change(seed: int) -> None:
    looked = 0
    for path in sample(seed, 60):
        source = SourceText.of(str(path), path.read_bytes())
        text = renamed(source.text)
        if text == source.text or len(source.lines) > LONGEST:
            continue
        old, new = list(devices(source)), list(devices(SourceText("new", text)))
        for one, two in zip(old, new, strict=True):
            found = compared(one, two)
            assert not found.differing, path
            looked += 1
    assert looked
