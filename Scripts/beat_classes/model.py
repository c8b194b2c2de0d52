"""The three additive logistic models of beat classes: V by shape and time, V by context, S by time; and fusion beats."""

import numpy as np

import features
import fusion
import intervals

U = (0, 1)
# A feature with its knots, or two features with the limits between which each goes from 0 to 1.
SHAPE = [
    ("cs", [0, 0.5, 0.8, 1]), ("sim", [0, 0.5, 0.8, 0.95]), ("kwid", [-0.3, 0.1, 0.4, 1]),
    ("wid", [-0.3, 0.1, 0.4, 1]), ("kwabs", [3.5, 4.5, 5.5]), ("early2", [0, 0.3, 0.7, 1]),
    ("krn", [-0.5, 0, 0.4, 1]), ("rs", [-0.8, -0.3, -0.1, 0.2]), ("rnr", [-0.5, 0, 0.4, 1]),
    ("comp", [-0.4, -0.1, 0.1]), ("share", [0, 0.03, 0.2, 0.6]), ("kpc", [0, 0.4, 0.8]),
    ("pc", [0, 0.4, 0.8]), ("tc", [-0.5, 0.3, 0.9]), ("tpol", [-1, 1]), ("irr", [0, 0.1, 0.3]),
    ("nz", [0, 0.1, 0.3]), ("af", [0, 1]), ("hf", [0, 1, 2.5]), ("pb", [0, 1, 2.5]),
    ("kc", [0, 2, 4, 7]), ("kwid*kpc", (U, (0, 0.8))), ("cs*kpc", (U, (0, 0.8))),
    ("cs*early2", (U, U)), ("kwid*early2", (U, U)), ("nz*early2", ((0, 0.3), U)),
    ("nz*kwid", ((0, 0.3), U)), ("rs*irr", ((-1, 0), (0, 0.3))), ("hf*kc", ((0, 2.5), (0, 4))),
    ("af*kwid", (U, U)), ("af*wid", (U, U)),
]
CONTEXT = [
    ("lv", [-5, -1.5, 1.5, 5]), ("kl", [-5, -1.5, 1.5, 5]), ("p1", [0, 1]), ("n1", [0, 1]),
    ("p2", [0, 1]), ("n2", [0, 1]),
]
EARLY = [
    ("pre", [-0.9, -0.4, -0.2, -0.08, 0.1]), ("zpre", [-6, -3, -1.5, 0]),
    ("q3", [-0.8, -0.3, -0.15, -0.05, 0.15]), ("rnr", [-0.4, 0, 0.2, 0.8]),
    ("rn", [-0.5, -0.1, 0.1, 0.5]), ("ist", [0, 1]), ("air", [0, 0.03, 0.08, 0.2]),
    ("pc", [0, 0.4, 0.8]), ("kpc", [0.2, 0.5, 0.8]), ("cs", [0.5, 0.9, 1]), ("sim", [0.5, 0.9]),
    ("p1", [0, 1]), ("n1", [0, 1]), ("nz", [0, 0.05, 0.2]), ("hf", [0, 1, 2]),
    ("r3", [-0.8, -0.4, -0.2, 0]),
    ("pre*pc", ((-0.8, 0), (0, 0.8))), ("pre*air", ((-0.8, 0), (0, 0.1))),
]
V_THRESHOLD, S_THRESHOLD = 0.4, 0.8
# Quality of the signal below which a beat has no class, and below which it or its neighbours are not S.
MIN_QUALITY, GOOD_QUALITY = 0.5, 0.8
RUN_PROBABILITY = 0.96


def basis(x, knots):
    z = np.clip(x, knots[0], knots[-1])
    w = knots[-1] - knots[0]
    return [(z - knots[0]) / w] + [np.maximum(z - k, 0) / w for k in knots[1:-1]]


def design(F, terms):
    columns = [np.ones(len(F["t"]))]
    for name, knots in terms:
        if "*" in name:
            u = [np.clip((F[a] - k[0]) / (k[1] - k[0]), 0, 1) for a, k in zip(name.split("*"), knots)]
            columns.append(u[0] * u[1])
        else:
            columns += basis(F[name], knots)
    return np.stack(columns, 1)


def fit(X, y, w, ridge=0.3):
    b = np.zeros(X.shape[1])
    P = np.full(X.shape[1], ridge)
    P[0] = 1e-6
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(X @ b, -30, 30)))
        g = X.T @ (w * (y - p)) - P * b
        H = (X * (w * p * (1 - p))[:, None]).T @ X + np.diag(P)
        s = np.linalg.solve(H, g)
        s *= min(1, 3 / (np.abs(s).max() + 1e-9))
        b += s
        if np.abs(s).max() < 1e-4:
            break
    return b


def probability(X, b):
    return 1 / (1 + np.exp(-np.clip(X @ b, -30, 30)))


def context(F, p):
    """What the neighbours and the other beats of the shape say."""
    q = np.pad(p, 2)
    F["p1"], F["n1"], F["p2"], F["n2"] = q[1:-3], q[3:-1], q[:-4], q[4:]
    c = np.clip(p, 0.005, 0.995)
    F["lv"] = np.log(c / (1 - c))
    F["kl"] = features.shape_mean(F["t"], F["k"], F["lv"])


def ventricular(F, beta):
    """Probability of V; 0 for a shape that keeps time and has the normal P wave: a conduction block."""
    context(F, probability(design(F, SHAPE), beta[0]))
    p = probability(design(F, CONTEXT), beta[1])
    return np.where((F["kpc"] > 0.6) & (F["early2"] < 0.25), 0, p)


def neighbours(F, v):
    q = np.pad(v, 1)
    F["p1"], F["n1"] = q[:-2], q[2:]


def supraventricular(F, v, beta):
    """Given that a beat is not ventricular; v: probability of V."""
    intervals.runs(F, v > V_THRESHOLD)
    neighbours(F, v)
    p = probability(design(F, EARLY), beta[2])
    return np.where(F["run"] > 0.5, RUN_PROBABILITY, np.where((F["norun"] > 0.5) | (F["af"] > 0.5), 0, p))


def is_poor(F):
    """Whether the quality of each beat is too low for a class; false where none is known."""
    return F.get("q", np.ones(len(F["t"]))) < MIN_QUALITY


def is_unclear(F):
    """Whether the quality of each beat or of a neighbour is too low for S."""
    q = np.pad(F.get("q", np.ones(len(F["t"]))), 1, constant_values=1)
    return np.minimum(np.minimum(q[:-2], q[1:-1]), q[2:]) < GOOD_QUALITY


def classes(F, beta, v_threshold=V_THRESHOLD, s_threshold=S_THRESHOLD):
    v = ventricular(F, beta)
    s = (1 - v) * supraventricular(F, v, beta)
    label = np.where(v > v_threshold, "V", np.where((s > s_threshold) & ~is_unclear(F), "S", "N"))
    label = np.where(fusion.beats(F, v, v > v_threshold) & (label != "S"), "F", label)
    return v, s, np.where(is_poor(F), "Q", label)
