"""R-peak detection: the answer is how many beats were found, the known number how many there are."""

import sleepecg

import detection_methods
import workloads


def results(workload):
    signal = workload.array("signal")
    rate = workload.parameters["rate_hz"]
    found = [
        workloads.result(
            workload, "sleepecg.detect_heartbeats (C)",
            lambda: sleepecg.detect_heartbeats(signal, rate, backend="c"), count, is_same=False)
    ]
    if len(signal) < 1_000_000:
        for name, method in detection_methods.METHODS:
            if name == "sleepecg":
                continue
            found.append(
                workloads.result(
                    workload, name,
                    lambda method=method: detection_methods.positions(method, signal, rate), count,
                    is_same=False))
    return found


def count(positions):
    return [len(positions)]


workloads.main("detection", results)
