"""The drop curves that a platform has where the config names none."""

from __future__ import annotations

from functools import lru_cache

from qosc.amounts import Depth, DepthUnit
from qosc.fields import Field
from qosc.ir import DropCurve, Wred
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["fill_wred", "usual_exponent"]


def usual_exponent(profile: Profile) -> int | None:
    """The exponent of an average that the config says nothing of; None where no source has it."""
    return profile.wred_exponent.value


def fill_wred(wred: Wred, limit: Depth | None, profile: Profile) -> Wred:
    """WRED with an exponent, and with a curve for every precedence or DSCP. Idempotent.

    `limit` is the depth of the whole queue. Where it is counted in bytes or in time, the maximum is
    half of it and the minimum of precedence p is (8 + p)/16 of the maximum, as recorded outputs
    show; nothing public says what the code points of a DSCP-based profile get then, so those stay
    without a curve.
    """
    denominator = profile.wred_denominator.value
    exponent = usual_exponent(profile) if wred.exponent is None else wred.exponent
    given = wred.curves and tuple(
        curve
        if curve.denominator is not None or curve.points
        else replace(curve, denominator=denominator)
        for curve in wred.curves
    )
    named = frozenset(value for curve in given for value in curve.values)
    # A curve without values stands for the code points that no other names.
    if any(not curve.values for curve in given):
        return replace(wred, exponent=exponent, curves=given)
    unit = DepthUnit.PACKETS if limit is None else limit.unit
    maximum = _maximum(unit, limit, profile)
    if denominator is None or maximum is None:
        return replace(wred, exponent=exponent, curves=given)
    added = _default_curves(
        _minimums(wred.field, unit, maximum, profile),
        maximum,
        unit,
        denominator,
        named,
        profile.name,
        None if limit is None else limit.served,
    )
    return replace(wred, exponent=exponent, curves=(*given, *added))


@lru_cache(maxsize=256)
def _default_curves(
    minimums: tuple[int, ...],
    maximum: int,
    unit: DepthUnit,
    denominator: int,
    named: frozenset[int],
    by: str,
    served: int | None,
) -> tuple[DropCurve, ...]:
    """One curve for each minimum among the code points that are not named already."""
    groups: dict[int, list[int]] = {}
    for value, minimum in enumerate(minimums):
        if value not in named:
            groups.setdefault(minimum, []).append(value)
    # 64 code points share a handful of minimums: the commonest needs no list of them.
    usual = None
    if len(minimums) > 8:
        usual = max(groups, key=lambda minimum: len(groups[minimum]), default=None)
    return tuple(
        DropCurve(
            () if minimum == usual else tuple(values),
            Depth(minimum, unit, by, served=served),
            Depth(maximum, unit, by, served=served),
            denominator,
        )
        for minimum, values in sorted(groups.items())
    )


def _maximum(unit: DepthUnit, limit: Depth | None, profile: Profile) -> int | None:
    if unit is DepthUnit.PACKETS or limit is None:
        return profile.wred_maximum.value
    return limit.value // 2


def _minimums(
    field: Field | None, unit: DepthUnit, maximum: int, profile: Profile
) -> tuple[int, ...]:
    """The minimum threshold of each code point; empty where no source gives one."""
    if field is Field.PRECEDENCE:
        if unit is DepthUnit.PACKETS:
            return profile.wred_precedence.value
        return tuple(maximum * (8 + precedence) // 16 for precedence in range(8))
    if field is Field.DSCP and unit is DepthUnit.PACKETS:
        return profile.wred_dscp.value
    return ()
