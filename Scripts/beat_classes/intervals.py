"""Features of heart beats by time: intervals, atrial fibrillation, runs.

`table(leads, rate, positions)` gives one column a feature, those by shape too.
"""

import math

import numpy as np

import features


def window_median(t, v, ok, before, after, least, fallback):
    lo = np.searchsorted(t, t - before)
    hi = np.searchsorted(t, t + after, side="right")
    out = np.array(fallback, float) * np.ones(len(t))
    for i in range(len(t)):
        s = v[lo[i] : hi[i]][ok[lo[i] : hi[i]]]
        if len(s) >= least:
            out[i] = np.median(s)
    return out


def count_median(v, ok, i, before, after, fallback):
    a = v[max(0, i - before) : i][ok[max(0, i - before) : i]]
    b = v[i + 1 : i + 1 + after][ok[i + 1 : i + 1 + after]]
    s = np.concatenate([a, b])
    return np.median(s) if len(s) else fallback


def log2ratio(a, b):
    return np.log2(np.clip(a / b, 0.25, 4))


def against_three(rr):
    """Each interval against the median of the three before it, log2; 0 where there are fewer."""
    ratio = np.zeros(len(rr))
    for i in range(3, len(rr)):
        ratio[i] = log2ratio(rr[i], np.median(rr[i - 3 : i]))
    return ratio


def rhythm(F):
    """Intervals against references from beats that are not set aside, and atrial fibrillation."""
    t, k = F["t"], F["k"]
    n = len(t)
    aside = (F["isdom"] < 0.5) & (F["cs"] < 0.8) & ((F["early"] > 0.5) | (F["share"] < 0.05))
    F["aside"] = aside
    rr = np.diff(t, prepend=np.nan)
    known = np.isfinite(rr) & (rr <= 3.0) & (rr > 0)
    ok = known & ~aside & ~np.concatenate([[True], aside[:-1]])
    whole = np.median(rr[known]) if known.any() else 0.8
    raw = np.where(known, rr, whole)
    long = window_median(t, raw, known, 30.0, 30.0, 1, whole)
    long = window_median(t, raw, ok, 30.0, 30.0, 8, long)
    rr = np.where(known, rr, long)
    nx = np.append(np.where(known[1:], rr[1:], long[:-1]), long[-1:]) if n else rr
    pv = np.concatenate([rr[:1], rr[:-1]])
    short = np.array([count_median(rr, ok, i, 7, 5, long[i]) for i in range(n)])
    d = np.abs(rr - pv) / long
    okd = ok & np.concatenate([[False], ok[:-1]])
    F["irr"] = np.minimum([count_median(d, okd, i, 14, 9, 0.05) for i in range(n)], 1)
    F["rs"] = log2ratio(rr, short)
    F["rl"] = log2ratio(rr, long)
    F["rn"] = log2ratio(nx, long)
    F["rnr"] = log2ratio(nx, rr)
    F["comp"] = log2ratio(rr + nx, 2 * long)
    F["r3"] = against_three(raw)
    F["early2"] = features.shape_mean(t, k, (F["rs"] < -0.16).astype(float))
    F["krn"] = features.shape_mean(t, k, F["rnr"])
    bad = F["rs"] > -0.15
    e = np.where(bad, 1 - F["sim"], 0.0)
    s = np.concatenate([[0], np.cumsum(e)])
    m = np.concatenate([[0], np.cumsum(bad)])
    lo, hi = np.maximum(np.arange(n) - 8, 0), np.minimum(np.arange(n) + 9, n)
    F["nz"] = (s[hi] - s[lo] - e) / np.maximum(m[hi] - m[lo] - bad, 1)
    # Atrial fibrillation: irregular by one interval and by two, and no P wave that returns.
    r1, r2 = np.roll(rr, 1), np.roll(rr, 2)
    o1, o2 = ok & np.roll(ok, 1), ok & np.roll(ok, 2)
    o1[:1] = False
    o2[:2] = False
    mean = np.maximum(rr, r1)
    a = window_median(t, np.abs(rr - r1) / mean, o1, 45.0, 45.0, 10, np.nan)
    b = window_median(t, np.abs(rr - r2) / mean, o2, 45.0, 45.0, 10, np.nan)
    air = np.fmin(a, b)
    F["air"] = np.where(np.isnan(air), 0.03, air)
    apc = window_median(t, F["pc"], F["isdom"] > 0.5, 45.0, 45.0, 10, 0.5)
    F["af"] = np.clip((F["air"] - 0.06) / 0.05, 0, 1) * np.clip((0.65 - apc) / 0.2, 0, 1)
    F["apc"] = apc
    return F


def runs(F, ventricular):
    """Supraventricular beats and runs by time: how early a beat is against the intervals accepted so far."""
    t, af = F["t"], F["af"]
    n = len(t)
    rr = np.diff(t, prepend=np.nan)
    known = np.isfinite(rr) & (rr <= 3.0) & (rr > 0)
    whole = np.median(rr[known]) if known.any() else 0.8
    pre, zpre, q3, state = (np.zeros(n) for _ in range(4))
    accepted, deviations = [], []
    length, since, open_ = 0, 0.0, False
    for i in range(n):
        if not known[i]:
            length, open_ = 0, not ventricular[i]
            continue
        ref = np.median(accepted[-9:]) if len(accepted) >= 5 else whole
        dev = np.median(deviations[-15:]) if len(deviations) >= 5 else 0.03
        q = math.log2(max(rr[i] / ref, 0.25))
        pre[i] = q
        zpre[i] = min(max(q / (0.04 + 2 * dev), -8), 3)
        q3[i] = math.log2(min(max(rr[i] / (min(accepted[-3:]) if accepted else ref), 0.25), 4))
        if ventricular[i] or not open_:
            open_ = not ventricular[i]
            if open_ and q > -0.2:
                length = 0
            state[i] = length
            continue
        if af[i] > 0.5:
            accepted.append(rr[i])
            length = 0
        elif length > 0 and q < -0.17 and t[i] - since < 119:
            length += 1
        elif length > 0 and q < -0.17:
            accepted, length = [], 0
        elif len(accepted) >= 5 and q < -max(0.17, 3 * dev) and q3[i] < -0.12:
            length, since = 1, t[i]
        else:
            length = 0
            if accepted:
                deviations.append(abs(rr[i] - accepted[-1]) / ref)
            accepted.append(rr[i])
        state[i] = length
    total, median, spread, abrupt = (np.zeros(n) for _ in range(4))
    i = 0
    while i < n:
        j = i
        if state[i] >= 1:
            while j + 1 < n and state[j + 1] == state[j] + 1:
                j += 1
            part = slice(i, j + 1)
            total[part] = j - i + 1
            median[part] = np.median(rr[part])
            abrupt[part] = j - i >= 20 or i > 1 and math.log2(min(max(rr[i] / rr[i - 1], 0.25), 4)) < -0.26
            if j - i >= 3:
                spread[part] = np.median(np.abs(np.diff(rr[i + 1 : j + 1]))) / median[i]
        i = j + 1
    fib = np.concatenate([[0], np.cumsum(af > 0.5)])
    lo, hi = np.searchsorted(t, t - 180), np.searchsorted(t, t + 180, side="right")
    near = fib[hi] - fib[lo] > 0.1 * (hi - lo)
    regular = spread <= np.where(total < 6, 0.2, 0.07)
    F["run"] = ((total >= 3) & (median <= 0.6) & regular & (abrupt > 0.5) & ~near).astype(float)
    F["norun"] = ((total >= 3) & (F["run"] < 0.5) & ((total >= 6) | (median > 0.6) | (abrupt < 0.5) | near)).astype(float)
    F["ist"] = (state > 0).astype(float)
    F["pre"], F["zpre"], F["q3"] = pre, zpre, q3
    return F


def table(leads, rate, positions):
    return rhythm(features.waves(leads, rate, positions))
