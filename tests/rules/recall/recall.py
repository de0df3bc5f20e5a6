"""A mistake that an engineer makes, the line it is at, and the change that mends it."""

from __future__ import annotations

from typing import NamedTuple

from qosc.diagnostics import Severity
from tests.rules.linting import lint

TITLE = 90
"""So long may the title of a new rule's finding be, with the short names of these texts."""


class Mistake(NamedTuple):
    """`text` has the mistake of rule `code` at `line`; with `old` made `new` it has not."""

    code: str
    line: int
    text: str
    old: str
    new: str
    platform: str = "ios-15"


def judge(mistake: Mistake) -> None:
    """The rule fires at the line and no other rule at warning or above; the near miss is silent."""
    found = lint(mistake.text, mistake.platform)
    loud = {
        (one.code, one.primary.line)
        for one in found
        if one.severity is not Severity.INFO or one.code == mistake.code
    }
    assert loud == {(mistake.code, mistake.line)}, [
        (one.primary.line, one.message) for one in found
    ]
    assert all(len(one.message) <= TITLE for one in found if one.code == mistake.code)
    assert mistake.old in mistake.text
    mended = lint(mistake.text.replace(mistake.old, mistake.new), mistake.platform)
    assert mistake.code not in {one.code for one in mended}


def mqc(*lines: str, match: str = "match dscp af21", port: str = "FastEthernet0/0") -> str:
    """A policy P with one class D (lines 1 to 4), applied on output; `lines` begin at line 5."""
    body = "".join(f"  {line}\n" for line in lines)
    return (
        f"class-map match-all D\n {match}\npolicy-map P\n class D\n{body}"
        f"interface {port}\n service-policy output P\n"
    )
