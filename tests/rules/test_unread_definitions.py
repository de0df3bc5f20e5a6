"""A name in a `class-map` or `policy-map` line that is not understood is unknown, not undefined."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

TEXT = """class-map match-anny EF
 match dscp ef
class-map match-any AF
 match dscp af11
policy-map OUT
 class EF
  priority percent 10
 class AF
  bandwidth percent 10
interface GigabitEthernet0/0
 service-policy output OUT
"""


def found(text: str) -> dict[str, str]:
    return {one.code: f"{one.message} {one.help}" for one in lint(text, "ios-15")}


@pytest.mark.parametrize("word", ["class-map", "class-m"])
def test_the_kind_is_pointed_at_and_the_class_is_not_called_undefined(word: str) -> None:
    seen = found(TEXT.replace("class-map match-anny", f"{word} match-anny"))
    assert "`match-anny`" in seen["QOS010"]
    assert "did you mean match-any?" in seen["QOS010"]
    assert "QOS001" not in seen


def test_another_class_is() -> None:
    seen = found(TEXT.replace(" class AF", " class AG"))
    assert "references undefined class-map AG" in seen["QOS001"]


def test_the_place_is_that_of_the_kind() -> None:
    (one,) = [one for one in lint(TEXT, "ios-15") if one.code == "QOS010"]
    assert (one.primary.line, one.primary.column) == (1, 11)


def test_the_same_of_policy_maps() -> None:
    text = TEXT.replace("match-anny ", "").replace("policy-map OUT", "policy-map sort OUT")
    assert "QOS002" not in found(text)
    assert "QOS010" in found(text)
