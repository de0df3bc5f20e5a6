"""The stages of a port: rules, classes, policers and marks."""

from __future__ import annotations

from dataclasses import dataclass, field

from qosc.scenario import Action, Class, Colours, Police, Policy, RuleList, Stage
from qosc.scenario.model import has_queues
from qosc.scenario.pipeline import Marks
from qosc.targets.ns3.lower.fields import Fields
from qosc.targets.ns3.lower.queues import Queues
from qosc.targets.ns3.model import Cells, Refused, Symbol, Tables

__all__ = ["Place", "Stages"]

_VERDICTS = {"transmit": 0, "drop": 1, "continue": 2}
_ALGORITHMS = {
    "single-bucket": Symbol.SINGLE_BUCKET,
    "srtcm": Symbol.SRTCM,
    "trtcm": Symbol.TRTCM,
    "car": Symbol.CAR,
    "rfc4115": Symbol.RFC4115,
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stage stands: the node with its shared meters, the port as shown, and the side."""

    node: str
    port: str
    output: bool


@dataclass(slots=True)
class Stages:
    """Lowers stages. Counters are made in the order in which the simulator lists its classes."""

    tables: Tables
    fields: Fields
    queues: Queues
    _shared: dict[tuple[str, str], int] = field(default_factory=dict)

    def counter(self, place: Place, policy: str, name: str, origin: str, meters: int = 0) -> int:
        """A counter of the result."""
        text = self.tables.text
        return self.tables.add(
            "counters",
            port=text(place.port),
            output=int(place.output),
            policy=text(policy),
            name=text(name),
            origin=text(origin),
            meters=meters,
        )

    def rows(self, stages: list[Stage], place: Place) -> tuple[int, int]:
        """The range of rows of stages without queues."""
        cells: list[Cells] = []
        for stage in stages:
            if isinstance(stage, RuleList):
                cells.append({"is_policy": 0, "index": self._rules(stage, place)})
            else:
                index = self.policy(stage, place, "", queued=False)
                cells.append({"is_policy": 1, "index": index})
        return self.tables.extend("stages", cells), len(cells)

    def _rules(self, model: RuleList, place: Place) -> int:
        feature = model.feature or "rules"
        rows: list[Cells] = []
        for number, rule in enumerate(model.rules, start=1):
            match = self.fields.match(rule.match)
            meters = int(rule.police is not None)
            name = rule.name or f"rule {number}"
            counter = self.counter(place, feature, name, rule.origin, meters)
            police = action = -1
            if rule.police is not None:
                police = self._polices((rule.police,), place)[0]
            else:
                action = self._action(rule.set, rule.then)
            rows.append({"match": match, "police": police, "action": action, "counter": counter})
        otherwise = -1
        if model.otherwise == "drop":
            otherwise = self.counter(place, feature, "(no rule)", model.origin)
        first = self.tables.extend("rules", rows)
        return self.tables.add("rule_lists", rule=first, rules=len(rows), otherwise=otherwise)

    def policy(self, model: Policy, place: Place, above: str, *, queued: bool) -> int:
        """The row of a policy; only a `queued` one has queues.

        The child of one of its classes may have none: it marks and polices.
        """
        title = f"{above}{model.name or 'policy'}"
        rows = [self._class(model, each, place, title, queued=queued) for each in model.classes]
        first = self.tables.extend("classes", rows)
        return self.tables.add("policies", first=first, classes=len(rows))

    def _class(
        self, policy: Policy, model: Class, place: Place, title: str, *, queued: bool
    ) -> Cells:
        counter = self.counter(place, title, model.name, model.origin, len(model.police))
        match = self.fields.match(model.match)
        action = self._action({} if model.drop else model.set, "drop" if model.drop else "transmit")
        police, polices = self._polices(model.police, place)
        queue = child = -1
        divided = queued and model.child is not None and has_queues(model.child)
        if queued and model.queue is not None:
            queue = self.queues.row(model.queue, policy, leaf=not divided)
        if model.child is not None:
            inner = f"{title} > {model.name} > "
            child = self.policy(model.child, place, inner, queued=divided)
        return {
            "match": match,
            "action": action,
            "police": police,
            "polices": polices,
            "counter": counter,
            "queue": queue,
            "child": child,
        }

    def _polices(self, models: tuple[Police, ...], place: Place) -> tuple[int, int]:
        rows: list[Cells] = []
        for model in models:
            actions = (model.conform, model.exceed, model.violate or model.exceed)
            numbers = tuple(self._of(action) for action in actions)
            meter = self._meter(model, place)
            colours = self._colours(model.meter.colours)
            own = model.accounting_bytes
            lengths = {"counted": int(own is not None), "extra": own or 0}
            draws = int(model.draws_all)
            rows.append({"meter": meter, "action": numbers, **colours, **lengths, "draws": draws})
        return self.tables.extend("polices", rows), len(rows)

    def _colours(self, model: Colours | None) -> dict[str, int]:
        if model is None:
            return {"coloured": 0, "green": -1, "yellow": -1}
        yellow = -1 if model.yellow is None else self.fields.match(model.yellow)
        return {"coloured": 1, "green": self.fields.match(model.green), "yellow": yellow}

    def _of(self, action: Action) -> int:
        return self._action(action.set, action.then)

    def _action(self, marks: Marks, verdict: str) -> int:
        first, count = self.fields.marks(marks)
        return self.tables.add("actions", mark=first, marks=count, verdict=_VERDICTS[verdict])

    def _meter(self, model: Police, place: Place) -> int:
        key = (place.node, model.shared)
        if model.shared and key in self._shared:
            return self._shared[key]
        meter = model.meter
        algorithm = _ALGORITHMS.get(meter.algorithm)
        if algorithm is None:
            raise Refused(f"the ns-3 program does not know the meter {meter.algorithm}")
        scale = 8 if meter.in_packets else 1
        meter_row = self.tables.add(
            "meters",
            algorithm=algorithm,
            cir=meter.number("cir") * scale,
            cbs=meter.number("cbs"),
            ebs=meter.number("ebs"),
            pir=(meter.number("pir") or meter.number("eir")) * scale,
            pbs=meter.number("pbs"),
            packets=int(meter.in_packets),
        )
        if model.shared:
            self._shared[key] = meter_row
        return meter_row
