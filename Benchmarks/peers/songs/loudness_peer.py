"""Integrated loudness of twenty rendered pieces by ffmpeg's filter ebur128.

usage: loudness_peer.py FOLDER

Writes FOLDER/loudness.json: {file name: LUFS}, five pieces of each part of the set M.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

PIECES_OF_A_PART = 5


def loudness(path):
    done = subprocess.run(
        ["ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-filter_complex",
         "ebur128=framelog=verbose", "-f", "null", "-"],
        capture_output=True, text=True, check=True)
    # The summary is the last that it prints.
    return float(re.findall(r"I:\s+(-?[\d.]+) LUFS", done.stderr)[-1])


def main():
    folder = Path(sys.argv[1])
    songs = [song for song in json.loads((folder / "truth.json").read_text()) if song["set"] == "M"]
    chosen = [
        song["file"] for part in sorted({song["part"] for song in songs})
        for song in [song for song in songs if song["part"] == part][:PIECES_OF_A_PART]]
    (folder / "loudness.json").write_text(
        json.dumps({file: loudness(folder / file) for file in chosen}))


main()
