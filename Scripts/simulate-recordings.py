#!/usr/bin/env python3
"""Makes a set of recordings for `hrv batch`, good ones and bad ones, by a seed.

    Scripts/simulate-recordings.py FOLDER [--recordings 20000] [--seed 1] [--minutes 5 1440]

Nineteen of twenty recordings are R-R intervals, whose lengths are spread evenly over the logarithm; the others are ECGs in
the format of WFDB, of 5 to 30 minutes, and one in a hundred of them of 24 hours. Three of a hundred recordings are bad, in
twenty ways. FOLDER/manifest.csv names them all; its column `bad` says what is wrong. The script needs numpy.
"""

import argparse
import csv
import gzip
import os
import pathlib

import numpy as np

RATE = 250


def intervals(drawn, seconds):
    """A heart that breathes, drifts and misses: ms, whole numbers."""
    count = int(seconds / 0.82) + 2
    rate = drawn.uniform(0.1, 0.33)
    slow = np.cumsum(drawn.normal(0, 1, count)) * drawn.uniform(0.2, 1.2)
    slow -= np.linspace(0, slow[-1], count)
    slow *= min(1, 80 / max(1, np.abs(slow).max()))
    beat = drawn.uniform(650, 1050) + slow
    beat += drawn.uniform(5, 60) * np.sin(2 * np.pi * rate * np.cumsum(beat) / 1000 + drawn.uniform(0, 6))
    beat += drawn.normal(0, drawn.uniform(2, 20), count)
    wrong = drawn.random(count) < drawn.choice([0, 0.001, 0.02])
    beat[wrong] *= drawn.choice([0.55, 1.9], wrong.sum())
    beat = np.clip(beat, 330, 1900)
    return np.round(beat[np.cumsum(beat) <= 1000 * seconds]).astype(int)


def ecg(drawn, seconds):
    """P, QRS and T at every beat, some noise, a wandering baseline: 200 units a mV, 16 bit."""
    wave = np.arange(-0.3, 0.5, 1 / RATE)
    shape = sum(height * np.exp(-0.5 * ((wave - center) / width) ** 2) for height, center, width in
                [(0.12, -0.18, 0.025), (-0.1, -0.03, 0.01), (1.1, 0, 0.011), (-0.2, 0.03, 0.011), (0.28, 0.26, 0.05)])
    peaks = np.cumsum(intervals(drawn, seconds)) / 1000
    signal = np.zeros(int(seconds * RATE))
    for peak in (peaks * RATE).astype(int):
        begin = peak - int(0.3 * RATE)
        first, last = max(0, begin), min(len(signal), begin + len(shape))
        if last > first:
            signal[first:last] += shape[first - begin:last - begin]
    time = np.arange(len(signal)) / RATE
    signal += 0.15 * np.sin(2 * np.pi * 0.2 * time) + drawn.normal(0, drawn.uniform(0.005, 0.06), len(signal))
    return np.round(signal * 200).astype("<i2")


def write_ecg(folder, name, samples):
    (folder / f"{name}.dat").write_bytes(samples.tobytes())
    base = pathlib.PurePath(name).name
    (folder / f"{name}.hea").write_text(
        f"{base} 1 {RATE} {len(samples)}\n{base}.dat 16 200(0)/mV 16 0 {samples[0]} {int(samples.sum()) & 0xFFFF} 0 ECG\n")


def text(beats):
    return "\n".join(map(str, beats)) + "\n"


def spoil(kind, file, drawn):
    """Writes a recording that is bad in one way."""
    beats = intervals(drawn, 600)
    if kind == "absent":
        return
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "loop of links":
        file.symlink_to(file.name)
    elif kind == "link to nothing":
        file.symlink_to("nothing.txt")
    elif kind == "packed and cut":
        file.write_bytes(gzip.compress(text(beats).encode(), mtime=0)[:-300])
    elif kind == "noise":
        file.write_bytes(drawn.bytes(20_000))
    elif kind == "nul bytes":
        file.write_bytes(bytes(4000))
    elif kind == "no samples":
        file.write_text(f"{file.stem} 1 250 75000\n{file.stem}.dat 16 200 16 0 0 0 0 ECG\n")
    elif kind == "bad header":
        file.write_text(f"{file.stem} x y\nnothing\n")
    elif kind == "cut samples":
        file.write_text(f"{file.stem} 1 250 75000\n{file.stem}.dat 16 200 16 0 0 0 0 ECG\n")
        file.with_suffix(".dat").write_bytes(drawn.bytes(11))
    else:
        words = {
            "empty": "", "words": "these are no intervals\nat all\n", "one beat": "812\n", "zeros": "0\n" * 400,
            "negative": text(-beats), "not a number": "nan\n" * 300, "enormous": "1e308\n" * 300,
            "wrong sum": text(beats),
        }
        file.write_text(words[kind])


BAD = ["absent", "folder", "pipe", "device", "loop of links", "link to nothing", "packed and cut", "noise", "nul bytes",
       "no samples", "bad header", "cut samples", "empty", "words", "one beat", "zeros", "negative", "not a number", "enormous",
       "wrong sum"]
ENDINGS = {"packed and cut": ".txt.gz", "no samples": ".hea", "bad header": ".hea", "cut samples": ".hea"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--recordings", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, nargs=2, default=[5, 1440])
    options = parser.parse_args()
    log_min, log_max = np.log(60 * np.array(options.minutes))
    folder = options.folder
    folder.mkdir(parents=True)
    kinds = iter(BAD * options.recordings)
    long_ecgs = 0
    with open(folder / "manifest.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "path", "subject", "condition", "sha256", "bad"])
        for number in range(options.recordings):
            # Each recording has a generator of its own: it does not depend on how many there are.
            drawn = np.random.default_rng([options.seed, number])
            stem = f"{number // 1000:03}/{number:06}"
            (folder / stem).parent.mkdir(exist_ok=True)
            bad, sum_of_it = "", ""
            if number % 100 in (13, 47, 81):
                bad = next(kinds)
                path = stem + ENDINGS.get(bad, ".txt")
                spoil(bad, folder / path, drawn)
                sum_of_it = "0" * 64 if bad == "wrong sum" else ""
            elif number % 20 == 7:
                path = stem + ".hea"
                is_long = number % 2000 == 7
                long_ecgs += is_long
                write_ecg(folder, stem, ecg(drawn, 86_400 if is_long else drawn.uniform(300, 1800)))
            else:
                path = stem + ".txt"
                (folder / path).write_text(text(intervals(drawn, np.exp(drawn.uniform(log_min, log_max)))))
            table.writerow([f"r{number:06}", path, f"S{number % 500:03}", "night" if number % 2 else "day", sum_of_it, bad])
    print(f"{options.recordings} recordings in {folder}, {long_ecgs} of them ECGs of 24 hours")


if __name__ == "__main__":
    main()
