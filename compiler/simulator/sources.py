"""Sources of UDP and ping."""

from __future__ import annotations

from math import log
from random import Random

from qosc.fields import Field
from qosc.scenario.jitter import jitter_seed, late_ns
from qosc.scenario.traffic import Cbr, OnOff, Ping, Poisson
from qosc.simulator.loop import MICROSECOND, SECOND, Loop
from qosc.simulator.packet import Header, Packet
from qosc.simulator.port import OutPort
from qosc.simulator.stats import Flow

__all__ = ["Path", "PingSource", "UdpSource", "interval_of"]

Path = tuple[OutPort, ...]
_ECHO_REPLY: tuple[tuple[Field, int | str], ...] = ((Field.ICMP_TYPE, 0),)


class UdpSource:
    """Packets at equal or exponential distances; packet k of CBR leaves at just k * interval, or by
    its jitter later.

    A source with pauses counts anew after each.
    """

    __slots__ = (
        "_again",
        "_count",
        "_flow",
        "_header",
        "_jitter",
        "_length",
        "_loop",
        "_num",
        "_path",
        "_pauses",
        "_per",
        "_random",
        "_seed",
        "_sink",
        "_start",
        "_stop",
    )

    def __init__(
        self,
        model: Cbr | Poisson | OnOff,
        loop: Loop,
        flow: Flow,
        header: Header,
        path: Path,
        end: int,
        random: Random,
        seed: int,
    ) -> None:
        self._jitter = model.jitter_ns if isinstance(model, Cbr) else 0
        self._seed = jitter_seed(seed, model.name)
        self._loop, self._flow, self._header, self._path = loop, flow, header, path
        self._length = model.packet_bytes
        self._num, self._per = interval_of(model)
        self._random = random if model.kind == "poisson" else None
        self._start = model.start_us * MICROSECOND
        self._stop = end if model.stop_us is None else model.stop_us * MICROSECOND
        self._count = 0
        self._again, self._sink = self._emit, self._arrived
        self._pauses = Pauses(model, random) if model.kind == "on-off" else None
        if self._pauses is not None:
            self._pauses.until = self._start + self._pauses.on()
        first = self._start if self._random is None else self._start + self._gap(self._random)
        if self._jitter:
            first += late_ns(self._seed, 0, self._jitter)
        loop.at(first, self._emit)

    def _gap(self, random: Random) -> int:
        return round(random.expovariate(1.0) * self._num / self._per)

    def _emit(self, _: object) -> None:
        loop = self._loop
        now = loop.now
        if now >= self._stop:
            return
        if self._random is None:
            self._count += 1
            following = self._start + self._count * self._num // self._per
            if self._jitter:
                following += late_ns(self._seed, self._count, self._jitter)
            pauses = self._pauses
            if pauses is not None and following >= pauses.until:
                self._start = following = pauses.until + pauses.off()
                pauses.until = following + pauses.on()
                self._count = 0
            loop.at(following, self._again)
        else:
            # As `_gap`, without its two calls: random.expovariate(1.0) is just this.
            gap = round(-log(1.0 - self._random.random()) * self._num / self._per)
            loop.at(now + gap, self._again)
        flow, length, path = self._flow, self._length, self._path
        flow.sent(length)
        path[0].send(Packet(flow, self._header, length, now, path, self._sink))

    def _arrived(self, packet: Packet) -> None:
        length = packet.length
        packet.flow.delivered(length, length - 28, packet.born, self._loop.now)


class Pauses:
    """The times in which a source sends, and does not."""

    __slots__ = ("_off", "_on", "_random", "until")

    def __init__(self, model: OnOff, random: Random) -> None:
        self._on, self._off = model.on_us * MICROSECOND, model.off_us * MICROSECOND
        self._random = random if model.periods == "exponential" else None
        self.until = 0
        """When the present burst ends."""

    def on(self) -> int:
        """How long the next burst lasts, in ns."""
        return self._on if self._random is None else self._draw(self._random, self._on)

    def off(self) -> int:
        """How long the next pause lasts, in ns."""
        return self._off if self._random is None else self._draw(self._random, self._off)

    def _draw(self, random: Random, mean: int) -> int:
        return max(round(random.expovariate(1.0) * mean), 1)


def interval_of(model: Cbr | Poisson | OnOff) -> tuple[int, int]:
    """The (mean) time between packets as a fraction of ns."""
    if model.rate_bps is not None:
        return model.packet_bytes * 8 * SECOND, model.rate_bps
    if model.packets_per_s is not None:
        return SECOND, model.packets_per_s
    return (model.interval_us or 1) * MICROSECOND, 1


class PingSource:
    """Echo requests and their replies. The flow of the requests keeps the round-trip times."""

    __slots__ = (
        "_answers",
        "_back",
        "_flow",
        "_header",
        "_left",
        "_loop",
        "_model",
        "_path",
        "_stop",
    )

    def __init__(
        self,
        model: Ping,
        loop: Loop,
        flow: Flow,
        answers: Flow,
        header: Header,
        path: Path,
        back: Path,
        end: int,
    ) -> None:
        self._model, self._loop, self._flow, self._answers = model, loop, flow, answers
        self._header, self._path, self._back = header, path, back
        self._stop = end if model.stop_us is None else model.stop_us * MICROSECOND
        self._left = -1 if model.count is None else model.count
        loop.at(model.start_us * MICROSECOND, self._emit)

    def _emit(self, _: object) -> None:
        now = self._loop.now
        if now >= self._stop or self._left == 0:
            return
        self._left -= 1
        self._loop.at(now + self._model.interval_us * MICROSECOND, self._emit)
        length = self._model.packet_bytes
        self._flow.sent(length)
        self._path[0].send(
            Packet(self._flow, self._header, length, now, self._path, self._asked, now)
        )

    def _asked(self, packet: Packet) -> None:
        """The request is there: the reply copies its DS byte and length."""
        now = self._loop.now
        self._flow.received(packet.length, now)
        self._answers.sent(packet.length)
        header = packet.header.reply(_ECHO_REPLY)
        self._back[0].send(
            Packet(
                self._answers, header, packet.length, now, self._back, self._answered, packet.data
            )
        )

    def _answered(self, packet: Packet) -> None:
        now = self._loop.now
        self._answers.received(packet.length, now)
        self._answers.payload_bytes += packet.length - 28
        self._answers.arrived(packet.born, now)
        self._flow.payload_bytes += packet.length - 28
        self._flow.delays.append(now - packet.data)
