"""Welch's density by scipy (transforms compiled, the rest Python) and by neurokit2 on top of it."""

import neurokit2
import numpy as np
import scipy.signal

import workloads

# neurokit2 is built for whole recordings; a day is where its time matters.
NEUROKIT_SAMPLES = 100_000


def results(workload):
    samples = workload.array("samples")
    rate = workload.parameters["rate_hz"]
    segment = int(workload.parameters["segment"])

    def scipys():
        return scipy.signal.welch(samples, fs=rate, nperseg=segment)

    def neurokit():
        # It pads each segment with zeros to twice its length, keeps the segment's mean and leaves
        # frequency 0 out.
        return neurokit2.signal_psd(
            samples, sampling_rate=rate, method="welch", window=segment / rate, min_frequency=0,
            max_frequency=rate / 2, normalize=False)

    found = [workloads.result(workload, "scipy.signal.welch", scipys, lambda r: r[1])]
    if len(samples) >= NEUROKIT_SAMPLES:
        found.append(
            workloads.result(
                workload, "neurokit2.signal_psd", neurokit,
                lambda r: np.concatenate([[np.nan], r["Power"].to_numpy()[1::2]]), is_same=False))
    return found


workloads.main("welch", results)
