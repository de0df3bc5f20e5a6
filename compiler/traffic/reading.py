"""Whole texts: which lines there are, when each is run, and the traffic that they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from qosc.source import SourceText, Span
from qosc.traffic.account import Account, Fate, Item
from qosc.traffic.chariot import is_chariot, read_chariot
from qosc.traffic.events import EVENTS, GLOBALS, Script
from qosc.traffic.figures import seconds, tos_byte
from qosc.traffic.flows import Flow, Hosts, Line
from qosc.traffic.iperf import read_iperf
from qosc.traffic.mgen import read_mgen
from qosc.traffic.netperf import read_netperf
from qosc.traffic.nuttcp import read_nuttcp
from qosc.traffic.ping import read_ping
from qosc.traffic.words import CommandLine, Word, command_lines
from qosc.values import dataclass

__all__ = ["Read", "read_texts"]

MAX_SOURCES = 10_000
_READERS: dict[str, Callable[[Line], None]] = {
    "iperf": partial(read_iperf, program="iperf"),
    "iperf2": partial(read_iperf, program="iperf"),
    "iperf3": partial(read_iperf, program="iperf3"),
    "mgen": read_mgen,
    "netperf": read_netperf,
    "nuttcp": read_nuttcp,
    "ping": read_ping,
    "ping4": read_ping,
}
_PROGRAMS = "iperf, iperf3, mgen, netperf, nuttcp, ping"
_RUN_BY = ("nohup", "sudo", "time", "exec", "command", "stdbuf", "nice", "ionice", "taskset")
_QUIET_WORDS = (
    "echo printf cd date mkdir rm cat tee grep awk sed tail head tcpdump netserver kill killall "
    "pkill exit true set export : uname hostname sync modprobe"
)
_QUIET = frozenset(_QUIET_WORDS.split())
_CONTROL_WORDS = "for while until do done if then else elif fi case esac function { } select [ [["
_FLOW_OF_CONTROL = frozenset(_CONTROL_WORDS.split())
_EVENT = re.compile(
    rf"\s*(?:\d+(?:\.\d+)?\s+)?(?:{'|'.join(EVENTS)})\s+\d+\b"
    r"|\s*(?:\d+(?:\.\d+)?\s+)?(?:LISTEN|IGNORE|JOIN|LEAVE)\s+\S",
    re.IGNORECASE,
)
_SETTING = re.compile(r"\w+=\S*\Z|\w+=\Z")
_TOGETHER = (
    "a shell waits for a line without & before the next; here all start together, unless "
    "--one-after-another"
)


@dataclass(frozen=True, slots=True)
class Read:
    """What the texts say: sources in their order, and the account of their words."""

    flows: tuple[tuple[str, Flow], ...]
    """With the tool of each."""
    account: Account

    @property
    def items(self) -> tuple[Item, ...]:
        """What became of each word."""
        return self.account.items()


def read_texts(
    sources: Iterable[SourceText], hosts: Hosts, *, in_turn: bool = False, pairs: int | None = None
) -> Read:
    """Read traffic descriptions. `in_turn`: a line without `&` ends before the next one starts."""
    account = Account()
    flows: list[tuple[str, Flow]] = []
    for source in sources:
        for line in _lines(source, account, hosts, in_turn, pairs):
            if len(flows) + len(line.flows) > MAX_SOURCES:
                line.dropped(f"more than {MAX_SOURCES} sources")
                account.lost(line.span, f"more than {MAX_SOURCES} sources")
                continue
            flows.extend((line.tool, flow) for flow in line.flows if flow.keys["kind"] != "none")
    return Read(tuple(flows), account)


def _lines(
    source: SourceText, account: Account, hosts: Hosts, in_turn: bool, pairs: int | None
) -> Iterable[Line]:
    if is_chariot(source.text):
        return read_chariot(source, account, hosts, pairs)
    lines = command_lines(source)
    for first in lines:
        if _EVENT.match(" ".join(word.text for word in first.words)):
            return _script(lines, account, hosts)
        if first.words[0].text.upper() not in GLOBALS:
            break
    return _Shell(account, hosts, in_turn).lines(lines)


def _script(commands: Sequence[CommandLine], account: Account, hosts: Hosts) -> Iterable[Line]:
    """A script of mgen 4 or 5."""
    script: Script | None = None
    for each in commands:
        line = Line("mgen", each.words, account, hosts)
        script = script or Script(line)
        script.line = line
        texts = [word.text for word in each.words]
        name = texts[0].upper()
        if name == "TOS" and len(texts) == 2:
            script.tos(tos_byte(texts[1]), each.words)
        elif name in ("TTL", "TXBUFFER", "RXBUFFER", "QUEUE", "INTERFACE", "LOCALTIME"):
            line.silent(each.words, "how the host runs it")
        elif any(text.upper() in ("LISTEN", "IGNORE", "JOIN", "LEAVE") for text in texts[:2]):
            line.silent(each.words, "what is received")
        elif [text.upper() for text in texts] == ["START", "NOW"]:
            # mgen 5.02b runs a script the same with and without it.
            line.silent(each.words, "the script starts at once, as without it")
        elif name in ("START", "OFFSET"):
            line.lost(each.words, "a time of the day, or a start within the script")
        else:
            script.event(texts, each.words)
        account.rest(each.words, Fate.UNSUPPORTED, "not understood")
        yield line


class _Shell:
    """Lines of a shell, with the time at which each is run."""

    def __init__(self, account: Account, hosts: Hosts, in_turn: bool) -> None:
        self.account, self.hosts, self.in_turn = account, hosts, in_turn
        self.now: int | None = 0
        self.ended: int | None = 0
        """When all lines so far have ended; None where one has no end."""
        self.made = 0
        self.waited: Span | None = None

    def lines(self, commands: Sequence[CommandLine]) -> Iterable[Line]:
        """What each line makes."""
        for each in commands:
            line = self.line(each)
            if line is not None:
                yield line

    def line(self, command: CommandLine) -> Line | None:
        words, most = self.unwrapped(command)
        if not words:
            return None
        name = words[0].text.rpartition("/")[2]
        if name not in _READERS:
            self.other(name, words, command)
            return None
        line = Line("iperf" if name == "iperf2" else name, words, self.account, self.hosts)
        faulty = [word for word in words if word.fault]
        if faulty:
            line.dropped(f"{faulty[0].text}: {faulty[0].fault}")
        elif self.now is None:
            line.dropped("the line before it has no end")
        elif self.made > MAX_SOURCES:
            self.lost(words, f"more than {MAX_SOURCES} sources")
        else:
            _READERS[name](line)
            self.made += sum(1 for flow in line.flows if flow.keys["kind"] != "none")
        self.account.rest(words, Fate.UNSUPPORTED, "not understood")
        self.time(line, command, most)
        return line

    def time(self, line: Line, command: CommandLine, most: int | None) -> None:
        """When the line's sources start, and when the next line is run."""
        if not line.flows or self.now is None:
            return
        for flow in line.flows:
            if most is not None and (flow.length_us is None or flow.length_us > most):
                flow.length_us = most
            flow.start_us += self.now
        ends = [
            None if flow.length_us is None else flow.start_us + flow.length_us
            for flow in line.flows
        ]
        for end in ends:
            self.ended = None if end is None or self.ended is None else max(end, self.ended)
        if command.end == "&":
            return
        if self.in_turn:
            known = [end for end in ends if end is not None]
            self.now = None if len(known) < len(ends) else max(known)
        elif self.waited is None:
            self.waited = line.span
        else:
            self.account.assume(line.span, "start_us: 0", _TOGETHER)

    def unwrapped(self, command: CommandLine) -> tuple[tuple[Word, ...], int | None]:
        """The words from the program on, and how long `timeout` lets it run."""
        words = command.words
        most: int | None = None
        at = 0
        while at < len(words):
            text = words[at].text
            name = text.rpartition("/")[2]
            prompt = text in ("$", "%") or (text[-1:] in "$%>" and "@" in text)
            if prompt or (_SETTING.match(text) and not words[at].redirect):
                self.quiet(words[at : at + 1], "the shell's own")
                at += 1
            elif name in _RUN_BY:
                taken = at + 1
                while taken < len(words) and words[taken].text.startswith("-"):
                    valued = words[taken].text in ("-n", "-c", "-u", "-o", "-e", "-i")
                    taken += 2 if valued else 1
                self.quiet(words[at:taken], "how the host runs it")
                at = taken
            elif name == "timeout" and at + 1 < len(words):
                after = words[at + 1].text
                most = seconds(after, {"s": 1, "m": 60, "h": 3600, "d": 86400})
                fate = Fate.UNSUPPORTED if most is None else Fate.EXACT
                note = "timeout takes a time here" if most is None else ""
                self.account.enter(words[at : at + 2], fate, f"at most {after}", note)
                at += 2
            else:
                break
        return words[at:], most

    def other(self, name: str, words: tuple[Word, ...], command: CommandLine) -> None:
        """A line that is not one of a traffic tool."""
        if name == "sleep" and len(words) == 2 and self.now is not None:
            pause = seconds(words[1].text, {"s": 1, "m": 60, "h": 3600})
            if pause is not None:
                self.now += pause
                self.account.enter(words, Fate.EXACT, f"later lines start {words[1].text} s later")
                return
        if name == "wait" and self.now is not None:
            self.now = None if self.ended is None else max(self.now, self.ended)
            self.account.enter(words, Fate.EXACT, "later lines start when those before have ended")
        elif name in _QUIET or command.piped or not name.strip("`~-=_"):
            self.quiet(words, "sends no test traffic")
        elif name.lower() == "robin":
            self.lost(words, _ROBIN)
        elif name in _FLOW_OF_CONTROL:
            self.lost(words, "loops and conditions of the shell are not run: write the lines out")
        elif name in ("ssh", "rsh", "docker", "ip"):
            self.lost(words, "runs elsewhere: write the line alone, and name the host by --from")
        else:
            self.lost(words, f"not a program that is read ({_PROGRAMS})")

    def quiet(self, words: Sequence[Word], note: str) -> None:
        self.account.enter(words, Fate.NO_TRAFFIC, note=note)

    def lost(self, words: Sequence[Word], note: str) -> None:
        self.account.enter(words, Fate.UNSUPPORTED, note=note)


_ROBIN = (
    "no public source says how Robin was run; the report says transactions over short-lived TCP "
    "connections, 4096 bytes in the mean: netperf -t TCP_CRR -- -r REQUEST,4096"
)
