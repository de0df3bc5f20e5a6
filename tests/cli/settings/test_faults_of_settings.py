"""What is wrong with a settings file is told with its place, and nothing is checked by it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from .conftest import Run


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('profle = "strict"\n', "1:1", "did you mean 'profile'?"),
        ('a = 1\n"ignore" = ["QOS1"]\n', "1:1", "there is no key 'a'"),
        ('ignore = [\n  # why\n  "QOS001", "QOS999",\n]\n', "3:13", "there is no rule 'QOS999'"),
        ('ignore = ["undefined-policy"]\n', "1:11", "did you mean 'undefined-policy-map'?"),
        ("select = []\n", "1:1", "names no rule"),
        ('ignore = ["ALL"]\n', "1:1", "no rule is left"),
        ('[per-file-ignores]\n"*" = ["QOS"]\n', "2:1", "no rule is left to run on these files"),
        ('extend-select = ["QOS1"]\n', "1:1", "adds none"),
        ('fail-on = "eror"\n', "1:11", "'never'"),
        ("fail-on = 1979-05-27 07:32:00\n", "1:11", "'never'"),
        ('[severity]\nQOS001 = "off"\n', "2:10", "must be 'error'"),
        ('[severity]\nQOS9x = "info"\n', "2:9", "there is no rule"),
        ('[[configs]]\nfiles = ["*"]\nplatform = "ios-ex"\n', "3:12", "did you mean 'ios-x"),
        ('[[configs]]\nplatform = "ios-xe"\n', "1:1", "'files' is missing"),
        ('links = [{ interfaces = ["*"], speed = "5" }]\n', "1:40", '"50Mbit"'),
        ('[[links]]\ninterfaces = []\nspeed = "5Mbit"\n', "2:1", "no pattern is listed"),
        ('exclude = ["old", "../x/*"]\n', "1:19", "patterns begin at the settings' folder"),
        ('[per-file-ignores]\n"../*" = ["QOS1"]\n', "2:1", "takes nothing"),
        (
            '[[links]]\nfiles = [".."]\ninterfaces = ["*"]\nspeed = "5Mbit"\n',
            "2:10",
            "takes nothing",
        ),
        ("per_file_ignores = {}\n", "1:1", "did you mean 'per-file-ignores'?"),
        ('output = ["text=.git/hooks/pre-commit"]\n', "1:1", "there is no key 'output'"),
        (
            '[[require]]\ncode = "site1"\n',
            "2:8",
            "capital letters and three digits, such as SITE001",
        ),
        ('[[require]]\npriority-at-most = "a"\n', "2:20", 'a whole number with %, such as "33%"'),
        ("a = [[[[[\n", "1:1", "not TOML"),
        (f"a = {'[' * 5000}{']' * 5000}\n", "1:1", "nested too deep"),
        (f"a = {'9' * 5000}\n", "1:1", "thousands of digits"),
        ('a = "x\n', "1:7", "not TOML"),
        ("a = 1\na = 2\n", "2:", "not TOML"),
    ],
)
def test_faults_have_a_place(qosc: Run, tmp_path: Path, text: str, place: str, words: str) -> None:
    (tmp_path / "r.cfg").write_text("interface Serial0/0\n service-policy output A\n")
    (tmp_path / "qosc.toml").write_text(text)
    told = qosc("check", "r.cfg", status=2)
    assert not told.out
    assert f"--> qosc.toml:{place}" in told.err
    assert words in told.err


def test_names_that_steer_a_terminal_are_escaped(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text("interface Serial0/0\n service-policy output A\n")
    (tmp_path / "qosc.toml").write_text('"\\u001b[31m" = "\\u009b"\nselect = ["\\u001b]0;x"]\n')
    told = qosc("check", "r.cfg", status=2)
    assert "\x1b" not in told.err
    assert "\x9b" not in told.err


def test_a_file_of_another_kind_is_not_copied_into_a_log(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text("interface Serial0/0\n")
    (tmp_path / "shadow").write_text("root:$6$secret:1:\n")
    told = qosc("check", "r.cfg", "--settings", "shadow", status=2)
    assert "secret" not in told.err


def test_the_effective_settings_are_toml(qosc: Run, tmp_path: Path) -> None:

    name = 'r"\x1b.cfg'
    (tmp_path / name).write_text("interface Serial0/0\n")
    (tmp_path / "qosc.toml").write_text(
        'profile = "strict"\nignore = ["QOS1"]\n[severity]\nQOS002 = "error"\n'
        '[[configs]]\nfiles = ["*.cfg"]\nplatform = "ios-xe"\n'
        '[[links]]\ninterfaces = ["Se*"]\nspeed = "2Mbit"\n'
    )
    found = tomllib.loads(qosc("check", ".", "--show-settings", "--ignore", "QOS2").out)
    assert found["min-severity"] == found["fail-on"] == "info"
    (file,) = found["file"]
    assert file["platform"] == "ios-xe"
    assert file["ignore"] == ["QOS1", "QOS2"]
    assert file["severity"] == {"QOS002": "error"}
    assert file["links"]["0"]["speed"] == "2Mbit"


def test_the_schema_takes_what_the_program_takes(qosc: Run, tmp_path: Path) -> None:
    import json

    import jsonschema

    schema = json.loads(qosc("schema", "settings").out)
    text = 'fail-on = "error"\n[[links]]\ninterfaces = ["Gi*"]\nspeed = "1Gbit"\n'
    jsonschema.validate(tomllib.loads(text), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads('fail_on = "error"\n'), schema)


@pytest.mark.parametrize(
    ("speed", "fits"),
    [
        *((speed, True) for speed in ("50Mbit", "1 Gbit", "9600bit/s", "64 kbit/s")),
        *(
            (speed, False)
            for speed in ("nan Mbit", "-5Mbit", "0", "0Mbit", "5", "5 MBit", "x5Mbit")
        ),
    ],
)
def test_the_schema_takes_a_speed_as_the_program_does(qosc: Run, speed: str, fits: bool) -> None:
    import json

    import jsonschema

    from qosc.settings.form import bits_per_second

    schema = json.loads(qosc("schema", "settings").out)
    row = {"links": [{"interfaces": ["*"], "speed": speed}]}
    assert jsonschema.Draft202012Validator(schema).is_valid(row) is fits
    try:
        taken = bits_per_second(speed) > 0
    except ValueError:
        taken = False
    assert taken is fits


@pytest.mark.parametrize(
    ("day", "fits"),
    [("2999-12-31", True), ("2999", False), ("2999-13-01", False), ("soon", False), ("", False)],
)
def test_the_schema_takes_a_day_alone(qosc: Run, day: str, fits: bool) -> None:
    import json

    import jsonschema

    schema = json.loads(qosc("schema", "settings").out)
    row = {"accept": [{"rule": "QOS303", "reason": "why", "until": day}]}
    assert jsonschema.Draft202012Validator(schema).is_valid(row) is fits


def test_the_effective_settings_name_what_is_passed_over(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text("interface Serial0/0\n")
    (tmp_path / "old.cfg").write_text("interface Serial0/0\n")
    (tmp_path / "READ\nME.md").write_text("# Configs\n")
    (tmp_path / "qosc.toml").write_text('exclude = ["old*"]\n')
    out = qosc("check", "--show-settings", ".").out
    assert tomllib.loads(out)["file"][0]["path"] == "./r.cfg"
    _, listed = out.split("# 3 other files passed over:\n")
    assert listed.splitlines() == [
        "# ./READ\N{SYMBOL FOR LINE FEED}ME.md",
        "# ./old.cfg",
        "# ./qosc.toml",
    ]
