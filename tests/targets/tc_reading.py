"""Read a script of tc commands back into the model.

Written against what tc takes, not against what this back end writes; it shares no code with the
emitter. Raises ReadError for a command that it does not understand: nothing is skipped.
"""

from __future__ import annotations

import re
import shlex

from qosc.targets.tc.model import (
    ATM,
    U32,
    Action,
    Clsact,
    Command,
    Control,
    Csum,
    Fifo,
    Filter,
    Flower,
    Gact,
    Handle,
    Hook,
    Htb,
    HtbClass,
    Match,
    Matchall,
    Node,
    Pedit,
    Plan,
    Police,
    Prio,
    Red,
    Sfq,
    SkbMark,
    SkbPriority,
    Stab,
    U32Key,
)

__all__ = ["ReadError", "read_command", "read_script"]

_FUNCTION = re.compile(r"^apply_\d+\(\) \{$")
_PORT = re.compile(r"=\*\) number=(\d+) device=\$\{1#")
_ACTIONS = ("police", "pedit", "csum", "skbedit", "gact")
_VERBS = ("ok", "pass", "drop", "shot", "pipe", "continue", "goto")


class ReadError(ValueError):
    """A line of the script that is no tc command of the kinds in the model."""


class _Words:
    """The words of one command, taken from the front."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    @property
    def next(self) -> str:
        """The next word, not yet taken; empty at the end."""
        return self._words[self._at] if self else ""

    def take(self) -> str:
        """The next word."""
        if not self:
            raise ReadError("ends too early: " + " ".join(self._words))
        self._at += 1
        return self._words[self._at - 1]

    def expect(self, *words: str) -> None:
        """Take these words."""
        for word in words:
            if self.take() != word:
                raise ReadError(f"expected {word}: " + " ".join(self._words))

    def accept(self, word: str) -> bool:
        """Take this word if it is next."""
        if self.next != word:
            return False
        self._at += 1
        return True

    def options(self, *names: str) -> dict[str, str]:
        """Pairs of a name and a value until the end; each name at most once."""
        found: dict[str, str] = {}
        while self:
            name = self.take()
            if name not in names or name in found:
                raise ReadError(f"unknown word {name}: " + " ".join(self._words))
            found[name] = self.take()
        return found


def read_script(text: str) -> tuple[Plan, ...]:
    """The commands of each port, which are in the function that the script has for it; the ports
    are called by their number.
    """
    bodies: list[tuple[Command, ...]] = []
    numbers: list[int] = []
    commands: list[Command] | None = None
    for line in text.split("\n"):
        if _FUNCTION.match(line):
            commands = []
        elif line == "}" and commands is not None:
            bodies.append(tuple(commands))
            commands = None
        elif commands is not None and line.strip().startswith("tc "):
            words = shlex.split(line, comments=True)
            commands.append(Command(read_command(words)))
        elif found := _PORT.search(line):
            numbers.append(int(found[1]))
    return tuple(Plan(str(n), bodies[number - 1]) for n, number in enumerate(numbers, 1))


def read_command(words: list[str]) -> Node:
    """One command, as the words that tc gets. The interface may have any name."""
    if len(words) < 5 or words[0] != "tc" or words[2:4] != ["add", "dev"]:
        raise ReadError("not an addition: " + " ".join(words))
    rest = _Words(words[5:])
    kind = words[1]
    if kind == "qdisc":
        return _qdisc(rest)
    if kind == "class":
        return _class(rest)
    if kind == "filter":
        return _filter(rest)
    raise ReadError("unknown object: " + " ".join(words))


def _handle(text: str) -> Handle:
    major, colon, minor = text.partition(":")
    if not colon:
        raise ReadError(f"not a handle: {text}")
    return Handle(int(major, 16), int(minor or "0", 16))


def _number(text: str, unit: str) -> int:
    if not text.endswith(unit):
        raise ReadError(f"expected the unit {unit!r}: {text}")
    digits = text[: len(text) - len(unit)]
    if not digits.isdecimal():
        raise ReadError(f"not a plain number: {text}")
    return int(digits)


def _qdisc(words: _Words) -> Node:
    if words.accept("clsact"):
        if words:
            raise ReadError("clsact takes no options")
        return Clsact()
    parent = None if words.accept("root") else _parent(words)
    words.expect("handle")
    handle = _handle(words.take())
    stab = None
    if words.accept("stab"):
        words.expect("linklayer", "atm", "overhead")
        stab = Stab(int(words.take()))
        words.expect("mtu", "2047", "tsize", "512")
    kind = words.take()
    if kind == "htb":
        words.expect("default")
        return Htb(handle, int(words.take(), 16), stab)
    if kind in ("pfifo", "bfifo"):
        words.expect("limit")
        in_bytes = kind == "bfifo"
        return Fifo(parent, handle, _number(words.take(), "b" if in_bytes else ""), in_bytes)
    if kind == "prio":
        return _prio(words, parent, handle)
    if kind == "red":
        return _red(words, parent, handle)
    if kind == "sfq":
        got = words.options("limit", "depth", "flows", "divisor", "quantum")
        return Sfq(
            parent,
            handle,
            *(int(got[name]) for name in ("limit", "depth", "flows", "divisor", "quantum")),
        )
    raise ReadError(f"unknown qdisc {kind}")


def _parent(words: _Words) -> Handle:
    words.expect("parent")
    return _handle(words.take())


def _prio(words: _Words, parent: Handle | None, handle: Handle) -> Prio:
    words.expect("bands")
    bands = int(words.take())
    words.expect("priomap")
    of_priority = [int(words.take()) for _ in range(16)]
    if words or parent is None or len(set(of_priority)) != 1 or not 2 <= bands <= 16:
        raise ReadError("not a prio of the kinds in the model")
    if of_priority[0] >= bands:
        raise ReadError("the priomap names a band that there is not")
    return Prio(parent, handle, bands, of_priority[0])


def _red(words: _Words, parent: Handle | None, handle: Handle) -> Red:
    pairs: dict[str, str] = {}
    ecn = False
    while words:
        name = words.take()
        if name == "ecn":
            assert words.take() == "harddrop"
            ecn = True
        else:
            pairs[name] = words.take()
    return Red(
        parent,
        handle,
        limit=_number(pairs.pop("limit"), "b"),
        minimum=_number(pairs.pop("min"), "b"),
        maximum=_number(pairs.pop("max"), "b"),
        avpkt=int(pairs.pop("avpkt")),
        burst=int(pairs.pop("burst")),
        probability=round(float(pairs.pop("probability")) * 1_000_000_000),
        bandwidth=_number(pairs.pop("bandwidth"), "bit"),
        ecn=ecn,
    )


def _class(words: _Words) -> HtbClass:
    parent = _parent(words)
    words.expect("classid")
    classid = _handle(words.take())
    words.expect("htb")
    got = words.options(
        "rate", "ceil", "burst", "cburst", "prio", "quantum", "overhead", "linklayer"
    )
    layer = None
    if got.get("linklayer") == "atm":
        layer = ATM(int(got.get("overhead", "0")))
    return HtbClass(
        classid,
        parent,
        _number(got["rate"], "bit"),
        _number(got["ceil"], "bit"),
        _number(got["burst"], "b"),
        _number(got["cburst"], "b"),
        int(got["prio"]),
        int(got["quantum"]),
        layer,
    )


def _filter(words: _Words) -> Filter:
    hook = Hook(words.take())
    words.expect("chain")
    chain = int(words.take())
    words.expect("pref")
    pref = int(words.take())
    words.expect("protocol")
    protocol = words.take()
    match = _match(words)
    actions = []
    while words:
        words.expect("action")
        actions.append(_action(words))
    return Filter(hook, chain, pref, protocol, match, tuple(actions))


def _match(words: _Words) -> Match:
    kind = words.take()
    if kind == "matchall":
        return Matchall()
    if kind == "flower":
        keys = []
        while words and words.next != "action":
            keys.append((words.take(), words.take()))
        return Flower(tuple(keys))
    if kind != "u32":
        raise ReadError(f"unknown classifier {kind}")
    found = []
    while words.accept("match"):
        found.append(_u32_key(words))
    return U32(tuple(found))


def _u32_key(words: _Words) -> U32Key:
    kind = words.take()
    value, mask = int(words.take(), 16), int(words.take(), 16)
    if kind == "mark":
        return U32Key(32, value, mask, None)
    words.expect("at")
    return U32Key({"u8": 8, "u16": 16, "u32": 32}[kind], value, mask, int(words.take()))


def _action(words: _Words) -> Action:
    kind = words.next
    if kind in _VERBS:
        return Gact(_control(words))
    if kind not in _ACTIONS:
        raise ReadError(f"unknown action {kind}")
    words.take()
    if kind == "gact":
        return Gact(_control(words))
    action: Action
    if kind == "police":
        return _police(words)
    if kind == "pedit":
        action = _pedit(words)
    elif kind == "csum":
        words.expect("ip4h")
        action = Csum()
    else:
        action = _skbedit(words)
    words.expect("pipe")
    return action


def _control(words: _Words) -> Control:
    verb = words.take()
    if verb not in _VERBS:
        raise ReadError(f"unknown control {verb}")
    if verb == "goto":
        words.expect("chain")
        return Control("goto", int(words.take()))
    return Control({"pass": "ok", "shot": "drop"}.get(verb, verb))


def _pedit(words: _Words) -> Pedit:
    words.expect("ex", "munge")
    header, field = words.take(), words.take()
    if (header, field) not in (("ip", "dsfield"), ("ip6", "traffic_class")):
        raise ReadError(f"unknown field {header} {field}")
    words.expect("set")
    value = int(words.take(), 16)
    words.expect("retain")
    return Pedit(header, value, int(words.take(), 16))


def _skbedit(words: _Words) -> Action:
    what = words.take()
    if what == "priority":
        return SkbPriority(_handle(words.take()))
    if what != "mark":
        raise ReadError(f"unknown field of the packet: {what}")
    value, _, mask = words.take().partition("/")
    return SkbMark(int(value, 16), int(mask or "0xffffffff", 16))


def _police(words: _Words) -> Police:
    got: dict[str, str] = {}
    while words and words.next != "conform-exceed":
        name = words.take()
        if name in got:
            raise ReadError(f"{name} is given twice")
        got[name] = words.take()
    words.expect("conform-exceed")
    exceed, conform = _outcomes(words)
    packets = "pkts_rate" in got
    rate = int(got.pop("pkts_rate")) if packets else _number(got.pop("rate"), "bit")
    burst = int(got.pop("pkts_burst")) if packets else _number(got.pop("burst"), "b")
    found = Police(
        rate,
        burst,
        exceed,
        conform,
        int(got.pop("mtu", "0")),
        int(got.pop("overhead", "0")),
        packets,
        int(got.pop("index", "0")),
    )
    if got:
        raise ReadError(f"unknown words of police: {', '.join(got)}")
    return found


def _outcomes(words: _Words) -> tuple[Control, Control]:
    if "/" in words.next:
        exceed, _, conform = words.take().partition("/")
        return _control(_Words([exceed])), _control(_Words([conform]))
    exceed_control = _control(words)
    words.expect("/")
    return exceed_control, _control(words)
