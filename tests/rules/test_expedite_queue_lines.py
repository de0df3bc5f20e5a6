"""Which line QOS516 points at: the one that maps voice, or the one that makes a queue strict."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

MAP = "mls qos srr-queue output dscp-map queue {} threshold 3 {}\n"
PORT = (
    "interface FastEthernet1/0/1\n switchport mode access\n mls qos trust dscp\n"
    " srr-queue bandwidth shape 0 0 0 0\n priority-queue out\n"
)


@pytest.mark.parametrize(
    ("maps", "line"),
    [
        ((MAP.format(3, "46"),), 2),
        # The last line that maps DSCP 46 decides.
        ((MAP.format(2, "46"), MAP.format(3, "8"), MAP.format(3, "40 46")), 4),
        ((MAP.format(3, "46"), MAP.format(3, "8")), 2),
    ],
)
def test_the_line_of_the_map_is_told(maps: tuple[str, ...], line: int) -> None:
    text = f"mls qos\n{''.join(maps)}{PORT}"
    (found,) = [each for each in lint(text, "cat3750") if each.code == "QOS516"]
    assert found.primary.line == line
    assert (found.primary.column, found.primary.end_column) == (1, len(maps[line - 2]))
    assert text.splitlines()[line - 1] == maps[line - 2].rstrip()


def test_voice_in_the_strict_queue_is_not_told() -> None:
    for maps in (MAP.format(1, "46"), MAP.format(3, "46") + MAP.format(1, "46"), ""):
        assert "QOS516" not in {each.code for each in lint(f"mls qos\n{maps}{PORT}", "cat3750")}
