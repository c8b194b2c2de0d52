"""Beat classes of MIT-BIH records with the noise of moving electrodes added, and false ones in healthy ECGs.

    noise.py HRV FOLDER NOISY [--healthy FILE ...] [--simulate]

HRV is the program, FOLDER has the MIT-BIH records, NOISY is record 118e06 of the noise stress test database: less
record 118 it is the noise. It is added from 5:00 on without a pause; levels are those of `nst` (QRS amplitude^2 / 8
over the noise's mean square in windows of 1 s). Where in the noise a record begins is drawn with seed 0.
"""

import argparse
import json
import os
import subprocess
import tempfile

import numpy as np

import train

LEVELS = [None, 24, 18, 12, 6, 0]
START = 300
# Noise, options of `hrv simulate ecg`.
SIMULATED = [[], ["muscle=12"], ["motion=12"], ["baseline=6", "white=18"], ["motion=6"]]


def noise(folder, noisy):
    import wfdb

    a, b = wfdb.rdrecord(noisy), wfdb.rdrecord(os.path.join(folder, "118"))
    n = min(len(a.p_signal), len(b.p_signal))
    difference = a.p_signal[:n] - b.p_signal[:n]
    fs = int(a.fs)
    parts = [difference[i:i + fs] for i in range(START * fs, n - fs + 1, fs)]
    parts = [p for p in parts if np.ptp(p[:, 0]) > 0.02]
    return np.concatenate(parts)


def amplitude(x, fs, positions):
    """Mean range of QRS complexes without the largest and smallest twentieth."""
    half = int(0.05 * fs)
    ranges = np.sort([np.ptp(x[p - half:p + half]) for p in positions if half < p < len(x) - half])
    cut = len(ranges) // 20
    return ranges[cut:len(ranges) - cut].mean()


def power(x, fs):
    windows = x[:len(x) // fs * fs].reshape(-1, fs)
    return windows.var(axis=1).mean()


def added(signal, fs, positions, disturbance, level, begin):
    out = signal.copy()
    first = int(START * fs)
    rows = (begin + np.arange(len(signal) - first)) % len(disturbance)
    for lead in range(signal.shape[1]):
        gain = np.sqrt(amplitude(signal[:, lead], fs, positions) ** 2 / 8 / power(disturbance[:, lead], int(fs)) / 10 ** (level / 10))
        out[first:, lead] += gain * disturbance[rows, lead]
    return out


def detected(hrv, path):
    run = subprocess.run([hrv, "detect", path, "--json"], capture_output=True, text=True)
    if run.returncode:
        return None
    found = json.loads(run.stdout)
    return found[0] if isinstance(found, list) else found


def compared(found, fs, positions, y):
    """Counts as in `train.counts`; a beat that was not found is N, one that is none counts as N."""
    t, c = np.array(found["time_s"]), np.array(found["class"])
    truth = positions / fs
    nearest = np.abs(t[None] - truth[:, None]).argmin(1) if len(t) else np.zeros(len(truth), int)
    near = np.abs(t[nearest] - truth) < 0.15
    h = np.where(near, c[nearest], "N")
    counts = train.counts(y, h, truth)
    own = np.abs(truth[None] - t[:, None]).min(1)
    extra = c[(own >= 0.15) & (t >= START)]
    counts[2] += (extra == "V").sum()
    counts[5] += (extra == "S").sum()
    return counts


def healthy(hrv, name, path):
    found = detected(hrv, path)
    if found is None:
        print(f"{name}: not read")
        return np.zeros(3)
    c, hours = found["class"], found["duration_s"] / 3600
    print(f"{name:40s} {hours:5.2f} h  V {c.count('V'):4d}  S {c.count('S'):4d}")
    return np.array([hours, c.count("V"), c.count("S")])


def main():
    import wfdb

    parser = argparse.ArgumentParser()
    parser.add_argument("hrv")
    parser.add_argument("folder")
    parser.add_argument("noisy")
    parser.add_argument("--healthy", nargs="*", default=[])
    parser.add_argument("--simulate", action="store_true")
    o = parser.parse_args()
    hrv = os.path.abspath(o.hrv)
    with tempfile.TemporaryDirectory() as out:
        for path in o.healthy:
            healthy(hrv, os.path.basename(path), path)
        if o.simulate:
            total, seed = {}, 0
            for deviation in (40, 80, 120):
                for parts in SIMULATED:
                    for breathing in (9, 15):
                        seed += 1
                        record = os.path.join(out, f"h{seed}")
                        options = [w for p in parts for w in ("--noise", p)]
                        made = subprocess.run(
                            [hrv, "simulate", "ecg", "--seed", str(seed), "--duration", "1200", "--heart-rate",
                             str(50 + seed * 7 % 40), "--sdnn", str(deviation), "--lf-hf", "0.2", "--breathing",
                             str(breathing), "--out", record] + options, capture_output=True)
                        if made.returncode:  # Intervals below 0.25 s are refused.
                            continue
                        name = " ".join(parts) or "no noise"
                        total[name] = total.get(name, 0) + healthy(hrv, f"SDNN {deviation} breathing {breathing} {name}", record)
            for name, (hours, v, s) in total.items():
                print(f"## simulated, {name}: {hours:.2f} h, V {v / hours:.2f} an hour, S {s / hours:.2f} an hour")
        names = [r for r in open(os.path.join(o.folder, "RECORDS")).read().split() if r not in train.PACED]
        disturbance = noise(o.folder, o.noisy)
        print(f"noise: {len(disturbance) / 360:.0f} s")
        random = np.random.default_rng(0)
        records = {r: train.load(o.folder, r) for r in names}
        begins = {r: int(random.integers(len(disturbance))) for r in names}
        for level in LEVELS:
            total = 0
            for r in names:
                signal, fs, positions, y = records[r]
                path = os.path.join(o.folder, r)
                if level is not None:
                    name = f"{r}n"
                    wfdb.wrsamp(name, fs=fs, units=["mV"] * 2, sig_name=["MLII", "V1"], fmt=["16"] * 2,
                                p_signal=added(signal, fs, positions, disturbance, level, begins[r]),
                                adc_gain=[200.0] * 2, baseline=[0] * 2, write_dir=out)
                    path = os.path.join(out, name)
                total = total + compared(detected(hrv, path), fs, positions, y)
            print(train.line("none" if level is None else f"{level} dB", total), flush=True)


if __name__ == "__main__":
    main()
