"""What other packages find wrong with R-R intervals: the golden values of the correction's tests.

    python correction_values.py DATASETS OUT.json

DATASETS is the folder of real recordings. Of neurokit2, the indices of one pass of its method
"kubios", by kind, as it gives them: index i is the interval that ends at beat i, and beat 0 begins
the series. Of hrv-analysis, the intervals that each of its rules removes, from 0 on. Synthetic series
are seeded, whole numbers of ms, and stand in the file with the index of the beat at which each fault
was made.
"""

import hashlib
import importlib.metadata as metadata
import json
import os
import platform
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("MPLBACKEND", "Agg")

import neurokit2 as nk  # noqa: E402
import numpy as np  # noqa: E402
from hrvanalysis import remove_ectopic_beats  # noqa: E402

PACKAGES = ["neurokit2", "hrv-analysis", "numpy", "scipy", "pandas"]
RULES = ["malik", "kamath", "karlsson", "acar"]
# Name below DATASETS, samples a second, first interval, how many.
RECORDINGS = [
    ("rr-short/hrv_real_rri.txt", 1000, 0, 773),
    ("rr-short/aura_test_nn_intervals.txt", 1000, 0, 1000),
    ("rr-24h/healthy_ms/000.txt", 1000, 0, 20000),
    ("rr-24h/healthy_ms/007.txt", 1000, 20000, 20000),
    ("rr-24h/nsr2db/nsr003_rr_secs.txt", 128, 1, 20000),
    ("rr-24h/nsr2db/nsr007_rr_secs.txt", 128, 1, 20000),
    ("rr-24h/chf2db/chf201_rr_secs.txt", 128, 1, 20000),
    ("rr-24h/chf2db/chf203_rr_secs.txt", 128, 1, 20000),
]
# Seed, beats, oscillation (ms), its period (s), white noise (ms), chance of an artefact, kinds of artefacts.
SERIES = [
    (1, 400, 40, 4, 12, 0.0, []),
    (2, 400, 150, 10, 10, 0.0, []),
    (3, 400, 40, 4, 12, 0.025, ["missed"]),
    (4, 400, 40, 4, 12, 0.025, ["extra"]),
    (5, 400, 40, 4, 12, 0.025, ["early"]),
    (6, 400, 150, 10, 10, 0.025, ["missed", "extra"]),
    (7, 400, 150, 10, 10, 0.025, ["early", "late"]),
    (8, 600, 250, 10, 15, 0.03, ["missed", "extra", "early", "late"]),
    (9, 300, 60, 12, 25, 0.1, ["missed", "extra", "early", "late"]),
    (10, 90, 60, 9, 10, 0.08, ["missed", "extra", "early", "late"]),
    (11, 30, 40, 9, 10, 0.1, ["missed", "extra", "early"]),
    (12, 12, 30, 5, 10, 0.15, ["missed", "early"]),
    (13, 4, 0, 5, 40, 0.0, []),
    (14, 5000, 100, 11, 20, 0.02, ["missed", "extra", "early", "late"]),
]


def simulated(seed, count, amplitude, period, noise, chance, kinds):
    """Beat times in ms, and (beat, kind) of what was done to them."""
    rng = np.random.default_rng(seed)
    times, time = [1000], 1000.0
    for _ in range(count):
        rr = 900 + amplitude / 2 * np.sin(2 * np.pi * time / 1000 / period) + rng.normal(0, noise)
        time += rr
        times.append(round(time))
    beats, artefacts, wait = [], [], 0
    for index, time in enumerate(times):
        wait -= 1
        inside = 0 < index < count
        kind = None
        if inside and wait < 0 and rng.random() < chance:
            kind = str(rng.choice(kinds))
            wait = 3
        before = times[index] - times[index - 1] if index else 0
        if kind == "missed":
            artefacts.append((len(beats), kind))
            continue
        if kind == "extra":
            artefacts.append((len(beats), kind))
            beats.append(time - round(before * rng.uniform(0.35, 0.65)))
        if kind == "early" or kind == "late":
            artefacts.append((len(beats), kind))
            time += round((-0.3 if kind == "early" else 0.25) * before)
        beats.append(time)
    return np.array(beats), artefacts


def found(beats, rate):
    values, _ = nk.signal_fixpeaks(beats, sampling_rate=rate, iterative=False, method="kubios")
    kinds = ("ectopic", "missed", "extra", "longshort")
    return {kind: [int(index) for index in values[kind]] for kind in kinds}


def removed(intervals, rules=RULES):
    result = {}
    for rule in rules:
        retained = np.array(remove_ectopic_beats(list(intervals), method=rule, verbose=False), float)
        result[rule] = np.flatnonzero(np.isnan(retained)).tolist()
    return result


def recording(folder, name, rate, first, count):
    path = os.path.join(folder, name)
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    values = np.loadtxt(path)[first:first + count]
    samples = np.rint(values * (rate if name.endswith("_secs.txt") else 1)).astype(int)
    beats = 1000 + np.concatenate([[0], np.cumsum(samples)])
    return {
        "name": name, "sha256": digest, "samples_per_second": rate, "first": first,
        "count": len(samples), "neurokit": found(beats, rate),
        # Once nine in a row are wrong, all that follows is wrong to its acar.
        "hrvanalysis": removed(samples * 1000 / rate, RULES[:3])}


def series(*parameters):
    beats, artefacts = simulated(*parameters)
    intervals = np.diff(beats)
    return {
        "seed": parameters[0], "intervals_ms": intervals.tolist(),
        "faults": [{"beat": beat, "kind": kind} for beat, kind in artefacts],
        "neurokit": found(beats, 1000),
        "hrvanalysis": removed(intervals.astype(float))}


def main():
    folder, out = sys.argv[1:]
    document = {
        "command": "python correction_values.py DATASETS OUT.json",
        "python": platform.python_version(),
        "versions": {name: metadata.version(name) for name in PACKAGES},
        "series": [series(*parameters) for parameters in SERIES],
        "recordings": [recording(folder, *parameters) for parameters in RECORDINGS],
    }
    with open(out, "w") as file:
        json.dump(document, file, separators=(",", ":"))
        file.write("\n")


main()
