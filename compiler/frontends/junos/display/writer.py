"""Elements of a configuration, written with braces: each statement as `show configuration` has it.

The names of elements are the words of statements, but for those that a command line does not have:
`name` before what an entry is called, `interface` around an entry of `interfaces`, `rate` before a
rate. The table of statements (`qosc.frontends.junos.tree.schema`) tells most of them apart.
Sources: Juniper, "Map Configuration Statements to Junos XML Tag Elements"; the YANG models of
Junos 21.1 (github.com/Juniper/yang), in which these names are leaves, and `name` the key of lists.
"""

from __future__ import annotations

from qosc.frontends.junos.display.element import Element, Word
from qosc.frontends.junos.text.words import quote
from qosc.frontends.junos.tree.schema import (
    ANY_VALUE,
    BAG,
    CONTAINER,
    LEAF,
    LIST,
    OPTIONAL,
    SPECIAL,
    VALUES,
    Spec,
    root_spec,
)

__all__ = ["Line", "written"]

_SILENT = frozenset(
    (
        "absolute-rate",
        "bits",
        "class-name",
        "classifier-name",
        "filter-name",
        "lpmap-name",
        "map-name",
        "mode",
        "name",
        "policer-name",
        "profile-name",
        "rate",
        "rewrite-rule-name",
        "routing-instance-name",
        "value",
    )
)
"""Leaves of which a command line has the text alone."""
_SAID = {"end-range": "to", "ieee-802.3ad": "802.3ad"}
"""Elements for whose names a command line has another word; a name in XML begins with a letter."""
_TAGS = (("inactive", "inactive:"), ("protect", "protect:"))
_EDITS = {"delete": "delete:", "remove": "delete:", "replace": "replace:"}
_WORDS_OF_A_LIST = (VALUES, BAG)
_WITH_VALUE = (LEAF, VALUES, BAG)


class Line:
    """A line of the text with braces: its words, each with its columns in it, and where they stand.

    at   The line of the source, from 0, that stands for the whole line.
    """

    __slots__ = ("at", "parts", "text")

    def __init__(self, depth: int, at: int) -> None:
        self.text = "    " * depth
        self.at = at
        self.parts: list[tuple[int, int, Word]] = []

    def add(self, word: Word, shown: str) -> None:
        """Add a word; one blank stands between two."""
        if self.text and not self.text.isspace():
            self.text += " "
        start = len(self.text)
        self.text += shown
        self.parts.append((start, len(self.text), word))
        self.at = word.line


def written(configuration: Element, lines: list[Line]) -> None:
    """Add the lines of a configuration."""
    _Writer(lines).block(configuration.kids, root_spec(), 0)


class _Writer:
    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines

    def block(self, kids: list[Element], spec: Spec | None, depth: int) -> None:
        """Write the statements inside of one; `spec` is what the table has of it."""
        at = 0
        while at < len(kids):
            kid = kids[at]
            at += 1
            if kid.tag == "!" or kid.tag.startswith("junos:"):
                self.remark(kid, depth)
                continue
            if kid.tag == "undocumented":
                self.block(kid.kids, spec, depth)
                continue
            several = [kid]
            if kid.leaf and not kid.attributes and _kind(spec, kid.tag) in _WORDS_OF_A_LIST:
                while at < len(kids) and kids[at].tag == kid.tag and _plain(kids[at]):
                    several.append(kids[at])
                    at += 1
            self.statement(kid, several, spec, depth)

    def remark(self, kid: Element, depth: int) -> None:
        """Write a comment, on one line."""
        if kid.text is None or kid.tag not in ("!", "junos:comment"):
            return
        words = " ".join(kid.text.text.split()).replace("*/", "").removeprefix("/*").strip(" #")
        line = Line(depth, kid.text.line)
        line.add(kid.text, f"/* {words} */")
        self.lines.append(line)

    def statement(
        self, kid: Element, several: list[Element], holder: Spec | None, depth: int
    ) -> None:
        """Write one statement; `several` are the elements of one list of values."""
        said, spec, inside = _words(kid, holder)
        line = self.begin(kid, depth)
        for word in said[: -1 if len(several) > 1 else None]:
            line.add(word, quote(word.text))
        if len(several) > 1:
            line.text += " ["
            for each in several:
                if each.text is not None:
                    line.add(each.text, quote(each.text.text))
            line.text += " ]"
            inside = []
        if spec is not None and spec.kind == LIST and len(said) <= spec.names and inside:
            # `family` holds an element for each family, whose name is that of the entry.
            for entry in inside:
                self.entry(kid, said, spec, entry, depth)
            return
        line = self.rest(line, spec, inside)
        self.lines.append(line)
        left = [] if line.text[-1] == ";" else inside
        if left:
            self.close(line, left, spec, depth, kid)

    def rest(self, line: Line, spec: Spec | None, inside: list[Element]) -> Line:
        """End a line, with what is inside of the statement where that is one word or two."""
        if not inside:
            line.text += ";"
        elif len(inside) == 1 and _plain(inside[0]) and _short(spec):
            said, _, more = _words(inside[0], spec)
            if more:
                line.text += " {"
                return line
            for word in said:
                line.add(word, quote(word.text))
            line.text += ";"
        else:
            line.text += " {"
        return line

    def entry(self, kid: Element, said: list[Word], spec: Spec, entry: Element, depth: int) -> None:
        """Write one entry of a list by the name of an element."""
        line = self.begin(kid, depth)
        if not kid.attributes:
            line = self.begin(entry, depth)
        for word in (*said, entry.name):
            line.add(word, quote(word.text))
        names = []
        inside = list(entry.kids)
        while inside and inside[0].tag == "name" and inside[0].text is not None:
            names.append(inside.pop(0).text)
        for one in (*names, entry.text):
            if one is not None:
                line.add(one, quote(one.text))
        line.text += " {" if inside else ";"
        self.lines.append(line)
        if inside:
            self.close(line, inside, spec, depth, entry)

    def close(
        self, line: Line, inside: list[Element], spec: Spec | None, depth: int, kid: Element
    ) -> None:
        """Write what is inside of a statement, and the brace behind it."""
        before = len(self.lines)
        self.block(inside, spec, depth + 1)
        end = Line(depth, max(kid.close, line.at))
        end.text += "}"
        if len(self.lines) == before:
            line.text = line.text.removesuffix(" {") + ";"
        else:
            self.lines.append(end)

    def begin(self, kid: Element, depth: int) -> Line:
        """The beginning of a line, with the tags of a statement, behind a remark on its group."""
        attributes = kid.attributes
        group = attributes.get("junos:group")
        if group:
            for words in ("", f" '{_last(kid)}' was inherited from group '{_flat(group)}'", ""):
                note = Line(depth, kid.name.line)
                note.text += f"##{words}"
                self.lines.append(note)
        line = Line(depth, kid.name.line)
        tags = [tag for name, tag in _TAGS if name in attributes]
        if attributes.get("active") == "false":
            tags.append("inactive:")
        edit = _EDITS.get(attributes.get("operation", "")) or next(
            (tag for name, tag in _EDITS.items() if name in attributes), ""
        )
        for tag in (*tags, *filter(None, [edit])):
            line.add(kid.name, tag)
        return line


def _words(kid: Element, holder: Spec | None) -> tuple[list[Word], Spec | None, list[Element]]:
    """The words of an element, what the table has of it, and the elements that are left inside."""
    tag, inside = kid.tag, list(kid.kids)
    named = bool(inside) and inside[0].tag == "name"
    said: list[Word] = []
    spec = _known(holder, tag)
    if spec is None and holder is not None and holder.any is not None:
        spec = holder.any
        silent = named or (kid.leaf and (spec.kind == ANY_VALUE or tag in _SILENT))
        if not silent:
            said.append(kid.name)
    elif spec is not None or tag not in _SILENT or not kid.leaf:
        said.append(Word(_SAID.get(tag, tag), kid.name.line, kid.name.start, kid.name.end))
    while inside and inside[0].tag == "name" and inside[0].text is not None:
        said.append(inside.pop(0).text or kid.name)
        if spec is not None and spec.kind == CONTAINER and spec.any is not None and said[1:]:
            spec = spec.any
    if kid.text is not None and not kid.kids:
        said.append(kid.text)
    if spec is not None and spec.kind in _WITH_VALUE and len(said) == 1 and inside:
        if inside[0].text is not None:
            said.append(inside.pop(0).text or kid.name)
    elif spec is not None and spec.kind == LIST and len(said) <= spec.names:
        _names(said, spec.names, inside)
    elif spec is not None and spec.kind == OPTIONAL and len(said) == 1 and len(inside) == 1:
        only = inside.pop()
        said.append(only.text or only.name)
    return said, spec, inside


def _names(said: list[Word], names: int, inside: list[Element]) -> None:
    """Take the words of an entry that has more than one: `loss-priority low protocol any`."""
    while len(said) <= names and inside and inside[0].text is not None:
        word = inside.pop(0)
        if names > 1:
            said.append(Word(_SAID.get(word.tag, word.tag), *_place(word.name)))
        if word.text is not None:
            said.append(word.text)


def _place(word: Word) -> tuple[int, int, int]:
    return word.line, word.start, word.end


def _known(spec: Spec | None, tag: str) -> Spec | None:
    tag = _SAID.get(tag, tag)
    if spec is not None and tag in spec.words:
        return spec.words[tag]
    return SPECIAL.get(tag)


def _kind(spec: Spec | None, tag: str) -> int:
    kind = _known(spec, tag)
    # What the table does not have is written as a list of values where it comes several times.
    return VALUES if kind is None and spec is None else CONTAINER if kind is None else kind.kind


def _short(spec: Spec | None) -> bool:
    """Whether JunOS writes a statement of one part on one line."""
    if spec is None:
        return False
    rated = "percent" in spec.words or (spec.any is not None and spec.any.kind == ANY_VALUE)
    return spec.kind == LIST or rated


def _plain(kid: Element) -> bool:
    return not kid.kids and not kid.attributes and kid.tag != "!" and ":" not in kid.tag


def _last(kid: Element) -> str:
    named = kid.kids[0].text if kid.kids and kid.kids[0].tag == "name" else kid.text
    return _flat(named.text if named is not None else kid.tag)


def _flat(text: str) -> str:
    return " ".join(text.split()).replace("'", "")
