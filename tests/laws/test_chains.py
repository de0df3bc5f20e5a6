"""What is asked before each class is one chain, not a list a class."""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import Test as Condition
from qosc.lint.facts.marking.marks import Chain


def _chain(none: Chain, values: range) -> Chain:
    for value in values:
        none = none.then(Condition(Field.DSCP, ((value, value),)))
    return none


def test_equal_chains_are_one_object_and_longer_ones_share_their_beginning() -> None:
    none = Chain()
    whole = _chain(none, range(20_000))
    assert whole is _chain(none, range(20_000))
    assert whole.before is _chain(none, range(19_999))
    assert whole is not _chain(none, range(1, 20_001))
    assert len(whole) == 20_000
    values = [item.values[0] for item in whole if isinstance(item, Condition)]
    assert values == [(value, value) for value in reversed(range(20_000))]
