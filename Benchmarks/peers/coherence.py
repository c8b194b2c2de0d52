"""The reference coherence score of every window: by sums in numpy and by scipy's transform."""

import math

import numpy as np
import scipy.fft

import workloads


def bins(workload):
    """First and last bin of the band and of the target."""
    rate = workload.parameters["rate_hz"]
    count = int(workload.parameters["window"])
    resolution = rate / count
    low = max(1, math.floor(0.04 / resolution))
    high = min(count // 2, math.floor(0.15 / resolution))
    target = math.floor(workload.parameters["breath_hz"] / resolution + 0.5)
    return low, high, max(low, target - 1), min(high, target + 1)


def results(workload):
    samples = workload.array("samples")
    count = int(workload.parameters["window"])
    low, high, first, last = bins(workload)
    angles = 2 * np.pi * np.outer(np.arange(count // 2 + 1), np.arange(count)) / count
    cosines, sines = np.cos(angles), np.sin(angles)

    def score(power):
        total = power[low:high + 1].sum()
        return power[first:last + 1].sum() / total if total > 0 else 0.0

    def each_window(powers):
        return [
            score(powers(samples[end - count:end] - samples[end - count:end].mean()))
            for end in range(count, len(samples) + 1)
        ]

    def naive(window):
        power = np.empty(count // 2 + 1)
        for k in range(count // 2 + 1):
            power[k] = (window @ cosines[k]) ** 2 + (window @ sines[k]) ** 2
        return power

    def planned(window):
        spectrum = scipy.fft.rfft(window)
        return spectrum.real ** 2 + spectrum.imag ** 2

    def at_once():
        windows = np.lib.stride_tricks.sliding_window_view(samples, count)
        spectra = scipy.fft.rfft(windows - windows.mean(axis=1, keepdims=True), axis=1)
        power = spectra.real ** 2 + spectra.imag ** 2
        return power[:, first:last + 1].sum(axis=1) / power[:, low:high + 1].sum(axis=1)

    ways = [
        ("numpy, a sum a bin", lambda: each_window(naive)),
        ("scipy.fft.rfft a step", lambda: each_window(planned)),
        ("scipy.fft.rfft, all windows at once", at_once),
    ]
    return [workloads.result(workload, name, work, lambda r: r) for name, work in ways]


workloads.main("coherence", results)
