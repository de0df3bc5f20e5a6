"""Count the functions that hold a value on its way from the text of a config to the model.

python scripts/value_walk.py           the two walks of docs/architecture.md
python scripts/value_walk.py --list    and the functions, in the order of their first call

A function counts where one of its arguments holds the value when it is called: a line with the word
in it, a node, a phrase, an amount, or a list of a few of these. Functions that get the whole text
(what dialect is it, which platform, what is pasted around it) are counted apart. Collections that
the whole config is gathered in (`self`) do not count, nor do comprehensions and lambdas apart from
the function that they stand in.
"""

from __future__ import annotations

import argparse
import re
import sys
from types import FrameType
from typing import NamedTuple

import qosc
from qosc.amounts import Rate
from qosc.frontends.cisco.statements import Node as Phrase
from qosc.frontends.cisco.statements import Word
from qosc.frontends.cisco.text.lines import Line
from qosc.frontends.junos.tree.build import Words
from qosc.frontends.junos.tree.nodes import Node
from qosc.source import SourceText

__all__ = ["WALKS", "Walk", "walk"]

IOS = (
    "class-map match-any V\n match dscp ef\npolicy-map P\n class V\n  priority 800\n"
    "interface Serial0/0\n bandwidth 2000\n service-policy output P\n"
)
JUNOS = (
    "class-of-service {\n schedulers {\n  S {\n   transmit-rate percent 40;\n  }\n }\n"
    " scheduler-maps {\n  M {\n   forwarding-class best-effort scheduler S;\n  }\n }\n"
    " interfaces {\n  ge-0/0/0 {\n   scheduler-map M;\n  }\n }\n}\n"
)
WALKS = {
    "priority 800": (IOS, "ios-15", "800", 800_000),
    "transmit-rate percent 40": (JUNOS, "junos-mx", "40", 400_000),
}
"""By statement: the config, its platform, the word that is the value, and its amount."""
_DEEP = 3
_FEW = 5
"""A list of more texts is the whole config, line by line."""


class Walk(NamedTuple):
    """The functions that hold a value, as `module:function`, in the order of their first call:
    those that get the whole text, and those that get the statement or a part of it.
    """

    of_text: tuple[str, ...]
    of_statement: tuple[str, ...]


class _Value:
    """What is looked for."""

    def __init__(self, word: str, amount: int) -> None:
        self._word = re.compile(rf"(?<![\w.]){re.escape(word)}(?![\w.])")
        self._amount = amount

    def __call__(self, found: object, level: int = 0) -> bool:
        if isinstance(found, str):
            return "\n" not in found and self._word.search(found) is not None
        if isinstance(found, int):
            return found == self._amount
        if isinstance(found, Rate):
            return found.value == self._amount
        if isinstance(found, Line):
            return self(found.text)
        if isinstance(found, Words):
            return self(found.words)
        if isinstance(found, Node):
            return self(found.words)
        if isinstance(found, (Word, Phrase)) or (
            isinstance(found, (list, tuple)) and len(found) <= _FEW
        ):
            return level < _DEEP and any(self(part, level + 1) for part in found)
        return False

    def in_text(self, found: object) -> bool:
        """Whether it is the whole text, with the value in it."""
        if isinstance(found, SourceText):
            return True
        if isinstance(found, (list, tuple)) and len(found) > _FEW:
            return any(self(part) for part in found if isinstance(part, str))
        return isinstance(found, str) and "\n" in found and self._word.search(found) is not None


def walk(statement: str) -> Walk:
    """The functions of ours that hold the value of a statement on its way into the model."""
    text, platform, word, amount = WALKS[statement]
    holds = _Value(word, amount)
    of_text: dict[str, None] = {}
    of_statement: dict[str, None] = {}

    def seen(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or code.co_name.startswith("<"):
            return
        module = frame.f_globals.get("__name__", "")
        if not module.startswith("qosc."):
            return
        taken = code.co_argcount + code.co_kwonlyargcount
        given = [frame.f_locals.get(name) for name in code.co_varnames[:taken] if name != "self"]
        name = f"{module.removeprefix('qosc.')}:{code.co_qualname}"
        if any(map(holds, given)):
            of_statement[name] = None
        elif any(map(holds.in_text, given)):
            of_text[name] = None

    # Before with another value, so that imports and tables are there and nothing of this one, and
    # often enough for what `qosc.values` compiles when it is used more than a few times.
    for _ in range(20):
        qosc.loads(text.replace(word, "7" * len(word)), platform=platform)
    sys.setprofile(seen)
    try:
        device = qosc.loads(text, platform=platform).device
    finally:
        sys.setprofile(None)
    if not device.policies:
        raise ValueError(f"{statement} does not get into the model")
    return Walk(tuple(of_text), tuple(of_statement))


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    for statement in WALKS:
        found = walk(statement)
        for what, names in (("the whole text", found.of_text), ("it", found.of_statement)):
            modules = {name.partition(":")[0] for name in names}
            print(f"{statement}: {len(names)} functions in {len(modules)} modules get {what}")
            if given.list:
                print(*(f"  {name}" for name in names), sep="\n")


if __name__ == "__main__":
    main()
