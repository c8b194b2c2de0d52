"""Measures the songs of a folder, and the pairs below it, with our own program.

usage: tempo_ours.py KERNEL_RUNS FOLDER

Writes FOLDER/ours.json and FOLDER/pairs/ours.json: {file name: what KernelRuns prints of it}.
"""

import json
import subprocess
import sys
from pathlib import Path


def measure(kernel_runs, paths):
    text = "".join(f"{path}\n" for path in paths)
    done = subprocess.run(
        [kernel_runs, "songs", "--rounds", "1"], input=text, stdout=subprocess.PIPE,
        text=True, check=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    return {path.name: result for path, result in zip(paths, results, strict=True)}


def main():
    kernel_runs, folder = sys.argv[1], Path(sys.argv[2])
    songs = [folder / song["file"] for song in json.loads((folder / "truth.json").read_text())]
    (folder / "ours.json").write_text(json.dumps(measure(kernel_runs, songs)))
    pairs = [folder / "pairs" / f"{kind}-{number}-{letter}.wav"
             for kind, number in json.loads((folder / "pairs" / "pairs.json").read_text())
             for letter in "ab"]
    (folder / "pairs" / "ours.json").write_text(json.dumps(measure(kernel_runs, pairs)))


main()
