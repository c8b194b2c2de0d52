"""The tempo of the songs of K by librosa's beat tracker, its default setting.

usage: kind_peers.py KINDS

Writes KINDS/librosa.json: {name of the song: bpm}. What is there is not asked again.
"""

import json
import sys
from pathlib import Path

import librosa
import numpy as np


def main():
    folder = Path(sys.argv[1])
    path = folder / "librosa.json"
    found = json.loads(path.read_text()) if path.exists() else {}
    for song in json.loads((folder / "kinds.json").read_text()):
        name = Path(song["file"]).stem
        if song["bpm"] is None or song["part"] == "change" or name in found:
            continue
        sound, rate = librosa.load(folder / song["file"], sr=22_050)
        bpm, _ = librosa.beat.beat_track(y=sound, sr=rate)
        found[name] = float(np.ravel(bpm)[0])
        if len(found) % 50 == 0:
            path.write_text(json.dumps(found))
    path.write_text(json.dumps(found))


main()
