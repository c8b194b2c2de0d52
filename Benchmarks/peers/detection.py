"""R-peak detection: the answer is how many beats were found, the known number how many there are."""

import resource
import time

import sleepecg

import detection_methods
import workloads

# Longer signals are for compiled detectors alone.
LONG = 700_000
# Whose first call is over.
CALLED = set()


def results(workload):
    signal = workload.array("signal")
    rate = workload.parameters["rate_hz"]
    methods = [
        ("sleepecg.detect_heartbeats (C)",
         lambda: sleepecg.detect_heartbeats(signal, rate, backend="c"))
    ]
    if len(signal) < LONG:
        methods += [
            (name, lambda method=method: detection_methods.positions(method, signal, rate))
            for name, method in detection_methods.METHODS if name != "sleepecg"
        ]
    found = []
    for name, work in methods:
        first = first_call(work) if name not in CALLED else {}
        CALLED.add(name)
        entry = workloads.result(workload, name, work, count, is_same=False)
        found.append({**entry, **first})
    return found


def first_call(work):
    """CPU time of a call that nothing has warmed up, and by how much the process outgrew itself.

    The first workload is the largest: later ones fit into what it has left.
    """
    highest = peak_bytes()
    begin = time.process_time_ns()
    work()
    return {
        "first_ns": time.process_time_ns() - begin,
        "grown_bytes": (peak_bytes() - highest) or None,
    }


def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def count(positions):
    return [len(positions)]


workloads.main("detection", results)
