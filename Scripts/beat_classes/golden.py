"""Writes the stored output of the study on a generated ECG: one line a beat, probabilities of V and S.

    golden.py PICKLED_COEFFICIENTS > Tests/Hearts/BeatDetectionTests/BeatClassesOfTheStudy.swift

`BeatClassifierTests.swift` generates the same ECG.
"""

import math
import pickle
import sys

import numpy as np

import intervals
import model


def ecg(rate=250, sign=1.0, kind_of=None, block=False, noise=0.04):
    """Beats at 0.8 s with P, QRS and T waves of Gaussian form; V every 17th, S every 23rd; noise by a generator."""
    times, kinds, t = [], "", 1.0
    for i in range(300):
        kind = kind_of(i) if kind_of else "V" if i % 17 == 9 else "S" if i % 23 == 14 else "N"
        times.append(t - {"V": 0.28, "S": 0.22, "N": 0.0}[kind])
        kinds += kind
        t += 0.8 + 0.02 * math.sin(0.7 * i)
    n = int((t + 1) * rate)
    x = np.zeros(n)
    waves = {
        "N": [(-0.16, 0.022, 0.12), (0, 0.011, 1.0), (0.03, 0.010, -0.25), (0.28, 0.045, 0.3)],
        "S": [(-0.14, 0.022, -0.1), (0, 0.011, 0.95), (0.03, 0.010, -0.25), (0.28, 0.045, 0.3)],
        "V": [(-0.03, 0.030, 1.2), (0.06, 0.035, -0.6), (0.33, 0.06, -0.45)],
    }
    if block:
        waves["N"] = [(-0.2, 0.022, 0.12), (-0.02, 0.022, 0.9), (0.04, 0.025, 0.6), (0.33, 0.05, -0.3)]
    for t0, kind in zip(times, kinds):
        for at, width, height in waves[kind]:
            lo, hi = int((t0 + at - 6 * width) * rate), int((t0 + at + 6 * width) * rate) + 1
            for k in range(max(lo, 0), min(hi, n)):
                u = (k / rate - t0 - at) / width
                x[k] += height * math.exp(-0.5 * u * u)
    state = 1
    for k in range(n):
        state = (state * 1103515245 + 12345) % 2147483648
        x[k] += noise * (state / 2147483648 - 0.5)
    return sign * x, np.array(times), kinds


if __name__ == "__main__":
    beta = pickle.load(open(sys.argv[1], "rb"))
    x, times, kinds = ecg()
    v, s, h = model.classes(intervals.table([x], 250, times * 250), beta)
    words = [f"{a}:{b:.3f}:{c:.3f}" for a, b, c in zip(h, v, s)]
    print("// Written by Scripts/beat_classes/golden.py: class and probabilities of V and S of each generated beat.")
    print('let beatClassesOfTheStudy = """')
    for i in range(0, len(words), 7):
        print("    " + " ".join(words[i : i + 7]))
    print('    """')
