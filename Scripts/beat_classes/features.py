"""Features of heart beats by which they are classed (see Guides/beat-classes.md).

`table(leads, rate, positions)` gives one column a feature. Leads are a list of arrays of any unit and sign;
positions are R peaks in samples. Everything is measured at 125 samples a second.
"""

import math

import numpy as np

RATE = 125
PRE, POST = 45, 60  # window about the centre: 360 ms before, 480 ms after
Q0, Q1 = -13, 16  # QRS complex: 104 ms before to 128 ms after
S0, S1 = -15, 19  # widths: 120 ms before to 152 ms after
LAG = 6  # largest shift of a match: 48 ms
JOIN, MERGE = 0.80, 0.90
MAX_SHAPES = 16
MEMORY = 16
MAX_CANDIDATES = 32
TAU = 120.0
AHEAD = 10.0
P0, P1 = -32, -10  # P wave
T0, T1 = 10, 45  # T wave
HALF = 8  # half width of the low-pass filter, in samples of 125 Hz
CUTOFF = 35.0
PHASES = 64
EPS = 1e-12


def resampled(x, rate):
    """125 samples a second, low-passed at 35 Hz, less the baseline (two moving averages of 0.6 s)."""
    x = np.asarray(x, float)
    good = np.isfinite(x) & (np.abs(x) < 1e15)
    x = np.where(good, x - (x[good][0] if good.any() else 0.0), 0.0)
    step = rate / RATE
    n = max(0, math.ceil((len(x) - 0.5 / PHASES) / step))
    reach = int(math.ceil(HALF * step))
    position = np.arange(n) * step
    whole = np.floor(position + 0.5 / PHASES).astype(int)
    phase = np.floor((position - whole) * PHASES + 0.5).astype(int)
    taps = np.zeros((PHASES, 2 * reach + 1))
    for p in range(PHASES):
        u = (np.arange(-reach, reach + 1) - p / PHASES) / step / HALF
        v = 2 * CUTOFF / RATE * HALF * u
        h = np.where(np.abs(u) < 1, np.sinc(v) * (0.54 + 0.46 * np.cos(np.pi * u)), 0.0)
        taps[p] = h / h.sum()
    y = np.zeros(n)
    for j in range(-reach, reach + 1):
        y += taps[phase, j + reach] * x[np.clip(whole + j, 0, len(x) - 1)]
    return y - moving(moving(y))


def moving(y, half=37):
    """Moving average over 75 samples; fewer at the ends."""
    s = np.concatenate([[0.0], np.cumsum(y)])
    lo = np.maximum(np.arange(len(y)) - half, 0)
    hi = np.minimum(np.arange(len(y)) + half + 1, len(y))
    return (s[hi] - s[lo]) / (hi - lo)


def centres(x, positions):
    """The centre of gravity of the squared slope within 80 ms, found twice; x: leads, samples."""
    n = x.shape[1]
    d = np.zeros_like(x)
    d[:, 1:-1] = x[:, 2:] - x[:, :-2]
    e = (d**2 / ((d**2).mean(1, keepdims=True) + EPS)).sum(0)
    c = np.clip(np.floor(positions + 0.5).astype(int), 0, n - 1)
    off = np.arange(-10, 11)
    for _ in range(2):
        w = e[np.clip(c[:, None] + off, 0, n - 1)]
        c = np.clip(c + np.floor((w * off).sum(1) / (w.sum(1) + EPS) + 0.5).astype(int), 0, n - 1)
    return c


def widths(w, centre):
    """Steepness, area and spread of QRS complexes, in ms; w: beats, leads, samples."""
    q = w[:, :, centre + S0 : centre + S1]
    height = np.ptp(q, axis=2) + EPS
    d = (q[:, :, 2:] - q[:, :, :-2]) / 16.0
    steep = height / (np.abs(d).max(2) + EPS)
    a = np.abs(q - np.median(q, axis=2, keepdims=True))
    area = a.sum(2) * 8 / (a.max(2) + EPS)
    e = d**2
    t = (np.arange(e.shape[2]) - (e.shape[2] - 1) / 2) * 8.0
    m = (e * t).sum(2) / (e.sum(2) + EPS)
    spread = np.sqrt((e * (t - m[:, :, None]) ** 2).sum(2) / (e.sum(2) + EPS))
    share = height / height.sum(1, keepdims=True)
    floor = 1.0
    return tuple(np.maximum((v * share).sum(1), floor) for v in (steep, area, spread))


def match(window, templates):
    """Best similarity of a window (leads, PRE + POST + 2 LAG) with templates, and the shift of each."""
    q = templates[:, :, PRE + Q0 : PRE + Q1]
    s = np.lib.stride_tricks.sliding_window_view(window[:, PRE + Q0 : PRE + Q1 + 2 * LAG], Q1 - Q0, axis=1)
    xt = np.einsum("lgm,klm->kg", s, q)
    xx = (s**2).sum((0, 2))
    tt = (q**2).sum((1, 2))
    sim = 2 * xt / (xx[None] + tt[:, None] + EPS)
    g = sim.argmax(1)
    return sim[np.arange(len(templates)), g], g


def padded(t):
    return np.pad(t, ((0, 0), (LAG, LAG)), mode="edge")


def shapes(X):
    """The shape that each beat belongs to, and that shape's template as it then was."""
    n, leads = X.shape[:2]
    W = PRE + POST
    T = np.zeros((MAX_SHAPES, leads, W))
    count = np.zeros(MAX_SHAPES)
    last = np.zeros(MAX_SHAPES)
    ids = -np.ones(MAX_SHAPES, int)
    label = np.zeros(n, int)
    after = np.zeros((n, leads, W))
    parent = []
    for i in range(n):
        live = np.flatnonzero(ids >= 0)
        best = -1
        if len(live):
            sim, g = match(X[i], T[live])
            b = sim.argmax()
            if sim[b] >= JOIN:
                best, shift = live[b], g[b]
        if best < 0:
            free = np.flatnonzero(ids < 0)
            best = free[0] if len(free) else np.argmin(count * np.exp(-(i - last) / 300.0))
            T[best] = X[i][:, LAG : LAG + W]
            count[best] = 1
            ids[best] = len(parent)
            parent.append(len(parent))
        else:
            count[best] += 1
            T[best] += (X[i][:, shift : shift + W] - T[best]) / min(count[best], MEMORY)
        last[best] = i
        label[i] = ids[best]
        others = np.flatnonzero((ids >= 0) & (np.arange(MAX_SHAPES) != best))
        if len(others):
            sim, _ = match(padded(T[best]), T[others])
            b = sim.argmax()
            if sim[b] >= MERGE:
                o = others[b]
                a, c = (best, o) if count[best] >= count[o] else (o, best)
                parent[ids[c]] = ids[a]
                count[a] += count[c]
                ids[c] = -1
                last[a] = i
                best = a
        after[i] = T[best]
    for j in range(len(parent)):
        r = j
        while parent[r] != r:
            r = parent[r]
        parent[j] = r
    roots = np.array(parent, int)[label] if n else label
    _, roots = np.unique(roots, return_inverse=True)
    return roots, after


def decayed(t, k, v, of):
    """For each beat: sum over the beats j of shape `of` of v[j] exp(-|t - t_j| / TAU)."""
    out = np.zeros(len(t))
    a = 0.0
    m = k == of
    for i in range(len(t)):
        if i:
            a *= math.exp(-(t[i] - t[i - 1]) / TAU)
        if m[i]:
            a += v[i]
        out[i] = a
    a = 0.0
    for i in range(len(t) - 1, -1, -1):
        if i < len(t) - 1:
            a *= math.exp(-(t[i + 1] - t[i]) / TAU)
        out[i] += a
        if m[i]:
            a += v[i]
    return out


def shape_sum(t, k, v):
    """For each beat: the sum of v over the beats of its shape, weighted by exp(-|t - t_j| / TAU)."""
    out = np.empty(len(t))
    for c in np.unique(k):
        i = np.flatnonzero(k == c)
        f = np.exp(-np.diff(t[i]) / TAU)
        fw, bw = np.array(v[i], float), np.array(v[i], float)
        for j in range(1, len(i)):
            fw[j] += fw[j - 1] * f[j - 1]
        for j in range(len(i) - 2, -1, -1):
            bw[j] += bw[j + 1] * f[j]
        out[i] = fw + bw - v[i]
    return out


def shape_mean(t, k, v):
    """For each beat: the mean of v over the beats of its shape, weighted in the same way."""
    return shape_sum(t, k, v) / shape_sum(t, k, np.ones(len(t)))


def line_removed(u):
    """u less its regression line; samples on the last axis."""
    n = u.shape[-1]
    t = np.arange(n) - (n - 1) / 2
    return u - u.mean(-1, keepdims=True) - t * ((u * t).sum(-1, keepdims=True) / (t**2).sum())


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


def waves(leads, rate, positions):
    """What the signal says of each beat."""
    x = np.stack([resampled(v, rate) for v in leads])
    n = x.shape[1]
    c = centres(x, np.asarray(positions, float) * RATE / rate)
    t = np.asarray(positions, float) / rate
    idx = np.clip(c[:, None] + np.arange(-PRE - LAG, POST + LAG), 0, n - 1)
    X = x[:, idx].transpose(1, 0, 2)
    centre = PRE + LAG
    scale = np.median(np.ptp(X[:, :, centre + Q0 : centre + Q1], axis=2), axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    X = X / scale[None, :, None]
    k, after = shapes(X)
    N = len(t)
    steep, area, spread = widths(X, centre)
    steep_k, area_k, spread_k = widths(after, PRE)
    rr = np.diff(t, prepend=np.nan)
    nx = np.append(rr[1:], np.nan)
    pv = np.concatenate([[np.nan], rr[:-1]])
    early = ((rr < 0.88 * nx) | (rr < 0.85 * pv)).astype(float)
    sizes = np.bincount(k, minlength=1)
    candidates = np.sort(np.argsort(-sizes, kind="stable")[:MAX_CANDIDATES])
    one = np.ones(N)
    counts = np.stack([decayed(t, k, one, s) for s in candidates], 1)
    divisor = np.maximum(counts, 1e-9)
    earlies = np.stack([decayed(t, k, early, s) for s in candidates], 1) / divisor
    wide = np.stack([decayed(t, k, steep_k + 0.5 * spread_k, s) for s in candidates], 1) / divisor
    total = decayed(t, np.zeros(N, int), one, 0)
    big = counts > 0.1 * total[:, None]
    narrow = np.where(big, wide, np.inf).min(1, keepdims=True)
    score = counts * (1 - earlies) ** 2 * np.minimum(1, narrow / np.maximum(wide, 1e-9)) ** 2
    dom = candidates[score.argmax(1)]
    own = shape_sum(t, k, one)
    reach = np.searchsorted(t, t + AHEAD, side="right") - 1
    first = np.array([np.flatnonzero(k == s)[0] for s in range(len(sizes))])
    latest = first.copy()
    di = np.zeros(N, int)
    j = 0
    for i in range(N):
        while j <= reach[i]:
            latest[k[j]] = j
            j += 1
        di[i] = latest[dom[i]]
    F = {name: np.zeros(N) for name in ("sim", "cs", "pc", "tc", "tpol", "hf", "pb")}
    for i in range(N):
        D = after[di[i]]
        s, g = match(X[i], D[None])
        w = X[i][:, g[0] : g[0] + PRE + POST]
        F["sim"][i] = s[0]
        F["cs"][i] = 1.0 if k[i] == dom[i] else match(padded(after[i]), D[None])[0][0]
        u, v = line_removed(w[:, PRE + P0 : PRE + P1]), line_removed(D[:, PRE + P0 : PRE + P1])
        F["pc"][i] = (u * v).sum() / (math.sqrt((u**2).sum() * (v**2).sum()) + EPS)
        u, v = w[:, PRE + T0 : PRE + T1], D[:, PRE + T0 : PRE + T1]
        F["tc"][i] = (u * v).sum() / (math.sqrt((u**2).sum() * (v**2).sum()) + EPS)
        q = w[:, PRE + Q0 : PRE + Q1].sum(1)
        l = np.abs(q).argmax()
        F["tpol"][i] = np.clip(-np.sign(q[l]) * u[l].sum() / (abs(q[l]) + 0.5), -2, 2)
    # Noise beside the QRS complex: second differences, and the range before it.
    d2 = np.diff(X[:, :, LAG:-LAG], 2, axis=2)
    side = np.concatenate([d2[:, :, :25], d2[:, :, 75:]], 2)
    r = np.sqrt((side**2).mean(2))
    r = (r / (np.median(r, axis=0) + EPS)).max(1)
    F["hf"] = np.clip(np.log2(r + 1e-3), -2, 4)
    b = np.ptp(X[:, :, LAG : LAG + 27], axis=2).max(1)
    F["pb"] = np.clip(np.log2(b / (np.median(b) + EPS) + 1e-3), -2, 4)
    F["wid"] = (np.log2(steep / steep_k[di]) + np.log2(area / area_k[di]) + np.log2(spread / spread_k[di])) / 3
    F["kwid"] = (np.log2(steep_k / steep_k[di]) + np.log2(area_k / area_k[di]) + np.log2(spread_k / spread_k[di])) / 3
    F["kwabs"] = np.log2(steep_k * spread_k) / 2
    F["share"] = own / total
    F["early"] = shape_mean(t, k, early)
    F["kc"] = np.log2(sizes[k])
    F["isdom"] = (k == dom).astype(float)
    F["t"], F["k"] = t, k
    F["kpc"] = shape_mean(t, k, F["pc"])
    return F


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
    F["early2"] = shape_mean(t, k, (F["rs"] < -0.16).astype(float))
    F["krn"] = shape_mean(t, k, F["rnr"])
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
    total, median, spread = np.zeros(n), np.zeros(n), np.zeros(n)
    i = 0
    while i < n:
        j = i
        if state[i] >= 1:
            while j + 1 < n and state[j + 1] == state[j] + 1:
                j += 1
            part = slice(i, j + 1)
            total[part] = j - i + 1
            median[part] = np.median(rr[part])
            if j - i >= 3:
                spread[part] = np.median(np.abs(np.diff(rr[i + 1 : j + 1]))) / median[i]
        i = j + 1
    fib = np.concatenate([[0], np.cumsum(af > 0.5)])
    lo, hi = np.searchsorted(t, t - 180), np.searchsorted(t, t + 180, side="right")
    near = fib[hi] - fib[lo] > 0.1 * (hi - lo)
    regular = spread <= np.where(total < 6, 0.2, 0.07)
    F["run"] = ((total >= 3) & (median <= 0.6) & regular & ~near).astype(float)
    F["norun"] = ((total >= 3) & (F["run"] < 0.5) & ((total >= 6) | (median > 0.6) | near)).astype(float)
    F["ist"] = (state > 0).astype(float)
    F["pre"], F["zpre"], F["q3"] = pre, zpre, q3
    return F


def table(leads, rate, positions):
    return rhythm(waves(leads, rate, positions))
