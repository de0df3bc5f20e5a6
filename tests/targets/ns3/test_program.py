"""The text of ns-3 programs: what reaches C++, what is refused, and the ledger."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

import qosc
from qosc import scenario as schema
from qosc.fields import Field
from qosc.ledger import Fidelity
from qosc.scenario import Scenario, load
from qosc.targets.ns3 import known
from qosc.targets.ns3.files import make_files, program_files
from qosc.targets.ns3.literals import comment, json_literal
from qosc.targets.ns3.lower.fields import FIELDS
from qosc.targets.ns3.lower.network import lower
from qosc.targets.ns3.lower.traffic import DEFAULTS
from qosc.targets.ns3.model import TABLES, Refused
from qosc.targets.ns3.render import program_name, render, runtime
from qosc.targets.sim import scenarios
from qosc.targets.sim.options import SimOptions

GOLDEN = Path(__file__).parents[1] / "golden" / "ns3-two-classes.cc"
HOSTILE = (
    '"); system("reboot"); //',
    "??/\" ??' ??)",
    "a\nint main() {}\n",
    "*/ #include </etc/passwd> /*",
    "nul\0byte",
    "\\",
    "\\\n",
    'R"(',
    "{{ 7 * 7 }} {% for x in y %}",
    "%n%s",
    "\udc80\ud800",
    "\u202e\u2028",
    "'; rm -rf ~; '",
    "$(reboot) `reboot`",
)
SMALL = """
schema: qosc/scenario/1
name: "two classes"
duration_ms: 2000
measure: {warm_up_ms: 500, occupancy_every_ms: 20}
nodes:
  - {name: a, kind: host, address: "10.0.0.1"}
  - {name: r, kind: router}
  - {name: z, kind: host, address: "10.0.1.1"}
links:
  - {ends: [{node: a, port: e}, {node: r, port: in}], rate_bps: 100000000, delay_us: 1000}
  - {ends: [{node: r, port: out}, {node: z, port: e}], rate_bps: 2000000, delay_us: 1000}
ports:
  - node: r
    port: out
    output:
      - kind: policy
        name: p
        classes:
          - name: gold
            match: {where: {dscp: [10, 12]}}
            police: [{meter: {algorithm: single-bucket, cir_bps: 1000000, cbs_bytes: 9000}}]
            queue: {guarantee_bps: 1500000}
          - {name: rest, match: {where: {}}, set: {precedence: 1}, queue: {limits: [{packets: 40}]}}
traffic:
  - {name: g, kind: cbr, from: a, to: z, header: {dscp: 10}, packet_bytes: 500, rate_bps: 900000}
  - {name: t, kind: tcp, from: a, to: z, flows: 2}
  - {name: o, kind: on-off, from: a, to: z, packet_bytes: 500, interval_us: 9,
     on_us: 99, off_us: 8}
  - {name: s, kind: short-tcp, from: a, to: z, size_bytes: 3000, interval_us: 50000}
  - {name: q, kind: request-response, from: a, to: z, request_bytes: 70,
     response_bytes: 900, flows: 2}
"""


def small() -> Scenario:
    found = load(SMALL, "small.yaml")
    assert isinstance(found, Scenario), found
    return found


def text_of(literal: str) -> str:
    """What a C++ string literal of letters, digits and octal escapes stands for."""
    assert re.fullmatch(r'"(?:[A-Za-z0-9]|\\[0-7]{3})*"', literal), literal
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), literal[1:-1])


@given(st.text(max_size=40) | st.sampled_from(HOSTILE))
def test_a_text_survives_as_data(text: str) -> None:
    assert json.loads(text_of(json_literal(text))) == text


@given(st.text(max_size=40) | st.sampled_from(HOSTILE))
def test_a_comment_stays_one_line_of_harmless_characters(text: str) -> None:
    found = comment(text)
    assert re.fullmatch(r"[A-Za-z0-9 .,:;()\[\]=+_%>'-]*", found)


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.isascii() or "\u2028" in name])
def test_hostile_names_do_not_change_the_program(name: str) -> None:
    """The program is that of harmless names but for the literals."""
    harmless, hostile = render(lower(small())), render(lower(renamed(small(), name)))
    assert strip_literals(hostile) == strip_literals(harmless)
    assert set(hostile) <= set(harmless) | set("\\01234567")
    shown = {json.loads(text_of(each)) for each in re.findall(r'\{("[^"]*")\}', hostile)}
    assert f"{name}gold" in shown


def strip_literals(text: str) -> str:
    return re.sub(r'\{"[^"]*"\}', "{}", text)


def renamed(model: Scenario, name: str) -> Scenario:
    """The scenario with `name` before each name of a class, port, policy and source."""

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {k: walk(v, k) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [walk(each) for each in value]
        if key in {"name", "port", "node", "from", "to", "source", "origin"} and value:
            return f"{name}{value}"
        return value

    return Scenario.model_construct(
        **{
            k: getattr(Scenario.model_validate(walk(model.model_dump())), k)
            for k in Scenario.model_fields
        }
    )


def test_the_program_of_a_small_scenario() -> None:
    # Oracle: tests/engines/ns3/test_ns3_agrees.py runs such programs.
    assert render(lower(small(), ("A remark.", "*/ not code"))) == GOLDEN.read_text()


@pytest.mark.parametrize(
    ("source", "kind"), [("size_bytes: 3000", "kShortTcp"), ("flows: 2}\n", "kRequests")]
)
def test_delayed_acknowledgements_of_applications_reach_the_program(source: str, kind: str) -> None:
    changed = SMALL[::-1].replace(source[::-1], f"delayed_ack: true, {source}"[::-1], 1)[::-1]
    found = load(changed, "small.yaml")
    assert isinstance(found, Scenario), found
    before, after = (render(lower(each)).splitlines() for each in (small(), found))
    ((old, new),) = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert kind in old
    # Behind the buffer, before the least timeout.
    assert new == old.replace("65535, 0, 1000000000", "65535, 1, 1000000000")


def test_the_same_scenario_gives_the_same_bytes() -> None:
    first, again = (program_files({"x": small()}) for _ in range(2))
    assert first == again


@given(st.text(max_size=60))
def test_a_program_has_a_name_that_make_and_cmake_take(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", program_name(name))
    assert program_name(name) not in {"all", "clean", "qosc", "test"}


def test_fields_and_tables_stand_as_in_the_header_file() -> None:
    header = next(file.text for file in runtime() if file.name.endswith("tables.h"))
    words = re.search(r"enum Field \{(.*?)kFields", header, re.DOTALL)
    assert words
    names = re.findall(r"k(\w+),", re.sub("//.*", "", words[1]))
    plain = ["ds" if f is Field.DSCP else re.sub("^ip-", "", f.value) for f in FIELDS]
    assert [name.lower() for name in names] == [each.replace("-", "") for each in plain]
    assert set(Field) - set(FIELDS) == {
        Field.SRC6,
        Field.DST6,
        Field.PRECEDENCE,
        Field.TOS,
        Field.ECN,
        Field.FIRST_FRAGMENT,
    }
    struct = re.search(r"struct Tables \{(.*?)\};", header, re.DOTALL)
    assert struct
    members = re.findall(r"const (\w+) ?\(?\* ?(\w+)", struct[1])
    wanted = [("Int" if kind == "header" else kind, name) for name, (kind, _) in TABLES.items()]
    assert members == wanted
    row = re.search(r"struct SourceRow \{\n  Kind kind;(.*?)\};", header, re.DOTALL)
    assert row
    columns = re.findall(r"(\w+)[,;]", row[1])
    assert columns == list(DEFAULTS)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("flow_queues: {flows: 16, limit_packets: 7}", (16, 7, 0)),
        ("flow_queues: {flows: 32}", (32, -1, 0)),
        ("flow_queues: {flows: 32, limit_packets: 9, weights: precedence}", (32, 9, 1)),
        ("guarantee_bps: 5", (0, -1, 0)),
    ],
)
def test_the_flow_queues_of_a_class_reach_the_program(
    given: str, expected: tuple[int, int, int]
) -> None:
    found = load(SMALL.replace("guarantee_bps: 1500000", given), "small.yaml")
    assert isinstance(found, Scenario)
    program = render(lower(found, ()))
    header = next(file.text for file in runtime() if file.name.endswith("tables.h"))
    struct = re.search(r"struct QueueRow \{(.*?)\};", header, re.DOTALL)
    assert struct
    columns = re.findall(r"(\w+)[,;]", struct[1])
    table = re.search(r"QueueRow k_queues\[\] = \{(.*?)\n\};", program, re.DOTALL)
    assert table, program
    row = re.findall(r"\{([^{}]*)\}", table[1])[0].split(", ")
    values = dict(zip(columns, map(int, row), strict=True))
    assert (values["flows"], values["flow_limit"], values["by_precedence"]) == expected


# What is not known is refused.


def test_every_key_of_the_schema_is_known_or_refused_when_used() -> None:
    """A new key shows here: add it to the program, or leave it to be refused."""
    models = {getattr(schema, name) for name in schema.__all__ if name[0].isupper()}
    models = {m for m in models if isinstance(m, type) and issubclass(m, BaseModel)}
    for model, keys in known.KNOWN.items():
        assert keys <= set(model.model_fields), model
    assert models - set(known.KNOWN) <= {schema.Overlay}


@pytest.mark.parametrize("model", known.KNOWN, ids=lambda model: model.__name__)
def test_no_key_and_no_word_of_a_scenario_is_refused_today(model: type[BaseModel]) -> None:
    """What the schema has is in the program: take a key out here when the schema is ahead of it."""
    assert known.KNOWN[model] == set(model.model_fields)
    for name, info in model.model_fields.items():
        if get_origin(info.annotation) is Literal:
            words = set(get_args(info.annotation))
            assert known.VALUES.get((model, name), words) == words, name


def test_a_key_that_is_not_known_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = known.KNOWN[schema.Queue] - {"guarantee_bps"}
    monkeypatch.setitem(known.KNOWN, schema.Queue, keys)
    with pytest.raises(Refused, match=r"Queue\.guarantee_bps"):
        lower(small())


def test_a_word_that_is_not_known_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(known.VALUES, (schema.Link, "linklayer"), {"atm"})
    with pytest.raises(Refused, match=r"Link\.linklayer ethernet"):
        lower(small())


CONFIG = """
hostname edge
class-map match-all gold
 match ip precedence 5
policy-map wan
 class gold
  bandwidth 500
 class class-default
  fair-queue
interface Serial0/0
 bandwidth 1000
 service-policy output wan
"""


def test_compile_makes_a_program_for_each_port_and_the_ledger_of_the_scenario() -> None:
    loaded = qosc.loads(CONFIG)
    made, sim = (qosc.compile(loaded, target=name) for name in ("ns3", "sim"))
    names = {file.name for file in made.files}
    assert {"serial0-0.cc", "serial0-0.yaml", "Makefile", "CMakeLists.txt"} <= names
    assert "qosc/scheduler.h" in names
    assert made.ledger == sim.ledger
    kept = next(file.text for file in made.files if file.name == "serial0-0.yaml")
    assert kept == sim.files[0].text
    program = next(file.text for file in made.files if file.name == "serial0-0.cc")
    assert "// edge Serial0_0: sender -> router -> receiver." in program.replace(" _> ", " -> ")


def test_a_refused_port_is_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = known.KNOWN[schema.Queue] - {"guarantee_bps"}
    monkeypatch.setitem(known.KNOWN, schema.Queue, keys)
    made = qosc.compile(qosc.loads(CONFIG), target="ns3", allow_loss=True)
    assert not any(file.name.endswith(".cc") for file in made.files)
    assert made.losses
    assert all(entry.fidelity is Fidelity.UNSUPPORTED for entry in made.ledger)
    assert all("Queue.guarantee_bps" in entry.note for entry in made.losses)


def test_a_refused_port_whose_name_is_cut_is_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = known.KNOWN[schema.Queue] - {"guarantee_bps"}
    monkeypatch.setitem(known.KNOWN, schema.Queue, keys)
    config = CONFIG.replace("Serial0/0", f"Serial0/{'0' * 200}")
    made = qosc.compile(qosc.loads(config), target="ns3", allow_loss=True)
    assert made.ledger
    assert made.losses == made.ledger


def test_the_program_is_that_of_the_scenario_as_it_is_written() -> None:
    made = qosc.compile(qosc.loads(CONFIG), target="ns3", allow_loss=True)
    files = {file.name: file.text for file in made.files}
    names = [name.removesuffix(".cc") for name in files if name.count(".cc") and "/" not in name]
    assert names
    for name in names:
        read = load(files[f"{name}.yaml"], name)
        assert isinstance(read, Scenario)
        words = [
            line.removeprefix("# ")
            for line in files[f"{name}.yaml"].splitlines()
            if line.startswith("#")
        ]
        assert render(lower(read, tuple(words))) == files[f"{name}.cc"]


def test_ports_whose_names_differ_only_in_signs_get_programs_of_their_own() -> None:
    config = qosc.loads(CONFIG)
    options = SimOptions(config.profile)
    (found, *_), _ = scenarios(config.complete_device, qosc.api.qos_ports(config), options)
    files, refused = make_files([found, found._replace(name="serial0.0")])
    assert not refused
    assert [file.name for file in files if file.name.endswith(".cc") and "/" not in file.name] == [
        "serial0-0.cc",
        "serial0-0-2.cc",
    ]
    makefile = next(file.text for file in files if file.name == "Makefile")
    assert "serial0-0 serial0-0-2\n" in makefile


def test_a_scenario_that_does_not_load_is_kept_without_a_program() -> None:
    """So it is with traffic of the user's that names a host which the scenario lacks."""
    config = qosc.loads(CONFIG)
    options = SimOptions(config.profile)
    (found, *_), _ = scenarios(config.complete_device, qosc.api.qos_ports(config), options)
    astray = tuple(each.model_copy(update={"to": "nowhere"}) for each in found.scenario.traffic)
    broken = found._replace(scenario=found.scenario.model_copy(update={"traffic": astray}))
    files, refused = make_files([broken, found])
    assert not refused
    names = [file.name for file in files if "/" not in file.name]
    assert [name for name in names if name.endswith(".cc")] == ["serial0-0.cc"]
    assert files[0] == broken.file()
