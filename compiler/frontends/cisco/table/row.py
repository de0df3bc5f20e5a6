"""One row of the table of statements."""

from __future__ import annotations

from enum import Enum, auto

from qosc.frontends.cisco.table.mode import Mode
from qosc.tuples import NamedTuple

__all__ = ["Reader", "Statement"]


class Reader(Enum):
    """Which room reads a statement."""

    ACCESS_LISTS = auto()
    AGGREGATES = auto()
    """Policers that classes share by name."""
    CIRCUIT = auto()
    """Statements of a port that open another port below it."""
    CLASS = auto()
    """Statements of a class of a policy-map."""
    CLASS_MAPS = auto()
    CONTROLLERS = auto()
    """Controllers of T1 and E1 lines with channels."""
    FRAME_RELAY = auto()
    MAP_CLASSES = auto()
    MEMBER = auto()
    """Statements that make a port a member link of another."""
    NBAR = auto()
    NUMBERED_LISTS = auto()
    POLICER = auto()
    """Lines below `police`."""
    POLICY_MAPS = auto()
    POLICY_ROUTING = auto()
    PORT = auto()
    """Statements of a port about the port itself."""
    PORT_QUEUES = auto()
    """Queueing and shaping of a port without a policy-map."""
    PORTS = auto()
    QUEUE_LISTS = auto()
    ROUTE_MAPS = auto()
    SWITCH = auto()
    """Statements about a whole switch."""
    SWITCH_PORT = auto()
    SYSTEM = auto()
    TABLES = auto()
    TOLD = auto()
    """Statements that are reported with a reason of their own."""
    VC_CLASSES = auto()


class Statement(NamedTuple):
    """A statement that can matter to QoS.

    mode     Where it is valid.
    keyword  Its first word in full; two words where the second one makes the statement.
    shape    A pattern that the words after the keyword match where the line is one, and rarely
             where it is a sentence. None: nothing is known of them. It is no grammar.
    opens    The mode that it opens.
    grammar  The grammars that take the whole line, separated by blanks. Empty: it is read word by
             word, or without its first words.
    reader   Who reads it. None: it is recognised, and reported as not in the model.
    gives    The fields of the model that it fills in, as `Class.field`, separated by blanks.
    orphan   It is known even where nothing shows the line that opened its mode: an excerpt may
             leave that out. Of two rows with one keyword the one that is further inside counts.
    wraps    Papers and mails break it into several lines.
    example  A line that fills in what `gives` says, and nothing else; tests read it.
    """

    mode: Mode
    keyword: str
    shape: str | None = None
    opens: Mode | None = None
    grammar: str = ""
    reader: Reader | None = None
    gives: str = ""
    orphan: bool = False
    wraps: bool = False
    example: str = ""
