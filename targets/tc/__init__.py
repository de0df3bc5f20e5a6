"""Linux tc: a shell script that gives an interface the QoS of a router's port.

The modules, in the order in which a script is made:

- what is asked for: `options` has the options and their flags, `given` and `devices` the names of
  interfaces, `mark_places` where a packet's mark keeps what a router keeps beside it; `kernels`
  says what the kernel in question can do, `capabilities` what the back end can express at all;
- `compiling` goes from ports to commands: the folder `lower` lowers a port, construct by construct
  (its page lists them), `predict` says what the kernel makes of a figure, `alike` and `functions`
  look for ports with the same commands; `host` and `local_traffic` enter what is so whatever the
  config says;
- `model` has the commands as values, `vocabulary` each key and argument with its type of `types`;
- from commands to text: `arguments` writes one as words, `quoting` makes words of a config safe,
  `counted` names the counters, `render` fills the `templates` with it all, and `companions` writes
  files beside the script.

A figure that is wrong in a script is looked for from its end: the comment above a command names the
line of the config, the ledger the path of the value, and a module of `lower` entered that path.
"""

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
