"""The device of a config with all that its platform does where the config is silent."""

from __future__ import annotations

from collections.abc import Mapping

from qosc.amounts import Rate, RateBase
from qosc.datapath.applied import applied
from qosc.datapath.denied import with_denied
from qosc.datapath.queues.flows import with_default_flows
from qosc.datapath.rates import link_rate
from qosc.ir import UNNAMED, Attachment, Device, Policy, Port
from qosc.ir.leaves import has_qos
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["with_defaults", "with_standing"]


def with_defaults(device: Device, profile: Profile) -> Device:
    """The device with the profile's defaults where the config is silent. Idempotent."""
    if device.standing.keys() - {UNNAMED}:
        device = with_standing(device)
    device = with_denied(device, profile)
    rates = {
        name: link_rate(device, port, profile)
        for name, port in device.ports.items()
        if any(isinstance(stage, Attachment) for stage in (*port.input, *port.output))
    }
    device = applied(device, profile, rates)
    ports = {
        name: _fill_port(port, device.policies, profile) for name, port in device.ports.items()
    }
    if profile.serial_fair_queue.value:
        for name, port in ports.items():
            if has_qos(port):
                ports[name] = with_default_flows(device, port, profile)
    device = replace(device, ports=ports)
    if any(port.atm is not None for port in ports.values()):
        from qosc.datapath.circuits import with_queues

        policies, ports = with_queues(device, profile)
        device = replace(device, policies=policies, ports=ports)
    return device


def with_standing(device: Device) -> Device:
    """The device with the stages that its platform adds to ports by itself."""
    policies, ports = dict(device.policies), dict(device.ports)
    kept = {name: added for name, added in device.standing.items() if name == UNNAMED}
    for name, added in device.standing.items():
        if name == UNNAMED:
            continue
        port = ports[name]
        ports[name] = replace(
            port, input=(*added.input, *port.input), output=(*added.output, *port.output)
        )
        policies.update((policy.name, policy) for policy in added.policies)
    return replace(device, policies=policies, ports=ports, standing=kept)


def _fill_port(port: Port, policies: Mapping[str, Policy], profile: Profile) -> Port:
    if port.max_reserved is not None or profile.max_reserved is None or not port.output:
        return port
    for stage in port.output:
        if isinstance(stage, Attachment):
            policy = policies.get(stage.policy.name)
            # The reserve is a rule of policy-maps: a switch's weights and a priority-list know
            # none.
            if policy is None or not policy.feature:
                reserve = Rate(profile.max_reserved.value, RateBase.PERCENT, profile.name)
                return replace(port, max_reserved=reserve)
    return port
