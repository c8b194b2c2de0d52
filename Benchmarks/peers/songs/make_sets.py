"""Writes the sets of the report on tempo: the songs as WAV files, and truth.json.

usage: make_sets.py FOLDER

S is generated, M is rendered from the MIDI files of three Debian packages, which are fetched into
FOLDER/packages. Nothing is installed, and a file that exists is not made again. Needs fluidsynth and
timgm6mb-soundfont for M.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import generated_set
import midi_set
import render


def generated(number, folder):
    path = folder / f"s{number:03}.wav"
    piece = generated_set.Piece(number)
    if not path.exists():
        generated_set.write(piece.play(), path)
    return {"file": path.name, "set": "S", "part": piece.metre, "bpm": piece.bpm, "is_fitted": True,
            "beats": [round(time, 4) for time in generated_set.Piece(number).beat_times()]}


def rendered(piece, folder):
    part, name, data, bpm = piece
    path = folder / f"{part}-{name}.wav"
    if not path.exists():
        render.render(data, path)
    return {"file": path.name, "set": "M", "part": part, "bpm": round(bpm, 3),
            "is_fitted": part in midi_set.FITTED}


def main():
    folder = Path(sys.argv[1])
    midi_set.unpack(folder / "packages")
    pieces = list(midi_set.pieces(folder / "packages"))
    with ProcessPoolExecutor() as workers:
        truth = list(workers.map(rendered, pieces, [folder] * len(pieces)))
        numbers = range(generated_set.COUNT)
        truth += workers.map(generated, numbers, [folder] * len(numbers), chunksize=10)
    (folder / "truth.json").write_text(json.dumps(truth, indent=1))


if __name__ == "__main__":
    main()
