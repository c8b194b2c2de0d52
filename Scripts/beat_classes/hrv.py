"""HRV and turbulence from the signal against those from the annotations, record by record.

    hrv.py FOLDER [--hrv PROGRAM] [--models left_out.pkl] [--leads 1|2] [--json FILE]

FOLDER has the MIT-BIH records; left_out.pkl is what `train.py FOLDER --cache FOLDER` writes: the models of each
record, fitted to the other people. Rows of a record, all by the same program:
  atr       the annotations, at their own times
  labels    the annotations' labels at the times of the detected beats
  kinds     kinds of the detector alone
  classes   classes of left_out.pkl at the detected beats, and Q for those of class N whose kind is not normal;
            without left_out.pkl, and for the four records with pacing, the product's classes
  product   `hrv analyze` of the record's signal
Rows but the last are annotation files that the program reads, at 5760 ticks a second.

Printed are the tables of Guides/beat-class-report.md: deviations are from `labels`.
"""

import argparse
import json
import os
import pickle
import subprocess
import tempfile

import numpy as np
import wfdb

import intervals
import model
import train

TICKS = 5760
NAMES = ["HRV_MeanNN", "HRV_SDNN", "HRV_RMSSD"]
TURBULENCE = ["HRV_HRT_TO", "HRV_HRT_TS"]


def run(program, *arguments):
    found = subprocess.run([program, *arguments, "--json", "--quiet"], capture_output=True, text=True)
    if not found.stdout.strip():
        raise SystemExit(f"{program} {' '.join(arguments)}: {found.stderr}")
    return json.loads(found.stdout)[0]


def written(folder, name, seconds, symbols):
    """An annotation file of those beats, which counts as reference."""
    samples = np.round(np.asarray(seconds) * TICKS).astype(int)
    retained = np.concatenate([[True], np.diff(samples) > 0])
    with open(os.path.join(folder, name + ".hea"), "w") as header:
        header.write(f"{name} 0 {TICKS}\n")
    wfdb.wrann(name, "atr", samples[retained], list(np.asarray(symbols)[retained]), fs=TICKS, write_dir=folder)
    return os.path.join(folder, name + ".atr")


def labels(notes, rate, seconds):
    """The annotated symbol of each detected beat; Q for what is none within 150 ms."""
    beats = np.array([s in train.AAMI for s in notes.symbol])
    times, symbols = notes.sample[beats] / rate, np.array(notes.symbol)[beats]
    nearest = np.abs(times[None, :] - seconds[:, None]).argmin(1) if len(times) else []
    return [symbols[j] if abs(times[j] - t) <= 0.15 else "Q" for j, t in zip(nearest, seconds)]


def rows(o, models, folder, record):
    path = os.path.join(o.folder, record)
    for ending in ("hea", "dat"):
        os.symlink(os.path.abspath(f"{path}.{ending}"), os.path.join(folder, f"{record}.{ending}"))
    own = os.path.join(folder, record)
    found = run(o.hrv, "detect", own)
    seconds, kinds = np.array(found["time_s"]), np.array(found["kind"])
    signal = wfdb.rdrecord(path)
    notes = wfdb.rdann(path, "atr")
    yield "product", run(o.hrv, "analyze", own)
    yield "atr", run(o.hrv, "analyze", path + ".atr")
    symbols = {"labels": labels(notes, signal.fs, seconds)}
    symbols["kinds"] = np.where(kinds == "normal", "N", np.where(kinds == "other", "V", "Q"))
    if record in models:
        F = intervals.table(
            [signal.p_signal[:, lead] for lead in range(o.leads)], signal.fs, seconds * signal.fs)
        _, _, classes = model.classes(F, models[record])
    else:
        classes = np.array(found["class"])
    symbols["classes"] = np.where((classes == "N") & (kinds != "normal"), "Q", classes)
    for name, letters in symbols.items():
        yield name, run(o.hrv, "analyze", written(folder, f"{record}{name}", seconds, letters))


def text(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def cells(found, true):
    """MeanNN, SDNN and RMSSD with their deviations in per cent, and the coverage."""
    values = []
    for name in NAMES:
        known = found[name] is not None and true[name] is not None and found is not true
        deviation = f" ({100 * (found[name] / true[name] - 1):+.1f})" if known else ""
        values.append(text(found[name]) + deviation)
    return values + [text(found["coverage"], 2)]


def print_tables(everything, order):
    print("| record | V, S, F % |" + "".join(f" {name}: MeanNN | SDNN | RMSSD | coverage |" for name in order))
    print("| --- " * (2 + 4 * len(order)) + "|")
    for record, (ectopic, found) in everything.items():
        values = [v for name in order for v in cells(found[name], found["labels"])]
        print(f"| {record} | {text(ectopic)} | " + " | ".join(values) + " |")
    print("\n| record |" + "".join(f" {name}: TO | TS |" for name in order))
    print("| --- " * (1 + 2 * len(order)) + "|")
    for record, (_, found) in everything.items():
        values = [text(found[name][key], 2) for name in order for key in TURBULENCE]
        if set(values) != {"-"}:
            print(f"| {record} | " + " | ".join(values) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--hrv", default=".build/debug/hrv")
    parser.add_argument("--models")
    parser.add_argument("--leads", type=int, default=2)
    parser.add_argument("--json", help="also writes the rows there")
    o = parser.parse_args()
    models = pickle.load(open(o.models, "rb")) if o.models else {}
    everything = {}
    for record in open(os.path.join(o.folder, "RECORDS")).read().split():
        notes = wfdb.rdann(os.path.join(o.folder, record), "atr")
        beats = [train.AAMI[s] for s in notes.symbol if s in train.AAMI]
        ectopic = 100 * sum(b in "SVF" for b in beats) / len(beats)
        with tempfile.TemporaryDirectory() as folder:
            everything[record] = ectopic, dict(rows(o, models, folder, record))
    print_tables(everything, ["atr", "labels", "kinds", "classes", "product"])
    if o.json:
        json.dump(everything, open(o.json, "w"))


if __name__ == "__main__":
    main()
