"""Fits the prior of the tempo and its confidence to kinds of music, each kind judged without itself.

usage: fit_tempo_prior.py KERNEL_RUNS SETS KINDS REPORT

SETS holds truth.json and the songs of S and M, KINDS kinds.json and those of K. Our own program says what
every term hears at every tempo, and how many strong onsets a second a song has. The weight of the prior is
that of the greatest likelihood of the true tempos. For every kind of K it is fitted to the other kinds, to S
and to the fitted part of M; what the report says of a kind, tempo and confidence, comes of that weight. Where
KINDS/librosa.json exists, {file name: bpm}, it stands beside. Nothing is random but the songs.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize, minimize_scalar

import tempo_scores
import tempo_tables

TOLERANCE = 0.02
SAME = tempo_scores.TOLERANCE
PREFERRED_BPM = 110
FULL_PER_SECOND, MIN_PER_SECOND = 3.75, 0.2
# A ridge on the weight: one song of each octave of slope.
RIDGE = 2.0
WEIGHT_OF_M = 2
MIN_SONGS, MAX_DIFFERENCE = 100, 0.05


def read(kernel_runs, sets, kinds):
    """Rows with truth, part, scores of the grid without the prior, and octaves of missing onsets."""
    songs = [(sets / song["file"], f"{song['set']} {song['part']}", song["bpm"], song["is_fitted"])
             for song in json.loads((sets / "truth.json").read_text())]
    songs += [(kinds / song["file"], song["part"], song["bpm"], True)
              for song in json.loads((kinds / "kinds.json").read_text()) if song["part"] != "change"]
    with subprocess.Popen([kernel_runs, "song-terms"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as program:
        rows = []
        weights = None
        for path, part, bpm, is_fitted in songs:
            program.stdin.write(f"{path}\n")
            program.stdin.flush()
            if weights is None:
                weights = {row["term"]: row["weight"] for row in json.loads(program.stdout.readline())}
            row = json.loads(program.stdout.readline())
            score = sum(weight * np.array(row["terms"][name]) for name, weight in weights.items())
            octaves = np.log2(max(row["strong_onsets_per_second"], MIN_PER_SECOND) / FULL_PER_SECOND)
            rows.append({"file": path.name, "part": part, "bpm": bpm, "is_fitted": is_fitted,
                         "score": score, "octaves": min(0.0, octaves), "has_tempo": row["has_tempo"]})
        program.stdin.close()
    return rows, np.array(row["bpms"])


class Songs:
    def __init__(self, rows, bpms):
        self.bpms = bpms
        self.rows = rows
        self.part = np.array([row["part"] for row in rows])
        self.truth = np.array([row["bpm"] for row in rows])
        self.has_tempo = np.array([row["has_tempo"] for row in rows])
        self.score = np.array([row["score"] for row in rows])
        self.prior = np.outer([row["octaves"] for row in rows], np.log2(bpms / PREFERRED_BPM))
        self.is_near = np.abs(bpms[None] / self.truth[:, None] - 1) <= TOLERANCE
        self.is_kind = np.array([" " not in part for part in self.part])
        self.is_fitted = np.array([row["is_fitted"] for row in rows])
        self.counts = np.where(np.char.startswith(self.part.astype(str), "M "), WEIGHT_OF_M, 1.0)

    def fitted(self, some):
        counts = self.counts[some] * self.is_near[some].any(axis=1)

        def loss(weight):
            score = self.score[some] + weight * self.prior[some]
            odds = np.exp(score - score.max(axis=1, keepdims=True))
            near = (odds * self.is_near[some]).sum(axis=1) + 1e-300
            return counts @ np.log(odds.sum(axis=1) / near) + RIDGE * weight ** 2

        return minimize_scalar(loss, bounds=(0, 20), method="bounded").x

    def judged(self, weight, some):
        """(tempo, share of the odds within 4 % of it) of each song."""
        score = self.score[some] + weight * self.prior[some]
        odds = np.exp(score - score.max(axis=1, keepdims=True))
        best = self.bpms[np.argmax(score, axis=1)]
        near = np.abs(self.bpms[None] / best[:, None] - 1) <= SAME
        return best, (odds * near).sum(axis=1) / odds.sum(axis=1)


def log_odds(share):
    share = np.clip(share, 1e-3, 1 - 1e-3)
    return np.log(share / (1 - share))


def calibration(share, is_right):
    """(offset, slope) of the logistic curve."""
    x = log_odds(share)

    def loss(line):
        return np.logaddexp(0, -(2 * is_right - 1) * (line[0] + line[1] * x)).sum()

    return minimize(loss, [0, 1]).x


def main():
    kernel_runs, sets, kinds, report = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4])
    rows, bpms = read(kernel_runs, sets, kinds)
    spoken = [row for row in rows if row["bpm"] is None]
    songs = Songs([row for row in rows if row["bpm"] is not None], bpms)
    names = sorted(set(songs.part[songs.is_kind]))
    tempo, share = np.zeros(len(songs.rows)), np.zeros(len(songs.rows))
    for name in [*names, None]:
        some = songs.part == name if name else ~songs.is_kind
        weight = songs.fitted(songs.is_fitted & (songs.part != name))
        tempo[some], share[some] = songs.judged(weight, some)
    print(f"case weight: {weight:.2f} (of all kinds)")
    right = np.abs(tempo / songs.truth - 1) <= SAME
    right &= songs.has_tempo
    rated = songs.has_tempo
    before, _ = songs.judged(0, np.ones(len(right), bool))
    before = (np.abs(before / songs.truth - 1) <= SAME) & songs.has_tempo
    unseen = songs.is_kind | ~songs.is_fitted
    sure = np.zeros(len(right))
    for name in [*names, None]:
        some = songs.part == name if name else ~songs.is_kind
        offset, slope = calibration(*(x[songs.is_kind & rated & (songs.part != name)]
                                      for x in (share, right)))
        sure[some] = 1 / (1 + np.exp(-(offset + slope * log_odds(share[some]))))
    print(f"offset: {offset:.2f}, slope: {slope:.2f}")
    report.write_text(text(songs, right, before, sure, unseen & rated, names, spoken, kinds))
    print(report.read_text())


def text(songs, right, before, sure, unseen, names, spoken, kinds):
    path = kinds / "librosa.json"
    librosa = json.loads(path.read_text()) if path.exists() else {}
    peers = np.array([tempo_scores.is_near(librosa.get(row["file"][:-4]), row["bpm"])
                      for row in songs.rows])
    has_peer = np.array([row["file"][:-4] in librosa for row in songs.rows])

    def row(name, some):
        cells = [name, int(some.sum()), f"{before[some].mean():.3f}", f"{right[some].mean():.3f}"]
        both = some & has_peer
        return cells + ([f"{right[both].mean():.3f}", f"{peers[both].mean():.3f}", int(both.sum())]
                        if both.any() else ["", "", ""])

    head = ["kind", "songs", "Acc1 without the prior", "Acc1", "Acc1 of those of librosa",
            "librosa", "songs of librosa"]
    table = [row(name, songs.part == name) for name in names] + [row("all kinds", songs.is_kind)]
    for name in ("S ", "M "):
        some = np.char.startswith(songs.part.astype(str), name)
        table.append(row(f"{name.strip()}, fitted", some & songs.is_fitted))
        if (some & ~songs.is_fitted).any():
            table.append(row(f"{name.strip()}, not fitted", some & ~songs.is_fitted))
    tenths = []
    for low in range(10):
        some = unseen & (sure >= low / 10) & (sure < (low + 1) / 10 + (low == 9))
        if some.any():
            difference = sure[some].mean() - right[some].mean()
            verdict = "" if some.sum() < MIN_SONGS else (
                "met" if abs(difference) <= MAX_DIFFERENCE else "**missed**")
            tenths.append([f"{low / 10:.1f} to {(low + 1) / 10:.1f}", int(some.sum()),
                           f"{sure[some].mean():.3f}", f"{right[some].mean():.3f}", verdict])
    refused = [[part, len(these), sum(not row["has_tempo"] for row in these)]
               for part in sorted({row["part"] for row in spoken})
               for these in [[row for row in spoken if row["part"] == part]]]
    return TEXT.format(
        kinds=tempo_tables.table(head, table),
        tenths=tempo_tables.table(["confidence", "songs", "mean", "Acc1", "within 0.05"], tenths),
        speech=tempo_tables.table(["speech", "songs", "refused"], refused))


TEXT = """# Tempo by kinds of music: measured

Made by `make report-tempo-kinds`; not edited by hand.

K are 100 songs of 30 s of each of 15 kinds, drawn by a program from seeds: most of them scores that
`fluidsynth` plays with `timgm6mb-soundfont` (`Benchmarks/peers/songs/kind_scores.py`), soul by the sounds of
S. The tempo that is true is the beat that the program counted in. Each kind is judged by a weight of the
prior that was fitted to the other kinds, to S and to the fitted part of M. The form of the prior, its limit
of 3.75 onsets a second and its ridge were chosen while the figures of these kinds were seen: what is left out
is the weight, not the idea. Acc1 is a tempo within 4 %, in its octave; a song without a tempo is wrong.

{kinds}
## Confidence
All songs that nothing of their kind was fitted to, M included, by the tenth of the confidence that they get.
The offset and the slope are fitted to the other kinds. The aim is a difference of .05 at most where there
are 100 songs.

{tenths}
## Speech
Sentences of common words by `espeak-ng`, and recordings of five people (Debian's `asterisk-core-sounds-*`),
joined with pauses. A refusal is right.

{speech}"""

if __name__ == "__main__":
    main()
