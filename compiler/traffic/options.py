"""Options of command lines as getopt and getopt_long read them (POSIX, Utility Conventions)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qosc.scenario.near import nearest
from qosc.traffic.words import Word
from qosc.values import dataclass

__all__ = ["Given", "Grammar", "given_options"]


_LONGEST = 30
"""Letters of a name that is looked for among those of the options, which have fewer."""


@dataclass(frozen=True, slots=True)
class Given:
    """An option with its value. `name` is the letter, or the long name; empty for a word that is no
    option. `fault` says why it cannot be read.
    """

    name: str
    value: str
    words: tuple[Word, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Grammar:
    """`letters` as getopt has them (`b:u`; a letter with `::` has its value joined, or none);
    `longs` says of a long name which option it is, with `:` or `::` likewise.
    """

    program: str
    letters: str
    longs: Mapping[str, str]

    @classmethod
    def of(cls, program: str, letters: str, longs: str = "") -> Grammar:
        """With the long names as words `NAME=OPTION`."""
        pairs = (word.partition("=") for word in longs.split())
        return cls(program, letters, {name: option for name, _, option in pairs})

    def takes(self, letter: str) -> str:
        """`:` or `::` where the option has a value, empty where it has none."""
        at = self.letters.index(letter)
        after = self.letters[at + 1 : at + 3]
        return "::" if after == "::" else ":" if after.startswith(":") else ""


def given_options(words: Sequence[Word], grammar: Grammar) -> Iterator[Given]:
    """The options and other words of a line, in order."""
    at = 0
    while at < len(words):
        word = words[at]
        text = word.text
        if text == "--" or not text.startswith("-") or text == "-" or word.redirect:
            yield Given("", text, (word,), word.fault)
            at += 1
        elif text.startswith("--"):
            made = _long(words, at, grammar)
            at += len(made.words)
            yield made
        else:
            bundle = list(_letters(words, at, grammar))
            at += max(len(given.words) for given in bundle)
            yield from bundle


def _long(words: Sequence[Word], at: int, grammar: Grammar) -> Given:
    word = words[at]
    name, equals, value = word.text[2:].partition("=")
    known = grammar.longs
    meant = [name] if name in known else [each for each in known if each.startswith(name)]
    if len({known[each] for each in meant}) != 1:
        return Given("?", "", _with_value(words, at), _no_option(word.text, grammar))
    option = known[meant[0]]
    letter, takes = option.rstrip(":"), option[len(option.rstrip(":")) :]
    if equals and not takes:
        return Given("?", value, (word,), f"--{meant[0]} of {grammar.program} takes no value")
    if takes == ":" and not equals:
        return _valued(letter, words, at)
    return Given(letter, value, (word,), word.fault)


def _letters(words: Sequence[Word], at: int, grammar: Grammar) -> Iterator[Given]:
    word = words[at]
    text = word.text
    for place in range(1, len(text)):
        letter = text[place]
        if letter not in grammar.letters or letter == ":":
            yield Given("?", "", _with_value(words, at), _no_option(text, grammar))
            return
        takes = grammar.takes(letter)
        if takes and place + 1 < len(text):
            value = text[place + 1 :].removeprefix("=")
            yield Given(letter, value, (word,), word.fault)
            return
        if takes == ":":
            yield _valued(letter, words, at)
            return
        yield Given(letter, "", (word,), word.fault)


def _valued(letter: str, words: Sequence[Word], at: int) -> Given:
    """An option whose value is the next word."""
    if at + 1 >= len(words) or words[at + 1].redirect:
        return Given("?", "", (words[at],), f"{words[at].text} needs a value")
    value = words[at + 1]
    return Given(letter, value.text, (words[at], value), words[at].fault or value.fault)


def _with_value(words: Sequence[Word], at: int) -> tuple[Word, ...]:
    """An option that nobody knows, with the word after it where that could be its value.

    The last word of a line stays: it may be the host.
    """
    after = words[at + 1 : at + 2]
    number = bool(after) and after[0].text[:1].isdigit() and after[0].text.count(".") < 3
    return (words[at], *after) if number else (words[at],)


def _no_option(text: str, grammar: Grammar) -> str:
    name = text[2:].partition("=")[0]
    near = ""
    if len(text) > 3 and len(name) <= _LONGEST:
        # Of the names that begin alike: all of them, at each of 60,000 options, take too long.
        alike = [each for each in grammar.longs if each[0] == name[:1]]
        near = nearest(name, alike)
    meant = f"; did you mean --{near}?" if near else ""
    return f"not an option of {grammar.program}{meant}"
