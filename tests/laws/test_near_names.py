"""Names that are told apart at a glance are those that their distance tells apart."""

from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.lint.facts.names import distance, nearness

NAMES = st.text("abCx1-_", max_size=8)


def edited(draw: st.DrawFn, name: str) -> str:
    """A name some steps away."""
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(name)))
        step = draw(st.sampled_from(("in", "out", "swap", "change")))
        head, tail = name[:at], name[at:]
        if step == "in":
            name = head + draw(st.sampled_from("abDz-")) + tail
        elif step == "out":
            name = head + tail[1:]
        elif step == "swap":
            name = head + tail[1:2] + tail[:1] + tail[2:]
        else:
            name = head + draw(st.sampled_from("abDz-")) * bool(tail) + tail[1:]
    return name


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(NAMES)
    return name, edited(draw, name)


@settings(max_examples=300)
@given(pairs())
def test_nearness_goes_by_the_whole_distance(pair: tuple[str, str]) -> None:
    wanted, name = pair
    plain = [each.lower().replace("-", "").replace("_", "") for each in pair]
    away = distance(wanted.lower(), name.lower())
    if plain[0] == plain[1]:
        expected = 4
    elif len(wanted) == len(name) == 1:
        expected = 0  # of one letter, all names are alike
    elif away == 1:
        expected = 3 if len(name) > 2 else 1
    else:
        expected = 2 if away == 2 and len(name) > 5 else 0
    assert nearness(wanted, name) == expected
