"""What the packet space says where it has no answer."""

__all__ = ["NoRoomError", "UndecidedError"]


class UndecidedError(Exception):
    """The packets are too many kinds to be told apart within the budget.

    Raised for the same questions in the same order on every machine.
    """

    def __init__(self) -> None:
        super().__init__("too many kinds of packets to tell them all apart")


class NoRoomError(MemoryError):
    """The system gives this process no thread or no memory for the engine."""
