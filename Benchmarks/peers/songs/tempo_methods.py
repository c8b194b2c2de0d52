"""Tempo estimators of other packages: the path of a WAV file in; bpm, and the CPU time in ns out.

The time of those that run in Python is that of the estimate alone, with the samples in memory;
aubiotrack is a program of its own, and its time contains its reading of the file.
"""

import json
import os
import resource
import subprocess
import time
import warnings

import essentia
import essentia.standard
import librosa
import numpy as np

warnings.filterwarnings("ignore")
essentia.log.infoActive = False
essentia.log.warningActive = False

LIBROSA_RATE_HZ = 22_050
ESSENTIA_RATE_HZ = 44_100
# The estimators, in the order in which measure() answers.
NAMES = ["aubio", "librosa", "essentia degara", "essentia multifeature", "essentia percival"]
# What of our own program is timed, and its name in what KernelRuns prints.
OURS = {"tempo": "tempo_cpu_ns", "features": "cpu_ns"}


def measure(path):
    """{name: (bpm or None, ns)} of every estimator."""
    sound, _ = librosa.load(path, sr=LIBROSA_RATE_HZ)
    audio = essentia.standard.MonoLoader(filename=str(path), sampleRate=ESSENTIA_RATE_HZ)()
    rhythm = essentia.standard.RhythmExtractor2013
    calls = [
        lambda: float(np.atleast_1d(librosa.beat.beat_track(y=sound, sr=LIBROSA_RATE_HZ)[0])[0]),
        lambda: float(rhythm(method="degara")(audio)[0]),
        lambda: float(rhythm(method="multifeature")(audio)[0]),
        lambda: float(essentia.standard.PercivalBpmEstimator()(audio)),
    ]
    return dict(zip(NAMES, [aubio(path)] + [timed(call) for call in calls]))


def timed(call):
    begin = time.process_time_ns()
    bpm = call()
    return bpm or None, time.process_time_ns() - begin


def aubio(path):
    """60 over the median interval of the beats that aubiotrack prints."""
    begin = child_ns()
    text = subprocess.run(
        ["aubiotrack", "-i", os.fspath(path)], capture_output=True, text=True, check=True).stdout
    intervals = np.diff([float(line) for line in text.split()])
    return (60 / float(np.median(intervals)) if intervals.size else None), child_ns() - begin


def ours(kernel_runs, path):
    """CPU times of our own program in ns, by name; of one round, with the samples in memory."""
    text = subprocess.run(
        [kernel_runs, "songs", "--rounds", "1"], input=f"{path}\n", stdout=subprocess.PIPE, text=True,
        check=True).stdout
    result = json.loads(text)
    return {name: result[key] for name, key in OURS.items()}


def child_ns():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round((usage.ru_utime + usage.ru_stime) * 1e9)


def energies(path):
    """What the packages have that is nearest to an energy."""
    sound, _ = librosa.load(path, sr=LIBROSA_RATE_HZ)
    audio = essentia.standard.MonoLoader(filename=str(path), sampleRate=ESSENTIA_RATE_HZ)()
    level = float(np.mean(librosa.amplitude_to_db(librosa.feature.rms(y=sound)[0] + 1e-6)))
    return {
        "librosa: mean of rms, dB": level,
        "librosa: mean of onset_strength": float(np.mean(
            librosa.onset.onset_strength(y=sound, sr=LIBROSA_RATE_HZ))),
        "essentia: Energy per sample": float(essentia.standard.Energy()(audio)) / len(audio),
        "essentia: Danceability": float(essentia.standard.Danceability()(audio)[0]),
    }
