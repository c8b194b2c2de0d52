"""Measures what long songs cost our program and the others, in turn and in equal rounds.

usage: tempo_times.py KERNEL_RUNS FOLDER

FOLDER holds truth.json and the WAV files it names. Four songs of four minutes are put together of pieces of
M, a minute each. Writes FOLDER/times.json: the least CPU time of each program and song, and what our own
benchmark says of growth and of allocations. One thread.
"""

import json
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import tempo_methods

SONG_COUNT = 4
PIECES_PER_SONG = 4
ROUNDS = 5


def joined(paths, path):
    """Writes the pieces one after the other; they have one format."""
    with wave.open(str(path), "wb") as out:
        for index, piece in enumerate(paths):
            with wave.open(str(piece), "rb") as sound:
                if index == 0:
                    out.setparams(sound.getparams())
                out.writeframes(sound.readframes(sound.getnframes()))
    return path


def measured(kernel_runs, path):
    """ns of every program; ours once for the tempo alone and once for all features."""
    theirs = {name: ns for name, (_, ns) in tempo_methods.measure(path).items()}
    return {**tempo_methods.ours(kernel_runs, path), **theirs}


def benchmark(kernel_runs):
    """Growth of the cost and the allocations of one more second, by our own benchmark."""
    text = subprocess.run(
        [kernel_runs, "table", "--json", "--filter", "SongFeatures"], stdout=subprocess.PIPE, text=True,
        check=True).stdout
    report = json.loads(text)
    pushes = [case for case in report["cases"] if case["name"] == "SongFeatures/push"]
    return {
        "processor": report["processor"], "instructions": report["instructions"],
        "growth": report["growth"],
        "allocations": pushes[0]["variants"][0]["allocations"],
    }


def main():
    kernel_runs, folder = sys.argv[1], Path(sys.argv[2])
    pieces = [folder / song["file"] for song in json.loads((folder / "truth.json").read_text())
              if song["set"] == "M"]
    min_ns = [{} for _ in range(SONG_COUNT)]
    with tempfile.TemporaryDirectory(dir=folder) as temp_folder:
        songs = [
            joined(pieces[PIECES_PER_SONG * i:PIECES_PER_SONG * (i + 1)], Path(temp_folder) / f"long-{i}.wav")
            for i in range(SONG_COUNT)]
        # The first call compiles; its time is not of the work.
        tempo_methods.measure(songs[0])
        for _ in range(ROUNDS):
            for song, times in zip(songs, min_ns):
                for name, ns in measured(kernel_runs, song).items():
                    times[name] = min(ns, times.get(name, ns))
    (folder / "times.json").write_text(json.dumps({
        "songs": SONG_COUNT, "minutes": PIECES_PER_SONG, "rounds": ROUNDS, "least_ns": min_ns,
        "benchmark": benchmark(kernel_runs)}, indent=1))


main()
