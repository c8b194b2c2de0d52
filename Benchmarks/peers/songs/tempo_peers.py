"""Measures the songs of a folder with other packages, and adds one line a song to peers.ndjson there.

usage: tempo_peers.py KERNEL_RUNS FOLDER

FOLDER holds truth.json and the WAV files it names. Songs that peers.ndjson already has are left out,
so that a run that was broken off goes on. Our own program is timed in turn with the others, each song once
by each program. One thread.
"""

import json
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import tempo_methods

PACKAGES = ["librosa", "essentia", "numpy", "scipy", "numba"]


def main():
    kernel_runs, folder = sys.argv[1], Path(sys.argv[2])
    results = folder / "peers.ndjson"
    known = {json.loads(line)["file"] for line in results.read_text().splitlines()} \
        if results.exists() else set()
    songs = json.loads((folder / "truth.json").read_text())
    if not known:
        # The first call compiles; its time is not of the work.
        tempo_methods.measure(folder / songs[0]["file"])
    with results.open("a") as out:
        for song in songs:
            if song["file"] in known:
                continue
            row = {"file": song["file"], "tempo": tempo_methods.measure(folder / song["file"]),
                   "ours": tempo_methods.ours(kernel_runs, folder / song["file"])}
            if song["set"] == "M":
                row["energy"] = tempo_methods.energies(folder / song["file"])
            out.write(json.dumps(row) + "\n")
            out.flush()
            print(song["file"], file=sys.stderr)
    (folder / "versions.json").write_text(json.dumps(
        [f"Python {platform.python_version()}", f"aubio {aubio_version()}"]
        + [f"{name} {version(name)}" for name in PACKAGES]))


def aubio_version():
    text = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${Version}", "aubio-tools"],
        capture_output=True, text=True, check=False).stdout
    return text or "of unknown version"


main()
