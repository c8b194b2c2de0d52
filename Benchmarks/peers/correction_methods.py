"""What other packages make of faulty R-R intervals, in terms of which intervals they keep.

A result is (0, beat times in ms from the first recorded beat, []) where a package gives beats, else
(1, its intervals in ms, of each recorded interval whether it stands among them as measured).
"""

import os
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("MPLBACKEND", "Agg")

import neurokit2  # noqa: E402
import numpy as np  # noqa: E402
from hrvanalysis import interpolate_nan_values, remove_ectopic_beats  # noqa: E402
from systole.correction import correct_rr  # noqa: E402
from systole.detection import rr_artefacts  # noqa: E402

# Its beats are positions of samples: the first one is put here.
FIRST_SAMPLE = 1000


def samples(intervals, resolution):
    """Positions of the beats on the recorder's clock."""
    steps = np.rint(np.asarray(intervals) / resolution).astype(int)
    return FIRST_SAMPLE + np.concatenate([[0], np.cumsum(steps)])


def neurokit_beats(positions, resolution, iterative=True):
    """Of intervals it is told the beats, as positions of R peaks."""
    _, corrected = neurokit2.signal_fixpeaks(
        positions, sampling_rate=1000 / resolution, iterative=iterative, method="Kubios")
    return corrected


def neurokit(intervals, resolution):
    corrected = neurokit_beats(samples(intervals, resolution), resolution)
    # Ascending, each once: it may put two beats on one sample.
    times = (np.unique(np.asarray(corrected)) - FIRST_SAMPLE) * resolution
    return 0, times, []


def systole(intervals, resolution):
    """It corrects what it calls missed, short and long, and two intervals where extra or ectopic."""
    intervals = np.asarray(intervals, float)
    found = rr_artefacts(intervals)
    flags = {kind: np.asarray(found[kind], bool) for kind in
             ("missed", "extra", "ectopic", "short", "long")}
    touched = np.logical_or.reduce(list(flags.values()))
    # The rest of an extra interval is added to the next one; of an ectopic beat the one before
    # is interpolated too.
    touched[1:] |= flags["extra"][:-1]
    touched[:-1] |= flags["ectopic"][1:]
    corrected, _ = correct_rr(intervals, verbose=False)
    return 1, corrected, ~touched


def hrv_analysis(rule):
    def method(intervals, resolution):
        removed = remove_ectopic_beats(list(intervals), method=rule, verbose=False)
        retained = ~np.isnan(np.asarray(removed, float))
        filled = np.asarray(interpolate_nan_values(removed), float)
        return 1, filled[~np.isnan(filled)], retained

    return method


# Name, method, whether it is run on the annotated recordings.
METHODS = [
    ("neurokit2", neurokit, True),
    ("systole", systole, True),
    ("hrv-analysis malik", hrv_analysis("malik"), False),
    ("hrv-analysis kamath", hrv_analysis("kamath"), False),
    ("hrv-analysis karlsson", hrv_analysis("karlsson"), False),
    ("hrv-analysis acar", hrv_analysis("acar"), False),
]
