"""Scripts of Chariot (Ganymede) as its console prints them: two columns, one for each endpoint.

No public manual of the language was found; the reading is that of printed scripts: endpoint 1
connects and asks, endpoint 2 accepts and answers, and what stands between START_TIMER and END_TIMER
is one response time.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from qosc.scenario.near import nearest
from qosc.source import SourceText
from qosc.traffic.account import Account, Fate
from qosc.traffic.common import assume_tcp
from qosc.traffic.figures import number
from qosc.traffic.flows import Hosts, Line
from qosc.traffic.words import Word

__all__ = ["is_chariot", "read_chariot"]

_MARK = re.compile(r"\bCONNECT[ _]INITIATE\b")
_HEAD = re.compile(r"\s*Endpoint 1\b(?:(\s+)Endpoint 2)?\s*\Z")
_SECOND = re.compile(r"(\s*)Endpoint 2\s*\Z")
_COMMAND_WORDS = (
    "SLEEP CONNECT_INITIATE CONNECT_ACCEPT LOOP START_TIMER END_TIMER SEND RECEIVE "
    "INCREMENT_TRANSACTION END_LOOP DISCONNECT"
)
_COMMANDS = _COMMAND_WORDS.split()
_SIZES = ("size_of_record_to_send", "file_size", "reply_size")
_BUFFER_WORDS = (
    "send_buffer_size receive_buffer_size inquiry_send_buffer inquiry_receive_buffer "
    "reply_send_buffer reply_receive_buffer send_datatype"
)
_BUFFERS = _BUFFER_WORDS.split()
_COUNTS = ("number_of_timing_records", "transactions_per_record")
_DELAYS = ("initial_delay", "transaction_delay", "delay_before_responding")
_ATTRIBUTES = (*_SIZES, *_BUFFERS, *_COUNTS, *_DELAYS, "port_number", "send_data_rate")
_TOKEN = re.compile(
    "|".join(
        (
            r"(?P<name>[a-z]\w{0,40}+(?: [a-z]\w{0,40}+){0,5}+)=(?P<value>\S*+)",
            r"(?P<command>" + "|".join(c.replace("_", "[ _]") for c in _COMMANDS[::-1]) + r")\b",
            r"(?P<other>\S++)",
        )
    )
)


def is_chariot(text: str) -> bool:
    """Whether a text holds such a script."""
    return _MARK.search(text) is not None


@dataclasses.dataclass(slots=True)
class _Endpoint:
    """What one side does: values by command and name, with their words."""

    command: str = ""
    values: dict[tuple[str, str], tuple[str, Word]] = dataclasses.field(default_factory=dict)
    ended: bool = False

    def first(self, command: str, names: tuple[str, ...]) -> int | None:
        for name in names:
            if (command, name) in self.values:
                return number(self.values[command, name][0])
        return None

    def named(self, name: str) -> list[tuple[str, Word]]:
        return [value for (_, key), value in self.values.items() if key == name]


def read_chariot(
    source: SourceText, account: Account, hosts: Hosts, pairs: int | None
) -> Iterator[Line]:
    """The lines that the scripts of a text make, one each."""
    script: _Script | None = None
    column = 0
    for row, text in source.numbered():
        head = _HEAD.match(text)
        opens = head is not None or (script is None and _MARK.search(text) is not None)
        if opens:
            # A heading with nothing below it is text around the scripts, and no script.
            if script is not None and script.words:
                yield script.line(hosts, pairs)
            script = _Script(account)
        second = _SECOND.match(text)
        if second is not None:
            column = len(second[1])
        elif head is not None:
            # Where tabs part the columns, no place on the line does.
            column = head.end(1) if head[1] and "\t" not in head[1] else 0
        if script is None or head or second or not text.strip(" -_`\t"):
            words = [_whole(source, row, text)] if text.strip() else []
            account.rest(words, Fate.NO_TRAFFIC, "text around the scripts")
            continue
        for end, word in _cells(source, row, text, column):
            script.token(end, word)
        if all(end.ended for end in script.ends):
            yield script.line(hosts, pairs)
            script = None
    if script is not None and script.words:
        yield script.line(hosts, pairs)


def _whole(source: SourceText, row: int, text: str) -> Word:
    return Word(text.strip(), source.span(row, 0, len(text)))


def _cells(source: SourceText, row: int, text: str, column: int) -> Iterator[tuple[int, Word]]:
    """The tokens of a row, each with its endpoint (0 or 1)."""
    # Tags of a page that the script was copied from are blanks.
    text = re.sub(r"</?\w+>", lambda tag: " " * len(tag[0]), text)
    tab = text.find("\t")
    border = tab if tab >= 0 else column
    for token in _TOKEN.finditer(text):
        word = Word(token[0], source.span(row, token.start(), token.end()))
        yield int(bool(border) and token.start() >= border), word


class _Script:
    def __init__(self, account: Account) -> None:
        self.ends = (_Endpoint(), _Endpoint())
        self.words: list[Word] = []
        self.account = account

    def token(self, end: int, word: Word) -> None:
        """Take a command or a value in."""
        self.words.append(word)
        mine = self.ends[end]
        name, equals, value = word.text.partition("=")
        name = name.replace(" ", "_")
        known = _ATTRIBUTES if equals else _COMMANDS
        read = name
        if name not in known:
            # Of those that begin alike: all, at each of 40,000 tokens, take too long.
            alike = [each for each in known if each[0] == name[:1]]
            near = nearest(name, alike, 0.75)
            if not near:
                self.account.enter([word], Fate.UNSUPPORTED, note="not a word of these scripts")
                return
            read = near
            note = f"no word of these scripts; read as {read}"
            self.account.enter([word], Fate.UNKNOWN, "", note)
        if equals:
            mine.values.setdefault((mine.command, read), (value, word))
        else:
            mine.command = read
            mine.ended = mine.ended or read == "DISCONNECT"

    def line(self, hosts: Hosts, pairs: int | None) -> Line:
        """The source that the script is."""
        line = Line("chariot", tuple(self.words), self.account, hosts)
        ask, answer = self.ends
        request = ask.first("SEND", _SIZES)
        response = answer.first("SEND", _SIZES) or ask.first("RECEIVE", _SIZES)
        if not request or not response:
            line.dropped("a SEND of each endpoint with its size is needed")
            return line
        keys = {"request_bytes": request, "response_bytes": response, "flows": pairs}
        _values(line, self.ends, keys)
        if pairs is None:
            line.assume("flows: 1", "how many pairs run the script is not in it; --pairs says it")
        header: dict[str, object] = {"dst-port": keys.pop("port")} if "port" in keys else {}
        start = keys.pop("start_us", 0)
        flow = line.source("request-response", header, line.hosts.to, **keys)
        flow.start_us = start or 0
        assume_tcp(line, {})
        _account(line, request, response)
        return line


def _values(line: Line, ends: tuple[_Endpoint, _Endpoint], keys: dict[str, int | None]) -> None:
    """Counts, delays and the port."""
    ask, answer = ends
    loops = [ask.named(name) for name in _COUNTS]
    counts = [number(loop[0][0]) for loop in loops if loop]
    if counts and all(counts):
        total = 1
        for each in counts:
            total *= each or 1
        keys["count"] = total
        line.exact([word for loop in loops for _, word in loop], f"count: {total}")
    for value, word in answer.named("port_number") + ask.named("port_number"):
        wanted = number(value, 65_535)
        if wanted:
            keys["port"] = wanted
            line.exact([word], f"dst-port: {wanted}")
        else:
            line.unknown([word], "dst-port: 5001", "the port is chosen when it runs")
    _delays(line, ends, keys)


def _delays(line: Line, ends: tuple[_Endpoint, _Endpoint], keys: dict[str, int | None]) -> None:
    """Pauses, and limits on the rate."""
    ask, answer = ends
    for name, key in (("transaction_delay", "think_us"), ("initial_delay", "start_us")):
        for value, word in ask.named(name):
            delay = number(value, 10**9)
            if delay:
                keys[key] = delay * 1000
                note = "no public source says the unit; taken as milliseconds"
                line.unknown([word], f"{key}: {delay * 1000}", note)
            elif delay == 0:
                line.exact([word], f"{key}: 0")
    for value, word in answer.named("delay_before_responding") + answer.named("initial_delay"):
        if number(value) == 0:
            line.exact([word], "no delay")
        else:
            line.lost([word], "the server answers at once in scenarios")
    for end in ends:
        for value, word in end.named("send_data_rate"):
            if value.upper() == "UNLIMITED":
                line.exact([word], "no limit")
            else:
                line.lost([word], "scenarios send a response as fast as TCP lets it")


def _account(line: Line, request: int, response: int) -> None:
    """What is left of a script's words."""
    for word in line.account.open(line.words):
        name, equals, value = word.text.partition("=")
        name = name.replace(" ", "_")
        if name in _SIZES and number(value) in (request, response):
            key = "request_bytes" if number(value) == request else "response_bytes"
            line.exact([word], f"{key}: {value}")
        elif name in _SIZES:
            line.lost([word], "the two endpoints do not say the same size")
        elif name in _BUFFERS:
            line.silent([word], "how the host runs it")
        elif not equals:
            line.exact([word], "kind: request-response")
        elif name in _COUNTS:
            line.silent([word], "as the other endpoint has it")
    line.account.rest(line.words, Fate.UNSUPPORTED, "has no place in a scenario (Chariot)")
