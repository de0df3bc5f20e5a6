"""What a statement of a port says of the port itself."""

from __future__ import annotations

from qosc.frontends.cisco.ports.contract import CONTRACTS, contract
from qosc.frontends.cisco.ports.port_lines import PortLines
from qosc.frontends.cisco.ports.rate_limit import rate_limit
from qosc.frontends.cisco.ports.settings import SETTINGS, attach, clear, packets, tx_queue
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import Account, phrase, recognised, unquoted
from qosc.frontends.cisco.text.lines import Line

__all__ = ["PortStatements", "argument"]


def argument(line: Line) -> str:
    """What stands behind the keyword, with single blanks."""
    return " ".join(line.text.split()[1 + line.negated :])


class PortStatements:
    """Reads them, and notes those that can only be judged once the whole config is read."""

    def __init__(self) -> None:
        self.class_uses: list[tuple[Line, str]] = []
        """The lines that name a vc-class, and its name."""
        self.frames: list[tuple[Line, str]] = []
        """The lines that apply a policy of type network-qos, and its name."""

    def read(self, account: Account, target: PortLines, line: Line) -> None:
        """A line about the port `target` itself. Raises `Rejected`."""
        if line.keyword == "rate-limit":
            direction, rule = rate_limit(account, line)
            rules = target.rules[direction]
            if line.negated:
                rules[:] = [one for one in rules if one != rule]
            else:
                rules.append(rule)
            return
        if line.keyword == "tx-queue-limit":
            tx_queue(target, line)
            return
        if line.keyword in ("priority-group", "custom-queue-list"):
            from qosc.frontends.cisco.legacy_queueing.queue_lists import use_list

            target.queue_list = use_list(line)
            return
        if line.negated and len(line.text.split()) <= 2 + line.keyword.count(" "):
            clear(target, line.keyword)
            return
        if line.keyword == "description":
            target.description = "" if line.negated else argument(line)
            return
        if line.keyword == "encapsulation" and (text := argument(line)):
            target.encapsulation = "" if line.negated else text.lower()
            return
        self._apply(account, target, line, phrase("interface", line))

    def _apply(self, account: Account, target: PortLines, line: Line, node: Node) -> None:
        name = node.name
        gone = line.negated
        if name in SETTINGS:
            SETTINGS[name](target, line, node)
            if name == "mtu" and account.dialect.mtu_with_header:
                SETTINGS["without_header"](target, line, node)
        elif name == "shutdown":
            target.shutdown = not gone
        elif name == "service_policy":
            kind, towards = node.find("qos_type"), node.find("direction")
            assert towards is not None  # noqa: S101 - so the grammar is written
            queuing = kind is not None and kind.word() != "qos"
            attach(account, target, line, node, towards.word(), queuing=queuing)
            if node.find("more") is not None:
                reason = "what stands behind the policy's name is not in the model"
                account.recognised(line, reason, node.find("more"))
        elif name == "use_vc_class":
            target.vc_class = "" if gone else node.word()
            if target.vc_class:
                self.class_uses.append((line, target.vc_class))
        elif name == "hold_queue":
            way = node.nodes()[0].word()
            target.hold[way] = None if gone else packets(line, node)
        elif name in CONTRACTS:
            target.atm = None if gone else contract(account, line, node)
        elif name == "typed_service_policy" and node.word().split()[0] == "network-qos":
            self.frames.append((line, unquoted(node.word().split()[-1])))
        elif name in ("typed_service_policy", "policy_history"):
            raise recognised(None, "policies of a type are not in the model")
        else:
            raise recognised(None, f"this form of {line.keyword} is not in the model")
