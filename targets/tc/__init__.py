"""Linux tc: a shell script that gives an interface the QoS of a router's port."""

from __future__ import annotations

from qosc.ir import Device, Port
from qosc.targets.base import Artefact, Ports
from qosc.targets.tc.options import FLAGS, TcOptions

__all__ = ["TARGET", "TcTarget"]


class TcTarget:
    """The back end named `tc`."""

    name = "tc"
    options = TcOptions
    flags = FLAGS
    ports = Ports.QOS
    simulated = False

    def compile(self, device: Device, ports: tuple[Port, ...], options: TcOptions) -> Artefact:
        """See `qosc.targets.tc.compiling.compile`."""
        from qosc.targets.tc.compiling import compile as compile_script

        return compile_script(device, ports, options)


TARGET = TcTarget()
