"""Entry: `python -m qosc.lab.linux.guest JOB RESULT`, both JSON files; see `job` for the forms."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from qosc.lab.linux.guest import kernel
from qosc.lab.linux.guest.experiment import run_all


def main(job_file: str, result_file: str) -> None:
    """Do the job. Whatever goes wrong is in the result too."""
    result: dict[str, Any] = {"kernel": os.uname().release, "boot_s": time.clock_gettime(7)}
    try:
        job = json.loads(Path(job_file).read_text(encoding="utf-8"))
        # For those who look from outside: from here on the kernel works on the job.
        Path(result_file).with_name("begun").touch()
        result["experiments"] = run_all(job)
    except BaseException:  # noqa: BLE001  # the host has no other way to learn of it
        result["error"] = traceback.format_exc()
    result["dmesg"] = kernel.messages()
    result["uptime_s"] = time.clock_gettime(7)
    part = Path(result_file + ".part")
    part.write_text(json.dumps(result), encoding="utf-8")
    part.rename(result_file)


if __name__ == "__main__":
    main(*sys.argv[1:3])
