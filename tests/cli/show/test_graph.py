"""`qosc show --graph`: what is drawn, to which scale, and that no name of a config is markup."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from qosc.cli import main

SPACE = "{http://www.w3.org/2000/svg}"
CONFIG = """\
class-map VOICE
 match dscp ef
policy-map IN
 class VOICE
  police cir 500000 bc 8000 conform-action transmit exceed-action drop
policy-map WAN
 class VOICE
  priority 400
 class class-default
  bandwidth 1000
  set dscp af11
interface Serial0/0
 bandwidth 2000
 service-policy input IN
 service-policy output WAN
"""
HOSTILE = "\"]];<b>&$(reboot)'`#--><!--\\\\N\N{GRINNING FACE}\u202e"


@pytest.fixture
def draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Draw:
    return Draw(tmp_path / "edge.cfg", capsys)


class Draw:
    """`qosc show --graph` of a text."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._path, self._capsys = path, capsys

    def __call__(self, form: str, text: str, *more: str, status: int = 0) -> tuple[str, str]:
        self._path.write_text(text)
        with pytest.raises(SystemExit) as ended:
            main(["show", "--graph", form, str(self._path), *more])
        told = self._capsys.readouterr()
        assert ended.value.code == status, told
        return told.out, told.err


def words(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SPACE}text")]  # noqa: S314


def test_svg_has_the_stages_in_their_order(draw: Draw) -> None:
    told = words(draw("svg", CONFIG)[0])
    order = ["Serial0/0: 2 Mbit/s", "packets arrive", "input: policy-map IN", "forwarding"]
    order += ["output: policy-map WAN", "link of 2 Mbit/s"]
    places = [told.index(one) for one in order]
    assert places == sorted(places)
    assert "- exceed: drop" in told
    assert "priority up to 400 kbit/s" in told
    assert "set dscp 10 (af11)" in told


def test_queues_are_drawn_to_scale(draw: Draw) -> None:
    tree = ElementTree.fromstring(draw("svg", CONFIG)[0])  # noqa: S314

    def widths(kind: str) -> list[float]:
        found = tree.iter(f"{SPACE}rect")
        return [float(one.attrib["width"]) for one in found if one.attrib["class"] == kind]

    # 400 of 2000 kbit/s, and 1000 of 2000.
    (link, _) = widths("link")
    assert widths("strict") == [pytest.approx(link / 5, abs=0.1)]
    assert widths("sure") == [pytest.approx(link / 2, abs=0.1)]
    dot = draw("dot", CONFIG)[0]
    assert re.findall(r"width=([\d.]+)", dot) == ["1.30", "2.50"]  # 0.5 and 4 of the whole


def test_a_port_of_unknown_speed_has_no_bars(draw: Draw) -> None:
    text = CONFIG.replace(" bandwidth 2000\n", "").replace("Serial0/0", "Tunnel1")
    out, _ = draw("svg", text)
    assert "speed unknown" in out
    # Without a speed nothing has a scale, though the classes are told.
    assert 'class="link"' not in out
    assert 'class="strict"' not in out
    assert "priority up to 400 kbit/s" in out


def test_both_colour_schemes_have_every_colour(draw: Draw) -> None:
    out, _ = draw("svg", CONFIG)
    light, _, dark = out.partition("prefers-color-scheme: dark")
    used = {name for name in re.findall(r'class="([a-z]+)"', out) if name != "head"}
    for name in used:
        assert f".{name} {{" in light
        assert f".{name} {{" in dark


def test_letters_stay_readable_on_a_narrow_page(draw: Draw) -> None:
    """A picture that shrinks with its page has letters of 12 pixels at its own width."""
    out, _ = draw("svg", CONFIG)
    least, whole = re.search(r"min-width: (\d+)px", out), re.search(r' width="(\d+)"', out)
    assert least is not None
    assert whole is not None
    assert 12 * int(least[1]) / int(whole[1]) >= 9


def test_a_row_of_a_policy_inside_hangs_below_its_class(draw: Draw) -> None:
    text = CONFIG.replace(
        "interface",
        "policy-map TOP\n class class-default\n  shape average 1000000\n"
        "  service-policy WAN\ninterface",
    ).replace("output WAN", "output TOP")
    out, _ = draw("dot", text)
    edges = re.findall(r"(p0_\w+) -> (p0_\w+);", out)
    # Packets are sorted from outside inwards, and leave the queues inside by the shaper.
    assert ("p0_1_0", "p0_1_1") in edges
    assert ("p0_1_0", "p0_1_2") in edges
    assert ("p0_1_1_q", "p0_1_0_q") in edges
    assert ("p0_1_2_q", "p0_1_0_q") in edges
    assert [start for start, end in edges if end == "p0_out"] == ["p0_1_0_q"]
    (shaper,) = re.findall(r'p0_1_0_q \[label="([^"]*)"', out)
    assert shaper == "at most 1 Mbit/s"


def hostile(name: str) -> str:
    classes = f" class {name}\n  priority 100\n class class-default\n  fair-queue\n"
    head = f"class-map {name}\n match dscp ef\npolicy-map {name}\n{classes}"
    return f"{head}interface Serial0/0\n bandwidth 2000\n service-policy output {name}\n"


def test_no_name_is_markup_in_svg(draw: Draw) -> None:
    out, _ = draw("svg", hostile(HOSTILE))
    tree = ElementTree.fromstring(out)  # noqa: S314
    kinds = {element.tag.removeprefix(SPACE) for element in tree.iter()}
    assert kinds == {"svg", "title", "style", "text", "path", "rect"}
    assert "\u202e" not in out
    assert "$(reboot)" in " ".join(words(out))


def test_no_name_ends_a_string_in_dot(draw: Draw) -> None:
    out, _ = draw("dot", hostile(HOSTILE))
    left = re.sub(r'"(?:[^"\\]|\\.)*"', "", out)
    assert "reboot" not in left
    assert '"' not in left
    assert "\u202e" not in out


def test_no_name_ends_a_label_in_mermaid(draw: Draw) -> None:
    out, _ = draw("mermaid", hostile(HOSTILE))
    left = re.sub(r'"(?:[A-Za-z0-9 .,:/_%()-]|#\d+;|<br/>)*"', "", out)
    assert "reboot" not in left
    assert '"' not in left


def test_many_rows_are_counted(draw: Draw) -> None:
    maps = "".join(f"class-map C{n}\n match dscp {n % 64}\n" for n in range(90))
    classes = "".join(f" class C{n}\n  set dscp 0\n" for n in range(90))
    text = f"{maps}policy-map P\n{classes}interface Serial0/0\n service-policy input P\n"
    for form in ("svg", "dot", "mermaid"):
        out, _ = draw(form, text)
        assert "C59" in out
        assert "C61" not in out
        assert re.search(r"and 3\d rows? more", out)


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        (CONFIG, ("--format", "json"), "--format"),
        ("hostname X\n", (), "nothing to draw"),
        (CONFIG, ("--interface", "Serial9/9"), "Serial9/9"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    draw: Draw, text: str, more: tuple[str, ...], told: str
) -> None:
    out, err = draw("svg", text, *more, status=2)
    assert told in err
    assert not out


def test_lines_that_are_not_in_a_picture_are_told(draw: Draw) -> None:
    """A name with a blank is not understood: the policy is not drawn, in silence until now."""
    text = (
        "policy-map X Y\n class class-default\n  bandwidth 5\ninterface Serial0/0\n bandwidth 9\n"
        " service-policy output X Y\n"
    )
    _, err = draw("svg", text, status=2)
    assert "lines on QoS are not in the picture; `qosc check` names them." in err
    _, err = draw("dot", f"{CONFIG}policy-map X Y\n class class-default\n  bandwidht 5\n")
    assert "not in the picture" in err
    assert "not in the picture" not in draw("dot", CONFIG)[1]


def test_too_many_ports_are_refused(draw: Draw) -> None:
    ports = "".join(f"interface Gi0/{n}\n service-policy output WAN\n" for n in range(30))
    assert "--interface" in draw("svg", CONFIG + ports, status=2)[1]
