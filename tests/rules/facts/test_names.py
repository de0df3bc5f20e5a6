"""How near two names are: which one was meant is told from it, and which is not."""

from __future__ import annotations

import pytest

from qosc.lint.facts.names import distance, nearest, nearness


@pytest.mark.parametrize(
    ("left", "right", "steps"),
    # Insertions, deletions, changes and swaps of neighbours (Damerau).
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "", 3),
        ("voice", "voice", 0),
        ("voice", "voic", 1),
        ("voic", "voice", 1),
        ("voice", "vioce", 1),
        ("voice", "voise", 1),
        ("voice", "vice", 1),
        ("ab", "ba", 1),
        ("abcd", "badc", 2),
        ("voice", "video", 3),
        ("kitten", "sitting", 3),
        ("abc", "xyz", 3),
        ("xvoice", "voice", 1),
        ("abcdef", "abdcef", 1),
        ("a", "ba", 1),
        ("abc", "cab", 2),
    ],
)
def test_the_steps_from_one_name_to_another(left: str, right: str, steps: int) -> None:
    assert distance(left, right) == steps
    assert distance(right, left) == steps


@pytest.mark.parametrize(
    ("wanted", "name", "points"),
    [
        ("VOICE", "voice", 4),
        ("voice-out", "voiceout", 4),
        ("voice_out", "VOICE-OUT", 4),
        ("voice", "voic", 3),
        ("voice", "vioce", 3),
        ("voice", "voices", 3),
        ("abd", "abc", 3),
        # A name of two letters is near to many.
        ("ab", "ac", 1),
        ("a", "ab", 1),
        ("a", "b", 0),
        # Two steps count in names of six letters and more.
        ("premiun", "premmum", 2),
        ("silverr", "silvr", 0),
        ("silvrrr", "silver", 2),
        ("silve", "silver1", 2),
        ("golden", "silver", 0),
        ("abcde", "abcfg", 0),
        ("abcdef", "abcdgh", 2),
        # Two steps change the length by two at most.
        ("abcdef", "abcdefghi", 0),
        ("abcdefgh", "abcdef", 2),
        ("abcdefghi", "abcdef", 0),
        ("x" * 65, "x" * 64, 0),
        ("x" * 64, "x" * 63, 3),
    ],
)
def test_how_likely_a_name_was_meant(wanted: str, name: str, points: int) -> None:
    assert nearness(wanted, name) == points


@pytest.mark.parametrize(
    ("wanted", "names", "unused", "found"),
    [
        ("voice", ["video", "voic"], [], "voic"),
        ("voice", ["gold", "silver"], [], ""),
        ("voice", [], [], ""),
        # The first of two that are as near, but for one that nothing uses.
        ("voice", ["voicea", "voiceb"], [], "voicea"),
        ("voice", ["voicea", "voiceb"], ["voiceb"], "voiceb"),
        ("voice", ["voicea", "VOICE"], ["voicea"], "VOICE"),
        ("voice", ["gold"], ["gold"], ""),
    ],
)
def test_the_nearest_of_some(wanted: str, names: list[str], unused: list[str], found: str) -> None:
    assert nearest(wanted, names, unused) == found
