"""Features of heart beats by shape (see Guides/beat-classes.md); `intervals.py` adds those by time.

Leads are a list of arrays of any unit and sign; positions are R peaks in samples. Everything is measured at
125 samples a second.
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
    F["windows"], F["templates"], F["normal"] = X.astype(np.float32), after.astype(np.float32), di
    return F
