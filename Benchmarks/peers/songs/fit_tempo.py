"""Fits the weights of the tempo's decision, and says how well weights do on pieces they have not seen.

usage: fit_tempo.py KERNEL_RUNS FOLDER

FOLDER holds truth.json and the WAV files it names. Only the pieces that truth.json calls fitted are read,
and click tracks, which are made here. Our own program says what each term hears at each tempo; the weights
are those of a multinomial logistic regression: which tempo of the grid is the true one. A ridge pulls them,
in units of each term's deviation, towards the weights that were set by hand before. The strength of the
pull follows from one rule on the fitted pieces alone: it is the strongest by which S reaches its aims,
pieces left out are right at least as often as by the weights of the hand, and no click track is lost.
Everything random has a seed, so a second run prints the same.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import generated_set
import tempo_scores

# Tempi of the grid that count as the true one.
TOLERANCE = 0.02
# A piece of M counts as often as this many of S, of which there are thirteen times as many.
WEIGHT_OF_M = 2
# A click track counts as often: at 4, those of 50 bpm are doubled.
WEIGHT_OF_CLICKS = 6
# Weights that were set by hand; the fit leaves them only as far as the pieces ask for it. A term that is
# not named had none.
PRIOR = {
    "comb": 0.85, "lowComb": 1.23, "amplitude": 0.90, "doubleAmplitude": 0.53, "logPeriod": 1.36,
    "period": -1.74, "twoPeriods": 0.70, "halfPeriod": 1.80, "lowPeriod": -0.57, "lowTwoPeriods": -0.28,
    "lowHalfPeriod": -1.00, "answer": 2.07, "halfAnswer": -1.02, "preference": -3.05}
# Strengths of the pull, the strongest first.
PULLS = [2.0 ** power for power in range(8, -1, -1)]
# (Acc1, Acc2) that S has to reach by weights that were fitted to all pieces.
AIMS_OF_S = (0.900, 0.980)
FOLD_COUNT = 5
SEEDS = [0, 1, 2]
# What the source has.
DIGITS = 2
CLICK_BPMS = [48, 56, 75, 105, 140, 170, 210, 225, 236]
CLICK_SECONDS = 30


class Pieces:
    """Terms of pieces, and their true tempi."""

    def __init__(self, terms, bpms, truth, weights):
        self.terms, self.bpms, self.truth, self.weights = terms, bpms, truth, weights
        self.is_near = np.abs(bpms[None] / truth[:, None] - 1) <= TOLERANCE

    def some(self, is_wanted):
        return Pieces(
            self.terms[is_wanted], self.bpms, self.truth[is_wanted], self.weights[is_wanted])

    def right(self, weights):
        """(Acc1, Acc2) of each piece."""
        best = self.bpms[np.argmax(self.terms @ weights, axis=1)]
        return np.array([tempo_scores.accuracies(*pair) for pair in zip(best, self.truth)], float)


def clicks(bpm):
    """1 kHz that decays with 10 ms, on every beat."""
    rate = generated_set.RATE_HZ
    t = np.arange(int(0.05 * rate)) / rate
    click = 0.5 * np.exp(-t / 0.01) * np.sin(2 * np.pi * 1000 * t)
    sound = np.zeros(CLICK_SECONDS * rate)
    for time in np.arange(0.137, CLICK_SECONDS - 0.06, 60 / bpm):
        begin = round(time * rate)
        sound[begin:begin + click.size] += click
    return sound


def read(kernel_runs, folder):
    """The source's weights by name; the songs; the pieces, of which the clicks are the last."""
    songs = [song for song in json.loads((folder / "truth.json").read_text()) if song["is_fitted"]]
    with tempfile.TemporaryDirectory() as temp_folder:
        paths = [folder / song["file"] for song in songs]
        for bpm in CLICK_BPMS:
            paths.append(Path(temp_folder) / f"clicks-{bpm}.wav")
            generated_set.write(clicks(bpm), paths[-1])
        text = subprocess.run(
            [kernel_runs, "song-terms"], input="".join(f"{path}\n" for path in paths),
            stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    source = {row["term"]: row["weight"] for row in json.loads(text[0])}
    rows = [json.loads(line) for line in text[1:]]
    terms = np.array([[row["terms"][name] for name in source] for row in rows])
    truth = np.array([song["bpm"] for song in songs] + CLICK_BPMS, float)
    weights = np.array(
        [WEIGHT_OF_M if song["set"] == "M" else 1 for song in songs]
        + [WEIGHT_OF_CLICKS] * len(CLICK_BPMS), float)
    pieces = Pieces(terms.transpose(0, 2, 1), np.array(rows[0]["bpms"]), truth, weights)
    return source, songs, pieces


def fit(pieces, prior, pull):
    deviations = pieces.terms.std(axis=(0, 1))
    terms = np.ascontiguousarray(pieces.terms / deviations)
    centre = prior * deviations
    # A piece whose tempo no position of the grid is near to teaches nothing.
    counts = pieces.weights * pieces.is_near.any(axis=1)

    def loss(weights):
        scores = terms @ weights
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        near = odds * pieces.is_near
        whole, right = odds.sum(axis=1), near.sum(axis=1) + 1e-300
        slope = counts[:, None] * (odds / whole[:, None] - near / right[:, None])
        gone = weights - centre
        gradient = np.tensordot(slope, terms, axes=2) + 2 * pull * gone
        return counts @ np.log(whole / right) + pull * gone @ gone, gradient

    found = minimize(
        loss, centre, jac=True, method="L-BFGS-B",
        options={"maxiter": 1000, "ftol": 1e-12, "gtol": 1e-6})
    return np.round(found.x / deviations, DIGITS)


def crossed(pieces, clicks_begin, prior, pull):
    """(Acc1, Acc2) of each song by weights that were fitted without its part; the mean over the seeds."""
    total = np.zeros((clicks_begin, 2))
    for seed in SEEDS:
        fold = np.full(len(pieces.truth), -1)
        order = np.random.default_rng(seed).permutation(clicks_begin)
        fold[order] = np.arange(clicks_begin) % FOLD_COUNT
        for part in range(FOLD_COUNT):
            left_out = fold == part
            weights = fit(pieces.some(~left_out), prior, pull)
            total[left_out[:clicks_begin]] += pieces.some(left_out).right(weights)
    return total / len(SEEDS)


def chosen(pieces, songs, prior):
    """(pull, weights, right of the songs, right of the songs left out) by the rule; None: no pull keeps it."""
    count = len(songs)
    is_s = np.array([song["set"] == "S" for song in songs])
    by_hand = pieces.right(prior)
    for pull in PULLS:
        weights = fit(pieces, prior, pull)
        right = pieces.right(weights)
        left_out = crossed(pieces, count, prior, pull)
        reaches_aims = np.all(right[:count][is_s].mean(axis=0) >= np.array(AIMS_OF_S) - 1e-9)
        is_no_worse = all(
            np.all(left_out[part].mean(axis=0) >= by_hand[:count][part].mean(axis=0) - 1e-9)
            for part in (is_s, ~is_s))
        keeps_clicks = np.all(right[count:] >= by_hand[count:])
        print(f"Pull {pull:g}: {short(right[:count], is_s)}; left out {short(left_out, is_s)}; "
              + ("clicks kept" if keeps_clicks else "clicks lost"))
        if reaches_aims and is_no_worse and keeps_clicks:
            return pull, weights, right[:count], left_out
    return None


def short(right, is_s):
    means = [*right[is_s].mean(axis=0), *right[~is_s].mean(axis=0)]
    return "S {:.3f} {:.3f}, M {:.3f} {:.3f}".format(*means)


def line(title, songs, right):
    parts = [("S", [song["set"] == "S" for song in songs]),
             ("M, the fitted part", [song["set"] == "M" for song in songs])]
    metres = dict.fromkeys(song["part"] for song in songs if song["set"] == "S")
    parts += [(f"S, {metre}", [song["part"] == metre for song in songs]) for metre in metres]
    print(title)
    for name, is_part in parts:
        first, second = right[np.array(is_part)].mean(axis=0)
        print(f"  {name}: Acc1 {first:.3f}, Acc2 {second:.3f} of {sum(is_part)}")


def main():
    source, songs, pieces = read(sys.argv[1], Path(sys.argv[2]))
    prior = np.array([PRIOR.get(name, 0) for name in source])
    count = len(songs)
    line("All pieces, by the weights that were set by hand:", songs, pieces.right(prior)[:count])
    found = chosen(pieces, songs, prior)
    if found is None:
        sys.exit("No pull keeps the rule; the weights stay as they are.")
    pull, weights, right, left_out = found
    print(f"The strongest pull that keeps the rule is {pull:g}. Its weights:")
    for name, weight in zip(source, weights):
        print(f"        case .{name}: {weight:g}" + ("" if weight == source[name] else
                                                    f"  // the source has {source[name]:g}"))
    is_same = all(weight == source[name] for name, weight in zip(source, weights))
    print("The source has these weights." if is_same else "The source has other weights.")
    line("All pieces, by these weights, which were fitted to them:", songs, right)
    line(f"Pieces left out, {FOLD_COUNT} parts, mean of {len(SEEDS)} divisions:", songs, left_out)
    is_right = pieces.right(weights)[count:, 0]
    wrong = [str(bpm) for bpm, is_right in zip(CLICK_BPMS, is_right) if not is_right]
    print(f"Clicks, wrong of {len(CLICK_BPMS)}: " + (", ".join(wrong) or "none"))

if __name__ == "__main__":
    main()
