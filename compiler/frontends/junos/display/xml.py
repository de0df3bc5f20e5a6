"""XML, as far as a router writes it: elements, attributes, text, comments.

There are no entities but the five of XML itself and numbers of characters, and a document type is
refused: so nothing outside of the text is ever looked up, and nothing grows. Time grows with the
length of the text. Source: W3C, Extensible Markup Language (XML) 1.0, sections 2 and 4.6.
"""

from __future__ import annotations

import re

from qosc.frontends.junos.display.element import MAX_DEPTH, Element, Places, Word
from qosc.patterns import pattern

__all__ = ["elements"]

_NAME = pattern(r"[A-Za-z_][\w.\-]*+(?::[A-Za-z_][\w.\-]*+)?+")
_ATTRIBUTE = pattern(r"\s++([\w:.\-]++)\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
_TAG_END = pattern(r"\s*+(/?+)>")
_REFERENCE = pattern(r"&(?:(#x[0-9A-Fa-f]{1,8}|#[0-9]{1,9}|\w{1,16});)?+")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_HIGHEST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


def elements(places: Places, start: int) -> list[Element]:
    """The elements of the top level from a character on, and what may stand between them.

    FormError where an element does not end, or ends as another one; for a document type and an
    entity; and for elements more than MAX_DEPTH deep.
    """
    return _Reader(places, start).run()


class _Reader:
    def __init__(self, places: Places, start: int) -> None:
        self.places = places
        self.text = places.text
        self.at = start
        self.top: list[Element] = []
        self.stack: list[Element] = []
        self.said: list[tuple[str, int, int]] = []
        """The pieces of the text since the last tag: what they say, and where."""

    def run(self) -> list[Element]:
        """All elements of the top level."""
        text = self.text
        while (start := text.find("<", self.at)) >= 0:
            self.characters(self.at, start)
            if text.startswith("<!--", start):
                self.remark(start)
            elif text.startswith("<![CDATA[", start):
                end = self.past("]]>", start, "a CDATA section does not end")
                self.said.append((text[start + 9 : end - 3], start + 9, end - 3))
            elif text.startswith("<?", start):
                self.past("?>", start, "a processing instruction does not end")
            elif text.startswith("<!", start):
                raise self.places.fault(
                    start, "a document type (<!DOCTYPE>) is not read: it stands"
                )
            elif text.startswith("</", start):
                self.close(start)
            elif self.stack or _NAME.match(text, start + 1):
                self.open(start)
            else:
                self.at = start + 1  # a prompt or other words between two documents
        if self.stack:
            last = self.stack[-1]
            raise self.places.fault(len(text), f"<{last.tag}> of line {last.name.line + 1} is open")
        return self.top

    def past(self, mark: str, start: int, fault: str) -> int:
        """Go behind a mark."""
        end = self.text.find(mark, start)
        if end < 0:
            raise self.places.fault(start, fault)
        self.at = end + len(mark)
        return self.at

    def characters(self, start: int, end: int) -> None:
        """Take text between two tags."""
        if self.stack and end > start:
            self.said.append((self.plain(self.text[start:end], start), start, end))

    def plain(self, raw: str, start: int) -> str:
        """A text with what its references stand for; it begins at `start`."""
        if "&" not in raw:
            return raw
        return _REFERENCE.sub(lambda match: self.character(match, start), raw)

    def character(self, match: re.Match[str], start: int) -> str:
        """What a reference stands for."""
        name = match[1]
        if name is not None and name in _NAMED:
            return _NAMED[name]
        if name is not None and name[0] == "#":
            code = int(f"0{name[1:]}", 0) if name[1] == "x" else int(name[1:])
            if code <= _HIGHEST and code not in _SURROGATES:
                return chr(code)
        shown = f"&{name};" if name is not None else "&"
        raise self.places.fault(
            start + match.start(), f"`{shown}` is no character of XML, and stands"
        )

    def remark(self, start: int) -> None:
        """Take a comment; one that speaks to qosc is kept."""
        end = self.past("-->", start + 4, "a comment does not end")
        text = self.text[start + 4 : end - 3]
        if "qosc:" in text and self.stack:
            kept = Element(self.places.word("!", start, end))
            kept.text = Word(text.strip(), kept.name.line, kept.name.start, kept.name.end)
            kept.close = self.places.line(end - 1)
            self.stack[-1].kids.append(kept)

    def open(self, start: int) -> None:
        """Take the tag that begins an element."""
        match = _NAME.match(self.text, start + 1)
        if match is None:
            raise self.places.fault(start, "`<` begins no tag: it stands")
        made = Element(self.places.word(match[0], match.start(), match.end()))
        self.at = match.end()
        while (attribute := _ATTRIBUTE.match(self.text, self.at)) is not None:
            value = attribute[2] if attribute[2] is not None else attribute[3]
            name = (
                attribute[1]
                if attribute[1].startswith("junos:")
                else attribute[1].rpartition(":")[2]
            )
            if not attribute[1].startswith("xmlns"):
                made.attributes[name] = self.plain(value, attribute.start())
            self.at = attribute.end()
        end = _TAG_END.match(self.text, self.at)
        if end is None:
            raise self.places.fault(
                start, f"the tag <{match[0][:60]}> is not well formed: it stands"
            )
        self.at = end.end()
        self.said.clear()
        if self.stack:
            self.stack[-1].kids.append(made)
        else:
            self.top.append(made)
        if not end[1]:
            if len(self.stack) >= MAX_DEPTH:
                raise self.places.fault(start, f"elements are more than {MAX_DEPTH} deep")
            self.stack.append(made)
        made.close = self.places.line(self.at - 1)

    def close(self, start: int) -> None:
        """Take the tag that ends an element."""
        match = _NAME.match(self.text, start + 2)
        end = _TAG_END.match(self.text, match.end()) if match is not None else None
        if match is None or end is None or end[1]:
            raise self.places.fault(start, "`</` begins no tag: it stands")
        self.at = end.end()
        last = self.stack.pop() if self.stack else None
        if last is None or last.tag != match[0]:
            wanted = (
                f", where </{last.tag}> is expected: it stands" if last is not None else " stands"
            )
            raise self.places.fault(start, f"</{match[0][:60]}>{wanted}")
        if not last.kids:
            self.leaf(last)
        self.said.clear()
        last.close = self.places.line(start)

    def leaf(self, last: Element) -> None:
        """Give an element its text."""
        words = "".join(one[0] for one in self.said)
        if not words.strip():
            return
        first, final = self.said[0][1], self.said[-1][2]
        raw = self.text[first:final]
        first += len(raw) - len(raw.lstrip())
        final -= len(raw) - len(raw.rstrip())
        last.text = self.places.word(words.strip(), first, max(final, first + 1))
