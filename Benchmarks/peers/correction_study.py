"""Runs other packages on the series of the report on beat corrections.

usage: correction_study.py FOLDER

FOLDER holds series.f64 and, where there are annotated recordings, records.f64, as KernelRuns writes
them; <method>.series.f64, <method>.records.f64 and peers.json are written beside them. A recording
on which a method takes longer than a minute of CPU time counts as unfinished. Where a method fails,
the series stays as it is, and the failure is counted.
"""

import json
import platform
import signal
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np

import correction_methods

PACKAGES = ["neurokit2", "systole", "hrv-analysis", "numpy", "scipy", "numba", "pandas"]
LIMIT_SECONDS = 60


class TooLong(BaseException):
    """Not an Exception, so that no package catches it."""


def stop(_signal, _frame):
    raise TooLong


def series(path):
    numbers = np.fromfile(path, dtype="<f8")
    index = 0
    while index < len(numbers):
        resolution, count = numbers[index], int(numbers[index + 1])
        yield resolution, numbers[index + 2:index + 2 + count]
        index += 2 + count


def run(method, path, limit):
    """All results in one array, and how often the method failed."""
    parts, failures = [], 0
    for resolution, intervals in series(path):
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            kind, values, retained = method(intervals, resolution)
        except TooLong:
            kind, values, retained = -1, [], []
        except Exception:
            kind, values, retained = 1, intervals, np.ones(len(intervals))
            failures += 1
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        parts += [[kind, len(values)], values, [len(retained)], retained]
    return np.concatenate([np.asarray(part, "<f8") for part in parts]), failures


def main():
    folder = Path(sys.argv[1])
    signal.signal(signal.SIGPROF, stop)
    failures = {}
    for name, method, accepts_records in correction_methods.METHODS:
        print(name, file=sys.stderr)
        for part in ["series", "records"]:
            path = folder / f"{part}.f64"
            if part == "records" and not (accepts_records and path.exists()):
                continue
            # Compiled code first of all: a minute is not for that.
            if part == "series":
                resolution, intervals = next(series(path))
                method(intervals, resolution)
            found, count = run(method, path, LIMIT_SECONDS if part == "records" else 0)
            found.tofile(folder / f"{name}.{part}.f64")
            failures[name] = failures.get(name, 0) + count
    methods = [
        {"name": name, "failures": failures[name], "takes_records": accepts_records}
        for name, _, accepts_records in correction_methods.METHODS]
    versions = [f"Python {platform.python_version()}"] + [
        f"{name} {version(name)}" for name in PACKAGES]
    (folder / "peers.json").write_text(json.dumps({"methods": methods, "versions": versions}))


main()
