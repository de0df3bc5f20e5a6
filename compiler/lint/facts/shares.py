"""What the classes of a policy request together, against what there is."""

from __future__ import annotations

from qosc.amounts import PPM, RateBase, show_rate
from qosc.datapath.shares import Base
from qosc.diagnostics import Severity
from qosc.ir import Policy
from qosc.lint.engine.rule import Context
from qosc.lint.facts.places import Place, places
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["Balance", "Share", "balances", "severity", "show_amount", "show_sum"]


class Share(NamedTuple):
    """What one class requests, in the unit of its balance. `origin` is where it says so."""

    name: str
    amount: int
    is_priority: bool
    origin: Span


class Balance(NamedTuple):
    """The shares of a policy at one place.

    Amounts are in bit/s, or in parts per million of the link where its rate is not known and all
    shares are percentages (`in_ppm`). `limit` is what the classes may have together, `whole` all
    that there is; `priority` is what the priority classes request together, `total` what all do.
    """

    policy: Policy
    place: Place
    shares: tuple[Share, ...]
    limit: int
    whole: int
    in_ppm: bool
    priority: int
    total: int

    @property
    def reason(self) -> str:
        """Where the limit comes from, in words."""
        place, shown = self.place, show_amount(self.whole, self.in_ppm)
        if place.least and self.policy.feature.startswith("scheduler-map "):
            return f"{shown}, the guaranteed-rate of its forwarding-class-set"
        if place.least:
            return f"{shown}, the least rate (mincir) of the circuit"
        if place.shaped:
            return f"{shown}, the rate of the shaper above it"
        name = place.port.name
        if _reservable(place, self.whole) is None:
            return shown if self.in_ppm else f"all of the {shown} of {name}"
        link = f"link of {name}" if self.in_ppm else f"{shown} of {name}"
        limit = show_amount(self.limit, self.in_ppm)
        return f"{limit}, which is {place.port.max_reserved} of the {link}"


def balances(context: Context) -> list[Balance]:
    """One balance for each output policy at each of its places. Use through `context.once`."""
    where = context.once(places)
    return [
        balance
        for policy in context.device.policies.values()
        for place in where.get(policy.name, ())
        if place.direction == "output"
        for balance in [_balance(policy, place)]
        if balance is not None
    ]


def severity(context: Context, balance: Balance, amount: int) -> Severity | None:
    """A warning where only classic IOS refuses `amount`, and the config does not tell its release.

    None for what the rule itself says.
    """
    allowed = context.device.platform_assumed and amount <= balance.whole
    return Severity.WARNING if allowed else None


def _balance(policy: Policy, place: Place) -> Balance | None:
    asked = [
        (traffic_class.name, rate, rate is not traffic_class.guarantee)
        for traffic_class in policy.classes
        for rate in (
            traffic_class.guarantee,
            traffic_class.priority.rate if traffic_class.priority is not None else None,
        )
        if rate is not None and not rate.default_by  # nobody promised that
    ]
    available = place.base.reservable
    in_ppm = available is None and all(rate.base is RateBase.PERCENT for _, rate, _ in asked)
    whole = PPM if in_ppm else available
    shares: list[Share] = []
    priority = total = 0
    for name, rate, is_priority in asked:
        amount = Base(whole).reserved(rate)
        if amount is not None:
            shares.append(Share(name, amount, is_priority, rate.origin))
            total += amount
            priority += amount if is_priority else 0
    if not shares or whole is None:
        return None
    part = _reservable(place, whole)
    limit = whole if part is None else part
    return Balance(
        policy=policy,
        place=place,
        shares=tuple(shares),
        limit=limit,
        whole=whole,
        in_ppm=in_ppm,
        priority=priority,
        total=total,
    )


def _reservable(place: Place, whole: int) -> int | None:
    """What may be reserved of a link where that is not all; None inside policies and shapers."""
    share = place.port.max_reserved
    if share is None or place.nested or place.shaped or place.least:
        return None
    return Base(whole).reserved(share)


def show_amount(amount: int, in_ppm: bool) -> str:
    """An amount of a balance for people."""
    return f"{amount / 10_000:g} %" if in_ppm else show_rate(amount)


def show_sum(shares: list[Share], in_ppm: bool) -> str:
    """A sum, class by class: `voice 128 + video 384 = 512 kbit/s`; `voice 128 kbit/s` of one."""
    total = sum(share.amount for share in shares)
    unit, divisor = ("%", 10_000) if in_ppm else ("kbit/s", 1000)
    if not in_ppm and any(share.amount % 1000 for share in shares):
        unit, divisor = "bit/s", 1
    terms = " + ".join(f"{share.name} {share.amount / divisor:.10g}" for share in shares)
    return f"{terms} {unit}" if len(shares) == 1 else f"{terms} = {total / divisor:.10g} {unit}"
