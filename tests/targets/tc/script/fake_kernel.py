"""Programs `tc`, `ip` and the rest in a folder: they keep a small account of what is set up on
interfaces, as the kernel does, and can be told to fail or to send a signal at any command.

Run as a program, this file is `tc`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

TOOLS = (
    "cat",
    "cksum",
    "dirname",
    "flock",
    "grep",
    "mkdir",
    "mktemp",
    "mv",
    "readlink",
    "rm",
    "sed",
    "sleep",
    "sort",
    "tr",
)


_IP = r"""#!/bin/sh
while [ "$1" = -o ] || [ "$1" = -d ]; do shift; done
called() { # number 2 and 3, and what they are called now; a name that is empty is none
    for each in e0 e1; do
        name=$each
        [ ! -e "$PATH/renamed $each" ] || read -r name < "$PATH/renamed $each"
        [ -z "$name" ] || [ "${1:-$name}" != "$name" ] || printf '%s\n' "$((${each#e} + 2)): $name"
    done
}
mtu=1500
[ ! -e "$PATH/mtu" ] || read -r mtu < "$PATH/mtu"
ends="<UP> mtu $mtu state UP\    link/ether"
case "$2 $3 $4" in
    'show  ') called '' | sed "s,$,: $ends 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff," ;;
    add*) [ ! -e "$PATH/nodummy" ] ;;
    del*) rm -f "$PATH/account $4" ;;
    *nosuch) exit 1 ;;
    'set dev '*) # a VLAN device is told priorities, which it keeps but for those that are 0
        [ ! -e "$PATH/deaf" ] || exit 1
        file="$PATH/vlan $4" && shift 7
        for pair; do
            sed -i "/^${pair%%:*}:/d" "$file"
            [ "${pair##*:}" = 0 ] || printf '%s\n' "$pair" >> "$file"
        done
        ;;
    *)
        case $4 in
            e[01] | w[01])
                number=$(called "$4")
                [ -n "$number" ] || exit 1
                number=${number%%:*}
                ;;
            e[0-9]) number=$((${4#e} + 2)) ;;
            *) number=$(printf '%s' "$4" | cksum) number=${number%% *} ;;
        esac
        address=02:00:00:00:00:0$number
        [ ! -e "$PATH/address" ] || read -r address < "$PATH/address"
        tag=''
        if [ -e "$PATH/vlan $4" ]; then
            map=$(tr '\n' ' ' < "$PATH/vlan $4")
            order='<REORDER_HDR> '
            [ ! -e "$PATH/early" ] || order=''
            tag="    vlan protocol 802.1Q id 10 $order${map:+\\      egress-qos-map { $map\}}"
        fi
        printf '%s\n' "$number: $4: $ends $address brd ff:ff:ff:ff:ff:ff $tag"
        ;;
esac
"""
"""Every interface is there but `nosuch`; e0 is number 2, e1 number 3. See `rename`. The file `mtu`
holds the MTU of all."""


def fake_kernel(folder: Path, *, fail_at: int = 0, sends: str = "") -> dict[str, str]:
    """The environment of a script: a PATH with nothing else on it, and a folder for its memory.

    `fail_at`: the command of that number that adds something to an interface, or takes something
    away, fails; with `sends`, the script gets this signal there. The scratch interface's do not
    count.
    """
    folder.mkdir()
    (folder / "tc").write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{__file__}" "$@"\n')
    (folder / "ip").write_text(_IP)
    (folder / "id").write_text("#!/bin/sh\necho 0\n")
    (folder / "ethtool").write_text("#!/bin/sh\necho generic-receive-offload: off\n")
    for file in folder.iterdir():
        file.chmod(0o755)
    for tool in TOOLS:
        (folder / tool).symlink_to(shutil.which(tool) or tool)
    again(folder, fail_at=fail_at, sends=sends)
    return {"PATH": str(folder), "QOSC_STATE": str(folder / "state"), "TMPDIR": str(folder)}


def again(folder: Path, *, fail_at: int = 0, sends: str = "") -> None:
    """Counts from here on, and fails there."""
    told = {"fail_at": fail_at, "sends": sends}
    (folder / "told").write_text(json.dumps(told))
    (folder / "count").unlink(missing_ok=True)
    (folder / "calls").unlink(missing_ok=True)


def run(env: dict[str, str], text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a script; its process id stands in the folder for those who send signals."""
    folder = Path(env["PATH"])
    script = folder / "script"
    script.write_bytes(text.encode("utf-8", "surrogateescape"))
    line = 'echo $$ > "$1/pid"; shift; exec /bin/sh "$@"'
    return subprocess.run(
        ["/bin/sh", "-c", line, "sh", str(folder), str(script), *words],
        env=env,
        capture_output=True,
        text=True,
        errors="surrogateescape",
        check=False,
        timeout=60,
        cwd=folder,
    )


def calls(env: dict[str, str]) -> list[list[str]]:
    """The commands of tc that changed, or were to change, an interface but the scratch one."""
    file = Path(env["PATH"]) / "calls"
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def standing(env: dict[str, str], *commands: str) -> dict[str, list[str]]:
    """What is set up on each interface, after these commands of someone else."""
    folder = Path(env["PATH"])
    for command in commands:
        words = command.split()
        lines = read(folder, words[3])
        obey(lines, words)
        write(folder, words[3], lines)
    names = [file.name.removeprefix("account ") for file in folder.glob("account *")]
    return defaultdict(list, {name: read(folder, name) for name in sorted(names)})


def rename(env: dict[str, str], old: str, new: str) -> None:
    """Gives e0 or e1 the name w0 or w1, or takes the interface away where that is empty."""
    folder = Path(env["PATH"])
    (folder / f"renamed {old}").write_text(f"{new}\n")
    if new:
        (folder / f"account {old}").rename(folder / f"account {new}")


class RefusedError(Exception):
    """What the kernel says."""


def read(folder: Path, device: str) -> list[str]:
    """The account of an interface."""
    file = folder / f"account {device}"
    return json.loads(file.read_text(encoding="ascii")) if file.exists() else []


def write(folder: Path, device: str, lines: list[str]) -> None:
    """Keeps the account. Who reads it meanwhile has the old one or the new one, never a part."""
    part = folder / f"part {device} {os.getpid()}"
    part.write_text(json.dumps(lines), encoding="ascii")
    part.replace(folder / f"account {device}")


def obey(lines: list[str], words: list[str]) -> None:
    """One command of tc that changes something. Raises RefusedError."""
    kind, verb, _, _, *rest = words
    roots = [line for line in lines if line.startswith("qdisc") and " root" in line]
    entries = [line for line in lines if line.startswith(("qdisc clsact", "qdisc ingress"))]
    if verb == "del":
        place = rest[0]
        gone = roots if place == "root" else [x for x in entries if x.startswith(f"qdisc {place}")]
        if not gone:
            raise RefusedError("RTNETLINK answers: No such file or directory")
        below = ("filter ",) if place != "root" else ("class ",)
        kept = [x for x in lines if x not in gone and not x.startswith(below)]
        if place == "root":
            kept = [x for x in kept if not x.startswith("qdisc") or x in entries]
        lines[:] = kept
        return
    if kind == "filter":
        if not entries:
            raise RefusedError("Error: Parent Qdisc doesn't exists.")
        lines.append(" ".join(["filter", *rest]))
    elif kind == "class":
        if not roots:
            raise RefusedError("Error: Parent qdisc doesn't exists")
        at = rest.index("classid")
        lines.append(f"class {rest[at + 2]} {rest[at + 1]} " + " ".join(rest[:at] + rest[at + 3 :]))
    elif rest[0] in ("clsact", "ingress"):
        if entries:
            raise RefusedError("Error: Exclusivity flag on, cannot modify.")
        lines.append(f"qdisc {rest[0]} ffff: parent ffff:fff1")
    else:
        if rest[0] == "root" and roots:
            raise RefusedError("RTNETLINK answers: File exists")
        if "fq" in rest and (wrong := re.search(r"(\w+) \d+[bp]\b", " ".join(rest))):
            raise RefusedError(f'Illegal "{wrong[1]}"')
        at = rest.index("handle")
        stab = rest.index("htb") if "htb" in rest else at + 2
        place, kind, more = rest[:at], rest[stab], rest[at + 2 : stab] + rest[stab + 1 :]
        lines.append(" ".join(["qdisc", kind, rest[at + 1], *place, "refcnt 2", *more]))


def show(lines: list[str], words: list[str]) -> None:
    """One command of tc that shows something."""
    if words[0] == "qdisc" and not any(" root" in line for line in lines):
        # What the kernel itself puts there; another where the environment says so.
        sys.stdout.write(f"qdisc {os.environ.get('FAKE_ROOT', 'noqueue')} 0: root refcnt 2\n")
    hook = words[4] if len(words) > 4 else "none"
    for line in lines:
        if line.startswith(words[0]) and (words[0] != "filter" or line.split()[1] == hook):
            shown = line
            if line.startswith("qdisc fq "):  # with units, which it does not read
                shown = re.sub(r"(limit \d+)", r"\1p", re.sub(r"(quantum \d+)", r"\1b", line))
            sys.stdout.write(shown + "\n")


def action(folder: Path, words: list[str]) -> None:
    """A command for an action of tc that no filter has; there is one."""
    kept = folder / "action"
    if words[1] == "add":
        if kept.exists():
            raise RefusedError("RTNETLINK answers: File exists")
        kept.write_text(words[words.index("cookie") + 1])
    elif not kept.exists():
        raise RefusedError("RTNETLINK answers: No such file or directory")
    elif words[1] == "del":
        kept.unlink()
    else:
        sys.stdout.write(f"\taction order 1: gact action pass\n\tcookie {kept.read_text()}\n")


def command(folder: Path, words: list[str]) -> None:
    """One command of tc. Raises RefusedError."""
    if words[0] == "actions":
        action(folder, words)
        return
    lines = read(folder, words[3])
    if words[1] == "show":
        show(lines, words)
        return
    if words[3] != "qosc-try":
        with (folder / "calls").open("a") as out:
            out.write(json.dumps(words) + "\n")
        with (folder / "count").open("a") as out:
            out.write("x")
        told = json.loads((folder / "told").read_text())
        if (folder / "count").stat().st_size == told["fail_at"]:
            if not told["sends"]:
                raise RefusedError("no more")
            os.kill(int((folder / "pid").read_text()), getattr(signal, told["sends"]))
            if told["sends"] != "SIGTERM":  # those come from a terminal, to all
                sys.exit(130)
    obey(lines, words)
    write(folder, words[3], lines)


def tc(folder: Path, words: list[str]) -> int:
    """The program `tc`."""
    words = [word for word in words if word not in ("-s", "-d")]
    if words[0] != "-batch":
        batch, name = [words], ""
    else:
        name = words[1]
        batch = [
            re.findall(r"[^ \t]+", line)
            for line in Path(name).read_text(errors="surrogateescape").split("\n")
        ]
    for number, each in enumerate(batch, 1):
        try:
            if each:
                command(folder, each)
        except (RefusedError, ValueError) as error:
            where = f"Command failed {name}:{number}\n" if name else ""
            sys.stderr.write(f"{error}\n{where}")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(tc(Path(os.environ["PATH"]), sys.argv[1:]))
