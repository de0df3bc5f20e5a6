"""Random CAR rules: in order, some of which go on to the next."""

from __future__ import annotations

from random import Random

from tests.generator.ios.model import Acl, Mark, RateLimit


def rules(rng: Random, acls: dict[str, Acl]) -> tuple[RateLimit, ...]:
    """One to three rules, no two the same; CAR names its lists by number alone.

    A line that stands there already is one line: no router has it twice in its config.
    """
    numbered = [name for name in acls if name.isdigit()]
    found = []
    for _ in range(rng.randrange(1, 4)):
        bps = rng.choice((64_000, 256_000, 1_000_000, 8_000_000))
        burst = max(8000, bps // 8)
        conform = None
        if rng.random() < 0.6:
            precedence = rng.random() < 0.5
            value = rng.randrange(8) if precedence else rng.choice((0, 10, 18, 46))
            conform = Mark("precedence" if precedence else "dscp", value)
        found.append(
            RateLimit(
                rng.choice(numbered) if numbered and rng.random() < 0.7 else None,
                bps,
                burst,
                burst,
                conform,
                goes_on=rng.random() < 0.3,
                exceed_drops=rng.random() < 0.7,
            )
        )
    return tuple(dict.fromkeys(found))
