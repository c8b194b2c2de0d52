"""Runs other packages' R-peak detectors on the signals of the report on detection.

usage: detection_study.py FOLDER

FOLDER holds signals.json, [{"name", "rate_hz"}], and <name>.f64 with the samples in mV, as KernelRuns
writes them; <name>.<method>.f64 with the positions in samples and peers.json are written beside them.
A method that fails on a signal has found nothing there; the failure is counted.
"""

import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np

import detection_methods

PACKAGES = ["wfdb", "sleepecg", "neurokit2", "numpy", "scipy", "numba"]


def main():
    folder = Path(sys.argv[1])
    failures = {name: 0 for name, _ in detection_methods.METHODS}
    for entry in json.loads((folder / "signals.json").read_text()):
        signal = np.fromfile(folder / f"{entry['name']}.f64", dtype="<f8")
        print(entry["name"], file=sys.stderr)
        for name, method in detection_methods.METHODS:
            try:
                found = detection_methods.positions(method, signal, entry["rate_hz"])
            except Exception:
                found = np.empty(0)
                failures[name] += 1
            found.astype("<f8").tofile(folder / f"{entry['name']}.{name}.f64")
    methods = [{"name": name, "failures": count} for name, count in failures.items()]
    versions = [f"Python {platform.python_version()}"] + [
        f"{name} {version(name)}" for name in PACKAGES]
    (folder / "peers.json").write_text(json.dumps({"methods": methods, "versions": versions}))


main()
