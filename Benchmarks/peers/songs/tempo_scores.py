"""How right tempi are: Acc1, Acc2, wrong factors, and intervals of differences between programs."""

from fractions import Fraction

import numpy as np

TOLERANCE = 0.04
OCTAVES = [2, Fraction(1, 2), 3, Fraction(1, 3)]
FACTORS = OCTAVES + [Fraction(3, 2), Fraction(2, 3)]
DRAW_COUNT = 10_000
SEED = 1
# Limits of the interval, in percent.
INTERVAL = (2.5, 97.5)


def is_near(bpm, truth, factor=1):
    return bpm is not None and abs(bpm / (truth * float(factor)) - 1) <= TOLERANCE


def accuracies(bpm, truth):
    """(Acc1, Acc2) of one song: the tempo itself, or also its double, half, triple or third."""
    first = is_near(bpm, truth)
    return first, first or any(is_near(bpm, truth, factor) for factor in OCTAVES)


def wrong_factor(bpm, truth):
    """The factor of a wrong tempo as text, "other" or "none"; empty where it is right."""
    if bpm is None:
        return "none"
    if is_near(bpm, truth):
        return ""
    return next((str(factor) for factor in FACTORS if is_near(bpm, truth, factor)), "other")


def difference(ours, theirs):
    """Mean of ours less theirs, and its interval by drawing songs again; both judged song by song."""
    random = np.random.default_rng(SEED)
    differences = np.array(ours, float) - np.array(theirs, float)
    indices = random.integers(0, differences.size, (DRAW_COUNT, differences.size))
    return differences.mean(), *np.percentile(differences[indices].mean(axis=1), INTERVAL)


def beat_errors(found, true):
    """Distance of each beat that was found to the nearest true one; s."""
    found, true = np.array(found, float), np.array(true, float)
    return np.abs(found[:, None] - true[None]).min(axis=1)
