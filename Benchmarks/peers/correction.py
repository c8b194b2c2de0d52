"""Corrections of faulty R-R intervals: the answer is RMSSD, the known number that of the clean ones.

Each package has a method of its own, so no answer is the same as ours.
"""

import numpy as np
from systole.correction import correct_rr

import correction_methods
import workloads

RESOLUTION = 1.0


def rmssd(intervals):
    return [np.sqrt(np.mean(np.diff(np.asarray(intervals, float)) ** 2))]


# Rules of ours share their inputs: a package runs once for all of them.
KNOWN = {}


def results(workload):
    key = workload.array("intervals").tobytes()
    if key not in KNOWN:
        KNOWN[key] = measured(workload)
    return [{**entry, "workload": workload.name} for entry in KNOWN[key]]


def measured(workload):
    intervals = workload.array("intervals")
    # Parsing is outside the timing, on both sides.
    positions = correction_methods.samples(intervals, RESOLUTION)

    def neurokit(iterative):
        return lambda: np.diff(
            correction_methods.neurokit_beats(positions, RESOLUTION, iterative))

    def systole():
        return correct_rr(intervals, verbose=False)[0]

    return [
        workloads.result(workload, "systole.correct_rr", systole, rmssd, is_same=False),
        workloads.result(
            workload, "neurokit2.signal_fixpeaks, one pass", neurokit(False), rmssd,
            is_same=False),
        workloads.result(
            workload, "neurokit2.signal_fixpeaks, iterated", neurokit(True), rmssd,
            is_same=False),
    ]


workloads.main("correction", results)
