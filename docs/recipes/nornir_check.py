"""Check the QoS of the configs that a backup holds, one for each host of a nornir inventory."""

import sys

from nornir import InitNornir
from nornir.core.task import Result, Task

import qosc


def check_qos(task: Task, folder: str) -> Result:
    """The findings of a host's config; failed where one is an error, or nothing can be read."""
    try:
        config = qosc.load(f"{folder}/{task.host.name}.cfg", platform=task.host.get("platform_qos"))
    except (OSError, ValueError) as error:
        return Result(host=task.host, result=[str(error)], failed=True)
    findings = qosc.check(config)
    lines = [f"{finding.code} {finding.primary} {finding.message}" for finding in findings]
    failed = any(str(finding.severity) == "error" for finding in findings)
    return Result(host=task.host, result=lines, failed=failed)


def main(settings: str, folder: str) -> int:
    """Print the findings by host; 1 where one has failed."""
    results = InitNornir(config_file=settings).run(task=check_qos, folder=folder)
    for host in sorted(results):
        for line in results[host][0].result:
            print(f"{host}: {line}")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
