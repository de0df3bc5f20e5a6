"""From text to the tree as it is written: both forms, and what people paste around them."""

from __future__ import annotations

import re

from qosc.source import SourceText, Span

from . import edits
from .build import Builder, Frame, Words
from .prompts import BANNER, ELISION, INHERITED, LABEL, PROMPT, STATE, TAGS, VERBS
from .schema import IRRELEVANT, SPECIAL, Spec
from .tree import INACTIVE, PROTECTED, Node, Note
from .words import TOKEN, unquote

__all__ = ["BLANK", "COMMENT", "Reader", "SKIPPED", "READ"]

SKIPPED, READ, BLANK, COMMENT = range(4)

_FAST = re.compile(r'\s*+([^"\[\]{};#]*+)([;{])\s*+\Z')
_SPECIAL = re.compile(r'["\[\]{};#]|/\*')
_APPLY_PATH = re.compile(r'apply-path\s+"?\s*([\w-]+)')
_BUDGET = 3_000_000
_MAX_FRAMES = 1000
_MAX_NOTES = 1000
_STRING_LINES = 100

_FRAGMENTS = {
    **dict.fromkeys(
        (
            "classifiers", "rewrite-rules", "schedulers", "scheduler-maps", "drop-profiles",
            "traffic-control-profiles", "forwarding-classes", "code-point-aliases",
            "loss-priority-maps", "fragmentation-maps", "host-outbound-traffic",
        ),
        ("class-of-service",),
    ),
    **dict.fromkeys(
        ("policer", "three-color-policer", "hierarchical-policer", "filter", "simple-filter"),
        ("firewall",),
    ),
    "prefix-list": ("policy-options",),
}  # fmt: skip
"""Where a statement belongs that stands at the top of an excerpt."""


class Reader:
    """Reads one text. All state of the reading is here; the tree grows in `build`."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.lines = source.lines
        self.marks = bytearray(len(self.lines) + 1)
        self.build = Builder(source)
        self.notes = self.build.notes
        self.comments: list[tuple[int, int, int, int]] = []
        """First line, column, last line, end column of each comment (columns from 0)."""
        self.top: dict[str, Spec] = self.build.root.spec.words if self.build.root.spec else {}
        self.extra = frozenset(
            word for word in _APPLY_PATH.findall(source.text) if word not in self.top
        )
        self.frames: list[tuple[Frame, int, int]] = []
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
        self.skipped_unknown: set[str] = set()

    # Notes.

    def note(self, line: int, start: int, end: int, message: str, help_: str = "") -> None:
        """Say something about a part of a line."""
        if len(self.notes) < _MAX_NOTES:
            span = Span(self.source.path, max(line, 1), start + 1, max(line, 1), end + 1)
            self.notes.append(Note(span, message, help_))

    def note_line(self, line: int, message: str, help_: str = "") -> None:
        """Say something about a whole line."""
        text = self.source.line(line)
        start = len(text) - len(text.lstrip())
        self.note(line, start, max(len(text.rstrip()), start), message, help_)

    # Lines.

    def run(self) -> None:
        """Read all lines."""
        lines, marks = self.lines, self.marks
        count = len(lines)
        while self.next < count:
            text = lines[self.next]
            self.next += 1
            number = self.next
            if text.startswith("set ") and not self.frames and self.list_at < 0:
                self.command(text, text, number, 0)
                continue
            if self.skip and self.pass_over(text, number):
                continue
            match = _FAST.match(text)
            if match is not None and not self.said and "/*" not in text:
                if not self.noise:
                    words = match[1].split()
                    if words and words[0] not in VERBS:
                        self.statement(Words(words, number), match[2] == "{", text)
                        continue
                elif match[2] == "{":
                    self.noise = False
                    self.next -= 1
                    continue
            stripped = text.strip()
            if not stripped:
                marks[number] = BLANK
            elif stripped == "}" and not self.said:
                self.close(number, text.index("}"))
            elif self.list_at >= 0 or not self.special(text, stripped, number):
                self.tokens(text, number, 0)
        self.end()

    def special(self, text: str, stripped: str, number: int) -> bool:
        """Take a line that is no brace form: a command, a prompt, a comment, a label."""
        first = stripped.split(None, 1)[0]
        if first[0] == "#":
            self.hash(text, number, text.index("#"))
            if text.lstrip() == text or not self.frames:
                self.marks[number] = COMMENT
            return True
        if "@" in first and (match := PROMPT.match(text)) is not None:
            self.prompt(match[1], match[2] or "", text, number)
            return True
        if first[0] in "[{" and self.banner(text, number):
            return True
        if first in VERBS and stripped[-1] != "{":
            if not (self.frames and (stripped[-1] == ";" or " " not in stripped)):
                self.reset(number)
                self.command(stripped.rstrip(";"), text, number, 0)
                return True
            return False
        if self.noise:
            return True
        if ELISION.match(text) or (
            not self.frames and first not in TAGS and LABEL.match(text) is not None
        ):
            self.flush()
            return True
        return False

    def banner(self, text: str, number: int) -> bool:
        """Take `[edit firewall]` and `{master:0}`."""
        match = BANNER.match(text)
        if match is None:
            return STATE.match(text) is not None
        self.reset(number)
        self.noise = False
        self.edit = self.context = tuple(match[1].split())
        return True

    def prompt(self, mode: str, typed: str, text: str, number: int) -> None:
        """Take a line that begins with a prompt."""
        self.reset(number)
        self.fragment = ()
        words = typed.split("|", 1)[0].split()
        self.noise = mode == "%"
        if mode == ">":
            self.edit = self.context = ()
            if words[:2] == ["show", "configuration"]:
                self.context = tuple(words[2:])
            elif words and words[0] not in {"configure", "edit"}:
                self.noise = True
        elif mode == "#":
            self.context = self.edit
            if words[:1] == ["show"]:
                self.context = (*self.edit, *words[1:])
            elif words and words[0] in VERBS:
                base = len(text.split()) - len(typed.split())
                self.command(typed, text, number, base)
            elif words:
                self.noise = True

    def command(self, typed: str, text: str, number: int, base: int) -> None:
        """Take a command of configuration mode."""
        self.noise = False
        if _SPECIAL.search(typed) is None:
            words = typed.split()
            cols: list[tuple[int, int, int]] | None = None
        else:
            start = text.find(typed[:20]) if base else 0
            words, cols = self.command_words(text, number, max(start, 0))
            base = 0
        if not words:
            return
        verb, rest = words[0], words[1:]
        if verb == "set":
            if rest:
                said = [*self.edit, *rest] if self.edit else rest
                own = cols[1:] if cols is not None else None
                self.set(Words(said, number, skip=len(self.edit), base=base + 1, cols=own))
        elif verb == "top":
            self.edit = self.context = ()
            if rest:
                self.again(rest, number)
        elif verb == "up":
            steps = int(rest[0]) if rest and rest[0].isdecimal() and len(rest[0]) < 4 else 1
            self.edit = self.context = self.edit[: max(len(self.edit) - steps, 0)]
        elif verb == "edit":
            self.edit = self.context = (*self.edit, *rest)[-64:]
        elif verb in {"exit", "quit"}:
            self.edit = self.context = ()
        elif verb in _CHANGES:
            self.change(verb, [*self.edit, *rest], number)

    def again(self, words: list[str], number: int) -> None:
        """A command after `top`."""
        if words[0] in {"edit", "set", "delete"} and len(words) > 1:
            if words[0] == "edit":
                self.edit = self.context = tuple(words[1:])
            elif words[0] == "set":
                self.set(Words(words[1:], number, base=2))
            else:
                self.change("delete", words[1:], number)

    def command_words(
        self, text: str, number: int, start: int
    ) -> tuple[list[str], list[tuple[int, int, int]]]:
        """The words of a command with quotes or brackets; brackets stay words of their own."""
        words: list[str] = []
        cols: list[tuple[int, int, int]] = []
        depth = 0
        at = start
        while (match := TOKEN.search(text, at)) is not None:
            kind = match.lastgroup
            at = match.end()
            word, end = match[0], match.end()
            if kind in {"hash", "comment"}:
                break
            if kind == "bad":
                self.note(number, match.start(), len(text), "this string does not end")
                word, end = text[at:].rstrip(), len(text.rstrip())
                at = len(text)
            elif kind == "string":
                word = unquote(word)
            elif kind == "list":
                depth, word = depth + 1, _OPEN
            elif kind == "end":
                depth, word = max(depth - 1, 0), _CLOSE
            elif kind in {"open", "close", "semi"}:
                if kind != "semi":
                    self.note(number, match.start(), end, f"`{word}` in a command means nothing")
                continue
            elif depth and word.endswith("]") and "[" not in word:
                words.append(word[:-1])
                cols.append((number, match.start(), end - 1))
                word, depth = _CLOSE, depth - 1
            words.append(word)
            cols.append((number, match.start(), end))
        return words, cols

    def set(self, said: Words) -> None:
        """Carry out `set`."""
        words = said.words
        if words[0] not in self.top and words[0] not in SPECIAL and not self.known(said):
            return
        if said.cols is not None and _OPEN in words:
            self.set_list(said)
            return
        frame = self.build.grow(Frame(self.build.root, None, [], None), said)
        if frame is None:
            return
        if frame.prefix:
            self.build.finish(frame, said)
        if said.words[0] in self.top or said.words[0] in SPECIAL:
            self.marks[said.line] = READ

    def set_list(self, said: Words) -> None:
        words, cols = said.words, list(said.cols or ())
        start = words.index(_OPEN)
        end = next((at for at in range(start, len(words)) if words[at] == _CLOSE), len(words))
        flat = [*words[:start], *words[start + 1 : end], *words[end + 1 :]]
        own = start - said.skip
        places = [*cols[:own], *cols[own + 1 : end - said.skip], *cols[end + 1 - said.skip :]]
        keep = [at for at, word in enumerate(flat) if word not in {_OPEN, _CLOSE}]
        self.add(
            Frame(self.build.root, None, [], None),
            Words(
                [flat[at] for at in keep], said.line, skip=said.skip,
                cols=[places[at - said.skip] for at in keep if at >= said.skip],
            ),
            start, end - 1,
        )  # fmt: skip
        self.marks[said.line] = READ

    def known(self, said: Words) -> bool:
        """Whether a first word that is no stanza to read can be read after all."""
        word = said.words[0]
        if word in self.extra:
            return True
        if word in IRRELEVANT or said.skip:
            return False
        context = _FRAGMENTS.get(word)
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
            self.note_line(
                said.line,
                f"`{word[:60]}` is not a statement at the top of a configuration; not read",
                "paste it with the stanza that holds it, or the [edit ...] line above it",
            )
        return False

    def _within(self, path: tuple[str, ...], word: str) -> bool:
        words = self.top
        for part in path:
            words = words[part].words if part in words else {}
        return word in words

    def change(self, verb: str, words: list[str], number: int) -> None:
        """Carry out a command other than `set`."""
        first = words[0] if words else ""
        if first not in self.top and first not in SPECIAL and (words or verb != "delete"):
            return
        self.marks[number] = READ
        root = self.build.root
        if verb == "delete":
            edits.remove(edits.find(root, words))
            return
        if verb == "annotate":
            return
        if self.budget <= 0:
            return
        try:
            if verb in {"rename", "copy"}:
                work = edits.rename(root, words, copy=verb == "copy")
            elif verb == "insert":
                work = edits.insert(root, words)
            else:
                nodes = edits.find(root, words)
                if not nodes and not self._partly(words):
                    raise edits.EditError("no such statement: " + " ".join(words))
                edits.mark(verb, nodes)
                work = 1
        except edits.EditError as error:
            self.note_line(number, f"`{verb}` has no effect: {error}"[:400])
            return
        self.budget -= work
        if self.budget <= 0:
            self.note_line(number, "too many statements are moved; the rest stay where they are")

    def _partly(self, words: list[str]) -> bool:
        """Whether the words lead into what is not read on purpose."""
        node, at = self.build.root, 0
        while at < len(words):
            if node.spec is not None and node.spec.only:
                return True
            child = node.step(words, at)
            if child is None:
                return False
            node, at = child, at + len(child.words)
        return False

    # Braces.

    def statement(self, said: Words, opens: bool, text: str) -> None:
        """Take a whole statement, or the words before a brace."""
        marks, words = self.marks, said.words
        tags: list[str] = []
        while words and words[0] in TAGS and len(tags) < 4:
            tags.append(TAGS[words[0]])
            words = said.words = words[1:]
            said.base += 1
            if said.cols is not None:
                said.cols = said.cols[1:]
        if not self.frames:
            self.indented = 0
        elif not self.indented:
            self.indented = 1 if text[:1].isspace() else -1
        elif opens and self.indented > 0 and words and words[0] in _TOP_WORDS:
            if not text[:1].isspace():
                self.reset(said.line, missing=True)
                self.indented = 0
        if self.over:
            self.over += opens
            return
        if self.frames:
            frame = self.frames[-1][0]
            if frame.prefix:
                said.words = [*frame.prefix, *words]
                said.skip = len(frame.prefix)
        else:
            frame = Frame(self.build.root, None, [], None)
            if not self.start(said):
                self.build.inherited.clear()
                if opens:
                    self.skip, self.skip_at = 1, (said.line, 0)
                return
        if tags and ("delete" in tags or "replace" in tags):
            nodes = edits.find(frame.node, said.words) if said.words else []
            if "delete" in tags:
                edits.remove([node for node in nodes if node.parent is not None])
                marks[said.line] = READ
                if opens:
                    self.skip, self.skip_at = 1, (said.line, 0)
                return
            for node in nodes:
                node.kids = None
                node.flags = 0
        if self.list_at >= 0 and said.words:
            before = said.skip
            result = self.add(frame, said, self.list_at + before, self.list_end + before)
        else:
            result = self.build.grow(frame, said)
        self.build.inherited.clear()
        if result is None:
            if opens:
                self.skip, self.skip_at = 1, (said.line, 0)
            return
        if said.words[:1] and not self.frames and said.words[0] not in self.top:
            pass
        else:
            marks[said.line] = READ
        if opens:
            if len(self.frames) >= _MAX_FRAMES:
                self.over = 1
                self.note_line(said.line, "braces are nested too deep; what is inside is not read")
            else:
                column = max(self.source.line(said.line).find("{"), 0)
                self.frames.append(
                    (Frame(result.node, None, result.prefix, None), said.line, column)
                )
        elif result.prefix:
            self.build.finish(result, said)
        if tags and (target := self._tagged(result)) is not None:
            for tag in tags:
                if tag == "inactive":
                    target.flags |= INACTIVE
                elif tag == "active":
                    target.flags &= ~INACTIVE
                elif tag == "protect":
                    target.flags |= PROTECTED
                elif tag == "unprotect":
                    target.flags &= ~PROTECTED

    @staticmethod
    def _tagged(frame: Frame) -> Node | None:
        """The node a tag is about: the first of its words if known, else the last."""
        first = frame.first
        return first if first is not None and first.spec is not None else frame.node

    def start(self, said: Words) -> bool:
        """Find the place of a statement at the top of the text; False if it is not read."""
        words = said.words
        if self.context:
            context = self.context
            if words and words[0] == context[-1]:
                context = context[:-1]
            said.words = [*context, *words]
            said.skip = len(context)
        if not said.words:
            return False
        word = said.words[0]
        if not self.context and self.fragment and self._within(self.fragment, word):
            said.words = [*self.fragment, *said.words]
            said.skip = len(self.fragment)
            return True
        if word in self.top or word in SPECIAL:
            self.fragment = ()
            return True
        return self.known(said)

    def add(self, frame: Frame, said: Words, start: int, end: int) -> Frame | None:
        """Add a statement whose words from `start` to before `end` stood in brackets."""
        words, skip = said.words, said.skip
        cols = list(said.cols or ())
        stem = Words(words[:start], said.line, skip=skip, cols=cols[: max(start - skip, 0)])
        base = self.build.grow(frame, stem)
        if base is None:
            return None
        first, result = base.first, base
        tail, tail_cols = words[end:], cols[max(end - skip, 0) :]
        for at in range(start, end):
            own = [*base.prefix, words[at], *tail]
            leaf = Words(
                own,
                said.line,
                skip=len(base.prefix),
                cols=[*cols[at - skip : at - skip + 1], *tail_cols],
            )
            stand = Frame(base.node, base.outer, [], None)
            grown = self.build.grow(stand, leaf, several=end - start > 1)
            if grown is None:
                return None
            if grown.prefix:
                self.build.finish(grown, leaf)
            parent = grown.first.parent if grown.first is not None else None
            if base.prefix and parent is not None and parent.words == (base.prefix[0],):
                first = first or parent
            first = first or grown.first
            result = grown
        return Frame(result.node, result.outer, result.prefix, first)

    def close(self, number: int, column: int) -> None:
        """Take a closing brace."""
        if self.over:
            self.over -= 1
        elif self.frames:
            frame, _, _ = self.frames.pop()
            node = frame.node
            self.marks[number] = READ
            if not self.frames and node.parent is self.build.root and node.words[0] in self.extra:
                self.marks[number] = SKIPPED
        else:
            self.note(number, column, column + 1, "this brace closes nothing")

    def pass_over(self, text: str, number: int) -> bool:
        """Take a line of a stanza that is skipped; False if the line needs a closer look."""
        if not text or text.isspace():
            self.marks[number] = BLANK
            return True
        if not text[0].isspace() and text[0] != "}":
            word = text.split(None, 1)[0]
            if "@" in word and PROMPT.match(text):
                return False
            if word in _EDITS and text.rstrip()[-1] not in "{;" and " " in text.strip():
                self.reset(number)
                return False
            if self.indented > 0 and word in _TOP_WORDS and text.rstrip()[-1] == "{":
                self.reset(number, missing=True)
                self.indented = 0
                return False
            if text[0] != "}":
                self.indented = self.indented or -1
        elif text[0] != "}":
            self.indented = self.indented or 1
        if '"' in text or "#" in text or "/*" in text:
            return False
        closes = text.count("}")
        if closes >= self.skip:
            if text.strip() != "}":
                return False
            self.skip = 0
            return True
        self.skip += text.count("{") - closes
        return True

    def tokens(self, text: str, number: int, start: int) -> None:
        """Take a line token by token."""
        at = start
        end = len(text)
        while at < end and (match := TOKEN.search(text, at)) is not None:
            kind = match.lastgroup
            at = match.end()
            if kind == "comment":
                at = self.block(text, number, match.start())
                if number != self.next:
                    text, number = self.lines[self.next - 1], self.next
                    end = len(text)
                continue
            if kind == "hash":
                self.hash(text, number, match.start())
                break
            if kind == "bad":
                word, number_, at = self.string(text, number, match.start())
                if number_ != number:
                    text, number = self.lines[number_ - 1], number_
                    end = len(text)
                if not self.skip:
                    self.word(word, number, match.start() if number_ == number else 0, at)
                continue
            if self.skip:
                if kind == "open":
                    self.skip += 1
                elif kind == "close":
                    self.skip -= 1
                continue
            if kind == "word":
                word = match[0]
                if self.list_at >= 0 and self.list_end < 0 and word[-1] == "]" and "[" not in word:
                    self.word(word[:-1], number, match.start(), at - 1)
                    self.list_end = len(self.said)
                else:
                    self.word(word, number, match.start(), at)
            elif kind == "string":
                self.word(unquote(match[0]), number, match.start(), at)
            elif kind == "list":
                self.broken(number, match.start())
                if self.list_at < 0:
                    self.list_at = len(self.said)
            elif kind == "end":
                if self.list_at >= 0 and self.list_end < 0:
                    self.list_end = len(self.said)
            else:
                self.stop(kind, text, number, match.start())

    def stop(self, kind: str | None, text: str, number: int, column: int) -> None:
        """Take `;`, `{` or `}`."""
        if kind == "close":
            if self.said:
                self.flush(missing=self.said[-1] != "")
            if self.skip:
                self.skip -= 1
            else:
                self.close(number, column)
            return
        if kind == "semi" and not self.said:
            return
        self.flush(opens=kind == "open")

    def word(self, word: str, number: int, start: int, end: int) -> None:
        """Take a word of a statement that is not at its end yet."""
        self.broken(number, start)
        self.said.append(word)
        self.cols.append((number, start, end))

    def broken(self, number: int, start: int) -> None:
        """End the statement of an earlier line that lacks its semicolon."""
        if not self.said or (self.list_at >= 0 and self.list_end < 0):
            return
        if self.cols[-1][0] < number and not self.lines[number - 1][:start].strip():
            self.flush(missing=True)

    def flush(self, *, opens: bool = False, missing: bool = False) -> None:
        """The end of a statement taken token by token."""
        said, cols = self.said, self.cols
        if not said and not opens:
            self.list_at = self.list_end = -1
            return
        line = cols[0][0] if cols else self.next
        if missing and not self.frames and len(said) == 1:
            # A name above an excerpt, a word of prose: no statement is that short.
            self.said, self.cols = [], []
            self.list_at = self.list_end = -1
            self.note_line(line, "this line is neither a command nor a statement; not read")
            return
        if missing and cols and (self.frames or said[0] in self.top):
            number, _, end = cols[-1]
            self.note(number, end, end, "`;` is missing here")
        if self.list_at >= 0 and self.list_end < 0:
            self.list_end = len(said)
        self.said, self.cols = [], []
        tags = 0
        while tags < len(said) and said[tags] in TAGS:
            tags += 1
        if self.list_at >= 0:
            self.list_at = max(self.list_at - tags, 0)
            self.list_end = max(self.list_end - tags, 0)
        text = self.lines[line - 1] if line else ""
        self.statement(Words(said, line, cols=cols), opens, text)
        if not self.skip:
            for number, _, _ in cols:
                self.marks[number] = self.marks[line]
        self.list_at = self.list_end = -1

    def hash(self, text: str, number: int, column: int) -> None:
        """Take a comment to the end of the line."""
        self.comments.append((number, column, number, len(text)))
        match = INHERITED.match(text, column)
        if match is None or len(self.build.inherited) > 1000:
            return
        span = Span(self.source.path, number, column + 1, number, len(text.rstrip()) + 1)
        self.build.inherited[match[1].strip("'\"\u2018\u2019")] = (
            match[2].strip("'\"\u2018\u2019"), span,
        )  # fmt: skip

    def block(self, text: str, number: int, column: int) -> int:
        """Take a comment in `/* */`; returns where the text goes on, in the line `self.next`."""
        end = text.find("*/", column + 2)
        if end >= 0:
            self.comments.append((number, column, number, end + 2))
            if not text[:column].strip() and not text[end + 2 :].strip():
                self.marks[number] = COMMENT
            return end + 2
        last = number
        if not self.no_close:
            for last in range(number + 1, len(self.lines) + 1):
                end = self.lines[last - 1].find("*/")
                if end >= 0:
                    self.comments.append((number, column, last, end + 2))
                    for line in range(number + bool(text[:column].strip()), last + 1):
                        self.marks[line] = COMMENT
                    self.next = last
                    return end + 2
        self.no_close = True
        self.note(number, column, column + 2, "this comment does not end", "add `*/`")
        return len(text)

    def string(self, text: str, number: int, column: int) -> tuple[str, int, int]:
        """A string that does not end on its line: its content, the last line and its end there."""
        parts = [text[column:]]
        for last in range(number + 1, min(number + _STRING_LINES, len(self.lines)) + 1):
            line = self.lines[last - 1]
            match = _STRING_END.match(line)
            if match is None:
                parts.append(line)
                continue
            if line[match.end() :].lstrip()[:1] in {";", "]", "{", ""}:
                for between in range(number, last):
                    self.marks[between] = SKIPPED if self.skip else READ
                self.next = last
                return unquote("\n".join([*parts, match[0]])), last, match.end()
            break
        self.note(number, column, len(text), "this string does not end", 'add `"`')
        content = parts[0].rstrip()
        end = len(content)
        while end > 1 and content[end - 1] in ";{ ":
            end -= 1
        return unquote(content[:end] + '"'), number, column + end

    # Ends.

    def reset(self, number: int, *, missing: bool = False) -> None:
        """Leave all braces, since what follows cannot stand inside them."""
        if self.said:
            self.flush(missing=True)
        if self.frames or self.skip:
            line, column = self.frames[-1][1:] if self.frames else self.skip_at
            if self.frames or missing:
                self.note(
                    line, column, column + 1, "this brace is not closed",
                    f"closed before line {number}",
                )  # fmt: skip
        self.frames.clear()
        self.over = self.skip = 0
        self.list_at = self.list_end = -1

    def end(self) -> None:
        """The end of the text."""
        if self.said:
            self.flush(missing=True)
        if self.frames:
            _, line, column = self.frames[-1]
            count = len(self.frames) + self.over
            self.note(
                line, column, column + 1,
                "this brace is not closed" + (f", nor are {count - 1} before it" if count > 1 else ""),
                "the text may be cut off",
            )  # fmt: skip
        self.notes.sort(key=lambda note: note.span)


_CHANGES = frozenset({
    "delete", "deactivate", "activate", "insert", "rename", "copy", "annotate", "protect",
    "unprotect",
})  # fmt: skip
_EDITS = _CHANGES | {"set"}
_OPEN, _CLOSE = "\0[", "\0]"
_STRING_END = re.compile(r'(?:[^"\\]|\\.)*"')
_TOP_WORDS = frozenset({
    "system", "groups", "class-of-service", "firewall", "policy-options", "routing-options",
    "routing-instances", "chassis", "interfaces", "protocols", "snmp", "security",
}) | (IRRELEVANT & {"services", "event-options", "applications"})  # fmt: skip
