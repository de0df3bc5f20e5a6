"""Each answer about each config of `tests/cases` is the one that was read and stored."""

from __future__ import annotations

import pytest

from tests.cases.answers import answer
from tests.cases.case import difference, expectations
from tests.cases.catalogue import cases

ASKED = [(name, section) for name, case in cases().items() for section in case.sections]


@pytest.mark.parametrize(("name", "section"), ASKED, ids=[f"{n}-{s}" for n, s in ASKED])
def test_an_answer_is_as_expected(name: str, section: str) -> None:
    case = cases()[name]
    told = difference(case, section, answer(section, case.texts))
    assert not told, told


def test_no_expectation_is_of_a_case_that_is_gone() -> None:
    assert expectations() == {case.file for case in cases().values()}
