"""The commands of configuration mode, prompts and banners."""

from __future__ import annotations

from qosc.frontends.junos.reading import edits
from qosc.frontends.junos.reading.braces import Braces
from qosc.frontends.junos.reading.state import READ
from qosc.frontends.junos.text.prompts import BANNER, CHANGES, STATE, VERBS
from qosc.frontends.junos.text.words import TOKEN, unquote
from qosc.frontends.junos.tree.build import Frame, Words
from qosc.frontends.junos.tree.nodes import Node
from qosc.frontends.junos.tree.schema import CONTAINER, LIST, SPECIAL
from qosc.patterns import pattern

__all__ = ["Commands"]

_SPECIAL = pattern(r'["\[\]{};#]|/\*')


class _Bracket(str):
    """A bracket among the words of a command; told from a word that looks alike by its type."""

    __slots__ = ()


_LEVELS = (CONTAINER, LIST)
_OPEN, _CLOSE = _Bracket("["), _Bracket("]")
_LISTS = 8
"""Lists of one command that are looked for: no statement has more."""


class Commands(Braces):
    """Takes lines that are commands."""

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
        # Several people may be at work on one device.
        host = text.split(mode, 1)[0].strip().rpartition("@")[2]
        if self.host and host != self.host and not self.hosts:
            self.hosts = True
            self.note_line(
                number,
                f"prompts of several devices: {self.host[:80]!r}, then {host[:80]!r}",
                "they are read as one configuration; read one device at a time",
            )
        self.host = host
        words = typed.split("|", 1)[0].split()
        self.noise = mode == "%"
        if mode == ">":
            self.edit = self.context = ()
            if words[:2] == ["show", "configuration"]:
                self.context = tuple(words[2:])
            elif words[:1] == ["set"] and words[1:2] and words[1] in self.top:
                self.command(typed, text, number, len(text.split()) - len(typed.split()))
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
        if _SPECIAL.search(typed) is None and self.lines is self.source.lines:
            words = typed.split()
            cols: list[tuple[int, int, int]] | None = None
        else:
            start = text.find(typed[:20])
            words, cols = self.command_words(text, number, max(start, 0))
            base = 0
        if not words:
            return
        verb, rest = words[0], words[1:]
        if verb == "set":
            if rest:
                if self.edit and not self.fits(rest[0]):
                    self.edit = self.context = ()
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
        elif verb in CHANGES:
            self.change(verb, [*self.edit, *rest], number)

    def fits(self, word: str) -> bool:
        """Whether a command below the level of `edit` may begin with a word.

        A device refuses the name of a stanza where there is none of that name; documents go back to
        the top without `top`, and mean the stanza.
        """
        if word not in self.top:
            return True
        spec, at = self.build.root.spec, 0
        while spec is not None and at < len(self.edit):
            spec = spec.words.get(self.edit[at]) or spec.any
            at += 1 + (spec.names if spec is not None else 0)
        return spec is None or word in spec.words or spec.any is not None

    def plain_set(self, text: str, number: int) -> bool:
        """Take a line `set ...` of plain words at the top; False where it wants a closer look."""
        if _SPECIAL.search(text) is not None:
            return False
        self.noise = False
        words = text.split()
        del words[0]
        if words:
            self.set(Words(words, number, base=1))
        return True

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
                word, end = text[match.start() + 1 :].rstrip(), len(text.rstrip())
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
        if said.cols is not None and any(word is _OPEN for word in words):
            self.set_lists(said)
            return
        node, at = self._follow(words)
        frame = self.build.grow(Frame(node, None, [], None), said, at=at)
        if frame is None:
            return
        if frame.prefix:
            self.build.finish(frame, said)
        elif frame.node is not node:
            self._went(frame.node, words, at)
        if said.words[0] in self.top or said.words[0] in SPECIAL:
            self.marks[said.line] = READ

    def _follow(self, words: list[str]) -> tuple[Node, int]:
        """Where a line leaves the way of the line before it, and how many words that took."""
        trail = self.trail
        same = 0
        for word, other in zip(words, self.trail_words, strict=False):
            if word != other:
                break
            same += 1
        for place, (count, node) in enumerate(trail):
            if count <= same:
                del trail[:place]
                return node, count
        trail.clear()
        return self.build.root, 0

    def _went(self, node: Node, words: list[str], at: int) -> None:
        """Keep the levels below the one at index `at` that lead to a node."""
        levels: list[Node] = []
        above: Node | None = node
        depth = self.trail[0][1].depth if self.trail else 0
        while above is not None and above.depth > depth:
            levels.append(above)
            above = above.parent
        for level in reversed(levels):
            spec, own = level.spec, level.words
            past = at + len(own)
            if spec is None or spec.kind not in _LEVELS or spec.choice:
                break
            if tuple(words[at:past]) != own:
                break
            self.trail.insert(0, (past, level))
            at = past
        self.trail_words = words

    def set_lists(self, said: Words) -> None:
        """A command with lists: `fill-level [ 1 2 ] drop-probability [ 3 4 ]` is one for each.

        The word before a list is the name of its statement, and what follows a list is beside it.
        """
        words, skip, cols = said.words, said.skip, list(said.cols or ())
        for _ in range(_LISTS):
            start = next(at for at, word in enumerate(words) if word is _OPEN)
            past = next((at for at in range(start, len(words)) if words[at] is _CLOSE), len(words))
            name = start - 1
            if name < max(skip, 1) or not any(word is _OPEN for word in words[past:]):
                break
            past += 1
            self.set_list(Words(words[:past], said.line, skip=skip, cols=cols[: past - skip]))
            words = [*words[:name], *words[past:]]
            cols = [*cols[: name - skip], *cols[past - skip :]]
        self.set_list(Words(words, said.line, skip=skip, cols=cols))

    def set_list(self, said: Words) -> None:
        words, skip = said.words, said.skip
        start = next(at for at, word in enumerate(words) if word is _OPEN)
        past = next((at for at in range(start, len(words)) if words[at] is _CLOSE), len(words))
        keep = [at for at, word in enumerate(words) if type(word) is not _Bracket]
        end = sum(1 for at in keep if at < past)
        cols = said.cols or ()
        result = self.add(
            Frame(self.build.root, None, [], None),
            Words(
                [words[at] for at in keep],
                said.line,
                skip=skip,
                cols=[cols[at - skip] for at in keep if at >= skip],
            ),
            start,
            end,
        )
        if result is not None:
            self.marks[said.line] = READ

    def change(self, verb: str, words: list[str], number: int) -> None:
        """Carry out a command other than `set`."""
        first = words[0] if words else ""
        known = first in self.top or first in SPECIAL or first in self.extra
        if not known and (words or verb != "delete"):
            return
        self.marks[number] = READ
        self.trail.clear()
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
                    edits.missing(words)
                edits.mark(verb, nodes)
                self.build.inactive |= verb == "deactivate"
                work = len(nodes)
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
            if node.spec is not None and node.spec.only and not self.whole:
                return True
            child = node.step(words, at)
            if child is None:
                spec = node.spec.words.get(words[at]) if node.spec is not None else None
                return spec is not None and spec.only and not self.whole
            node, at = child, at + len(child.words)
        return False
