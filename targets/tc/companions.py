"""Files beside a script: a systemd unit that runs it, and a wrapper for network namespaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qosc import __version__
from qosc.targets.base import OutputFile
from qosc.targets.tc.devices import is_device
from qosc.targets.tc.options import DeviceNameError

__all__ = ["UNIT", "WRAPPER", "unit", "wrapper"]

UNIT, WRAPPER = "qos.service", "qos-in.sh"
PLACE = "/etc/qosc"
"""Where the unit looks for the script: a unit names programs by their whole path."""
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:_.")


def unit(
    source: str, ports: Iterable[str], devices: Mapping[str, str], *, guarded: bool
) -> OutputFile:
    """A unit that is started when the interfaces are there, and stopped when one goes.

    `source` is what the script was made from, without control characters. `guarded`: the script
    requires --confirm, which nobody gives at the start of a machine. Raises DeviceNameError where
    an interface is not known by its name in the kernel, by which systemd knows it.
    """
    ports = list(ports)
    lacking = [port for port in ports if port not in devices]
    if lacking:
        raise DeviceNameError(
            f"--unit needs the interface of each port, and {lacking[0]!a} has none: say "
            "--map PORT=IF for each, or --device IF for one port"
        )
    names = [devices[port] for port in ports]
    for name in names:
        if not is_device(name):
            raise DeviceNameError(
                f"--unit needs the names that the kernel has for interfaces, and {name!a} is an "
                "alternative name or an address"
            )
    bound = " ".join(f"sys-subsystem-net-devices-{_escaped(name)}.device" for name in names)
    apply = "apply --no-confirm" if guarded else "apply"
    text = f"""\
# Made by qosc {__version__} from {source}. Do not edit: compile again.
# It runs {PLACE}/qos.sh, with the interfaces that this script has from --map or --device.
[Unit]
Description=QoS of a router, by qosc
BindsTo={bound}
After={bound}

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh {PLACE}/qos.sh {apply}
ExecStop=-/bin/sh {PLACE}/qos.sh clear

[Install]
WantedBy={bound}
"""
    return OutputFile(UNIT, text)


def _escaped(name: str) -> str:
    r"""A name as systemd writes it in that of a unit (systemd.unit(5), String Escaping), with the
    sign that a unit file takes for a specifier doubled.

    >>> print(_escaped("eth0.10"), _escaped("to-isp"), _escaped(".a%"))
    eth0.10 to\x2disp \x2ea\x25
    """
    escaped = []
    for place, byte in enumerate(name.encode()):
        char = chr(byte)
        plain = char in _PLAIN and not (char == "." and place == 0)
        escaped.append(char if plain else f"\\x{byte:02x}")
    return "".join(escaped)


_WRAPPER = """\
#!/bin/sh
# Made by qosc {version}. Runs the script beside it where the interfaces are: in a named network
# namespace, in that of a container, or in that of a process.
set -eu

usage() {{
    cat >&2 <<'EOT'
Usage: qos-in.sh netns NAME VERB ...          in the namespace of `ip netns add NAME`
       qos-in.sh docker|podman NAME VERB ...  in that of a container which runs
       qos-in.sh pid NUMBER VERB ...          in that of a process
The rest is as for qos.sh: apply, clear, confirm or show, options, and interfaces.
EOT
    exit 2
}}

fail() {{
    printf 'error: %s\\n' "$1" >&2
    exit 1
}}

[ "$#" -ge 3 ] || usage
kind=$1 name=$2
shift 2
here=$(cd -- "$(dirname -- "$0")" && pwd)
[ -r "$here/qos.sh" ] || fail "there is no $here/qos.sh: it belongs beside this script"
case $kind in
    netns)
        case $name in
            '' | -* | */*) fail "not the name of a network namespace: $name" ;;
        esac
        exec ip netns exec "$name" sh "$here/qos.sh" "$@"
        ;;
    docker | podman)
        pid=$("$kind" inspect --format '{{{{.State.Pid}}}}' -- "$name") ||
            fail "$kind knows no container $name"
        ;;
    pid) pid=$name ;;
    *) usage ;;
esac
case $pid in
    '' | 0* | *[!0-9]*) fail "$name does not run" ;;
esac
exec nsenter --target "$pid" --net -- sh "$here/qos.sh" "$@"
"""


def wrapper() -> OutputFile:
    """A script that runs the other one, its files and its memory of the host, in another network
    namespace.
    """
    return OutputFile(WRAPPER, _WRAPPER.format(version=__version__), executable=True)
