"""mgen on a command line: events of releases 4 and 5, and the flags of release 3 as papers print
them (no public manual of release 3 was found).
"""

from __future__ import annotations

from collections.abc import Sequence

from qosc.traffic.account import Fate
from qosc.traffic.common import bind, port, readable, run_for
from qosc.traffic.events import Script
from qosc.traffic.figures import number, scaled, tos_byte
from qosc.traffic.flows import Line, header_of, paced
from qosc.traffic.options import Given, Grammar, given_options
from qosc.traffic.words import Word

__all__ = ["read_mgen"]

_THREE = Grammar.of("mgen 3", "b:p:d:i:s:r:")
_ALONE = (
    "ipv4 ipv6 txlog rxlog nolog binary flush epochtimestamp localtime checksum txchecksum "
    "rxchecksum"
)
_VALUED = (
    "input save output log hostaddr event port instance command sink source append start offset "
    "precise ifinfo txbuffer rxbuffer tos ttl interface debug df retry queue broadcast convert "
    "reuse"
)
_WORDS = {**dict.fromkeys(_ALONE.split(), 0), **dict.fromkeys(_VALUED.split(), 1)}
"""Words of mgen 5, and how many values follow each (MGEN User's Guide, 2.1)."""
_UNIT = (
    "the unit of -d of release 3: no public manual says seconds or milliseconds; taken as seconds"
)


def read_mgen(line: Line) -> None:
    """Read a line of `mgen`; what it sends is put into the line."""
    line.exact(line.words[:1], "")
    if any(word.text.startswith("-") for word in line.words[1:]):
        _flags(line)
    else:
        _events(line)


def _flags(line: Line) -> None:
    asked: dict[str, Given] = {}
    for given in readable(line, given_options(line.words[1:], _THREE), {}):
        if not given.name:
            line.lost(given.words, "a word that mgen 3 does not take")
            continue
        asked[given.name] = given
    if not {"b", "s", "r"} <= set(asked):
        line.dropped("release 3 needs -b ADDRESS:PORT, -s and -r")
        return
    address, _, text = asked["b"].value.partition(":")
    size, rate = number(asked["s"].value, 8192), scaled(asked["r"].value, {})
    to_port = number(text, 65_535)
    if not size or not rate or not to_port:
        line.dropped("-b takes ADDRESS:PORT, -s bytes up to 8192, -r messages a second above 0")
        return
    header = header_of(line, address, asked["b"].words)
    if header is None:
        return
    header["dst-port"] = to_port
    if "p" in asked:
        header.update(port(line, asked["p"], "src-port"))
    packet = line.datagram(size, asked["s"].words)
    pace = paced(rate, packet)
    line.account.enter(asked["r"].words, pace.fate, f"{pace.key}: {pace.value}", pace.note)
    flow = line.source("cbr", header, address, packet_bytes=packet, **{pace.key: pace.value})
    if "i" in asked:
        bind(line, asked["i"], header)
    if "d" in asked:
        length = scaled(asked["d"].value, {})
        if not length or length > 10**7:
            line.lost(asked["d"].words, "not a duration above 0")
        else:
            run_for(line, flow, int(length * 10**6), asked["d"].words)
            # Both readings are beyond the end of most runs: only then is the unit no matter.
            flow.doubt_us, flow.doubt = int(length * 1000), _UNIT
    line.account.rest(line.words, Fate.UNSUPPORTED, "has no place in a scenario (mgen)")


def _events(line: Line) -> None:
    script = Script(line)
    at, words = 1, line.words
    begun = False
    while at < len(words):
        word = words[at]
        at += 1
        name = word.text.lower()
        if word.redirect:
            line.silent([word], "a file of the shell")
            continue
        if name not in _WORDS:
            line.lost([word], "not a word of mgen")
            continue
        values = words[at : at + _WORDS[name]]
        at += _WORDS[name]
        begun = _word(line, script, word, values) or begun
    script.finish()
    if not line.flows and not begun:
        line.account.rest(line.words, Fate.NO_TRAFFIC, "no event on the line")


def _word(line: Line, script: Script, word: Word, values: Sequence[Word]) -> bool:
    """Take one word with its values in; whether it says to send something."""
    name, both = word.text.lower(), (word, *values)
    if len(values) < _WORDS[name]:
        line.lost(both, f"{name} needs a value")
    elif name == "event":
        script.event(values[0].text.split(), both)
        return True
    elif name == "input":
        line.lost(both, f"the script {values[0].text} is a file of its own: import it beside this")
        return True
    elif name == "tos":
        script.tos(tos_byte(values[0].text), both)
    elif name in ("start", "offset", "command", "broadcast", "ipv6"):
        line.lost(both, "has no place in a scenario (mgen)")
    else:
        line.silent(both, "what is received or logged, or how the host runs it")
    return False
