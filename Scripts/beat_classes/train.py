"""Fits the models of beat classes, with each person left out in turn, and writes the Swift table.

    train.py HRV FOLDER [--cache FOLDER] [--swift FILE]

HRV is the program, whose `hrv detect` measures the quality of the beats; FOLDER has the MIT-BIH records (wfdb 4 reads
them). Seed 0. One model serves one lead and two: each record takes part three times, with both leads, the first and the
second. The rules on quality come after the models: beats in a poor signal take part in the fit.
"""

import argparse
import json
import os
import pickle
import subprocess

import numpy as np

import intervals
import model

PACED = {"102", "104", "107", "217"}
SAME_PERSON = {"202": "201"}
CAP = 400
LEADS = {"two": [0, 1], "one0": [0], "one1": [1]}
AAMI = dict(N="N", L="N", R="N", B="N", e="N", j="N", n="N", A="S", a="S", J="S", S="S", V="V", E="V", r="V", F="F")
AAMI.update({"/": "Q", "f": "Q", "Q": "Q", "?": "Q", "!": "X"})


def person(r):
    return SAME_PERSON.get(r, r)


def load(folder, r):
    import wfdb

    path = os.path.join(folder, r)
    record, notes = wfdb.rdrecord(path), wfdb.rdann(path, "atr")
    symbols, samples = np.array(notes.symbol), notes.sample
    m = np.array([s in AAMI for s in symbols])
    y = np.array([AAMI[s] for s in symbols[m]])
    positions = samples[m]
    for i in np.flatnonzero(symbols == "["):
        later = samples[(samples > samples[i]) & (symbols == "]")]
        end = later[0] if len(later) else samples[-1] + 1
        y[(positions >= samples[i]) & (positions <= end)] = "X"
    return record.p_signal, record.fs, positions, y


def quality(hrv, path, signal, seconds):
    """The quality of each annotated beat: that of the detected beat within 150 ms; 1 where there is none."""
    run = subprocess.run([hrv, "detect", path, "--signal", signal, "--json"], capture_output=True, check=True)
    found = json.loads(run.stdout)[0]
    times = np.array(found["time_s"])
    values = np.array([1.0 if q is None else q for q in found["quality"]])
    nearest = np.abs(times[None] - seconds[:, None]).argmin(1)
    return np.where(np.abs(times[nearest] - seconds) <= 0.15, values[nearest], 1.0)


def tables(hrv, folder, cache):
    sets = {}
    names = open(os.path.join(folder, "RECORDS")).read().split()
    for tag, leads in LEADS.items():
        path = os.path.join(cache, f"n_{tag}.pkl") if cache else ""
        if path and os.path.exists(path):
            sets[tag] = pickle.load(open(path, "rb"))
            continue
        sets[tag] = {}
        for r in names:
            signal, rate, positions, y = load(folder, r)
            F = intervals.table([signal[:, l] for l in leads], rate, positions)
            path_of_record = os.path.join(folder, r)
            F.update(y=y, t0=positions / rate, q=quality(hrv, path_of_record, str(leads[0]), positions / rate))
            sets[tag][r] = F
        if path:
            pickle.dump(sets[tag], open(path, "wb"))
    return sets


def chosen(y, positive, negative):
    rows, labels, weights = [], [], []
    for q in positive + negative:
        m = np.flatnonzero(y == q)
        n = len(m)
        if n > CAP:
            m = np.random.default_rng(0).choice(m, CAP, replace=False)
        rows.append(m)
        labels.append(np.full(len(m), float(q in positive)))
        weights.append(np.full(len(m), n**0.5 / max(len(m), 1)))
    return tuple(map(np.concatenate, (rows, labels, weights)))


def part(F, terms, positive, negative, left_out=None):
    """Design, labels and weights of one table."""
    y = F["y"].copy()
    if left_out is not None:
        y[left_out] = "X"
    rows, labels, weights = chosen(y, positive, negative)
    G = {n: F[n][rows] for n in {m for name, _ in terms for m in name.split("*")} | {"t"}}
    return model.design(G, terms), labels, weights


def early_part(F):
    """That of S, which is fitted beside the annotated V, outside fibrillation and runs."""
    intervals.runs(F, np.isin(F["y"], ["V", "F"]))
    model.neighbours(F, (F["y"] == "V").astype(float))
    out = (F["af"] > 0.5) | (F["run"] > 0.5) | (F["norun"] > 0.5)
    return part(F, model.EARLY, ["S"], ["N"], out)


def stage(parts):
    return model.fit(*map(np.concatenate, zip(*parts)))


def fit(tables):
    """The coefficients of the three models."""
    for F in tables:
        if "parts" not in F:  # They are the same whoever is left out.
            F["parts"] = part(F, model.SHAPE, ["V"], ["N", "S"]), early_part(F)
    first = stage([F["parts"][0] for F in tables])
    for F in tables:
        model.context(F, model.probability(model.design(F, model.SHAPE), first))
    second = stage([part(F, model.CONTEXT, ["V"], ["N", "S"]) for F in tables])
    return [first, second, stage([F["parts"][1] for F in tables])]


def counts(y, h, t, after=300):
    m = (t >= after) & (y != "X")
    y, h = y[m], h[m]
    n = lambda a, b: int((np.isin(y, list(a)) & np.isin(h, list(b))).sum())
    return np.array([n("V", "V"), n("V", "NSFQ"), n("NS", "V"), n("S", "S"), n("S", "NVFQ"), n("NVF", "S"), n("N", "N"), n("N", "NSVFQ")])


def line(name, c):
    p = lambda a, b: "   - " if a + b == 0 else f"{100 * a / (a + b):5.1f}"
    return (f"{name:8s} V {c[0]:5d} {c[1]:4d} {c[2]:4d}  Se {p(c[0], c[1])} +P {p(c[0], c[2])}   "
            f"S {c[3]:4d} {c[4]:4d} {c[5]:4d}  Se {p(c[3], c[4])} +P {p(c[3], c[5])}   N {c[6]}/{c[7]}")


def left_out_models(sets, names):
    models = {}
    for r in names:
        if person(r) in models:
            models[r] = models[person(r)]
            continue
        models[r] = fit([sets[tag][q] for tag in sets for q in names if person(q) != person(r)])
    return models


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hrv")
    parser.add_argument("folder")
    parser.add_argument("--cache")
    parser.add_argument("--swift")
    parser.add_argument("--no-left-out", action="store_true")
    o = parser.parse_args()
    sets = tables(os.path.abspath(o.hrv), o.folder, o.cache)
    names = [r for r in sets["two"] if r not in PACED]
    if not o.no_left_out:
        models = left_out_models(sets, names)
        if o.cache:
            pickle.dump(models, open(os.path.join(o.cache, "left_out.pkl"), "wb"))
        for tag in sets:
            print("##", tag)
            total = 0
            sweep = {}
            for r in names:
                F = sets[tag][r]
                v, s, h = model.classes(F, models[r])
                c = counts(F["y"], h, F["t0"])
                total = total + c
                print(line(r, c))
                for a in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
                    hv = np.where(v > a, "V", np.where(F["y"] == "S", "S", "N"))
                    hs = np.where(v > 0.5, "V", np.where(s > a, "S", "N"))
                    cv, cs = counts(F["y"], hv, F["t0"]), counts(F["y"], hs, F["t0"])
                    sweep[a] = sweep.get(a, 0) + np.concatenate([cv[:3], cs[3:]])
            print(line("all", total))
            for a in sweep:
                print(line(f"> {a}", sweep[a]))
    beta = fit([sets[tag][r] for tag in sets for r in names])
    if o.cache:
        pickle.dump(beta, open(os.path.join(o.cache, "beta.pkl"), "wb"))
    if o.swift:
        import swift_table

        open(o.swift, "w").write(swift_table.text(beta))


if __name__ == "__main__":
    main()
