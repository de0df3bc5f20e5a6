"""What uses TCP connections: clients that ask and wait, and transfers that come and go."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from qosc.scenario.traffic import RequestResponse, ShortTcp, Tcp
from qosc.simulator.loop import MICROSECOND, Loop
from qosc.simulator.packet import Header, Packet
from qosc.simulator.results import spread
from qosc.simulator.samples import Values, untimed
from qosc.simulator.sources import Path
from qosc.simulator.stats import Flow
from qosc.simulator.tcp import Connection

__all__ = ["Client", "Completions", "Transfers", "socket_of"]


class Completions:
    """How long transactions or transfers took, in ns: those that ended in the time measured.

    Those of `clients` are told apart by their connections, too.
    """

    __slots__ = ("_by_client", "_clients", "_values", "finished", "started", "times", "under_way")

    def __init__(self, *, clients: bool = False, values: Callable[[], Values] = untimed) -> None:
        self.under_way = 0
        self._values = values
        self._clients = clients
        self.reset()

    def reset(self) -> None:
        """Forget all but what is under way."""
        self.started = self.finished = 0
        self.times = self._values()
        self._by_client: dict[int, tuple[int, int]] = {}

    def start(self) -> None:
        """One begins."""
        self.started += 1
        self.under_way += 1

    def finish(self, time: int, client: int = 0) -> None:
        """One has come to its end after so many ns, on the connection of a client."""
        self.finished += 1
        self.under_way -= 1
        self.times.append(time)
        if self._clients:
            whole, count = self._by_client.get(client, (0, 0))
            self._by_client[client] = whole + time, count + 1

    def figures(self) -> dict[str, Any]:
        """The figures of the result. `connections` are those of clients with a transaction that
        ended: their number, and the mean of their means, in microseconds.
        """
        counts: dict[str, Any] = {
            "started": self.started,
            "finished": self.finished,
            "under_way": self.under_way,
            "time": spread(self.times),
        }
        if self._clients:
            means = [whole // count for whole, count in self._by_client.values()]
            counts["connections"] = (
                {"count": len(means), "mean_us": sum(means) // len(means) / MICROSECOND}
                if means
                else None
            )
        return counts


def socket_of(model: ShortTcp | RequestResponse) -> Tcp:
    """The connections that a source uses, as a source of bulk transfers would have them."""
    shared = set(Tcp.model_fields) & set(type(model).model_fields) - {"kind", "flows"}
    return Tcp.model_construct(kind="tcp", **{key: getattr(model, key) for key in shared})


class Stream(Connection):
    """A connection that an application writes to; it hears when all that it wrote has come."""

    __slots__ = ("_done", "_wanted")

    def __init__(
        self,
        model: Tcp,
        loop: Loop,
        flow: Flow,
        acks: Flow,
        header: Header,
        path: Path,
        back: Path,
        *,
        start: int,
        stop: int,
        done: Callable[[], None],
    ) -> None:
        super().__init__(model, loop, flow, acks, header, path, back, start=start, stop=stop)
        self._end = self._wanted = 0
        self._done = done

    def write(self, size: int) -> None:
        """Send so many bytes more."""
        self._end = self._wanted = self._wanted + size
        self._fill()

    def _data(self, packet: Packet) -> None:
        before = self.delivered
        super()._data(packet)
        if before < self._wanted <= self.delivered:
            self._done()


_FOREVER = 1 << 62


class Client:
    """One client of a server, and the connection between them in both directions.

    Data and acknowledgements go in packets of their own.
    """

    __slots__ = (
        *("_asked", "_completions", "_down", "_left", "_loop", "_model", "_number", "_stop", "_up"),
    )

    def __init__(
        self,
        model: RequestResponse,
        loop: Loop,
        flows: tuple[Flow, Flow, Flow, Flow],
        completions: Completions,
        header: Header,
        path: Path,
        back: Path,
        start: int,
        stop: int,
        number: int = 0,
    ) -> None:
        asks, ask_acks, answers, answer_acks = flows
        socket = socket_of(model)
        self._model, self._loop, self._completions = model, loop, completions
        self._left = -1 if model.count is None else model.count
        self._stop, self._number = stop, number
        self._asked = 0
        self._up = Stream(
            model=socket,
            loop=loop,
            flow=asks,
            acks=ask_acks,
            header=header,
            path=path,
            back=back,
            start=start,
            stop=_FOREVER,
            done=self._at_server,
        )
        self._down = Stream(
            model=socket,
            loop=loop,
            flow=answers,
            acks=answer_acks,
            header=header.reply(),
            path=back,
            back=path,
            start=start,
            stop=_FOREVER,
            done=self._at_client,
        )
        loop.at(start, self._ask)

    def _ask(self, _: object) -> None:
        now = self._loop.now
        if now >= self._stop or self._left == 0:
            return
        self._left -= 1
        self._asked = now
        self._completions.start()
        self._up.write(self._model.request_bytes)

    def _at_server(self) -> None:
        self._down.write(self._model.response_bytes)

    def _at_client(self) -> None:
        now = self._loop.now
        self._completions.finish(now - self._asked, self._number)
        self._loop.at(now + self._model.think_us * MICROSECOND, self._ask)


class Transfers:
    """Connections that start one after the other, whether or not those before have ended."""

    __slots__ = (
        "_acks",
        "_back",
        "_completions",
        "_count",
        "_flow",
        "_header",
        "_interval",
        "_loop",
        "_model",
        "_path",
        "_random",
        "_socket",
        "_start",
        "_stop",
    )

    def __init__(
        self,
        model: ShortTcp,
        loop: Loop,
        flows: tuple[Flow, Flow],
        completions: Completions,
        header: Callable[[int], Header],
        path: Path,
        back: Path,
        random: Random,
        stop: int,
    ) -> None:
        self._model, self._loop, self._completions = model, loop, completions
        self._flow, self._acks = flows
        self._header, self._path, self._back = header, path, back
        self._socket = socket_of(model)
        self._random = random if model.arrivals == "poisson" else None
        self._interval = model.interval_us * MICROSECOND
        self._start, self._stop = model.start_us * MICROSECOND, stop
        self._count = 0
        first = self._start if self._random is None else self._start + self._gap(self._random)
        loop.at(first, self._arrive)

    def _gap(self, random: Random) -> int:
        return round(random.expovariate(1.0) * self._interval)

    def _arrive(self, _: object) -> None:
        now = self._loop.now
        if now >= self._stop:
            return
        header = self._header(self._count)
        self._count += 1
        gap = self._interval if self._random is None else self._gap(self._random)
        self._loop.at(now + gap, self._arrive)
        self._completions.start()
        Transfer(
            model=self._socket,
            loop=self._loop,
            flow=self._flow,
            acks=self._acks,
            header=header,
            path=self._path,
            back=self._back,
            start=now,
            stop=_FOREVER,
            size=self._model.size_bytes,
            completions=self._completions,
        )


class Transfer(Connection):
    """One transfer that tells how long it took."""

    __slots__ = ("_completions", "_started")

    def __init__(
        self,
        model: Tcp,
        loop: Loop,
        flow: Flow,
        acks: Flow,
        header: Header,
        path: Path,
        back: Path,
        *,
        start: int,
        stop: int,
        size: int,
        completions: Completions,
    ) -> None:
        super().__init__(model, loop, flow, acks, header, path, back, start=start, stop=stop)
        self._end = size
        self._started, self._completions = start, completions

    def _data(self, packet: Packet) -> None:
        before = self.delivered
        super()._data(packet)
        if before < self.delivered == self._end:
            self._completions.finish(self._loop.now - self._started)
