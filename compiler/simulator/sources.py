"""Sources of UDP and ping."""

from __future__ import annotations

from random import Random

from qosc.fields import Field
from qosc.scenario.traffic import Cbr, Ping, Poisson
from qosc.simulator.loop import MICROSECOND, SECOND, Loop
from qosc.simulator.packet import Header, Packet
from qosc.simulator.port import OutPort
from qosc.simulator.stats import Flow

__all__ = ["Path", "PingSource", "UdpSource", "interval_of"]

Path = tuple[OutPort, ...]
_ECHO_REPLY: tuple[tuple[Field, int | str], ...] = ((Field.ICMP_TYPE, 0),)


class UdpSource:
    """Packets at equal or exponential distances; packet k of CBR leaves at just k * interval."""

    __slots__ = ("_count", "_flow", "_header", "_length", "_loop", "_num", "_path", "_per",
                 "_random", "_start", "_stop")  # fmt: skip

    def __init__(
        self, model: Cbr | Poisson, loop: Loop, flow: Flow, header: Header, path: Path, end: int,
        random: Random,
    ) -> None:  # fmt: skip
        self._loop, self._flow, self._header, self._path = loop, flow, header, path
        self._length = model.packet_bytes
        self._num, self._per = interval_of(model)
        self._random = random if model.kind == "poisson" else None
        self._start = model.start_us * MICROSECOND
        self._stop = end if model.stop_us is None else model.stop_us * MICROSECOND
        self._count = 0
        first = self._start if self._random is None else self._start + self._gap(self._random)
        loop.at(first, self._emit)

    def _gap(self, random: Random) -> int:
        return round(random.expovariate(1.0) * self._num / self._per)

    def _emit(self, _: object) -> None:
        now = self._loop.now
        if now >= self._stop:
            return
        if self._random is None:
            self._count += 1
            self._loop.at(self._start + self._count * self._num // self._per, self._emit)
        else:
            self._loop.at(now + self._gap(self._random), self._emit)
        flow, length = self._flow, self._length
        flow.sent(length)
        self._path[0].send(Packet(flow, self._header, length, now, self._path, self._arrived))

    def _arrived(self, packet: Packet) -> None:
        now = self._loop.now
        packet.flow.received(packet.length, now)
        packet.flow.payload_bytes += packet.length - 28
        packet.flow.delays.append(now - packet.born)


def interval_of(model: Cbr | Poisson) -> tuple[int, int]:
    """The (mean) time between packets as a fraction of ns."""
    if model.rate_bps is not None:
        return model.packet_bytes * 8 * SECOND, model.rate_bps
    if model.packets_per_s is not None:
        return SECOND, model.packets_per_s
    return (model.interval_us or 1) * MICROSECOND, 1


class PingSource:
    """Echo requests and their replies. The flow of the requests keeps the round-trip times."""

    __slots__ = ("_answers", "_back", "_flow", "_header", "_left", "_loop", "_model", "_path",
                 "_stop")  # fmt: skip

    def __init__(
        self, model: Ping, loop: Loop, flow: Flow, answers: Flow, header: Header, path: Path,
        back: Path, end: int,
    ) -> None:  # fmt: skip
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
            Packet(self._answers, header, packet.length, now, self._back, self._answered,
                   packet.data)
        )  # fmt: skip

    def _answered(self, packet: Packet) -> None:
        now = self._loop.now
        self._answers.received(packet.length, now)
        self._answers.payload_bytes += packet.length - 28
        self._answers.delays.append(now - packet.born)
        self._flow.payload_bytes += packet.length - 28
        self._flow.delays.append(now - packet.data)
