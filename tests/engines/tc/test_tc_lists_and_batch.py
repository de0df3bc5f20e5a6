"""A real kernel: files for `tc -batch`, a broken line in a script, hashed lists, tagged frames."""

from __future__ import annotations

import json
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from tests.engines.tc.test_tc_script import SHOW, experiment, run, shell, without_ages

pytestmark = pytest.mark.engine

CONFIG = """\
class-map match-any voice
 match ip dscp ef
policy-map wan
 class voice
  priority 200
 class class-default
  bandwidth 500
  random-detect
interface Serial0
 bandwidth 1000
 rate-limit input 64000 8000 8000 conform-action set-prec-transmit 3 exceed-action drop
 service-policy output wan
"""
TAGGED = """\
class-map match-any voice
 match cos 5
 match ip dscp ef
class-map match-all web
 match access-group 101
access-list 101 permit udp any any eq 80
policy-map marker
 class voice
  set dscp cs5
 class web
  set dscp af11
 class class-default
  set dscp cs1
interface GigabitEthernet0/1
 service-policy input marker
"""
LISTED = """\
class-map match-all listed
 match access-group name many
policy-map marker
 class listed
  set dscp af11
interface GigabitEthernet0/1
 service-policy input marker
ip access-list extended many
""" + "".join(
    f" {'deny' if n % 3 == 0 else 'permit'} udp host 10.0.0.2 host 10.0.0.1 eq {n}\n"
    for n in range(1, 1001)
)
# Frames straight to the router: (tag or none, DS byte, port); the IP header's checksum is right.
SEND = """
import socket, struct, sys
out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW); out.bind(("h0", 0))
for tag, ds, port in {frames}:
    udp = struct.pack("!HHHH", 1, port, 8, 0)
    head = struct.pack("!BBHHHBBH4s4s", 0x45, ds, 28, 0, 0, 64, 17, 0,
                       bytes((10, 0, 0, 2)), bytes((10, 0, 0, 1)))
    total = sum(struct.unpack("!10H", head)); total = (total & 0xffff) + (total >> 16)
    head = head[:10] + struct.pack("!H", ~(total + (total >> 16)) & 0xffff) + head[12:]
    link = b"\\xff" * 6 + bytes(6)
    link += struct.pack("!HH", 0x8100, tag) if tag is not None else b""
    out.send(link + struct.pack("!H", 0x800) + head + udp)
"""
TAG_FRAMES = {
    "tagged, by its code point": (0x2007, 0xB8, 9),
    "tagged, by its priority": (0xA007, 0, 9),
    "tagged, by its port": (0x2007, 0, 80),
    "tagged, by nothing": (0x2007, 0, 9),
    "plain, by its code point": (None, 0xB8, 9),
}
WRITTEN = {
    "tagged, by its code point": 40,
    "tagged, by its priority": 40,
    "tagged, by its port": 10,
    "tagged, by nothing": 8,
    "plain, by its code point": 40,
}


def made(text: str, **options: Any) -> dict[str, str]:
    config = qosc.loads(text, name="r.cfg")
    return {file.name: file.text for file in qosc.compile(config, **options).files}


def of_guest(script: str, name: str) -> str:
    """The script with the name that its batch file has in the guest."""
    for own in ("qos-1.batch", "qos-$number.batch"):
        script = script.replace(own, f"file-{name}")
    return script


def broken(text: str, kind: str) -> tuple[str, str]:
    """A script or batch file with one line that tc, or the kernel, refuses; and that line's end."""
    old = next(line for line in text.splitlines() if "class add" in line and "1:11" in line)
    new = {
        "tc": old.replace(" ceil ", " sealing "),
        "kernel": old.replace("classid 1:11 ", "classid 1:10 "),
    }[kind]
    assert new != old
    return text.replace(old, new), new.strip().split(" ", 4)[-1].replace('"$dev"', "e0")


KINDS = ("tc", "kernel")
FILTERS = "tc -j -s filter show dev e0 ingress"


def send(frames: list[tuple[int | None, int, int]]) -> dict[str, Any]:
    return {"node": "host", "argv": ["python3", "-S", "-c", SEND.format(frames=frames)]}


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Any]:
    """All runs, in one boot."""
    plain, batch, listed = made(CONFIG), made(CONFIG, batch=True), made(LISTED, batch=True)
    files = {
        "plain": plain["qos.sh"],
        "qos.sh": of_guest(batch["qos.sh"], "qos-1.batch"),
        "qos-1.batch": batch["qos-1.batch"],
        "tagged": made(TAGGED)["qos.sh"],
        "listed": of_guest(listed["qos.sh"], "listed.batch"),
        "listed.batch": listed["qos-1.batch"],
    }
    steps = {
        "plain": (shell(SHOW), run("@plain", "apply", "e0"), shell(SHOW)),
        "batch": (
            shell(SHOW),
            run("@qos.sh", "apply", "e0"),
            shell(SHOW),
            run("@qos.sh", "clear", "e0"),
            shell(SHOW),
        ),
    }
    for kind in KINDS:
        files[f"plain-{kind}"] = broken(plain["qos.sh"], kind)[0]
        steps[f"plain-{kind}"] = (
            shell(SHOW),
            run(f"@plain-{kind}", "apply", "e0"),
            shell(SHOW),
        )
        text = broken(batch["qos-1.batch"], kind)[0]
        files[f"batch-{kind}"] = of_guest(batch["qos.sh"], f"{kind}.batch")
        files[f"{kind}.batch"] = text
        steps[f"batch-{kind}"] = (
            shell(SHOW),
            run(f"@batch-{kind}", "apply", "e0"),
            shell(SHOW),
        )
    ports = [*range(1, 30), 999, 1000, 1001]
    steps["listed"] = (
        run("@listed", "apply", "e0"),
        send([(None, 0, port) for port in ports]),
        shell(FILTERS),
    )
    for name, frame in TAG_FRAMES.items():
        steps[name] = (run("@tagged", "apply", "e0"), send([frame]), shell(FILTERS))
    experiments = [experiment(name, *each) for name, each in steps.items()]
    outcome = uml.run({"files": files, "experiments": experiments}, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    found = {each["name"]: each for each in outcome.result["experiments"]}
    assert not any("error" in each for each in found.values()), found
    return found


def test_the_batch_sets_up_what_the_plain_script_does(results: dict[str, Any]) -> None:
    _, applied, plain = results["plain"]["steps"]
    assert (applied["status"], applied["stderr"]) == (0, "")
    before, done, made_by_batch, cleared, after = results["batch"]["steps"]
    assert (done["status"], done["stderr"]) == (0, "")
    assert without_ages(made_by_batch["stdout"]) == without_ages(plain["stdout"])
    assert cleared["status"] == 0
    assert after["stdout"] == before["stdout"]


@pytest.mark.parametrize("form", ["plain", "batch"])
@pytest.mark.parametrize("kind", KINDS)
def test_one_broken_line_leaves_nothing_behind_and_is_named(
    results: dict[str, Any], form: str, kind: str
) -> None:
    before, failed, after = results[f"{form}-{kind}"]["steps"]
    text = made(CONFIG, batch=form == "batch")
    source = text["qos-1.batch"] if form == "batch" else text["qos.sh"]
    line = broken(source, kind)[1].replace("@INTERFACE@", "e0")
    assert failed["status"] != 0
    (named,) = [said for said in failed["stderr"].splitlines() if said.startswith("failed: tc ")]
    assert named.endswith(line.split("e0 ")[-1])
    # It is found on the scratch interface, with the kernel's own words.
    assert "nothing was changed on e0" in failed["stderr"]
    assert after["stdout"] == before["stdout"]


def held(dump: str) -> list[dict[str, Any]]:
    return [each for each in json.loads(dump) if each.get("options", {}).get("actions")]


def taken(filters: list[dict[str, Any]]) -> int:
    return sum(
        action["stats"]["packets"] for each in filters for action in each["options"]["actions"][:1]
    )


def test_a_list_of_a_thousand_lines_is_a_few_tables_and_decides_line_by_line(
    results: dict[str, Any],
) -> None:
    applied, _, shown = results["listed"]["steps"]
    assert (applied["status"], applied["stderr"]) == (0, "")
    filters = held(shown["stdout"])
    first = [each for each in filters if each.get("chain", 0) == 0]
    # Some entries that say no are needless, as no later one takes their packets.
    assert 667 < len(first) <= 1001
    # The entries before the first that denies, later fragments, all other entries, and the rest.
    assert {each["pref"] for each in first} == {1, 2, 3, 4}
    ports = [*range(1, 30), 999, 1000]
    marked = [each for each in filters if each.get("chain", 0) != 0 and each["protocol"] == "ip"]
    assert taken(marked) == sum(port % 3 != 0 for port in ports)


@pytest.mark.parametrize("name", TAG_FRAMES)
def test_tagged_frames_are_looked_into_and_marked(results: dict[str, Any], name: str) -> None:
    applied, _, shown = results[name]["steps"]
    assert (applied["status"], applied["stderr"]) == (0, "")
    filters = held(shown["stdout"])
    written = [
        each
        for each in filters
        if taken([each]) and any(a["kind"] == "pedit" for a in each["options"]["actions"])
    ]
    (only,) = written
    (pedit,) = [a for a in only["options"]["actions"] if a["kind"] == "pedit"]
    assert WRITTEN[name] << 2 == int(pedit["keys"][0]["val"], 16) >> 16 & 0xFC
    # What the checksum action cannot put right is dropped there.
    assert all(a["stats"]["drops"] == 0 for a in only["options"]["actions"])
