"""What the packet space says where it has no answer."""

from qosc.ir.resolve import POLICY_LEVELS

__all__ = ["TOO_DEEP", "TOO_FAR_INSIDE", "NoRoomError", "UndecidedError"]

TOO_DEEP = "too many rules in a row that go on to the next"
"""Why nothing is said of a pipeline that is followed rule by rule, deeper than one can go."""
TOO_FAR_INSIDE = f"policies inside {POLICY_LEVELS} others are not looked into"
"""Why nothing is said of packets that come to such a policy."""


class UndecidedError(Exception):
    """The packets are too many kinds to be told apart within the budget, or `why`.

    Raised for the same questions in the same order on every machine.
    """

    def __init__(self, why: str = "too many kinds of packets to tell them all apart") -> None:
        super().__init__(why)


class NoRoomError(MemoryError):
    """The system gives this process no thread or no memory for the engine."""
