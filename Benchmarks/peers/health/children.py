"""Runs a command and says what it cost."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Cost:
    cpu_s: float
    wall_s: float
    rss_mib: float
    code: int
    output: str


def run(arguments, environment=None):
    """CPU time (user and system), wall time and largest memory of one child process."""
    with tempfile.TemporaryFile() as output:
        begin = time.perf_counter()
        child = subprocess.Popen(
            [str(argument) for argument in arguments], stdout=output, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, env=os.environ | (environment or {}))
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return Cost(
        usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, child.returncode, text)


def must(arguments, codes=(0, 1)):
    """The cost of a command that has to succeed (1: some input had faults)."""
    cost = run(arguments)
    if cost.code not in codes:
        raise SystemExit(f"{' '.join(map(str, arguments))}: exit {cost.code}\n{cost.output}")
    return cost


def remove_store(path):
    """Removes a store with the files that SQLite keeps beside it."""
    for name in (str(path), f"{path}-wal", f"{path}-shm"):
        if os.path.exists(name):
            os.remove(name)


def store_bytes(path):
    return sum(os.path.getsize(name) for name in (str(path), f"{path}-wal")
               if os.path.exists(name))
