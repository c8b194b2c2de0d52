"""Fusion beats: a ventricular and a normal excitation at once, so the sum of parts of the two shapes in every lead.

Measured where two leads are known: in one lead such sums fit ventricular beats of another shape as well.
"""

import numpy as np

from features import LAG, PRE

A, B = PRE - 25, PRE + 35  # 200 ms before the centre to 280 ms after it
SHIFTS = np.arange(-5, 6)  # of the beat against the normal shape
OFFSETS = np.arange(-8, 9, 2)  # of the ventricular shape against the normal one
MAX_SHAPES, MIN_BEATS, MIN_VENTRICULAR = 4, 3, 10
SURE = 0.9
MIN_V, MAX_V, MIN_INTERVAL = 0.01, 0.98, -0.25
MAX_LEFT, MAX_RATIO, MIN_NORMAL, MIN_ONE, MIN_SHARE, MAX_SHARE = 0.25, 0.6, 0.2, 0.05, 0.2, 0.75


def ventricular_shapes(F, v):
    """Templates of the most frequent shapes of sure ventricular beats, in four at most."""
    sure = np.flatnonzero(v > SURE)
    if len(sure) < MIN_VENTRICULAR:
        return []
    labels, counts = np.unique(F["k"][sure], return_counts=True)
    order = [k for k, n in sorted(zip(labels, counts), key=lambda q: (-q[1], q[0])) if n >= MIN_BEATS]
    return [F["templates"][sure[F["k"][sure] == k][-1]].astype(float) for k in order[:MAX_SHAPES]]


def fits(F, v, beats):
    """What is left of each beat, as a share of its energy, and the share of the ventricular part.

    Columns: left by the normal shape alone, by the best ventricular shape alone, by a sum of parts above 0 of
    both, and the ventricular part of that sum. NaN where the recording has too few ventricular beats.
    """
    out = np.full((len(beats), 4), np.nan)
    shapes = ventricular_shapes(F, v)
    if not shapes:
        return out
    other = np.array([t[:, A + d : B + d].ravel() for t in shapes for d in OFFSETS])
    straight = np.tile(OFFSETS == 0, len(shapes))
    a22 = (other**2).sum(1)
    for row, i in enumerate(beats):
        normal = F["templates"][F["normal"][i]][:, A:B].astype(float).ravel()
        w = F["windows"][i].astype(float)
        y = np.array([w[:, LAG + A + d : LAG + B + d].ravel() for d in SHIFTS])
        energy = (y**2).sum(1)
        a11, a12 = normal @ normal, other @ normal
        b1, b2 = y @ normal, y @ other.T
        left = lambda e: (e / energy.reshape(-1, *[1] * (e.ndim - 1))).min()
        alone = left(energy - np.maximum(b1, 0) ** 2 / a11)
        ventricular = left((energy[:, None] - np.maximum(b2, 0) ** 2 / a22)[:, straight])
        D = a11 * a22 - a12**2
        ok = D > 1e-6 * a11 * a22
        D = np.where(ok, D, 1)
        p, q = (b1[:, None] * a22 - b2 * a12) / D, (b2 * a11 - b1[:, None] * a12) / D
        e = (energy[:, None] - p * b1[:, None] - q * b2) / energy[:, None]
        e = np.where(ok & (p > 0) & (q > 0), e, 1)
        j = np.unravel_index(e.argmin(), e.shape)
        out[row] = alone, ventricular, e[j], q[j] / (p[j] + q[j]) if e[j] < 1 else 0
    return out


def beats(F, v, is_ventricular):
    """Whether each beat is the sum of parts of a ventricular and of the normal shape; none in one lead, nor between two V."""
    out = np.zeros(len(v), bool)
    if F["windows"].shape[1] < 2:
        return out
    q = np.pad(is_ventricular, 1)
    rows = np.flatnonzero((v >= MIN_V) & (v < MAX_V) & (F["rs"] > MIN_INTERVAL) & ~(q[:-2] & q[2:]))
    normal, ventricular, both, share = fits(F, v, rows).T
    one = np.minimum(normal, ventricular)
    out[rows] = (
        (both < MAX_LEFT) & (both < MAX_RATIO * one) & (normal > MIN_NORMAL) & (one > MIN_ONE)
        & (share >= MIN_SHARE) & (share <= MAX_SHARE)
    )
    return out
