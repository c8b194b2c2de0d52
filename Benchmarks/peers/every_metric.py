"""All metrics of one recording by neurokit2's `hrv`: of its answer SDNN and RMSSD are compared, which
it defines as we do. It resamples, interpolates and counts by rules of its own for the rest."""

import warnings

import neurokit2
import numpy as np

import workloads

# Its time grows with about the square of the beats: 100,000 would take hours.
MAX_BEATS = 3_000


def results(workload):
    intervals = workload.array("intervals")
    if len(intervals) > MAX_BEATS:
        return []
    # Intervals are whole milliseconds; peaks are positions at 1,000 samples a second.
    peaks = np.concatenate([[0], np.cumsum(intervals)]).astype(int)

    def everything():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return neurokit2.hrv(peaks, sampling_rate=1000)

    def compared(table):
        return [table["HRV_SDNN"].iloc[0], table["HRV_RMSSD"].iloc[0], np.nan, np.nan]

    return [workloads.result(workload, "neurokit2.hrv", everything, compared)]


workloads.main("every_metric", results)
