"""What every peer's script shares: inputs, answers, timing."""

import json
import sys
import time
from pathlib import Path

import numpy as np

ROUND_NS = 1_000_000
ROUNDS_NS = 300_000_000
MIN_ROUNDS = 5
# A call as long as this is not repeated but in the next turn.
LONG_NS = 2_000_000_000


class Workload:
    """One entry of workloads.json with its arrays."""

    def __init__(self, folder, entry):
        self.folder = folder
        self.name = entry["name"]
        self.parameters = entry["parameters"]
        self.indices = self.array("places").astype(int)
        self.expected = self.array("expected")

    def array(self, name):
        return np.fromfile(self.folder / f"{self.name}.{name}.f64", dtype="<f8")

    def deviation(self, output):
        """Largest deviation from the known numbers, relative to the highest of them."""
        known = np.nanmax(np.abs(output[self.indices] - self.expected))
        return float(known / np.abs(self.expected).max())

    def distance(self, output):
        """Largest distance from our whole answer, relative to its highest number."""
        ours = self.array("ours")
        return float(np.nanmax(np.abs(output - ours)) / np.abs(ours).max())


def of_method(folder, method):
    entries = json.loads((folder / "workloads.json").read_text())
    return [Workload(folder, entry) for entry in entries if entry["method"] == method]


def min_ns(work):
    """CPU time of one call, the least of many rounds of at least a millisecond; warmed up."""
    work()
    calls = 1
    while True:
        begin = time.process_time_ns()
        for _ in range(calls):
            work()
        elapsed = time.process_time_ns() - begin
        if elapsed >= ROUND_NS:
            break
        calls = max(calls + 1, min(10 * calls, -(-calls * ROUND_NS // max(elapsed, 1))))
    rounds = max(MIN_ROUNDS, min(101, ROUNDS_NS // elapsed)) if elapsed < LONG_NS else 0
    best = elapsed
    for _ in range(rounds):
        begin = time.process_time_ns()
        for _ in range(calls):
            work()
        best = min(best, time.process_time_ns() - begin)
    return best / calls


def result(workload, peer, work, output, scale=1.0, is_same=True):
    """Times one way to do a workload; the answer times `scale` is in our units.

    is_same: whether the peer computes the same numbers as we do, up to rounding. NaN in an answer
    stands for a number it does not give.
    """
    numbers = np.asarray(output(work())) * scale
    return {
        "workload": workload.name,
        "peer": peer,
        "least_ns": min_ns(work),
        "deviation": workload.deviation(numbers),
        "distance": workload.distance(numbers),
        "is_same": is_same,
    }


def main(method, results):
    """Runs every workload of a method and prints the results as JSON."""
    folder = Path(sys.argv[1])
    found = []
    for workload in of_method(folder, method):
        found += results(workload)
    json.dump(found, sys.stdout, indent=1)
