"""What the reader keeps in mind between lines."""

from __future__ import annotations

import re

from qosc.frontends.junos.text.pasted import unmargined
from qosc.frontends.junos.text.stanza_ends import StanzaEnds
from qosc.frontends.junos.tree.build import Builder, Frame, Words
from qosc.frontends.junos.tree.nodes import Node, Note
from qosc.frontends.junos.tree.schema import IRRELEVANT, Spec
from qosc.patterns import pattern
from qosc.source import SourceText, Span

__all__ = ["BLANK", "COMMENT", "READ", "SKIPPED", "State"]

SKIPPED, READ, BLANK, COMMENT = range(4)

_APPLY_PATH = pattern(r'apply-path[\s{]++(?:"\s*+)?([\w-]+)')
_NO_BRACE = pattern(r'"(?:[^"\\\n]|\\.)*+"?|#.*|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?', re.MULTILINE)
_BUDGET = 1_000_000
_STANZAS = ("class-of-service", "firewall", "interfaces", "policy-options")
_NEAR = 0.85
"""How much alike, by `difflib`, two words are of which one is a slip of the finger."""
_MAX_NOTES = 1000

_FRAGMENTS = {
    **dict.fromkeys(
        (
            "classifiers",
            "rewrite-rules",
            "schedulers",
            "scheduler-maps",
            "drop-profiles",
            "traffic-control-profiles",
            "forwarding-classes",
            "code-point-aliases",
            "loss-priority-maps",
            "fragmentation-maps",
            "host-outbound-traffic",
        ),
        ("class-of-service",),
    ),
    **dict.fromkeys(
        ("policer", "three-color-policer", "hierarchical-policer", "filter", "simple-filter"),
        ("firewall",),
    ),
    "prefix-list": ("policy-options",),
}
"""Where a statement belongs that stands at the top of an excerpt."""


class State:
    """One reading of one text. What it keeps is here, what it does in the classes above it."""

    def __init__(self, source: SourceText, *, whole: bool = False) -> None:
        self.source = source
        self.whole = whole
        """Whether stanzas that cannot matter to QoS are read too."""
        self.lines = unmargined(source.lines, source.text)
        self.marks = bytearray(len(self.lines) + 1)
        self.build = Builder(source, whole=whole)
        self.notes = self.build.notes
        self.comments: list[tuple[int, int, int, int]] = []
        """First line, column, last line, end column of each comment (columns from 0)."""
        self.top: dict[str, Spec] = self.build.root.spec.words if self.build.root.spec else {}
        self.extra = IRRELEVANT
        """Stanzas of the table of those that cannot matter which are read all the same."""
        if not whole:
            self.extra = IRRELEVANT.intersection(_APPLY_PATH.findall(source.text))
        self.stanza_ends = StanzaEnds(self.lines)
        self.trail: list[tuple[int, Node]] = []
        """The levels that the last `set` line went through, the deepest first, each with the number
        of words that lead to it."""
        self.trail_words: list[str] = []
        self.frames: list[tuple[Frame, int]] = []
        """The braces that are open, with their lines."""
        self.over = 0
        """Braces open beyond `_MAX_FRAMES`."""
        self.skip = 0
        """Braces open in a stanza that is skipped."""
        self.skip_at = (0, 0)
        self.indented = 0
        """1 if the first line inside the stanza is indented, -1 if it is not, 0 before it."""
        self.context: tuple[str, ...] = ()
        self.edit: tuple[str, ...] = ()
        self.fragment: tuple[str, ...] = ()
        self.host = ""
        """The name in the last prompt."""
        self.hosts = False
        self.noise = False
        """Whether the lines are the answer to a command that does not show configuration."""
        self.said: list[str] = []
        self.cols: list[tuple[int, int, int]] = []
        self.list_at = -1
        """Index of the first word inside brackets; -1 outside of them."""
        self.list_end = -1
        self.next = 0
        self.budget = _BUDGET
        self.no_close = False
        self._lacks: bool | None = None
        self.skipped_unknown: set[str] = set()

    def lacks(self) -> bool:
        """Whether the text has more opening braces than closing ones, outside of comments."""
        if self._lacks is None:
            text = _NO_BRACE.sub("", self.source.text)
            self._lacks = text.count("{") > text.count("}")
        return self._lacks

    def note(
        self,
        line: int,
        start: int,
        end: int,
        message: str,
        help_: str = "",
        *,
        fault: bool = False,
        meant: str = "",
    ) -> None:
        """Say something about a part of a line."""
        if len(self.notes) < _MAX_NOTES:
            span = Span(self.source.path, max(line, 1), start + 1, max(line, 1), end + 1)
            self.notes.append(Note(span, message, help_, fault, meant))

    def note_line(self, line: int, message: str, help_: str = "") -> None:
        """Say something about a whole line."""
        text = self.source.line(line)
        start = len(text) - len(text.lstrip())
        self.note(line, start, max(len(text.rstrip()), start), message, help_)

    def known(self, said: Words) -> bool:
        """Whether a first word that is no stanza to read can be read after all."""
        word = said.words[0]
        if word in self.extra:
            return True
        if word in IRRELEVANT or said.skip:
            return False
        context: tuple[str, ...] | None = _FRAGMENTS.get(word)
        if context is None and self.fragment and self._within(self.fragment, word):
            context = self.fragment
        if context is not None:
            self.fragment = context
            said.words = [*context, *said.words]
            said.skip += len(context)
            return True
        near = [root for root in self.top if len(word) > 4 and root.startswith(word)]
        if len(near) == 1:
            self.note_line(
                said.line, f"`{word}` is read as `{near[0]}`", "write the statement in full"
            )
            said.words = [near[0], *said.words[1:]]
            return True
        if word not in self.skipped_unknown and len(self.skipped_unknown) < 50:
            self.skipped_unknown.add(word)
            if self._mistyped(said.line, word):
                return False
            self.note_line(
                said.line,
                f"`{word[:60]}` is not a statement at the top of a configuration; not read",
                "paste it with the stanza that holds it, or the [edit ...] line above it",
            )
        return False

    def _mistyped(self, line: int, word: str) -> bool:
        """Tell of a word at the top that is nearly that of a stanza with QoS."""
        from difflib import get_close_matches

        near = get_close_matches(word[:60], _STANZAS, 1, _NEAR)
        text = self.source.line(line)
        at = text.find(word)
        if not near or at < 0:
            return False
        self.note(line, at, at + len(word), "", fault=True, meant=near[0])
        return True

    def _within(self, path: tuple[str, ...], word: str) -> bool:
        words = self.top
        for part in path:
            words = words[part].words if part in words else {}
        return word in words
