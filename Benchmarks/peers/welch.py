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
    # Our Hann window stands for the middles of its cells.
    window = 0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(segment) + 0.5) / segment)

    def same():
        return scipy.signal.welch(
            samples, fs=rate, window=window, nperseg=segment, noverlap=segment // 2,
            detrend="constant")

    def default():
        return scipy.signal.welch(samples, fs=rate, nperseg=segment)

    def neurokit():
        # It pads each segment with zeros to twice its length and leaves frequency 0 out.
        return neurokit2.signal_psd(
            samples, sampling_rate=rate, method="welch", window=segment / rate, min_frequency=0,
            max_frequency=rate / 2, normalize=False)

    found = [
        workloads.result(workload, "scipy.signal.welch, our window", same, lambda r: r[1]),
        workloads.result(
            workload, "scipy.signal.welch", default, lambda r: r[1], is_same=False),
    ]
    if len(samples) >= NEUROKIT_SAMPLES:
        found.append(
            workloads.result(
                workload, "neurokit2.signal_psd", neurokit,
                lambda r: np.concatenate([[np.nan], r["Power"].to_numpy()[1::2]]), is_same=False))
    return found


workloads.main("welch", results)
